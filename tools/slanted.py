"""A second order for engine frontier: cell after cell along slanting lines.

The engine itself sweeps row by row, or column by column.  Along slanting lines it meets other
states, cuts the board elsewhere, and keeps other cells open: a count of its own, by the same code.
"""

from collections.abc import Iterator
from itertools import permutations, product

import numpy as np
import numpy.typing as npt

from tilewright.cover import ExactCover
from tilewright.encoding import Encoding
from tilewright.engines import SearchOptions, frontier_probe
from tilewright.engines.frontier import FrontierProbe, frontier_order
from tilewright.symmetry import Action, break_symmetries

__all__ = ["has_slanted_order", "slanted_order"]

Order = tuple[int, ...]
Numbers = npt.NDArray[np.int64]

CANDIDATES = 12  # so many of the narrowest orders are probed
PROBED_STATES = 1_000


def has_slanted_order(problem: ExactCover) -> bool:
    """Can the cells be ordered along slanting lines, other than row by row?"""
    return next(_slanted(problem), None) is not None


def slanted_order(encoding: Encoding) -> Order:
    """The cells, by item number, along those slanting lines that seem to cost least.

    Empty if there are none: on a board of one row, say.
    """
    problem = encoding.problem
    weights = break_symmetries(Action.of(encoding)).weights

    def probe(order: Order, states: int) -> FrontierProbe:
        return frontier_probe(problem, SearchOptions(order=order), weights, max_states=states)

    narrow = sorted(_slanted(problem), key=lambda order: probe(order, 1).width)[:CANDIDATES]
    return min(narrow, key=lambda order: probe(order, PROBED_STATES).moves, default=())


def _slanted(problem: ExactCover) -> Iterator[Order]:
    """Every slanted order once, without the engine's own and those that are straight after all."""
    regions = problem.regions
    if regions is None or not len(regions.points):
        return
    must = regions.cells < problem.primary
    cells, points = regions.cells[must], regions.points[must]
    seen = {_sorted(cells, [*way.T]) for way in _straight(points)}
    places = frozenset(cells.tolist())
    own = tuple(item for item in frontier_order(problem) if item in places)
    seen |= {own, own[::-1]}
    for slant in _slants(points.shape[1]):
        order = _sorted(cells, [points @ slant, *points.T])
        if order not in seen:
            seen.add(order)
            yield order


def _straight(points: Numbers) -> Iterator[Numbers]:
    """The points with their axes exchanged and turned round in every way."""
    dimensions = points.shape[1]
    for axes in permutations(range(dimensions)):
        for signs in product((1, -1), repeat=dimensions):
            yield points[:, axes] * np.array(signs)


def _slants(dimensions: int) -> Iterator[Numbers]:
    """Directions in which a sweep may go: 1, 2, … on the axes in any order, and the diagonals."""
    steps = [*permutations(range(1, dimensions + 1)), (1,) * dimensions]
    for step in steps if dimensions > 1 else []:
        for signs in product((1, -1), repeat=dimensions):
            yield np.array(step) * np.array(signs)


def _sorted(cells: npt.NDArray[np.uint32], keys: list[Numbers]) -> Order:
    """The cells by the first key, those that are alike by the second, and so on."""
    return tuple(cells[np.lexsort(keys[::-1])].tolist())
