"""The unexplored rest of a search, as a file."""

import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tilewright.cover import ExactCover, Subtree
from tilewright.document.reading import LONGEST_LIST, read_bytes
from tilewright.errors import TilewrightError

__all__ = ["Rest", "RestError", "check_rest_path", "read_rest"]

FORMAT = "tilewright rest 1"


class RestError(TilewrightError, ValueError):
    """A file does not hold the rest of this search."""


@dataclass(frozen=True, slots=True)
class Rest:
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


def check_rest_path(path: Path, problem_file: str) -> None:
    """Raise RestError now rather than after a long search, if nothing can be saved there."""
    target = path.resolve()
    if target.exists() and not target.is_file():
        raise RestError(f"{path}: the rest can be saved in a file only")
    if problem_file != "-" and target == Path(problem_file).resolve():
        raise RestError(f"{path}: this is the problem itself; choose another file for the rest")
    if not target.parent.is_dir() or not os.access(target.parent, os.W_OK):
        raise RestError(f"{path}: nothing can be written in {target.parent}")


def read_rest(path: Path, problem: ExactCover) -> Rest:
    """Read what `--rest` or `--json` wrote, for this problem."""
    try:
        value = json.loads(read_bytes(path, LONGEST_LIST))
    except (ValueError, RecursionError) as error:
        raise RestError(f"{path}: this is not JSON ({error})") from None
    if isinstance(value, dict) and "rest" in value:  # an answer of --json
        about = value.get("problem")
        if value["rest"] is None and value.get("complete") is True and isinstance(about, dict):
            value = {
                "format": FORMAT,
                "rule": {},
                "subtrees": [],
                "problem": about.get("fingerprint"),
            }
        else:
            value = value["rest"]
    if not isinstance(value, dict) or value.get("format") != FORMAT:
        raise RestError(
            f"{path}: this is not the rest of a search; expected what --rest or --json wrote"
        )
    if value.get("problem") != problem.fingerprint:
        raise RestError(
            f"{path}: this is the rest of another problem; give the file that the search was "
            f"begun with"
        )
    rule, subtrees = value.get("rule"), value.get("subtrees")
    if not isinstance(rule, dict) or not isinstance(subtrees, list):
        raise RestError(f"{path}: the rule or the subtrees are missing")
    known = {"rule", "order", "seed"}
    if not known.issuperset(rule) or not isinstance(rule.get("order", []), list):
        raise RestError(f"{path}: {rule} is not the rule of a search")
    return Rest(problem.fingerprint, rule, [Subtree.from_json(subtree) for subtree in subtrees])
