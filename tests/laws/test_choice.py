"""Whatever engine is chosen, and however often that is thought over: the answer is the same."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tilewright as tw
from tests.strategies import plain_problems, problems
from tilewright.engines import (
    BitsSearch,
    Choice,
    LinksSearch,
    SearchOptions,
    choice,
    frontier_refusal,
)
from tilewright.engines.choice import ReconsideredCount
from tilewright.engines.registry import COVER_ENGINES as ENGINES
from tilewright.engines.registry import takes

any_problem = problems() | plain_problems()


@given(any_problem, st.booleans())
def test_the_same_problem_gets_the_same_engine(problem: tw.ExactCover, collect: bool) -> None:
    chosen = tw.engines.choose(problem, collect=collect)
    assert chosen == tw.engines.choose(problem, collect=collect)
    assert takes(chosen.engine, problem)
    assert str(chosen).startswith(f"engine {chosen.engine}: ")


@given(any_problem)
def test_every_engine_that_takes_a_problem_gives_the_same_count(problem: tw.ExactCover) -> None:
    expected = tw.count(problem, engine="links")
    assert takes("bits", problem) == (BitsSearch.refusal(problem) is None)
    assert takes("frontier", problem) == (frontier_refusal(problem) is None)
    for engine in ENGINES:
        if takes(engine, problem):
            assert tw.count(problem, engine=engine) == expected
    assert tw.count(problem) == expected


@given(any_problem)
def test_a_choice_among_large_ones(problem: tw.ExactCover) -> None:
    """As if all problems were worth thinking about."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(choice, "FEW_OPTIONS", -1)
        patch.setattr(choice, "TRIAL_NODES", 2)
        patch.setattr(choice, "WORTH_A_PROBE", 0.0)
        patch.setattr(choice, "MARGIN", 1e9)
        others = [c.seconds for c in tw.engines.choose(problem, collect=False).candidates[:1]]
        if takes("frontier", problem) and others > [0.0]:
            assert tw.engines.choose(problem, collect=False).engine == "frontier"
        assert tw.count(problem) == tw.count(problem, engine="links")
        assert {frozenset(c) for c in tw.solve(problem)} == {
            frozenset(c) for c in tw.solve(problem, engine="links")
        }


@given(any_problem, st.sampled_from([0.0, 1e9]), st.integers(0, 3))
def test_thinking_again_changes_nothing(
    problem: tw.ExactCover, patience: float, budget: int
) -> None:
    """Neither going on (no patience for a sweep) nor starting afresh does."""
    expected = tw.engines.search(problem, engine="links", collect=False).run()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(choice, "LEAST_BUDGET", budget)
        patch.setattr(choice, "PATIENCE", patience)
        guess = Choice("links", "a guess", nodes=0)
        search = ReconsideredCount(problem, SearchOptions(), None, guess, LinksSearch)
        done = search.run()
    assert done.solutions == expected.solutions
    assert search.finished
    assert search.remainder() == []
    if patience == 0:
        assert done == expected
