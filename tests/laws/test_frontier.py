"""The frontier engine counts, lists, draws and weighs what the reference finds one by one."""

import math
from dataclasses import replace

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

import tilewright as tw
from tests.laws.test_anchor import tilings
from tests.puzzle_strategies import PLAINLY, puzzles, symmetric_puzzles
from tests.strategies import plain_problems, problems
from tilewright import _core
from tilewright.cover import Subtree, check_cover
from tilewright.encoding import encode
from tilewright.engines import FrontierSearch, FrontierTable, Reference, SearchOptions
from tilewright.engines.frontier import frontier_input
from tilewright.lattices import lattice

any_problem = problems() | plain_problems() | tilings()


@st.composite
def starts(draw: st.DrawFn, problem: tw.ExactCover) -> Subtree:
    """Part of a cover, if there is one, and options that are left out."""
    covers = sorted(Reference(problem).covers())[:20]
    chosen: tuple[int, ...] = ()
    if covers:
        cover = draw(st.sampled_from(covers))
        chosen = cover[: draw(st.integers(0, len(cover)))]
    others = [k for k in range(problem.option_count) if k not in chosen]
    excluded = draw(st.sets(st.sampled_from(others), max_size=2)) if others else set()
    return Subtree(chosen, tuple(sorted(excluded)))


def weigh(covers: list[tuple[int, ...]], weights: list[int] | None) -> int:
    if weights is None:
        return len(covers)
    return sum(math.prod(weights[option] for option in cover) for cover in covers)


weight = st.integers(0, 4) | st.sampled_from([2**31, 2**32, 2**40, 2**64 - 1])


@given(any_problem, st.data())
def test_it_counts_what_the_reference_finds(problem: tw.ExactCover, data: st.DataObject) -> None:
    start = data.draw(starts(problem))
    count = problem.option_count
    weights = data.draw(st.none() | st.lists(weight, min_size=count, max_size=count))
    if weights and math.prod(weights[option] for option in start.chosen) >= 2**64:
        weights = None
    order = data.draw(st.just(()) | st.permutations(range(problem.primary)).map(tuple))
    covers = list(Reference(problem).covers(start))
    expected = weigh(covers, weights)
    for threads, memory in ((1, 2**30), (3, 2_000)):  # the latter does not fit
        options = SearchOptions(order=order, threads=threads, max_memory=memory)
        search = FrontierSearch(problem, options, start, collect=False, weights=weights)
        assert search.run().solutions == expected
        assert search.finished
        assert search.fraction_explored == 1
        assert search.remainder() == []


@given(any_problem, st.data())
def test_no_tactic_changes_the_count(problem: tw.ExactCover, data: st.DataObject) -> None:
    start = data.draw(starts(problem))
    count = problem.option_count
    weights = data.draw(st.none() | st.lists(st.integers(0, 4), min_size=count, max_size=count))
    expected = weigh(list(Reference(problem).covers(start)), weights)
    native = frontier_input(problem, SearchOptions(), start, weights)
    for pockets in (False, True):
        for look_ahead in (False, True):
            for meet in (False, True):
                job = _core.FrontierCount(
                    native,
                    threads=data.draw(st.sampled_from([1, 3])),
                    memory=data.draw(st.sampled_from([0, 2**30])),
                    disk=2**30,
                    pockets=pockets,
                    look_ahead=look_ahead,
                    symmetries=True,
                    meet=meet,
                )
                while not job.run(1.0):
                    pass
                assert job.result() == expected


RECTANGLES = puzzles(st.just(lattice("square")), replace(PLAINLY, colours=True, freedom=True), 12)


@given(symmetric_puzzles() | RECTANGLES, st.data())
def test_symmetries_change_no_count(puzzle: tw.Puzzle, data: st.DataObject) -> None:
    problem = encode(puzzle).problem
    sizes = np.bincount(problem.owners, minlength=problem.option_count)
    weights = (2 + sizes).tolist() if data.draw(st.booleans()) else None
    expected = weigh(list(Reference(problem).covers()), weights)
    for meet in (False, True):
        job = _core.FrontierCount(
            frontier_input(problem, SearchOptions(), Subtree(), weights),
            threads=data.draw(st.sampled_from([1, 3])),
            memory=data.draw(st.sampled_from([0, 2**30])),
            disk=2**30,
            pockets=True,
            look_ahead=False,
            symmetries=True,
            meet=meet,
        )
        while not job.run(1.0):
            pass
        assert job.result() == expected


@given(any_problem, st.data())
def test_it_lists_every_cover_once(problem: tw.ExactCover, data: st.DataObject) -> None:
    start = data.draw(starts(problem))
    search = FrontierSearch(problem, start=start)
    covers = [cover for batch in search for cover in batch]
    for cover in covers:
        check_cover(problem, cover)
        assert cover[: len(start.chosen)] == start.chosen
    assert len(set(map(frozenset, covers))) == len(covers) == search.counters.solutions
    expected = {frozenset(cover) for cover in Reference(problem).covers(start)}
    assert set(map(frozenset, covers)) == expected
    again = FrontierTable(problem, start=start)
    assert list(again.covers()) == list(again.covers()) == covers


@given(any_problem, st.integers(0, 4), st.data())
def test_what_was_not_listed_is_the_rest(
    problem: tw.ExactCover, most: int, data: st.DataObject
) -> None:
    start = data.draw(starts(problem))
    whole = [cover for batch in FrontierSearch(problem, start=start) for cover in batch]
    search = FrontierSearch(problem, SearchOptions(max_solutions=most), start)
    listed = [cover for batch in search for cover in batch]
    assert listed == whole[:most]
    for part in search.remainder():
        listed += [cover for batch in FrontierSearch(problem, start=part) for cover in batch]
    assert list(map(frozenset, listed)) == list(map(frozenset, whole))


@given(any_problem, st.data())
def test_uses_are_those_of_the_list(problem: tw.ExactCover, data: st.DataObject) -> None:
    start = data.draw(starts(problem))
    count = problem.option_count
    weights = data.draw(st.none() | st.lists(st.integers(0, 4), min_size=count, max_size=count))
    table = FrontierTable(problem, start=start, weights=weights)
    covers = list(Reference(problem).covers(start))
    assert table.count == weigh(covers, weights)
    assert table.uses() == [
        weigh([cover for cover in covers if option in cover], weights) for option in range(count)
    ]


@given(any_problem, st.integers(0, 2**64 - 1))
def test_samples_are_covers(problem: tw.ExactCover, seed: int) -> None:
    table = FrontierTable(problem)
    drawn = table.sample(5, seed)
    assert len(drawn) == (5 if table.count else 0)
    assert set(drawn) <= set(table.covers())
    assert drawn == table.sample(5, seed)
