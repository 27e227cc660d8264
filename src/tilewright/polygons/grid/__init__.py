"""Polygon puzzles on a grid: as an exact cover problem.

`turns` says how pieces can lie on a grid, `cells` where they fit, and `fit` makes the problem of it
and says whether every solution is on the grid.
"""

from tilewright.polygons.grid.fit import GridFit, Way, choose_way, grid_fit

__all__ = ["GridFit", "Way", "choose_way", "grid_fit"]
