"""Cells of a flat lattice: where they lie in the plane, and the outline of some of them.

Rows of a lattice go down, here y goes up.
"""

import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache, partial
from typing import NamedTuple

from tilewright.lattices import Cell, Kind, Lattice, plus
from tilewright.polygons import Number
from tilewright.render.outlines import around, signed_area, straightened
from tilewright.render.scene import PictureError, Point, Ring

Area = tuple[Ring, ...]
Edge = tuple[Point, Point]

DECIMALS = 9  # to which corners are rounded, so that cells share them
NEAR = 1e-7
CELLS, LATTICES = 1 << 16, 64  # that are kept

LEAST = {"polygon": 3, "segment": 2}  # corners


def has_sticks(on: Lattice) -> bool:
    """Are cells of this lattice sticks?"""
    return any(kind.shape == "segment" for kind in on.kinds)


@lru_cache(maxsize=CELLS)
def corners(on: Lattice, cell: Cell) -> Ring:
    """The corners of a cell, anticlockwise; or the two ends of a stick.

    Where a corner of a neighbour lies on a side, the cell has a corner as well.

    >>> from tilewright.lattices import lattice
    >>> corners(lattice("square"), (0, 0))
    ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))
    """
    kind = on.kind(cell)
    if kind is None:
        raise PictureError(f"lattice {on.name!r} has no cell at {cell}: check the puzzle's cells")
    ring = _outlines(on)[kind.at]
    return tuple(_place((cell[0] + u, cell[1] + v), *axes(on)) for u, v in ring)


@lru_cache(maxsize=LATTICES)
def _outlines(on: Lattice) -> Mapping[Cell, Ring]:
    """Corners of a cell of each kind, about its own place, in coordinates of the lattice."""
    plain = {kind.at: _plain(on, kind) for kind in on.kinds}
    if has_sticks(on):
        return plain

    def nearby(kind: Kind) -> Ring:
        """The corners of all cells that may touch a cell, seen from it."""
        near = {kind.at: None, **{plus(kind.at, step): None for step in kind.edges.values()}}
        near |= {there: None for cell in near for there in on.neighbours(cell).values()}
        steps = [tuple(k * x for x in g) for g in on.translations.generators for k in (-1, 0, 1)]
        moves = [plus(one, other) for one in steps for other in steps]
        near |= {plus(other.at, move): None for other in on.kinds for move in moves}
        found = []
        for cell in near:
            x, y = cell[0] - kind.at[0], cell[1] - kind.at[1]
            found += [(x + u, y + v) for u, v in plain[on.kind_at(cell).at]]
        return tuple(dict.fromkeys((round(u, DECIMALS), round(v, DECIMALS)) for u, v in found))

    return {kind.at: _split(plain[kind.at], nearby(kind)) for kind in on.kinds}


def _plain(on: Lattice, kind: Kind) -> Ring:
    if not on.flat:
        raise PictureError(
            f"lattice {on.name!r} is not in the plane: what is on it has drawings of solid bodies, "
            f"not flat ones"
        )
    if len(kind.corners) < LEAST.get(kind.shape, len(kind.corners) + 1):
        raise PictureError(
            f"lattice {on.name!r} does not say how cells of kind {kind.name!r} look: give the kind "
            f'shape = "polygon" and at least three corners, such as corners = [[0, 0], [1, 0], '
            f'[0, 1]], relative to the cell; or shape = "segment" and two'
        )
    ring = tuple((written_value(u), written_value(v)) for u, v in kind.corners)
    upright = [_place(point, *axes(on)) for point in ring]
    return ring if signed_area(upright) >= 0 else tuple(reversed(ring))


def _split(ring: Ring, points: Ring) -> Ring:
    """The ring, with those of the points that lie on its sides."""
    found: list[Point] = []
    for (x, y), (u, v) in around(ring):
        dx, dy = u - x, v - y
        length = dx * dx + dy * dy
        parts = {}
        for a, b in points:
            part = ((a - x) * dx + (b - y) * dy) / (length or 1.0)
            off = abs((a - x) * dy - (b - y) * dx)
            if off < NEAR * length and NEAR < part < 1 - NEAR:
                parts[part] = a, b
        found += [(x, y), *(parts[part] for part in sorted(parts))]
    return tuple(found)


def _place(at: Point, across: Point, down: Point) -> Point:
    """Rounded before, so that cells that share a corner find the very same point."""
    u, v = round(at[0], DECIMALS), round(at[1], DECIMALS)
    x, y = u * across[0] + v * down[0], -u * across[1] - v * down[1]
    return round(x, DECIMALS) + 0.0, round(y, DECIMALS) + 0.0  # and no -0.0


@lru_cache(maxsize=LATTICES)
def axes(on: Lattice) -> tuple[Point, Point]:
    """Where the unit vectors of a lattice point, with rows going down."""
    if not on.embedding:
        return (1.0, 0.0), (0.0, 1.0)
    if len(on.embedding) != 2 or any(len(row) != 2 for row in on.embedding):
        raise PictureError(
            f"lattice {on.name!r} is in the plane, but its embedding is not: expected two rows of "
            f"two numbers, where its unit vectors point"
        )
    (ax, ay), (bx, by) = (map(written_value, row) for row in on.embedding)
    return (ax, ay), (bx, by)


@cache
def written_value(text: str) -> float:
    """What an expression such as 2sqrt(3)/3 is worth.

    >>> written_value("3/4")
    0.75
    """
    return Number.of(re.sub(r"(?<=\d)sqrt", "*sqrt", text)).value


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
        for there, after in around(sorted(others, key=partial(_direction, here))):
            follows[there, here] = here, after
    rings = []
    for walk in _walks(follows):
        turns = (_turn(edge[0], *after, measures, outer) for edge, after in around(walk))
        ring = [point for turn in turns for point in turn]
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


KEPT = 1 << 13  # outlines


def outline(
    on: Lattice,
    cells: Iterable[Cell],
    *,
    board: bool = False,
    detours: Mapping[Edge, Ring] | None = None,
) -> tuple[Area, tuple[Ring, ...]]:
    """The boundary of some cells, and the borders between them; bands, if they are sticks.

    Outlines of pieces that share no cell do not overlap; that of a `board` has room for those of
    all pieces that may lie on it.  Some sides of cells may have detours: points between their ends.

    >>> from tilewright.lattices import lattice
    >>> area, borders = outline(lattice("square"), [(0, 0), (1, 0)])
    >>> area
    (((-0.5, -0.5), (1.5, -0.5), (1.5, 0.5), (-0.5, 0.5)),)
    >>> borders
    (((0.5, -0.5), (0.5, 0.5)),)
    """
    beside = tuple((detours or {}).items())
    return _outline(on, tuple(cells), beside, board=board and has_sticks(on))


@lru_cache(maxsize=KEPT)
def _outline(
    on: Lattice, cells: tuple[Cell, ...], detours: tuple[tuple[Edge, Ring], ...], *, board: bool
) -> tuple[Area, tuple[Ring, ...]]:
    if has_sticks(on):
        return bands(on, cells, board=board), ()
    sides: dict[Edge, None] = {}  # a set that keeps its order; each has its cell to the left
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
    return _rings(sides, dict(detours)), tuple(borders)


def _rings(sides: Iterable[Edge], detours: Mapping[Edge, Ring]) -> Area:
    """Directed edges joined to rings; where several go out from a point, the first clockwise.

    So cells that touch in a corner only do so in different rings.
    """
    out: dict[Point, list[Point]] = {}
    for start, end in sides:
        out.setdefault(start, []).append(end)
    follows = {(start, end): (end, _clockwise(start, end, out[end])) for start, end in sides}
    return tuple(
        straightened([point for edge in walk for point in (edge[0], *detours.get(edge, ()))])
        for walk in _walks(follows)
    )


def _walks(follows: dict[Edge, Edge]) -> Iterator[list[Edge]]:
    """The rounds that edges make of which each follows another one."""
    while follows:
        edge = next(iter(follows))
        walk = []
        while edge in follows:
            walk.append(edge)
            edge = follows.pop(edge)
        yield walk


def _clockwise(start: Point, corner: Point, ends: Sequence[Point]) -> Point:
    """Which of the ends comes first if one turns clockwise about the corner, away from start."""
    if len(ends) == 1:
        return ends[0]
    back = _direction(corner, start)
    return min(ends, key=lambda end: (back - _direction(corner, end)) % math.tau or math.tau)


def _direction(corner: Point, to: Point) -> float:
    return math.atan2(to[1] - corner[1], to[0] - corner[0])
