"""Polygon puzzles as TOML text: what is written reads back as the same puzzle."""

import json
from collections.abc import Iterator

from tilewright.polygons.numbers import Number
from tilewright.polygons.puzzle import PolygonPiece, PolygonPuzzle, Ring, Shape

__all__ = ["format_polygon_puzzle"]


def format_polygon_puzzle(puzzle: PolygonPuzzle) -> str:
    """The text of a file that says the same.

    >>> square = Shape.of([(0, 0), ("sqrt(2)", 0), ("sqrt(2)", "sqrt(2)"), (0, "sqrt(2)")])
    >>> piece = PolygonPiece("A", Shape.of([(0, 0), (1, 1), (-1, 1)]), count=2, flip=False)
    >>> print(format_polygon_puzzle(PolygonPuzzle((square,), (piece,))))
    format = 1
    lattice = "polygon"
    <BLANKLINE>
    [board]
    outline = [[0, 0], ["sqrt(2)", 0], ["sqrt(2)", "sqrt(2)"], [0, "sqrt(2)"]]
    <BLANKLINE>
    [[piece]]
    name = "A"
    count = 2
    flip = false
    outline = [[0, 0], [1, 1], [-1, 1]]
    <BLANKLINE>
    """
    return "\n".join(_lines(puzzle)) + "\n"


def _lines(puzzle: PolygonPuzzle) -> Iterator[str]:
    yield "format = 1"
    for key in ("title", "about", "source"):
        if value := getattr(puzzle, key):
            yield f"{key} = {_text(value)}"
    yield 'lattice = "polygon"'
    if len(puzzle.board) <= 1:
        yield from ("", "[board]", *(line for part in puzzle.board for line in _shape(part)))
    else:
        for part in puzzle.board:
            yield from ("", "[[board.part]]", *_shape(part))
    for piece in puzzle.pieces:
        yield from ("", "[[piece]]", *_piece(piece))


def _piece(piece: PolygonPiece) -> Iterator[str]:
    yield f"name = {_text(piece.name)}"
    if piece.count != 1:
        yield f"count = {piece.count}"
    for key in ("turn", "flip"):
        if not getattr(piece, key):
            yield f"{key} = false"
    yield from _shape(piece.shape)


def _shape(shape: Shape) -> Iterator[str]:
    yield f"outline = {_ring(shape.outer)}"
    if shape.holes:
        yield f"holes = [{', '.join(map(_ring, shape.holes))}]"


def _ring(ring: Ring) -> str:
    return "[" + ", ".join(f"[{_number(x)}, {_number(y)}]" for x, y in ring) + "]"


def _number(number: Number) -> str:
    """As TOML has it: bare if it reads back as the same text, else in quotes."""
    for kind in (int, float):
        try:
            if repr(kind(number.text)) == number.text:
                return number.text
        except ValueError:
            pass
    return _text(number.text)


def _text(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007F")
