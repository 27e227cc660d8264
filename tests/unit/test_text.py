"""Knuth's text format: every feature, and every mistake with its place."""

import io
from pathlib import Path

import pytest

import tilewright as tw
from tests.texts import check_text, raises_text
from tilewright.cover import CoverProblemError, Item
from tilewright.document import FileError

EVERYTHING = """\
| A simple example, nearly Knuth's own
A B 2:3|C 0:1|D 4|E | X Y

A B X:0 Y:0
   | comments may stand anywhere, and be indented
A C X:1 Y:1 |7
C X:0 |2 |3
B X E
"""


def test_every_feature() -> None:
    problem = tw.cover.parse_cover(EVERYTHING)
    assert problem.items == (
        Item("A"),
        Item("B"),
        Item("C", 2, 3),
        Item("D", 0, 1),
        Item("E", 4, 4),
        Item("X", 0, 1, secondary=True),
        Item("Y", 0, 1, secondary=True),
    )
    assert [str(option) for option in problem.options()] == [
        "A B X:0 Y:0",
        "A C X:1 Y:1",
        "C X:0",
        "B X E",
    ]
    assert [option.cost for option in problem.options()] == [0, 7, 5, 0]
    assert tw.cover.format_cover(problem) == (
        "A B 2:3|C 0:1|D 4|E | X Y\nA B X:0 Y:0\nA C X:1 Y:1 |7\nC X:0 |5\nB X E\n"
    )


def test_knuths_example_of_multiplicities() -> None:
    problem = tw.cover.parse_cover(
        "A B 2:3|C | X Y\nA B X:0 Y:0\nA C X:1 Y:1\nC X:0\nB X:1\nC Y:1\n"
    )
    assert [sorted(cover) for cover in tw.solve(problem)] == [[1, 3, 4]]


def test_byte_order_mark_and_line_ends() -> None:
    assert tw.cover.parse_cover("\ufeffa b\r\na\r\nb\r\n") == tw.cover.parse_cover("a b\na\nb")


def test_files(tmp_path: Path) -> None:
    path = tmp_path / "problem.dlx"
    tw.cover.write_cover(tw.cover.parse_cover(EVERYTHING), path)
    assert (
        tw.cover.read_cover(path)
        == tw.cover.read_cover(str(path))
        == tw.cover.parse_cover(EVERYTHING)
    )
    with path.open("rb") as file:
        assert tw.cover.read_cover(file) == tw.cover.parse_cover(EVERYTHING)


@pytest.mark.parametrize(
    ("text", "line", "column", "said"),
    [
        ("", 1, 1, "there is no item"),
        ("| only a comment\n", 1, 1, "there is no item"),
        ("a b\na  q\n", 2, 4, "unknown item 'q'; items are named in the first line"),
        ("first second\nfirst\nsecnd\n", 3, 1, "did you mean 'second'?"),
        ("a b\n| x\n\na b a\n", 4, 5, "item 'a' is in this option twice"),
        ("a | s\na s:1 s:2\n", 2, 7, "item 's' is in this option twice"),
        ("a | s\na s:1\na s s:1\n", 3, 5, "item 's' is in this option twice"),
        ("a b a\n", 1, 5, "item 'a' is named twice"),
        ("a | b | c\n", 1, 7, "a second bar"),
        ("a |b\n", 1, 3, "a bar between the items stands alone"),
        ("3:2|a\n", 1, 1, "bounds 3:2"),
        ("0|a\n", 1, 1, "bounds 0:0"),
        ("99999999999|a\n", 1, 1, "bounds"),
        ("a | 2|s\n", 1, 5, "secondary item 's' has bounds"),
        ("a b:c\n", 1, 3, "cannot be the name of an item"),
        ("2:3|\n", 1, 1, "cannot be the name of an item"),
        ("a b\na:1\n", 2, 1, "primary item 'a' has a colour"),
        ("a | s\na s:\n", 2, 3, "expected something like 's:1'"),
        ("a | s\na s:1:2\n", 2, 3, "is not an item with a colour"),
        ("a\na |x\n", 2, 3, "is not a cost"),
        ("a\na |\n", 2, 3, "is not a cost"),
        ("a\na |99999999999999999\n", 2, 3, "is not a cost"),
        ("a b\na |1 b\n", 2, 6, "costs stand at the end"),
        ("a b\na |0 b\n", 2, 6, "costs stand at the end"),
    ],
)
def test_mistakes_have_a_place(text: str, line: int, column: int, said: str) -> None:
    with pytest.raises(FileError) as caught:
        tw.cover.parse_cover(text, name="file.dlx")
    error = caught.value
    assert (error.line, error.column) == (line, column)
    assert said in error.complaints[0].message
    assert str(error).startswith(f"file.dlx:{line}:{column}: ")


def test_what_is_not_utf8_has_a_place() -> None:
    with raises_text(FileError):
        tw.cover.read_cover(io.BytesIO(b"a b\na \xff\n"))


@pytest.mark.parametrize(
    "options",
    [
        [["a b"]],
        [["a:b"]],
        [["|"]],
        [[""]],
        [[1, "1"]],
    ],
)
def test_what_cannot_be_written(options: list[list[object]]) -> None:
    with pytest.raises(CoverProblemError) as caught:
        tw.cover.format_cover(tw.cover.from_options(options))  # type: ignore[arg-type]
    check_text(str(caught.value))


def test_without_primary_items_nothing_can_be_written() -> None:
    with pytest.raises(CoverProblemError, match="no primary item"):
        tw.cover.format_cover(tw.cover.from_options([["s"]], secondary=["s"]))
