"""Where in an area a label has most room."""

import math
from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from tilewright.render.outlines import Floats, centroid, inside, sides, signed_area
from tilewright.render.scene import Point, Ring

STEPS = 24  # points tried in each direction
ROUNDS = 3  # each looks closer at the best point of the one before
KEPT = 1 << 12  # places
AT_ONCE = 64  # sides that are looked at together
CENTRED = 0.02  # how much nearer to the middle makes up for how much less room

TALL, DEEP = 0.78, 1.1  # of a line of text about its middle, if letters have the size 1
DESCENDING = frozenset("gjpqyQ,;()[]|")
NARROW, WIDE = frozenset("Iijlft.,:;'|!()[]r- "), frozenset("WMmw@%")


def fitting_place(
    rings: Sequence[Ring], text: str, enough: float = math.inf, off: Sequence[Ring] = ()
) -> tuple[Point, float]:
    """Where a text can be written inside of an area, and how large its letters may be.

    If there is `enough` room for letters of a size at several places, one in the middle is best.
    The text keeps `off` other areas.

    >>> point, size = fitting_place([((0, 0), (4, 0), (4, 2), (0, 2))], "ab")
    >>> round(point[0], 1), round(point[1], 1), round(size, 1)
    (2.0, 1.0, 2.6)
    """
    tall = DEEP if DESCENDING.intersection(text) else TALL
    point, half = roomiest(rings, round(_widest(text) / tall, 3), enough * tall / 2, off)
    return point, 2 * half / tall


def fitting_size(text: str, radius: float) -> float:
    """How large the letters of a text may be so that it fits into a circle."""
    return radius / math.hypot(_widest(text) / 2, TALL / 2)


def roomiest(
    rings: Sequence[Ring],
    wide: float = 1.0,
    enough: float = math.inf,
    off: Sequence[Ring] = (),
) -> tuple[Point, float]:
    """The middle of a large upright rectangle inside of an area, and half its height.

    It is `wide` times as wide as it is high.  Where that is `enough`, it is rather in the middle.
    It does not enter areas that it has to keep `off`.

    >>> point, half = roomiest([((0, 0), (4, 0), (4, 2), (0, 2))])
    >>> round(point[0], 1), round(point[1], 1), round(half, 1)
    (2.0, 1.0, 1.0)
    """
    x, y = next(point for ring in rings for point in ring)
    moved, away = (
        tuple(tuple((round(u - x, 9), round(v - y, 9)) for u, v in ring) for ring in some)
        for some in (rings, off)
    )
    (u, v), half = _roomiest(moved, wide, enough, away)
    return (x + u, y + v), half


def _widest(text: str) -> float:
    """How wide a text is at most, if letters have the size 1."""
    return sum(0.36 if x in NARROW else 0.98 if x in WIDE else 0.68 for x in text)


@lru_cache(maxsize=KEPT)
def _roomiest(
    rings: tuple[Ring, ...], wide: float, enough: float, off: tuple[Ring, ...]
) -> tuple[Point, float]:
    starts, ends = (part / (wide, 1.0) for part in sides(rings))  # so it is a square
    others = [part / (wide, 1.0) for part in sides(off)] if off else []
    low, high = starts.min(axis=0), starts.max(axis=0)
    middle = np.array(centroid(max(rings, key=signed_area))) / (wide, 1.0)
    best, most, half = middle, -np.inf, 0.0
    for _ in range(ROUNDS):
        points = _grid(low, high)
        within = inside(points, starts, ends)
        room = np.zeros(len(points))
        room[within] = _square_distances(points[within], starts, ends)
        if others:
            room = np.minimum(room, _square_distances(points, *others))
            room = np.where(inside(points, *others), 0.0, room)
        worth = np.minimum(room, enough) + CENTRED * room
        worth -= CENTRED * np.hypot(*(points - middle).T) * (room > 0)
        first = int(np.argmax(worth))
        if worth[first] > most:
            best, most, half = points[first], float(worth[first]), float(room[first])
        reach = (high - low) * (1.5 / STEPS)
        low, high = best - reach, best + reach
    return (float(best[0] * wide), float(best[1])), half


def _square_distances(points: Floats, starts: Floats, ends: Floats) -> Floats:
    """How large a square about each point may be, half its side, so that no side enters it."""
    nearest = np.full(len(points), np.inf)
    for first in range(0, len(starts), AT_ONCE):
        some = slice(first, first + AT_ONCE)
        dx, dy = (ends[some] - starts[some]).T
        x, y = (starts[some, axis] - points[:, axis, None] for axis in (0, 1))
        # The larger of the two differences is least at an end, where one of them vanishes, or
        # where both are equal.
        with np.errstate(divide="ignore", invalid="ignore"):
            parts = [-x / dx, -y / dy, (y - x) / (dx - dy), -(y + x) / (dx + dy)]
        for part in (0.0, 1.0, *parts):
            t = np.clip(np.nan_to_num(part, nan=0.0, posinf=1.0, neginf=0.0), 0.0, 1.0)
            far = np.maximum(abs(x + t * dx), abs(y + t * dy))
            nearest = np.minimum(nearest, far.min(axis=1))
    return nearest


def _grid(low: Floats, high: Floats) -> Floats:
    parts = (np.arange(STEPS) + 0.5) / STEPS
    x, y = np.meshgrid(*(a + (b - a) * parts for a, b in zip(low, high, strict=True)))
    return np.stack([x.ravel(), y.ravel()], axis=1)
