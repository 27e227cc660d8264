"""Areas given by rings: what is inside, how far, which ones touch, where a label has room."""

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, TypeVar

import numpy as np
import numpy.typing as npt

from tilewright.render.scene import Point, Ring

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

Corner = TypeVar("Corner")
Floats = npt.NDArray[np.float64]

STRAIGHT = 1e-3  # the sine of a turn that counts as none


def around(ring: Sequence[Corner]) -> Iterator[tuple[Corner, Corner]]:
    """The sides of a ring: each corner with the next one.

    >>> list(around("abc"))
    [('a', 'b'), ('b', 'c'), ('c', 'a')]
    """
    return zip(ring, (*ring[1:], *ring[:1]), strict=True)


def signed_area(ring: Sequence[tuple[float, float]]) -> float:
    """Positive if the ring runs counter-clockwise."""
    x0, y0 = ring[0] if ring else (0.0, 0.0)
    moved = [(x - x0, y - y0) for x, y in ring]
    return sum(a * d - b * c for (a, b), (c, d) in around(moved)) / 2


def centroid(ring: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """The centre of gravity of what a ring bounds.

    >>> centroid([(0, 0), (2, 0), (2, 4), (0, 4)])
    (1.0, 2.0)
    """
    x0, y0 = ring[0]
    total = x = y = 0.0
    for (a, b), (c, d) in around(ring):
        part = (a - x0) * (d - y0) - (b - y0) * (c - x0)
        total, x, y = total + part, x + part * (a + c + x0), y + part * (b + d + y0)
    return (x / total / 3, y / total / 3) if total else (x0, y0)


def shape_of(rings: Iterable[Ring]) -> "BaseGeometry":
    """An area for shapely: what is inside of an odd number of rings."""
    from shapely import Polygon

    shape: BaseGeometry = Polygon()
    for ring in rings:
        shape = shape.symmetric_difference(Polygon(ring))
    return shape


def straightened(ring: Sequence[Point]) -> Ring:
    """The same without corners that are on a straight line between others."""
    kept = []
    for k, (x, y) in enumerate(ring):
        (ax, ay), (bx, by) = ring[k - 1], ring[(k + 1) % len(ring)]
        turn = abs((x - ax) * (by - y) - (y - ay) * (bx - x))
        if turn > STRAIGHT * math.hypot(x - ax, y - ay) * math.hypot(bx - x, by - y):
            kept.append((x, y))
    return tuple(kept)


def sides(rings: Sequence[Ring]) -> tuple[Floats, Floats]:
    """Where the sides of all rings start, and where they end."""
    starts = [point for ring in rings for point in ring]
    ends = [point for ring in rings for point in (*ring[1:], *ring[:1])]
    return np.array(starts, dtype=np.float64), np.array(ends, dtype=np.float64)


def inside(points: Floats, starts: Floats, ends: Floats) -> npt.NDArray[np.bool_]:
    """Does a ray from the point to the right cross an odd number of sides?"""
    odd = np.zeros(len(points), dtype=np.bool_)
    for (x0, y0), (x1, y1) in zip(starts, ends, strict=True):
        if y0 != y1:
            crossed = (points[:, 1] < y0) != (points[:, 1] < y1)
            at = x0 + (points[:, 1] - y0) * ((x1 - x0) / (y1 - y0))
            odd ^= crossed & (points[:, 0] < at)
    return odd


def distances(points: Floats, starts: Floats, ends: Floats) -> Floats:
    """How far each point is from the nearest side."""
    nearest = np.full(len(points), np.inf)
    for start, end in zip(starts, ends, strict=True):
        along = end - start
        length = float(along @ along)
        part = np.clip((points - start) @ along / length, 0, 1) if length else np.zeros(len(points))
        nearest = np.minimum(nearest, np.hypot(*(points - start - part[:, None] * along).T))
    return nearest


def touching(areas: Sequence[Sequence[Ring]], distance: float) -> list[set[int]]:
    """For each area, the others that are so near; none crosses another.

    Where two of them touch, a corner of one is on the outline of the other.
    """
    found: list[set[int]] = [set() for _ in areas]
    owners = np.repeat(np.arange(len(areas)), [sum(map(len, rings)) for rings in areas])
    if not len(owners):
        return found
    starts, ends = sides([ring for rings in areas for ring in rings])
    order = np.argsort(starts[:, 0], kind="stable")
    corners, of_corners = starts[order], owners[order]
    first = np.searchsorted(corners[:, 0], np.minimum(starts, ends)[:, 0] - distance, "left")
    last = np.searchsorted(corners[:, 0], np.maximum(starts, ends)[:, 0] + distance, "right")
    for side, owner in enumerate(owners.tolist()):
        some = slice(first[side], last[side])
        far = distances(corners[some], starts[side : side + 1], ends[side : side + 1])
        for other in set(of_corners[some][far <= distance].tolist()) - {owner}:
            found[owner].add(other)
            found[other].add(owner)
    return found


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
