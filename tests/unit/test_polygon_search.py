"""The search for polygons: known answers, and what may be special about boards and pieces."""

from math import comb

import pytest

import tilewright as tw
from tests.texts import raises_text
from tilewright.engines import OptionError, SearchOptions
from tilewright.polygons import PolygonPiece, PolygonPuzzle, Shape
from tilewright.polygons.grid import choose_way
from tilewright.polygons.search.corners import CornerCount, CornerSearch, replay
from tilewright.polygons.search.jigsaw import JigsawError, make_jigsaw
from tilewright.solving import PolygonCounting, PolygonSearch

SQUARE = [(0, 0), (1, 0), (1, 1), (0, 1)]
DOMINO = [(0, 0), (2, 0), (2, 1), (0, 1)]
HALF = [(0, 0), (1, 0), (0, 1)]


def box(width: int, height: int, x: int = 0, y: int = 0) -> list[tuple[int, int]]:
    return [(x, y), (x + width, y), (x + width, y + height), (x, y + height)]


def puzzle(board: list[Shape], *pieces: PolygonPiece) -> PolygonPuzzle:
    return PolygonPuzzle(tuple(board), pieces)


def counted(what: PolygonPuzzle) -> int:
    """By the memo, by listing with and without it, by Lynning's strategy, and by threads."""
    jigsaw = make_jigsaw(what)
    count = CornerCount(jigsaw)
    assert count.run()
    for options in ({}, {"memo": True}, {"strategy": "lynning"}):
        search = CornerSearch(jigsaw, **options)
        assert sum(len(batch) for batch in search) == count.solutions
    threads = CornerSearch(jigsaw, SearchOptions(threads=2), collect=False)
    assert threads.run().solutions == count.solutions
    counts = tw.count(what, engine="corners")
    assert counts.solutions == count.solutions
    return count.solutions


@pytest.mark.parametrize(("width", "height", "tilings"), [(2, 2, 2), (4, 2, 5), (4, 4, 36)])
def test_dominoes(width: int, height: int, tilings: int) -> None:
    dominoes = PolygonPiece("domino", Shape.of(DOMINO), count=width * height // 2)
    assert counted(puzzle([Shape.of(box(width, height))], dominoes)) == tilings


def test_pieces_that_may_not_be_turned() -> None:
    board = [Shape.of(box(4, 2))]
    lying = PolygonPiece("domino", Shape.of(DOMINO), count=4, turn=False)
    assert counted(puzzle(board, lying)) == 1
    standing = PolygonPiece("standing", Shape.of([(0, 0), (1, 0), (1, 2), (0, 2)]), 2, turn=False)
    two = PolygonPiece("lying", Shape.of(DOMINO), count=2, turn=False)
    assert counted(puzzle(board, two, standing)) == 3


def test_pieces_that_may_not_be_flipped() -> None:
    bent = [(0, 0), (3, 0), (3, 1), (1, 1), (1, 2), (0, 2)]
    board = [Shape.of(box(4, 2))]
    mirrored = [(-x, y) for x, y in bent]
    alike = [PolygonPiece(f"L{k}", Shape.of(bent), flip=False) for k in range(2)]
    mixed = [PolygonPiece("L", Shape.of(bent), flip=False)]
    mixed.append(PolygonPiece("J", Shape.of(mirrored), flip=False))
    assert counted(puzzle(board, *alike)) == 1
    assert counted(puzzle(board, *mixed)) == 0
    free = [PolygonPiece(f"L{k}", Shape.of(bent)) for k in range(2)]
    assert counted(puzzle(board, *free)) == 2


def test_flipped_without_being_turned() -> None:
    up = PolygonPiece("half", Shape.of(HALF), count=1, turn=False, flip=True)
    board = [Shape.of([(0, 0), (1, 0), (1, 1)])]  # the half, reflected left to right
    assert counted(puzzle(board, up)) == 1
    assert counted(puzzle([Shape.of([(0, 1), (1, 1), (1, 0)])], up)) == 0


def test_a_board_in_several_parts_that_touch() -> None:
    unit = PolygonPiece("unit", Shape.of(SQUARE), count=3)
    corner_to_corner = [Shape.of(box(1, 1)), Shape.of(box(1, 1, 1, 1)), Shape.of(box(1, 1, 2, 0))]
    assert counted(puzzle(corner_to_corner, unit)) == 1
    side_by_side = [Shape.of(box(1, 1)), Shape.of(box(1, 1, 1, 0))]  # may be filled across
    assert counted(puzzle(side_by_side, PolygonPiece("d", Shape.of(DOMINO)))) == 1


def test_a_corner_that_touches_the_middle_of_a_side() -> None:
    tip = [(0, 0), (4, 0), (4, 3), (3, 3), (2, 0), (1, 3), (0, 3)]  # its notch reaches the bottom
    left = [(0, 0), (2, 0), (1, 3), (0, 3)]
    wings = PolygonPiece("wing", Shape.of(left), count=2)
    assert counted(puzzle([Shape.of(tip)], wings)) == 1


def test_a_hole_that_touches_the_outline() -> None:
    ring = Shape.of(box(3, 3), [[(0, 0), (1, 2), (2, 1)]])
    whole = PolygonPiece("whole", ring)
    assert counted(puzzle([ring], whole)) == 1
    square = [Shape.of(box(3, 3))]
    filling = PolygonPiece("filling", Shape.of([(0, 0), (2, 1), (1, 2)]))
    assert counted(puzzle(square, whole, filling)) == 4


def test_a_piece_with_a_hole_around_an_island() -> None:
    frame = PolygonPiece("frame", Shape.of(box(5, 5), [box(3, 3, 1, 1)]))
    board = Shape.of(box(5, 5), [box(1, 1, 2, 2)])
    bar = PolygonPiece("bar", Shape.of(DOMINO), count=4)
    assert counted(puzzle([board], frame, bar)) == 2


@pytest.mark.parametrize("squares", [1, 2, 3])
def test_components_are_independent(squares: int) -> None:
    apart = [Shape.of(box(2, 2, 3 * k)) for k in range(squares)]
    dominoes = PolygonPiece("domino", Shape.of(DOMINO), count=2 * squares)
    assert counted(puzzle(apart, dominoes)) == 2**squares


def test_different_pieces_are_told_apart() -> None:
    board = [Shape.of(box(6, 1))]
    sizes = (1, 2, 3)
    pieces = [PolygonPiece(str(k), Shape.of(box(k, 1))) for k in sizes]
    assert counted(puzzle(board, *pieces)) == 6
    units = [
        PolygonPiece("a", Shape.of(box(1, 1)), count=2),
        PolygonPiece("b", Shape.of(box(2, 1)), 2),
    ]
    assert counted(puzzle(board, *units)) == comb(4, 2)


def test_congruent_pieces_have_their_own_names_and_drawings() -> None:
    stomachion = tw.load("stomachion")
    (solution,) = tw.solve(stomachion, max_solutions=1)
    assert sorted(one.piece for one in solution.placed) == [p.name for p in stomachion.pieces]
    assert solution.certificate is not None
    assert solution.certificate.kind == "exact"


def test_replay_gives_the_places_of_a_solution() -> None:
    jigsaw = make_jigsaw(tw.load("tangram-convex-square"))
    search = CornerSearch(jigsaw)
    for batch in search:
        for cover, placed in zip(batch, search.placed(batch), strict=True):
            again = replay(jigsaw, cover)
            assert [one.piece for one in again] == [one.piece for one in placed]
            for one, other in zip(again, placed, strict=True):
                assert (one.flipped, one.cos, one.dx, one.dy) == pytest.approx(
                    (other.flipped, other.cos, other.dx, other.dy)
                )


def test_the_grid_agrees_where_it_is_complete() -> None:
    eight = PolygonPiece("d", Shape.of(DOMINO), count=8)
    what = puzzle([Shape.of(box(4, 4))], eight)
    assert choose_way(what).engine == "grid"
    assert tw.count(what).solutions == tw.count(what, engine="corners").solutions == 36


def test_the_grid_warns_where_it_is_not() -> None:
    way = choose_way(tw.load("tangram-convex-4x2"), "grid")
    assert "not on the grid are not found" in way.warning
    counting = PolygonCounting(tw.load("tangram-convex-4x2"), engine="grid")
    counts = counting.run()
    assert counts is not None
    assert (counts.solutions, counts.up_to_symmetry) == (36, 9)


def test_no_grid() -> None:
    with pytest.raises(OptionError, match="on no grid"):
        choose_way(tw.load("haberdasher-square"), "grid")


def test_up_to_symmetry_and_not() -> None:
    square = tw.load("tangram-convex-square")
    found = {
        up_to: len(list(tw.solve(square, up_to=up_to)))
        for up_to in ("nothing", "rotation", "symmetry")
    }
    assert found == {"nothing": 8, "rotation": 2, "symmetry": 1}


def test_sides_too_close_to_be_told_apart() -> None:
    long = [(0, 0), ("1+1/1000000000", 0), ("1+1/1000000000", 1), (0, 1)]
    board = [Shape.of([(0, 0), ("2+1/1000000000", 0), ("2+1/1000000000", 1), (0, 1)])]
    what = puzzle(board, PolygonPiece("a", Shape.of(SQUARE)), PolygonPiece("b", Shape.of(long)))
    with raises_text(JigsawError):
        tw.count(what, engine="corners")


def test_a_measured_board_is_found_at_some_tolerance() -> None:
    tangram = tw.load("tangram-convex-4x2").pieces
    board = Shape.of([(0.001, -0.002), (4.003, 0.001), (3.998, 2.002), (-0.001, 1.999)])
    search = PolygonSearch(puzzle([board], *tangram), max_solutions=1)
    (solution,) = [one for batch in search for one in batch]
    assert solution.certificate is not None
    assert solution.certificate.kind == "measured"
    assert 0 < solution.certificate.residual < 0.02
    assert search.tolerance in search_rungs()
    assert not search.finished


def search_rungs() -> tuple[float, ...]:
    from tilewright.solving.measured import LADDER

    return LADDER


def test_of_decimals_it_is_never_said_that_there_is_no_solution() -> None:
    strip = PolygonPiece("strip", Shape.of([(0.0, 0), (4, 0), (4, 0.25), (0, 0.25)]))
    search = PolygonSearch(puzzle([Shape.of(SQUARE)], strip))
    assert not any(search)
    assert not search.finished
    assert search.tried
    counts = tw.count(puzzle([Shape.of(SQUARE)], strip))
    assert counts.solutions == 0
    assert counts.tolerance == search.tried[-1]


def test_limits() -> None:
    stomachion = tw.load("stomachion")
    assert len(list(tw.solve(stomachion, max_solutions=3))) == 3
    search = PolygonSearch(stomachion, max_nodes=20, up_to="nothing")
    for _ in search:
        pass
    assert not search.finished
    counting = PolygonCounting(stomachion, max_seconds=0)
    assert counting.run() is None


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"strategy": "best"}, "strategy is 'best'"),
        ({"engine": "links"}, "engine is 'links'"),
        ({"up_to": "half"}, "up_to is 'half'"),
        ({"tolerance": 2.0}, "tolerance is 2.0"),
    ],
)
def test_bad_options(options: dict[str, object], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        PolygonSearch(tw.load("stomachion"), **options)  # type: ignore[arg-type]
