"""Numbers a + bθ of the plane, for the two grids: θ = i (squares), or θ = (1 + √-3)/2 (triangles).

With whole a and b they are the points of the grid.  In both cases there is division with remainder,
so that every set of such numbers has a greatest common divisor: the coarsest grid, scaled and
turned as may be, that has all of them for points.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce

__all__ = ["SQUARE", "TRIANGULAR", "Grid", "NoGrid", "Vector", "rational_root"]

Vector = tuple[Fraction, Fraction]  # a + bθ


class NoGrid(Exception):  # noqa: N818 - not an error, but an answer
    """The puzzle is on no grid, or on one that is too fine; says why."""


@dataclass(frozen=True, slots=True)
class Grid:
    """A kind of grid: θ² = trace·θ - 1."""

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
