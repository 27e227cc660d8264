"""Any number of threads comes to the same: the same covers in the same order, at the same cost.

Threads here share the work after every node, so that even tiny searches change hands.
"""

import threading
from collections.abc import Iterator

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import tilewright as tw
from tests.examples import examples
from tests.strategies import SAME_TREE, plain_problems, problems, rules
from tests.texts import raises_text
from tilewright.cover.examples import pentominoes_6x10, queens, scott
from tilewright.engines import BitsSearch, OptionError, SearchOptions, native

any_problem = problems() | plain_problems()
threads = st.sampled_from([2, 4])
engines = st.sampled_from([*SAME_TREE, "bits"])


@pytest.fixture(autouse=True, scope="module")
def eager() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(native, "EAGER", True)
        yield


def require_taken(problem: tw.ExactCover, engine: str) -> None:
    assume(engine != "bits" or BitsSearch.refusal(problem) is None)


def covers_of(search: tw.engines.Search) -> list[tw.engines.Cover]:
    return [cover for batch in search for cover in batch]


@given(any_problem, rules(), engines, threads, st.none() | st.integers(0, 3), st.integers(0, 8))
def test_threads_come_to_the_same(
    problem: tw.ExactCover,
    rule: dict[str, str],
    engine: str,
    threads: int,
    seed: int | None,
    nodes: int,
) -> None:
    """From the root, and from wherever a search was stopped."""
    require_taken(problem, engine)
    if engine == "bits":
        rule, seed = {}, None
    starts = tw.engines.search(
        problem, engine=engine, seed=seed, max_nodes=nodes, **rule
    ).remainder()
    for start in (tw.cover.Subtree(), *starts):
        for collect in (True, False):
            one, several = (
                tw.engines.search(
                    problem,
                    start=start,
                    engine=engine,
                    seed=seed,
                    collect=collect,
                    threads=count,
                    **rule,
                )
                for count in (1, threads)
            )
            assert covers_of(several) == covers_of(one)
            assert several.counters == one.counters
            assert several.finished
            assert several.fraction_explored == 1
            assert several.remainder() == []


@given(any_problem, engines, threads, st.integers(0, 4))
def test_stopped_threads_and_rest_make_the_whole(
    problem: tw.ExactCover, engine: str, threads: int, batches: int
) -> None:
    require_taken(problem, engine)
    whole = tw.engines.search(problem, engine=engine)
    expected = covers_of(whole)
    search = tw.engines.search(problem, engine=engine, threads=threads)
    covers: list[tw.engines.Cover] = []
    for _, batch in zip(range(batches), search, strict=False):
        covers += batch
    after = tw.engines.search(problem, start=search.remainder(), engine=engine, threads=threads)
    covers += covers_of(after)
    assert covers == expected
    assert search.counters + after.counters == whole.counters


@given(st.integers(0, 19), engines, threads)
@examples(20)
def test_real_puzzles_too(found: int, engine: str, threads: int) -> None:
    problem = scott((2, 3))
    whole = tw.engines.search(problem, engine=engine)
    expected = covers_of(whole)
    search = tw.engines.search(problem, engine=engine, threads=threads)
    covers: list[tw.engines.Cover] = []
    for batch in search:
        covers += batch
        if len(covers) >= found:
            break
    assert covers == expected[: len(covers)]
    after = tw.engines.search(problem, start=search.remainder(), engine=engine)
    covers += covers_of(after)
    assert covers == expected
    assert search.counters + after.counters == whole.counters


def test_threads_stop_and_go_on() -> None:
    problem = pentominoes_6x10()
    expected = tw.engines.search(problem, engine="links", collect=False).run()
    search = tw.engines.search(problem, engine="links", threads=3, collect=False)
    pauses = 0
    while not search.finished:
        timer = threading.Timer(0.1, search.stop)
        timer.start()
        search.run()
        timer.join()
        pauses += 1
    assert pauses > 1
    assert search.counters == expected


def test_a_stop_ends_them_all() -> None:
    search = tw.engines.search(queens(40), threads=4, collect=False)
    search.stop()
    assert search.run().solutions == 0
    assert not search.finished
    while not search.fraction_explored:  # on a busy machine the first subtree takes a while
        threading.Timer(0.2, search.stop).start()
        nodes = search.run().nodes
        assert nodes == search.counters.nodes > 0
    assert 0 < search.fraction_explored < 1
    assert search.remainder()
    del search  # with threads that wait


def test_limits_that_threads_would_race_for_are_kept_by_one() -> None:
    for limit in ({"max_solutions": 10}, {"max_nodes": 300}, {"max_levels": 2}):
        one, several = (tw.engines.search(queens(8), threads=count, **limit) for count in (1, 4))
        assert covers_of(several) == covers_of(one)
        assert several.counters == one.counters
        assert several.remainder() == one.remainder()


def test_threads_cannot_be_followed_step_by_step() -> None:
    search = tw.engines.search(queens(8), threads=2)
    with raises_text(OptionError):
        next(tw.engines.trace(search))  # type: ignore[arg-type]


@pytest.mark.parametrize("count", [-1, 1025, 1.5, True])
def test_so_many_threads_there_cannot_be(count: int) -> None:
    with pytest.raises(OptionError, match="threads is"):
        SearchOptions(threads=count)


def test_all_cores() -> None:
    assert tw.count(queens(8), threads=0) == 92
    with raises_text(OptionError):
        tw.estimate(queens(8), threads=2)
