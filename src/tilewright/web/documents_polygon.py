"""Puzzles of free polygons as the browser has them, and back."""

from collections.abc import Sequence

from tilewright.errors import TilewrightError
from tilewright.polygons import Number, PolygonPiece, PolygonPuzzle, Shape
from tilewright.render.palette import colour
from tilewright.web.documents_problems import error
from tilewright.web.messages import Problem
from tilewright.web.messages_puzzles import PolygonDoc, PolygonPieceDoc, ShapeDoc

__all__ = ["polygon_doc", "polygons_of_doc"]

Written = Sequence[tuple[str, str]]


def polygon_doc(puzzle: PolygonPuzzle) -> PolygonDoc:
    """A puzzle for the browser."""
    return PolygonDoc(
        kind="polygon",
        title=puzzle.title,
        about=puzzle.about,
        source=puzzle.source,
        board=list(map(_shape_doc, puzzle.board)),
        pieces=[
            PolygonPieceDoc(
                name=piece.name,
                shape=_shape_doc(piece.shape),
                count=piece.count,
                turn=piece.turn,
                flip=piece.flip,
                colour=colour(number),
            )
            for number, piece in enumerate(puzzle.pieces)
        ],
    )


def _shape_doc(shape: Shape) -> ShapeDoc:
    outer, *holes = ([(x.text, y.text) for x, y in ring] for ring in shape.rings)
    return ShapeDoc(outer=outer, holes=holes, rings=[ring.tolist() for ring in shape.floats])


def polygons_of_doc(doc: PolygonDoc) -> tuple[PolygonPuzzle, list[Problem]]:
    """The puzzle, with its rings as they are drawn, and what was wrong.

    What cannot be read is left out, so that the rest can be looked at.
    """
    problems: list[Problem] = []
    board = [
        shape
        for number, part in enumerate(doc.board, 1)
        if (shape := _shape(part, ["board", str(number)], problems)) is not None
    ]
    pieces: dict[str, PolygonPiece] = {}
    for one in doc.pieces:
        place = ["piece", one.name]
        if one.name in pieces:
            problems.append(
                error(
                    place,
                    f"there is another piece {one.name!r}: give each its own name, or one a count",
                )
            )
            continue
        shape = _shape(one.shape, place, problems)
        if shape is not None:
            pieces[one.name] = PolygonPiece(one.name, shape, one.count, one.turn, one.flip)
    puzzle = PolygonPuzzle(tuple(board), tuple(pieces.values()), doc.title, doc.about, doc.source)
    return puzzle, problems


def _shape(doc: ShapeDoc, place: list[str], problems: list[Problem]) -> Shape | None:
    before = len(problems)
    outer = _ring(doc.outer, [*place, "outline"], problems)
    holes = [_ring(hole, [*place, "holes"], problems) for hole in doc.holes]
    return Shape(outer, tuple(holes)) if len(problems) == before else None


def _ring(
    ring: Written, place: list[str], problems: list[Problem]
) -> tuple[tuple[Number, Number], ...]:
    points = []
    for number, (x, y) in enumerate(ring, 1):
        try:
            points.append((Number.of(x), Number.of(y)))
        except TilewrightError as wrong:
            problems.append(error(place, f"corner {number}: {wrong}"))
    return tuple(points)
