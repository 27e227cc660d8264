"""How answers of `tilewright cover` are printed: for people, or as one JSON object."""

import json as json_text
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Protocol

from tilewright.cli.answers import StoppedBy, amount, columns, part_explored, status_of, why_stopped
from tilewright.cli.commands.remainder import Remainder
from tilewright.cli.terminal import BestProgress, on_signal
from tilewright.cover import ExactCover
from tilewright.engines import Best, Counters, Cover, Estimate, Figure, best_covers

Choices = list[tuple[int, int]]  # (option, item on which it was chosen)


@dataclass(frozen=True, slots=True)
class CoverEnding:
    """How a search ended."""

    counters: Counters
    complete: bool  # everything was searched
    stopped_by: StoppedBy
    fraction_explored: float
    seconds: float
    remainder: Remainder | None  # if asked for: it may be large


class CoverAnswer(Protocol):
    """Takes covers one by one, then the outcome."""

    shows_rest: bool

    def cover(self, number: int, choices: Choices) -> None:
        """One more cover."""
        ...

    def finish(self, outcome: CoverEnding, *, profile: bool) -> None:
        """That was all."""
        ...

    def estimate(self, figures: Estimate) -> None:
        """Instead of covers: an estimate."""
        ...


class TextCoverAnswer:
    """As in Knuth's paper: each option begins with the item on which it was chosen."""

    shows_rest = False

    def __init__(self, problem: ExactCover) -> None:

        @cache
        def spelt(option_number: int, item: int) -> str:
            option = problem.option(option_number)
            at = option.items.index(problem.items[item].name)
            words = str(option).split()
            cost = [f"|{option.cost}"] if option.cost else []
            return " ".join([*words[at:], *words[:at], *cost])

        self._spelt = spelt

    def cover(self, number: int, choices: Choices) -> None:
        """Print a cover, an option a line."""
        lines = [self._spelt(*choice) for choice in choices]
        print(f"solution {number}:", *lines, sep="\n", end="\n\n")

    def finish(self, outcome: CoverEnding, *, profile: bool) -> None:
        """Print the profile, if wanted, and a summary."""
        counters = outcome.counters
        if profile:
            print(profile_table(counters))
        more = "" if outcome.complete else " so far" if outcome.stopped_by else ", maybe more"
        print(
            f"{amount(counters.solutions, 'solution')}{more}; {amount(counters.nodes, 'node')}, "
            f"{amount(counters.updates, 'update')}, {outcome.seconds:.2f} s",
        )
        if outcome.stopped_by:
            saved = "--remainder FILE would have saved the remainder"
            if outcome.remainder:
                left = amount(len(outcome.remainder.subtrees), "subtree")
                saved = f"the remainder, {left}, is saved"
            explored = part_explored(outcome.fraction_explored)
            print(f"stopped by {outcome.stopped_by}, {explored}; {saved}")

    def estimate(self, figures: Estimate) -> None:
        """Print the figures, a line each."""
        percent = round(100 * figures.confidence)
        print(
            f"estimate from {figures.samples:,} random descents ({percent} % interval):",
            *(f"  {name:10} {getattr(figures, name)}" for name in _FIGURES),
            sep="\n",
        )


_FIGURES = ("nodes", "updates", "solutions")


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


def figure_entry(figure: Figure) -> dict[str, float | None]:
    """An estimated number, for JSON."""
    return {
        "mean": figure.mean,
        "low": figure.low,
        "high": figure.high,
        "standard_error": figure.error,
    }


class JsonAnswer:
    """One object, written piece by piece, so that memory stays flat whatever its size."""

    shows_rest = True

    def __init__(self, problem: ExactCover, task: str, engine: str) -> None:
        about = {
            "fingerprint": problem.fingerprint,
            "primary": problem.primary,
            "secondary": len(problem.items) - problem.primary,
            "options": problem.option_count,
        }
        head = json_text.dumps({"problem": about, "task": task, "engine": engine})
        sys.stdout.write(head[:-1])
        self._in_list = task in ("one", "limit", "all")
        if self._in_list:
            sys.stdout.write(', "covers": [')

        @cache
        def spelt(option_number: int, item: int) -> str:
            option = problem.option(option_number)
            at = option.items.index(problem.items[item].name)
            value: dict[str, object] = {
                "option": option_number,
                "items": [str(name) for name in (*option.items[at:], *option.items[:at])],
            }
            if problem.colours:
                value["colours"] = [*option.colours[at:], *option.colours[:at]]
            if len(problem.costs):
                value["cost"] = option.cost
            return json_text.dumps(value)

        self._spelt = spelt

    def cover(self, number: int, choices: Choices) -> None:
        """Write a cover as a list of options, in order of choice."""
        separator = ",\n [" if number > 1 else "\n ["
        sys.stdout.write(separator + ", ".join(self._spelt(*choice) for choice in choices) + "]")

    def finish(self, outcome: CoverEnding, *, profile: bool) -> None:
        """Write the numbers and close the object."""
        counters = outcome.counters
        tail: dict[str, object] = {
            "solutions": counters.solutions,
            "complete": outcome.complete,
            "stopped_by": outcome.stopped_by,
            "fraction_explored": outcome.fraction_explored,
            "nodes": counters.nodes,
            "updates": counters.updates,
        }
        if profile:
            tail["nodes_per_level"] = list(counters.nodes_per_level)
            tail["updates_per_level"] = list(counters.updates_per_level)
        tail["seconds"] = round(outcome.seconds, 6)
        kept = outcome.remainder if outcome.remainder and outcome.remainder.subtrees else None
        tail["remainder"] = kept.to_json() if kept else None
        self._close(tail)

    def estimate(self, figures: Estimate | None, more: Mapping[str, object] | None = None) -> None:
        """Write the figures, if any, and whatever else there is, and close the object."""
        tail: dict[str, object] = {
            name: figure_entry(getattr(figures, name)) if figures else None for name in _FIGURES
        }
        tail |= {name: getattr(figures, name, None) for name in ("samples", "confidence", "seed")}
        self._close({**tail, **(more or {})})

    def _close(self, tail: dict[str, object]) -> None:
        end = "]" if self._in_list else ""
        sys.stdout.write(f"{end}, {json_text.dumps(tail)[1:]}\n")


def print_best(problem: ExactCover, k: int, *, json: bool, quiet: bool, **options: Any) -> int:
    """Find the k cheapest covers, print them, and return the status."""
    began = time.monotonic()
    with BestProgress("cost", quiet=quiet) as progress, on_signal(progress.stop) as interrupted:
        best = best_covers(
            problem, k, keep_going=progress.keep_going, progress=progress.tell, **options
        )
    seconds = time.monotonic() - began
    stopped_by = why_stopped(done=best.proved, interrupted=bool(interrupted))
    (_print_best_json if json else _print_best)(problem, best, stopped_by, seconds)
    return status_of(len(best.covers), stopped_by)


def _print_best(problem: ExactCover, best: Best, stopped_by: StoppedBy, seconds: float) -> None:
    for number, (cost, cover) in enumerate(best.covers, 1):
        print(f"solution {number}: cost {cost:,}", *_lines(problem, cover), sep="\n", end="\n\n")
    print(
        f"{amount(len(best.covers), 'solution')}; {_verdict(best)}; engine {best.engine}, "
        f"{amount(best.counters.nodes, 'node')}, {seconds:.2f} s"
    )
    if stopped_by:
        print(f"stopped by {stopped_by}: it is not proved that none is cheaper")


def _lines(problem: ExactCover, cover: Cover) -> list[str]:
    """The options of a cover, as the text format writes them."""
    options = [problem.option(number) for number in cover]
    return [f"{option} |{option.cost}" if option.cost else str(option) for option in options]


def _verdict(best: Best) -> str:
    if best.proved:
        return "proved: none is cheaper" if best.covers else "proved: there is none"
    return f"none costs less than {best.bound:,}"


def _print_best_json(
    problem: ExactCover, best: Best, stopped_by: StoppedBy, seconds: float
) -> None:
    covers = [
        {"cost": cost, "options": list(cover), "items": _spelt(problem, cover)}
        for cost, cover in best.covers
    ]
    value = {
        "problem": {"fingerprint": problem.fingerprint, "options": problem.option_count},
        "task": "best",
        "engine": best.engine,
        "covers": covers,
        "solutions": len(covers),
        "bound": best.bound,
        "proved": best.proved,
        "stopped_by": stopped_by,
        "nodes": best.counters.nodes,
        "seconds": round(seconds, 6),
    }
    print(json_text.dumps(value))


def _spelt(problem: ExactCover, cover: Cover) -> list[list[str]]:
    return [[str(name) for name in problem.option(number).items] for number in cover]
