"""`tilewright shares`: in how many solutions of a puzzle a piece covers a cell."""

import json as json_text
import time
from contextlib import suppress
from typing import Annotated

import typer

from tilewright.cli.answers import amount, status_of, why_stopped
from tilewright.cli.options import (
    Device,
    Engine,
    Json,
    Memory,
    Puzzle,
    Quiet,
    Threads,
    require_device,
    search_options,
)
from tilewright.cli.puzzles import about, sound
from tilewright.cli.terminal import Progress, end_at_once, on_signal
from tilewright.encoding import encode
from tilewright.solutions import placed_entry
from tilewright.solving.share_table import Shares, add_up


def shares(
    puzzle: Puzzle,
    piece: Annotated[
        str | None, typer.Option(metavar="NAME", help="Only this piece, and those like it.")
    ] = None,
    engine: Engine = "auto",
    threads: Threads = 0,
    memory: Memory = None,
    device: Device = None,
    json: Json = False,
    quiet: Quiet = False,
) -> int:
    """For each piece, the board with the percentage of solutions in which it covers each cell.

    All solutions count, symmetric copies included.  A dot stands for never, 100 for always.
    Pieces that are identical are taken together.

    Exit status: 0 there are solutions, 1 there is none, 2 bad input, 130 interrupted.
    """
    began = time.monotonic()
    given = sound(puzzle)
    if piece is not None:
        given.puzzle.piece(piece)  # is there such a piece?
    how = search_options(memory=memory, device=device)
    require_device(device, engine)
    found = None
    with Progress(quiet=quiet) as progress, suppress(KeyboardInterrupt), on_signal(end_at_once):
        found = add_up(
            encode(given.puzzle),
            progress=lambda tour: progress.show(tour, tour.solutions),
            engine=engine,
            threads=threads,
            **how,
        )
    stopped_by = why_stopped(done=found is not None, interrupted=True)
    seconds = time.monotonic() - began
    if json:
        value = {
            "puzzle": about(given),
            "task": "shares",
            "engine": found.engine if found else engine,
            "device": device or "cpu",
            **_entries(found, piece),
            "complete": found is not None,
            "stopped_by": stopped_by,
            "seconds": round(seconds, 6),
        }
        typer.echo(json_text.dumps(value))
    else:
        _print(found, piece, seconds)
    return status_of(found.solutions if found else 0, stopped_by)


def _print(found: Shares | None, piece: str | None, seconds: float) -> None:
    if found is None:
        typer.echo(f"stopped by interrupt; {seconds:.2f} s")
        return
    if found.solutions:
        for names in _wanted(found, piece):
            typer.echo(found.page(names[0]) + "\n")
    typer.echo(f"{amount(found.solutions, 'solution')}; {seconds:.2f} s")


def _wanted(found: Shares, piece: str | None) -> list[tuple[str, ...]]:
    """The names of the pieces that were asked for, identical ones together."""
    if piece is None:
        return found.alike()
    return [names for names in found.alike() if piece in names] or [(piece,)]


def _entries(found: Shares | None, piece: str | None) -> dict[str, object]:
    if found is None:
        return {"solutions": None, "pieces": [], "placements": []}
    wanted = _wanted(found, piece)
    named = {name for names in wanted for name in names}
    return {
        "solutions": found.solutions,
        "pieces": [
            {
                "pieces": names,
                "cells": [
                    {"cell": cell, "solutions": found.count(names[0], cell)}
                    for cell in found.puzzle.board.cells
                ],
            }
            for names in wanted
        ],
        "placements": [
            {**placed_entry(placed), "solutions": times}
            for placed, times in found.placements()
            if placed.piece in named
        ],
    }
