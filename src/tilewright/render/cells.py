"""The outline of some cells of a flat lattice: a piece, or a board."""

import math
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from tilewright.lattices import Cell, Lattice
from tilewright.render.embedding import DECIMALS, corners, has_sticks
from tilewright.render.outlines import around, signed_area, straightened
from tilewright.render.scene import PictureError, Point, Ring

# Pieces of sticks as bands: round where sticks of a piece are joined, apart where pieces meet.
#
# A band is the same whatever lies beside it.  Where two sticks of a piece meet, it runs along an
# arc that leaves the point itself free for others; where only one stick of a piece ends, it ends
# before the point.  So pieces that meet in a point without crossing do not touch.


REACH = 0.4  # how far before a point a band begins to bend, where a stick is 1 long
WIDEST = 0.115  # half of a band
GAP = 0.3  # between bands, where half a band is 1
CHORD = math.radians(9)  # an arc is drawn as chords, each over such an angle


class _Measures(NamedTuple):
    """Half the width of a band; where it begins to bend, and where it ends before a point."""

    half: float
    bend: float
    end: float


def bands(on: Lattice, cells: Iterable[Cell], *, board: bool = False) -> tuple[Ring, ...]:
    """The area of a piece of sticks; rings around it run anticlockwise, rings of holes clockwise.

    That of a board has room for all pieces that may lie there.

    >>> from tilewright.lattices import lattice
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
        middle = from_point(at, measures.end + half, first)
        return _arc(middle, half, first + math.pi / 2, first + 3 * math.pi / 2)
    if math.isclose(angle, math.pi, abs_tol=1e-9):
        return []
    inner = angle < math.pi
    bend = measures.bend if inner else outer
    opening = min(angle, math.tau - angle) / 2
    towards = first + angle / 2 + (0.0 if inner else math.pi)
    radius = bend * math.tan(opening)
    centre = from_point(at, bend / math.cos(opening), towards)
    if inner and radius <= half:  # too sharp to be round
        return [from_point(at, half / math.sin(opening), towards)]
    side = math.pi / 2 - opening  # from the way back to the point, to where the arc begins
    back = towards + math.pi
    if inner:
        return _arc(centre, radius - half, back + side, back - side)
    return _arc(centre, radius + half, back - side, back + side)


def _arc(centre: Point, radius: float, start: float, end: float) -> list[Point]:
    steps = max(1, math.ceil(abs(end - start) / CHORD - 1e-9))
    return [from_point(centre, radius, start + (end - start) * k / steps) for k in range(steps + 1)]


def from_point(at: Point, far: float, direction: float) -> Point:
    """The point that is so far from another one, in this direction."""
    return at[0] + far * math.cos(direction), at[1] + far * math.sin(direction)


@lru_cache(maxsize=64)
def _measures(on: Lattice) -> _Measures:
    """As wide as the sharpest angle between sticks of the lattice allows."""
    near = {kind.at: None for kind in on.kinds}
    for _ in range(2):
        near |= {there: None for cell in near for there in on.neighbours(cell).values()}
    length = min(math.dist(*corners(on, cell)[:2]) for cell in near)
    ends: dict[Point, set[float]] = {}
    for line in threads(on, near):
        for here, there in (line, line[::-1]):
            ends.setdefault(here, set()).add(_direction(here, there))
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


Area = tuple[Ring, ...]
Edge = tuple[Point, Point]

KEPT = 1 << 13  # outlines


def outline(on: Lattice, cells: Iterable[Cell]) -> tuple[Area, tuple[Ring, ...]]:
    """The boundary of some cells, and the borders between them; bands, if they are sticks.

    Outlines of pieces that share no cell do not overlap.

    >>> from tilewright.lattices import lattice
    >>> area, borders = outline(lattice("square"), [(0, 0), (1, 0)])
    >>> area
    (((-0.5, -0.5), (1.5, -0.5), (1.5, 0.5), (-0.5, 0.5)),)
    >>> borders
    (((0.5, -0.5), (0.5, 0.5)),)
    """
    return _outline(on, tuple(cells))


def board_outline(on: Lattice, cells: Iterable[Cell]) -> tuple[Area, tuple[Ring, ...]]:
    """The same for a board: it has room for the outlines of all pieces that may lie on it."""
    return _outline(on, tuple(cells), board=True) if has_sticks(on) else outline(on, cells)


def outline_with(
    on: Lattice, cells: Iterable[Cell], detours: Mapping[Edge, Ring]
) -> tuple[Area, tuple[Ring, ...]]:
    """The same, where some sides of cells have detours: points between their ends."""
    if has_sticks(on) or not detours:
        return outline(on, cells)
    sides, borders = _sides(on, cells)
    return _rings(sides, detours), borders


@lru_cache(maxsize=KEPT)
def _outline(
    on: Lattice, cells: tuple[Cell, ...], *, board: bool = False
) -> tuple[Area, tuple[Ring, ...]]:
    if has_sticks(on):
        return bands(on, cells, board=board), ()
    sides, borders = _sides(on, cells)
    return _rings(sides, {}), borders


def _sides(on: Lattice, cells: Iterable[Cell]) -> tuple[dict[Edge, None], tuple[Ring, ...]]:
    """The outer sides of some cells, each with its cell to the left, and the inner ones."""
    sides: dict[Edge, None] = {}  # a set that keeps its order
    borders = []
    for cell in cells:
        ring = corners(on, cell)
        for start, end in around(ring):
            if (start, end) in sides:
                raise PictureError(
                    f"lattice {on.name!r} draws cell {cell} over another one: check its corners"
                )
            if (end, start) in sides:
                del sides[end, start]
                borders.append((end, start))
            else:
                sides[start, end] = None
    return sides, tuple(borders)


def _rings(sides: Iterable[Edge], detours: Mapping[Edge, Ring]) -> Area:
    """Directed edges joined to rings; where several go out from a point, the first clockwise.

    So cells that touch in a corner only do so in different rings.
    """
    out: dict[Point, list[Point]] = {}
    for start, end in sides:
        out.setdefault(start, []).append(end)
    follows = {(start, end): (end, _clockwise(start, end, out[end])) for start, end in sides}
    rings = []
    while follows:
        edge = next(iter(follows))
        ring: list[Point] = []
        while edge in follows:
            ring += (edge[0], *detours.get(edge, ()))
            edge = follows.pop(edge)
        rings.append(straightened(ring))
    return tuple(rings)


def _clockwise(start: Point, corner: Point, ends: Sequence[Point]) -> Point:
    """Which of the ends comes first if one turns clockwise about the corner, away from start."""
    if len(ends) == 1:
        return ends[0]
    back = _direction(corner, start)
    return min(ends, key=lambda end: (back - _direction(corner, end)) % math.tau or math.tau)


def _direction(corner: Point, to: Point) -> float:
    return math.atan2(to[1] - corner[1], to[0] - corner[0])
