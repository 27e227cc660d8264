"""The silhouettes of the tangram come from arrangements: no two tans overlap, and they fill it."""

from dataclasses import replace
from fractions import Fraction
from importlib.resources import files

import pytest

from tilewright.catalogue import load
from tilewright.polygons import PolygonPuzzle
from tools.silhouettes.arrange import Figure, Group, arrange, require_seven
from tools.silhouettes.outline import outline
from tools.silhouettes.surds import Surd, area
from tools.silhouettes.write import FIGURES, written

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


@pytest.mark.parametrize("name", FIGURES)
def test_the_tans_fill_the_board(name: str) -> None:
    text = files("tilewright").joinpath(f"data/puzzles/tangram-{name}.toml").read_text("utf-8")
    assert text == written(FIGURES[name])
    puzzle = load(f"tangram-{name}")
    assert isinstance(puzzle, PolygonPuzzle)
    assert puzzle.exact
    assert sum(shape.area for shape in puzzle.board) == pytest.approx(8)


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
    (group,) = SQUARE.groups
    with pytest.raises(AssertionError, match="not all tans, or too many"):
        require_seven(arrange(SQUARE)[1:])
    moved = replace(group, tans=group.tans.replace("M 3,-1 4,0 3,1", "M 2,-1 3,0 2,1"))
    with pytest.raises(AssertionError, match="S overlaps M"):
        require_seven(arrange(replace(SQUARE, groups=(moved,))))
    with pytest.raises(AssertionError, match="S has sides"):
        arrange(Figure("", "", (Group("S 0,0 1,0 0,2"),)))


def test_surds() -> None:
    root = Surd.root(2)
    assert str(root * Fraction(-3, 2) + 1) == "1-3*sqrt(2)/2"
    assert str(Surd.root(12) - 2 * Surd.root(3)) == "0"
    assert (root * root - 2).sign == 0
    assert (root - Fraction(3, 2)).sign == -1
    assert root * Surd.root(3) == Surd.root(6)
