"""Placed pieces moved a little, so that gaps and overlaps become narrow."""

import math
import random

import pytest

import tilewright as tw
from tilewright.polygons import PlacedPolygon, PolygonPiece, PolygonPuzzle, Shape
from tilewright.polygons.exact.certify import misfit
from tilewright.polygons.model.congruence import puzzle_size
from tilewright.polygons.model.puzzle import Floats, Numbers
from tilewright.polygons.search.refine import _Sides, refined


def shaken(one: PlacedPolygon, chance: random.Random, by: float) -> PlacedPolygon:
    angle = math.atan2(one.sin, one.cos) + chance.uniform(-by, by) / 4
    dx, dy = one.dx + chance.uniform(-by, by), one.dy + chance.uniform(-by, by)
    return PlacedPolygon(one.piece, one.flipped, math.cos(angle), math.sin(angle), dx, dy)


@pytest.mark.parametrize("name", ["tangram-cat", "tangram-convex-square", "stomachion"])
def test_shaken_pieces_fall_into_place(name: str) -> None:
    solution = next(tw.solve(tw.load(name)))
    chance, by = random.Random(name), 0.005 * puzzle_size(solution.puzzle)
    placed = [shaken(one, chance, by) for one in solution.placed]
    before = misfit(solution.puzzle, placed)
    after = misfit(solution.puzzle, refined(solution.puzzle, placed, 2 * before))
    assert before > by / 2
    assert after < before / 1000


def test_pieces_that_may_not_be_turned_are_not() -> None:
    half = PolygonPiece("half", Shape.of([(0, 0), (2.0, 0), (2, 4), (0, 4)]), count=2, turn=False)
    board = Shape.of([(0, 0.02), (4.0, -0.02), (4, 4), (0, 4)])
    placed = [PlacedPolygon("half", False, 1.0, 0.0, dx, 0.01) for dx in (0.03, 1.99)]
    better = refined(PolygonPuzzle((board,), (half,)), placed, 0.1)
    assert [(one.cos, one.sin) for one in better] == [(1.0, 0.0)] * 2
    assert [one.dx for one in better] == pytest.approx([0, 2], abs=0.02)


@pytest.mark.parametrize("angle", [0.0002, 0.02])
def test_nor_where_the_board_is(angle: float) -> None:
    """They were found turned with the board, and called a solution without a gap."""
    half = PolygonPiece("half", Shape.of([(0, 0), (2.0, 0), (2, 4), (0, 4)]), count=2, turn=False)
    cos, sin = math.cos(angle), math.sin(angle)
    corners = [(cos * x - sin * y, sin * x + cos * y) for x, y in ((0, 0), (4, 0), (4, 4), (0, 4))]
    (solution,) = tw.solve(PolygonPuzzle((Shape.of(corners),), (half,)), max_solutions=1)
    assert [(one.cos, one.sin) for one in solution.placed] == [(1.0, 0.0)] * 2
    assert solution.certificate is not None
    assert solution.certificate.residual == pytest.approx(angle / 2, rel=0.1)


def test_rows_are_made_for_sides_that_touch(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of all sides that are parallel took 1.5 GB for 196 squares."""
    made = []
    rows = _Sides._rows

    def counted(self: _Sides, which: Numbers, points: Floats, across: Floats) -> Floats:
        made.append(len(which))
        return rows(self, which, points, across)

    monkeypatch.setattr(_Sides, "_rows", counted)
    square = PolygonPiece("square", Shape.of([(0, 0), (1.0, 0), (1, 1), (0, 1)]), count=36)
    board = Shape.of([(0, 0), (6.0, 0), (6, 6), (0, 6)])
    chance = random.Random(7)
    exact = [PlacedPolygon("square", False, 1.0, 0.0, x, y) for x in range(6) for y in range(6)]
    refined(PolygonPuzzle((board,), (square,)), [shaken(one, chance, 1e-3) for one in exact], 0.01)
    assert max(made) == 60 + 24  # between squares, and along the border


def test_what_touches_nothing_stays() -> None:
    corner = PolygonPiece("corner", Shape.of([(0, 0), (1.0, 0), (0, 1)]))
    board = Shape.of([(0, 0), (9.0, 0), (9, 9), (0, 9)])
    placed = (PlacedPolygon("corner", False, 1.0, 0.0, 4.0, 4.0),)
    assert refined(PolygonPuzzle((board,), (corner,)), placed, 0.1) == placed
