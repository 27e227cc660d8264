"""Congruent pieces, symmetries of boards and puzzles."""

import numpy as np
import pytest

from tilewright.polygons import PolygonPiece, PolygonPuzzle, Shape
from tilewright.polygons.model.congruence import (
    Isometry,
    corners_only,
    isometries,
    kind_images,
    kinds,
    puzzle_symmetries,
    symmetries,
)

L = [(0, 0), (3, 0), (3, 1), (1, 1), (1, 2), (0, 2)]
SQUARE = [(0, 0), (4, 0), (4, 4), (0, 4)]
DOMINO = [(0, 0), (2, 0), (2, 1), (0, 1)]
HALF = [(0, 0), (4, 0), (4, 3), (0, 1)]  # a trapezium; two make a square


def region(*outlines):
    return [np.array(outline, dtype=float) for outline in outlines]


def puzzle(board, *pieces):
    return PolygonPuzzle((Shape.of(board),), pieces)


def piece(name, outline, **options):
    return PolygonPiece(name, Shape.of(outline), **options)


@pytest.mark.parametrize(
    ("outlines", "number"),
    [
        ([SQUARE], 8),
        ([DOMINO], 4),
        ([L], 1),
        ([[(0, 0), (4, 0), (5, 3), (1, 3)]], 2),
        ([SQUARE, [(1, 1), (1, 3), (3, 3), (3, 1)]], 8),
        ([SQUARE, [(1, 1), (1, 2), (3, 2), (3, 1)]], 2),
        ([SQUARE, [(4, 4), (8, 4), (8, 8), (4, 8)]], 4),
        ([SQUARE, [(6, 0), (10, 0), (10, 4), (6, 4)], [(12, 1), (14, 1), (14, 3), (12, 3)]], 2),
        ([[(0, 0), (2, 0), (4, 0), (4, 4), (0, 4)]], 8),
    ],
)
def test_number_of_symmetries(outlines, number):
    found = symmetries(region(*outlines))
    assert len(found) == number
    assert found[0] == Isometry()


def test_many_sides():
    angles = np.arange(1000) * (2 * np.pi / 1000)
    assert len(symmetries([np.stack([np.cos(angles), np.sin(angles)], axis=1)])) == 2000


def test_motion_is_found_again():
    motion = Isometry(True, 0.6, 0.8, 5.0, -2.0)
    (found,) = isometries(region(L), motion.move(region(L)), 1e-9)
    assert found.flipped
    assert np.allclose(
        [found.cos, found.sin, found.dx, found.dy], [0.6, 0.8, 5.0, -2.0], atol=1e-12
    )
    assert not isometries(region(L), motion.move(region(L)), 1e-9, mirror=False)


def test_without_turning():
    turned = Isometry(cos=0.0, sin=1.0).move(region(DOMINO))
    assert not isometries(region(DOMINO), turned, 1e-9, turn=False)
    assert len(isometries(region(DOMINO), region(DOMINO), 1e-9, turn=False)) == 2


def test_nearly_congruent_is_not():
    other = region([(0, 0), (3, 0), (3, 1), (1, 1), (1, 2.0001), (0, 2)])
    assert not isometries(region(L), other, 1e-6)
    assert len(isometries(region(L), other, 1e-3)) == 1


def test_inverse_and_composition():
    one, two = Isometry(True, 0.6, 0.8, 5.0, -2.0), Isometry(False, 0.0, 1.0, 1.0, 1.0)
    points = region(L)[0]
    for motion in (one, two, one @ two, two @ one):
        assert np.allclose((motion.inverse() @ motion).apply(points), points)
        assert np.allclose((motion @ motion.inverse()).apply(points), points)
    assert np.allclose((one @ two).apply(points), one.apply(two.apply(points)))


def test_straight_corners_are_dropped():
    assert len(corners_only(region([(0, 0), (1, 0), (2, 0), (2, 1), (2, 2), (0, 2)])[0])) == 4


def test_kinds_regard_what_is_allowed():
    mirrored = [(-x, y) for x, y in L]
    pieces = (
        piece("a", L),
        piece("b", mirrored),
        piece("c", L, flip=False),
        piece("d", mirrored, flip=False),
        piece("e", DOMINO),
        piece("f", [(0, 0), (1, 0), (1, 2), (0, 2)], flip=False),
        piece("g", DOMINO, turn=False),
        piece("h", [(0, 0), (1, 0), (1, 2), (0, 2)], turn=False),
    )
    assert kinds(puzzle(SQUARE, *pieces)) == [0, 0, 1, 2, 3, 3, 4, 5]


def test_symmetries_of_a_puzzle():
    flips = puzzle(SQUARE, piece("a", L), piece("b", DOMINO))
    assert len(puzzle_symmetries(flips)) == 8
    chiral = puzzle(SQUARE, piece("a", L, flip=False), piece("b", DOMINO))
    assert len(puzzle_symmetries(chiral)) == 4
    still = puzzle(SQUARE, piece("a", HALF, turn=False, flip=False))
    assert len(puzzle_symmetries(still)) == 1
    sideways = puzzle(SQUARE, piece("a", DOMINO, turn=False, flip=False))
    assert len(puzzle_symmetries(sideways)) == 4


def test_mirrored_set_of_pieces_is_the_same():
    mirrored = [(-x, y) for x, y in L]
    both = puzzle(SQUARE, piece("a", L, flip=False), piece("b", mirrored, flip=False))
    assert len(puzzle_symmetries(both)) == 8
    assert kind_images(both, [Isometry(flipped=True)]) == [[1, 0]]
    unequal = puzzle(SQUARE, piece("a", L, flip=False), piece("b", mirrored, flip=False, count=2))
    assert len(puzzle_symmetries(unequal)) == 4
