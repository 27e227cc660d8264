"""Draws are solutions, and shares are what is counted over the list of all solutions."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

import tilewright as tw
from tests.laws.test_frontier import any_problem
from tests.laws.test_puzzles import few_answers
from tests.naive_puzzles import types_of
from tests.puzzle_strategies import crossing_puzzles, puzzles, symmetric_puzzles
from tilewright.cover import check_cover
from tilewright.encoding import encode
from tilewright.engines.registry import takes
from tilewright.solutions import Solution
from tilewright.solving.sampling import draw, solutions_of
from tilewright.solving.share_table import shares

some_puzzles = puzzles() | symmetric_puzzles() | crossing_puzzles()
engines = st.sampled_from(["auto", "links", "bits", "frontier"])
seeds = st.integers(0, 2**64 - 1)


def every_solution(puzzle: tw.Puzzle) -> list[Solution]:
    few_answers(puzzle)  # not more than can be compared
    return [s for batch in tw.solving.PuzzleSearch(puzzle, up_to="nothing") for s in batch]


@given(some_puzzles, engines)
def test_shares_are_counted_over_the_list(puzzle: tw.Puzzle, engine: str) -> None:
    solutions = every_solution(puzzle)
    encoding = encode(puzzle)
    found = shares(encoding, engine=engine if takes(engine, encoding.problem) else "auto")
    assert found.solutions == len(solutions)
    groups = [tuple(piece.name for piece in same) for same in types_of(puzzle).values()]
    assert sorted(groups) == sorted(found.alike())
    alike = {name: names for names in groups for name in names}
    laid = [(alike[one.piece], one.cells) for solution in solutions for one in solution.placed]
    covered = Counter((names, cell) for names, cells in laid for cell in cells)
    for piece in puzzle.pieces:
        names = alike.get(piece.name, ())  # none if its count is 0
        for cell in puzzle.board.cells:
            times = covered[names, cell]
            assert found.count(piece.name, cell) == times
            assert found.of(piece.name, cell) * max(1, len(solutions)) == times
    counted: Counter[object] = Counter()
    for placed, times in found.placements():
        assert times > 0
        counted[alike[placed.piece], frozenset(placed.cells)] += times
    assert counted == Counter((names, frozenset(cells)) for names, cells in laid)


@given(some_puzzles, engines, seeds)
def test_draws_are_solutions(puzzle: tw.Puzzle, engine: str, seed: int) -> None:
    solutions = every_solution(puzzle)
    encoding = encode(puzzle)
    engine = engine if takes(engine, encoding.problem) else "auto"
    drawn = draw(encoding, 5, seed=seed, engine=engine)
    assert drawn.solutions == len(solutions)
    assert len(drawn.covers) == (5 if solutions else 0)
    found = list(solutions_of(encoding, drawn.covers, verify=True))
    assert {solution.placed for solution in found} <= {solution.placed for solution in solutions}
    assert drawn == draw(encoding, 5, seed=seed, engine=engine)


@given(any_problem, engines, seeds)
def test_draws_are_covers(problem: tw.ExactCover, engine: str, seed: int) -> None:
    engine = engine if takes(engine, problem) else "auto"
    count = tw.count(problem)
    covers = tw.sample(problem, 5, seed=seed, engine=engine)
    assert len(covers) == (5 if count else 0)
    for cover in covers:
        check_cover(problem, cover)
    assert covers == tw.sample(problem, 5, seed=seed, engine=engine)
