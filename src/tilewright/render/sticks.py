"""Pieces of sticks as bands: round where sticks of a piece are joined, apart where pieces meet.

A band is the same whatever lies beside it.  Where two sticks of a piece meet, it runs along an arc
that leaves the point itself free for others; where only one stick of a piece ends, it ends before
the point.  So pieces that meet in a point without crossing do not touch.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from tilewright.lattice import Cell, Lattice
from tilewright.render.embedding import DECIMALS, corners
from tilewright.render.outlines import signed_area
from tilewright.render.scene import Point, Ring

__all__ = ["bands", "threads"]

REACH = 0.4  # how far before a point a band begins to bend, where a stick is 1 long
WIDEST = 0.115  # half of a band
GAP = 0.3  # between bands, where half a band is 1
CHORD = math.radians(9)  # an arc is drawn as chords, each over such an angle


@dataclass(frozen=True, slots=True)
class _Measures:
    """Half the width of a band; where it begins to bend, and where it ends before a point."""

    half: float
    bend: float
    end: float


def bands(on: Lattice, cells: Iterable[Cell], *, board: bool = False) -> tuple[Ring, ...]:
    """The area of a piece of sticks; rings around it run anticlockwise, rings of holes clockwise.

    That of a board has room for all pieces that may lie there.

    >>> from tilewright.lattice import lattice
    >>> square = [(1, 0), (0, 1), (2, 1), (1, 2)]  # four sticks around one
    >>> len(bands(lattice("square-sticks"), square))
    2
    """
    measures = _measures(on)
    outer = measures.end + measures.half if board else measures.bend
    ends: dict[Point, list[Point]] = {}
    for line in threads(on, cells):
        for here, there in (line, line[::-1]):
            if there not in ends.setdefault(here, []):
                ends[here].append(there)
    follows = {}  # each walk along the right side of a stick, and the next one
    for here, others in ends.items():
        turns = sorted((_direction(here, there), there) for there in others)
        for k, (_, there) in enumerate(turns):
            follows[there, here] = here, turns[(k + 1) % len(turns)][1]
    rings = []
    while follows:
        walk = next(iter(follows))
        ring: list[Point] = []
        while walk in follows:
            after = follows.pop(walk)
            ring += _turn(walk[0], *after, measures, outer)
            walk = after
        rings.append(tuple((round(x, DECIMALS) + 0.0, round(y, DECIMALS) + 0.0) for x, y in ring))
    return tuple(sorted(rings, key=signed_area, reverse=True))


def threads(on: Lattice, cells: Iterable[Cell]) -> tuple[Ring, ...]:
    """Sticks as lines."""
    return tuple(corners(on, cell)[:2] for cell in cells)


def _turn(start: Point, at: Point, end: Point, measures: _Measures, outer: float) -> list[Point]:
    """The boundary round a point, from the right side of one stick to that of the next.

    `outer` says where a turn begins to bend that goes round the outside.
    """
    half = measures.half
    first = _direction(at, start)
    angle = (_direction(at, end) - first) % math.tau
    if start == end:
        middle = _from(at, measures.end + half, first)
        return _arc(middle, half, first + math.pi / 2, first + 3 * math.pi / 2)
    if math.isclose(angle, math.pi, abs_tol=1e-9):
        return []
    inner = angle < math.pi
    bend = measures.bend if inner else outer
    opening = min(angle, math.tau - angle) / 2
    towards = first + angle / 2 + (0.0 if inner else math.pi)
    radius = bend * math.tan(opening)
    centre = _from(at, bend / math.cos(opening), towards)
    if inner and radius <= half:  # too sharp to be round
        return [_from(at, half / math.sin(opening), towards)]
    side = math.pi / 2 - opening  # from the way back to the point, to where the arc begins
    back = towards + math.pi
    if inner:
        return _arc(centre, radius - half, back + side, back - side)
    return _arc(centre, radius + half, back - side, back + side)


def _arc(centre: Point, radius: float, start: float, end: float) -> list[Point]:
    steps = max(1, math.ceil(abs(end - start) / CHORD - 1e-9))
    return [_from(centre, radius, start + (end - start) * k / steps) for k in range(steps + 1)]


def _from(at: Point, far: float, direction: float) -> Point:
    return at[0] + far * math.cos(direction), at[1] + far * math.sin(direction)


def _direction(at: Point, to: Point) -> float:
    return math.atan2(to[1] - at[1], to[0] - at[0])


@lru_cache(maxsize=64)
def _measures(on: Lattice) -> _Measures:
    """As wide as the sharpest angle between sticks of the lattice allows."""
    near = {kind.at: None for kind in on.kinds}
    for _ in range(2):
        near |= {there: None for cell in near for there in on.neighbours(cell).values()}
    length = min(math.dist(*corners(on, cell)[:2]) for cell in near)
    ends: dict[Point, set[float]] = {}
    for one, other in threads(on, near):
        ends.setdefault(one, set()).add(_direction(one, other))
        ends.setdefault(other, set()).add(_direction(other, one))
    sharpest = min(
        ((b - a) % math.tau for at in ends.values() for a in at for b in at if b != a),
        default=math.pi,
    )
    bend = REACH * length
    nested = _clear(max(0.0, math.pi - 2 * sharpest))  # beside a band that goes straight through
    opposite = 2 * _clear(math.pi - sharpest)
    half = min(WIDEST * length, bend * min(nested, opposite) / (2 + GAP))
    end = bend * _clear(min(math.pi, 2 * sharpest)) + (1 + GAP) * half
    return _Measures(half, bend, max(end, half / math.tan(sharpest / 2) + GAP * half))


def _clear(angle: float) -> float:
    """How far from the point an arc passes between sticks at an angle, if its bend is 1."""
    return 1 / math.cos(angle / 2) - math.tan(angle / 2) if angle < math.pi else 0.0
