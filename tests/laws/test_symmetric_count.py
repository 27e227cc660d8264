"""Symmetries that nobody has told of map covers to covers; whoever counts by them counts all."""

from itertools import product
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import tilewright as tw
from tests.strategies import plain_problems, problems, symmetric_problems
from tilewright import _core
from tilewright.cover import Subtree
from tilewright.cover.examples import dominoes, queens
from tilewright.engines import Search, choice, symmetric_count
from tilewright.engines.choice import Candidate, Choice
from tilewright.engines.covers import counting
from tilewright.engines.symmetric_count import SymmetricCount

any_problem = symmetric_problems() | problems() | plain_problems()
LONG = Choice("links", "", (Candidate("links", 1e6, ""),), nodes=1e9)


def by_symmetry(problem: tw.ExactCover, *, parts: int = 16) -> Search:
    """A count as if it took long enough to look for symmetries."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(symmetric_count, "MOST_PARTS", parts)
        return counting(problem, engine=LONG)


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


@given(symmetric_problems(), st.sampled_from([0, 2, 16]))
def test_whoever_counts_by_them_counts_all(problem: tw.ExactCover, parts: int) -> None:
    begun = by_symmetry(problem, parts=parts)
    assume(isinstance(begun, SymmetricCount))
    found = begun.run().solutions
    assert found == tw.count(problem, engine="links")
    assert begun.finished
    assert begun.remainder() == []


@given(any_problem, st.integers(0, 10_000))
def test_however_little_was_found_of_them(problem: tw.ExactCover, work: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(symmetric_count, "LONGEST_LOOK", work * symmetric_count.ENTRY)
        begun = by_symmetry(problem)
    assert begun.run().solutions == tw.count(problem, engine="links")


def test_a_count_that_is_stopped_goes_on_or_gives_the_whole_back() -> None:
    """Stopped inside an iteration, between two, and twice; three parts of some covers each."""
    problem = tw.encoding.encode(tw.load("scott")).problem
    expected = 520
    for wait, between in product((0, 1, 2, 4), (False, True)):
        begun = by_symmetry(problem)
        assert isinstance(begun, SymmetricCount)
        seen = []
        while not begun.finished:
            for number, _ in enumerate(begun):
                if number == wait and not between:
                    begun.stop()
            seen.append((begun.counters.solutions, begun.fraction_explored))
            if between and len(seen) % 2:
                begun.stop()
            if len(seen) == 2:
                again = by_symmetry(problem)
                for _, _ in zip(range(wait), again, strict=False):
                    pass
                left = again.remainder()
                assert left in ([], [Subtree()])
                rest = tw.count(problem, start=left, engine="bits") if left else 0
                assert again.counters.solutions + rest == expected
                assert sum(map(len, again)) == 0  # it is over
                assert again.counters.solutions + rest == expected
        assert seen == sorted(seen)
        assert seen[-1] == (expected, 1.0)
        assert begun.counters.solutions == expected


def test_there_are_never_too_many_parts() -> None:
    """Of a box of trominoes one of which is marked, stabilisers make hundreds."""
    side = range(4)
    cells = list(product(side, side, side))
    rows = [
        [cell, *(tuple(x + n * (a == k) for a, x in enumerate(cell)) for n in (1, 2))]
        for cell in cells
        for k in range(3)
        if cell[k] < 2
    ]
    options: list[list[Any]] = [[cell] for cell in cells] + rows + [[*row, "piece"] for row in rows]
    problem = tw.cover.from_options(options, primary=[*cells, "piece"])
    many, few = by_symmetry(problem, parts=10**6), by_symmetry(problem)
    assert isinstance(many, SymmetricCount)
    assert isinstance(few, SymmetricCount)
    assert len(many._left) > 2 * len(few._left)


def test_of_covers_that_are_alike_one_is_searched_for() -> None:
    sticks = tw.encoding.encode(tw.load("tetrasticks-5x5-without-l")).problem
    begun = counting(sticks)
    assert isinstance(begun, SymmetricCount)
    assert "up to 8 covers" in begun.choice.reason
    assert begun.run().solutions == 4856
    assert begun.counters.nodes < 1_400_000  # of 9,298,773


@pytest.mark.parametrize("problem", [queens(12), dominoes(6, 6)], ids=["queens", "dominoes"])
def test_limits_starts_and_engines_by_name_are_left_alone(problem: tw.ExactCover) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(symmetric_count, "WORTH_A_PROBE", 0.0)
        patch.setattr(choice, "MARGIN", 0.0)
        assert isinstance(counting(problem), SymmetricCount)
        for how in (
            {"max_nodes": 10**9},
            {"max_seconds": 60.0},
            {"start": Subtree()},
            {"engine": "bits"},
            {"seed": 1},
        ):
            begun = counting(problem, **how)  # type: ignore[arg-type]
            assert not isinstance(begun, SymmetricCount)
