"""Symmetries that nobody has told of map covers to covers; whoever counts by them counts all."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tilewright as tw
from tests.strategies import plain_problems, problems, symmetric_problems
from tilewright import _core
from tilewright.cover import Subtree
from tilewright.cover.examples import dominoes, queens
from tilewright.engines import choice, symmetric_count
from tilewright.engines.choice import Candidate, Choice
from tilewright.engines.covers import counting

any_problem = symmetric_problems() | symmetric_problems() | problems() | plain_problems()
LONG = Choice("links", "", (Candidate("links", 1e6, ""),), nodes=1e9)


@given(any_problem, st.sampled_from([1, 3, 96]))
def test_they_are_a_group_that_maps_covers_to_covers(problem: tw.ExactCover, most: int) -> None:
    arrays, _ = _core.automorphisms(problem.core, most, 10**8)
    group = {tuple(one.tolist()) for one in arrays}
    same = tuple(range(problem.option_count))
    assert tuple(arrays[0].tolist()) == same
    assert len(group) == len(arrays) <= most
    assert {tuple(a[k] for k in b) for a, b in product(group, group)} == group
    covers = {frozenset(cover) for cover in tw.solve(problem, engine="links")}
    for one in group:
        assert sorted(one) == list(same)
        assert {frozenset(one[k] for k in cover) for cover in covers} == covers


@given(any_problem, st.integers(0, 3000))
def test_whatever_was_found_counts_the_same(problem: tw.ExactCover, work: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(symmetric_count, "LONGEST_LOOK", work * symmetric_count.ENTRY)
        begun = counting(problem, engine=LONG)
    assert begun.run().solutions == tw.count(problem, engine="links")
    assert begun.finished
    assert begun.remainder() == []


@given(any_problem, st.integers(0, 3))
def test_a_count_that_is_stopped_goes_on_or_gives_the_whole_back(
    problem: tw.ExactCover, rounds: int
) -> None:
    expected = tw.count(problem, engine="links")
    begun = counting(problem, engine=LONG)
    for _, _ in zip(range(rounds), begun, strict=False):
        begun.stop()
    assert 0.0 <= begun.fraction_explored <= 1.0
    found, finished = begun.counters.solutions, begun.finished
    assert found == expected if finished else found <= expected
    if isinstance(begun, symmetric_count.SymmetricCount):
        again = counting(problem, engine=LONG)
        for _, _ in zip(range(rounds), again, strict=False):
            again.stop()
        left = again.remainder()
        assert left == ([] if finished else [Subtree()])
        rest = tw.count(problem, start=left, engine="links") if left else 0
        assert again.counters.solutions + rest == expected
    assert begun.run().solutions == expected


def test_of_covers_that_are_alike_one_is_searched_for() -> None:
    sticks = tw.encoding.encode(tw.load("tetrasticks-5x5-without-l")).problem
    begun = counting(sticks)
    assert isinstance(begun, symmetric_count.SymmetricCount)
    assert "up to 8 covers" in begun.choice.reason
    assert begun.run().solutions == 4856
    assert begun.counters.nodes < 1_400_000  # of 9,298,773


@pytest.mark.parametrize("problem", [queens(12), dominoes(6, 6)], ids=["queens", "dominoes"])
def test_limits_starts_and_engines_by_name_are_left_alone(problem: tw.ExactCover) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(symmetric_count, "WORTH_A_PROBE", 0.0)
        patch.setattr(choice, "MARGIN", 0.0)
        assert isinstance(counting(problem), symmetric_count.SymmetricCount)
        for how in (
            {"max_nodes": 10**9},
            {"max_seconds": 60.0},
            {"start": Subtree()},
            {"engine": "bits"},
            {"seed": 1},
        ):
            begun = counting(problem, **how)  # type: ignore[arg-type]
            assert not isinstance(begun, symmetric_count.SymmetricCount)
