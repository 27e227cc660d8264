"""How solutions of puzzles are shown: printed for people, as one JSON object, or drawn."""

import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tilewright.cli.answers import Clock, Ending, JsonStream, columns, picked
from tilewright.cli.colour import Paper
from tilewright.cli.options import Invocation
from tilewright.cli.puzzles import about, ways_of
from tilewright.cli.terminal import Progress, on_signal
from tilewright.engines import Counters
from tilewright.formats import AnyPuzzle
from tilewright.placements import Placements
from tilewright.polygons import Certificate, PlacedPolygon, PolygonSolution
from tilewright.solutions import Scores, Solution, placed_entry

if TYPE_CHECKING:
    from tilewright.solving import PuzzleSearch
    from tilewright.solving.polygons import PolygonSearch

MOST = 200  # solutions on a sheet

Shown = PolygonSolution | Solution


class TextSolutions:
    """Solutions as letters or lines, or as coloured pictures if the paper takes colours."""

    def __init__(self, paper: Paper) -> None:
        self.paper = paper
        self.number = 0

    def add(self, solution: Shown, note: object = None, *below: str) -> None:
        """Print a solution, with a note beside its number and lines below."""
        self.number += 1
        head = f"solution {self.number}: {note}" if note else f"solution {self.number}:"
        print(head, drawing(solution, self.paper), *below, sep="\n", end="\n\n")


class JsonSolutions(JsonStream):
    """Solutions as lists of placed pieces; those of polygons have certificates."""

    def __init__(self, head: Mapping[str, object]) -> None:
        super().__init__(head)
        self.scores: list[dict[str, int | None]] = []
        self.certified: bool | None = None  # all of them

    def add(self, solution: Shown, scores: Scores | None = None) -> None:
        """Write a solution; its scores are for the end."""
        if scores:
            self.scores.append({"hsym": scores.hsym, "vsym": scores.vsym})
        if isinstance(solution, Solution):
            self.write(json.dumps(list(map(placed_entry, solution.placed))))
            return
        proof = certificate_entry(solution.certificate)
        self.certified = self.certified is not False and proof["certified"] is True
        self.write(json.dumps({"placed": _placed_polygons(solution), **proof}))


Answer = JsonSolutions | TextSolutions


def answer_to(invocation: Invocation, engine: str) -> Answer:
    """Where the solutions that are asked for go."""
    if not invocation.json:
        return TextSolutions(invocation.paper)
    asked = {"task": invocation.scope, "up_to": invocation.up_to, "engine": engine}
    require = {"require": invocation.require} if invocation.require else {}
    return JsonSolutions({"puzzle": about(invocation.puzzle), **asked, **require})


def hand_on(
    search: "PolygonSearch | PuzzleSearch",
    answer: Answer,
    sheet: "Sheet",
    clock: Clock,
    *,
    quiet: bool,
) -> list[int]:
    """Print and draw solutions as they are found; returns the signals that came meanwhile."""
    with Progress(quiet=quiet) as progress, on_signal(search.stop) as interrupted:
        for batch in search:
            for solution in batch:
                clock.found_one()
                answer.add(solution)
                sheet.add(solution)
            progress.show(search, answer.number, alone=answer.number == 0)
    return interrupted


def drawing(solution: Shown, paper: Paper) -> str:
    """A solution as a coloured picture or, if that cannot be, as letters; polygons as lines."""
    if isinstance(solution, PolygonSolution):
        return "\n".join(_polygon_lines(solution, paper))
    if paper.coloured:
        from tilewright.render.terminal.pictures import solution_canvas  # letters do without it

        if canvas := solution_canvas(solution, paper.width):
            return paper.write(canvas)
    return str(solution)


def _polygon_lines(solution: PolygonSolution, paper: Paper) -> list[str]:
    """A line for each piece, below a picture if the paper takes colours."""

    def point(one: PlacedPolygon) -> str:
        return f"({round(one.dx, 9) + 0.0:.9g}, {round(one.dy, 9) + 0.0:.9g})"

    rows = [("piece", "turned", "over", "its (0, 0) at")]
    rows += [
        (one.piece, f"{one.degrees:.6g}°", "yes" if one.flipped else "", point(one))
        for one in solution.placed
    ]
    lines = columns(rows, right=[1])
    if paper.coloured:
        from tilewright.render.terminal.canvas import chip
        from tilewright.render.terminal.pictures import (
            polygon_solution_areas,
            polygon_solution_canvas,
        )

        letters = [paper.write(chip(a.letter, a.ground)) for a in polygon_solution_areas(solution)]
        marked = [f"{mark} {line}" for mark, line in zip(["   ", *letters], lines, strict=True)]
        lines = [paper.write(polygon_solution_canvas(solution, paper.width)), "", *marked]
    return [*lines, certificate_words(solution.certificate)]


def certificate_words(certificate: Certificate | None) -> str:
    """How it is proved that pieces fit, if it is."""
    if certificate is None:
        return ""
    if certificate.kind == "exact":
        return "certified exactly"
    if certificate.kind == "balls":
        return f"certified to {certificate.residual:.0e} ({certificate.bits} bits)"
    return f"gaps and overlaps up to {certificate.residual:.2g} of the size of the board wide"


def certificate_entry(certificate: Certificate | None) -> dict[str, object]:
    """The same for JSON; null if there is nothing to prove."""
    if certificate is None:
        return {"certified": None, "certificate": None}
    proof = picked(certificate, "kind", "residual", "bits")
    return {"certified": certificate.kind != "measured", "certificate": proof}


def _placed_polygons(solution: PolygonSolution) -> list[dict[str, object]]:
    shapes = {piece.name: piece.shape for piece in solution.puzzle.pieces}
    return [
        picked(one, "piece", "flipped", "cos", "sin", "dx", "dy")
        | {"rings": [ring.tolist() for ring in one.rings(shapes[one.piece])]}
        for one in solution.placed
    ]


def statistics(placements: Placements, counters: Counters, clock: Clock) -> dict[str, Any]:
    """What --stats tells, for JSON: how large a puzzle is, and the times of a search."""
    return {
        **ways_of(placements.blocks),
        "covers": counters.solutions,
        "seconds_to_prepare": round(clock.preparing, 6),
        "seconds_to_first": None if clock.first is None else round(clock.first, 6),
    }


def print_ending(ending: Ending, up_to: str, stats: dict[str, Any] | None) -> None:
    """Print how a search on a lattice ended, below the statistics, if they are wanted."""
    if stats and (counters := ending.counters):
        first = stats["seconds_to_first"]
        rows = [
            ("orientations", f"{stats['orientations']:,}, {stats['fitting']:,} of them fit"),
            ("placements", f"{stats['placements']:,}"),
            ("nodes", f"{counters.nodes:,} (placements tried)"),
            ("branches", f"{counters.branches:,} (nodes that stranding did not give up)"),
            ("updates", f"{counters.updates:,}"),
            ("covers", f"{stats['covers']:,}"),
            ("time to prepare", f"{stats['seconds_to_prepare']:.3f} s"),
            ("time to the first", "-" if first is None else f"{first:.3f} s"),
            ("time to the end" if ending.complete else "time in all", f"{ending.seconds:.3f} s"),
        ]
        print(*columns(rows), sep="\n", end="\n\n")
    print(ending.summary(up_to, updates=True))
    if ending.stopped_by:
        print(ending.stop)


def check_drawing(path: Path, option: str) -> None:
    """Say at once if no drawing can be written there."""
    from tilewright.render import DRAWINGS, PictureError, check_path

    if path.suffix.lower() not in DRAWINGS:
        raise PictureError(f"{option} {path}: expected a name that ends in {', '.join(DRAWINGS)}")
    check_path(path)


class Sheet:
    """Takes solutions one by one, and draws them in the end; without a path it does nothing.

    That the puzzle can be drawn, and where, is looked at in the beginning.
    """

    def __init__(self, path: Path | None, puzzle: AnyPuzzle) -> None:
        self.path, self._most, self._count = path, MOST, 0
        self._shown: list[tuple[Shown, str]] = []
        if path is not None:
            from tilewright.render import SEVERAL, check_path, settled_view  # rarely asked for

            settled_view(path, puzzle, None, solved=True)
            check_path(path)
            self._most = MOST if path.suffix.lower() in SEVERAL else 1

    def add(self, solution: Shown, caption: str = "") -> None:
        """One more solution, with a few words about it; the first ones are drawn."""
        self._count += 1
        if self.path is not None and len(self._shown) < self._most:
            self._shown.append((solution, caption))

    def save(self) -> None:
        """Draw the solutions, if there are any."""
        if self.path is None or not self._shown:
            return
        solutions, captions = zip(*self._shown, strict=True)
        named = [caption or f"solution {k}" for k, caption in enumerate(captions, 1)]
        self._draw(self.path, solutions, named if captions != ("",) else [])
        if self._count > self._most:
            most = f"the first {self._most}" if self._most > 1 else "the first"
            print(f"note: {self.path} shows {most} of {self._count}", file=sys.stderr)

    def _draw(self, path: Path, solutions: Sequence[Shown], captions: Sequence[str]) -> None:
        """Draw solutions, with captions unless it is one alone."""
        from tilewright.render import save

        save(list(solutions) if captions else solutions[0], path, captions=captions)
