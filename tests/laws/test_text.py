"""The text format: what is written is read back; what is wrong is named, never a crash."""

import io

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import tilewright as tw
from tests.strategies import plain_problems, problems
from tilewright.cover import CoverProblemError, Item
from tilewright.document import FileError

words = st.text(
    st.characters(exclude_categories=["Z", "C"], exclude_characters="|:\ufeff"),
    min_size=1,
    max_size=5,
)


@given(problems() | plain_problems())
def test_round_trip(problem: tw.ExactCover) -> None:
    text = tw.cover.format_cover(problem)
    again = tw.cover.parse_cover(text)
    assert again == problem
    assert again.items == problem.items
    assert tw.cover.format_cover(again) == text


@given(st.lists(words, min_size=1, max_size=5, unique=True), st.data())
def test_round_trip_of_any_names(names: list[str], data: st.DataObject) -> None:
    secondary = data.draw(st.sets(st.sampled_from(names[1:]))) if names[1:] else set()
    options = [
        {name: data.draw(st.none() | words) if name in secondary else None for name in option}
        for option in data.draw(st.lists(st.sets(st.sampled_from(names), min_size=1)))
    ]
    primary = [name for name in names if name not in secondary]
    problem = tw.cover.from_options(options, primary=primary, secondary=sorted(secondary))
    assert tw.cover.parse_cover(tw.cover.format_cover(problem)) == problem


@given(st.binary(max_size=200))
@example(b"\xff")
@example(b"a b\n\x00\n")
@example(b"a\n" + b"9" * 5000 + b"\n")
@example(b"9" * 5000 + b"|a\na")
def test_any_bytes_give_a_problem_or_an_error(data: bytes) -> None:
    try:
        tw.cover.read_cover(io.BytesIO(data))
    except FileError as error:
        assert error.line >= 1
        assert error.column >= 1
        assert str(error).startswith(f"<input>:{error.line}:{error.column}: ")


fragments = st.lists(
    st.sampled_from(
        ["a", "b", "c", "s", "|", " ", " ", "\n", "\n", ":", ":1", ":2", "2:3|", "0:1|", "|7", "|x",
         "s:1", "s:2", "\t", "\r\n", "é", "0|", "3:2|", "::", "99999999999|", "\u2028", "a:1"]
    ),
    max_size=40,
)  # fmt: skip


@given(fragments.map("".join))
def test_nearly_right_text_gives_a_problem_or_an_error(text: str) -> None:
    try:
        problem = tw.cover.parse_cover(text)
    except FileError as error:
        lines = text.split("\n")
        assert 1 <= error.line <= len(lines) + 1
        return
    assert tw.cover.parse_cover(tw.cover.format_cover(problem)) == problem
    reference = {frozenset(c) for c in tw.solve(problem, verify=True)}
    assert len(reference) == tw.count(problem)


@given(st.text(max_size=6))
def test_names_that_cannot_be_written_are_refused(name: str) -> None:
    problem = tw.cover.from_options([[name]])
    try:
        text = tw.cover.format_cover(problem)
    except CoverProblemError:
        return
    assert tw.cover.parse_cover(text).items == (Item(name),)


def test_surrogates_are_refused() -> None:
    with pytest.raises(CoverProblemError, match="UTF-8"):
        tw.cover.format_cover(tw.cover.from_options([["\ud800"]]))
