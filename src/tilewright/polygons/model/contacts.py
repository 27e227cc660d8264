"""Where the sides of a polygon meet that should not.

Sides are numbered through all rings.  Two sides cross if each has its ends on both sides of the
other; they lie along each other if they share more than a point; and two strands cross in a corner
if they meet there and leave on different sides.  Strands that only touch in a point are fine.
Anything no larger than the tolerance counts as nothing.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from operator import itemgetter

import numpy as np

from tilewright.errors import TilewrightError
from tilewright.polygons.model.puzzle import Flags, Floats, Numbers

MOST_PAIRS = 10_000_000  # of sides that come close to each other
FEW = 200  # sides whose pairs are all looked at
CHUNK = 1 << 12  # sides that are looked up at once
SAME_WAY = 1e-6  # of angles
TURNS = 8  # directions that are tried to keep the boxes around the sides small


class TangledError(TilewrightError):
    """So many sides come close to each other that checking them would take too long."""


@dataclass(frozen=True, slots=True)
class Contact:
    """Two sides that meet, the smaller number first; `kind` is "cross", "along" or "corner"."""

    kind: str
    first: int
    second: int


@dataclass(frozen=True)
class Sides:
    """The sides of some rings: where each starts, and which come before and after it."""

    starts: Floats
    before: Numbers
    after: Numbers

    @classmethod
    def of(cls, rings: list[Floats]) -> "Sides":
        """The sides of rings, numbered from 0 on."""
        ends = np.cumsum([len(ring) for ring in rings])
        numbers = np.split(np.arange(ends[-1]), ends[:-1])
        before, after = (np.concatenate([np.roll(own, way) for own in numbers]) for way in (1, -1))
        return cls(np.concatenate(rings), before, after)

    @property
    def ends(self) -> Floats:
        """Where each side ends."""
        return self.starts[self.after]


def is_convex(ring: Floats) -> bool:
    """Does a ring go round once, turning the same way at every corner?  Then no sides meet."""
    steps = np.roll(ring, -1, axis=0) - ring
    (x, y), (u, v) = steps.T, np.roll(steps, -1, axis=0).T
    turns = np.arctan2(x * v - y * u, x * u + y * v)
    one_way = bool((turns > SAME_WAY).all() or (turns < -SAME_WAY).all())
    return one_way and abs(float(turns.sum())) < 3 * np.pi


def find_contacts(sides: Sides, tolerance: float, *, enough: int) -> list[Contact]:
    """Contacts that are more than a touch: all of them, unless there are more than `enough`.

    No side may be shorter than the tolerance.
    """
    found: list[Contact] = []
    for first, second in _close_pairs(sides, tolerance):
        for kind, flags in _classify(sides, first, second, tolerance):
            pairs = zip(first[flags].tolist(), second[flags].tolist(), strict=True)
            found += [Contact(kind, a, b) for a, b in pairs]
        if len(found) >= enough:
            break
    return sorted(found, key=lambda contact: (contact.first, contact.second))


def is_inside(ring: Floats, other: Floats, tolerance: float) -> bool:
    """Does a ring lie inside another one?  They must not cross, but may touch."""
    points = np.concatenate([ring, (ring + np.roll(ring, -1, axis=0)) / 2])
    for point in points:
        if _distance(other, point) > tolerance:
            return _winds_around(other, point)
    return True


def _distance(ring: Floats, point: Floats) -> float:
    step = np.roll(ring, -1, axis=0) - ring
    lengths = np.maximum(np.einsum("ij,ij->i", step, step), np.finfo(np.float64).tiny)
    along = np.einsum("ij,ij->i", point - ring, step) / lengths
    nearest = ring + step * np.clip(along, 0, 1)[:, None]
    return float(np.hypot(*(nearest - point).T).min())


def _winds_around(ring: Floats, point: Floats) -> bool:
    """By the number of sides to the right of a point."""
    (x, y), (u, v) = (ring - point).T, (np.roll(ring, -1, axis=0) - point).T
    spans = (y > 0) != (v > 0)
    at = x[spans] - y[spans] * (u - x)[spans] / (v - y)[spans]
    return bool(np.count_nonzero(at > 0) % 2)


def _cross(a: Floats, b: Floats) -> Floats:
    crossed: Floats = a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]
    return crossed


def _close_pairs(sides: Sides, tolerance: float) -> Iterator[tuple[Numbers, Numbers]]:
    """Pairs of sides whose boxes meet, in a frame turned so that the boxes are small.

    Of few sides, all pairs: to load the tree of boxes takes longer.
    """
    if len(sides.starts) <= FEW:
        yield np.triu_indices(len(sides.starts), 1)
        return
    from shapely import STRtree, box

    steps = sides.ends - sides.starts
    doubled = (steps[:, 0] + 1j * steps[:, 1]) ** 2 / np.hypot(*steps.T)  # so that ways agree

    def turned(angle: float) -> tuple[float, Floats, Floats]:
        frame = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
        a, b = sides.starts @ frame, sides.ends @ frame
        low, high = np.minimum(a, b), np.maximum(a, b)
        sizes = high - low
        return float(np.prod(sizes + sizes.mean(axis=0), axis=1).sum()), low, high

    angles = (float(np.angle(doubled.sum())) / 2, *np.arange(TURNS) * np.pi / 2 / TURNS)
    _, low, high = min(map(turned, angles), key=itemgetter(0))
    boxes = box(*(low - tolerance).T, *(high + tolerance).T)
    tree = STRtree(boxes)
    budget, step, start = MOST_PAIRS, 64, 0
    while start < len(boxes):
        asked, others = tree.query(boxes[start : start + step])
        budget -= len(asked)
        if budget < 0:
            raise TangledError(
                f"more than {MOST_PAIRS:,} pairs of sides come close to each other: draw it with "
                f"fewer corners"
            )
        first, second = asked + start, others
        ordered = first < second
        yield first[ordered], second[ordered]
        start, step = start + step, CHUNK if len(asked) < 8 * CHUNK else 64


def _classify(
    sides: Sides, first: Numbers, second: Numbers, tolerance: float
) -> Iterator[tuple[str, Flags]]:
    starts, ends = sides.starts, sides.ends
    a0, a1, b0, b1 = starts[first], ends[first], starts[second], ends[second]
    length_a, length_b = np.hypot(*(a1 - a0).T), np.hypot(*(b1 - b0).T)
    a, b = (a1 - a0) / length_a[:, None], (b1 - b0) / length_b[:, None]
    # How far the ends of one side are from the line of the other: left of it if positive.
    left_b0, left_b1 = (_snap(_cross(a, p - a0), tolerance) for p in (b0, b1))
    left_a0, left_a1 = (_snap(_cross(b, p - b0), tolerance) for p in (a0, a1))
    yield "cross", (left_b0 * left_b1 < 0) & (left_a0 * left_a1 < 0)
    along = (left_b0 == 0) & (left_b1 == 0) & (_shared(a0, a, length_a, b0, b1) > 2 * tolerance)
    along |= (left_a0 == 0) & (left_a1 == 0) & (_shared(b0, b, length_b, a0, a1) > 2 * tolerance)
    yield "along", along
    # Every corner is the start of one side: so it is enough to look at starts.
    through = _passes(sides, second, a0, a, length_a, left_b0, tolerance)
    through |= _passes(sides, first, b0, b, length_b, left_a0, tolerance)
    together = np.flatnonzero(np.hypot(*(a0 - b0).T) <= tolerance)
    through[together] |= _interleave(sides, first[together], second[together])
    yield "corner", through & ~along


def _snap(values: Floats, tolerance: float) -> Floats:
    return np.where(np.abs(values) <= tolerance, 0.0, values)


def _shared(a0: Floats, a: Floats, length: Floats, b0: Floats, b1: Floats) -> Floats:
    """How much of a side another one covers that lies along it."""
    u, v = np.einsum("ij,ij->i", b0 - a0, a), np.einsum("ij,ij->i", b1 - a0, a)
    shared: Floats = np.minimum(np.maximum(u, v), length) - np.maximum(np.minimum(u, v), 0)
    return shared


def _passes(
    sides: Sides,
    corner: Numbers,
    a0: Floats,
    a: Floats,
    length: Floats,
    left: Floats,
    tolerance: float,
) -> Flags:
    """Does the outline go through a side in this corner?"""
    here = sides.starts[corner]
    along = np.einsum("ij,ij->i", here - a0, a)
    on = (left == 0) & (along > tolerance) & (along < length - tolerance)
    before = _snap(_cross(a, sides.starts[sides.before[corner]] - a0), tolerance)
    after = _snap(_cross(a, sides.starts[sides.after[corner]] - a0), tolerance)
    through: Flags = on & (before * after < 0)
    return through


def _interleave(sides: Sides, first: Numbers, second: Numbers) -> Flags:
    """Do the strands through two corners at the same point cross there?"""

    def angle(corner: Numbers, neighbour: Numbers) -> Floats:
        step = sides.starts[neighbour[corner]] - sides.starts[corner]
        return np.arctan2(step[:, 1], step[:, 0])

    zero = angle(first, sides.before)
    others = (angle(first, sides.after), angle(second, sides.before), angle(second, sides.after))
    whole, p, q = ((one - zero) % (2 * np.pi) for one in others)
    interleaved: Flags = (p < whole) != (q < whole)
    for one in (p, q):  # strands that go the same way lie along each other, which is told elsewhere
        for way in (0.0, whole, 2 * np.pi):
            interleaved &= np.abs(one - way) > SAME_WAY
    return interleaved
