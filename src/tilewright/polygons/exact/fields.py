"""Where certificates are computed: sums of square roots exactly, or balls of many bits.

An element of `Surds` is a `flint.fmpq` if it is rational, which is fast, and a `Surd` if it is not.
Square roots of different squarefree numbers are linearly independent over the rationals: so a
sum of them is zero only if it is empty, and equality is equality of coefficients.
"""

import math
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, nullcontext
from fractions import Fraction
from typing import Any

import flint
from flint import arb, fmpq, fmpz

from tilewright.errors import TilewrightError

TRIAL = 10_000  # primes up to here are tried; what is left is factored if it is small
HARD = 10**36  # larger numbers without small factors are not factored
TERMS = 64  # of a sum, at most
PRECISION = threading.RLock()  # flint has one precision for all threads


class NotInField(TilewrightError, ArithmeticError):  # noqa: N818  (says what it is)
    """The result is no sum of square roots of whole numbers, times fractions; or seems none."""


class NeedMoreBits(TilewrightError, ArithmeticError):  # noqa: N818  (says what it is)
    """A ball is too large to tell whether its number is zero."""


class Surd:
    """An irrational sum of rational multiples of square roots of squarefree numbers.

    >>> root = Surds().sqrt(fmpq(8, 9))
    >>> root, 1 / root, root * root
    (2/3*sqrt(2), 3/4*sqrt(2), 8/9)
    """

    __slots__ = ("terms",)

    def __init__(self, terms: dict[int, fmpq]) -> None:
        self.terms = terms  # by squarefree number, 1 for the rational part; none is zero

    def __add__(self, other: "Surd | fmpq | int") -> Any:
        terms = dict(self.terms)
        for radicand, factor in _terms(other).items():
            total = terms.get(radicand, 0) + factor
            if total == 0:
                del terms[radicand]
            else:
                terms[radicand] = total
        return _element(terms)

    __radd__ = __add__

    def __neg__(self) -> "Surd":
        return Surd({radicand: -factor for radicand, factor in self.terms.items()})

    def __sub__(self, other: "Surd | fmpq | int") -> Any:
        return self + (-other)

    def __rsub__(self, other: "fmpq | int") -> Any:
        return -self + other

    def __mul__(self, other: "Surd | fmpq | int") -> Any:
        terms: dict[int, fmpq] = {}
        for a, x in self.terms.items():
            for b, y in _terms(other).items():
                common = math.gcd(a, b)
                radicand = (a // common) * (b // common)
                terms[radicand] = terms.get(radicand, 0) + x * y * common
        return _element({radicand: factor for radicand, factor in terms.items() if factor != 0})

    __rmul__ = __mul__

    def __truediv__(self, other: "Surd | fmpq | int") -> Any:
        if isinstance(other, Surd):
            return self * other.inverse()
        return self * (1 / fmpq(other))

    def __rtruediv__(self, other: "fmpq | int") -> Any:
        return self.inverse() * other

    def inverse(self) -> "Surd":
        """One over this; by conjugation, one root after the other."""
        base, a, b = _split(self)
        inverse: Surd = (a - b * Surd({base: fmpq(1)})) / (a * a - b * b * base)
        return inverse

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Surd) and self.terms == other.terms

    def __hash__(self) -> int:
        return hash(frozenset(self.terms.items()))

    def __float__(self) -> float:
        return math.fsum(float(factor) * math.sqrt(r) for r, factor in self.terms.items())

    def sign(self) -> int:
        """1 if it is positive, else -1: a surd is not zero."""
        near = float(self)
        size = sum(abs(float(factor)) * math.sqrt(r) for r, factor in self.terms.items())
        if abs(near) > 1e-12 * size:
            return 1 if near > 0 else -1
        bits = 128
        while True:
            with Balls(bits).at_work():
                ball = sum((arb(r).sqrt() * factor for r, factor in self.terms.items()), arb(0))
                if not ball.contains(0):
                    return 1 if ball > 0 else -1
            bits *= 2

    def __repr__(self) -> str:
        return " + ".join(
            str(factor) if r == 1 else f"{factor}*sqrt({r})"
            for r, factor in sorted(self.terms.items())
        )


class Surds:
    """The exact field."""

    bits = 0
    residual = 0.0  # nothing else is taken for zero

    def rational(self, value: Fraction) -> fmpq:
        """A fraction, as an element."""
        return fmpq(value.numerator, value.denominator)

    def is_zero(self, value: "Surd | fmpq") -> bool:
        """Is it zero?"""
        return not isinstance(value, Surd) and value == 0

    at_work = nullcontext  # nothing needs to be prepared

    def sqrt(self, value: "Surd | fmpq") -> "Surd | fmpq":
        """The square root, or NotInField.

        >>> field = Surds()
        >>> field.sqrt(field.rational(Fraction(3)) + 2 * field.sqrt(fmpq(2)))
        1 + 1*sqrt(2)
        """
        if not isinstance(value, Surd):
            return _rational_root(value)
        if value.sign() < 0:
            raise NotInField(f"{value!r} is negative and has no square root")
        base, a, b = _split(value)
        norm = self.sqrt(a * a - b * b * base)
        # If √value is √m·y for a rational m and a sum y of the same roots, the norm of value is the
        # square of m·y·ȳ, where no other roots occur, nor √base.
        roots = math.prod(r // math.gcd(r, base) for r in value.terms)
        if any(roots % r for r in _terms(norm)):
            raise NotInField(f"the square root of {value!r} is no sum of square roots")
        for half in ((a + norm) / 2, (a - norm) / 2):
            if _sign(half) > 0:
                try:
                    part = self.sqrt(half)
                except NotInField:
                    continue
                root: Surd | fmpq = part + Surd({base: fmpq(1)}) * b / (2 * part)
                return root if _sign(root) > 0 else -root
        raise NotInField(f"the square root of {value!r} is no sum of square roots")


class Balls:
    """Real numbers as balls: a middle and a radius, of N bits.

    What is smaller than half of the bits allow to tell counts as zero.

    >>> field = Balls(1024)
    >>> with field.at_work():
    ...     root = field.sqrt(field.rational(Fraction(2)))
    ...     field.is_zero(root * root - 2), field.is_zero(root - 1)
    (True, False)
    """

    def __init__(self, bits: int = 1024) -> None:
        self.bits = bits
        self.residual = 0.0  # the largest that was taken for zero
        self._nothing = fmpq(1, fmpz(2) ** (bits // 2))

    def rational(self, value: Fraction) -> arb:
        """A fraction, as an element."""
        return arb(fmpq(value.numerator, value.denominator))

    def sqrt(self, value: arb) -> arb:
        """The square root."""
        return value.sqrt()

    def is_zero(self, value: arb) -> bool:
        """Is it zero?"""
        size = value.abs_upper()
        if size < self._nothing:
            if size > 0:  # rounded up, also where doubles end
                bound = math.nextafter(max(float(size), sys.float_info.min), 1.0)
                self.residual = max(self.residual, bound)
            return True
        if value.contains(0) or not value.is_finite():
            raise NeedMoreBits(f"{self.bits} bits are too few")
        return False

    @contextmanager
    def at_work(self) -> Iterator[None]:
        """Compute with these bits, one thread at a time."""
        with PRECISION:
            before = flint.ctx.prec
            flint.ctx.prec = self.bits
            try:
                yield
            finally:
                flint.ctx.prec = before


Arithmetic = Surds | Balls


def _terms(value: "Surd | fmpq | int") -> Mapping[int, fmpq]:
    if isinstance(value, Surd):
        return value.terms
    return {1: fmpq(value)} if value != 0 else {}


def _element(terms: dict[int, fmpq]) -> "Surd | fmpq":
    if len(terms) > TERMS:
        raise NotInField(f"sums of more than {TERMS} square roots take too long")
    if not terms:
        return fmpq(0)
    return terms[1] if len(terms) == 1 and 1 in terms else Surd(terms)


def _sign(value: "Surd | fmpq") -> int:
    if isinstance(value, Surd):
        return value.sign()
    return (value > 0) - (value < 0)


def _split(value: Surd) -> tuple[int, Any, Any]:
    """It is a + b·√base, where all roots in a and b are coprime to the base."""
    base = max(value.terms)
    for r in value.terms:
        common = math.gcd(base, r)
        base = common if common > 1 else base
    a = {r: factor for r, factor in value.terms.items() if r % base}
    b = {r // base: factor for r, factor in value.terms.items() if not r % base}
    return base, _element(a), _element(b)


def _rational_root(value: fmpq) -> "Surd | fmpq":
    if value < 0:
        raise NotInField(f"{value} is negative and has no square root")
    if value == 0:
        return value
    above, below = _squarefree(value.p), _squarefree(value.q)
    return _element({above[1] * below[1]: fmpq(above[0], below[0] * below[1])})


def _squarefree(number: fmpz) -> tuple[int, int]:
    """Whole numbers whose product, the first squared, is this one; the second is squarefree."""
    if number.is_square():
        return int(number.isqrt()), 1
    outside, inside = 1, 1
    for factor, power in number.factor(trial_limit=TRIAL):
        parts = [(factor, 1)]
        if factor > TRIAL and not factor.is_prime():
            if factor.is_square():
                factor, power = factor.isqrt(), 2 * power
            if factor > HARD:
                raise NotInField(f"{factor} is too large to find the squares in it")
            parts = factor.factor()
        for prime, times in parts:
            outside *= int(prime) ** (times * power // 2)
            inside *= int(prime) ** (times * power % 2)
    return outside, inside
