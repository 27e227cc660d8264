"""Free polygons: puzzles whose pieces are polygons at any angle.

`model` is what puzzles and solutions are, `search` finds solutions corner by corner, `grid` as an
exact cover problem, and `exact` proves them.
"""

from tilewright.polygons.exact.numbers import Number, NumberError
from tilewright.polygons.model.puzzle import PolygonPiece, PolygonPuzzle, Shape
from tilewright.polygons.model.solution import Certificate, PlacedPolygon, PolygonSolution

__all__ = [
    "Certificate",
    "Number",
    "NumberError",
    "PlacedPolygon",
    "PolygonPiece",
    "PolygonPuzzle",
    "PolygonSolution",
    "Shape",
]
