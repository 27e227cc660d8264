"""Searching and counting puzzles: iterating again, limits, names, options without a place."""

import pytest

import tilewright as tw
from tilewright.engines import OptionError
from tilewright.solutions import Decoder
from tilewright.solving import PuzzleSearch

SOMA = tw.load("soma")


def flat(search: PuzzleSearch) -> list[tw.Solution]:
    return [solution for batch in search for solution in batch]


def test_a_count_can_be_asked_for_again() -> None:
    counting = tw.solving.Counting(SOMA)
    first = counting.run()
    assert first is not None
    assert (first.solutions, first.up_to_rotation, first.up_to_symmetry) == (11520, 480, 240)
    assert counting.run() == first
    assert counting.solutions == 11520


def test_a_count_keeps_its_limit() -> None:
    counting = tw.solving.Counting(SOMA, max_nodes=1000)
    assert counting.run() is None
    assert counting.counts is None
    assert counting.counters.nodes == 1000


def test_a_count_can_be_stopped() -> None:
    """Even before it begins: then a slice of the first part is all that is searched."""
    counting = tw.solving.Counting(tw.load("pentominoes-5x4x3"))  # many seconds
    counting.stop()
    assert counting.run() is None
    assert counting.counts is None
    assert counting.solutions < 31_520


def test_iterating_again_goes_on() -> None:
    whole = flat(PuzzleSearch(SOMA, up_to="nothing", max_nodes=20_000))
    search = PuzzleSearch(SOMA, up_to="nothing", max_nodes=20_000)
    first: list[tw.Solution] = []
    for batch in search:
        first += batch
        if first:
            break
    assert 0 < len(first) < len(whole)
    assert first + flat(search) == whole
    assert flat(search) == []
    assert search.solutions == len(whole)


def test_the_first_solutions_cost_the_same_nodes_each_time() -> None:
    puzzle = tw.load("tetris-5x8")  # no piece is there once: solutions are compared
    all_of_them = flat(PuzzleSearch(puzzle))
    assert len(all_of_them) == 783
    for limit in (1, 5, 40):
        searches = [PuzzleSearch(puzzle, max_solutions=limit) for _ in range(2)]
        assert [flat(search) for search in searches] == [all_of_them[:limit]] * 2
        assert searches[0].counters == searches[1].counters


@pytest.mark.parametrize("option", ["collect", "start", "max_levels"])
def test_what_solve_cannot_take(option: str) -> None:
    with pytest.raises(OptionError, match=f"{option} has no place here"):
        tw.solve(SOMA, **{option: 0})


@pytest.mark.parametrize("option", ["collect", "start", "max_nodes", "max_seconds"])
def test_what_count_cannot_take(option: str) -> None:
    with pytest.raises(OptionError, match=f"{option} has no place here"):
        tw.count(SOMA, **{option: 0})


def test_limits_are_numbers() -> None:
    with pytest.raises(OptionError, match="max_solutions is 'x'"):
        tw.solve(SOMA, max_solutions="x")  # type: ignore[call-overload]


def test_a_fixed_piece_keeps_its_name() -> None:
    puzzle = tw.make_puzzle("square", "####", {"Red": "##", "Blue": "##"})
    puzzle = puzzle.with_fixed("Blue", [(0, 0), (1, 0)])
    (solution,) = tw.solve(puzzle, verify=True)
    assert [(one.piece, one.cells[0]) for one in solution.placed] == [
        ("Blue", (0, 0)),
        ("Red", (2, 0)),
    ]


def test_more_pieces_than_letters() -> None:
    puzzle = tw.make_puzzle("square", tw.box(12, 12), [tw.Piece("I", [(0, 0), (1, 0)], "any")])
    solution = next(tw.solve(puzzle))
    assert len(solution.placed) == 72
    for one in solution.placed:
        mine = solution.letters[one.cells[0]]
        around = {
            there
            for cell in one.cells
            for there in puzzle.lattice.neighbours(cell).values()
            if there in solution.letters and there not in one.cells
        }
        assert all(solution.letters[there] != mine for there in around)


def test_far_apart_cells_are_listed() -> None:
    puzzle = tw.make_puzzle("square", [(0, 0), (10**6, 0)], [tw.Piece("a", [(0, 0)], 2)])
    assert str(next(tw.solve(puzzle))) == "a: (0,0)\na: (1000000,0)"


def test_a_range_beyond_reason() -> None:
    """Bounds are cut to what fits, in the search and in Burnside's problems."""
    pieces = [tw.Piece(n, c, "0..999999999") for n, c in (("I", [(0, 0), (1, 0)]), ("o", [(0, 0)]))]
    puzzle = tw.make_puzzle("square", tw.box(3, 2), pieces).with_spare("any")
    assert tw.count(puzzle).solutions == 22
    encoding = tw.encoding.encode(puzzle)
    covers = [cover for batch in tw.engines.search(encoding.problem) for cover in batch]
    assert len({Decoder(encoding).solution(cover) for cover in covers}) == 22


@pytest.mark.parametrize("name", ["pentominoes-6x10", "tetris-5x8", "stairs", "stomachion"])
def test_numbers_are_told_when_all_is_counted(name: str) -> None:
    """They were told, wrong, while the last stage was being counted."""
    puzzle = tw.load(name)
    whole = tw.count(puzzle)
    counting = (
        tw.solving.PolygonCounting(puzzle) if name == "stomachion" else tw.solving.Counting(puzzle)
    )
    told = {str(counting.counts) for _ in counting}
    assert told <= {"None", str(whole)}
    assert str(counting.counts) == str(whole)


def test_a_count_that_is_left_and_gone_on_with() -> None:
    puzzle = tw.load("tetris-5x8")
    whole = tw.solving.Counting(puzzle, engine="links")
    whole.run()
    for steps in range(1, 8):
        counting = tw.solving.Counting(puzzle, engine="links")
        for number, _ in enumerate(counting, 1):
            if number % steps == 0:
                counting.stop()
        while counting.counts is None:
            for _ in counting:
                break
        assert counting.counts == whole.counts
        assert counting.counters == whole.counters
