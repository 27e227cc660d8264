"""Questions about areas that are given by rings: what is inside, how far, which ones touch."""

import math
from collections.abc import Iterable, Iterator, Sequence
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
