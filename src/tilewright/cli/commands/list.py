"""`tilewright list`: the puzzles of the catalogue."""

import sys
from typing import Annotated

import typer

from tilewright.catalogue_search import search
from tilewright.cli import options
from tilewright.cli.answers import DONE, NONE, amount, columns, page_width, print_json, with_text
from tilewright.cli.puzzles import NamedPuzzle, about_in_full, given, in_all, lattice_name, size
from tilewright.formats import POLYGON
from tilewright.lattices import lattice as lattice_named


def list_puzzles(
    words: Annotated[
        list[str] | None,
        typer.Argument(help="Only puzzles with all of these, such as 6x10 or 12 pieces."),
    ] = None,
    lattice: Annotated[
        str | None, options.common(help="Only puzzles on this lattice, or polygon.")
    ] = None,
    json: options.Json = False,
) -> int:
    """List the puzzles of the catalogue, with the numbers of their solutions where known.

    Exit status: 0, or 1 if no puzzle is left.
    """
    if lattice not in (None, POLYGON):
        lattice_named(lattice)  # complains if there is none
    found = search(" ".join(words or ()))
    puzzles = [
        puzzle
        for puzzle in map(given, found.names)
        if lattice in (None, lattice_name(puzzle.puzzle))
    ]
    if json:
        print_json({"puzzles": list(map(about_in_full, puzzles))})
    elif puzzles:
        print(*_table(puzzles), sep="\n")
    else:
        nothing = found.message or f"no puzzle on lattice {lattice} has all of that"
        near = [f"nearest: {', '.join(found.near)}"] if found.near else []
        print(nothing, *near, sep="\n", file=sys.stderr)
    return DONE if puzzles else NONE


def _table(puzzles: list[NamedPuzzle]) -> list[str]:
    rows = [("name", "lattice", "cells", "pieces", "solutions", "classes")]
    for puzzle in puzzles:
        solutions, classes = puzzle.known.solutions, puzzle.known.up_to_symmetry
        rows.append(
            (
                puzzle.name,
                lattice_name(puzzle.puzzle),
                str(size(puzzle.puzzle).get("cells", "")),
                str(in_all(puzzle.puzzle)),
                "" if solutions is None else f"{solutions:,}",
                "" if classes is None else f"{classes:,}",
            )
        )
    lines = columns(rows, right=range(2, 6))
    if max(map(len, lines)) > page_width():  # then without the lattices
        lines = columns([(name, *numbers) for name, _, *numbers in rows], right=range(1, 5))
    lines = with_text(lines, ["title", *(puzzle.puzzle.title for puzzle in puzzles)])
    return [*lines, f"{amount(len(puzzles), 'puzzle')}; classes are solutions up to symmetry"]
