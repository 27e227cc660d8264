"""Coordinates: what is a number, what is exact, and what is refused."""

import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.texts import check_text
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
    "given",
    [
        math.nan,
        -math.inf,
        "nan",
        "one",
        "1is 2",
        "__import__('os')",
        "",
        "1 +",
        "1 2",
        "sqrt",
        "2(3)",
        "1/0",
        "sqrt(1-2)",
        "1e999",
        "10^65",
        "((2^8)^8)^8",
        10**41,
        "9" * 500,
        True,
        None,
        [1],
    ],
)
def test_what_is_no_number(given: object) -> None:
    with pytest.raises(NumberError) as caught:
        Number.of(given)  # type: ignore[arg-type]
    check_text(str(caught.value))
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
