"""`tilewright solve` and `tilewright count` for free polygons."""

import json as json_text
import sys
import time

import typer

from tilewright.cli.answers import (
    UNDECIDED,
    StoppedBy,
    amount,
    columns,
    compare_counts,
    part_explored,
    status_of,
    why_stopped,
)
from tilewright.cli.colour import Paper
from tilewright.cli.options import Invocation
from tilewright.cli.puzzles import AnyGiven, about
from tilewright.cli.solutions import Sheet
from tilewright.cli.terminal import Progress, on_signal
from tilewright.execution.planner import MOST_LISTED
from tilewright.polygons import Certificate, PlacedPolygon, PolygonPuzzle, PolygonSolution
from tilewright.polygons.grid import Way
from tilewright.solving.polygons import PolygonCounting, PolygonSearch


def solve_polygons(invocation: Invocation, puzzle: PolygonPuzzle) -> int:
    """Print solutions as they are found, and how it ended; returns the status."""
    sheet, wanted = Sheet(invocation.render, puzzle), invocation.wanted
    search = PolygonSearch(
        puzzle,
        up_to=invocation.up_to,
        engine=invocation.engine,
        strategy=invocation.strategy or "fewest",
        tolerance=invocation.tolerance,
        # One thread knows the regions met before.
        threads=1 if wanted == 1 else invocation.threads or 1,
        max_solutions=wanted,
        max_nodes=invocation.max_nodes,
        max_seconds=invocation.max_seconds,
    )
    _announce(search.way, invocation)
    began = time.monotonic()
    answer = (
        _Json(invocation, search.engine)
        if invocation.json
        else _Text(invocation.up_to, invocation.paper)
    )
    with Progress(quiet=invocation.quiet) as progress, on_signal(search.stop) as interrupted:
        for batch in search:
            for solution in batch:
                sheet.add(solution)
                answer.solution(solution)
            progress.show(search, search.solutions, alone=search.solutions == 0)
    # Of a noisy puzzle it is never known that there is no more, or none.
    done = search.finished or search.solutions == wanted or (search.noisy and search.solutions > 0)
    undecided = search.tried_all and not search.solutions
    stopped_by = why_stopped(done=done or undecided, interrupted=bool(interrupted))
    answer.finish(search, stopped_by, time.monotonic() - began)
    sys.stdout.flush()
    sheet.save()
    return UNDECIDED if undecided else status_of(search.solutions, stopped_by)


def count_polygons(invocation: Invocation, puzzle: PolygonPuzzle) -> int:
    """Count, print the numbers, and return the status."""
    counting = PolygonCounting(
        puzzle,
        engine=invocation.engine,
        strategy=invocation.strategy or "fewest",
        tolerance=invocation.tolerance,
        max_seconds=invocation.max_seconds,
    )
    _announce(counting.way, invocation)
    began = time.monotonic()
    with Progress(quiet=invocation.quiet) as progress, on_signal(counting.stop) as interrupted:
        for _ in counting:
            progress.show(counting, counting.solutions)
    seconds = time.monotonic() - began
    counts = counting.counts
    undecided = counts is not None and counting.noisy and not counts.solutions
    stopped_by = why_stopped(done=counts is not None, interrupted=bool(interrupted))
    if invocation.json:
        entry = _count_entry(invocation.puzzle, counting, stopped_by, seconds)
        typer.echo(json_text.dumps(entry))
    else:
        _print_counts(counting, stopped_by, seconds)
    sys.stdout.flush()
    if counts and not counting.noisy:
        compare_counts(invocation.puzzle, counts)
    return UNDECIDED if undecided else status_of(counting.solutions, stopped_by)


def _announce(way: Way, invocation: Invocation) -> None:
    """Say which engine it is and why, if that is asked for; and warn, if that is needed."""
    if invocation.explain_choice and not invocation.json:
        typer.echo(f"engine {way.engine}: {way.reason}")
    if way.warning:
        print(f"warning: {way.warning}", file=sys.stderr)


def _count_entry(
    puzzle: AnyGiven, counting: PolygonCounting, stopped_by: StoppedBy, seconds: float
) -> dict[str, object]:
    counts = counting.counts
    return {
        "puzzle": about(puzzle),
        "task": "count",
        "engine": counting.engine,
        "choice": f"{counting.way.engine}: {counting.way.reason}",
        "solutions": counting.solutions,
        "up_to_rotation": counts.up_to_rotation if counts else None,
        "up_to_symmetry": counts.up_to_symmetry if counts else None,
        "rotations": sum(not motion.flipped for motion in counting.motions),
        "symmetries": len(counting.motions),
        **_certified(counts.certificate if counts else None),
        "tolerance": counts.tolerance if counts else None,
        "complete": counts is not None and not counting.noisy and not counting.way.warning,
        "stopped_by": stopped_by,
        "fraction_explored": counting.fraction_explored,
        "nodes": counting.counters.nodes,
        "regions": counting.regions,
        "seconds": round(seconds, 6),
    }


def _print_counts(counting: PolygonCounting, stopped_by: StoppedBy, seconds: float) -> None:
    counts, work = counting.counts, amount(counting.counters.nodes, "node")
    if counts is None:
        typer.echo(f"stopped before anything was counted to the end; {work}, {seconds:.2f} s")
        typer.echo(f"stopped by {stopped_by}, {part_explored(counting.fraction_explored)}")
        return
    if counting.noisy and not counts.solutions:
        typer.echo(f"not found at tolerance {counts.tolerance:g}; {work}, {seconds:.2f} s")
        return
    rotations = sum(not motion.flipped for motion in counting.motions)
    rows = [(f"{counts.solutions:,}", "solution" if counts.solutions == 1 else "solutions")]
    if counts.up_to_symmetry is not None:
        symmetries = amount(len(counting.motions), "symmetry")
        rows += [
            (f"{counts.up_to_rotation:,}", f"up to rotation ({amount(rotations, 'rotation')})"),
            (f"{counts.up_to_symmetry:,}", f"up to symmetry ({symmetries})"),
        ]
    typer.echo("\n".join(columns(rows, right=[0])))
    if counting.noisy:
        typer.echo(f"found at tolerance {counts.tolerance:g}; there may be more")
    elif counts.up_to_symmetry is None:
        typer.echo(
            f"only counted: more than {MOST_LISTED:,} are neither certified nor sorted by symmetry"
        )
    typer.echo(f"{_proof(counts.certificate)}{work}, {seconds:.2f} s")


class _Text:
    """Solutions for people: a line for each piece, below a picture if the paper takes colours."""

    def __init__(self, up_to: str, paper: Paper) -> None:
        self._paper = paper
        self._up_to = "" if up_to == "nothing" else f" up to {up_to}"
        self._number = 0

    def solution(self, solution: PolygonSolution) -> None:
        """Print a solution."""
        self._number += 1
        rows = [("piece", "turned", "over", "its (0, 0) at")]
        rows += [
            (one.piece, f"{one.degrees:.6g}°", "yes" if one.flipped else "", _point(one))
            for one in solution.placed
        ]
        lines = columns(rows, right=[1])
        if self._paper.coloured:
            lines = _pictured(solution, lines, self._paper)
        print(f"solution {self._number}:", *lines, sep="\n")
        print(f"{_proof(solution.certificate)[:-2]}\n")

    def finish(self, search: PolygonSearch, stopped_by: StoppedBy, seconds: float) -> None:
        """Print a summary."""
        work = f"{amount(search.counters.nodes, 'node')}, {seconds:.2f} s"
        if search.noisy and not search.solutions:
            at = f"not found at tolerance {max(search.tried):g}" if search.tried else "not found"
            print(f"{at}; {work}")
            if stopped_by:
                print(f"stopped by {stopped_by}; larger tolerances were not tried")
        else:
            more = "" if search.finished else " so far" if stopped_by else ", maybe more"
            up_to = self._up_to if search.finished and search.solutions else ""
            print(f"{amount(search.solutions, 'solution')}{up_to}{more}; {work}")
        if stopped_by and not search.noisy:
            print(
                f"stopped by {stopped_by}, {part_explored(search.fraction_explored)}",
            )


def _pictured(solution: PolygonSolution, lines: list[str], paper: Paper) -> list[str]:
    """A picture, and below it the lines, each with the letter of its piece."""
    from tilewright.render.terminal import chip, polygon_solution_areas, polygon_solution_canvas

    letters = [paper.write(chip(a.letter, a.ground)) for a in polygon_solution_areas(solution)]
    marked = [f"{mark} {line}" for mark, line in zip(["   ", *letters], lines, strict=True)]
    return [paper.write(polygon_solution_canvas(solution, paper.width)), "", *marked]


class _Json:
    """One object, written as solutions come."""

    def __init__(self, invocation: Invocation, engine: str) -> None:
        self._first = True
        self._all_certified: bool | None = None
        head = {
            "puzzle": about(invocation.puzzle),
            "task": invocation.scope,
            "up_to": invocation.up_to,
        }
        head |= {"engine": engine}
        sys.stdout.write(f'{json_text.dumps(head)[:-1]}, "solutions": [')

    def solution(self, solution: PolygonSolution) -> None:
        """Write a solution as a list of placed pieces, with its certificate."""
        sys.stdout.write("\n " if self._first else ",\n ")
        self._first = False
        proof = _certified(solution.certificate)
        self._all_certified = self._all_certified is not False and proof["certified"] is True
        shapes = {piece.name: piece.shape for piece in solution.puzzle.pieces}
        placed = [
            {
                "piece": one.piece,
                "flipped": one.flipped,
                "cos": one.cos,
                "sin": one.sin,
                "dx": one.dx,
                "dy": one.dy,
                "rings": [ring.tolist() for ring in one.rings(shapes[one.piece])],
            }
            for one in solution.placed
        ]
        sys.stdout.write(json_text.dumps({"placed": placed, **proof}))

    def finish(self, search: PolygonSearch, stopped_by: StoppedBy, seconds: float) -> None:
        """Write the numbers and close the object."""
        tail: dict[str, object] = {
            "found": search.solutions,
            "certified": self._all_certified,
            "tolerance": search.tolerance,
            "not_found_at": max(search.tried, default=None) if not search.solutions else None,
            "complete": search.finished,
            "stopped_by": stopped_by,
            "fraction_explored": search.fraction_explored,
            "nodes": search.counters.nodes,
            "updates": search.counters.updates,
            "seconds": round(seconds, 6),
        }
        sys.stdout.write(f"], {json_text.dumps(tail)[1:]}\n")


def _certified(certificate: Certificate | None) -> dict[str, object]:
    """Whether it is proved, and how; null if there is nothing to prove."""
    if certificate is None:
        return {"certified": None, "certificate": None}
    proof = {"kind": certificate.kind, "residual": certificate.residual, "bits": certificate.bits}
    return {"certified": certificate.kind != "measured", "certificate": proof}


def _proof(certificate: Certificate | None) -> str:
    if certificate is None:
        return ""
    if certificate.kind == "exact":
        return "certified exactly; "
    if certificate.kind == "balls":
        return f"certified to {certificate.residual:.0e} ({certificate.bits} bits); "
    return f"gaps and overlaps up to {certificate.residual:.2g} of the size of the board wide; "


def _point(one: PlacedPolygon) -> str:
    return f"({round(one.dx, 9) + 0.0:.9g}, {round(one.dy, 9) + 0.0:.9g})"
