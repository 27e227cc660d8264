"""Cells from drawings, boxes and lists of coordinates."""

from collections import Counter

from tilewright.document import Fields
from tilewright.lattice import Cell, Lattice
from tilewright.lattice.drawing import DrawingError, find_shift, read_drawing
from tilewright.puzzle import Board, PuzzleError, box

__all__ = ["Shift", "board_shift", "read_board", "read_letters"]

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
            size = 1
            for side in sides:
                size *= side
            if size > LARGEST_BOX:
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
