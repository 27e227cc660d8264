"""CP-SAT finds the same covers as the reference, however the search is cut."""

from unittest.mock import patch

from hypothesis import given
from hypothesis import strategies as st

import tilewright as tw
from tests.examples import examples
from tests.lpanel_boards import naive_solutions, panels
from tests.strategies import plain_problems, problems
from tilewright.cover import check_cover
from tilewright.design.lpanel import LPanel
from tilewright.engines import Reference, SearchOptions
from tilewright.engines.cpsat.search import CpSatSearch
from tilewright.engines.cpsat.solver import loose_options, remainder

any_problem = problems() | plain_problems()
few = examples(30)  # a solve takes milliseconds


def covers_of(search: tw.engines.Search) -> list[tw.engines.Cover]:
    return [cover for batch in search for cover in batch]


def as_sets(covers: list[tw.engines.Cover]) -> list[frozenset[int]]:
    return sorted(map(frozenset, covers), key=sorted)


@given(any_problem, st.none() | st.integers(0, 2**64 - 1))
@few
def test_the_covers_are_those_of_the_reference(problem: tw.ExactCover, seed: int | None) -> None:
    search = CpSatSearch(problem, SearchOptions(seed=seed))
    found = covers_of(search)
    assert as_sets(found) == as_sets(list(Reference(problem).covers()))
    assert found == covers_of(CpSatSearch(problem, SearchOptions(seed=seed)))
    assert search.finished
    assert search.fraction_explored == 1
    assert search.remainder() == []
    assert search.counters.solutions == len(found)
    counted = CpSatSearch(problem, SearchOptions(seed=seed), collect=False)
    assert covers_of(counted) == []
    assert counted.counters == search.counters
    for cover in found:
        check_cover(problem, cover)


@given(any_problem, st.integers(0, 6), st.data())
@few
def test_covers_and_rest_make_the_whole(
    problem: tw.ExactCover, limit: int, data: st.DataObject
) -> None:
    """From any start that another search left, with either engine for the rest."""
    everything = as_sets(list(Reference(problem).covers()))
    left = [
        tw.cover.Subtree(),
        *tw.engines.search(problem, engine="links", max_nodes=2).remainder(),
    ]
    start = data.draw(st.sampled_from(left))
    inside = [
        cover
        for cover in everything
        if cover.issuperset(start.chosen) and cover.isdisjoint(start.excluded)
    ]
    search = CpSatSearch(problem, SearchOptions(max_solutions=limit), start)
    found = covers_of(search)
    assert len(found) == min(limit, len(inside))
    for engine in ("links", "cpsat"):
        rest = tw.engines.search(problem, start=search.remainder(), engine=engine)
        assert as_sets(found + covers_of(rest)) == inside


@given(any_problem, st.data())
@few
def test_what_remains_is_disjoint_and_complete(problem: tw.ExactCover, data: st.DataObject) -> None:
    everything = list(Reference(problem).covers())
    some = [tuple(sorted(cover)) for cover in everything if data.draw(st.booleans())]
    left = [
        cover
        for part in remainder(problem, tw.cover.Subtree(), some)
        for cover in tw.solve(problem, start=part, engine="links")
    ]
    assert as_sets(some + left) == as_sets(everything)


@given(any_problem)
@few
def test_without_loose_options_no_cover_contains_another(problem: tw.ExactCover) -> None:
    covers = as_sets(list(Reference(problem).covers()))
    larger = [(a, b) for a in covers for b in covers if a < b]
    loose = set(loose_options(problem))
    assert all((b - a) <= loose for a, b in larger)


@given(any_problem, st.integers(1, 3))
@few
def test_iterating_again_goes_on(problem: tw.ExactCover, pause: int) -> None:
    search = CpSatSearch(problem)
    found: list[tw.engines.Cover] = []
    while not search.finished:
        for batch in search:
            found += batch
            if len(found) >= pause:
                search.stop()
    assert as_sets(found) == as_sets(list(Reference(problem).covers()))


@given(panels(), st.none() | st.integers(0, 5))
@examples(25)
def test_sweeps_lose_no_cover_and_make_none_up(panel: LPanel, seed: int | None) -> None:
    """As if the board were large: short solves and sweeps take turns for the first cover."""
    problem = tw.encoding.encode(panel.puzzle).problem
    where = "tilewright.engines.cpsat.search"
    with patch.multiple(where, LARGE=1, SHORT=1e-9, LONGER=1000):
        found = covers_of(CpSatSearch(problem, SearchOptions(seed=seed)))
    assert len(set(found)) == len(found) == len(naive_solutions(panel))
    for cover in found:
        check_cover(problem, cover)
