"""Stopping anywhere, splitting anyhow: part done + rest = whole, in covers and in counters."""

from hypothesis import given
from hypothesis import strategies as st

import tilewright as tw
from tests.examples import examples
from tests.strategies import SAME_TREE, plain_problems, problems, rules
from tilewright.cover.examples import pentominoes_6x10, queens, scott
from tilewright.engines import Reference, SearchOptions

any_problem = problems() | plain_problems()


def ways() -> st.SearchStrategy[dict[str, str]]:
    """How to search: a rule, and an engine."""
    engines = st.sampled_from(SAME_TREE)
    return st.builds(lambda rule, engine: {**rule, "engine": engine}, rules(), engines)


def done_and_rest(
    search: tw.engines.Search,
) -> tuple[list[tw.engines.Cover], tw.engines.Counters, list[tw.cover.Subtree]]:
    covers = [cover for batch in search for cover in batch]
    return covers, search.counters, search.remainder()


@given(any_problem, ways(), st.integers(0, 12), st.none() | st.integers(0, 3))
def test_stopped_search_and_rest_make_the_whole(
    problem: tw.ExactCover, rule: dict[str, str], nodes: int, seed: int | None
) -> None:
    whole = tw.engines.search(problem, seed=seed, **rule)
    all_covers = [cover for batch in whole for cover in batch]
    covers, counters, rest = done_and_rest(
        tw.engines.search(problem, max_nodes=nodes, seed=seed, **rule)
    )
    assert counters.nodes <= nodes
    for subtree in rest:
        part = tw.engines.search(problem, start=subtree, seed=seed, **rule)
        covers += [cover for batch in part for cover in batch]
        counters += part.counters
    assert covers == all_covers  # in the same order, so each once
    assert counters == whole.counters


@given(any_problem, ways(), st.integers(1, 4))
def test_pieces_of_pieces_make_the_whole(
    problem: tw.ExactCover, rule: dict[str, str], nodes: int
) -> None:
    whole = tw.engines.search(problem, **rule)
    all_covers = [cover for batch in whole for cover in batch]
    covers: list[tw.engines.Cover] = []
    counters = tw.engines.Counters()
    waiting = [tw.cover.Subtree()]
    while waiting:
        search = tw.engines.search(problem, start=waiting.pop(), max_nodes=nodes, **rule)
        some, cost, rest = done_and_rest(search)
        covers += some
        counters += cost
        waiting += rest[::-1]
    assert covers == all_covers
    assert counters == whole.counters


@given(any_problem, ways(), st.integers(1, 4))
def test_splitting_by_levels_is_a_disjoint_union(
    problem: tw.ExactCover, rule: dict[str, str], levels: int
) -> None:
    covers, parts = tw.engines.split(problem, levels=levels, **rule)
    found = [set(map(frozenset, tw.solve(problem, start=part, **rule))) for part in parts]
    found.append(set(map(frozenset, covers)))
    assert sum(map(len, found)) == len(set().union(*found)) == tw.count(problem)
    whole = set(map(frozenset, tw.solve(problem)))
    assert set().union(*found) == whole
    assert all(len(part.chosen) == levels for part in parts)
    assert all(len(cover) < levels for cover in covers)


@given(any_problem, ways(), st.integers(0, 6))
def test_a_subtree_is_the_covers_with_its_choices(
    problem: tw.ExactCover, rule: dict[str, str], nodes: int
) -> None:
    """What the docstring of Subtree says, taken literally."""
    everything = list(map(frozenset, tw.solve(problem)))
    for part in tw.engines.search(problem, max_nodes=nodes, **rule).remainder():
        expected = {
            cover
            for cover in everything
            if cover.issuperset(part.chosen) and cover.isdisjoint(part.excluded)
        }
        assert set(map(frozenset, tw.solve(problem, start=part, **rule))) == expected
        reference = Reference(problem, SearchOptions(rule=rule["rule"]))
        assert set(map(frozenset, reference.covers(part))) == expected


@given(any_problem, st.data())
def test_a_subtree_of_ones_own_needs_no_search(problem: tw.ExactCover, data: st.DataObject) -> None:
    everything = list(map(frozenset, tw.solve(problem)))
    if not everything:
        return
    cover = sorted(data.draw(st.sampled_from(everything)))
    chosen = tuple(cover[: data.draw(st.integers(0, len(cover)))])
    others = [k for k in range(problem.option_count) if k not in chosen]
    excluded = tuple(k for k in others if data.draw(st.booleans()))
    expected = {c for c in everything if c.issuperset(chosen) and c.isdisjoint(excluded)}
    part = tw.cover.Subtree(chosen, excluded)
    assert set(map(frozenset, tw.solve(problem, start=part))) == expected
    assert tw.cover.Subtree.from_json(part.to_json()) == part


@given(any_problem, ways(), st.lists(st.integers(0, 5), min_size=1, max_size=4))
def test_several_searches_are_one(
    problem: tw.ExactCover, rule: dict[str, str], pauses: list[int]
) -> None:
    """Going on with a list of subtrees, pausing again and again, changes nothing."""
    whole = tw.engines.search(problem, **rule)
    all_covers = [cover for batch in whole for cover in batch]
    covers: list[tw.engines.Cover] = []
    counters = tw.engines.Counters()
    rest = [tw.cover.Subtree()]
    for nodes in [*pauses, None]:
        search = tw.engines.search(problem, start=rest, max_nodes=nodes, **rule)
        some, cost, rest = done_and_rest(search)
        covers += some
        counters += cost
    assert rest == []
    assert covers == all_covers
    assert counters == whole.counters


@given(st.integers(0, 3000), st.sampled_from([("links", 3_617_723), ("anchor", 758_808)]))
@examples(20)
def test_real_puzzles_too(nodes: int, engine: tuple[str, int]) -> None:
    problem, (name, updates) = scott((2, 3)), engine
    covers, counters, rest = done_and_rest(tw.engines.search(problem, max_nodes=nodes, engine=name))
    assert counters.nodes == nodes
    after = tw.engines.search(problem, start=rest, engine=name)
    covers += [cover for batch in after for cover in batch]
    counters += after.counters
    assert (counters.nodes, counters.updates, len(covers)) == (10_421, updates, 19)


def test_iterating_again_goes_on() -> None:
    search = tw.engines.search(queens(8), max_solutions=30)
    first = [cover for batch in search for cover in batch]
    assert len(first) == 30
    assert [cover for batch in search for cover in batch] == []  # the limit stands
    assert not search.finished


def test_stopping_between_batches() -> None:
    search = tw.engines.search(pentominoes_6x10())
    covers: list[tw.engines.Cover] = []
    for batch in search:
        covers += batch
        if covers:
            search.stop()
    assert not search.finished
    before = len(covers)
    for batch in search:  # and on
        covers += batch
    assert search.finished
    assert before < len(covers) == len(set(covers)) == 2339
