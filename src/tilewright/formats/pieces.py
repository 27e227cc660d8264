"""Pieces from `[[piece]]` and `[[pieces]]` tables."""

from dataclasses import replace
from typing import Any

from tilewright.document import Fields, quote
from tilewright.formats.shapes import read_colours, read_letters
from tilewright.lattice import Cell, Lattice
from tilewright.puzzle import Count, EdgeMark, Piece, PuzzleError, piece_set

__all__ = ["read_pieces"]

Places = dict[tuple[str, ...], tuple[str | int, ...]]


def read_pieces(fields: Fields, on: Lattice, places: Places) -> tuple[list[Piece], bool]:
    """All pieces, and whether any was drawn with letters."""
    pieces: list[Piece] = []
    letters = False
    for table in fields.tables("pieces"):
        for piece in _several(table, on):
            _add(pieces, piece, table, places)
        table.done()
    for number, table in enumerate(fields.tables("piece")):
        one, lettered = _one(table, on, f"piece {number + 1}")
        letters |= lettered
        if one is not None:
            _add(pieces, one, table, places)
        table.done()
    return pieces, letters


def _add(pieces: list[Piece], piece: Piece, table: Fields, places: Places) -> None:
    if ("piece", piece.name) in places:
        table.complain(
            "name" if "name" in table else None,
            f"there is another piece {piece.name!r}: give each its own name, or one a count",
        )
        return
    places["piece", piece.name] = table.path
    pieces.append(piece)


def _freedom(table: Fields) -> dict[str, Any]:
    """The fields that say how often and how pieces may be placed."""
    found: dict[str, Any] = {}
    if "count" in table:
        given = table.value("count")
        try:
            found["count"] = Count.of(given)
        except PuzzleError as error:
            table.complain("count", str(error))
    for key in ("turn", "flip"):
        if key in table:
            found[key] = table.flag(key)
    if "motions" in table:
        found["motions"] = tuple(table.names("motions"))
    return found


def _one(table: Fields, on: Lattice, default: str) -> tuple[Piece | None, bool]:
    name = table.text("name", default)
    before = len(table.complaints.found)
    letters = read_letters(table, on)
    unread = len(table.complaints.found) > before
    drawn = {cell: letter for cell, letter in letters.items() if letter.isalnum()}
    colours = drawn | read_colours(table, on, letters)
    freedom = _freedom(table)
    marks = _marks(table, on, list(letters))
    if not letters:
        if not unread:
            table.complain(None, f"piece {name!r} has no cells: give it a drawing, or cells")
        return None, False
    spelt = tuple(colours.get(cell, "") for cell in letters)
    try:
        piece = Piece(name, tuple(letters), colours=spelt, marks=tuple(marks), **freedom)
    except PuzzleError as error:
        table.complain(None, str(error))
        return None, False
    return piece, bool(drawn)


def _marks(table: Fields, on: Lattice, cells: list[Cell]) -> list[EdgeMark]:
    """`marks = { up = "key" }` for a single cell, or a list of { cell, edge, mark }."""
    given = table.value("marks")
    found = []
    if isinstance(given, dict):
        if len(cells) != 1:
            table.complain("marks", "marks = { … } is for pieces of one cell: give a list instead")
            return []
        wanted = [(cells[0], edge, mark) for edge, mark in given.items()]
    else:
        wanted = []
        for number, mark in enumerate(table.items("marks")):
            one = Fields(mark, (*table.path, "marks", number), table.complaints)
            cell = one.vector("cell", on.dimension)
            edge, name = one.text("edge"), one.text("mark")
            one.done()
            if cells:
                wanted.append((cell or cells[0], edge, name))
    for cell, edge, mark in wanted:
        kind = on.kind(cell)
        if cell not in cells or kind is None:
            table.complain("marks", f"the mark {quote(mark)} is at {list(cell)}, which is no cell")
        elif edge not in kind.edges:
            table.complain(
                "marks", f"edge {edge!r}: a cell {kind.name!r} has {', '.join(kind.edges)}"
            )
        elif not isinstance(mark, str):
            table.complain("marks", f"the mark of {edge!r} is {quote(mark)}: expected a name")
        else:
            found.append(EdgeMark(cell, kind.edges[edge], mark))
    return found


def _several(table: Fields, on: Lattice) -> list[Piece]:
    """A named set, or a drawing in which each letter is a piece."""
    freedom = _freedom(table)
    name, sides = table.text("set"), table.text("sides", "free")
    only, without = table.names("only"), table.names("without")
    pieces: list[Piece] = []
    if "drawing" in table:
        shapes: dict[str, list[Cell]] = {}
        for cell, letter in read_letters(table, on).items():
            shapes.setdefault(letter, []).append(cell)
        pieces = [Piece(letter, tuple(cells)) for letter, cells in shapes.items()]
    elif name:
        try:
            pieces = list(piece_set(name, sides=sides, on=on))
        except PuzzleError as error:
            table.complain("set", str(error))
    else:
        table.complain(None, "expected a set of pieces: give `set` or `drawing`")
    known = [piece.name for piece in pieces]
    for key, names in (("only", only), ("without", without)):
        for wrong in sorted(set(names).difference(known)) if pieces else []:
            table.complain(key, f"{key} names {wrong!r}; the pieces are {', '.join(known)}")
    return [
        replace(piece, **freedom)
        for piece in pieces
        if (not only or piece.name in only) and piece.name not in without
    ]
