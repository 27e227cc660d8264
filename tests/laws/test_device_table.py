"""A table filled by a device is the one that the processor fills: counts, lists, draws and shares.

The processor runs the kernels in the place of a card.
"""

import math
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tilewright as tw
from tests.laws.test_frontier import any_problem, starts, weight
from tests.twin_machine import TwinMachine
from tilewright import _core
from tilewright.cover import Subtree
from tilewright.cover.examples import dominoes
from tilewright.engines import (
    FrontierError,
    FrontierSearch,
    FrontierTable,
    SearchOptions,
    frontier,
)
from tilewright.engines.device import count as table
from tilewright.engines.device import sweep
from tilewright.engines.device.machine import CudaMachine

CARD = SearchOptions(device="cuda")
machines = st.builds(
    TwinMachine,
    threads=st.sampled_from([1, 3]),
    blocks=st.sampled_from([1, 4]),
    first_capacity=st.sampled_from([1, 2**10]),
)


@pytest.fixture(autouse=True, scope="module")
def _twin_in_place_of_a_card() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        use(patch, TwinMachine())
        yield


def use(patch: pytest.MonkeyPatch, machine: TwinMachine) -> None:
    patch.setattr(CudaMachine, "find", lambda: machine)


def assert_same(ours: FrontierTable, theirs: FrontierTable) -> None:
    assert ours.count == theirs.count
    assert ours.uses() == theirs.uses()
    assert ours.sample(20, seed=7) == theirs.sample(20, seed=7)


def wide(bits: int) -> tuple[tw.ExactCover, SearchOptions]:
    """A problem, swept so that half-way so many bits are open, but that has few states."""
    lines = [f"p{k} s{k}\nq{k}\nq{k} s{k}" for k in range(bits)]
    lines += [f"p{k}" for k in range(0, bits, bits // 3)]
    names = [*(f"p{k}" for k in range(bits)), *(f"q{k}" for k in range(bits))]
    secondary = " ".join(f"s{k}" for k in range(bits))
    problem = tw.cover.parse_cover(
        " ".join(names) + " | " + secondary + "\n" + "\n".join(lines) + "\n"
    )
    return problem, SearchOptions(order=tuple(range(2 * bits)), device="cuda")


@given(any_problem, st.data())
def test_it_is_the_table_of_the_processor(problem: tw.ExactCover, data: st.DataObject) -> None:
    start = data.draw(starts(problem))
    count = problem.option_count
    weights = data.draw(st.none() | st.lists(weight, min_size=count, max_size=count))
    if weights and math.prod(weights[option] for option in start.chosen) >= 2**64:
        weights = None
    with pytest.MonkeyPatch.context() as patch:
        use(patch, data.draw(machines))
        if data.draw(st.booleans()):  # by way of bins
            patch.setattr(sweep, "LARGE", 1)
            patch.setattr(table, "LARGE", 1)
        ours = FrontierTable(problem, CARD, start, weights=weights)
    theirs = FrontierTable(problem, start=start, weights=weights)
    assert_same(ours, theirs)
    assert list(ours.covers()) == list(theirs.covers())


@given(any_problem, st.integers(0, 4), st.data())
def test_it_lists_and_leaves_a_rest(problem: tw.ExactCover, most: int, data: st.DataObject) -> None:
    start = data.draw(starts(problem))
    ours, theirs = (
        FrontierSearch(problem, SearchOptions(max_solutions=most, device=device), start)
        for device in ("cuda", "cpu")
    )
    assert [c for batch in ours for c in batch] == [c for batch in theirs for c in batch]
    assert ours.remainder() == theirs.remainder()
    assert ours.finished == theirs.finished


@pytest.mark.parametrize(("height", "words"), [(36, 1), (37, 1), (38, 2), (120, 4), (170, 8)])
def test_counts_of_several_words(height: int, words: int) -> None:
    problem = dominoes(height, 4)
    ours, theirs = FrontierTable(problem, CARD), FrontierTable(problem)
    assert 32 * words - 8 < ours.count.bit_length() <= 64 * words - 8
    assert_same(ours, theirs)


def test_a_count_that_is_too_large_is_refused() -> None:
    with pytest.raises(FrontierError, match="more than 504 bits"):
        FrontierTable(dominoes(360, 4), CARD)


@pytest.mark.parametrize(("bits", "words"), [(60, 1), (100, 2), (180, 3), (250, 4), (260, 8)])
def test_keys_of_several_words(bits: int, words: int) -> None:
    problem, options = wide(bits)
    native = frontier.frontier_input(problem, options, Subtree())
    assert _core.frontier_programs(native, meet=False)[2] == words
    ours = FrontierTable(problem, options)
    theirs = FrontierTable(problem, SearchOptions(order=options.order))
    assert ours.count > 1
    assert_same(ours, theirs)
    assert list(ours.covers()) == list(theirs.covers())


@pytest.mark.parametrize("name", ["soma", "hexiamond-rhombus"])
def test_puzzles(name: str) -> None:
    problem = tw.encoding.encode(tw.load(name)).problem
    assert_same(FrontierTable(problem, CARD), FrontierTable(problem))
