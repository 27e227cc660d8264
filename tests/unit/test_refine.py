"""Placed pieces moved a little, so that gaps and overlaps become narrow."""

import math
import random

import pytest

import tilewright as tw
from tilewright.polygons import PlacedPolygon, PolygonPiece, PolygonPuzzle, Shape
from tilewright.polygons.congruence import puzzle_size
from tilewright.polygons.measure import misfit
from tilewright.polygons.refine import refined


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


def test_what_touches_nothing_stays() -> None:
    corner = PolygonPiece("corner", Shape.of([(0, 0), (1.0, 0), (0, 1)]))
    board = Shape.of([(0, 0), (9.0, 0), (9, 9), (0, 9)])
    placed = (PlacedPolygon("corner", False, 1.0, 0.0, 4.0, 4.0),)
    assert refined(PolygonPuzzle((board,), (corner,)), placed, 0.1) == placed
