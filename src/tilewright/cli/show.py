"""`tilewright show`: a puzzle, a lattice or a set of pieces, before anything is searched."""

import json as json_text
from pathlib import Path
from typing import Annotated

import typer

from tilewright.cli.answers import BAD_INPUT, DONE
from tilewright.cli.colour import Colour, Paper
from tilewright.cli.lattices import lattice_entry, lattice_page
from tilewright.cli.options import Json
from tilewright.cli.picture import puzzle_entry, puzzle_page, set_entry, set_page
from tilewright.cli.polygon_page import (
    polygon_entry,
    polygon_page,
    polygon_set_entry,
    polygon_set_page,
)
from tilewright.cli.puzzles import AnyGiven, Given, given, sound, sound_any
from tilewright.cover import format_cover
from tilewright.encoding import encode
from tilewright.engines import OptionError
from tilewright.formats import read_lattice
from tilewright.lattice import Lattice, lattice_names
from tilewright.lattice import lattice as lattice_named
from tilewright.placements import place
from tilewright.polygons import PolygonPuzzle
from tilewright.polygons.sets import polygon_set, polygon_set_names
from tilewright.puzzle import piece_set, piece_set_lattice, piece_set_names

__all__ = ["show"]


def show(
    name: Annotated[
        str | None,
        typer.Argument(metavar="[NAME]", help="A name of the catalogue, or a file (.toml)."),
    ] = None,
    orientations: Annotated[
        bool, typer.Option("--orientations", help="Draw each piece in all its orientations.")
    ] = False,
    cover: Annotated[
        bool, typer.Option("--cover", help="Print the exact cover problem, for `tilewright cover`.")
    ] = False,
    lattice: Annotated[
        bool, typer.Option("--lattice", help="NAME is a lattice; leave it out for a list.")
    ] = False,
    pieces: Annotated[
        bool, typer.Option("--set", help="NAME is a set of pieces; leave it out for a list.")
    ] = False,
    render: Annotated[
        Path | None,
        typer.Option("--render", metavar="FILE", help="Draw it too; see `render`."),
    ] = None,
    colour: Colour = "auto",
    json: Json = False,
) -> int:
    """Show a puzzle: board, pieces, orientations, placements and symmetries.

    Exit status: 0, or 2 bad input.
    """
    paper = Paper.of(colour)
    _refuse(lattice=lattice, pieces=pieces, cover=cover, orientations=orientations, json=json)
    if render is not None:
        if lattice or pieces or cover or name is None:
            raise OptionError("--render draws a puzzle: leave out the other options")
        from tilewright.render import save  # pictures are rarely asked for

        save(sound_any(name).puzzle, render)
    if name is None:
        if not (lattice or pieces):
            raise OptionError("which puzzle? `tilewright list` names those of the catalogue")
        names = lattice_names() if lattice else _set_names()
        typer.echo(json_text.dumps({"names": names}) if json else "\n".join(names))
    elif lattice:
        shown = _lattice(name)
        typer.echo(json_text.dumps(lattice_entry(shown)) if json else lattice_page(shown))
    elif pieces:
        _set(name, paper, json=json)
    elif cover:
        typer.echo(format_cover(encode(sound(name).puzzle).problem), nl=False)
    else:
        found = given(name)
        if isinstance(found.puzzle, PolygonPuzzle) and not orientations:
            return _polygons(found, found.puzzle, paper, json=json)
        return _puzzle(found.on_lattice(), paper, orientations=orientations, json=json)
    return DONE


def _refuse(**given: bool) -> None:
    for one, others in {
        "lattice": ("pieces", "cover", "orientations"),
        "pieces": ("cover", "orientations"),
        "cover": ("orientations", "json"),
    }.items():
        for other in others:
            if given[one] and given[other]:
                raise OptionError(f"{_spelt(one)} and {_spelt(other)} exclude each other")


def _spelt(option: str) -> str:
    return "--set" if option == "pieces" else f"--{option}"


def _set_names() -> list[str]:
    return sorted({*piece_set_names(), *polygon_set_names()})


def _set(name: str, paper: Paper, *, json: bool) -> None:
    """A set of pieces on a lattice, or of polygons; or one of each, with the same name."""
    pages, entry = [], {}
    if name in piece_set_names() or name not in polygon_set_names():
        parts = name, piece_set_lattice(name), piece_set(name)
        pages, entry = [set_page(*parts, paper)], set_entry(*parts)
    if name in polygon_set_names():
        pages.append(polygon_set_page(name, polygon_set(name), paper))
        entry = {**polygon_set_entry(name, polygon_set(name)), **entry}
    typer.echo(json_text.dumps(entry) if json else "\n\n".join(pages), color=True)


def _lattice(name: str) -> Lattice:
    return read_lattice(name) if name.endswith(".toml") else lattice_named(name)


def _tell_faults(puzzle: AnyGiven) -> bool:
    """Tell all faults on stderr.  Is any of them serious?"""
    faults = puzzle.file.faults()
    for line, fault in faults:
        puzzle.say("error" if fault.serious else "warning", line, fault)
    return any(fault.serious for _, fault in faults)


def _polygons(puzzle: AnyGiven, what: PolygonPuzzle, paper: Paper, *, json: bool) -> int:
    if _tell_faults(puzzle):
        return BAD_INPUT
    if json:
        typer.echo(json_text.dumps(polygon_entry(puzzle, what)))
    else:
        typer.echo(polygon_page(puzzle, what, paper), color=True)
    return DONE


def _puzzle(puzzle: Given, paper: Paper, *, orientations: bool, json: bool) -> int:
    on = puzzle.puzzle.lattice
    if not _tell_faults(puzzle):
        placements = place(puzzle.puzzle)
        if json:
            typer.echo(json_text.dumps(puzzle_entry(puzzle, placements)))
        else:
            typer.echo(puzzle_page(puzzle, placements, paper, turned=orientations), color=True)
        return DONE
    cells = [*puzzle.puzzle.board.cells, *(c for p in puzzle.puzzle.pieces for c in p.cells)]
    if not json and all(len(cell) == on.dimension and on.kind(cell) for cell in cells):
        typer.echo(
            puzzle_page(puzzle, None, paper, turned=False), color=True
        )  # which may show what is wrong
    return BAD_INPUT
