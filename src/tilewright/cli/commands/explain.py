"""`tilewright explain`: why a puzzle has no solution, or what is the same in all."""

from pathlib import Path
from typing import Annotated, Any

from tilewright.cli import options
from tilewright.cli.answers import Clock, Ending, picked, print_json
from tilewright.cli.puzzles import about, given
from tilewright.cli.reasons import proof_entry
from tilewright.cli.solutions import check_drawing
from tilewright.cli.terminal import Progress, on_signal
from tilewright.explanations import Explanation
from tilewright.explanations import explain as find_explanation
from tilewright.explanations.common import Common
from tilewright.solutions import placed_entry


def explain(
    puzzle: options.Puzzle,
    render: Annotated[
        Path | None, options.drawn_to(help="Draw it, too: a .svg, .png or .pdf.")
    ] = None,
    max_seconds: options.MaxSeconds = None,
    json: options.Json = False,
    quiet: options.Quiet = False,
) -> int:
    """Say why a puzzle has no solution; or if it has some, what is the same in all of them.

    The first reason that can be proved is given: sizes, a piece that fits nowhere, a cell that
    nothing covers, forced moves, a colouring, numbers on the cells, a few cells and pieces that are
    too much together, or a search.  Every reason has been checked in another way.

    Exit status: 0 there are solutions, 1 there is none, 2 bad input, 3 not all was found
    within the limit, 130 interrupted.
    """
    clock = Clock()
    if render is not None:
        check_drawing(render, "--render")
    found = given(puzzle)
    with Progress(quiet=quiet) as progress, on_signal() as interrupted:
        explained = find_explanation(
            found.puzzle,
            max_seconds=max_seconds,
            keep_going=lambda: not interrupted,
            progress=progress.say,
        )
    done = explained.complete and not interrupted
    ending = Ending(clock, int(bool(explained.solvable)), interrupted, done=done)
    if render is not None:
        from tilewright.explanations.picture import picture_of_explanation
        from tilewright.render import save

        save(picture_of_explanation(explained), render)
    if json:
        about_it = {"puzzle": about(found), "task": "explain"}
        print_json({**about_it, **_entry(explained), **ending.entry()})
    else:
        _print(explained, ending, render)
    return ending.status


def _print(explained: Explanation, ending: Ending, render: Path | None) -> None:
    print(explained, end="\n\n")
    if render is not None:
        print(f"drawn in {render}")
    answer = f"{'solvable' if explained.solvable else 'no solution'}: {explained.kind}"
    if ending.stopped_by:
        answer = f"stopped by {ending.stopped_by}"
    print(f"{answer}; {ending.seconds:.2f} s")
    if explained.kind == "unique" and explained.common:
        print("`tilewright grade` says how hard it is to find")


def _entry(explained: Explanation) -> dict[str, Any]:
    entry = picked(explained, "kind", "solvable", "sentences") | {"drawing": explained.drawing()}
    if explained.proof is not None:
        entry["proof"] = proof_entry(explained.proof)
    if explained.common is not None:
        entry["common"] = _common(explained.common)
    return entry


def _common(common: Common) -> dict[str, Any]:
    cells = common.cells
    named = None if cells is None else [{"cell": c, "piece": name} for c, name in cells.items()]
    return {
        **picked(common, "solutions", "placements"),
        "placements_in_none": common.never,
        "placements_in_all": list(map(placed_entry, common.same)),
        "cells_of_one_piece": named,
        "complete": common.complete,
    }
