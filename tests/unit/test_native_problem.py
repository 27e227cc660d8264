"""A problem is handed over to the core once, whoever searches it, and goes with the problem."""

import gc
import pickle
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
import pytest

import tilewright as tw
from tests.texts import raises_text
from tilewright import _core
from tilewright.cover import ExactCover, Subtree
from tilewright.cover.examples import queens
from tilewright.encoding import encode
from tilewright.engines import AnchorSearch, LinksSearch, SearchOptions, native


@pytest.fixture
def handed_over(monkeypatch: pytest.MonkeyPatch) -> Counter[bytes]:
    """How often the core got each problem, by its entries."""
    times: Counter[bytes] = Counter()
    make = _core.Problem

    def counted(item_count: int, **arrays: Any) -> _core.Problem:
        times[arrays["items"].tobytes()] += 1
        return make(item_count, **arrays)

    monkeypatch.setattr(_core, "Problem", counted)
    return times


@pytest.mark.parametrize("name", ["soma", "one-sided-3x30"])  # searched, and merged after probes
def test_a_count_hands_its_problem_over_once(name: str, handed_over: Counter[bytes]) -> None:
    puzzle = tw.load(name)
    tw.count(puzzle)
    assert handed_over[encode(puzzle).problem.entries.tobytes()] == 1
    assert set(handed_over.values()) == {1}  # also those that its symmetries leave


def test_every_engine_takes_the_same(handed_over: Counter[bytes]) -> None:
    problem = encode(tw.load("one-sided-3x30")).problem
    for engine in ("links", "bits", "anchor", "frontier"):
        tw.engines.search(problem, engine=engine, collect=False, max_nodes=10).run()
    for engine in ("links", "bits", "anchor"):
        tw.estimate(problem, engine=engine, samples=2)
    tw.engines.best_covers(problem, engine="links", max_nodes=10)
    assert list(handed_over.values()) == [1]


def test_equal_problems_keep_their_own_regions() -> None:
    known = encode(tw.load("soma")).problem
    unknown = replace(known, regions=None)
    assert known == unknown
    LinksSearch(unknown, SearchOptions(max_nodes=1)).run()
    options = SearchOptions(stranding="sizes", max_nodes=1_000)
    assert AnchorSearch(known, options, collect=False).run().stranded > 0


@pytest.mark.parametrize(
    "begin",
    [
        _core.links_search,
        partial(_core.bits_search, instructions=""),
        partial(_core.anchor_search, stranding=0),
        partial(_core.best_search, costs=np.zeros(1, np.int64), k=1, at_least=0, at_most=None),
        partial(_core.links_estimator, sample_seed=0),
        partial(_core.bits_estimator, sample_seed=0),
        partial(_core.anchor_estimator, sample_seed=0, stranding=0),
    ],
)
def test_engines_look_at_what_they_are_given(begin: Callable[..., object]) -> None:
    one, none = np.ones(1, np.uint32), np.empty(0, np.uint32)
    problem = _core.Problem(
        1,
        lo=one,
        hi=one,
        starts=np.array([0, 1], np.uint64),
        items=one,
        colours=none,
        cells=none,
        touching=none,
        pieces=none,
        points=np.empty(0, np.int64),
    )
    settings = native.native_settings(SearchOptions(), Subtree(), collect=False)
    with raises_text(_core.ContractViolation):
        begin(problem, settings)


def test_a_problem_that_was_searched_can_be_sent_away() -> None:
    problem = queens(8)
    assert tw.count(problem) == 92
    assert tw.count(pickle.loads(pickle.dumps(problem))) == 92


def test_threads_that_ask_at_once_are_all_answered() -> None:
    problems = [queens(6), queens(8)] * 20

    def count(problem: ExactCover) -> int:
        return LinksSearch(problem, collect=False).run().solutions

    with ThreadPoolExecutor(8) as threads:
        assert list(threads.map(count, problems)) == [4, 92] * 20


def test_nothing_is_kept_of_problems_that_are_gone() -> None:
    gc.collect()
    kept = len(native._NATIVE)
    problem = queens(6)
    tw.count(problem)
    assert len(native._NATIVE) == kept + 1
    del problem
    gc.collect()
    assert len(native._NATIVE) == kept
