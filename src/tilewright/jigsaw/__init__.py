"""Free polygons on a grid: as an exact cover problem."""

from tilewright.jigsaw.grid import GridFit, grid_fit
from tilewright.jigsaw.ways import Way, choose_way

__all__ = ["GridFit", "Way", "choose_way", "grid_fit"]
