"""The bits engine finds what dancing links find, and keeps every promise of a search."""

from hypothesis import assume, given
from hypothesis import strategies as st

import tilewright as tw
from tests.strategies import plain_problems, problems
from tilewright.cover import check_cover
from tilewright.engines import BitsSearch


def taken(problem: tw.ExactCover) -> bool:
    return BitsSearch.refusal(problem) is None


any_problem = problems().filter(taken) | plain_problems()


@st.composite
def ribbons(draw: st.DrawFn) -> tw.ExactCover:
    """Up to 140 items in a row, so that rows of every width are used, and a planted cover."""
    count = draw(st.integers(1, 140))
    options: list[list[str]] = []
    at = 0
    while at < count:
        size = draw(st.integers(1, 5))
        options.append([f"i{k}" for k in range(at, min(at + size, count))])
        at += size
    for _ in range(draw(st.integers(0, 12))):
        near = draw(st.integers(0, count - 1))
        chosen = draw(st.sets(st.integers(near, min(near + 4, count - 1)), min_size=1))
        extra = draw(st.sets(st.sampled_from(["s0", "s1"])))
        options.append([*(f"i{k}" for k in sorted(chosen)), *sorted(extra)])
    return tw.cover.from_options(
        draw(st.permutations(options)),
        primary=[f"i{k}" for k in range(count)],
        secondary=["s0", "s1"],
    )


def covers_of(search: tw.engines.Search) -> list[tw.engines.Cover]:
    return [cover for batch in search for cover in batch]


def sets(covers: list[tw.engines.Cover]) -> list[list[int]]:
    return sorted(map(sorted, covers))


@given(any_problem | ribbons(), st.data())
def test_finds_what_links_find(problem: tw.ExactCover, data: st.DataObject) -> None:
    order = data.draw(st.permutations([i.name for i in problem.items if not i.secondary]))
    found = covers_of(tw.engines.search(problem, engine="bits", order=order))
    assert sets(found) == sets(list(tw.solve(problem, engine="links")))
    for cover in found:
        check_cover(problem, cover)


@given(problems())
def test_a_refusal_says_what_to_do(problem: tw.ExactCover) -> None:
    reason = BitsSearch.refusal(problem)
    assume(reason is not None)
    try:
        tw.engines.search(problem, engine="bits")
    except tw.TilewrightError as error:
        assert str(error).startswith(str(reason))
    else:
        raise AssertionError("it was refused, and yet taken")


@given(any_problem | ribbons(), st.integers(1, 6))
def test_pieces_of_pieces_make_the_whole(problem: tw.ExactCover, nodes: int) -> None:
    whole = tw.engines.search(problem, engine="bits")
    expected = covers_of(whole)
    covers: list[tw.engines.Cover] = []
    counters = tw.engines.Counters()
    waiting = [tw.cover.Subtree()]
    while waiting:
        search = tw.engines.search(problem, start=waiting.pop(), max_nodes=nodes, engine="bits")
        covers += covers_of(search)
        counters += search.counters
        waiting += search.remainder()[::-1]
    assert covers == expected
    assert counters == whole.counters


@given(any_problem | ribbons(), st.integers(1, 4))
def test_levels_split_the_search(problem: tw.ExactCover, levels: int) -> None:
    covers, parts = tw.engines.split(problem, levels=levels, engine="bits")
    found = sets(covers)
    for part in parts:
        assert len(part.chosen) >= levels  # more where options are forced
        found += sets(list(tw.solve(problem, start=part, engine="links")))
    assert sorted(found) == sets(list(tw.solve(problem, engine="links")))


@given(any_problem | ribbons())
def test_counting_costs_what_listing_costs(problem: tw.ExactCover) -> None:
    listed = tw.engines.search(problem, engine="bits").run()
    assert tw.engines.search(problem, engine="bits", collect=False).run() == listed


@given(any_problem, st.integers(1, 5))
def test_the_first_covers_are_the_first_of_all(problem: tw.ExactCover, limit: int) -> None:
    everything = list(tw.solve(problem, engine="bits"))
    assert list(tw.solve(problem, engine="bits", max_solutions=limit)) == everything[:limit]


@given(any_problem, st.data())
def test_parts_of_a_problem_are_searched(problem: tw.ExactCover, data: st.DataObject) -> None:
    """Whatever is excluded, and whatever of a cover is chosen at the start."""
    numbers = st.sets(st.integers(0, problem.option_count - 1), max_size=3)
    excluded = data.draw(numbers)
    everything = [c for c in tw.solve(problem, engine="links") if not excluded & set(c)]
    chosen: tuple[int, ...] = ()
    if everything:
        cover = data.draw(st.sampled_from(everything))
        chosen = cover[: data.draw(st.integers(0, len(cover)))]
    start = tw.cover.Subtree(chosen, tuple(sorted(excluded)))
    found = covers_of(tw.engines.search(problem, start=start, engine="bits"))
    assert sets(found) == sets([c for c in everything if set(chosen) <= set(c)])
