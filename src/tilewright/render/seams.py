"""The sides of areas that touch, as lines in which every stretch is there once.

Sides that lie on one straight line are laid on top of each other there, whatever their ends are;
then lines are joined where two of them, and no others, end.  Corners that are almost the same are
the same.
"""

import math
from collections.abc import Iterable, Iterator, Sequence

from tilewright.render.scene import Point, Ring

__all__ = ["seams"]

Side = tuple[Point, Point]
Stretch = tuple[float, float, Point, Point]  # from where to where on a straight line, and its ends

FINE = 1e-6  # corners are the same if they are nearer, where everything is about 1 wide


def seams(
    areas: Iterable[Sequence[Ring]], without: Iterable[Sequence[Ring]] = ()
) -> tuple[Ring, ...]:
    """The sides of areas, each stretch once, except for those that `without` has as well.

    A line that comes back to where it begins has that point twice.

    >>> left, right = ((0, 0), (1, 0), (1, 2), (0, 2)), ((1, 0), (2, 0), (2, 1), (1, 1))
    >>> seams([(left,), (right,)])
    (((1, 0), (1, 2), (0, 2), (0, 0), (2, 0), (2, 1), (1, 1)),)
    >>> seams([(left,), (right,)], without=[(left,)])
    (((1, 0), (2, 0), (2, 1), (1, 1)),)
    """
    wanted, others = list(_sides(areas)), list(_sides(without))
    points = [point for side in wanted for point in side]
    if not points:
        return ()
    size = max(max(column) - min(column) for column in zip(*points, strict=True))
    same = _Same(FINE * size)
    lines = _StraightLines(FINE * size)
    both = [(side, True) for side in wanted] + [(side, False) for side in others]
    both.sort(key=lambda one: -math.dist(*one[0]))
    for (start, end), is_wanted in both:
        side = same(start), same(end)
        if side[0] != side[1]:
            lines.add(side, wanted=is_wanted)
    return tuple(_joined(list(lines.stretches())))


def _sides(areas: Iterable[Sequence[Ring]]) -> Iterator[Side]:
    for rings in areas:
        for ring in rings:
            yield from zip(ring, (*ring[1:], *ring[:1]), strict=True)


class _Same:
    """For each point one that is almost the same; always the same one."""

    def __init__(self, fine: float) -> None:
        self.fine = fine
        self.known: dict[tuple[int, int], Point] = {}

    def __call__(self, point: Point) -> Point:
        column, row = (math.floor(value / self.fine) for value in point)
        for dx in (0, -1, 1):
            for dy in (0, -1, 1):
                if known := self.known.get((column + dx, row + dy)):
                    return known
        self.known[column, row] = point
        return point


class _StraightLines:
    """Straight lines without ends, and the stretches of each that are wanted, and not wanted."""

    STEPS = 360  # directions are sorted into so many boxes

    def __init__(self, fine: float) -> None:
        self.fine = fine
        self.found: list[tuple[Point, Point, list[Stretch], list[Stretch]]] = []
        self.boxes: dict[int, list[int]] = {}

    def add(self, side: Side, *, wanted: bool) -> None:
        """Lay a side on its line; sides come from the longest to the shortest."""
        (x, y), end = side
        length = math.dist(*side)
        along = (end[0] - x) / length, (end[1] - y) / length
        box = round(math.atan2(along[1], along[0]) / math.pi * self.STEPS) % self.STEPS
        near = [(box + step) % self.STEPS for step in (-1, 0, 1)]
        for number in (number for box in near for number in self.boxes.get(box, ())):
            origin, direction, *stretches = self.found[number]
            (t0, far0), (t1, far1) = (_seen_from(origin, direction, point) for point in side)
            if abs(far0) <= self.fine and abs(far1) <= self.fine:
                break
        else:
            origin, stretches = side[0], [[], []]
            t0, t1 = 0.0, length
            self.boxes.setdefault(box, []).append(len(self.found))
            self.found.append((origin, along, stretches[0], stretches[1]))
        ends = (t0, t1, *side) if t0 < t1 else (t1, t0, end, side[0])
        stretches[0 if wanted else 1].append(ends)

    def stretches(self) -> Iterator[Side]:
        """What is wanted, each stretch once and as long as it can be."""
        for _, _, wanted, others in self.found:
            for stretch in _without(_union(wanted, self.fine), _union(others, self.fine)):
                if stretch[1] - stretch[0] > self.fine:
                    yield stretch[2:]


def _seen_from(origin: Point, direction: Point, point: Point) -> tuple[float, float]:
    """How far along a straight line a point is, and how far beside it."""
    dx, dy = point[0] - origin[0], point[1] - origin[1]
    return dx * direction[0] + dy * direction[1], dx * direction[1] - dy * direction[0]


def _union(stretches: Iterable[Stretch], fine: float) -> list[Stretch]:
    union: list[Stretch] = []
    for t0, t1, start, end in sorted(stretches):
        if union and t0 <= union[-1][1] + fine:
            if t1 > union[-1][1]:
                union[-1] = (union[-1][0], t1, union[-1][2], end)
        else:
            union.append((t0, t1, start, end))
    return union


def _without(stretches: Sequence[Stretch], others: Sequence[Stretch]) -> Iterator[Stretch]:
    for t0, t1, start, end in stretches:
        for s0, s1, cut, again in others:
            if s1 <= t0 or s0 >= t1:
                continue
            if s0 > t0:
                yield t0, s0, start, cut
            t0, start = s1, again
        if t0 < t1:
            yield t0, t1, start, end


def _joined(sides: Sequence[Side]) -> Iterator[Ring]:
    """Lines made of sides: they go on where two sides end, and no others."""
    ends: dict[Point, list[int]] = {}
    for number, side in enumerate(sides):
        for point in side:
            ends.setdefault(point, []).append(number)
    left = dict.fromkeys(range(len(sides)))

    def walk(point: Point, number: int) -> Iterator[Point]:
        yield point
        while True:
            del left[number]
            start, end = sides[number]
            point = end if point == start else start
            yield point
            others = [other for other in ends[point] if other in left]
            if len(ends[point]) != 2 or not others:
                return
            number = others[0]

    for point, numbers in ends.items():  # first the lines that have ends, then those that have none
        if len(numbers) != 2:
            for number in numbers:
                if number in left:
                    yield tuple(walk(point, number))
    while left:
        number = next(iter(left))
        yield tuple(walk(sides[number][0], number))
