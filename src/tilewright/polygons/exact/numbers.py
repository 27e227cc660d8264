"""Coordinates as they are written: whole numbers, fractions, square roots, or decimals."""

import ast
import math
import operator
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from types import SimpleNamespace
from typing import Any, Protocol

from tilewright.errors import TilewrightError

LONGEST = 400  # characters of an expression
MOST = 10**40  # whole numbers in an expression
HIGHEST = 64  # powers, also powers of powers
FARTHEST = 1e60  # the square of a coordinate, and sums of such, are to be doubles
OPERATIONS: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
}
CONSTANTS = {"phi": "(1+sqrt(5))/2"}
WANTED = 'expected a number such as 3, 0.25, "1/3" or "1+sqrt(2)/2"'
DECIMAL = re.compile(r"[0-9]*\.[0-9]*(?:[eE][-+]?[0-9]+)?|[0-9]+[eE][-+]?[0-9]+")
WORD = re.compile(rf"{DECIMAL.pattern}|[0-9]+|sqrt|{'|'.join(CONSTANTS)}|[-+*/^()\s]")


class NumberError(TilewrightError, ValueError):
    """This is not a number as coordinates are written."""


class Field(Protocol):
    """Where numbers are evaluated: its elements can be added, subtracted, multiplied, divided."""

    def rational(self, value: Fraction) -> Any:
        """A fraction, as an element."""
        ...

    def sqrt(self, value: Any) -> Any:
        """The square root of an element, which is not negative."""
        ...


FLOATS: Any = SimpleNamespace(rational=float, sqrt=math.sqrt)  # a field


@dataclass(frozen=True, slots=True)
class Number:
    """A coordinate.  `exact` is False for decimals: they may have been rounded or measured."""

    text: str
    value: float = field(compare=False)
    exact: bool = field(compare=False)
    tree: Any = field(compare=False)  # of the expression; what the text means

    @classmethod
    def of(cls, given: "int | float | str | Fraction | Number", *, exact: bool = False) -> "Number":
        """From a value as it stands in a file.

        With `exact` decimals are meant as they are written, and become fractions.

        >>> Number.of("1+sqrt(2)/2").value
        1.7071067811865475
        >>> Number.of(0.25), Number.of(0.25, exact=True)
        (Number(0.25), Number(1/4))
        """
        if isinstance(given, Number):
            return Number.of(given.text, exact=True) if exact and not given.exact else given
        if isinstance(given, bool) or not isinstance(given, (int, float, str, Fraction)):
            raise NumberError(f"{given!r} is no number: {WANTED}")
        if isinstance(given, int) and abs(given) <= MOST:
            return Number(str(given), float(given), True, ast.Constant(given))
        if isinstance(given, float) and not math.isfinite(given):
            raise NumberError(f"{given!r} is not finite: {WANTED}")
        if isinstance(given, float) and not exact and abs(given) <= FARTHEST:
            return Number(repr(given), given, False, ast.Constant(given))
        text = repr(given) if isinstance(given, float) else str(given).strip()
        if len(text) > LONGEST:
            raise NumberError(f"{text[:20]!r}… is longer than {LONGEST} characters: {WANTED}")
        return _parse(text, exact=exact)

    def evaluate(self, field: Field) -> Any:
        """Its value as an element of a field."""
        return _evaluate(self.tree, field, self.text)

    def __repr__(self) -> str:
        return f"Number({self.text})"


def _parse(text: str, *, exact: bool) -> Number:
    if strange := WORD.sub(" ", text).split():
        raise NumberError(f"{text!r}: {strange[0]!r} has no place here; {WANTED}")
    try:
        if exact:
            text = DECIMAL.sub(lambda found: _fraction(found[0], text), text)
        tree = ast.parse(text.replace("^", "**"), mode="eval").body
        value = _evaluate(tree, FLOATS, text)
    except NumberError:
        raise
    except (SyntaxError, MemoryError):
        raise NumberError(f"{text!r} cannot be read: {WANTED}") from None
    except (ArithmeticError, ValueError, RecursionError) as error:
        raise NumberError(f"{text!r} has no value ({error}): {WANTED}") from None
    if not abs(value) <= FARTHEST:
        raise NumberError(f"{text!r} is larger than {FARTHEST:g}: {WANTED}")
    return Number(text, value, not DECIMAL.search(text), tree)


def _fraction(decimal: str, text: str) -> str:
    """A decimal as a fraction; in brackets, unless it stands alone."""
    power = decimal.lower().partition("e")[2]
    if len(power) > 4 or abs(int(power or 0)) > 400:  # 10 ** 999999999 takes all the memory
        raise NumberError(f"{text!r} has a power of ten that is too large: {WANTED}")
    value = Fraction(decimal)
    return str(value) if text in (decimal, f"-{decimal}") else f"({value})"


def _evaluate(tree: ast.AST, field: Field, text: str, highest: int = HIGHEST) -> Any:
    """The value.  Raises NumberError if the tree has more than what numbers are made of.

    `highest` is the highest power to which it may be raised, powers of powers included.
    """
    rest = field, text, highest
    match tree:
        case ast.Constant(value=int(x)) if abs(x) <= MOST:
            return field.rational(Fraction(x))
        case ast.Constant(value=float(x)):
            return field.rational(Fraction(repr(x)))
        case ast.Name(id=name) if name in CONSTANTS:
            return _evaluate(ast.parse(CONSTANTS[name], mode="eval").body, *rest)
        case ast.UnaryOp(op=ast.USub(), operand=inner):
            return field.rational(Fraction(0)) - _evaluate(inner, *rest)
        case ast.UnaryOp(op=ast.UAdd(), operand=inner):
            return _evaluate(inner, *rest)
        case ast.BinOp(left=left, op=op, right=right) if type(op) in OPERATIONS:
            return OPERATIONS[type(op)](_evaluate(left, *rest), _evaluate(right, *rest))
        case ast.BinOp(left=base, op=ast.Pow(), right=ast.Constant(value=int(power))) if (
            0 <= power <= highest
        ):
            factors = [_evaluate(base, field, text, highest // max(power, 1))] * power
            return math.prod(factors, start=field.rational(Fraction(1)))
        case ast.Call(func=ast.Name(id="sqrt"), args=[inner], keywords=[]):
            return field.sqrt(_evaluate(inner, *rest))
    raise NumberError(f"{text!r}: {ast.unparse(tree)!r} has no place here; {WANTED}")
