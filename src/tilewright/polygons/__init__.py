"""Free polygons: puzzles whose pieces are polygons at any angle."""

from tilewright.polygons.numbers import Number, NumberError
from tilewright.polygons.puzzle import PolygonPiece, PolygonPuzzle, Shape
from tilewright.polygons.solution import Certificate, PlacedPolygon, PolygonSolution

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
