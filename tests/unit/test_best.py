"""The cheapest covers, and the best that can be done with puzzles."""

import sys
from dataclasses import replace
from unittest.mock import patch

import numpy as np
import pytest

import tilewright as tw
from tests.texts import raises_text
from tilewright.cover.examples import dominoes, queens
from tilewright.engines import Best, BestSearch, Counters, OptionError, SearchOptions
from tilewright.engines.cheapest import cover_cost
from tilewright.engines.cpsat.solver import CpSatError

WITHOUT_ORTOOLS = dict.fromkeys(("ortools", "ortools.sat.python"))


def _weighted_queens(n: int) -> tw.ExactCover:
    problem = queens(n)
    return problem.with_parts(costs=np.arange(problem.option_count) * 7 % 31)


def _dominoes(rows: list[str]) -> tw.Puzzle:
    cells = [(x, y) for y, row in enumerate(rows) for x, c in enumerate(row) if c == "#"]
    return tw.make_puzzle(
        "square",
        tw.Board(tuple(cells)),
        [tw.Piece("D", ((0, 0), (1, 0)), count=tw.puzzle.Count.of("any"))],
    )


MUTILATED = _dominoes([".#######", *["########"] * 6, "#######."])


def test_engines_agree_on_the_costs_of_weighted_queens() -> None:
    problem = _weighted_queens(7)
    costs = sorted(cover_cost(problem, cover) for cover in tw.solve(problem))
    for engine in ("auto", "links", "cpsat"):
        best = tw.engines.best_covers(problem, 3, engine=engine)
        assert [cost for cost, _ in best.covers] == costs[:3]
        assert best.proved
        assert best == tw.engines.best_covers(problem, 3, engine=engine)


def test_a_search_that_gives_up_what_is_too_dear_is_smaller() -> None:
    problem = _weighted_queens(10)
    found = BestSearch(problem, SearchOptions()).run()
    everything = tw.engines.search(problem, engine="links", collect=False).run()
    assert found.nodes < everything.nodes / 10


def test_without_costs_any_covers_are_best() -> None:
    best = tw.engines.best_covers(dominoes(4, 4), 3)
    assert [cost for cost, _ in best.covers] == [0, 0, 0]
    assert best.proved
    assert len({frozenset(cover) for _, cover in best.covers}) == 3


def test_fewer_covers_than_wanted_are_all_there_are() -> None:
    best = tw.engines.best_covers(queens(4), 10)
    assert len(best.covers) == 2
    assert best.proved


@pytest.mark.parametrize("engine", ["links", "cpsat"])
def test_a_search_that_is_stopped_at_once_gives_a_bound(engine: str) -> None:
    problem = _weighted_queens(12)
    best = tw.engines.best_covers(problem, engine=engine, keep_going=lambda: False)
    whole = tw.engines.best_covers(problem)
    assert whole.proved
    assert best.bound <= whole.covers[0][0]
    assert not best.proved or best.covers[0][0] == whole.covers[0][0]


def test_the_bound_of_a_long_search_lies_between() -> None:
    problem = _weighted_queens(16)
    best = tw.engines.best_covers(problem)
    for nodes in (10, 1000, 10_000):
        part = tw.engines.best_covers(problem, max_nodes=nodes)
        assert part.bound <= best.covers[0][0]
        assert all(cost >= best.covers[0][0] for cost, _ in part.covers)


def test_without_ortools_links_does_it_all() -> None:
    with patch.dict(sys.modules, WITHOUT_ORTOOLS):
        assert tw.engines.best_covers(_weighted_queens(8)).engine == "links"
        with pytest.raises(CpSatError, match="pip install"):
            tw.engines.best_covers(_weighted_queens(8), engine="cpsat")


@pytest.mark.parametrize(
    "options",
    [
        {"k": 0},
        {"engine": "bits"},
        {"at_least": -1},
        {"engine": "cpsat", "max_nodes": 5},
        {"max_seconds": -1},
    ],
)
def test_what_is_refused(options: dict[str, object]) -> None:
    with raises_text(OptionError):
        tw.engines.best_covers(queens(4), **options)  # type: ignore[arg-type]


def test_costs_that_are_too_large_are_refused() -> None:
    problem = tw.cover.from_options([["a"], ["b"]] * 1000, costs=[2**53] * 2000)
    with pytest.raises(OptionError, match="too large"):
        tw.engines.best_covers(problem)


def test_the_mutilated_chessboard_is_covered_but_for_two_cells() -> None:
    found = tw.best(MUTILATED)
    assert (found.cells, found.bound, found.proved, found.engine) == (62, 2, True, "cpsat")
    assert str(found) == "60 of 62 cells covered; proved: no more can be"


def test_covers_of_one_engine_and_the_bound_of_the_other_are_a_proof() -> None:
    bound_only = Best((), proved=False, bound=2, counters=Counters(), engine="cpsat")
    with patch("tilewright.engines.cheapest._by_cpsat", return_value=bound_only) as asked:
        found = tw.best(MUTILATED)
    assert asked.call_count == 1
    assert (found.proved, found.bound, found.solutions[0][0]) == (True, 2, 2)


def test_sizes_bound_the_coverage() -> None:
    found = tw.best(tw.make_puzzle("square", tw.box(8, 8), tw.piece_set("pentominoes")))
    assert str(found) == "60 of 64 cells covered; proved: no more can be"
    assert found.engine == "links"


def test_when_stopped_the_bound_is_told() -> None:
    found = tw.best(MUTILATED, engine="links", max_nodes=2_000_000)
    assert not found.proved
    assert str(found) == "60 of 62 cells covered; at most 62 by the bound"


def test_spare_pieces_are_not_looked_at() -> None:
    found = tw.best(replace(MUTILATED, pieces=(MUTILATED.pieces[0].times(40),)).with_spare(1))
    assert found.solutions[0][0] == 2
    assert found.dropped == ("spare = 1 is not looked at: any piece may be left over",)


def test_fixed_pieces_stay_where_they_are() -> None:
    board = _dominoes(["####"])
    found = tw.best(board.with_fixed("D", [(1, 0), (2, 0)]))
    assert str(found.solutions[0][1]) == ".DD."
    assert found.solutions[0][0] == 2


def test_a_key_does_not_lie_beside_an_empty_cell() -> None:
    piece = tw.Piece(
        "K",
        ((0, 0),),
        count=tw.puzzle.Count.of("any"),
        marks=(tw.puzzle.EdgeMark((0, 0), (1, 0), "key"),),
    )
    marks = tw.puzzle.Marks(frozenset({("key", "plain")}))
    puzzle = tw.Puzzle(
        tw.lattice("square"), tw.Board(tw.box(2, 1)), (replace(piece, turn=False),), marks=marks
    )
    found = tw.best(puzzle)
    assert found.solutions[0][0] == 2  # a key faces the border, or another cell that is empty


def test_identical_pieces_cannot_have_different_costs() -> None:
    puzzle = tw.make_puzzle("square", tw.box(4, 1), {"A": "##", "B": "##"})
    with pytest.raises(OptionError, match="A costs 2, B costs 1"):
        tw.best(puzzle, "cheapest", costs={"A": 2})


@pytest.mark.parametrize(
    "arguments",
    [
        {"aim": "most"},
        {"up_to": "colour"},
        {"max_solutions": True},
        {"costs": {"D": 2}},
        {"aim": "cheapest", "costs": {"E": 2}},
        {"aim": "cheapest", "costs": {"D": -2}},
    ],
)
def test_what_best_refuses(arguments: dict[str, object]) -> None:
    puzzle = _dominoes(["####"])
    with raises_text(tw.TilewrightError):
        tw.best(puzzle, **arguments)  # type: ignore[arg-type]


def test_a_puzzle_without_solution_has_no_best_one() -> None:
    found = tw.best(MUTILATED, "fewest", engine="cpsat")
    assert (found.solutions, found.proved, str(found)) == ((), True, "no solution")
