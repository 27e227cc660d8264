"""Which of two flat things that overlap in a picture is in front of the other.

The things are convex polygons in space, given as corners (x, y, depth) that run anticlockwise in
the picture; greater depths are nearer to the eye.  No two of them cross each other, so the one
that is nearer at one point of the part they share is nearer at all of them.
"""

from collections import defaultdict
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush

import numpy as np
import numpy.typing as npt

from tilewright.render.outlines import Floats

Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]

NEAR = 1e-6  # shorter distances are none, where a side is about 1 long
AT_ONCE = 1 << 20  # numbers in an array


@dataclass(frozen=True)
class Polygons:
    """Many polygons: all corners in one array, where short ones repeat their last corner."""

    corners: Floats  # polygon, corner, axis
    planes: Floats  # the depth at (x, y) is p + q·x + r·y
    near: float

    @classmethod
    def of(cls, rings: Sequence[Floats]) -> "Polygons":
        """There is at least one polygon, and none is seen from its edge."""
        corners = padded(rings)
        after = np.roll(corners, -1, axis=1)
        normals = np.cross(corners, after).sum(axis=1)
        slopes = -normals[:, :2] / normals[:, 2:]
        middle = corners.mean(axis=1)
        start = middle[:, 2] - (slopes * middle[:, :2]).sum(axis=1)
        lengths = np.hypot(*(after - corners)[:, :, :2].transpose(2, 0, 1))
        near = NEAR * float(lengths[lengths > 0].mean())
        return cls(corners, np.concatenate([start[:, None], slopes], axis=1), near)

    @property
    def flat(self) -> Floats:
        """The corners in the picture."""
        return self.corners[:, :, :2]

    def depths(self, which: Ints, points: Floats) -> Floats:
        """The depth of polygons at points of the picture; `points` has a row for each polygon."""
        start, x, y = (self.planes[which, k][:, None] for k in range(3))
        return np.asarray(start + x * points[:, :, 0] + y * points[:, :, 1])


def padded(rings: Sequence[Floats]) -> Floats:
    """Rings as one array, where short ones repeat their last corner."""
    numbers = np.arange(max(map(len, rings)))
    return np.stack([ring.take(numbers, axis=0, mode="clip") for ring in rings])


def in_front(polygons: Polygons, whose: Ints | None = None) -> tuple[Ints, Ints]:
    """Pairs (behind, in front) of polygons that overlap, and of those that only touch.

    With `whose`, pairs that belong to the same owner are left out.
    """
    overlapping, touching = [np.empty((0, 2), np.int64)], [np.empty((0, 2), np.int64)]
    for one, other in meeting(polygons.flat, polygons.near, whose):
        gap = gaps(polygons.flat[one], polygons.flat[other])
        near = gap <= polygons.near
        if not near.any():
            continue
        one, other, gap = one[near], other[near], gap[near]
        nearer = _differences(polygons, one, other)
        pairs = np.where(nearer > 0, (one, other), (other, one)).T
        apart = np.abs(nearer) > polygons.near
        overlap = gap < -polygons.near
        overlapping.append(pairs[apart & overlap])
        touching.append(pairs[apart & ~overlap])
    return np.concatenate(overlapping), np.concatenate(touching)


def uncovered(polygons: Polygons, points: Floats) -> Bools:
    """Which of the points (x, y, depth) no polygon hides."""
    order = np.argsort(points[:, 0], kind="stable")
    sorted_points = points[order]
    low, high = polygons.flat.min(axis=1), polygons.flat.max(axis=1)
    first = np.searchsorted(sorted_points[:, 0], low[:, 0], "left")
    last = np.searchsorted(sorted_points[:, 0], high[:, 0], "right")
    sides = np.roll(polygons.flat, -1, axis=1) - polygons.flat
    hidden = np.zeros(len(points), np.bool_)
    for number, (start, x, y) in enumerate(polygons.planes.tolist()):
        some = sorted_points[first[number] : last[number]]
        which = order[first[number] : last[number]]
        covered = start + some[:, :2] @ (x, y) > some[:, 2] + polygons.near
        some, which = some[covered], which[covered]
        offsets = some[:, None, :2] - polygons.flat[number]
        crosses = sides[number, :, 0] * offsets[..., 1] - sides[number, :, 1] * offsets[..., 0]
        hidden[which[(crosses >= -polygons.near).all(axis=1)]] = True
    return ~hidden


def meeting(
    rings: Floats, near: float = 0.0, whose: Ints | None = None
) -> Iterator[tuple[Ints, Ints]]:
    """Pairs of polygons whose boxes in the picture meet, a number of them at a time."""
    low, high = rings.min(axis=1) - near, rings.max(axis=1)
    count, size = rings.shape[:2]
    rows, step = max(1, AT_ONCE // count), max(1, AT_ONCE // size**2)
    for start in range(0, count, rows):
        some = slice(start, start + rows)
        meet = np.arange(count) > np.arange(count)[some, None]
        for axis in (0, 1):
            meet &= low[some, None, axis] <= high[None, :, axis]
            meet &= low[None, :, axis] <= high[some, None, axis]
        if whose is not None:
            meet &= whose[some, None] != whose[None, :]
        one, other = np.nonzero(meet)
        for first in range(0, len(one), step):
            yield one[first : first + step] + start, other[first : first + step]


def gaps(a: Floats, b: Floats) -> Floats:
    """How far convex polygons are apart, pair by pair; how deeply they overlap is negative."""
    one, other = (_outside(*pair).min(axis=2).max(axis=1) for pair in ((a, b), (b, a)))
    return np.asarray(np.maximum(one, other), dtype=np.float64)


def _outside(ring: Floats, points: Floats) -> Floats:
    """How far points are outside of each side of convex polygons: pair, side, point."""
    sides = np.roll(ring, -1, axis=1) - ring
    length = np.hypot(sides[:, :, 0], sides[:, :, 1])
    x, y = (points[:, None, :, k] - ring[:, :, None, k] for k in (0, 1))
    outside = sides[:, :, 1, None] * x - sides[:, :, 0, None] * y
    some = length > 0
    return np.where(some[:, :, None], outside / np.where(some, length, 1.0)[:, :, None], -np.inf)


def _differences(polygons: Polygons, one: Ints, other: Ints) -> Floats:
    """How much nearer the other one of each pair is, on average, where both are seen."""
    a, b = polygons.flat[one], polygons.flat[other]
    crossings, crossed = _crossings(a, b)
    points = np.concatenate([a, b, crossings], axis=1)
    in_b, in_a = ((_outside(*pair) <= polygons.near).all(axis=1) for pair in ((b, a), (a, b)))
    valid = np.concatenate([in_b, in_a, crossed], axis=1)
    nearer = polygons.depths(other, points) - polygons.depths(one, points)
    return np.asarray((nearer * valid).sum(axis=1) / np.maximum(1, valid.sum(axis=1)))


def _crossings(a: Floats, b: Floats) -> tuple[Floats, Bools]:
    """Where the sides of polygons cross; False for pairs of sides that do not."""
    p, q = a[:, :, None], b[:, None]
    r, s = (np.roll(a, -1, axis=1) - a)[:, :, None], (np.roll(b, -1, axis=1) - b)[:, None]
    between = q - p
    cross = r[..., 0] * s[..., 1] - r[..., 1] * s[..., 0]
    safe = np.where(np.abs(cross) > NEAR**2, cross, np.inf)
    along = (between[..., 0] * s[..., 1] - between[..., 1] * s[..., 0]) / safe
    across = (between[..., 0] * r[..., 1] - between[..., 1] * r[..., 0]) / safe
    crossed = np.isfinite(safe)
    for part in (along, across):
        crossed &= (part >= 0) & (part <= 1)
    points = p + along[..., None] * r
    return points.reshape(len(a), -1, 2), crossed.reshape(len(a), -1)


def painting_order(polygons: Polygons, groups: Sequence[Hashable]) -> Iterator[list[int]]:
    """Polygons from back to front, in runs; those of a run belong to the same group.

    Groups stay together where that is possible.  Polygons that only touch each other are in the
    right order too, because of the lines round them; where that, or three that cover each other in
    turn, makes a right order impossible, the farthest comes first.
    """
    depths = polygons.corners[:, :, 2].mean(axis=1).round(6).tolist()
    left = dict.fromkeys(range(len(groups)))
    members: dict[Hashable, dict[int, None]] = defaultdict(dict)  # those that are left
    for number, group in enumerate(groups):
        members[group][number] = None
    after: list[list[tuple[int, int]]] = [[] for _ in groups]  # those in front of each polygon
    waits = [[0, 0] for _ in groups]  # for so many behind it that overlap it, that touch it
    for kind, pairs in enumerate(in_front(polygons)):
        for behind, front in pairs.tolist():
            after[behind].append((front, kind))
            waits[front][kind] += 1
    free: list[tuple[float, int]] = []
    whole: list[tuple[float, int]] = []  # a member of each group that is free as a whole

    def note(number: int) -> None:
        """If nothing behind it is left, it may be drawn."""
        if number in left and not any(waits[number]):
            heappush(free, (depths[number], number))
            if not any(any(waits[member]) for member in members[groups[number]]):
                heappush(whole, (depths[number], number))

    for number in left:
        note(number)
    while left:
        first = next((number for number in _popped(whole, free) if number in left), None)
        if first is None:  # each is covered by others
            first = min(left, key=lambda k: (waits[k][0] > 0, waits[k][1], depths[k], k))
        run: list[int] = []
        found: int | None = first
        while found is not None:
            run.append(found)
            del left[found], members[groups[found]][found]
            for other, kind in after[found]:
                waits[other][kind] -= 1
                note(other)
            found = next((k for k in members[groups[first]] if not any(waits[k])), None)
        yield run


def _popped(*heaps: list[tuple[float, int]]) -> Iterator[int]:
    for heap in heaps:
        while heap:
            yield heappop(heap)[1]
