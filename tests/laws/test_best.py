"""Laws of the cheapest covers: they are what sorting all covers by cost gives."""

from unittest.mock import patch

from hypothesis import given
from hypothesis import strategies as st

from tests.examples import examples
from tests.strategies import problems
from tilewright import ExactCover
from tilewright.cover import check_cover
from tilewright.engines import Reference
from tilewright.engines.cheapest import Best, best_covers, cover_cost


def _all_costs(problem: ExactCover) -> list[int]:
    return sorted(cover_cost(problem, cover) for cover in Reference(problem).covers())


def _is_best(problem: ExactCover, best: Best, k: int) -> None:
    costs = _all_costs(problem)
    assert best.proved
    assert [cost for cost, _ in best.covers] == costs[:k]
    assert len({frozenset(cover) for _, cover in best.covers}) == len(best.covers)
    for cost, cover in best.covers:
        check_cover(problem, cover)
        assert cost == cover_cost(problem, cover)
    if costs:
        assert best.bound == costs[0]


@examples(35)
@given(problems(), st.integers(1, 12), st.none() | st.integers(0, 5))
def test_links_give_the_k_cheapest_of_all_covers(
    problem: ExactCover, k: int, seed: int | None
) -> None:
    best = best_covers(problem, k, engine="links", seed=seed)
    _is_best(problem, best, k)
    assert best == best_covers(problem, k, engine="links", seed=seed)


@examples(30)
@given(problems(), st.integers(1, 12), st.integers(0, 9))
def test_it_does_not_matter_how_long_the_search_is_narrow(
    problem: ExactCover, k: int, nodes: int
) -> None:
    with patch("tilewright.engines.cheapest._first_nodes", return_value=nodes):
        _is_best(problem, best_covers(problem, k, engine="links"), k)


@examples(10)
@given(problems(), st.integers(1, 4))
def test_engines_that_take_turns_give_the_k_cheapest_of_all_covers(
    problem: ExactCover, k: int
) -> None:
    with patch("tilewright.engines.cheapest._first_nodes", return_value=1):
        _is_best(problem, best_covers(problem, k), k)


@examples(30)
@given(problems(), st.integers(1, 4))
def test_cpsat_gives_the_k_cheapest_of_all_covers(problem: ExactCover, k: int) -> None:
    _is_best(problem, best_covers(problem, k, engine="cpsat"), k)


@examples(30)
@given(problems(), st.integers(1, 3), st.integers(0, 8))
def test_a_search_that_is_stopped_gives_a_true_bound(
    problem: ExactCover, k: int, nodes: int
) -> None:
    costs = _all_costs(problem)
    best = best_covers(problem, k, engine="links", max_nodes=nodes)
    for cost, cover in best.covers:
        check_cover(problem, cover)
        assert cost == cover_cost(problem, cover)
    if costs:
        assert best.bound <= costs[0]
    if best.proved:
        assert [cost for cost, _ in best.covers] == costs[:k]


@examples(20)
@given(problems(), st.integers(1, 3))
def test_what_is_known_beforehand_does_not_change_the_costs(problem: ExactCover, k: int) -> None:
    costs = _all_costs(problem)
    for least in {0, costs[0] if costs else 3}:
        for engine in ("links", "cpsat"):
            best = best_covers(problem, k, engine=engine, at_least=least)
            assert [cost for cost, _ in best.covers] == costs[:k]
