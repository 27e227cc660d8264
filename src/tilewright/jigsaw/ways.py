"""Which way to solve a polygon puzzle: corner by corner, or on a grid by exact cover."""

import math
from dataclasses import dataclass

import numpy as np

from tilewright.engines import OptionError
from tilewright.engines.registry import AUTO, ENGINES, POLYGON_ENGINES
from tilewright.jigsaw.grid import GridFit, grid_fit
from tilewright.polygons.jigsaw import corner_angles
from tilewright.polygons.puzzle import PolygonPuzzle

__all__ = ["Way", "choose_way"]


@dataclass(frozen=True, slots=True)
class Way:
    """An engine, and why; `fit` is the puzzle on its grid, if that is what is searched."""

    engine: str
    reason: str
    fit: GridFit | None = None

    @property
    def warning(self) -> str:
        """What the engine may miss, if anything."""
        if self.fit is None or self.fit.complete:
            return ""
        return f"solutions that are not on the grid are not found: {self.fit.reason}"


def choose_way(puzzle: PolygonPuzzle, engine: str = AUTO, *, noisy: bool = False) -> Way:
    """The engine that is asked for; for "auto", the grid if nothing can be off it.

    >>> import tilewright as tw
    >>> choose_way(tw.load("stomachion")).engine
    'corners'
    """
    if engine == AUTO:
        if noisy:
            return Way("corners", "it has decimals")
        fit = grid_fit(puzzle, complete_only=True) if _may_be_complete(puzzle) else None
        if fit is not None:
            return Way("grid", "every solution is on the grid", fit)
        return Way("corners", "a solution need not be on a grid")
    if engine not in POLYGON_ENGINES:
        known = ", ".join((AUTO, *POLYGON_ENGINES))
        raise OptionError(f"engine is {engine!r}: expected one of {known}, as these are polygons")
    if ENGINES[engine].complete is True:
        return Way(engine, "as you asked for")
    if noisy:
        raise OptionError("the puzzle has decimals, so it has no grid: use engine corners")
    fit = grid_fit(puzzle)
    if fit is None:
        raise OptionError("the corners of this puzzle are on no grid, or a very fine one")
    return Way(engine, "every solution is on the grid" if fit.complete else "as you asked for", fit)


def _may_be_complete(puzzle: PolygonPuzzle) -> bool:
    """Are all angles those of squares, or all those of triangles?  Others leave every grid."""
    angles = np.concatenate([corner_angles(ring) for s in puzzle.shapes() for ring in s.floats])
    return any(
        bool(np.all(np.abs(angles / unit - np.round(angles / unit)) < 1e-9))
        for unit in (math.pi / 2, math.pi / 3)
    )
