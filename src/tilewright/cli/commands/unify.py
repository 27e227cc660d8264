"""`tilewright unify`: the fewest hints that make one solution the only one."""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

from tilewright.cli import options
from tilewright.cli.answers import (
    Clock,
    amount,
    page_width,
    picked,
    point,
    print_json,
    status_of,
    why_stopped,
)
from tilewright.cli.options import common, drawn_to, output
from tilewright.cli.pages import picture
from tilewright.cli.subjects import subject_of
from tilewright.cli.terminal import Progress, on_signal
from tilewright.design.unifying import BY, Unified, unify
from tilewright.engines import OptionError
from tilewright.formats import format_puzzle, require_lattice, write_puzzle
from tilewright.lattices import Cell
from tilewright.polygons import PolygonSolution
from tilewright.solutions import Solution, placed_entry


def unify_puzzle(
    puzzle: options.Puzzle,
    number: Annotated[
        int,
        common(
            "--solution", min=1, metavar="N", help="The N-th solution, in the order of `solve`."
        ),
    ] = 1,
    file: Annotated[
        Path | None,
        common(
            "--solution-file",
            metavar="FILE",
            help="Take the solution from what `solve --json` wrote.",
        ),
    ] = None,
    by: Annotated[
        str,
        common(
            help="What is told: of cells which piece lies there, of pieces where they lie, or "
            "the colours of the board and of the pieces; cells, pieces or colours."
        ),
    ] = "cells",
    out: Annotated[
        Path | None, output("--out", "-o", metavar="FILE", help="Write the puzzle with its hints.")
    ] = None,
    render: Annotated[Path | None, drawn_to(help="Draw the puzzle with its hints.")] = None,
    max_seconds: options.MaxSeconds = None,
    json: options.Json = False,
    quiet: options.Quiet = False,
) -> int:
    """Find the fewest hints that make one solution of a puzzle the only one.

    Turned and reflected copies count as other solutions.  That there is no other is confirmed by
    two engines that share no code.

    Exit status: 0 done, 1 the puzzle has no such solution, 2 bad input, 3 stopped by a limit: the
    hints are enough, but perhaps not the fewest; 130 interrupted.
    """
    clock = Clock()
    if by not in BY:
        raise OptionError(f"--by is {by!r}: expected {', '.join(BY[:-1])} or {BY[-1]}")
    named = str(file) if file else puzzle
    subject = subject_of(named, puzzle if file else None, max_seconds=max_seconds, quiet=quiet)
    require_lattice(subject.puzzle, subject.name)
    taken = subject.take(number, 1)
    solution, made, stopped_by = next(iter(taken.solutions), None), None, taken.stopped_by
    assert not isinstance(solution, PolygonSolution), "the puzzle is on a lattice"
    if solution is not None:
        with Progress(quiet=quiet) as progress, on_signal() as interrupted:

            def keep_going() -> bool:
                progress.say("looking for the fewest hints")
                return not interrupted

            left = None if max_seconds is None else max_seconds - clock.seconds
            made = unify(solution.puzzle, solution, by=by, max_seconds=left, keep_going=keep_going)
        done = made.optimal and made.verdict.complete
        stopped_by = why_stopped(done=done, interrupted=bool(interrupted))
        if out is not None:
            write_puzzle(made.puzzle, out)
        if render is not None:
            from tilewright.render import save  # rarely asked for

            save(made.puzzle, render)
    if json:
        asked = {"puzzle": subject.name, "task": "unify", "by": by}
        end = {"stopped_by": stopped_by, "seconds": round(clock.seconds, 6)}
        print_json({**asked, **_entries(made, solution), **end})
    elif made is not None and solution is not None:
        print(_page(made, solution))
    elif not stopped_by:
        print(f"there is no solution {number}" if number > 1 else "there is no solution")
    if stopped_by and not json:
        print(f"stopped by {stopped_by}")
    return status_of(made is not None, stopped_by)


def _page(made: Unified, solution: Solution) -> str:
    """The hints for people: a picture, what is told, and that it is enough."""
    puzzle = solution.puzzle
    letters = dict.fromkeys(puzzle.board.cells, ".")
    for hint in made.hints:
        for cell in hint.cells:
            letters[cell] = hint.colour[:1] or solution.letters[cell]
    lines = [picture(puzzle.lattice, letters, page_width(), blank=" "), *_told(made, letters), ""]
    what = {"cells": "cell", "pieces": "piece", "colours": "colour"}[made.by]
    others = "other was" if made.seen == 1 else "others were"
    needed = bool(made.hints) if made.by != "colours" else made.size > 1
    if not made.optimal:
        lines.append(f"{amount(made.size, what)}: perhaps not the fewest")
    elif needed:
        lines.append(
            f"{amount(made.size, what)}: with fewer there is always another solution "
            f"({made.seen:,} {others} looked at)"
        )
    else:
        lines.append("no hint is needed")
    if made.verdict.unique:
        lines.append(f"exactly one solution: {' and '.join(made.verdict.engines)} agree")
    else:
        lines.append("that it is the only solution was not confirmed")
    return "\n".join(lines)


def _told(made: Unified, letters: Mapping[Cell, str]) -> list[str]:
    if made.by != "colours":
        drawn = [letters[hint.cells[0]] for hint in made.hints]
        return [
            f"{'' if letter == hint.piece else f'{letter} = '}{hint.piece} on "
            f"{' '.join(map(point, hint.cells))}"
            for letter, hint in zip(drawn, made.hints, strict=True)
        ]
    names: dict[str, dict[str, None]] = {}
    for hint in made.hints:
        names.setdefault(hint.colour, {})[hint.piece] = None
    return [f"{colour}: {' '.join(pieces)}" for colour, pieces in sorted(names.items())]


def _entries(made: Unified | None, solution: Solution | None) -> dict[str, object]:
    if made is None or solution is None:
        return {"hints": None, "size": None, "optimal": False, "unique": None}
    return {
        "solution": list(map(placed_entry, solution.placed)),
        "hints": [
            picked(hint, "piece", "cells", *(["colour"] if hint.colour else []))
            for hint in made.hints
        ],
        **picked(made, "size", "optimal", "seen"),
        **picked(made.verdict, "unique", "engines"),
        "file": format_puzzle(made.puzzle),
    }
