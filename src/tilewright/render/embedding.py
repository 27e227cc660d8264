"""Where the cells of a flat lattice lie in the plane, as its file says.

Rows of a lattice go down, here y goes up.
"""

import re
from collections.abc import Mapping
from functools import cache, lru_cache

from tilewright.lattices import Cell, Kind, Lattice, plus
from tilewright.polygons import Number
from tilewright.render.outlines import around, signed_area
from tilewright.render.scene import PictureError, Point, Ring

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
    return _moved(on, _outlines(on)[kind.at], cell)


@lru_cache(maxsize=LATTICES)
def _outlines(on: Lattice) -> Mapping[Cell, Ring]:
    """Corners of a cell of each kind, about its own place, in coordinates of the lattice."""
    plain = {kind.at: _plain(on, kind) for kind in on.kinds}
    if has_sticks(on):
        return plain

    def around(kind: Kind) -> Ring:
        """The corners of all cells that may touch a cell, seen from it."""
        near = {kind.at: None, **{plus(kind.at, step): None for step in kind.edges.values()}}
        near |= {there: None for cell in near for there in on.neighbours(cell).values()}
        steps = [tuple(k * x for x in g) for g in on.translations.generators for k in (-1, 0, 1)]
        moves = [plus(one, other) for one in steps for other in steps]
        near |= {plus(other.at, move): None for other in on.kinds for move in moves}
        found = []
        for cell in near:
            other = on.kind(cell)
            assert other is not None
            at = cell[0] - kind.at[0], cell[1] - kind.at[1]
            found += [(at[0] + u, at[1] + v) for u, v in plain[other.at]]
        return tuple(dict.fromkeys((round(u, DECIMALS), round(v, DECIMALS)) for u, v in found))

    return {kind.at: _split(plain[kind.at], around(kind)) for kind in on.kinds}


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
    across, down = axes(on)
    ring = tuple((written_value(u), written_value(v)) for u, v in kind.corners)
    upright = [_place(point, across, down) for point in ring]
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


def _moved(on: Lattice, ring: Ring, cell: Cell) -> Ring:
    across, down = axes(on)
    return tuple(_place((cell[0] + u, cell[1] + v), across, down) for u, v in ring)


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
