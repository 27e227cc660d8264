"""How solutions of puzzles are shown: printed for people, as one JSON object, or drawn."""

import json
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from tilewright.cli.answers import StoppedBy, amount, columns, part_explored, why_stopped
from tilewright.cli.colour import Paper
from tilewright.cli.puzzles import AnyGiven, about
from tilewright.cli.terminal import Stoppable
from tilewright.engines import Counters
from tilewright.formats import AnyPuzzle
from tilewright.placements import Placements
from tilewright.polygons import PolygonSolution
from tilewright.solutions import Scores, Solution, placed_entry

MOST = 200  # solutions on a sheet

Shown = PolygonSolution | Solution


class Clock:
    """Takes the times of a search: it was prepared until now, and is searched from now on."""

    def __init__(self, began: float) -> None:
        self._prepared = time.monotonic()
        self.preparing = self._prepared - began
        self.first: float | None = None  # seconds until the first solution

    @property
    def seconds(self) -> float:
        """How long the search has taken."""
        return time.monotonic() - self._prepared

    def found_one(self) -> None:
        """A solution was found."""
        if self.first is None:
            self.first = self.seconds


class Ended(Stoppable, Protocol):
    """A search that has come to an end."""

    @property
    def finished(self) -> bool:
        """Has everything been searched?"""
        ...


@dataclass(frozen=True, slots=True)
class Ending:
    """How a search ended, and how many seconds its parts took."""

    found: int
    complete: bool  # everything was searched
    stopped_by: StoppedBy
    fraction_explored: float
    counters: Counters
    preparing: float
    first: float | None  # until the first solution
    seconds: float

    @staticmethod
    def of(
        search: Ended, found: int, wanted: int | None, clock: Clock, *, interrupted: bool
    ) -> "Ending":
        """The outcome of a search that has just ended."""
        done = search.finished or found == wanted
        return Ending(
            found=found,
            complete=search.finished,
            stopped_by=why_stopped(done=done, interrupted=interrupted),
            fraction_explored=search.fraction_explored,
            counters=search.counters,
            preparing=clock.preparing,
            first=clock.first,
            seconds=clock.seconds,
        )


@dataclass(frozen=True, slots=True)
class PuzzleSizes:
    """How large a puzzle is."""

    orientations: int
    fitting: int
    placements: int

    @staticmethod
    def of(placements: Placements) -> "PuzzleSizes":
        """The sizes of a puzzle."""
        blocks = placements.blocks
        return PuzzleSizes(len(blocks), sum(len(block) > 0 for block in blocks), len(placements))


class Solutions(Protocol):
    """Takes solutions one by one, then the outcome."""

    def solution(self, number: int, solution: Solution, scores: Scores | None = None) -> None:
        """One more solution; with its scores if solutions are sorted by them."""
        ...

    def finish(self, outcome: Ending, sizes: PuzzleSizes | None) -> None:
        """That was all.  With sizes: tell everything there is to tell."""
        ...


class TextSolutions:
    """Solutions as letters, or as coloured pictures if the paper takes colours."""

    def __init__(self, up_to: str, paper: Paper) -> None:
        self._up_to = "" if up_to == "nothing" else f" up to {up_to}"
        self.paper = paper

    def solution(self, number: int, solution: Solution, scores: Scores | None = None) -> None:
        """Print a solution."""
        head = f"solution {number}: {scores}" if scores else f"solution {number}:"
        print(head, drawing(solution, self.paper), sep="\n", end="\n\n")

    def finish(self, outcome: Ending, sizes: PuzzleSizes | None) -> None:
        """Print the statistics, if wanted, and a summary."""
        if sizes:
            print("\n".join(columns(_statistics(outcome, sizes))), end="\n\n")
        counters = outcome.counters
        more = "" if outcome.complete else " so far" if outcome.stopped_by else ", maybe more"
        up_to = self._up_to if outcome.complete and outcome.found else ""
        print(
            f"{amount(outcome.found, 'solution')}{up_to}{more}; "
            f"{amount(counters.nodes, 'node')}, {amount(counters.updates, 'update')}, "
            f"{outcome.seconds:.2f} s",
        )
        if outcome.stopped_by:
            print(
                f"stopped by {outcome.stopped_by}, {part_explored(outcome.fraction_explored)}",
            )


def drawing(solution: Solution, paper: Paper) -> str:
    """A solution as a coloured picture or, if that cannot be, as letters."""
    if paper.coloured:
        from tilewright.render.terminal import solution_canvas  # letters do without it

        if canvas := solution_canvas(solution, paper.width):
            return paper.write(canvas)
    return str(solution)


def _statistics(outcome: Ending, sizes: PuzzleSizes) -> list[tuple[str, str]]:
    counters = outcome.counters
    to_end = "time to the end" if outcome.complete else "time in all"
    return [
        ("orientations", f"{sizes.orientations:,}, {sizes.fitting:,} of them fit"),
        ("placements", f"{sizes.placements:,}"),
        ("nodes", f"{counters.nodes:,} (placements tried)"),
        ("branches", f"{counters.branches:,} (nodes that stranding did not give up)"),
        ("updates", f"{counters.updates:,}"),
        ("covers", f"{counters.solutions:,}"),
        ("time to prepare", f"{outcome.preparing:.3f} s"),
        ("time to the first", "-" if outcome.first is None else f"{outcome.first:.3f} s"),
        (to_end, f"{outcome.seconds:.3f} s"),
    ]


class JsonSolutions:
    """One object, written as solutions come, so that memory stays flat whatever its size."""

    def __init__(
        self,
        puzzle: AnyGiven,
        task: str,
        up_to: str,
        engine: str,
        *,
        require: Sequence[str] = (),
    ) -> None:
        head = {"puzzle": about(puzzle), "task": task, "up_to": up_to, "engine": engine}
        head |= {"require": list(require)} if require else {}
        sys.stdout.write(f'{json.dumps(head)[:-1]}, "solutions": [')
        self._scores: list[dict[str, int | None]] = []

    def solution(self, number: int, solution: Solution, scores: Scores | None = None) -> None:
        """Write a solution as a list of placed pieces."""
        if scores:
            self._scores.append({"hsym": scores.hsym, "vsym": scores.vsym})
        sys.stdout.write("," if number > 1 else "")
        sys.stdout.write("\n " + json.dumps(list(map(placed_entry, solution.placed))))

    def finish(self, outcome: Ending, sizes: PuzzleSizes | None) -> None:
        """Write the numbers and close the object."""
        counters = outcome.counters
        tail: dict[str, object] = {
            "found": outcome.found,
            "complete": outcome.complete,
            "stopped_by": outcome.stopped_by,
            "fraction_explored": outcome.fraction_explored,
            "nodes": counters.nodes,
            "branches": counters.branches,
            "updates": counters.updates,
            "seconds": round(outcome.seconds, 6),
        }
        if self._scores:
            tail["scores"] = self._scores
        if sizes:
            first = outcome.first
            tail["stats"] = {
                "orientations": sizes.orientations,
                "fitting": sizes.fitting,
                "placements": sizes.placements,
                "covers": counters.solutions,
                "seconds_to_prepare": round(outcome.preparing, 6),
                "seconds_to_first": None if first is None else round(first, 6),
            }
        self.close(tail)

    def close(self, tail: dict[str, object]) -> None:
        """Write the last fields and close the object."""
        sys.stdout.write(f"], {json.dumps(tail)[1:]}\n")


class Sheet:
    """Takes solutions one by one, and draws them in the end; without a path it does nothing.

    That the puzzle can be drawn, and where, is looked at in the beginning.
    """

    def __init__(self, path: Path | None, puzzle: AnyPuzzle) -> None:
        self.path = path
        self._most = MOST
        self._solutions: list[Shown] = []
        self._captions: list[str] = []
        self._count = 0
        if path is not None:
            from tilewright.render import SEVERAL, check_path, settled_view  # rarely asked for

            settled_view(path, puzzle, None, solved=True)
            check_path(path)
            self._most = MOST if path.suffix.lower() in SEVERAL else 1

    def add(self, solution: Shown, caption: str = "") -> None:
        """One more solution, with a few words about it; the first ones are drawn."""
        self._count += 1
        if self.path is not None and len(self._solutions) < self._most:
            self._solutions.append(solution)
            self._captions.append(caption)

    def save(self) -> None:
        """Draw the solutions, if there are any."""
        if self.path is None or not self._solutions:
            return
        alone = len(self._solutions) == 1 and not self._captions[0]
        captions = [caption or f"solution {k}" for k, caption in enumerate(self._captions, 1)]
        self._draw(self.path, self._solutions, [] if alone else captions)
        if self._count > self._most:
            most = f"the first {self._most}" if self._most > 1 else "the first"
            print(f"note: {self.path} shows {most} of {self._count}", file=sys.stderr)

    def _draw(self, path: Path, solutions: Sequence[Shown], captions: Sequence[str]) -> None:
        """Draw solutions, with captions unless it is one alone."""
        from tilewright.render import save

        save(list(solutions) if captions else solutions[0], path, captions=captions)
