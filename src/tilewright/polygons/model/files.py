"""Polygon puzzles from the tables of a TOML document, and as such.

Reading goes to the end whatever it meets, so that everything that is wrong is told at once.
"""

import json
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

from tilewright.document import Fields, parse_document, quote
from tilewright.document.reading import data_names, data_text
from tilewright.document.text import close_matches
from tilewright.errors import TilewrightError
from tilewright.polygons.exact.numbers import Number, NumberError
from tilewright.polygons.model.puzzle import Point, PolygonPiece, PolygonPuzzle, Ring, Shape
from tilewright.puzzle import PuzzleError

MOST_CORNERS = 100_000  # of one puzzle


def read_polygon_pieces(
    fields: Fields, *, exact: bool
) -> Iterator[tuple[Fields, PolygonPiece | None]]:
    """The `[[piece]]` tables, each with its piece if that can be read."""
    for number, table in enumerate(fields.tables("piece"), 1):
        name = table.text("name", f"piece {number}")
        shape = read_shape(table, exact=exact)
        freedom = read_freedom(table)
        table.done()
        yield table, None if shape is None else PolygonPiece(name, shape, **freedom)


def read_freedom(table: Fields) -> dict[str, Any]:
    """How many there are of a piece, and how it may be placed."""
    found: dict[str, Any] = {"count": table.whole("count", 1)} if "count" in table else {}
    return found | {key: table.flag(key, True) for key in ("turn", "flip") if key in table}


def read_shape(table: Fields, *, exact: bool) -> Shape | None:
    """The shape of a table with `outline` and `holes`; None if there is something wrong with it."""
    before = len(table.complaints.found)
    if "outline" not in table:
        table.complain(None, "there is no outline: expected outline = [[0, 0], [1, 0], [0, 1]]")
    outer = _ring(table, "outline", table.items("outline"), "outline", exact=exact)
    holes = [
        _ring(table, "holes", hole, f"hole {number}", exact=exact)
        for number, hole in enumerate(table.items("holes"), 1)
    ]
    return Shape(outer, tuple(holes)) if len(table.complaints.found) == before else None


def _ring(table: Fields, key: str, points: Any, what: str, *, exact: bool) -> Ring:
    wanted = "a list of corners such as [[0, 0], [1, 0], [0, 1]]"
    if not isinstance(points, list) or (
        points and not any(isinstance(point, list) for point in points)
    ):
        table.complain(key, f"{what} is {quote(points)}: expected {wanted}")
        return ()
    if len(points) > MOST_CORNERS:
        table.complain(
            key, f"{what} has {len(points):,} corners: at most {MOST_CORNERS:,} are read"
        )
        return ()
    ring: list[Point] = []
    for number, point in enumerate(points, 1):
        if not isinstance(point, list) or len(point) != 2:
            table.complain(
                key, f"{what}, corner {number} is {quote(point)}: expected two numbers, [x, y]"
            )
            continue
        try:
            ring.append((Number.of(point[0], exact=exact), Number.of(point[1], exact=exact)))
        except NumberError as error:
            table.complain(key, f"{what}, corner {number}: {error}")
    return tuple(ring)


@cache
def polygon_set_names() -> tuple[str, ...]:
    """The names of all sets of polygons, such as the tangram."""
    return data_names("polygons")


@cache
def polygon_set(name: str) -> tuple[PolygonPiece, ...]:
    """The pieces of a set, as its file has them.

    >>> [(piece.name, piece.count) for piece in polygon_set("tangram")][:2]
    [('Large triangle', 2), ('Medium triangle', 1)]
    """
    if name not in polygon_set_names():
        near, known = close_matches(name, polygon_set_names(), 3), ", ".join(polygon_set_names())
        hint = f"did you mean {' or '.join(near)}?" if near else f"known are {known}"
        raise PuzzleError(f"there is no set of polygons {name!r}; {hint}")
    fields = Fields.of(parse_document(data_text(f"polygons/{name}.toml"), f"{name}.toml"))
    fields.expect("title", "about", "source")
    pieces = list(read_polygon_pieces(fields, exact=fields.flag("exact")))
    fields.done()
    fields.complaints.raise_any()
    return tuple(replace(p, shape=p.shape.turned_round()) for _, p in pieces if p is not None)


Places = dict[tuple[str, ...], tuple[str | int, ...]]


@dataclass(frozen=True)
class DrawnPuzzle:
    """A puzzle as its file has it: its rings run as they were drawn, so that corners keep their
    numbers.  `places` says where each part stands in the file; if `whole`, all could be read.
    """

    drawn: PolygonPuzzle
    places: Places = field(default_factory=dict)
    whole: bool = True

    @property
    def puzzle(self) -> PolygonPuzzle:
        """The puzzle, its outer rings counter-clockwise and its holes clockwise."""
        pieces = (replace(p, shape=p.shape.turned_round()) for p in self.drawn.pieces)
        board = (part.turned_round() for part in self.drawn.board)
        return replace(self.drawn, board=tuple(board), pieces=tuple(pieces))


def read_polygon_puzzle(fields: Fields) -> DrawnPuzzle:
    """The puzzle of a file with `lattice = "polygon"`; what is wrong is complained about."""
    fields.expect("format", "lattice", "board", "pieces", "piece", "exact")
    texts = {key: fields.text(key) for key in ("title", "about", "source")}
    exact = fields.flag("exact")
    places: Places = {}
    before = len(fields.complaints.found)
    board = _read_board(fields, places, exact=exact)
    pieces: dict[str, PolygonPiece] = {}
    for table in fields.tables("pieces"):
        _add(pieces, _several(table), table, places)
        table.done()
    for table, piece in read_polygon_pieces(fields, exact=exact):
        if piece is not None:
            _add(pieces, [piece], table, places)
    whole = len(fields.complaints.found) == before
    fields.done()
    drawn = PolygonPuzzle(tuple(board), tuple(pieces.values()), **texts)
    return DrawnPuzzle(drawn, places, whole)


def _add(
    pieces: dict[str, PolygonPiece], more: Iterable[PolygonPiece], table: Fields, places: Places
) -> None:
    for piece in more:
        if piece.name in pieces:
            table.complain(
                "name" if "name" in table else None,
                f"there is another piece {piece.name!r}: give each its own name, or one a count",
            )
            continue
        pieces[piece.name] = piece
        places["piece", piece.name] = table.path


def _read_board(fields: Fields, places: Places, *, exact: bool) -> list[Shape]:
    table = fields.table("board")
    if table is None:
        fields.complain(None, "there is no board: add a [board] table with an outline")
        return []
    tables = list(table.tables("part"))
    if "outline" in table or "holes" in table:
        if tables:
            table.complain(
                "outline",
                "the board has an outline and parts: put all outlines into [[board.part]]",
            )
        tables = [table, *tables]
    parts: list[Shape] = []
    for part in tables:
        shape = read_shape(part, exact=exact)
        if shape is not None:
            parts.append(shape)
            places["board", str(len(parts))] = part.path
        part.done()
    table.done()
    return parts


def _several(table: Fields) -> list[PolygonPiece]:
    """The pieces of a named set."""
    name, freedom = table.text("set"), read_freedom(table)
    only, without = table.names("only"), table.names("without")
    if not name:
        table.complain("set", 'expected a set of pieces, such as set = "tangram"')
        return []
    try:
        pieces = polygon_set(name)
    except TilewrightError as error:
        table.complain("set", str(error))
        return []
    known = [piece.name for piece in pieces]
    for key, names in (("only", only), ("without", without)):
        for wrong in sorted(set(names).difference(known)):
            table.complain(key, f"{key} names {wrong!r}; the pieces are {', '.join(known)}")
    times = freedom.pop("count", 1)
    return [
        replace(piece, count=piece.count * times, **freedom)
        for piece in pieces
        if (not only or piece.name in only) and piece.name not in without
    ]


def format_polygon_puzzle(puzzle: PolygonPuzzle) -> str:
    """The text of a file that reads back as the same puzzle.

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
    if not puzzle.board:
        yield from ("", "[board]")
    for part in puzzle.board:
        yield from ("", "[board]" if len(puzzle.board) == 1 else "[[board.part]]", *_shape(part))
    for piece in puzzle.pieces:
        yield from ("", "[[piece]]", f"name = {_text(piece.name)}")
        if piece.count != 1:
            yield f"count = {piece.count}"
        yield from (f"{key} = false" for key in ("turn", "flip") if not getattr(piece, key))
        yield from _shape(piece.shape)


def _shape(shape: Shape) -> Iterator[str]:
    yield f"outline = {_ring_text(shape.outer)}"
    if shape.holes:
        yield f"holes = [{', '.join(map(_ring_text, shape.holes))}]"


def _ring_text(ring: Ring) -> str:
    return "[" + ", ".join(f"[{_number(x)}, {_number(y)}]" for x, y in ring) + "]"


def _number(number: Number) -> str:
    """As TOML has it: bare if it reads back as the same text, else in quotes."""
    for kind in (int, float):
        with suppress(ValueError):
            if repr(kind(number.text)) == number.text:
                return number.text
    return _text(number.text)


def _text(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007F")
