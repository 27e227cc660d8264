"""`tilewright shares`: in how many solutions of a puzzle a piece covers a cell."""

from functools import partial
from typing import Annotated

from tilewright.cli import options
from tilewright.cli.answers import Clock, Ending, amount, print_json
from tilewright.cli.options import TourChoice
from tilewright.cli.puzzles import about, lattice_puzzle
from tilewright.cli.terminal import tour
from tilewright.solutions import placed_entry
from tilewright.solving.share_table import Shares
from tilewright.solving.share_table import shares as all_shares


def shares(
    puzzle: options.Puzzle,
    choice: TourChoice,
    piece: Annotated[
        str | None, options.common(metavar="NAME", help="Only this piece, and those like it.")
    ] = None,
) -> int:
    """For each piece, the board with the percentage of solutions in which it covers each cell.

    All solutions count, symmetric copies included.  A dot stands for never, 100 for always.
    Pieces that are identical are taken together.

    Exit status: 0 there are solutions, 1 there is none, 2 bad input, 130 interrupted.
    """
    clock = Clock()
    given = lattice_puzzle(puzzle)
    if piece is not None:
        given.on_lattice.piece(piece)  # is there such a piece?
    found = tour(choice, partial(all_shares, given.on_lattice))
    done = found is not None
    ending = Ending(clock, found.solutions if found else 0, interrupted=True, done=done)
    if choice.json:
        value = {
            "puzzle": about(given),
            "task": "shares",
            "engine": found.engine if found else choice.engine,
            "device": choice.device or "cpu",
            **_entries(found, piece),
            **ending.entry(),
        }
        print_json(value)
    elif found is None:
        print(f"stopped by interrupt; {ending.seconds:.2f} s")
    else:
        for names in _wanted(found, piece) if found.solutions else ():
            print(found.page(names[0]), end="\n\n")
        print(f"{amount(found.solutions, 'solution')}; {ending.seconds:.2f} s")
    return ending.status


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
