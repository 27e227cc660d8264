"""An estimate is on average what it is an estimate of, in the tree of every engine."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

import tilewright as tw
from tests.examples import examples
from tests.laws.test_anchor import tilings
from tests.strategies import plain_problems, problems
from tilewright.engines import BitsSearch, Descents, FrontierSearch, SearchOptions
from tilewright.engines.estimates import TREES, ThinnedSweeps
from tilewright.engines.soundings import Soundings

any_problem = problems() | plain_problems()
ENGINES = st.sampled_from(TREES)
WAYS = st.fixed_dictionaries({"rule": st.sampled_from(["fewest", "leftmost"])})
MANY = 3_000


def totals(counters: tw.engines.Counters) -> list[int]:
    return [counters.nodes, counters.updates, counters.solutions]


def searched(
    problem: tw.ExactCover, start: tw.cover.Subtree, engine: str, options: SearchOptions
) -> list[int]:
    given = {"rule": options.rule, "stranding": options.stranding}
    search = tw.engines.search(problem, start=start, engine=engine, collect=False, **given)
    return totals(search.run())


def a_part(
    problem: tw.ExactCover, engine: str, options: SearchOptions, data: st.DataObject
) -> tw.cover.Subtree:
    """The whole, or what is left when a search is stopped: with chosen and excluded options."""
    nodes = data.draw(st.none() | st.integers(0, 6))
    if nodes is None:
        return tw.cover.Subtree()
    given = {"rule": options.rule, "stranding": options.stranding}
    rest = tw.engines.search(problem, engine=engine, max_nodes=nodes, **given)
    rest.run()
    return data.draw(st.sampled_from([tw.cover.Subtree(), *rest.remainder()]))


def near(drawn: np.ndarray, truth: list[int]) -> bool:
    """Within six standard errors, and a little for what is rare in small samples."""
    error = drawn.std(axis=0) / np.sqrt(len(drawn))
    allowed = 6 * error + 1e-9 + drawn.max(axis=0) * 8 / len(drawn)
    return bool((np.abs(drawn.mean(axis=0) - truth) <= allowed).all())


@given(any_problem | tilings(), ENGINES, WAYS, st.booleans(), st.data())
def test_what_lies_above_a_branching_and_below_it_is_the_whole(
    problem: tw.ExactCover, engine: str, rule: dict[str, str], strands: bool, data: st.DataObject
) -> None:
    """Descents that stop at the first branching: together their ends are its children."""
    if engine == "bits" and (BitsSearch.refusal(problem) or rule["rule"] != "fewest"):
        engine = "links"
    stranding = "sizes" if strands and engine == "anchor" and problem.regions else "none"
    options = SearchOptions(stranding=stranding, **rule)
    start = a_part(problem, engine, options, data)
    descents = Descents(problem, options, start, engine=engine)
    drawn = [descents.descend(1.5) for _ in range(150)]
    above, weight, _ = drawn[0]
    below = {child for _, _, child in drawn if child is not None}
    assert all((a == above).all() and w == weight for a, w, _ in drawn)
    assert len(below) == (0 if weight == 1 else weight)
    # `above` has no part of the children but the branching itself.
    parts = [searched(problem, child, engine, options) for child in below]
    whole = searched(problem, start, engine, options)
    assert (above + np.sum(parts, axis=0, initial=0) == whole).all()


@examples(40)
@given(any_problem, ENGINES, WAYS, st.data())
def test_descents_are_right_on_average(
    problem: tw.ExactCover, engine: str, rule: dict[str, str], data: st.DataObject
) -> None:
    if engine == "bits" and (BitsSearch.refusal(problem) or rule["rule"] != "fewest"):
        engine = "anchor"
    options = SearchOptions(**rule)
    start = a_part(problem, engine, options, data)
    drawn = Descents(problem, options, start, engine=engine).draw(MANY)
    assert drawn.shape == (MANY, 3)
    assert near(drawn, searched(problem, start, engine, options))


@examples(20)
@given(any_problem, ENGINES, st.integers(2, 4), st.integers(1, 4), st.integers(1, 3))
def test_soundings_are_right_on_average(
    problem: tw.ExactCover, engine: str, until: int, max_nodes: int, weight: int
) -> None:
    if engine == "bits" and BitsSearch.refusal(problem):
        engine = "links"
    soundings = Soundings(
        problem,
        parts=[(tw.cover.Subtree(), weight)],
        engine=engine,
        until=until,
        max_nodes=max_nodes,
    )
    drawn = np.array([soundings.draw()[:3] for _ in range(600)])
    nodes, updates, solutions = searched(problem, tw.cover.Subtree(), engine, SearchOptions())
    assert near(drawn, [nodes, updates, weight * solutions])


@examples(60)
@given(any_problem | tilings(), st.integers(1, 4), st.data())
def test_thinned_sweeps_are_right_on_average(
    problem: tw.ExactCover, states: int, data: st.DataObject
) -> None:
    count = problem.option_count
    weights = data.draw(st.lists(st.integers(0, 5), min_size=count, max_size=count))
    start = a_part(problem, "links", SearchOptions(), data)
    truth = FrontierSearch(problem, start=start, collect=False, weights=weights).run().solutions
    sweeps = ThinnedSweeps(problem, start=start, weights=weights)
    assert sweeps.sweep(1_000_000, seed=0) == (truth, True)
    drawn = [sweeps.sweep(states, seed) for seed in range(600)]
    assert all(covers == truth for covers, exact in drawn if exact)
    assert near(np.array([[covers] for covers, _ in drawn]), [truth])
