"""The front door for free polygons: find, list and count, each solution with its proof."""

from tilewright.jigsaw.count import PolygonCounting, PolygonCounts
from tilewright.jigsaw.grid import GridFit, grid_fit
from tilewright.jigsaw.search import PolygonSearch
from tilewright.jigsaw.ways import Way, choose_way

__all__ = [
    "GridFit",
    "PolygonCounting",
    "PolygonCounts",
    "PolygonSearch",
    "Way",
    "choose_way",
    "grid_fit",
]
