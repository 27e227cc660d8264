"""Rings of a shape that touches itself, linked anew so that every wedge is a corner of its own.

Where a hole touches the outline, the shape has two wedges, one on each side of the hole; drawn as
two rings, it has a corner of the outline and one of the hole.  The search wants the wedges.
"""

import math
from collections import defaultdict
from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import numpy.typing as npt

__all__ = ["linked"]

Floats = npt.NDArray[np.float64]


def linked(rings: Sequence[Floats], tolerance: float) -> list[Floats]:
    """The same shape; the rings themselves if nothing touches.

    >>> outer = np.array([(0.0, 0), (3, 0), (3, 3), (0, 3)])
    >>> hole = np.array([(0.0, 0), (1, 2), (2, 1)])
    >>> [len(ring) for ring in linked([outer, hole], 1e-9)]
    [7]
    """
    sides = [
        (complex(*a), complex(*b))
        for ring in rings
        for a, b in zip(ring.tolist(), np.roll(ring, -1, axis=0).tolist(), strict=True)
    ]
    starts = np.array([a for a, _ in sides])
    vectors = np.array([b - a for a, b in sides])
    lengths = np.abs(vectors)
    # How far along each side, and how far off it, is each corner?
    apart = (starts[None, :] - starts[:, None]) * (vectors.conj() / lengths)[:, None]
    along, off = apart.real, np.abs(apart.imag)
    on = (off <= tolerance) & (along > -tolerance) & (along < lengths[:, None] + tolerance)
    if on.sum() == 2 * len(sides):  # each side has its two ends, and nothing else
        return list(rings)
    points: list[complex] = []
    number = []
    for start in starts.tolist():
        near = next((k for k, p in enumerate(points) if abs(p - start) <= tolerance), len(points))
        if near == len(points):
            points.append(start)
        number.append(near)
    leaving: dict[int, list[int]] = defaultdict(list)
    for k in range(len(sides)):
        cuts = dict.fromkeys(
            number[j] for j in sorted(np.flatnonzero(on[k]), key=lambda j: along[k, j])
        )
        way = list(cuts)
        for a, b in pairwise(way):
            leaving[a].append(b)
    return _traced(points, leaving)


def _traced(points: list[complex], leaving: dict[int, list[int]]) -> list[Floats]:
    rings = []
    while any(leaving.values()):
        start = next(point for point, ways in leaving.items() if ways)
        here, there = start, leaving[start].pop()
        ring = [here]
        first = (here, there)
        while True:
            back = points[here] - points[there]
            ways = leaving[there]
            if there == first[0] and not _earlier(points, there, back, first[1], ways):
                break
            onward = min(ways, key=lambda k: _clockwise(back, points[k] - points[there]))
            ways.remove(onward)
            ring.append(there)
            here, there = there, onward
        rings.append(np.array([(points[k].real, points[k].imag) for k in ring]))
    return rings


def _earlier(points: list[complex], at: int, back: complex, first: int, ways: list[int]) -> bool:
    """Is there a side that comes before the first one, clockwise from where we come from?"""
    own = _clockwise(back, points[first] - points[at])
    return any(_clockwise(back, points[k] - points[at]) < own for k in ways)


def _clockwise(back: complex, onward: complex) -> float:
    turn = back / onward
    angle = math.atan2(turn.imag, turn.real)
    return angle if angle > 0 else angle + math.tau
