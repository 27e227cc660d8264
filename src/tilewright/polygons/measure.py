"""How far placed pieces are from a tiling: how wide the gaps and overlaps are, in doubles.

What is wrong with an arrangement is a set of regions: what of the board is uncovered, what of the
pieces sticks out of it, and what two pieces share.  The width of a region is the diameter of the
largest disc in it.  So a long sliver counts by how thick it is, and a hole by its size; neither
areas nor distances of corners do that.  Nothing here is shared with the search.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from tilewright.polygons.puzzle import PolygonPuzzle, signed_area
from tilewright.polygons.solution import PlacedPolygon

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

__all__ = ["misfit"]

FINE = 1.02  # the width is found within this factor
GRID = 1e-11  # of the size: corners are rounded to this
LEAST = 1e-12  # of the size: narrower than this is nothing


def misfit(puzzle: PolygonPuzzle, placed: Sequence[PlacedPolygon]) -> float:
    """The width of the widest gap or overlap, or of what sticks out of the board: a length."""
    import shapely

    shapes = {piece.name: piece.shape for piece in puzzle.pieces}
    pieces = [_geometry(one.rings(shapes[one.piece])) for one in placed]
    board = shapely.union_all([_geometry(shape.floats) for shape in puzzle.board])
    size = float(np.ptp(np.array(board.bounds).reshape(2, 2), axis=0).max())
    tree = shapely.STRtree(pieces)
    pairs = np.asarray(tree.query(pieces, predicate="intersects")).T
    grid = {"grid_size": GRID * size}  # without, what two pieces share may come out as one of them
    first, second = pairs[pairs[:, 0] < pairs[:, 1]].T
    wrong = shapely.intersection(np.take(pieces, first), np.take(pieces, second), **grid).tolist()
    covered = shapely.union_all(pieces, **grid)
    wrong.append(shapely.symmetric_difference(board, covered, **grid))
    widest = LEAST * size
    for region in sorted(wrong, key=lambda one: -float(one.area)):
        if 2 * (region.area / np.pi) ** 0.5 > widest:  # else there is no room for a larger disc
            widest = max(widest, _width(region, widest, size))
    return widest if widest > LEAST * size else 0.0


def _geometry(rings: Sequence[npt.NDArray[np.float64]]) -> "BaseGeometry":
    """The polygon of a ring and its holes; valid even where rings touch themselves."""
    import shapely

    area = [abs(signed_area(ring)) for ring in rings]
    outer = rings[int(np.argmax(area))]
    holes = [ring for ring in rings if ring is not outer]
    made: Any = shapely.make_valid(shapely.Polygon(outer, holes))
    return made


def _width(region: "BaseGeometry", low: float, high: float) -> float:
    """Twice the radius of the largest disc in it, if more than `low`, else 0.

    The disc is as large as the edges can be worn away before nothing is left.
    """

    def survives(width: float) -> bool:
        with np.errstate(invalid="ignore"):  # of parts without an area
            return not region.buffer(-width / 2, join_style="mitre").is_empty

    if not survives(low):
        return 0.0
    while high > FINE * low:
        middle = (low * high) ** 0.5
        if survives(middle):
            low = middle
        else:
            high = middle
    return high
