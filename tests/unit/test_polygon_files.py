"""Polygon puzzles in TOML: what is written reads back, and what is wrong is told by line."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tilewright as tw
from tests.polygon_shapes import polygon_puzzles
from tests.texts import raises_text
from tilewright.document import FileError
from tilewright.formats import check_puzzle, parse_file
from tilewright.polygons import PolygonPiece, PolygonPuzzle, Shape
from tilewright.polygons.model.files import polygon_set, polygon_set_names

SMALL = """format = 1
title = "Two triangles"
lattice = "polygon"
[board]
outline = [[0, 0], [1, 0], [1, 1], [0, 1]]
[[piece]]
name = "A"
outline = [[0, 0], [0, 1], [1, 0]]
count = 2
flip = false
"""


def complaints(text: str) -> list[str]:
    with pytest.raises(FileError) as caught:
        tw.parse_puzzle(text, "x.toml")
    return str(caught.value).splitlines()


def test_a_small_file() -> None:
    puzzle = tw.parse_puzzle(SMALL)
    assert isinstance(puzzle, PolygonPuzzle)
    square = Shape.of([(0, 0), (1, 0), (1, 1), (0, 1)])
    # The rings are turned round where they run clockwise.
    triangle = Shape.of([(1, 0), (0, 1), (0, 0)])
    assert puzzle.board == (square,)
    assert puzzle.pieces == (PolygonPiece("A", triangle, 2, flip=False),)
    assert (puzzle.title, puzzle.exact, puzzle.area) == ("Two triangles", True, 1.0)
    assert tw.parse_puzzle(tw.format_puzzle(puzzle)) == puzzle


@given(polygon_puzzles())
def test_what_is_written_reads_back(puzzle: PolygonPuzzle) -> None:
    assert parse_file(tw.format_puzzle(puzzle), "x.toml", None).puzzle == puzzle


def test_files(tmp_path: Path) -> None:
    puzzle = tw.load("tangram-convex-square")
    tw.write_puzzle(puzzle, tmp_path / "square.toml")
    assert tw.read_puzzle(tmp_path / "square.toml") == tw.load(tmp_path / "square.toml") == puzzle


def test_parts_holes_and_sets() -> None:
    puzzle = tw.parse_puzzle("""
lattice = "polygon"
exact = true
[[board.part]]
outline = [[0, 0], [4.5, 0], [4.5, 4], [0, 4]]
holes = [[[1, 1], [2, 1], [1, 2]], [[3, 3], [3.5, 3], [3.5, 4]]]
[[board.part]]
outline = [[10, 0], ["10 + 1/4", 0], ["10.25", 1], [10, 1]]
[[pieces]]
set = "tangram"
count = 2
only = ["Large triangle", "Square"]
turn = false
[[piece]]
outline = [[0, 0], [7.5, 0], [7.5, 1], [0, 1]]
""")
    assert isinstance(puzzle, PolygonPuzzle)
    assert puzzle.exact
    assert puzzle.area == 18 - 0.5 - 0.25 + 0.25
    assert [(p.name, p.count, p.turn) for p in puzzle.pieces] == [
        ("Large triangle", 4, False),
        ("Square", 2, False),
        ("piece 1", 1, True),
    ]
    assert puzzle.board[0].outer[1][0].text == "9/2"
    assert tw.parse_puzzle(tw.format_puzzle(puzzle)) == puzzle


def test_sets() -> None:
    assert "tangram" in polygon_set_names()
    for name in polygon_set_names():
        pieces = polygon_set(name)
        assert pieces
        for piece in pieces:
            assert piece.shape.area > 0
            assert piece.shape == piece.shape.turned_round()
    tans = polygon_set("tangram")
    assert sum(piece.count for piece in tans) == 7
    assert sum(piece.count * piece.shape.area for piece in tans) == 8
    with raises_text(tw.puzzle.PuzzleError):
        polygon_set("tangrma")


def test_everything_is_told_at_once() -> None:
    found = complaints("""lattice = "polygon"
spare = 1
[board]
outline = [[0, 0], [1, "x"], [1, 1, 1], 7]
[[piece]]
name = "A"
outline = [[0, 0], [nan, 0], [0, inf]]
holes = [3]
count = 1.5
turn = "no"
[[piece]]
name = "B"
[[pieces]]
set = "tangra"
[[pieces]]
only = ["X"]
[[pieces]]
set = "tangram"
without = ["Circle"]
""")
    assert found == [
        "x.toml:2: unknown field 'spare'; known are format, lattice, board, pieces, piece, exact, "
        "title, about, source",
        "x.toml:4: outline, corner 2: 'x': 'x' has no place here; expected a number such as 3, "
        '0.25, "1/3" or "1+sqrt(2)/2"',
        "x.toml:4: outline, corner 3 is [1, 1, 1]: expected two numbers, [x, y]",
        "x.toml:4: outline, corner 4 is 7: expected two numbers, [x, y]",
        "x.toml:7: outline, corner 2: nan is not finite: expected a number such as 3, 0.25, "
        '"1/3" or "1+sqrt(2)/2"',
        "x.toml:7: outline, corner 3: inf is not finite: expected a number such as 3, 0.25, "
        '"1/3" or "1+sqrt(2)/2"',
        "x.toml:8: hole 1 is 3: expected a list of corners such as [[0, 0], [1, 0], [0, 1]]",
        "x.toml:9: count is 1.5: expected a whole number",
        "x.toml:10: turn is 'no': expected true or false",
        "x.toml:11: there is no outline: expected outline = [[0, 0], [1, 0], [0, 1]]",
        "x.toml:14: there is no set of polygons 'tangra'; did you mean tangram?",
        'x.toml:15: expected a set of pieces, such as set = "tangram"',
        "x.toml:19: without names 'Circle'; the pieces are Large triangle, Medium triangle, "
        "Small triangle, Square, Parallelogram",
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "x.toml: there is no board: add a [board] table with an outline"),
        ("[board]", "x.toml:2: the board is empty: give it an outline, or [[board.part]] tables"),
        ("board = 3", "x.toml:2: expected a table such as [board], found 3"),
        ("[[board.part]]\nholes = []", "x.toml:2: there is no outline"),
        (
            "[board]\noutline = []\n[[board.part]]\noutline = []",
            "x.toml:3: the board has an outline and parts: put all outlines into [[board.part]]",
        ),
        ("[board]\nbox = [1, 2]", "x.toml:3: unknown field 'box'; known are part, outline, holes"),
        (
            """[board]
outline = []
[[piece]]
name = "A"
outline = []
[[piece]]
name = "A"
outline = []""",
            "x.toml:8: there is another piece 'A': give each its own name, or one a count",
        ),
    ],
)
def test_boards_that_cannot_be_read(text: str, message: str) -> None:
    found = complaints(f'lattice = "polygon"\n{text}\n')
    assert any(line.startswith(message) for line in found), found


def test_faults_stand_on_the_line_of_the_ring() -> None:
    text = """lattice = "polygon"
bored = 1
[board]
outline = [[0, 0], [1, 0], [1, 1], [0, 1]]
[[piece]]
name = "A"
outline = [[0, 0], [0, 1], [1, 0], [1, 1]]
[[piece]]
name = "B"
outline = [[0, 0], [4, 0], [0, 4]]
holes = [[[9, 9], [8, 9], [9, 8]]]
count = 0
"""
    found = complaints(text)
    assert found[0].startswith("x.toml:2: unknown field 'bored'; did you mean board?")
    # The corners have the numbers that they have in the file.
    assert found[1:] == [
        "x.toml:7: piece 'A': side 2 of the outline, from corner 2 (0, 1) to corner 3 (1, 0), "
        "crosses side 4 of the outline, from corner 4 (1, 1) to corner 1 (0, 0): sides must not "
        "cross",
        "x.toml:11: piece 'B': hole 1, with corner 1 (9, 9), is not inside the outline",
        "x.toml:12: piece 'B' has the count 0: expected 1 or more",
    ]


BRITTLE = """lattice = "polygon"
exact = true
[[board.part]]
outline = [[0, 0], ["sqrt(8)", 0.5], ["-1/3", "phi^2"]]
holes = [[[1, 1], [2, 1], [1, 2]]]
[[piece]]
name = "A"
outline = [[0, 0], [0, 1], [1, 0]]
count = 2
turn = false
[[pieces]]
set = "tangram"
only = ["Square"]
"""


@given(
    st.integers(0, len(BRITTLE)),
    st.integers(0, 12),
    st.text("[]{}()=\"'\n,.-+*/^0123456789eE nasqrtphif", max_size=8),
)
def test_broken_files_are_refused_or_read(at: int, cut: int, more: str) -> None:
    text = BRITTLE[:at] + more + BRITTLE[at + cut :]
    try:
        file = parse_file(text, "x.toml", None)
    except FileError as error:
        assert error.complaints
        return
    if isinstance(file.puzzle, PolygonPuzzle):
        assert file.faults()  # the areas never agree


def test_too_many_corners_are_not_read() -> None:
    corners = ", ".join(["[0, 0]"] * 100_001)
    found = complaints(f'lattice = "polygon"\n[board]\noutline = [{corners}]\n')
    assert found == ["x.toml:3: outline has 100,001 corners: at most 100,000 are read"]


def test_lattice_puzzles_are_read_as_before(tmp_path: Path) -> None:
    tw.write_puzzle(tw.load("soma"), tmp_path / "soma.toml")
    assert check_puzzle(tmp_path / "soma.toml").puzzle == tw.load("soma")
