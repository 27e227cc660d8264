"""Pieces and shapes from tables of a TOML document."""

from collections.abc import Iterator
from typing import Any

from tilewright.document import Fields, quote
from tilewright.polygons.numbers import Number, NumberError
from tilewright.polygons.puzzle import Point, PolygonPiece, Ring, Shape

__all__ = ["MOST_CORNERS", "read_freedom", "read_polygon_pieces", "read_shape"]

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
    found: dict[str, Any] = {}
    if "count" in table:
        found["count"] = table.whole("count", 1)
    for key in ("turn", "flip"):
        if key in table:
            found[key] = table.flag(key, True)
    return found


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
