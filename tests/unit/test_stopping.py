"""Stopping a search, from wherever: nothing is lost, and it can go on."""

import itertools
import threading
import time
from collections.abc import Callable

import pytest

import tilewright as tw
from tilewright.cover import SubtreeError
from tilewright.cover.examples import queens
from tilewright.engines import LinksSearch
from tilewright.polygons.search.corners import CornerCount
from tilewright.polygons.search.jigsaw import make_jigsaw


@pytest.mark.alone
@pytest.mark.parametrize("engine", ["links", "anchor"])
@pytest.mark.parametrize("rule", ["leftmost", "fewest"])
def test_stop_from_another_thread(engine: str, rule: str) -> None:
    search = tw.engines.search(queens(40), engine=engine, rule=rule, collect=False)
    timer = threading.Timer(0.2, search.stop)
    timer.start()
    began = time.monotonic()
    search.run()
    assert time.monotonic() - began < 1.2
    assert search.remainder()


def test_a_stop_before_the_start_is_not_forgotten() -> None:
    for start in (None, [tw.cover.Subtree()]):
        search = tw.engines.search(queens(40), start=start, collect=False)
        before = search.counters
        search.stop()
        assert search.run() == before
        assert not search.finished
        search.stop()  # and it stops once for each call
        assert search.run() == before


def test_a_stop_between_two_slices_is_not_forgotten() -> None:
    """It was, where polygons are counted by regions: the next slice took it back."""
    jigsaw = make_jigsaw(tw.load("stomachion"))
    counting = CornerCount(jigsaw, memo=False)
    steps = iter(counting)
    next(steps)
    assert not counting.finished
    counting.stop()
    assert list(steps) == []
    counting.stop()
    assert not counting.run()
    nodes = counting.nodes
    next(iter(counting))
    assert counting.nodes > nodes  # a stop is for once


def test_one_search_is_for_one_thread_at_a_time() -> None:
    native = LinksSearch(queens(40), collect=False)._current
    limits = {"solutions": None, "nodes": None, "seconds": 60.0, "batch": 1}
    thread = threading.Thread(target=lambda: native.run(**limits))  # type: ignore[arg-type]
    thread.start()
    time.sleep(0.3)
    with pytest.raises(ValueError, match="another thread is using this search"):
        native.rest()
    native.stop()
    thread.join(5)
    assert not thread.is_alive()
    assert native.rest()


def test_progress_over_several_parts_never_goes_back() -> None:
    problem = queens(9)
    search = tw.engines.search(problem, start=tw.engines.split(problem, levels=1)[1])
    shares = [search.fraction_explored]
    for pause, _ in enumerate(search):
        shares.append(search.fraction_explored)
        if pause % 3 == 0:
            search.stop()
            shares.append(search.fraction_explored)
    assert shares[0] == 0
    while not search.finished:
        before = search.counters.nodes
        for _ in search:
            shares.append(search.fraction_explored)
            search.stop()
        assert search.counters.nodes > before
        shares.append(search.fraction_explored)
    assert all(b > a - 1e-9 for a, b in itertools.pairwise(shares))
    assert shares[-1] == 1
    assert len(set(shares)) > 9
    assert search.counters.solutions == 352


@pytest.mark.parametrize("start", [None, [tw.cover.Subtree()]])
def test_a_stop_is_forgotten_when_the_consumer_breaks_off(
    start: list[tw.cover.Subtree] | None,
) -> None:
    search = tw.engines.search(queens(8), start=start)
    for _ in search:
        search.stop()
        break
    assert search.run().solutions == 92
    assert search.finished


class Interrupting:
    """The native search, but a signal arrives just when one of its functions has come back."""

    def __init__(self, native: object, function: str, after: int) -> None:
        self._native, self._function, self._left = native, function, after

    def __getattr__(self, name: str) -> object:
        found = getattr(self._native, name)
        return self._interrupted(found) if name == self._function else found

    def _interrupted(self, function: Callable[..., object]) -> Callable[..., object]:
        def call(*arguments: object, **named: object) -> object:
            result = function(*arguments, **named)
            self._left -= 1
            if self._left == 0:
                raise KeyboardInterrupt
            return result

        return call


@pytest.mark.parametrize("text", ["queens", "a 0:1|b 0:1|c\na\nb\nc\na b\n"])
@pytest.mark.parametrize("after", [1, 2, 3])
@pytest.mark.parametrize("function", ["run", "peek"])
@pytest.mark.parametrize("engine", ["links", "anchor"])
def test_an_exception_between_finding_and_handing_out_loses_nothing(
    text: str, after: int, function: str, engine: str
) -> None:
    problem = queens(8) if text == "queens" else tw.cover.parse_cover(text)
    whole = tw.engines.search(problem, engine=engine)
    expected = {frozenset(cover) for batch in whole for cover in batch}
    search = tw.engines.search(problem, engine=engine)
    search._current = Interrupting(search._current, function, after)  # type: ignore[attr-defined]
    covers: list[tw.engines.Cover] = []
    with pytest.raises(KeyboardInterrupt):  # noqa: PT012 - the loop is what is interrupted
        for batch in search:
            covers += batch
    counters = search.counters
    assert counters.solutions == len(covers)
    after_that = tw.engines.search(problem, start=search.remainder(), engine=engine)
    covers += [cover for batch in after_that for cover in batch]
    assert len(covers) == len(expected)
    assert {frozenset(cover) for cover in covers} == expected
    counters += after_that.counters
    assert (counters.nodes, counters.updates) == (whole.counters.nodes, whole.counters.updates)


def test_the_rest_can_be_looked_at_twice() -> None:
    for start in (None, [tw.cover.Subtree()]):
        search = tw.engines.search(queens(6), start=start, max_nodes=9)
        search.run()
        assert search.remainder() == search.remainder() != []


def test_an_engine_that_cannot_start_loses_no_subtree() -> None:
    _, parts = tw.engines.split(queens(6), levels=1)
    broken = [*parts[:2], tw.cover.Subtree((0, 1)), *parts[2:]]
    search = tw.engines.search(queens(6), start=broken)
    with pytest.raises(SubtreeError):
        search.run()
    assert search.remainder() == broken[2:]
