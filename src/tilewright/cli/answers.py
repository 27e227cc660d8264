"""How answers of `tilewright cover` are printed: for people, or as one JSON object."""

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import IO, Protocol

from tilewright.cli.rest import Rest
from tilewright.cover import ExactCover
from tilewright.engines import Counters, Estimate

__all__ = ["Answer", "JsonAnswer", "Outcome", "TextAnswer"]

Choices = list[tuple[int, int]]  # (option, item on which it was chosen)


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a search ended."""

    counters: Counters
    complete: bool
    stopped_by: str | None  # "limit", "interrupt", or None
    explored: float
    seconds: float
    rest: Rest | None


class Answer(Protocol):
    """Takes covers one by one, then the outcome."""

    def cover(self, number: int, choices: Choices) -> None:
        """One more cover."""
        ...

    def finish(self, outcome: Outcome, *, profile: bool) -> None:
        """That was all."""
        ...

    def estimate(self, figures: Estimate) -> None:
        """Instead of covers: an estimate."""
        ...


def _from_item(items: tuple[object, ...], first: object) -> Iterator[int]:
    """Positions of an option's items, beginning with the given one, and around."""
    at = items.index(first)
    return (k % len(items) for k in range(at, at + len(items)))


class TextAnswer:
    """As in Knuth's paper: each option begins with the item on which it was chosen."""

    def __init__(self, problem: ExactCover, out: IO[str] | None = None) -> None:
        self._problem, self._out = problem, out or sys.stdout

    def cover(self, number: int, choices: Choices) -> None:
        """Print a cover, an option a line."""
        lines = [f"solution {number}:"]
        for option_number, item in choices:
            option = self._problem.option(option_number)
            order = _from_item(option.items, self._problem.items[item].name)
            words = str(option).split()
            cost = [f"|{option.cost}"] if option.cost else []
            lines.append(" ".join([*(words[k] for k in order), *cost]))
        print("\n".join(lines), end="\n\n", file=self._out)

    def finish(self, outcome: Outcome, *, profile: bool) -> None:
        """Print the profile, if wanted, and a summary."""
        counters = outcome.counters
        if profile:
            print(_profile(counters), file=self._out)
        so_far = "" if outcome.complete else " so far"
        print(
            f"{counters.solutions:,} solution{'' if counters.solutions == 1 else 's'}{so_far}, "
            f"{counters.nodes:,} nodes, {counters.updates:,} updates, {outcome.seconds:.2f} s",
            file=self._out,
        )
        if outcome.rest:
            print(
                f"stopped by {outcome.stopped_by}, roughly {100 * outcome.explored:.2g} % "
                f"explored; the rest is {len(outcome.rest.subtrees):,} subtrees "
                f"(--rest FILE saves it, --from FILE goes on)",
                file=self._out,
            )

    def estimate(self, figures: Estimate) -> None:
        """Print the figures, a line each."""
        percent = round(100 * figures.confidence)
        print(f"estimate from {figures.samples:,} random descents ({percent} % interval):")
        for name in ("nodes", "updates", "solutions"):
            print(f"  {name:10} {getattr(figures, name)}", file=self._out)


def _profile(counters: Counters) -> str:
    """The table of Knuth's paper."""

    def share(part: int, whole: int) -> str:
        return f"{part:,} ({100 * part / whole if whole else 0:.0f}%)"

    head = ("Level", "Nodes", "Updates", "Updates per node")
    rows = [head]
    pairs = zip(counters.nodes_per_level, counters.updates_per_level, strict=True)
    for level, (nodes, updates) in enumerate([*pairs, (counters.nodes, counters.updates)]):
        name = "Total" if level == len(counters.nodes_per_level) else str(level)
        per_node = f"{updates / nodes:.1f}" if nodes else "-"
        rows.append(
            (name, share(nodes, counters.nodes), share(updates, counters.updates), per_node)
        )
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join(f"{word:>{width}}" for word, width in zip(row, widths, strict=True))
        for row in rows
    )


class JsonAnswer:
    """One object, written piece by piece, so that memory stays flat whatever its size."""

    def __init__(
        self, problem: ExactCover, task: str, engine: str, out: IO[str] | None = None
    ) -> None:
        self._problem, self._out = problem, out or sys.stdout
        self._covers = 0
        about = {
            "fingerprint": problem.fingerprint,
            "primary": problem.primary,
            "secondary": len(problem.items) - problem.primary,
            "options": problem.option_count,
        }
        head = json.dumps({"problem": about, "task": task, "engine": engine}, ensure_ascii=False)
        self._out.write(head[:-1])
        if task in ("one", "limit", "all"):
            self._out.write(', "covers": [')
            self._open = True
        else:
            self._open = False

    def cover(self, number: int, choices: Choices) -> None:
        """Write a cover as a list of options, in order of choice."""
        separator = ",\n " if number > 1 else "\n "
        spelt = [self._spell(option, item) for option, item in choices]
        self._out.write(separator + json.dumps(spelt, ensure_ascii=False))

    def finish(self, outcome: Outcome, *, profile: bool) -> None:
        """Write the numbers and close the object."""
        counters = outcome.counters
        tail: dict[str, object] = {
            "solutions": counters.solutions,
            "complete": outcome.complete,
            "stopped_by": outcome.stopped_by,
            "explored": outcome.explored,
            "nodes": counters.nodes,
            "updates": counters.updates,
        }
        if profile:
            tail["nodes_per_level"] = list(counters.nodes_per_level)
            tail["updates_per_level"] = list(counters.updates_per_level)
        tail["seconds"] = round(outcome.seconds, 6)
        tail["rest"] = outcome.rest.to_json() if outcome.rest else None
        self._close(tail)

    def estimate(self, figures: Estimate) -> None:
        """Write the figures and close the object."""
        tail: dict[str, object] = {
            name: {
                "mean": (figure := getattr(figures, name)).mean,
                "low": figure.low,
                "high": figure.high,
                "standard_error": figure.error,
            }
            for name in ("nodes", "updates", "solutions")
        }
        tail |= {
            "samples": figures.samples,
            "confidence": figures.confidence,
            "seed": figures.seed,
        }
        self._close(tail)

    def _close(self, tail: dict[str, object]) -> None:
        end = "]" if self._open else ""
        self._out.write(f"{end}, {json.dumps(tail, ensure_ascii=False)[1:]}\n")

    def _spell(self, option_number: int, item: int) -> dict[str, object]:
        option = self._problem.option(option_number)
        order = list(_from_item(option.items, self._problem.items[item].name))
        spelt: dict[str, object] = {
            "option": option_number,
            "items": [str(option.items[k]) for k in order],
        }
        if self._problem.colours:
            spelt["colours"] = [option.colours[k] for k in order]
        if len(self._problem.costs):
            spelt["cost"] = option.cost
        return spelt
