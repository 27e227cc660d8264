"""Pictures of puzzles on flat lattices: cells as their lattice draws them, joined to pieces."""

import math
from collections.abc import Iterable, Sequence

from tilewright.lattice import Cell, Lattice
from tilewright.puzzle import Puzzle
from tilewright.render.numbers import written_value
from tilewright.render.outlines import signed_area
from tilewright.render.scene import PictureError, Point, Ring, Scene
from tilewright.render.tilings import (
    Area,
    KindOfPiece,
    PlacedArea,
    Tiling,
    kinds_scene,
    silhouette_scene,
    tiling_scene,
    unit_of,
)
from tilewright.solutions import Solution

__all__ = ["lattice_pieces_scene", "lattice_puzzle_scene", "lattice_solution_scene"]

Edge = tuple[Point, Point]

DECIMALS = 9  # to which corners are rounded, so that cells share them
STRAIGHT = 1e-6


def lattice_solution_scene(solution: Solution, *, labels: bool = False) -> Scene:
    """The pieces in their places; with `labels`, each with its name where there is room."""
    puzzle = solution.puzzle
    numbers = {piece.name: number for number, piece in enumerate(puzzle.pieces)}
    board, _ = outline(puzzle.lattice, puzzle.board.cells)
    placed = tuple(
        PlacedArea(
            numbers[one.piece],
            one.piece,
            *outline(puzzle.lattice, one.cells),
            flipped=one.motion.mirror,
        )
        for one in solution.placed
    )
    unit = unit_of([board], len(placed))
    return tiling_scene(Tiling((board,), placed, len(numbers), unit, puzzle.title), labels=labels)


def lattice_puzzle_scene(puzzle: Puzzle) -> Scene:
    """The board, and the pieces below it."""
    on, kinds = puzzle.lattice, _kinds(puzzle)
    must, borders = outline(on, puzzle.board.must)
    may, more = outline(on, puzzle.board.may)
    board, optional = ([area] if area else [] for area in (must, may))
    unit = unit_of([kind.area for kind in kinds], len(kinds))
    return silhouette_scene(board, borders + more, optional, kinds, unit, puzzle.title)


def lattice_pieces_scene(puzzle: Puzzle) -> Scene:
    """The pieces, each with its name and how many there are of it."""
    kinds = _kinds(puzzle)
    return kinds_scene(kinds, unit_of([kind.area for kind in kinds], len(kinds)), puzzle.title)


def outline(on: Lattice, cells: Iterable[Cell]) -> tuple[Area, tuple[Ring, ...]]:
    """The boundary of some cells, and the borders between them.

    >>> from tilewright.lattice import lattice
    >>> area, borders = outline(lattice("square"), [(0, 0), (1, 0)])
    >>> area
    (((-0.5, -0.5), (1.5, -0.5), (1.5, 0.5), (-0.5, 0.5)),)
    >>> borders
    (((0.5, -0.5), (0.5, 0.5)),)
    """
    sides: dict[Edge, None] = {}  # a set that keeps its order
    borders = []
    for cell in cells:
        ring = _corners(on, cell)
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
    return _rings(sides), tuple(borders)


def _corners(on: Lattice, cell: Cell) -> Ring:
    """The corners of a cell, counter-clockwise.  Rows of a lattice go down, here y goes up."""
    kind = on.kind(cell)
    if not on.flat or kind is None or kind.shape != "polygon" or len(kind.corners) < 3:
        raise PictureError(
            f"pictures of lattice {on.name!r} come later: so far, those of lattices in the plane "
            f'can be drawn whose cells have shape = "polygon" and corners, such as square, '
            f"triangle, hexagon and tangram"
        )
    (ax, ay), (bx, by) = _axes(on)
    ring = []
    for corner in kind.corners:
        u, v = (k + written_value(c) for k, c in zip(cell, corner, strict=True))
        x, y = u * ax + v * bx, -u * ay - v * by
        ring.append((round(x, DECIMALS) + 0.0, round(y, DECIMALS) + 0.0))  # and no -0.0
    return tuple(ring) if signed_area(ring) > 0 else tuple(reversed(ring))


def _axes(on: Lattice) -> tuple[Point, Point]:
    """Where the unit vectors point, with rows going down."""
    if not on.embedding:
        return (1, 0), (0, 1)
    if len(on.embedding) != 2 or any(len(row) != 2 for row in on.embedding):
        raise PictureError(
            f"lattice {on.name!r} is in the plane, but its embedding is not: expected two rows of "
            f"two numbers, where its unit vectors point"
        )
    (ax, ay), (bx, by) = (map(written_value, row) for row in on.embedding)
    return (ax, ay), (bx, by)


def _rings(sides: Iterable[Edge]) -> Area:
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
        ring = []
        while edge in follows:
            ring.append(edge[0])
            edge = follows.pop(edge)
        rings.append(_without_straight_corners(ring))
    return tuple(rings)


def _clockwise(start: Point, corner: Point, ends: Sequence[Point]) -> Point:
    """Which of the ends comes first if one turns clockwise about the corner, away from start."""
    back = _direction(corner, start)
    return min(ends, key=lambda end: (back - _direction(corner, end)) % math.tau or math.tau)


def _direction(corner: Point, to: Point) -> float:
    return math.atan2(to[1] - corner[1], to[0] - corner[0])


def _without_straight_corners(ring: Sequence[Point]) -> Ring:
    kept = []
    for k, (x, y) in enumerate(ring):
        (ax, ay), (bx, by) = ring[k - 1], ring[(k + 1) % len(ring)]
        if abs((x - ax) * (by - y) - (y - ay) * (bx - x)) > STRAIGHT:
            kept.append((x, y))
    return tuple(kept)


def _kinds(puzzle: Puzzle) -> list[KindOfPiece]:
    return [
        KindOfPiece(piece.name, str(piece.count), *outline(puzzle.lattice, piece.cells))
        for piece in puzzle.pieces
    ]
