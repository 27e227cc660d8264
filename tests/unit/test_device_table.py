"""A table that a device fills: its limits, its counters, and when it is stopped."""

import threading
from typing import ClassVar

import numpy as np
import pytest

import tilewright as tw
from tests.shell import answer
from tests.texts import raises_text
from tests.twin_machine import TwinMachine
from tilewright import _core
from tilewright.cover import ExactCover, Subtree
from tilewright.cover.examples import dominoes
from tilewright.engines import FrontierError, FrontierSearch, FrontierTable, SearchOptions, frontier
from tilewright.engines.device.count import DeviceTable
from tilewright.engines.device.machine import CudaMachine

CARD = SearchOptions(device="cuda")
# A device counts moves as a count does, and not only those that lead to a state.
COUNTED = ("nodes", "updates", "branches", "stranded", "fraction_explored")


@pytest.fixture(autouse=True)
def machine(monkeypatch: pytest.MonkeyPatch) -> TwinMachine:
    """The processor in the place of a card."""
    twin = TwinMachine()
    monkeypatch.setattr(CudaMachine, "find", lambda: twin)
    return twin


def listed(search: FrontierSearch) -> list[tuple[int, ...]]:
    return [cover for batch in search for cover in batch]


def native_of(problem: ExactCover) -> _core.FrontierInput:
    return frontier.frontier_input(problem, CARD, Subtree())


def test_draw_and_share_by_name() -> None:
    puzzle = tw.load("soma")
    on_card, here = (
        tw.sample(puzzle, 5, seed=3, engine="frontier", device=device) for device in ("cuda", "cpu")
    )
    assert on_card == here
    assert len(here) == 5
    assert tw.shares(puzzle, engine="frontier", device="cuda").solutions == 11_520


@pytest.mark.parametrize(
    "command",
    [
        ("sample", "soma", "--seed", "4"),
        ("shares", "soma"),
        ("solve", "soma", "--max-solutions", "3"),
    ],
    ids=lambda command: command[0],
)
def test_the_shell_says_the_same(command: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    filled: list[bool] = []
    run = DeviceTable.run

    def watched(self: DeviceTable, seconds: float) -> bool:
        filled.append(run(self, seconds))
        return filled[-1]

    monkeypatch.setattr(DeviceTable, "run", watched)
    on_card = answer(*command, "--engine", "frontier", "--device", "cuda")
    assert filled[-1]
    here = answer(*command, "--engine", "frontier")
    for told in (on_card, here):
        for name in ("seconds", "device", *COUNTED):
            told.pop(name, None)
    assert on_card == here


def test_a_device_that_is_too_small_is_refused_with_numbers(machine: TwinMachine) -> None:
    machine.memory = 2**22
    with raises_text(FrontierError):
        FrontierTable(tw.encoding.encode(tw.load("soma")).problem, CARD)


def test_a_host_that_is_too_small_is_refused_with_numbers() -> None:
    problem = tw.encoding.encode(tw.load("soma")).problem
    with raises_text(FrontierError):
        FrontierTable(problem, SearchOptions(device="cuda", max_memory=2**16))
    search = FrontierSearch(problem, SearchOptions(device="cuda", max_memory=2**16))
    for _ in range(2):  # it says so as often as it is asked
        with raises_text(FrontierError):
            listed(search)


def test_a_stage_that_is_too_large_is_not_brought_to_the_host(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Patient:
        """Takes whatever it is given."""

        sizes: ClassVar[list[int]] = []

        def load(self, stage: int, entries: np.ndarray, *, count_words: int) -> None:
            assert stage == len(self.sizes)
            assert len(entries) % (1 + count_words) == 0
            self.sizes.append(len(entries) // (1 + count_words))

    memory = 2**11
    job = DeviceTable(native_of(dominoes(12, 12)), TwinMachine(), memory=memory)
    monkeypatch.setattr(job, "table", Patient())
    with raises_text(FrontierError):
        job.run(60.0)
    assert memory // 32 < max(Patient.sizes) <= memory // 8


def test_its_counters_are_those_of_a_count() -> None:
    problem = tw.encoding.encode(tw.load("soma")).problem
    search = FrontierSearch(problem, CARD)
    assert len(listed(search)) == 11_520
    job = _core.FrontierCount(
        native_of(problem),
        threads=1,
        memory=2**30,
        disk=0,
        pockets=True,
        look_ahead=False,
        symmetries=False,
        meet=False,
    )
    while not job.run(1.0):
        pass
    moves, states, stranded = job.counters()
    counters = search.counters
    assert list(counters.nodes_per_level) == moves
    assert list(counters.updates_per_level) == states
    assert counters.stranded == stranded
    assert min(search.most_bytes) > 0


def test_it_goes_on_where_it_was_stopped() -> None:
    problem = dominoes(8, 8)
    job = DeviceTable(native_of(problem), TwinMachine(), memory=2**30)
    explored = [0]
    while not job.run(0.0):
        explored.append(job.stage())
        assert job.stage() <= job.stages()
    assert explored == sorted(explored)
    assert len(set(explored)) > 3
    assert job.stage() == job.stages()
    assert job.table.count() == 12_988_816
    search = FrontierSearch(dominoes(4, 4), CARD)
    search.stop()
    assert listed(search) == []
    assert listed(search) == listed(FrontierSearch(dominoes(4, 4)))


def test_limits() -> None:
    problem = dominoes(16, 16)
    start = Subtree((0,))
    for limits in ({"max_nodes": 100}, {"max_seconds": 0}):
        search = FrontierSearch(problem, SearchOptions(device="cuda", **limits), start)
        assert listed(search) == []
        assert not search.finished
        assert 0 <= search.fraction_explored < 1
        assert search.remainder() == [start]
    search = FrontierSearch(dominoes(16, 16), CARD)
    timer = threading.Timer(0.1, search.stop)
    timer.start()
    assert listed(search) == []
    timer.join()
    assert search.remainder() == [Subtree()]


def test_whoever_watches_may_end_it() -> None:
    def refuse() -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        FrontierTable(dominoes(18, 18), CARD, progress=refuse)


def test_states_that_do_not_fit_are_refused() -> None:
    table = _core.FrontierTable(native_of(dominoes(4, 4)), memory=2**20)
    entries = np.zeros(4, np.uint64)
    with pytest.raises(ValueError, match=r"stage 99: expected a stage from 0 to \d+"):
        table.load(99, entries, count_words=1)
    with pytest.raises(ValueError, match="4 words of states: expected keys of 1 words and counts"):
        table.load(0, entries, count_words=2)
    hopeless = _core.FrontierTable(native_of(tw.cover.parse_cover("a b\na\n")), memory=2**20)
    with pytest.raises(ValueError, match="there is nothing to load"):
        hopeless.load(0, entries, count_words=1)
