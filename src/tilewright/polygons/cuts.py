"""Cutting polygons apart, in exact fractions.

A region is a set of directed sides with its inside on the left.  Cutting it along segments adds
each segment in both directions; then the sides are linked anew: at every point the next side is the
first one clockwise from where one came.  Rings that run counter-clockwise are outlines of parts,
the others are holes.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import pairwise

__all__ = ["Line", "Loop", "Region", "Segment", "Spot", "bent_cut", "cut", "straight_cut"]

Spot = tuple[Fraction, Fraction]
Loop = tuple[Spot, ...]
Segment = tuple[Spot, Spot]


@dataclass(frozen=True, slots=True)
class Line:
    """The points for which a·x + b·y = c."""

    a: int
    b: int
    c: int

    def side(self, spot: Spot) -> Fraction:
        """Zero on the line, positive on one side of it."""
        return self.a * spot[0] + self.b * spot[1] - self.c

    def meet(self, other: "Line") -> Spot | None:
        """Where two lines cross, unless they are parallel."""
        below = self.a * other.b - self.b * other.a
        if below == 0:
            return None
        return (
            Fraction(self.c * other.b - self.b * other.c, below),
            Fraction(self.a * other.c - self.c * other.a, below),
        )


@dataclass(frozen=True, slots=True)
class Region:
    """A polygon, maybe with holes: the outline runs counter-clockwise, the holes clockwise."""

    outline: Loop
    holes: tuple[Loop, ...] = ()

    @property
    def loops(self) -> tuple[Loop, ...]:
        """The outline, then the holes."""
        return (self.outline, *self.holes)

    @property
    def area(self) -> Fraction:
        """Its area, without the holes."""
        return sum(map(loop_area, self.loops), Fraction(0))

    def sides(self) -> Iterator[Segment]:
        """All sides, with the inside on the left."""
        for loop in self.loops:
            yield from loop_sides(loop)

    def contains(self, spot: Spot) -> bool:
        """Is the point inside, and not on the boundary?"""
        inside = False
        for p, q in self.sides():
            if is_between(spot, p, q):
                return False
            if (p[1] > spot[1]) != (q[1] > spot[1]):
                inside ^= (turn(p, q, spot) > 0) == (q[1] > p[1])
        return inside


def loop_sides(loop: Loop) -> Iterator[Segment]:
    """The sides of a loop."""
    return zip(loop, (*loop[1:], loop[0]), strict=True)


def loop_area(loop: Loop) -> Fraction:
    """Positive if the loop runs counter-clockwise."""
    return sum((p[0] * q[1] - p[1] * q[0] for p, q in loop_sides(loop)), Fraction(0)) / 2


def turn(p: Spot, q: Spot, r: Spot) -> Fraction:
    """Positive if the way from p over q to r bends to the left."""
    return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])


def is_between(spot: Spot, p: Spot, q: Spot) -> bool:
    """Is the point on the segment, ends included?"""
    if not (min(p[0], q[0]) <= spot[0] <= max(p[0], q[0])):
        return False
    if not (min(p[1], q[1]) <= spot[1] <= max(p[1], q[1])):
        return False
    return turn(p, q, spot) == 0


def meet(one: Segment, other: Segment) -> bool:
    """Do two segments have a point in common?"""
    (p, q), (r, s) = one, other
    if max(p[0], q[0]) < min(r[0], s[0]) or max(r[0], s[0]) < min(p[0], q[0]):
        return False
    if any(is_between(x, p, q) for x in (r, s)) or any(is_between(x, r, s) for x in (p, q)):
        return True
    return turn(p, q, r) * turn(p, q, s) < 0 and turn(r, s, p) * turn(r, s, q) < 0


def is_simple(loop: Loop) -> bool:
    """Does it run counter-clockwise, meet itself nowhere, and bend at every corner?"""
    sides = list(loop_sides(loop))
    corners = zip((loop[-1], *loop[:-1]), loop, (*loop[1:], loop[0]), strict=True)
    if any(turn(*corner) == 0 for corner in corners) or loop_area(loop) <= 0:
        return False
    apart = ((a, b) for n, a in enumerate(sides) for b in sides[n + 2 : len(sides) - (n == 0)])
    return not any(meet(a, b) for a, b in apart)


def straight_cut(region: Region, line: Line) -> list[Segment]:
    """The stretches of a line that lie inside the region."""
    spots = sorted(_crossings(region, line))
    return [(p, q) for p, q in pairwise(spots) if region.contains(_halfway(p, q))]


def bent_cut(region: Region, lines: Sequence[Line], ways: Sequence[bool]) -> list[Segment]:
    """A cut that follows one line after the other, from the boundary to the boundary.

    `ways` says in which direction it leaves along the first line, and along the last.  Empty if
    there is no such cut.
    """
    corners = [one.meet(other) for one, other in pairwise(lines)]
    inner = [corner for corner in corners if corner is not None and region.contains(corner)]
    if len(inner) < len(corners):
        return []
    path = [
        _first(region, lines[0], inner[0], forward=ways[0]),
        *inner,
        _first(region, lines[-1], inner[-1], forward=ways[1]),
    ]
    found = list(pairwise(path))
    if any(meet(side, middle) for side in region.sides() for middle in found[1:-1]):
        return []
    apart = [(a, b) for n, a in enumerate(found) for b in found[n + 2 :]]
    return [] if any(meet(a, b) for a, b in apart) else found


def cut(region: Region, segments: Sequence[Segment]) -> list[Region]:
    """The parts into which the segments cut the region; they may also be sides of an island."""
    ends = {spot for segment in segments for spot in segment}
    edges: list[Segment] = [half for s in segments for half in (s, s[::-1])]
    for p, q in region.sides():
        stops = sorted({p, q} | {spot for spot in ends if is_between(spot, p, q)})
        stops = stops if p < q else stops[::-1]
        edges += pairwise(stops)
    loops = [_without_straight_corners(loop) for loop in _linked(edges)]
    outlines = [loop for loop in loops if loop_area(loop) > 0]
    holes: dict[Loop, list[Loop]] = {outline: [] for outline in outlines}
    for hole in loops:
        if loop_area(hole) < 0:
            around = [o for o in outlines if Region(o).contains(hole[0])]
            holes[min(around, key=loop_area)].append(hole)
    return [Region(outline, tuple(inside)) for outline, inside in holes.items()]


def _crossings(region: Region, line: Line) -> set[Spot]:
    spots = set()
    for p, q in region.sides():
        a, b = line.side(p), line.side(q)
        if a == 0:
            spots.add(p)
        elif a * b < 0:
            share = a / (a - b)
            spots.add((p[0] + share * (q[0] - p[0]), p[1] + share * (q[1] - p[1])))
    return spots


def _first(region: Region, line: Line, start: Spot, *, forward: bool) -> Spot:
    """Where one leaves the region along the line; forward is towards larger coordinates."""
    spots = _crossings(region, line)
    ahead = [spot for spot in spots if (spot > start) == forward]
    return min(ahead) if forward else max(ahead)


def _halfway(p: Spot, q: Spot) -> Spot:
    return (p[0] + q[0]) / 2, (p[1] + q[1]) / 2


def _linked(edges: Sequence[Segment]) -> Iterator[Loop]:
    leaving: dict[Spot, list[Spot]] = defaultdict(list)
    for p, q in edges:
        leaving[p].append(q)
    after = {(p, q): (q, min(leaving[q], key=partial(_clockwise, q, p))) for p, q in edges}
    while after:
        edge, loop = next(iter(after)), []
        while edge in after:
            loop.append(edge[0])
            edge = after.pop(edge)
        yield tuple(loop)


def _clockwise(centre: Spot, start: Spot, spot: Spot) -> Fraction:
    """Grows with the clockwise angle at the centre; 4 for a full turn."""
    x = (start[0] - centre[0]) * (spot[0] - centre[0]) + (start[1] - centre[1]) * (
        spot[1] - centre[1]
    )
    y = turn(centre, spot, start)
    share = Fraction(x) / (abs(x) + abs(y))
    if y == 0 and x > 0:
        return Fraction(4)
    return 1 - share if y >= 0 else 3 + share


def _without_straight_corners(loop: Loop) -> Loop:
    before = (loop[-1], *loop[:-1])
    after = (*loop[1:], loop[0])
    return tuple(q for p, q, r in zip(before, loop, after, strict=True) if turn(p, q, r) != 0)
