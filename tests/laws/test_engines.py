"""Every engine finds what the reference finds, in the same order and at the same cost."""

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

import tilewright as tw
from tests.strategies import SAME_TREE, plain_problems, problems, rules
from tilewright.cover import NotACover, check_cover
from tilewright.engines import Reference, SearchOptions


def by_brute_force(problem: tw.ExactCover) -> set[frozenset[int]]:
    found = set()
    for size in range(problem.option_count + 1):
        for chosen in combinations(range(problem.option_count), size):
            try:
                check_cover(problem, chosen)
            except NotACover:
                continue
            found.add(frozenset(chosen))
    return found


def trimmed(levels: list[int]) -> tuple[int, ...]:
    while levels and levels[-1] == 0:
        levels.pop()
    return tuple(levels)


@given(problems())
def test_reference_finds_each_cover_once(problem: tw.ExactCover) -> None:
    found = [frozenset(cover) for cover in Reference(problem).covers()]
    assert len(found) == len(set(found))
    assert set(found) == by_brute_force(problem)


@given(plain_problems())
def test_a_planted_cover_is_found(problem: tw.ExactCover) -> None:
    assert tw.count(problem) >= 1


@given(problems() | plain_problems(), rules(), st.sampled_from(SAME_TREE), st.data())
def test_engines_agree_with_the_reference(
    problem: tw.ExactCover, rule: dict[str, str], engine: str, data: st.DataObject
) -> None:
    names = [item.name for item in problem.items[: problem.primary]]
    order = data.draw(st.permutations(names))
    search = tw.engines.search(problem, order=order, engine=engine, **rule)
    found = [cover for batch in search for cover in batch]
    numbers = tuple(problem.item_numbers[name] for name in order)
    reference = Reference(problem, SearchOptions(order=numbers, **rule))
    assert found == list(reference.covers())
    assert trimmed(list(search.counters.nodes_per_level)) == trimmed(reference.nodes)
    if engine == "links":  # others count another kind of update
        assert trimmed(list(search.counters.updates_per_level)) == trimmed(reference.updates)
    assert search.finished
    assert search.fraction_explored == 1
    for cover in found:
        check_cover(problem, cover)


@given(problems() | plain_problems(), rules(), st.none() | st.integers(0, 2**64 - 1))
def test_engines_walk_the_same_tree(
    problem: tw.ExactCover, rule: dict[str, str], seed: int | None
) -> None:
    """Random ties included: then the items on which options are chosen agree, too."""
    trees = []
    for engine in SAME_TREE:
        search = tw.engines.search(problem, engine=engine, seed=seed, **rule)
        choices = [choice for batch in search for choice in batch.choices()]
        trees.append((choices, trimmed(list(search.counters.nodes_per_level))))
    assert all(tree == trees[0] for tree in trees)


@given(problems(), st.integers(0, 2**64 - 1))
def test_random_ties_change_the_order_only(problem: tw.ExactCover, seed: int) -> None:
    found = list(tw.solve(problem, seed=seed))
    assert found == list(tw.solve(problem, seed=seed))
    assert {frozenset(c) for c in found} == {frozenset(c) for c in tw.solve(problem)}
    assert len(found) == tw.count(problem)


@given(problems())
def test_renaming_changes_nothing(problem: tw.ExactCover) -> None:
    renamed = tw.cover.from_options(
        [
            {f"new {name}": c and f"{c}ish" for name, c in zip(o.items, o.colours, strict=True)}
            for o in problem.options()
        ],
        primary=[f"new {item.name}" for item in problem.items if not item.secondary],
        secondary=[f"new {item.name}" for item in problem.items if item.secondary],
        bounds={f"new {i.name}": (i.lo, i.hi) for i in problem.items if not i.secondary},
    )
    assert list(tw.solve(renamed)) == list(tw.solve(problem))
    assert tw.engines.search(renamed).run() == tw.engines.search(problem).run()


@given(problems(), st.data())
def test_the_order_of_options_does_not_matter(problem: tw.ExactCover, data: st.DataObject) -> None:
    order = data.draw(st.permutations(range(problem.option_count)))
    spelt = [dict(zip(o.items, o.colours, strict=True)) for o in problem.options()]
    shuffled = tw.cover.from_options(
        [spelt[k] for k in order],
        primary=[item.name for item in problem.items if not item.secondary],
        secondary=[item.name for item in problem.items if item.secondary],
        bounds={i.name: (i.lo, i.hi) for i in problem.items if not i.secondary},
    )
    there = {frozenset(order[k] for k in cover) for cover in tw.solve(shuffled)}
    assert there == {frozenset(cover) for cover in tw.solve(problem)}


@given(
    problems() | plain_problems(),
    rules(),
    st.sampled_from(SAME_TREE),
    st.none() | st.integers(0, 9),
)
def test_counting_costs_what_listing_costs(
    problem: tw.ExactCover, rule: dict[str, str], engine: str, nodes: int | None
) -> None:
    """A cover that is only counted may be met on a shorter way, but not in the counters."""
    rule = {**rule, "engine": engine}
    listed = tw.engines.search(problem, max_nodes=nodes, **rule)
    counted = tw.engines.search(problem, max_nodes=nodes, collect=False, **rule)
    assert trimmed(list(counted.run().nodes_per_level)) == trimmed(
        list(listed.run().nodes_per_level)
    )
    assert counted.counters.solutions == listed.counters.solutions
    if nodes is None:
        assert counted.counters.updates_per_level == listed.counters.updates_per_level
    rests = [
        tw.engines.search(problem, start=s.remainder(), **rule).run() for s in (listed, counted)
    ]
    assert listed.counters + rests[0] == counted.counters + rests[1]


@given(problems(), st.integers(1, 5))
def test_the_first_covers_are_the_first_of_all(problem: tw.ExactCover, limit: int) -> None:
    assert list(tw.solve(problem, max_solutions=limit)) == list(tw.solve(problem))[:limit]
