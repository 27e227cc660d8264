"""Polygon puzzles on a grid: known counts, the proof that no solution is off it, refusals."""

import pytest

import tilewright as tw
from tests.polygon_strategies import is_tiling
from tilewright.catalogue import known
from tilewright.design.dissections import dissection
from tilewright.polygons import PolygonPiece, PolygonPuzzle, Shape
from tilewright.polygons.exact.certify import Certifier
from tilewright.polygons.grid.cells import SQUARE, TRIANGULAR, cell_points, spread_points
from tilewright.polygons.grid.fit import grid_fit

SQUARE_BOARD = Shape.of([(0, 0), (4, 0), (4, 4), (0, 4)])
TANGRAM = (
    PolygonPiece("large", Shape.of([(0, 0), (2, -2), (2, 0)]), count=2),
    PolygonPiece("medium", Shape.of([(3, -1), (4, 0), (3, 1)])),
    PolygonPiece("small", Shape.of([(2, -2), (3, -1), (2, -1)]), count=2),
    PolygonPiece("square", Shape.of([(2, 0), (2, -1), (3, -1), (3, 0)])),
    PolygonPiece("parallelogram", Shape.of([(2, 2), (2, 1), (3, 0), (3, 1)])),
)


def doubled(pieces: tuple[PolygonPiece, ...]) -> tuple[PolygonPiece, ...]:
    return tuple(PolygonPiece(p.name, p.shape, 2 * p.count) for p in pieces)


def test_tangram_square_at_an_odd_angle() -> None:
    side = "sqrt(8)"
    board = Shape.of([(0, 0), (side, 0), (side, side), (0, side)])
    fit = grid_fit(PolygonPuzzle((board,), TANGRAM))
    assert fit is not None
    assert (fit.count(), fit.complete, fit.exact) == (8, False, True)
    assert "off the grid" in fit.reason
    solutions = list(fit.solutions())
    certifier = Certifier(fit.puzzle)
    assert len(solutions) == 8
    assert certifier.certify_many([s.placed for s in solutions]).kind == "exact"


@pytest.mark.parametrize(
    ("corners", "tilings"),
    [
        ([(0, 0), (3, 0), (3, 2), (2, 3), (1, 3), (0, 2)], 56),
        ([(0, 0), (4, 0), (4, 2), (0, 2)], 36),
        ([(0, 0), (5, 0), (3, 2), (0, 2)], 36),
        ([(0, 0), (8, 0), (8, 1), (0, 1)], 0),
    ],
)
def test_convex_tangrams(corners: list[tuple[int, int]], tilings: int) -> None:
    fit = grid_fit(PolygonPuzzle((Shape.of(corners),), TANGRAM))
    assert fit is not None
    assert fit.count() == tilings


def test_double_tangram_frame() -> None:
    frame = Shape.of([(0, 0), (5, 0), (5, 5), (0, 5)], [[(1, 1), (4, 1), (4, 4), (1, 4)]])
    fit = grid_fit(PolygonPuzzle((frame,), doubled(TANGRAM)))
    assert fit is not None
    assert fit.count() == 24
    square = grid_fit(PolygonPuzzle((SQUARE_BOARD,), doubled(TANGRAM)))
    assert square is not None
    assert square.count() == 232_992


def test_stomachion() -> None:
    fit = grid_fit(tw.load("stomachion"))
    assert fit is not None
    assert not fit.complete
    assert not fit.exact  # so that covers are checked
    assert fit.count() == 4288
    cover = next(fit.covers())
    assert fit.is_solution(cover)
    assert not fit.is_solution(cover[1:])
    assert not fit.is_solution((*cover[1:], (cover[0] + 1) % fit.problem.option_count))
    for solution in fit.solutions(max_solutions=5):
        assert Certifier(fit.puzzle).certificate(solution.placed).kind == "exact"


def test_the_catalogue() -> None:
    """What is known was found corner by corner, and is found on the grid, too."""
    compared = 0
    for name, about in known().items():
        puzzle = tw.load(name) if about.solutions is not None else None
        fit = grid_fit(puzzle) if isinstance(puzzle, PolygonPuzzle) else None
        if fit is not None and name != "stomachion":
            assert (name, fit.count()) == (name, about.solutions)
            compared += 1
    assert compared >= 40


def test_polyominoes_are_complete() -> None:
    ell = PolygonPiece("L", Shape.of([(0, 0), (3, 0), (3, 1), (1, 1), (1, 2), (0, 2)]), count=4)
    fit = grid_fit(PolygonPuzzle((SQUARE_BOARD,), (ell,)))
    assert fit is not None
    assert (fit.complete, fit.reason, fit.exact) == (True, "", True)
    lattice = tw.make_puzzle("square", tw.box(4, 4), dict.fromkeys("ABCD", "###\n#.."))
    assert fit.count() == tw.count(tw.encoding.encode(lattice).problem)
    assert all(map(is_tiling, fit.solutions()))


def test_polyiamonds_are_complete_at_any_angle() -> None:
    corner = PolygonPiece("A", Shape.of([(0, 0), (1, 0), ("1/2", "sqrt(3)/2")]), count=3)
    rhomb = PolygonPiece(
        "B", Shape.of([(0, 0), ("sqrt(3)/2", "1/2"), (0, 1), ("-sqrt(3)/2", "1/2")]), count=3
    )
    board = Shape.of([(0, 0), (3, 0), ("3/2", "3*sqrt(3)/2")])
    fit = grid_fit(PolygonPuzzle((board,), (corner, rhomb)))
    assert fit is not None
    assert fit.drawn.grid is TRIANGULAR
    assert fit.complete
    assert fit.count() == 18  # 3³ ways to join each inner triangle with a neighbour, less 9 clashes
    assert len(list(fit.solutions(max_solutions=3))) == 3


def test_pieces_that_may_not_be_turned_or_flipped() -> None:
    domino = Shape.of([(0, 0), (2, 0), (2, 1), (0, 1)])
    free = grid_fit(PolygonPuzzle((SQUARE_BOARD,), (PolygonPiece("D", domino, 8),)))
    fixed = grid_fit(PolygonPuzzle((SQUARE_BOARD,), (PolygonPiece("D", domino, 8, turn=False),)))
    assert free is not None
    assert fixed is not None
    assert (free.count(), fixed.count()) == (36, 1)
    ell = Shape.of([(0, 0), (3, 0), (3, 1), (1, 1), (1, 2), (0, 2)])
    wide = Shape.of([(0, 0), (4, 0), (4, 2), (0, 2)])
    counts = []
    for turn, flip in ((True, True), (True, False), (False, True), (False, False)):
        fit = grid_fit(PolygonPuzzle((wide,), (PolygonPiece("L", ell, 2, turn, flip),)))
        assert fit is not None
        counts.append(fit.count())
    assert counts == [2, 1, 0, 0]


def test_congruent_pieces_drawn_apart_are_one_kind() -> None:
    one = PolygonPiece("A", Shape.of([(0, 0), (4, 0), (4, 2), (0, 2)]))
    other = PolygonPiece("B", Shape.of([(9, 9), (11, 9), (11, 13), (9, 13)]))
    fit = grid_fit(PolygonPuzzle((SQUARE_BOARD,), (one, other)))
    assert fit is not None
    assert fit.count() == 2
    for solution in fit.solutions():
        assert {placed.piece for placed in solution.placed} == {"A", "B"}
        assert is_tiling(solution)


def test_what_is_on_no_grid() -> None:
    strange = Shape.of([(0, 0), ("sqrt(7)", 0), ("sqrt(7)", 1), (0, 1)])
    assert grid_fit(PolygonPuzzle((strange,), (PolygonPiece("A", strange),))) is None
    assert grid_fit(dissection(10, 1)) is None  # too fine
    noisy = Shape.of([(0, 0), (0.5, 0), (0.5, 0.5), (0, 0.5)])
    assert grid_fit(PolygonPuzzle((noisy,), (PolygonPiece("A", noisy),))) is None


def test_cells_of_many_directions_are_too_many() -> None:
    assert cell_points([(1, k) for k in range(9)], 16) is None
    points = spread_points(12)
    assert points.shape == (12, 2)
    assert ((points > 0) & (points < 1)).all()


def test_numbers() -> None:
    assert [len(SQUARE.of_norm(n)) for n in (1, 2, 3, 25, 65)] == [4, 4, 0, 12, 16]
    assert [len(TRIANGULAR.of_norm(n)) for n in (1, 2, 3, 7, 49)] == [6, 0, 6, 12, 18]
