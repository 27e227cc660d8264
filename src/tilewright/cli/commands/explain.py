"""`tilewright explain`: why a puzzle has no solution, or what is the same in all."""

import json as json_text
import time
from pathlib import Path
from typing import Annotated, Any

import typer

from tilewright.cli.answers import StoppedBy, status_of, why_stopped
from tilewright.cli.options import Json, MaxSeconds, Puzzle, Quiet
from tilewright.cli.puzzles import about, given
from tilewright.cli.terminal import Progress, on_signal
from tilewright.explanations import Explanation
from tilewright.explanations import explain as find_explanation
from tilewright.explanations.common import Common
from tilewright.explanations.proofs import Bare, Chain, Conflict, Nowhere, Proof, Searched, Weighing
from tilewright.solutions import placed_entry


def explain(
    puzzle: Puzzle,
    render: Annotated[
        Path | None,
        typer.Option("--render", metavar="FILE", help="Draw it, too: a .svg, .png or .pdf."),
    ] = None,
    max_seconds: MaxSeconds = None,
    json: Json = False,
    quiet: Quiet = False,
) -> int:
    """Say why a puzzle has no solution; or if it has some, what is the same in all of them.

    The first reason that can be proved is given: sizes, a piece that fits nowhere, a cell that
    nothing covers, forced moves, a colouring, numbers on the cells, a few cells and pieces that are
    too much together, or a search.  Every reason has been checked in another way.

    Exit status: 0 there are solutions, 1 there is none, 2 bad input, 3 not all was found
    within the limit, 130 interrupted.
    """
    began = time.monotonic()
    if render is not None:
        _check_picture(render)
    found = given(puzzle)
    with Progress(quiet=quiet) as progress, on_signal(lambda: None) as interrupted:
        explained = find_explanation(
            found.puzzle,
            max_seconds=max_seconds,
            keep_going=lambda: not interrupted,
            progress=progress.say,
        )
    complete = explained.complete and not interrupted
    stopped_by = why_stopped(done=complete, interrupted=bool(interrupted))
    if render is not None:
        _draw(explained, render)
    seconds = time.monotonic() - began
    if json:
        from tilewright.cli.commands.explain import explanation_entry

        value = {
            "puzzle": about(found),
            "task": "explain",
            **explanation_entry(explained),
            "complete": complete,
            "stopped_by": stopped_by,
            "seconds": round(seconds, 6),
        }
        typer.echo(json_text.dumps(value))
    else:
        _print(explained, stopped_by, seconds, render)
    return status_of(int(bool(explained.solvable)), stopped_by)


def _check_picture(path: Path) -> None:
    from tilewright.render import DRAWINGS, PictureError, check_path

    if path.suffix.lower() not in DRAWINGS:
        raise PictureError(f"--render {path}: expected a name that ends in {', '.join(DRAWINGS)}")
    check_path(path)


def _draw(explained: Explanation, path: Path) -> None:
    from tilewright.explanations.picture import picture_of_explanation
    from tilewright.render import save

    save(picture_of_explanation(explained), path)


def _print(
    explained: Explanation, stopped_by: StoppedBy, seconds: float, render: Path | None
) -> None:
    typer.echo(f"{explained}\n")
    if render is not None:
        typer.echo(f"drawn in {render}")
    if stopped_by:
        typer.echo(f"stopped by {stopped_by}; {seconds:.2f} s")
    else:
        answer = "solvable" if explained.solvable else "no solution"
        typer.echo(f"{answer}: {explained.kind}; {seconds:.2f} s")
    if explained.kind == "unique" and explained.common:
        typer.echo("`tilewright grade` says how hard it is to find")


def explanation_entry(explained: Explanation) -> dict[str, Any]:
    """An explanation as a JSON object."""
    entry: dict[str, Any] = {
        "kind": explained.kind,
        "solvable": explained.solvable,
        "sentences": list(explained.sentences),
        "drawing": explained.drawing(),
    }
    if explained.proof is not None:
        entry["proof"] = _proof(explained.proof)
    if explained.common is not None:
        entry["common"] = _common(explained.common)
    return entry


def _proof(proof: Proof) -> dict[str, Any]:
    match proof:
        case Weighing():
            weights = [{"cell": cell, "weight": w} for cell, w in proof.weights.items()]
            return {"weights": weights, "modulus": proof.modulus}
        case Nowhere():
            return {"piece": proof.piece}
        case Bare():
            return {"cell": proof.cell}
        case Chain():
            steps = [{"piece": s.piece, "cells": s.cells, "cell": s.at} for s in proof.steps]
            return {"steps": steps, "end": _proof(proof.end)}
        case Conflict():
            return {
                "cells": proof.cells,
                "pieces_at_least": proof.least,
                "pieces_at_most": proof.most,
                "minimal": proof.minimal,
            }
        case Searched():
            return {"engine": proof.engine, "nodes": proof.nodes}


def _common(common: Common) -> dict[str, Any]:
    cells = None if common.cells is None else common.cells.items()
    return {
        "solutions": common.solutions,
        "placements": common.placements,
        "placements_in_none": common.never,
        "placements_in_all": [placed_entry(placed) for placed in common.same],
        "cells_of_one_piece": None
        if cells is None
        else [{"cell": cell, "piece": name} for cell, name in cells],
        "complete": common.complete,
    }
