"""Polygon puzzles in the shell: listed, shown, checked, converted, and refused where need be."""

from pathlib import Path

import pytest

import tilewright as tw
from tests.catalogue_kinds import POLYGON_NAMES
from tests.shell import answer, run
from tests.texts import check_text

BAD = """lattice = "polygon"
[board]
outline = [[0, 0], [2, 2], [2, 0], [0, 2]]
[[piece]]
name = "A"
outline = [[0, 0], [1, 0]]
"""
BAD_LINES = [
    "3: error: the board: side 1 of the outline, from corner 1 (0, 0) to corner 2 (2, 2), crosses "
    "side 3 of the outline, from corner 3 (2, 0) to corner 4 (0, 2): sides must not cross",
    "6: error: piece 'A': the outline needs three corners or more, it has (0, 0), (1, 0)",
]


def test_list() -> None:
    listed = answer("list", "--lattice", "polygon")["puzzles"]
    assert [puzzle["name"] for puzzle in listed] == list(POLYGON_NAMES)
    stomachion = next(puzzle for puzzle in listed if puzzle["name"] == "stomachion")
    assert (stomachion["lattice"], stomachion["area"], stomachion["pieces"]) == (
        "polygon",
        144,
        "14",
    )
    assert "cells" not in stomachion
    assert "stomachion" in run("list").stdout
    assert run("list", "stomachion", "palimpsest", "polygon").returncode == 0
    assert run("list", "--lattice", "square", "stomachion").returncode == 1


def test_show() -> None:
    page = run("show", "tangram-convex-square").stdout
    assert page.startswith("Tangram: the square (tangram-convex-square)\nThe seven tans make")
    assert (
        "Board: 1 polygon of area 8\npart  corners  holes  area\n   1        4      0     8" in page
    )
    assert "Pieces: 7\npiece            count  corners  holes  area  turn  flip\n" in page
    assert "Small triangle       2        3      0   0.5  yes   yes\n" in page
    assert "Coordinates: exact" in page
    shown = answer("show", "tangram-convex-square")
    assert (shown["lattice"], shown["area"], shown["exact"]) == ("polygon", pytest.approx(8), True)
    assert shown["board"][0]["outline"][1] == ["sqrt(8)", "0"]
    assert [piece["count"] for piece in shown["piece_list"]] == [2, 1, 2, 1, 1]
    assert set(shown["known"]) == {"solutions", "up_to_rotation", "up_to_symmetry"}


def test_show_sets() -> None:
    assert "tangram" in answer("show", "--set")["names"]
    page = run("show", "--set", "tangram").stdout
    assert "tangram: 5 pieces of 'tangram'" in page
    assert "tangram: 7 pieces, free polygons" in page
    shown = answer("show", "--set", "tangram")
    assert [piece["name"] for piece in shown["polygons"]][3:] == ["Square", "Parallelogram"]
    assert len(shown["pieces"]) == 5


@pytest.mark.parametrize("name", POLYGON_NAMES)
def test_every_puzzle_can_be_written(name: str) -> None:
    puzzle = tw.load(name)
    assert tw.parse_puzzle(tw.format_puzzle(puzzle)) == puzzle


@pytest.mark.parametrize(
    "command",
    [
        ["estimate", "stomachion"],
        ["sample", "stomachion"],
        ["shares", "stomachion"],
        ["show", "stomachion", "--cover"],
        ["show", "stomachion", "--orientations"],
    ],
)
def test_what_is_for_lattices(command: list[str]) -> None:
    done = run(*command)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith(
        "error: stomachion is made of free polygons, and this is for puzzles on a lattice"
    )


def test_check(tmp_path: Path) -> None:
    (tmp_path / "bad.toml").write_text(BAD, encoding="utf-8")
    bad = str(tmp_path / "bad.toml")
    done = run("check", "stomachion", bad)
    assert done.returncode == 2
    assert done.stdout.splitlines() == [
        "stomachion.toml: fine (polygons of area 144, 14 pieces, exact coordinates)",
        *(f"{bad}:{line}" for line in BAD_LINES),
    ]
    checked = answer("check", "stomachion")["files"][0]
    assert (checked["fine"], checked["area"], checked["corners"]) == (True, 144, 50)
    shown = run("show", bad)
    assert (shown.returncode, shown.stdout) == (2, "")
    assert shown.stderr.splitlines() == [
        f"error: {bad}:{line.replace('error: ', '')}" for line in BAD_LINES
    ]


def test_standard_input() -> None:
    text = tw.format_puzzle(tw.load("stomachion"))
    assert run("check", "-", text=text).stdout.startswith("<stdin>: fine (polygons of area 144")


def test_convert(tmp_path: Path) -> None:
    there, back = tmp_path / "x.svg", tmp_path / "x.toml"
    done = run("convert", "stomachion", str(there))
    assert (done.returncode, done.stdout) == (0, f"{there}: Stomachion, 14 pieces\n")
    assert run("convert", str(there), str(back)).returncode == 0
    assert tw.load(back) == tw.load(there) == tw.load("stomachion")
    soma = tmp_path / "soma.toml"
    assert run("convert", "soma", str(soma)).returncode == 0
    assert tw.load(soma) == tw.load("soma")


def test_convert_exactly(tmp_path: Path) -> None:
    drawing, out = tmp_path / "d.svg", tmp_path / "d.toml"
    drawing.write_text(
        '<svg><rect id="board" width="0.5" height="1"/><rect id="A" width="1" height=".5"/></svg>',
        encoding="utf-8",
    )
    assert run("convert", str(drawing), str(out)).returncode == 0
    assert "outline = [[0.0, -1.0], [0.5, -1.0], [0.5, 0.0], [0.0, 0.0]]" in out.read_text()
    assert run("convert", "--exact", str(drawing), str(out)).returncode == 0
    assert 'outline = [[0, -1], ["1/2", -1], ["1/2", 0], [0, 0]]' in out.read_text()


@pytest.mark.parametrize(
    "arguments",
    [
        ["soma", "x.svg"],
        ["soma", "x.png"],
        ["--exact", "soma", "x.toml"],
        ["missing.svg", "x.toml"],
        ["stomachion", "nowhere/x.toml"],
    ],
)
def test_what_cannot_be_converted(arguments: list[str]) -> None:
    done = run("convert", *arguments)
    assert done.returncode == 2
    assert done.stderr.startswith("error: ")
    check_text(done.stderr)
