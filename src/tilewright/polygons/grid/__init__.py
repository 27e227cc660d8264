"""Free polygons on a grid: as an exact cover problem."""

from tilewright.polygons.grid.fit import GridFit, Way, choose_way, grid_fit

__all__ = ["GridFit", "Way", "choose_way", "grid_fit"]
