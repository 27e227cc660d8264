"""Nothing is said to have no solution that a search finds one of, however early it is asked."""

from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tilewright as tw
from tests.examples import examples
from tests.laws.test_explain import spoilt
from tilewright.encoding import encode
from tilewright.execution import planner
from tilewright.invariants.check import check_proof
from tilewright.invariants.finding import find_refutation
from tilewright.placements import place
from tilewright.puzzle import Puzzle, PuzzleError
from tilewright.solving import Counting, PuzzleSearch

HASTY = {1: 12, 2: 6, 3: 4}  # indices of colourings, by dimension


@examples(50)
@given(spoilt())
def test_no_count_is_refuted_that_is_not_zero(puzzle: Puzzle) -> None:
    """A proof is looked for before each count, as if it took long."""
    try:
        expected = tw.count(puzzle, engine="links")
    except PuzzleError:
        return
    with (
        patch.object(planner, "seconds_before", lambda _: 2.0),
        patch("tilewright.invariants.colouring.LARGEST_INDEX", HASTY),
    ):
        counting = Counting(encode(puzzle))
        assert counting.run() == expected
        assert expected.solutions == len(list(tw.solve(puzzle, up_to="nothing")))
    if counting.refutation:
        assert expected.solutions == 0
        assert counting.plan.stages == ()
        check_proof(puzzle, counting.refutation.proof)
        assert counting.counts is not None
        assert counting.counts.reason == " ".join(counting.refutation.sentences)


@examples(30)
@given(spoilt(), st.sampled_from([1, None]))
def test_no_search_is_refuted_that_finds_some(puzzle: Puzzle, most: int | None) -> None:
    """A proof is looked for as soon as the search has begun, as if it had gone on for long."""
    try:
        expected = tw.count(puzzle, engine="links").up_to_symmetry
    except PuzzleError:
        return
    with (
        patch("tilewright.execution.memory.LONG", 0.0),
        patch("tilewright.invariants.colouring.LARGEST_INDEX", HASTY),
    ):
        searching = PuzzleSearch(encode(puzzle), max_solutions=most)
        found = [solution for batch in searching for solution in batch]
    assert len(found) == (expected if most is None else min(most, expected))
    if searching.refutation:
        assert found == []
        assert searching.finished
        assert searching.fraction_explored == 1


@pytest.mark.filterwarnings("error")
@examples(20)
@given(spoilt(), st.floats(1e-6, 0.5))
def test_more_time_changes_no_proof(puzzle: Puzzle, seconds: float) -> None:
    try:
        placements = place(puzzle)
        encode(placements)
    except PuzzleError:
        return
    with patch("tilewright.invariants.colouring.LARGEST_INDEX", HASTY):
        hasty = find_refutation(placements, seconds)
        assert hasty in (None, find_refutation(placements, 2.0))
        assert hasty == find_refutation(placements, seconds)
