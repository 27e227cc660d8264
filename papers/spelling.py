"""Numbers and verdicts in words, for the page and for the shell."""

import math
from collections.abc import Mapping, Sequence
from typing import Any

from tilewright.engines import Figure as Guess

__all__ = ["estimated", "spelt", "times_ten"]

LARGE = 1e6  # from here on numbers that are not whole are powers of ten
SMALL = 1e-3
SUPERSCRIPT = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
FINEST = 5  # decimals of a mean whose interval is short


def spelt(value: Any) -> str:
    """A value as one reads it.

    >>> spelt(1568), spelt([1, 2048]), spelt("none"), spelt(True), spelt(5.86e11), spelt(347.2)
    ('1,568', '1, 2,048', 'none', 'yes', '5.86·10¹¹', '347.2')
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return f"{value:,}"
    if isinstance(value, float):
        return _spelt_float(value)
    if isinstance(value, Mapping):
        return ", ".join(f"{name} {spelt(one)}" for name, one in value.items())
    if isinstance(value, Sequence) and not isinstance(value, str):
        return ", ".join(map(spelt, value))
    return "–" if value is None else str(value)


def estimated(guess: Guess | None) -> str:
    """An estimate, with its interval; nothing where there is none, or the samples met nothing.

    >>> estimated(Guess(1.234e12, 1.1e12, 1.4e12, 1e11))
    '1.23·10¹² (1.10–1.40·10¹²)'
    >>> estimated(Guess(15260.0, 14000.0, 16000.0, 500.0))
    '15,260 (14,000–16,000)'
    >>> estimated(Guess(0.0, 0.0, None, 0.0))
    ''
    """
    if guess is None or guess.high is None:
        return ""
    if guess.mean < LARGE:
        mean, low, high = (f"{value:,.0f}" for value in (guess.mean, guess.low, guess.high))
        return f"{mean} ({low}–{high})"
    power = math.floor(math.log10(guess.mean))
    width = max(guess.high - guess.low, 10.0 ** (power - FINEST))
    decimals = min(FINEST, max(2, power - math.floor(math.log10(width)) + 1))
    mean, low, high = (
        f"{value / 10**power:.{decimals}f}" for value in (guess.mean, guess.low, guess.high)
    )
    return f"{mean}{_power(power)} ({low}–{high}{_power(power)})"


def times_ten(value: float, digits: int = 3) -> str:
    """A number with so many digits, times a power of ten.

    >>> times_ten(19e15), times_ten(-0.00012)
    ('1.9·10¹⁶', '-1.2·10⁻⁴')
    """
    mantissa, power = f"{value:.{digits - 1}e}".split("e")
    return f"{mantissa.rstrip('0').rstrip('.')}{_power(int(power))}"


def _spelt_float(value: float) -> str:
    if not math.isfinite(value):
        return str(value)
    if value.is_integer() and abs(value) < LARGE:
        return f"{int(value):,}"
    if not SMALL <= abs(value) < LARGE:
        return times_ten(value, 4)
    return f"{value:,.1f}" if abs(value) >= 1000 else f"{value:.4g}"


def _power(power: int) -> str:
    return f"·10{str(power).translate(SUPERSCRIPT)}"
