"""A trace tells every option tried and taken back, and every cover, in order."""

from hypothesis import assume, given
from hypothesis import strategies as st

import tilewright as tw
from tests.strategies import plain_problems, problems, rules
from tilewright.engines import (
    AnchorSearch,
    BitsSearch,
    Completed,
    LinksSearch,
    NativeCoverSearch,
    OptionTried,
    SearchOptions,
    Step,
    trace,
)

any_problem = problems() | plain_problems()
engines = st.sampled_from([LinksSearch, AnchorSearch])


def replay(steps: list[Step], chosen: list[int]) -> list[tw.engines.Cover]:
    """Follow the steps from the options chosen at the start; the covers met."""
    covers = []
    for step in steps:
        if isinstance(step, Completed):
            assert step.cover == tuple(chosen)
            covers.append(step.cover)
        elif isinstance(step, OptionTried):
            assert step.level == len(chosen)
            chosen.append(step.option)
        else:
            assert chosen.pop() == step.option
            assert step.level == len(chosen)
    return covers


@given(any_problem, rules(), engines)
def test_a_trace_is_the_search(
    problem: tw.ExactCover, rule: dict[str, str], engine: type[NativeCoverSearch]
) -> None:
    options = SearchOptions(**rule)
    search, plain = engine(problem, options), engine(problem, options)
    steps, chosen = list(trace(search)), list[int]()
    assert replay(steps, chosen) == [cover for batch in plain for cover in batch]
    assert chosen == []  # all that was placed was taken back
    assert sum(isinstance(step, OptionTried) for step in steps) == plain.counters.nodes
    assert search.counters == plain.counters
    assert search.finished


@given(any_problem, rules(), engines, st.integers(0, 8))
def test_the_traces_of_the_parts_make_that_of_the_whole(
    problem: tw.ExactCover, rule: dict[str, str], engine: type[NativeCoverSearch], nodes: int
) -> None:
    whole = list(trace(engine(problem, SearchOptions(**rule))))
    begun = engine(problem, SearchOptions(max_nodes=nodes, **rule))
    steps, chosen = list(trace(begun)), list[int]()
    replay(steps, chosen)
    assert tuple(chosen) == begun.path()
    assert steps == whole[: len(steps)]
    told = [step for step in steps if not isinstance(step, OptionTried | Completed)]
    for part in begun.remainder():
        entered = len(part.chosen) - (part.via is not None)
        chosen = list(part.chosen[:entered])
        more = list(trace(engine(problem, SearchOptions(**rule), part)))
        replay(more, chosen)
        assert tuple(chosen) == part.chosen[:entered]
        steps += more
    for kind in (OptionTried, Completed):
        assert [s for s in steps if isinstance(s, kind)] == [
            s for s in whole if isinstance(s, kind)
        ]
    assert len(told) <= nodes


@given(any_problem)
def test_forced_options_are_told_one_by_one(problem: tw.ExactCover) -> None:
    assume(BitsSearch.refusal(problem) is None)
    search, plain = BitsSearch(problem), BitsSearch(problem)
    steps, chosen = list(trace(search)), list[int]()
    assert replay(steps, chosen) == [cover for batch in plain for cover in batch]
    assert chosen == []
    assert sum(isinstance(step, OptionTried) for step in steps) >= plain.counters.nodes
    assert search.counters == plain.counters


def test_a_stopped_trace_ends() -> None:
    search = LinksSearch(tw.cover.parse_cover("a b\na\nb\na b\n"))
    steps = trace(search)
    assert next(steps) == OptionTried(0, 0)
    search.stop()
    assert list(steps) == []
    assert len(list(trace(AnchorSearch(search.problem, start=tw.cover.Subtree((0,)))))) == 3
