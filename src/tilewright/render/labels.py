"""Where in an area a label has most room."""

from collections.abc import Sequence

import numpy as np

from tilewright.render.outlines import Floats, distances, inside, sides
from tilewright.render.scene import LETTER, Point, Ring

__all__ = ["fitting_size", "roomiest"]

STEPS = 24  # points tried in each direction
ROUNDS = 3  # each looks closer at the best point of the one before


def roomiest(rings: Sequence[Ring]) -> tuple[Point, float]:
    """A point that is far from the boundary, inside, and how far it is.

    >>> point, radius = roomiest([((0, 0), (4, 0), (4, 2), (0, 2))])
    >>> round(point[1], 2), round(radius, 2)
    (1.0, 1.0)
    """
    starts, ends = sides(rings)
    low, high = starts.min(axis=0), starts.max(axis=0)
    best, radius = (low + high) / 2, 0.0
    for _ in range(ROUNDS):
        points = _grid(low, high)
        room = np.where(inside(points, starts, ends), distances(points, starts, ends), 0.0)
        most = int(np.argmax(room))
        if room[most] > radius:
            best, radius = points[most], float(room[most])
        reach = (high - low) * (1.5 / STEPS)
        low, high = best - reach, best + reach
    return (float(best[0]), float(best[1])), radius


def fitting_size(text: str, radius: float) -> float:
    """How large the letters of a text may be so that it fits into a circle, nearly."""
    return 1.1 * radius / float(np.hypot(LETTER * len(text) / 2, 0.35))


def _grid(low: Floats, high: Floats) -> Floats:
    parts = (np.arange(STEPS) + 0.5) / STEPS
    x, y = np.meshgrid(*(a + (b - a) * parts for a, b in zip(low, high, strict=True)))
    return np.stack([x.ravel(), y.ravel()], axis=1)
