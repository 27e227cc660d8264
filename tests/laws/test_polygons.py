"""Polygon puzzles: what was cut is put together, and nothing depends on how it is told."""

from dataclasses import replace
from fractions import Fraction
from itertools import product

from hypothesis import assume, given
from hypothesis import strategies as st

from tests.examples import examples
from tests.polygon_strategies import dissections, fraction, grid_puzzles, is_tiling
from tilewright.engines import SearchOptions
from tilewright.polygons import PolygonPuzzle, PolygonSolution, Shape
from tilewright.polygons.exact.certify import Certifier
from tilewright.polygons.grid.fit import grid_fit
from tilewright.polygons.search.corners import CornerCount, CornerSearch
from tilewright.polygons.search.jigsaw import make_jigsaw

FEW = examples(40)
PYTHAGOREAN = ((3, 4, 5), (5, 12, 13), (-8, 15, 17), (1, 0, 1), (0, -1, 1))


def counted(puzzle: PolygonPuzzle, *, memo: bool = True) -> int:
    search = CornerCount(make_jigsaw(puzzle), memo=memo)
    assert search.run()
    return search.solutions


def solutions(puzzle: PolygonPuzzle, limit: int | None = None) -> list[PolygonSolution]:
    search = CornerSearch(make_jigsaw(puzzle), SearchOptions(max_solutions=limit))
    return [PolygonSolution(puzzle, placed) for batch in search for placed in search.placed(batch)]


def moved(shape: Shape, turn: tuple[int, int, int], scale: Fraction, *, mirror: bool) -> Shape:
    """Turned, scaled, maybe reflected, and shifted."""
    cos, sin = Fraction(turn[0], turn[2]), Fraction(turn[1], turn[2])

    def spot(point: tuple[object, object]) -> list[Fraction]:
        x, y = map(fraction, point)
        x = -x if mirror else x
        return [scale * (cos * x - sin * y) + 3, scale * (sin * x + cos * y) - Fraction(7, 2)]

    rings = [[list(map(str, spot(point))) for point in ring] for ring in shape.rings]
    return Shape.of(rings[0], rings[1:])


@FEW
@given(dissections())
def test_a_dissection_is_solved_and_certified(cutting: PolygonSolution) -> None:
    puzzle = cutting.puzzle
    found = solutions(puzzle, limit=1)
    assert len(found) == 1
    assert Certifier(puzzle).certificate(found[0].placed).kind == "exact"
    assert is_tiling(cutting)
    areas = {piece.name: piece.shape.area for piece in puzzle.pieces}
    board = sum(part.area for part in puzzle.board)
    assert abs(sum(areas[placed.piece] for placed in found[0].placed) - board) < 1e-9 * board


@given(grid_puzzles())
def test_search_and_grid_agree(puzzle: PolygonPuzzle) -> None:
    fit = grid_fit(puzzle)
    assert fit is not None
    on_grid = list(fit.solutions())
    assert on_grid
    assert Certifier(puzzle).certify_many([s.placed for s in on_grid]).kind == "exact"
    assert fit.count() == len(on_grid)
    every = counted(puzzle)
    assert every == len(on_grid) if fit.complete else every >= len(on_grid)


@given(grid_puzzles(kind="squares") | grid_puzzles(kind="triangles"))
def test_cells_are_complete(puzzle: PolygonPuzzle) -> None:
    fit = grid_fit(puzzle)
    assert fit is not None
    assert fit.complete
    assert fit.exact


@given(
    grid_puzzles(kind="squares", most=10) | grid_puzzles(kind="quarters", most=10),
    st.sampled_from(PYTHAGOREAN),
    st.sampled_from([Fraction(1), Fraction(3), Fraction(2, 5)]),
    st.booleans(),
    st.booleans(),
)
def test_moving_the_board_changes_nothing(
    puzzle: PolygonPuzzle,
    turn: tuple[int, int, int],
    scale: Fraction,
    mirror: bool,
    all_of_it: bool,
) -> None:
    """The pieces are scaled with it, and reflected with it if they may not be flipped."""
    mirror_pieces = mirror and (all_of_it or not puzzle.pieces[0].flip)
    same = (1, 0, 1)
    other = PolygonPuzzle(
        tuple(moved(part, turn, scale, mirror=mirror) for part in puzzle.board),
        tuple(
            replace(p, shape=moved(p.shape, same, scale, mirror=mirror_pieces))
            for p in puzzle.pieces
        ),
    )
    assert counted(other) == counted(puzzle)


@given(grid_puzzles(), st.randoms(use_true_random=False), st.integers(0, 20))
def test_order_and_starting_corners_change_nothing(
    puzzle: PolygonPuzzle, chance: object, shift: int
) -> None:
    def begun(shape: Shape) -> Shape:
        start = shift % len(shape.outer)
        return Shape(shape.outer[start:] + shape.outer[:start], shape.holes)

    pieces = [replace(piece, shape=begun(piece.shape)) for piece in puzzle.pieces]
    chance.shuffle(pieces)  # type: ignore[attr-defined]
    other = PolygonPuzzle(tuple(map(begun, puzzle.board)), tuple(pieces))
    assert counted(other) == counted(puzzle)


@FEW
@given(grid_puzzles() | dissections(7).map(lambda cutting: cutting.puzzle))
def test_memo_changes_nothing(puzzle: PolygonPuzzle) -> None:
    every = counted(puzzle)
    assert counted(puzzle, memo=False) == every
    jigsaw = make_jigsaw(puzzle)
    for memo, strategy in product((False, True), ("fewest", "lynning")):
        search = CornerSearch(jigsaw, collect=False, memo=memo, strategy=strategy)
        assert search.run().solutions == every


@given(grid_puzzles(), st.integers(0, 3))
def test_subtrees_are_a_disjoint_union(puzzle: PolygonPuzzle, levels: int) -> None:
    jigsaw = make_jigsaw(puzzle)
    whole = [cover for batch in CornerSearch(jigsaw) for cover in batch]
    assume(len(whole) < 2000)
    top = CornerSearch(jigsaw, SearchOptions(max_levels=levels))
    covers = [cover for batch in top for cover in batch]
    for part in top.remainder():
        covers += [cover for batch in CornerSearch(jigsaw, None, part) for cover in batch]
    assert sorted(covers) == sorted(whole)
    assert len(set(covers)) == len(covers)
