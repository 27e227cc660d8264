"""Polygon puzzles from the tables of a TOML document.

Reading goes to the end whatever it meets, so that everything that is wrong is told at once.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from tilewright.document import Fields
from tilewright.errors import TilewrightError
from tilewright.polygons.puzzle import PolygonPiece, PolygonPuzzle, Shape
from tilewright.polygons.sets import polygon_set
from tilewright.polygons.tables import read_freedom, read_polygon_pieces, read_shape

__all__ = ["DrawnPuzzle", "read_polygon_puzzle"]

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
        _place_rings(("piece", piece.name), table, places)


def _place_rings(place: tuple[str, ...], table: Fields, places: Places) -> None:
    for key in ("outline", "holes", "count"):
        places[*place, key] = (*table.path, key)


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
            place = ("board", str(len(parts) + 1))
            places[place] = part.path
            _place_rings(place, part, places)
            parts.append(shape)
        if part is not table:
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
