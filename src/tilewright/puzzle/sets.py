"""Sets of pieces by name, such as the pentominoes; each is a file of `data/pieces`.

A file lists its pieces, or says that the set is `all` forms of so many cells.  Those have no
names of their own: they are numbered, after the first letter of the set.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache, lru_cache

from tilewright.document import Complaints, Fields, parse_document
from tilewright.document.brief import close_matches
from tilewright.document.data import data_names, data_text
from tilewright.lattice import Cell, Lattice, lattice
from tilewright.lattice.drawing import DrawingError, read_drawing
from tilewright.puzzle.forms import canonical, forms, is_chiral, mirrored
from tilewright.puzzle.piece import Count, Piece, PuzzleError

__all__ = ["piece_set", "piece_set_lattice", "piece_set_names"]

SIDES = ("free", "one-sided", "fixed")
STACKED = {"square": "cube", "hexagon": "hexagon-prism", "triangle": "triangle-prism"}


@cache
def piece_set_names() -> tuple[str, ...]:
    """The names of all sets."""
    return data_names("pieces")


def piece_set(name: str, *, sides: str = "free", on: Lattice | None = None) -> tuple[Piece, ...]:
    """The pieces of a set.

    On a flat lattice they may be turned over.  With sides "one-sided" they may not; then each
    piece that differs from its mirror image comes with it, as a twin with the name in lower case.
    With sides "fixed" every orientation is a piece of its own, which may not be turned: F.1, F.2, …
    In space, where turning over is no choice, sets of all forms have these twins in any case.
    Flat pieces can also be had `on` the lattice that stacks their own, as solid pieces.

    >>> "".join(piece.name for piece in piece_set("pentominoes"))
    'FILNPTUVWXYZ'
    >>> "".join(piece.name for piece in piece_set("tetrominoes", sides="one-sided"))
    'ILlOSsT'
    >>> [piece.name for piece in piece_set("trominoes", sides="fixed")]
    ['I.1', 'I.2', 'V.1', 'V.2', 'V.3', 'V.4']
    >>> piece_set("tetrominoes", on=lattice("cube"))[0].cells
    ((0, 0, 0), (1, 0, 0), (2, 0, 0), (3, 0, 0))
    """
    return _piece_set(name, sides, on)


@lru_cache(maxsize=64)
def _piece_set(name: str, sides: str, on: Lattice | None) -> tuple[Piece, ...]:
    if sides not in SIDES:
        raise PuzzleError(f"sides is {sides!r}: expected one of {', '.join(map(repr, SIDES))}")
    home, pieces, numbered = _read(name)
    on = home if on is None else on
    if on != home:
        if on.name != STACKED.get(home.name):
            raise PuzzleError(f"the {name} are pieces of {home.name!r}, not of {on.name!r}")
        pieces = tuple(replace(p, cells=tuple((*cell, 0) for cell in p.cells)) for p in pieces)
    if sides == "one-sided" or (numbered and not home.flat):
        pieces = tuple(_with_twins(on, pieces))
    if sides == "fixed":
        return tuple(turned for piece in pieces for turned in _orientations(on, piece))
    return pieces if sides == "free" else tuple(replace(p, flip=False) for p in pieces)


def piece_set_lattice(name: str) -> Lattice:
    """The lattice on which a set of pieces is at home.

    >>> piece_set_lattice("soma")
    Lattice('cube')
    """
    return _read(name)[0]


def _orientations(on: Lattice, piece: Piece) -> Iterator[Piece]:
    motions = piece.allowed_motions(on)
    found = dict.fromkeys(canonical(on, map(motion, piece.cells), "fixed") for motion in motions)
    for number, cells in enumerate(found, 1):
        name = piece.name if len(found) == 1 else f"{piece.name}.{number}"
        yield replace(piece, name=name, cells=cells, turn=False)


def _with_twins(on: Lattice, pieces: Iterable[Piece]) -> Iterator[Piece]:
    pieces = tuple(pieces)
    there = {canonical(on, piece.cells, "one-sided") for piece in pieces}
    for piece in pieces:
        yield piece
        twin = mirrored(on, piece.cells)
        if is_chiral(on, piece.cells) and canonical(on, twin, "one-sided") not in there:
            yield replace(piece, name=piece.name.lower(), cells=twin)


@cache
def _read(name: str) -> tuple[Lattice, tuple[Piece, ...], bool]:
    """The lattice and the pieces of a set, and whether they are numbered."""
    if name not in piece_set_names():
        near = close_matches(name, piece_set_names())
        known = ", ".join(piece_set_names())
        hint = f"did you mean {near[0]!r}?" if near else f"there are {known}"
        raise PuzzleError(f"unknown set of pieces {name!r}; {hint}")
    document = parse_document(data_text(f"pieces/{name}.toml"), f"{name}.toml")
    complaints = Complaints(document)
    fields = Fields(document.data, (), complaints)
    if fields.whole("format") != 1:
        fields.complain("format", "expected format = 1")
    fields.text("about")
    home = lattice(fields.text("lattice"))
    size = fields.whole("all")
    if size:
        initial = name[0].upper()
        named = enumerate(forms(home, size), 1)
        pieces = [Piece(f"{initial}{number}", form) for number, form in named]
    else:
        pieces = [_piece(table, home) for table in fields.tables("piece")]
    fields.done()
    complaints.raise_any()
    return home, tuple(pieces), bool(size)


def _piece(table: Fields, on: Lattice) -> Piece:
    name, count = table.text("name"), table.whole("count", 1)
    cells: list[Cell] = table.vectors("cells", on.dimension)
    try:
        cells += [mark.cell for mark in read_drawing(on, table.text("drawing"))]
    except DrawingError as error:
        table.complain("drawing", str(error), row=error.row)
    table.done()
    return Piece(name, tuple(cells), Count.of(count))
