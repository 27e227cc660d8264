"""Exact numbers: sums of square roots with fractions before them.

They share nothing with the package, whose answers are tested with what is made here.
"""

import math
from collections.abc import Mapping
from fractions import Fraction
from itertools import pairwise
from typing import Union

Plain = Union[int, Fraction, "Surd"]


class Surd:
    """A sum such as 1 + sqrt(2)/2 - 3 sqrt(6): fractions by squarefree radicand.

    >>> str(Surd.root(2) * Surd.root(6) + Fraction(1, 2))
    '1/2+2*sqrt(3)'
    """

    __slots__ = ("terms",)

    def __init__(self, terms: Mapping[int, Fraction]) -> None:
        self.terms = {root: share for root, share in sorted(terms.items()) if share}

    @classmethod
    def of(cls, value: Plain) -> "Surd":
        """From a whole number or a fraction."""
        return value if isinstance(value, Surd) else cls({1: Fraction(value)})

    @classmethod
    def root(cls, radicand: int) -> "Surd":
        """A square root."""
        square = next(k for k in range(math.isqrt(radicand), 0, -1) if radicand % (k * k) == 0)
        return cls({radicand // (square * square): Fraction(square)})

    def __add__(self, other: Plain) -> "Surd":
        terms = dict(self.terms)
        for root, share in Surd.of(other).terms.items():
            terms[root] = terms.get(root, Fraction(0)) + share
        return Surd(terms)

    def __neg__(self) -> "Surd":
        return self * -1

    def __sub__(self, other: Plain) -> "Surd":
        return self + -Surd.of(other)

    def __mul__(self, other: Plain) -> "Surd":
        product = Surd({})
        for root, share in self.terms.items():
            for other_root, other_share in Surd.of(other).terms.items():
                common = math.gcd(root, other_root)
                rest = root * other_root // (common * common)
                product += Surd({rest: share * other_share * common})
        return product

    __radd__, __rmul__ = __add__, __mul__

    def __eq__(self, other: object) -> bool:
        return isinstance(other, int | Fraction | Surd) and self.terms == Surd.of(other).terms

    def __hash__(self) -> int:
        return hash(tuple(self.terms.items()))

    def __float__(self) -> float:
        return math.fsum(share * math.sqrt(root) for root, share in self.terms.items())

    @property
    def sign(self) -> int:
        """-1, 0 or 1.  Zero is exact: the roots of squarefree numbers are independent."""
        return (float(self) > 0) - (float(self) < 0) if self.terms else 0

    def __str__(self) -> str:
        text = ""
        for root, share in self.terms.items():
            sign = "-" if share < 0 else "+" if text else ""
            above = abs(share.numerator)
            factors = [str(above)] * (above != 1 or root == 1) + [f"sqrt({root})"] * (root != 1)
            below = f"/{share.denominator}" if share.denominator != 1 else ""
            text += sign + "*".join(factors) + below
        return text or "0"


Point = tuple[Surd, Surd]


def cross(origin: Point, a: Point, b: Point) -> Surd:
    """Positive if origin, a, b turn to the left; zero if they lie on a line."""
    (x, y), (ax, ay), (bx, by) = origin, a, b
    return (ax - x) * (by - y) - (ay - y) * (bx - x)


def area(ring: list[Point]) -> Surd:
    """Positive if the ring runs counter-clockwise."""
    twice = sum((cross(ring[0], a, b) for a, b in pairwise(ring)), start=Surd({}))
    return twice * Fraction(1, 2)
