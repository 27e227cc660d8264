"""Cells for pieces whose corners are points of a grid, and where such pieces fit.

All sides lie on lines through points of the grid, in finitely many directions.  The lines of these
directions through *all* points of the grid cut the plane into cells, the same in every unit square,
and a piece covers a cell or does not touch its inside.  A cell is known by a point in it.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from itertools import combinations

import numpy as np

from tilewright.polygons.model.puzzle import Flags, Floats, Numbers

Vector = tuple[Fraction, Fraction]  # a + bθ
Corners = tuple[tuple[int, int], ...]
Outline = tuple[Corners, ...]  # rings of a shape whose lowest coordinates are 0

NEAR = 1e-6  # of a side of the unit square: so far from the lines are the points of the cells
MOST_MEETINGS = 1_000  # points of a unit square in which lines meet
MOST_ENTRIES = 20_000_000  # cells of placements
PLASTIC = 1.3247179572447460  # of x³ = x + 1: its powers spread points evenly


class NoGrid(Exception):  # noqa: N818 - not an error, but an answer
    """The puzzle is on no grid, or on one that is too fine; says why."""


@dataclass(frozen=True, slots=True)
class Grid:
    """Numbers a + bθ of the plane, where θ² = trace·θ - 1.

    For squares θ = i, for triangles θ = (1 + √-3)/2.  With whole a and b they are the points of the
    grid.  In both cases there is division with remainder, so that every set of such numbers has a
    greatest common divisor: the coarsest grid, scaled and turned as may be, that has all of them
    for points.
    """

    name: str
    trace: int

    @property
    def theta(self) -> complex:
        """The number θ."""
        return 0.5 + 0.5j * math.sqrt(3) if self.trace else 1j

    def norm(self, x: Vector) -> Fraction:
        """The length, squared."""
        return x[0] * x[0] + self.trace * x[0] * x[1] + x[1] * x[1]

    def conjugate(self, x: Vector) -> Vector:
        """The mirror image."""
        return x[0] + self.trace * x[1], -x[1]

    def times(self, x: Vector, y: Vector) -> Vector:
        """The product."""
        last = x[1] * y[1]
        return x[0] * y[0] - last, x[0] * y[1] + x[1] * y[0] + self.trace * last

    def over(self, x: Vector, y: Vector) -> Vector:
        """The quotient."""
        a, b = self.times(x, self.conjugate(y))
        norm = self.norm(y)
        return a / norm, b / norm

    def divisor(self, numbers: Iterable[Vector]) -> Vector:
        """The greatest common divisor, which may be a fraction.

        >>> six, four = (Fraction(6), Fraction(0)), (Fraction(2), Fraction(2))
        >>> SQUARE.norm(SQUARE.divisor([six, four]))
        Fraction(4, 1)
        """
        return reduce(self._divisor, numbers)

    def _divisor(self, x: Vector, y: Vector) -> Vector:
        while any(y):
            a, b = self.over(x, y)
            a, b = self.times((Fraction(round(a)), Fraction(round(b))), y)
            x, y = y, (x[0] - a, x[1] - b)
        return x

    def of_norm(self, norm: int) -> list[Vector]:
        """All points of the grid with that norm.

        >>> len(SQUARE.of_norm(25)), len(TRIANGULAR.of_norm(7)), SQUARE.of_norm(3)
        (12, 12, [])
        """
        found = []
        for b in range(-math.isqrt(2 * norm), math.isqrt(2 * norm) + 1):
            # a² + trace·a·b + b² = norm, solved for a
            inner = (self.trace * b) ** 2 - 4 * (b * b - norm)
            if inner >= 0 and (root := math.isqrt(inner)) ** 2 == inner:
                for way in {root, -root}:
                    a, odd = divmod(way - self.trace * b, 2)
                    if not odd:
                        found.append((Fraction(a), Fraction(b)))
        return sorted(found)


SQUARE = Grid("square", 0)
TRIANGULAR = Grid("triangular", 1)


def rational_root(x: Fraction) -> Fraction | None:
    """The square root, if it is a fraction.

    >>> rational_root(Fraction(9, 4)), rational_root(Fraction(2))
    (Fraction(3, 2), None)
    """
    above, below = math.isqrt(x.numerator), math.isqrt(x.denominator)
    return Fraction(above, below) if above**2 == x.numerator and below**2 == x.denominator else None


def cell_points(directions: Iterable[tuple[int, int]], most: int) -> Floats | None:
    """A point in each cell of the unit square; None if there are more than `most`.

    >>> [len(cell_points([(1, 0), (0, 1), (1, 1), (1, -1)][:k], 9)) for k in (2, 3, 4)]
    [1, 2, 4]
    """
    lines = np.array(sorted(set(directions) | {(1, 0), (0, 1)}), dtype=np.int64)
    pairs = combinations(lines.tolist(), 2)
    if sum(abs(a * d - b * c) for (a, b), (c, d) in pairs) > MOST_MEETINGS:
        return None
    both = np.concatenate((lines, -lines)).astype(np.float64)
    both = both[np.argsort(np.arctan2(both[:, 1], both[:, 0]))]
    both /= np.hypot(both[:, 0], both[:, 1])[:, None]
    between = both + np.roll(both, -1, axis=0)  # these lead into all cells around a meeting
    points = (_meetings(lines)[:, None, :] + NEAR * between[None, :, :]).reshape(-1, 2) % 1.0
    strips = np.floor(points[:, 1:] * lines[:, 0] - points[:, :1] * lines[:, 1])  # between lines
    _, first = np.unique(strips.astype(np.int64), axis=0, return_index=True)
    return points[first] if len(first) <= most else None


def _meetings(lines: Numbers) -> Floats:
    """The points of the unit square in which two of the lines meet."""
    found = {(0.0, 0.0)}
    for (a, b), (c, d) in combinations(lines.tolist(), 2):
        size = abs(a * d - b * c)
        i, j = np.divmod(np.arange(size * size), size)
        x, y = (a * j - c * i) % size / size, (b * j - d * i) % size / size
        found.update(zip(x.round(9).tolist(), y.round(9).tolist(), strict=True))
    return np.array(sorted(found))


def spread_points(count: int) -> Floats:
    """Points of the unit square, which are on no line through points of the grid."""
    steps = np.arange(1, count + 1)
    return np.stack((steps / PLASTIC % 1, steps / PLASTIC**2 % 1), axis=1)


class GridBoard:
    """A board on a grid, its lowest coordinates being 0, and its cells: points in unit squares."""

    def __init__(self, board: Sequence[Corners], points: Floats) -> None:
        self.points = points
        self.cells = _mask(board, points)

    def fits(self, outline: Outline) -> tuple[Numbers, Numbers]:
        """Where a shape fits: rows x, y; and the cells that it covers there, a row for each."""
        mask = _mask(outline, self.points)
        covered = np.argwhere(mask)
        board_height, count = self.cells.shape[1:]
        steps = (covered[:, 0] * board_height + covered[:, 1]) * count + covered[:, 2]
        across, up = (self.cells.shape[axis] - mask.shape[axis] + 1 for axis in (0, 1))
        if across <= 0 or up <= 0:
            return np.empty((0, 2), np.int64), np.empty((0, len(steps)), np.int64)
        if across * up * len(steps) > MOST_ENTRIES:
            raise NoGrid("there are too many ways to place the pieces")
        x, y = np.divmod(np.arange(across * up), up)
        cells = ((x * board_height + y) * count)[:, None] + steps
        inside = self.cells.reshape(-1)[cells].all(axis=1)
        return np.stack((x, y), axis=1)[inside], cells[inside]


def _mask(rings: Sequence[Corners], points: Floats) -> Flags:
    """Which points, of which unit squares, are inside?"""
    width, height = np.array([corner for ring in rings for corner in ring]).max(axis=0).tolist()
    x = np.arange(width)[:, None, None] + points[None, None, :, 0]
    y = np.arange(height)[None, :, None] + points[None, None, :, 1]
    inside = np.zeros((width, height, len(points)), dtype=np.bool_)
    for (a, b), (c, d) in _sides(rings):
        if b != d:
            there = a + (y - b) * ((c - a) / (d - b))
            inside ^= ((b > y) != (d > y)) & (x < there)
    return inside


def _sides(rings: Iterable[Corners]) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    return ((ring[k - 1], ring[k]) for ring in rings for k in range(len(ring)))


def direction(a: int, b: int) -> tuple[int, int]:
    """The same for all points on a line through 0."""
    common = math.gcd(a, b) * (1 if (a, b) > (0, 0) else -1)
    return a // common, b // common


def directions(rings: Iterable[Corners]) -> set[tuple[int, int]]:
    """Those of all sides."""
    return {direction(c - a, d - b) for (a, b), (c, d) in _sides(rings)}


def ends(rings: Iterable[Corners]) -> Iterator[tuple[tuple[int, int, int, int, int], int]]:
    """The ends of the sides, each with its line, 1 where the side ends and -1 where it begins.

    Shapes fill a board exactly if their ends and those of the board add up to the same.
    """
    for p, q in _sides(rings):
        a, b = direction(q[0] - p[0], q[1] - p[1])
        offset = a * p[1] - b * p[0]
        yield (a, b, offset, *q), 1
        yield (a, b, offset, *p), -1
