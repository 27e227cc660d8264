"""Exact integer vectors, matrices and the translations of a lattice."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import add, sub

import numpy as np
import numpy.typing as npt

__all__ = [
    "Cell",
    "Matrix",
    "Translations",
    "Vector",
    "determinant",
    "minus",
    "null_space",
    "pivots",
    "plus",
    "solve_integers",
]

Vector = tuple[int, ...]
Cell = Vector  # where a cell is
Matrix = tuple[Vector, ...]  # rows


def plus(one: Vector, other: Vector) -> Vector:
    """The sum of two vectors."""
    return tuple(map(add, one, other))


def minus(one: Vector, other: Vector) -> Vector:
    """The difference of two vectors."""
    return tuple(map(sub, one, other))


def determinant(matrix: Sequence[Sequence[int]]) -> int:
    """By Bareiss' fraction-free elimination.

    >>> determinant([[0, -1], [1, 1]])
    1
    """
    rows = [list(row) for row in matrix]
    sign, before = 1, 1
    for k in range(len(rows) - 1):
        swap = next((r for r in range(k, len(rows)) if rows[r][k]), None)
        if swap is None:
            return 0
        if swap != k:
            rows[k], rows[swap], sign = rows[swap], rows[k], -sign
        for r in range(k + 1, len(rows)):
            for c in range(k + 1, len(rows)):
                rows[r][c] = (rows[r][c] * rows[k][k] - rows[r][k] * rows[k][c]) // before
        before = rows[k][k]
    return sign * rows[-1][-1] if rows else 1


def pivots(vectors: Iterable[Sequence[int]]) -> list[Vector]:
    """A basis of the same integer span in echelon form, each vector with a positive pivot.

    >>> pivots([(3, 3), (3, -3)])
    [(3, 3), (0, 6)]
    """
    rows = [list(v) for v in vectors]
    basis: list[Vector] = []
    width = len(rows[0]) if rows else 0
    for column in range(width):
        while sum(row[column] != 0 for row in rows) > 1:
            rows.sort(key=lambda row: (row[column] == 0, abs(row[column])))
            least = rows[0]
            for row in rows[1:]:
                times = row[column] // least[column]
                for c in range(width):
                    row[c] -= times * least[c]
        found = next((row for row in rows if row[column]), None)
        if found is not None:
            rows.remove(found)
            if found[column] < 0:
                found = [-x for x in found]
            basis.append(tuple(found))
    return basis


def null_space(rows: Sequence[Sequence[int]], width: int) -> list[Vector]:
    """A basis of all integer vectors y with rows · y = 0.

    >>> null_space([(1, -1, 1)], 3)
    [(1, 1, 0), (0, 1, 1)]
    """
    # Bring the columns, each with its unit vector attached, to echelon form.
    columns = [
        [*(row[c] for row in rows), *(int(c == k) for k in range(width))] for c in range(width)
    ]
    return [v[len(rows) :] for v in pivots(columns) if not any(v[: len(rows)])]


@dataclass(frozen=True)
class Translations:
    """All integer combinations of some vectors: the moves that only shift."""

    generators: Matrix
    dimension: int

    @cached_property
    def basis(self) -> list[Vector]:
        """The generators in echelon form."""
        return pivots(self.generators)

    @cached_property
    def _pivot_columns(self) -> list[int]:
        return [next(c for c, x in enumerate(v) if x) for v in self.basis]

    def reduce(self, point: Sequence[int]) -> Vector:
        """The representative of `point`: two points have the same one iff a translation joins them.

        >>> Translations(((3, 3), (3, -3)), 2).reduce((7, 4))
        (1, 4)
        """
        rest = list(point)
        for vector, column in zip(self.basis, self._pivot_columns, strict=True):
            times = rest[column] // vector[column]
            if times:
                for c, x in enumerate(vector):
                    rest[c] -= times * x
        return tuple(rest)

    def reduce_all(self, points: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """`reduce` for an array of points, one a row."""
        rest = points.copy()
        for vector, column in zip(self.basis, self._pivot_columns, strict=True):
            times = rest[..., column] // vector[column]
            rest -= times[..., None] * np.array(vector, dtype=np.int64)
        return rest

    def __contains__(self, vector: Sequence[int]) -> bool:
        return not any(self.reduce(vector))

    def coefficients(self, vector: Sequence[int]) -> Vector | None:
        """The combination of the generators that makes `vector`, if there is one."""
        return _solve(self._extended, len(self.generators), vector)

    @cached_property
    def _extended(self) -> list[tuple[int, Vector]]:
        return _extended(self.generators)


def solve_integers(rows: Sequence[Sequence[int]], target: Sequence[int]) -> Vector | None:
    """Integers n with n[0]·rows[0] + n[1]·rows[1] + … = target; the rows are independent."""
    return _solve(_extended(rows), len(rows), target)


def _extended(rows: Sequence[Sequence[int]]) -> list[tuple[int, Vector]]:
    """The rows in echelon form, each after its first column that is not 0.

    The columns after those of the rows tell of which combination of rows it is made.
    """
    units = ([*row, *(int(k == j) for j in range(len(rows)))] for k, row in enumerate(rows))
    return [(next(c for c, x in enumerate(v) if x), v) for v in pivots(units)]


def _solve(
    extended: Iterable[tuple[int, Vector]], count: int, target: Sequence[int]
) -> Vector | None:
    width = len(target)
    rest = [*target, *([0] * count)]
    for column, vector in extended:
        if column >= width:
            break
        times, odd = divmod(rest[column], vector[column])
        if odd:
            return None
        if times:
            rest = [x - times * y for x, y in zip(rest, vector, strict=True)]
    if any(rest[:width]):
        return None
    return tuple(-x for x in rest[width:])
