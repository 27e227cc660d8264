"""The outline of some cells of a flat lattice: a piece, or a board."""

import math
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from tilewright.lattice import Cell, Lattice
from tilewright.render.embedding import corners, has_sticks
from tilewright.render.outlines import straightened
from tilewright.render.scene import PictureError, Point, Ring
from tilewright.render.sticks import bands

__all__ = ["Area", "Edge", "board_outline", "outline", "outline_with"]

Area = tuple[Ring, ...]
Edge = tuple[Point, Point]

KEPT, BOARDS = 1 << 13, 64  # outlines


def outline(on: Lattice, cells: Iterable[Cell]) -> tuple[Area, tuple[Ring, ...]]:
    """The boundary of some cells, and the borders between them; bands, if they are sticks.

    Outlines of pieces that share no cell do not overlap.

    >>> from tilewright.lattice import lattice
    >>> area, borders = outline(lattice("square"), [(0, 0), (1, 0)])
    >>> area
    (((-0.5, -0.5), (1.5, -0.5), (1.5, 0.5), (-0.5, 0.5)),)
    >>> borders
    (((0.5, -0.5), (0.5, 0.5)),)
    """
    return _outline(on, tuple(cells))


def board_outline(on: Lattice, cells: Iterable[Cell]) -> tuple[Area, tuple[Ring, ...]]:
    """The same for a board: it has room for the outlines of all pieces that may lie on it."""
    return (_board_of_sticks(on, tuple(cells)), ()) if has_sticks(on) else outline(on, cells)


def outline_with(
    on: Lattice, cells: Iterable[Cell], detours: Mapping[Edge, Ring]
) -> tuple[Area, tuple[Ring, ...]]:
    """The same, where some sides of cells have detours: points between their ends."""
    if has_sticks(on) or not detours:
        return outline(on, cells)
    sides, borders = _sides(on, cells)
    return _rings(sides, detours), borders


@lru_cache(maxsize=BOARDS)
def _board_of_sticks(on: Lattice, cells: tuple[Cell, ...]) -> Area:
    return bands(on, cells, board=True)


@lru_cache(maxsize=KEPT)
def _outline(on: Lattice, cells: tuple[Cell, ...]) -> tuple[Area, tuple[Ring, ...]]:
    if has_sticks(on):
        return bands(on, cells), ()
    sides, borders = _sides(on, cells)
    return _rings(sides, {}), borders


def _sides(on: Lattice, cells: Iterable[Cell]) -> tuple[dict[Edge, None], tuple[Ring, ...]]:
    """The outer sides of some cells, each with its cell to the left, and the inner ones."""
    sides: dict[Edge, None] = {}  # a set that keeps its order
    borders = []
    for cell in cells:
        ring = corners(on, cell)
        for start, end in zip(ring, (*ring[1:], ring[0]), strict=True):
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
