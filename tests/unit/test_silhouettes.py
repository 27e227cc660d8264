"""The silhouettes of the tangram come from arrangements: no two tans overlap, and they fill it."""

from fractions import Fraction

import pytest
from tools.silhouettes.arrange import Figure, Group, arrange, require_seven
from tools.silhouettes.outline import outline
from tools.silhouettes.surds import Surd, area
from tools.silhouettes.write import FIGURES, main

from tilewright.catalogue import catalogue_names, load
from tilewright.polygons import PolygonPuzzle

SQUARE = Figure(
    "the square",
    "The seven tans make a square.",
    (
        Group(
            "L 0,0 2,-2 2,0; L 0,0 2,0 2,2; M 3,-1 4,0 3,1; S 2,-2 3,-1 2,-1; S 2,0 3,0 2,1; "
            "Q 2,0 2,-1 3,-1 3,0; P 2,2 2,1 3,0 3,1",
            turn="45",
        ),
    ),
)


def test_files_are_current() -> None:
    assert main(check=True) == 0
    assert {f"tangram-{name}" for name in FIGURES} <= set(catalogue_names())


@pytest.mark.parametrize("name", FIGURES)
def test_the_tans_fill_the_board(name: str) -> None:
    tans = arrange(FIGURES[name])
    require_seven(tans)
    parts = outline(tans)
    rings = [ring for part in parts for ring in (part.outer, *part.holes)]
    assert sum((area(ring) for ring in rings), start=Surd({})) == 8
    puzzle = load(f"tangram-{name}")
    assert isinstance(puzzle, PolygonPuzzle)
    assert puzzle.exact
    board = [len(ring) for shape in puzzle.board for ring in shape.rings]
    assert board == [len(ring) for ring in rings]


def test_the_square() -> None:
    (part,) = outline(arrange(SQUARE))
    assert len(part.outer) == 4
    assert area(part.outer) == 8
    assert not part.holes


def test_a_ring_round_a_hole_that_touches_it() -> None:
    tans = arrange(FIGURES["digit-4"])
    (part,) = outline(tans)
    assert [area(hole) for hole in part.holes] == [Surd.of(Fraction(-1, 2))]


def test_overlaps_and_wrong_shapes_are_refused() -> None:
    twice = Figure("", "", (Group("S 0,0 1,0 0,1; S 1/2,0 3/2,0 1/2,1"), *SQUARE.groups))
    with pytest.raises(AssertionError):
        require_seven(arrange(twice))
    moved = Group("L 0,0 2,-2 2,0; L 1,0 3,0 3,2; M 0,0 1,1 0,2; S 5,0 6,0 5,1", turn="45")
    rest = Group("S 7,0 8,0 7,1; Q 9,0 10,0 10,1 9,1; P 0,5 1,5 2,6 1,6", turn="45")
    with pytest.raises(AssertionError, match="overlaps"):
        require_seven(arrange(Figure("", "", (moved, rest))))
    with pytest.raises(AssertionError, match="S has sides"):
        arrange(Figure("", "", (Group("S 0,0 1,0 0,2"),)))


def test_surds() -> None:
    root = Surd.root(2)
    assert str(root * Fraction(-3, 2) + 1) == "1-3*sqrt(2)/2"
    assert str(Surd.root(12) - 2 * Surd.root(3)) == "0"
    assert (root * root - 2).sign == 0
    assert (root - Fraction(3, 2)).sign == -1
    assert root * Surd.root(3) == Surd.root(6)
