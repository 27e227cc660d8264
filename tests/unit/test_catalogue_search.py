"""Looking for puzzles with the words that people use."""

import pytest

from tests.shell import run
from tilewright.catalogue import catalogue_names, load_file
from tilewright.catalogue_search import search
from tilewright.puzzle import Puzzle


@pytest.mark.parametrize(
    ("words", "name"),
    [
        ("pentominos", "pentominoes-6x10"),
        ("pentomino", "pentominoes-6x10"),
        ("PENTOMINÓS", "pentominoes-6x10"),
        ("12 pieces", "pentominoes-6x10"),
        ("twelve pieces", "pentominoes-6x10"),
        ("60 cells 10 by 6", "pentominoes-6x10"),
        ("pent-6x10", "pentominoes-6x10"),  # another name of it
        ("7 pieces 240 solutions", "soma"),
        ("cubes", "soma"),
        ("solid puzzles in 3D", "soma"),
        ("polycube", "bedlam"),
        ("balls", "spheres-800"),
        ("polysticks", "tetrasticks-aztec"),
        ("Bruegners rectangles", "bruegner-rectangle"),
    ],
)
def test_puzzles_are_found_however_they_are_called(words: str, name: str) -> None:
    assert name in search(words).names


def test_numbers_are_looked_up() -> None:
    for name in search("12 pieces").names:
        puzzle = load_file(name).puzzle
        if isinstance(puzzle, Puzzle):
            assert sum(piece.count.lo for piece in puzzle.pieces) <= 12
        else:
            assert puzzle.piece_count == 12
    assert "soma" not in search("12 pieces").names
    assert search("12 pieces").names != search("7 pieces").names
    assert "snake-5x5x5" in search("5x5x5").names
    assert search("pentominoes 10x6").names == ("pentominoes-6x10",)
    assert search("").names == search("the puzzles").names == catalogue_names()


@pytest.mark.parametrize("words", ["burr", "burr puzzles", "IQ", "iq puzzler"])
def test_what_is_not_there_is_told_with_what_is_near(words: str) -> None:
    found = search(words)
    assert found.names == ()
    assert "not in the catalogue" in found.message
    assert found.near
    assert set(found.near) <= set(catalogue_names())


def test_a_slip_is_noticed() -> None:
    assert "Did you mean “tangram cat”?" in search("tangarm cat").message
    assert search("tangarm cat").near == ("tangram-cat",)
    assert search("tangram house zebra").near == ("tangram-house",)
    nothing = search("xyzzy")
    assert (nothing.message, nothing.near) == ("No puzzle mentions “xyzzy”.", ())
    assert search(f"{'9' * 5000} pieces").names == ()


def test_the_shell_finds_the_same() -> None:
    told = run("list", "12", "pieces").stdout
    for name in search("12 pieces").names:
        assert f"{name} " in told
    nothing = run("list", "burr")
    assert (nothing.returncode, nothing.stdout) == (1, "")
    assert "nearest: bedlam, soma" in nothing.stderr
    elsewhere = run("list", "soma", "--lattice", "polygon")
    assert (elsewhere.returncode, elsewhere.stderr) == (
        1,
        "no puzzle on lattice polygon has all of that\n",
    )
