"""`tilewright show`: a puzzle, a lattice or a set of pieces, before anything is searched."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated

import typer

from tilewright.cli import options, pages
from tilewright.cli.answers import (
    BAD_INPUT,
    DONE,
    amount,
    columns,
    page_width,
    picked,
    point,
    print_json,
)
from tilewright.cli.colour import Paper
from tilewright.cli.options import common, drawn_to, exclude, output
from tilewright.cli.puzzles import NamedPuzzle, any_puzzle, given, lattice_puzzle
from tilewright.cover import format_cover
from tilewright.encoding import encode
from tilewright.engines import OptionError
from tilewright.formats import read_lattice
from tilewright.lattices import Lattice, lattice_names
from tilewright.lattices import lattice as lattice_named
from tilewright.lattices.drawing import can_draw, draw, layers_side_by_side
from tilewright.placements import place
from tilewright.polygons import PolygonPuzzle
from tilewright.polygons.model.files import polygon_set, polygon_set_names
from tilewright.puzzle import piece_set, piece_set_lattice, piece_set_names


def lattice_page(on: Lattice) -> str:
    """A lattice for people who draw puzzles on it, or write lattices of their own."""
    rotations = sum(not motion.mirror for motion in on.motions)
    head = [
        on.name + (f": {on.about}" if on.about else ""),
        f"{amount(on.dimension, 'coordinate')}, {amount(len(on.kinds), 'kind')} of cells, repeats "
        f"after {', '.join(map(point, on.translations.generators))}",
        f"{amount(len(on.motions), 'motion')}, {rotations} of them rotations; pieces may be "
        f"turned over (default): {'yes' if on.flat else 'no'}",
        "",
    ]
    return "\n".join([*head, *_kinds(on), *_generators(on), *_drawings(on)]).rstrip()


def _kinds(on: Lattice) -> Iterator[str]:
    for kind in on.kinds:
        shape = f", pictured as a {kind.shape}" if kind.shape else ""
        yield f"Kind {kind.name!r} at {point(kind.at)}{shape}"
        rows = [("  edge", "step", "seen from there")]
        rows += [
            (f"  {label}", point(step), on.pairs.get(label, label))
            for label, step in kind.edges.items()
        ]
        yield from columns(rows)
        yield ""
    for junction in on.junctions:
        sticks = ", ".join(map(point, junction.sticks))
        yield f"Junction at {point(junction.at)}: sticks by {sticks}"
    if on.junctions:
        yield ""


def _generators(on: Lattice) -> Iterator[str]:
    rows = [("Generator", "order", "", "matrix", "shift")]
    for name, motion in on.generators.items():
        power, order = motion, 1
        while power.matrix != on.motions[0].matrix:
            power, order = motion.after(power), order + 1
        matrix = " ".join(map(point, motion.matrix))
        mirror = "mirror" if motion.mirror else "turn"
        rows.append((name, str(order), mirror, matrix, point(motion.shift)))
    yield from columns(rows, right=[1])
    yield ""


def _drawings(on: Lattice) -> Iterator[str]:
    if not can_draw(on):
        yield "Drawings: none; cells have no places in them, so give coordinates with `cells`"
        return
    yield "Drawings, as (column, row, layer):"
    rows = [
        (f"  the translation {point(step)}", "moves by", point(moved))
        for step, moved in zip(on.translations.generators, on.text_shifts, strict=True)
    ]
    for kind in on.kinds:
        glyph = f", and may be drawn as {kind.glyph}" if kind.glyph else ""
        rows.append((f"  the kind {kind.name!r}", "stands at", point(kind.text) + glyph))
    yield from columns(rows)
    for kind in on.kinds:
        yield ""
        yield f"A cell {kind.name!r} (drawn as @) and its neighbours:"
        letters = dict.fromkeys(on.neighbours(kind.at).values(), "#") | {kind.at: "@"}
        yield layers_side_by_side(draw(on, letters, tight=True), page_width())


def lattice_entry(on: Lattice) -> dict[str, object]:
    """A lattice for JSON."""
    return {
        **picked(on, "name", "about", "dimension"),
        "translations": on.translations.generators,
        "kinds": [
            {
                **picked(kind, "name", "at"),
                "edges": dict(kind.edges),
                "text": kind.text,
                "glyph": kind.glyph or None,
                "shape": kind.shape or None,
            }
            for kind in on.kinds
        ],
        "pairs": dict(on.pairs),
        "generators": {
            name: picked(motion, "matrix", "shift", "mirror")
            for name, motion in on.generators.items()
        },
        "motions": len(on.motions),
        "rotations": sum(not motion.mirror for motion in on.motions),
        "text_shifts": on.text_shifts if can_draw(on) else None,
    }


def show(
    name: Annotated[
        str | None,
        typer.Argument(metavar="[NAME]", help="A name of the catalogue, or a file (.toml)."),
    ] = None,
    orientations: Annotated[
        bool, output("--orientations", help="Draw each piece in all its orientations.")
    ] = False,
    cover: Annotated[
        bool, common("--cover", help="Print the exact cover problem, for `tilewright cover`.")
    ] = False,
    lattice: Annotated[
        bool, common("--lattice", help="NAME is a lattice; leave it out for a list.")
    ] = False,
    pieces: Annotated[
        bool, common("--set", help="NAME is a set of pieces; leave it out for a list.")
    ] = False,
    render: Annotated[Path | None, drawn_to(help="Draw it too; see `render`.")] = None,
    colour: options.Colour = "auto",
    json: options.Json = False,
) -> int:
    """Show a puzzle: board, pieces, orientations, placements and symmetries.

    Exit status: 0, or 2 bad input.
    """
    paper = Paper.of(colour)
    kinds = {"--lattice": lattice, "--set": pieces, "--cover": cover}
    exclude({**kinds, "--orientations": orientations})
    exclude({"--cover": cover, "--json": json})
    if render is not None:
        if lattice or pieces or cover or name is None:
            raise OptionError("--render draws a puzzle: leave out the other options")
        from tilewright.render import save  # pictures are rarely asked for

        save(any_puzzle(name).puzzle, render)
    if name is None:
        if not (lattice or pieces):
            raise OptionError("which puzzle? `tilewright list` names those of the catalogue")
        sets = sorted({*piece_set_names(), *polygon_set_names()})
        names = list(lattice_names()) if lattice else sets
        _print("\n".join(names), {"names": names}, json=json)
    elif lattice:
        shown = read_lattice(name) if name.endswith(".toml") else lattice_named(name)
        _print(lattice_page(shown), lattice_entry(shown), json=json)
    elif pieces:
        _print(*_set(name, paper), json=json)
    elif cover:
        print(format_cover(encode(lattice_puzzle(name).on_lattice).problem), end="")
    else:
        return _puzzle(given(name), paper, orientations=orientations, json=json)
    return DONE


def _print(page: str, entry: Mapping[str, object], *, json: bool) -> None:
    if json:
        print_json(entry)
    else:
        print(page)


def _set(name: str, paper: Paper) -> tuple[str, dict[str, object]]:
    """A set of pieces on a lattice, or of polygons; or one of each, with the same name."""
    shown, entry = [], {}
    if name in piece_set_names() or name not in polygon_set_names():
        parts = name, piece_set_lattice(name), piece_set(name)
        shown, entry = [pages.set_page(*parts, paper)], pages.set_entry(*parts)
    if name in polygon_set_names():
        shown.append(pages.polygon_set_page(name, polygon_set(name), paper))
        entry = {**pages.polygon_set_entry(name, polygon_set(name)), **entry}
    return "\n\n".join(shown), entry


def _puzzle(puzzle: NamedPuzzle, paper: Paper, *, orientations: bool, json: bool) -> int:
    what = puzzle.on_lattice if orientations else puzzle.puzzle
    faults = puzzle.file.faults()
    for line, fault in faults:
        puzzle.say("error" if fault.serious else "warning", line, fault)
    faulty = any(fault.serious for _, fault in faults)
    if isinstance(what, PolygonPuzzle):
        if not faulty:
            page, entry = pages.polygon_page(puzzle, what, paper), pages.polygon_entry(puzzle, what)
            _print(page, entry, json=json)
    elif not faulty and json:
        print_json(pages.puzzle_entry(puzzle, place(what)))
    elif not faulty:
        print(pages.puzzle_page(puzzle, place(what), paper, turned=orientations))
    elif not json:
        on, cells = what.lattice, [*what.board.cells, *(c for p in what.pieces for c in p.cells)]
        if all(len(cell) == on.dimension and on.kind(cell) for cell in cells):
            print(pages.puzzle_page(puzzle, None, paper, turned=False))  # it may show what is wrong
    return BAD_INPUT if faulty else DONE
