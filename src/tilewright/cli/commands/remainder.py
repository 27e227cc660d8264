"""The unexplored remainder of a search, as a file."""

import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tilewright.cover import ExactCover, Subtree
from tilewright.document.reading import LONGEST_LIST, read_bytes
from tilewright.errors import TilewrightError

FORMAT = "tilewright rest 1"


class RemainderError(TilewrightError, ValueError):
    """A file does not hold the remainder of this search."""


@dataclass(frozen=True, slots=True)
class Remainder:
    """Subtrees that are left, and the rule by which the search was going."""

    problem: str  # fingerprint
    rule: dict[str, Any]
    subtrees: list[Subtree]

    def to_json(self) -> dict[str, object]:
        """As plain lists, numbers and strings."""
        return {
            "format": FORMAT,
            "problem": self.problem,
            "rule": self.rule,
            "subtrees": [subtree.to_json() for subtree in self.subtrees],
        }

    def write(self, path: Path) -> None:
        """Save; a file that is there already is replaced in one step."""
        path = path.resolve()
        draft = path.with_name(path.name + ".part")
        draft.write_text(json.dumps(self.to_json()) + "\n", encoding="utf-8")
        draft.replace(path)


def check_remainder_path(path: Path, problem_file: str) -> None:
    """Raise RemainderError now rather than after a long search, if nothing can be saved there."""
    target = path.resolve()
    if target.exists() and not target.is_file():
        raise RemainderError(f"{path}: the remainder can be saved in a file only")
    if problem_file != "-" and target == Path(problem_file).resolve():
        raise RemainderError(
            f"{path}: this is the problem itself; choose another file for the remainder"
        )
    if not target.parent.is_dir() or not os.access(target.parent, os.W_OK):
        raise RemainderError(f"{path}: nothing can be written in {target.parent}")


def read_remainder(path: Path, problem: ExactCover) -> Remainder:
    """Read what `--remainder` or `--json` wrote, for this problem."""
    try:
        value = json.loads(read_bytes(path, LONGEST_LIST))
    except (ValueError, RecursionError) as error:
        raise RemainderError(f"{path}: this is not JSON ({error})") from None
    if isinstance(value, dict) and "remainder" in value:  # an answer of --json
        about = value.get("problem")
        if value["remainder"] is None and value.get("complete") is True and isinstance(about, dict):
            value = {
                "format": FORMAT,
                "rule": {},
                "subtrees": [],
                "problem": about.get("fingerprint"),
            }
        else:
            value = value["remainder"]
    if not isinstance(value, dict) or value.get("format") != FORMAT:
        raise RemainderError(
            f"{path}: this is not the remainder of a search; expected what --remainder or --json "
            f"wrote"
        )
    if value.get("problem") != problem.fingerprint:
        raise RemainderError(
            f"{path}: this is the remainder of another problem; give the file that the search was "
            f"begun with"
        )
    rule, subtrees = value.get("rule"), value.get("subtrees")
    if not isinstance(rule, dict) or not isinstance(subtrees, list):
        raise RemainderError(f"{path}: the rule or the subtrees are missing")
    known = {"rule", "order", "seed"}
    if not known.issuperset(rule) or not isinstance(rule.get("order", []), list):
        raise RemainderError(f"{path}: {rule} is not the rule of a search")
    return Remainder(
        problem.fingerprint, rule, [Subtree.from_json(subtree) for subtree in subtrees]
    )
