"""Exact covers as commands answer them: printed for people or as JSON, and what is left to do."""

import json
import os
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from tilewright.cli.answers import Ending, JsonStream, amount, columns, picked
from tilewright.cover import ExactCover, Subtree
from tilewright.document.reading import LONGEST_LIST, read_bytes
from tilewright.engines import Counters, Estimate, Figure
from tilewright.errors import TilewrightError

Choices = list[tuple[int, int]]  # (option, item on which it was chosen)
SAMPLES = 10_000  # random descents of an estimate
FIGURES = ("nodes", "updates", "solutions")
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
            **picked(self, "problem", "rule"),
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
            value = Remainder(str(about.get("fingerprint")), {}, []).to_json()
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


class TextCovers:
    """As in Knuth's paper: each option begins with the item on which it was chosen."""

    def __init__(self, problem: ExactCover) -> None:

        @cache
        def spelt(option_number: int, item: int) -> str:
            option = problem.option(option_number)
            at = option.items.index(problem.names[item])
            words = str(option).split()
            cost = [f"|{option.cost}"] if option.cost else []
            return " ".join([*words[at:], *words[:at], *cost])

        self._spelt = spelt
        self.number = 0

    def add(self, choices: Choices) -> None:
        """Print a cover, an option a line."""
        self.number += 1
        lines = [self._spelt(*choice) for choice in choices]
        print(f"solution {self.number}:", *lines, sep="\n", end="\n\n")

    def finish(self, ending: Ending, remainder: Remainder | None, *, profile: bool) -> None:
        """Print the profile, if wanted, and a summary."""
        if profile and ending.counters:
            print(profile_table(ending.counters))
        print(ending.summary(updates=True))
        if ending.stopped_by:
            saved = "--remainder FILE would have saved the remainder"
            if remainder:
                saved = f"the remainder, {amount(len(remainder.subtrees), 'subtree')}, is saved"
            print(f"{ending.stop}; {saved}")


class JsonCovers(JsonStream):
    """Covers as lists of options, in order of choice."""

    def __init__(self, problem: ExactCover, task: str, engine: str) -> None:
        listed = "covers" if task in ("one", "limit", "all") else None
        super().__init__(problem_entry(problem) | {"task": task, "engine": engine}, listed)

        @cache
        def spelt(option_number: int, item: int) -> str:
            option = problem.option(option_number)
            at = option.items.index(problem.names[item])
            value: dict[str, object] = {
                "option": option_number,
                "items": [str(name) for name in (*option.items[at:], *option.items[:at])],
            }
            if problem.colours:
                value["colours"] = [*option.colours[at:], *option.colours[:at]]
            if len(problem.costs):
                value["cost"] = option.cost
            return json.dumps(value)

        self._spelt = spelt

    def add(self, choices: Choices) -> None:
        """Write a cover."""
        self.write(f"[{', '.join(self._spelt(*choice) for choice in choices)}]")

    def finish(self, ending: Ending, remainder: Remainder | None, *, profile: bool) -> None:
        """Write the numbers and close the object."""
        tail: dict[str, object] = {"solutions": ending.found, **ending.entry()}
        if profile and (counters := ending.counters):
            tail |= picked(counters, "nodes_per_level", "updates_per_level")
        tail["remainder"] = None
        if remainder and remainder.subtrees:
            tail["remainder"] = remainder.to_json()
        self.close(tail)


def problem_entry(problem: ExactCover) -> dict[str, object]:
    """An exact cover problem in a few words, for JSON."""
    about = {
        "fingerprint": problem.fingerprint,
        "primary": problem.primary,
        "secondary": problem.item_count - problem.primary,
        "options": problem.option_count,
    }
    return {"problem": about}


def profile_table(counters: Counters) -> str:
    """The table of Knuth's paper."""

    def share(part: int, whole: int) -> str:
        return f"{part:,} ({100 * part / whole if whole else 0:.0f}%)"

    rows = [("Level", "Nodes", "Updates", "Updates per node")]
    pairs = zip(counters.nodes_per_level, counters.updates_per_level, strict=True)
    for level, (nodes, updates) in enumerate([*pairs, (counters.nodes, counters.updates)]):
        name = "Total" if level == len(counters.nodes_per_level) else str(level)
        per_node = f"{updates / nodes:.1f}" if nodes else "-"
        rows.append(
            (name, share(nodes, counters.nodes), share(updates, counters.updates), per_node)
        )
    return "\n".join(columns(rows, right=range(4)))


def estimate_entry(problem: ExactCover, figures: Estimate | None) -> dict[str, object]:
    """An estimate for JSON; null if there is none."""
    return {
        **problem_entry(problem),
        "task": "estimate",
        "engine": "auto",
        **{name: figure_entry(getattr(figures, name, None)) for name in FIGURES},
        **picked(figures, "samples", "confidence", "seed"),
    }


def figure_entry(figure: Figure | None) -> dict[str, float | None] | None:
    """An estimated number, for JSON."""
    if figure is None:
        return None
    return picked(figure, "mean", "low", "high") | {"standard_error": figure.error}
