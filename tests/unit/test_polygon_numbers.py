"""Coordinates: what is a number, what is exact, and what is refused."""

import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilewright.polygons import Number, NumberError


@pytest.mark.parametrize(
    ("given", "value", "exact"),
    [
        (3, 3.0, True),
        (-7, -7.0, True),
        ("1/3", 1 / 3, True),
        (Fraction(2, 7), 2 / 7, True),
        ("1+sqrt(2)/2", 1 + math.sqrt(2) / 2, True),
        ("sqrt(phi)", math.sqrt((1 + math.sqrt(5)) / 2), True),
        ("-2^2 + 2**3", 4.0, True),
        (0.25, 0.25, False),
        ("0.25", 0.25, False),
        ("2*.5", 1.0, False),
        ("1e-3", 0.001, False),
    ],
)
def test_numbers(given: str, value: float, exact: bool) -> None:
    number = Number.of(given)
    assert number.value == pytest.approx(value, rel=1e-15)
    assert number.exact is exact


@pytest.mark.parametrize(
    ("given", "text"),
    [(0.1, "1/10"), ("-0.25", "-1/4"), ("2.50", "5/2"), ("0.5*sqrt(2)", "(1/2)*sqrt(2)")],
)
def test_decimals_can_be_meant_exactly(given: str | float, text: str) -> None:
    number = Number.of(given, exact=True)
    assert (number.text, number.exact) == (text, True)
    assert number == Number.of(Number.of(given), exact=True) == Number.of(text)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (math.nan, "nan is not finite: expected a number such as 3, 0.25"),
        (-math.inf, "-inf is not finite"),
        ("nan", "'nan': 'nan' has no place here"),
        ("one", "'one': 'one' has no place here"),
        ("1is 2", "'1is 2': 'is' has no place here"),
        ("__import__('os')", "has no place here"),
        ("", "'' cannot be read"),
        ("1 +", "'1 +' cannot be read"),
        ("1 2", "'1 2' cannot be read"),
        ("sqrt", "'sqrt' has no place here"),
        ("2(3)", "'2(3)' has no place here"),
        ("1/0", "'1/0' has no value (float division by zero)"),
        ("sqrt(1-2)", "'sqrt(1-2)' has no value (math domain error)"),
        ("1e999", "has no value"),
        ("10^65", "'10 ** 65' has no place here"),
        ("((2^8)^8)^8", "'2 ** 8' has no place here"),
        (10**41, "has no place here"),
        ("9" * 500, "is longer than 400 characters"),
        (True, "True is no number"),
        (None, "None is no number"),
        ([1], "[1] is no number"),
    ],
)
def test_what_is_no_number(given: object, message: str) -> None:
    with pytest.raises(NumberError) as caught:
        Number.of(given)  # type: ignore[arg-type]
    assert message in str(caught.value)
    assert "expected a number such as" in str(caught.value)


@given(st.text("0123456789.+-*/^() esqrtphi", max_size=30))
def test_any_text_is_a_number_or_refused(text: str) -> None:
    try:
        number = Number.of(text)
    except NumberError:
        return
    assert math.isfinite(number.value)
    assert Number.of(number.text) == number


@given(st.floats(-1e60, 1e60))
def test_floats_keep_their_value(value: float) -> None:
    assert Number.of(value).value == value
    assert Number.of(Number.of(value).text).value == value
