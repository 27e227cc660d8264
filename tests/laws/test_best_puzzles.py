"""Laws of the best solutions of puzzles: those that come first when all of them are sorted."""

from dataclasses import replace

from hypothesis import assume, given
from hypothesis import strategies as st

import tilewright as tw
from tests.examples import examples
from tests.naive_puzzles import Answer, TooMany, answers, classes_of, symmetries_of
from tests.puzzle_strategies import Flavour, crossing_puzzles, puzzles, symmetric_puzzles
from tilewright.engines import OptionError
from tilewright.puzzle import Board, Count

SMALL = 6  # cells of a board


def _relaxed(puzzle: tw.Puzzle) -> tw.Puzzle:
    """Nothing has to be covered, and no piece used."""
    board = Board((), puzzle.board.cells, puzzle.board.colours)
    pieces = tuple(replace(p, count=Count(0, p.count.hi)) for p in puzzle.pieces)
    return replace(puzzle, board=board, pieces=pieces, spare=None)


def _all(puzzle: tw.Puzzle) -> set[Answer]:
    try:
        return answers(puzzle, most=3000)
    except TooMany:
        assume(False)
        raise


def _best(puzzle: tw.Puzzle, aim: str, k: int, **options: object) -> tw.solving.BestSolutions:
    try:
        found = tw.best(puzzle, aim, k, engine="links", **options)  # type: ignore[arg-type]
    except (tw.puzzle.PuzzleError, OptionError):
        assume(False)
        raise
    assert found.proved
    if found.solutions:
        assert found.bound == found.solutions[0][0]
    return found


def _empty(puzzle: tw.Puzzle, answer: Answer) -> int:
    covered = {cell for _, lay in answer for cell in lay.covered}
    return len(set(puzzle.board.must) - covered)


def _costs(found: tw.solving.BestSolutions) -> list[int]:
    return [cost for cost, _ in found.solutions]


@examples(25)
@given(puzzles(most=SMALL) | crossing_puzzles(), st.integers(1, 5))
def test_coverage_is_the_best_of_all_ways_to_lay_pieces(puzzle: tw.Puzzle, k: int) -> None:
    found = _best(puzzle, "coverage", k, up_to="nothing")
    expected = sorted(_empty(puzzle, answer) for answer in _all(_relaxed(puzzle)))
    assert _costs(found) == expected[:k]
    for cost, solution in found.solutions:
        covered = {cell for one in solution.placed for cell in one.cells}
        assert cost == len(set(puzzle.board.must) - covered)


@examples(20)
@given(symmetric_puzzles(), st.integers(1, 4))
def test_coverage_up_to_symmetry_gives_one_of_each_class(puzzle: tw.Puzzle, k: int) -> None:
    assume(not puzzle.board.may)
    found = _best(puzzle, "coverage", k)
    free = _relaxed(puzzle)
    classes = classes_of(free, _all(free), mirrors=True, group=symmetries_of(free))
    assert _costs(found) == sorted(_empty(puzzle, next(iter(some))) for some in classes)[:k]


@examples(25)
@given(puzzles(flavour=Flavour(fixed=False), most=SMALL), st.integers(1, 5))
def test_fewest_is_the_least_number_of_pieces_of_a_solution(puzzle: tw.Puzzle, k: int) -> None:
    found = _best(puzzle, "fewest", k, up_to="nothing")
    assert _costs(found) == sorted(map(len, _all(puzzle)))[:k]
    assert _costs(found) == [len(solution.placed) for _, solution in found.solutions]


@examples(25)
@given(puzzles(flavour=Flavour(marks=False), most=SMALL), st.data())
def test_cheapest_is_the_least_cost_of_a_solution(puzzle: tw.Puzzle, data: st.DataObject) -> None:
    names = [piece.name for piece in puzzle.pieces]
    costs = data.draw(st.dictionaries(st.sampled_from(names), st.integers(0, 5)))
    found = _best(puzzle, "cheapest", 3, costs=costs, up_to="nothing")
    expected = sorted(sum(costs.get(min(name), 1) for name, _ in answer) for answer in _all(puzzle))
    assert _costs(found) == expected[:3]
