"""Free polygons: puzzles whose pieces are polygons at any angle."""

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
