"""Pieces from `[[piece]]` and `[[pieces]]` tables."""

from collections import Counter
from dataclasses import replace
from math import prod
from typing import Any

from tilewright.document import Fields, quote
from tilewright.lattices import Cell, Lattice
from tilewright.lattices.drawing import DrawingError, find_shift, read_drawing
from tilewright.puzzle import Board, Count, EdgeMark, Piece, PuzzleError, box, piece_set

MAY = "?"
LARGEST_BOX = 4_000_000
FARTHEST_LAYER = 1 << 20

Shift = tuple[int, int] | None  # how far a drawing is moved; None to find out


def read_letters(fields: Fields, on: Lattice, shift: Shift = None) -> dict[Cell, str]:
    """The cells of a table with `drawing`, `box` or `cells`, each with the letter drawn for it."""
    letters: dict[Cell, str] = {}
    if "drawing" in fields:
        _add_drawing(fields, on, letters, shift=shift)
    if "box" in fields:
        sides = fields.vector("box", on.dimension)
        if sides and len(on.kinds) > 1:
            fields.complain("box", f"a box needs a lattice with one kind of cell, not {on.name!r}")
        elif sides and min(sides) >= 1:
            if prod(sides) > LARGEST_BOX:
                fields.complain("box", f"box is {list(sides)}: at most {LARGEST_BOX} cells")
            else:
                _add(fields, "box", dict.fromkeys(box(*sides), "#"), letters)
        elif sides:
            fields.complain("box", f"box is {list(sides)}: each side is 1 or more")
    if "cells" in fields:
        cells = fields.vectors("cells", on.dimension)
        for cell, times in Counter(cells).items():
            if times > 1:
                fields.complain("cells", f"cell {list(cell)} is given {times} times")
        _add(fields, "cells", dict.fromkeys(cells, "#"), letters)
    return letters


def _add_drawing(
    fields: Fields, on: Lattice, letters: dict[Cell, str], layer: int = 0, shift: Shift = None
) -> None:
    try:
        marks = read_drawing(on, fields.text("drawing"), layer=layer, shift=shift)
    except DrawingError as error:
        fields.complain("drawing", str(error), row=error.row)
        return
    _add(fields, "drawing", {mark.cell: mark.letter for mark in marks}, letters)


def _add(fields: Fields, key: str, more: dict[Cell, str], letters: dict[Cell, str]) -> None:
    both = sorted(set(more).intersection(letters))
    if both:
        fields.complain(
            key,
            f"{key} gives the cell {list(both[0])}, which was given before"
            + (f", and {len(both) - 1} more such" if len(both) > 1 else "")
            + ": layers and lists must not overlap",
        )
    letters.update(more)


def board_shift(fields: Fields, on: Lattice) -> Shift:
    """How far the board is moved: all its layers alike, and pieces drawn in their places too."""
    table = fields.value("board")
    if not isinstance(table, dict):
        return None
    layers = table.get("layer")
    parts = [table, *(layers if isinstance(layers, list) else [])]
    texts = [part.get("drawing") for part in parts if isinstance(part, dict)]
    drawn = [text.strip("\n") for text in texts if isinstance(text, str) and text.strip()]
    try:
        return find_shift(on, "\n\n".join(drawn)) if drawn else None
    except DrawingError:
        return None  # it is complained about where it is read


def read_board(fields: Fields, on: Lattice) -> tuple[Board | None, bool]:
    """The board, and whether it was drawn with letters."""
    table = fields.table("board")
    if table is None:
        fields.complain(None, "there is no board: add a [board] table with a drawing")
        return None, False
    shift = board_shift(fields, on)
    letters = read_letters(table, on, shift)
    for layer in table.tables("layer"):
        numbers = layer.value("at")
        numbers = [numbers] if isinstance(numbers, int) else numbers
        if not isinstance(numbers, list) or not all(
            isinstance(n, int) and abs(n) < FARTHEST_LAYER for n in numbers
        ):
            layer.complain("at", "at: expected the number of a layer, or a list of numbers")
            numbers = []
        for number in numbers:
            _add_drawing(layer, on, letters, number, shift)
        layer.text("drawing")
        layer.done()
    may = set(table.vectors("may", on.dimension))
    may |= {cell for cell, letter in letters.items() if letter == MAY}
    letters.update({cell: "#" for cell in may if cell not in letters})
    colours = {cell: letter for cell, letter in letters.items() if letter.isalnum()}
    drawn = bool(colours)
    colours |= read_colours(table, on, letters)
    table.done()
    try:
        board = Board(tuple(c for c in letters if c not in may), tuple(may), colours)
    except PuzzleError as error:
        table.complain(None, str(error))
        return None, drawn
    return board, drawn


def read_colours(fields: Fields, on: Lattice, cells: dict[Cell, str]) -> dict[Cell, str]:
    """Colours given in a table: colour = list of cells."""
    found: dict[Cell, str] = {}
    table = fields.table("colours")
    if table is None:
        return found
    for colour in table.all_keys():
        for cell in table.vectors(colour, on.dimension):
            if cell not in cells:
                table.complain(
                    colour, f"colour {colour!r} is given to {list(cell)}, which is no cell"
                )
            elif cell in found:
                table.complain(colour, f"cell {list(cell)} has two colours")
            found[cell] = colour
    return found


Places = dict[tuple[str, ...], tuple[str | int, ...]]


def read_pieces(fields: Fields, on: Lattice, places: Places) -> tuple[list[Piece], bool]:
    """All pieces, and whether any was drawn with letters."""
    pieces: list[Piece] = []
    letters = False
    for table in fields.tables("pieces"):
        for piece in _several(table, on):
            _add_piece(pieces, piece, table, places)
        table.done()
    for number, table in enumerate(fields.tables("piece")):
        one, lettered = _one(table, on, f"piece {number + 1}")
        letters |= lettered
        if one is not None:
            _add_piece(pieces, one, table, places)
        table.done()
    return pieces, letters


def _add_piece(pieces: list[Piece], piece: Piece, table: Fields, places: Places) -> None:
    if ("piece", piece.name) in places:
        table.complain(
            "name" if "name" in table else None,
            f"there is another piece {piece.name!r}: give each its own name, or one a count",
        )
        return
    places["piece", piece.name] = table.path
    pieces.append(piece)


def read_count(table: Fields, key: str) -> Count | None:
    """How many of something; None if that is not said."""
    try:
        return Count.of(table.value(key)) if key in table else None
    except PuzzleError as error:
        table.complain(key, str(error))
        return None


def _freedom(table: Fields) -> dict[str, Any]:
    """The fields that say how often and how pieces may be placed."""
    found: dict[str, Any] = {}
    if count := read_count(table, "count"):
        found["count"] = count
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
