"""`tilewright list`: the puzzles of the catalogue."""

import json as json_text
from typing import Annotated

import typer

from tilewright.catalogue_search import search
from tilewright.cli.answers import DONE, NONE, amount, columns, page_width, shorten
from tilewright.cli.options import Json
from tilewright.cli.puzzles import AnyGiven, given, in_all, known_numbers, lattice_name, size
from tilewright.formats import POLYGON
from tilewright.lattices import lattice as lattice_named

LEAST_TITLE = 12  # with less room than this titles are left out


def list_puzzles(
    words: Annotated[
        list[str] | None,
        typer.Argument(help="Only puzzles with all of these, such as 6x10 or 12 pieces."),
    ] = None,
    lattice: Annotated[
        str | None, typer.Option(help="Only puzzles on this lattice, or polygon.")
    ] = None,
    json: Json = False,
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
        typer.echo(json_text.dumps({"puzzles": list(map(_entry, puzzles))}))
    elif puzzles:
        typer.echo("\n".join(_table(puzzles)))
    else:
        typer.echo(found.message or f"no puzzle on lattice {lattice} has all of that", err=True)
        if found.near:
            typer.echo(f"nearest: {', '.join(found.near)}", err=True)
    return DONE if puzzles else NONE


def _table(puzzles: list[AnyGiven]) -> list[str]:
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
    width = max(map(len, lines))
    room = page_width() - width - 2
    if room >= LEAST_TITLE:
        titles = ["title", *(shorten(puzzle.puzzle.title, room) for puzzle in puzzles)]
        lines = [f"{line:{width}}  {title}" for line, title in zip(lines, titles, strict=True)]
    return [*lines, f"{amount(len(puzzles), 'puzzle')}; classes are solutions up to symmetry"]


def _entry(puzzle: AnyGiven) -> dict[str, object]:
    what = puzzle.puzzle
    return {
        "name": puzzle.name,
        "title": what.title,
        "about": what.about,
        "source": what.source,
        "lattice": lattice_name(what),
        **size(what),
        "pieces": str(in_all(what)),
        "known": known_numbers(puzzle.known),
    }
