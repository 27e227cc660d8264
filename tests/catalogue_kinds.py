"""The puzzles of the catalogue, by kind."""

from tilewright.catalogue import catalogue_names, load_file
from tilewright.polygons import PolygonPuzzle

POLYGON_NAMES = tuple(
    name for name in catalogue_names() if isinstance(load_file(name).puzzle, PolygonPuzzle)
)
LATTICE_NAMES = tuple(name for name in catalogue_names() if name not in POLYGON_NAMES)
