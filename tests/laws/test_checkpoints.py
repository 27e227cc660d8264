"""A count on a device that is stopped at any stage and goes on is one that was never stopped.

The processor runs the kernels in place of a card.
"""

import errno
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import tilewright as tw
from tests.laws.test_anchor import tilings
from tests.strategies import plain_problems, problems
from tests.twin_machine import TwinMachine
from tilewright.cover import Subtree
from tilewright.cover.examples import dominoes
from tilewright.engines import FrontierError, SearchOptions
from tilewright.engines.device import room
from tilewright.engines.device import sweep as sweeping
from tilewright.engines.device.checkpoint import (
    Checkpoint,
    CheckpointError,
    pack_checkpoint,
    unpack_checkpoint,
)
from tilewright.engines.device.count import DeviceCount
from tilewright.engines.frontier import frontier_input

WEIGHT = 20  # of a domino, in bits: a cover has 18 of them

Begin = Callable[[Checkpoint | None], DeviceCount]


def counting(
    problem: tw.ExactCover,
    *,
    meet: bool | None = None,
    memory: int = 2**20,
    weights: list[int] | None = None,
) -> Begin:
    native = frontier_input(problem, SearchOptions(), Subtree(), weights)

    def begin(checkpoint: Checkpoint | None) -> DeviceCount:
        machine = TwinMachine(memory, first_capacity=64, blocks=1)
        limits = {"host_memory": 2**14, "disk": 2**30}
        return DeviceCount(native, machine, meet=meet, checkpoint=checkpoint, **limits)

    return begin


def finish(count: DeviceCount) -> DeviceCount:
    while not count.run(1.0):
        pass
    return count


def next_stage(count: DeviceCount) -> bool:
    """Go on until a stage or more are done; True if all is."""
    before = count.stage()
    while count.stage() == before:
        if count.run(0.0):
            return True
    return False


def travelled(checkpoint: Checkpoint, most: int = 1000) -> Checkpoint:
    return unpack_checkpoint(pack_checkpoint(checkpoint, most))


def stop_everywhere(begin: Begin) -> tuple[DeviceCount, int]:
    """A count that is stopped and begun again after each stage, and how often that was."""
    count, stops = begin(None), 0
    while not next_stage(count):
        checkpoint = count.checkpoint()
        if checkpoint is None:
            break
        count, stops = begin(travelled(checkpoint)), stops + 1
    return count, stops


def stage_by_stage(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have every stage launched on its own, so that there are as many places to stop."""
    monkeypatch.setattr(sweeping, "CHAIN", 1)
    monkeypatch.setattr(sweeping, "SHORT", 1)


def by_bins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sweeping, "LARGE", 64)


@given(problems() | plain_problems() | tilings(), st.sampled_from([None, False, True]))
def test_a_count_that_was_stopped_everywhere(problem: tw.ExactCover, meet: bool | None) -> None:
    with pytest.MonkeyPatch.context() as monkeypatch:
        stage_by_stage(monkeypatch)
        begin = counting(problem, meet=meet)
        whole = finish(begin(None))
        stopped, _ = stop_everywhere(begin)
        assert stopped.result() == whole.result()
        assert stopped.counters() == whole.counters()


@pytest.mark.parametrize("meet", [False, True])
@pytest.mark.parametrize("way", [stage_by_stage, by_bins])
def test_dominoes(
    meet: bool, way: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    way(monkeypatch)
    begin = counting(dominoes(8, 8), meet=meet)
    whole = finish(begin(None))
    stopped, stops = stop_everywhere(begin)
    assert stops > 10
    assert stopped.result() == whole.result() == 12_988_816
    assert stopped.counters() == whole.counters()


@pytest.mark.parametrize("few", [0, room.FEW])
def test_states_that_are_on_the_host(few: int, monkeypatch: pytest.MonkeyPatch) -> None:
    stage_by_stage(monkeypatch)
    monkeypatch.setattr(room, "FEW", few)
    whole = finish(counting(dominoes(12, 12), meet=False)(None))
    begin = counting(dominoes(12, 12), meet=False, memory=400_000)
    count, with_runs = begin(None), 0
    while not next_stage(count):
        checkpoint = count.checkpoint()
        assert checkpoint is not None
        layers = [layer for sweep in checkpoint.sweeps for layer in sweep.layers]
        if count.stage() % 8 == 0 and any(layer.runs for layer in layers):
            with_runs += 1
            again = finish(begin(travelled(checkpoint, 50_000)))
            assert again.result() == whole.result() == 53060477521960000
            assert again.counters() == whole.counters()
    assert with_runs > 5
    assert count.counters() == whole.counters()


def test_a_sweep_that_waits_for_the_other_with_states_on_the_host() -> None:
    native = frontier_input(tw.encoding.encode(tw.load("soma")).problem, SearchOptions(), Subtree())

    def begin(checkpoint: Checkpoint | None) -> DeviceCount:
        machine = TwinMachine(2**21, first_capacity=64)
        return DeviceCount(native, machine, host_memory=2**30, disk=0, checkpoint=checkpoint)

    count, checkpoint = begin(None), None
    while checkpoint is None or len(checkpoint.sweeps) < 2:
        assert not next_stage(count)
        checkpoint = count.checkpoint()
    assert checkpoint is not None
    assert checkpoint.sweeps[0].layers[0].runs
    assert finish(begin(checkpoint)).result() == finish(count).result() == 11_520


def test_a_device_that_has_become_smaller() -> None:
    large = counting(dominoes(12, 12), meet=False, memory=2**24)(None)
    while large.stage() < 70:
        large.run(0.0)
    checkpoint = large.checkpoint()
    assert checkpoint is not None
    small = counting(dominoes(12, 12), meet=False, memory=400_000)(checkpoint)
    assert finish(small).result() == 53060477521960000
    assert finish(large).result() == 53060477521960000  # nothing was disturbed


@pytest.mark.parametrize("meet", [False, True])
def test_counts_of_several_words(meet: bool) -> None:
    problem = dominoes(6, 6)
    begin = counting(problem, meet=meet, weights=[2**WEIGHT] * problem.option_count)
    stopped, stops = stop_everywhere(begin)
    assert stops > 1
    assert stopped.result() == 6728 * 2 ** (WEIGHT * 18)


def begun() -> tuple[Begin, Checkpoint]:
    begin = counting(dominoes(6, 6), meet=False)
    count = begin(None)
    count.run(0.0)
    checkpoint = count.checkpoint()
    assert checkpoint is not None
    return begin, checkpoint


def test_one_of_another_count_is_refused() -> None:
    _, checkpoint = begun()
    with pytest.raises(CheckpointError, match="of another count"):
        counting(dominoes(6, 7), meet=False)(checkpoint)


def test_a_full_disk_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(room, "FEW", 0)
    monkeypatch.setattr("os.posix_fallocate", refuse, raising=False)
    full = r"is no room \(No space left on device\): make room, or name another directory by TMPDIR"
    with pytest.raises(FrontierError, match=full):
        finish(counting(dominoes(12, 12), meet=False, memory=400_000)(None))
    count = counting(dominoes(8, 8), meet=False)(None)
    next_stage(count)
    with pytest.raises(CheckpointError, match=full):
        count.checkpoint()
    assert finish(count).result() == 12_988_816


def test_one_that_is_too_large_is_refused() -> None:
    count = counting(dominoes(8, 8), meet=False)(None)
    next_stage(count)
    with pytest.raises(CheckpointError, match="a checkpoint may have 0"):
        count.checkpoint(10)
    assert finish(count).result() == 12_988_816


@given(st.data())
def test_damage_is_found(data: st.DataObject) -> None:
    _, checkpoint = begun()
    pieces = [bytearray(piece) for piece in pack_checkpoint(checkpoint, 100)]
    piece = data.draw(st.integers(0, len(pieces) - 1))
    harm = data.draw(st.sampled_from(["flip", "drop", "cut", "twice"]))
    if harm == "flip":
        place = data.draw(st.integers(0, len(pieces[piece]) - 1))
        pieces[piece][place] ^= 1 << data.draw(st.integers(0, 7))
    elif harm == "drop":
        del pieces[piece]
    elif harm == "cut":
        del pieces[piece][-1]
    else:
        pieces.insert(piece, pieces[piece])
    with pytest.raises(CheckpointError, match="damaged"):
        unpack_checkpoint(map(bytes, pieces))


def test_a_format_of_later_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    _, checkpoint = begun()
    monkeypatch.setattr("tilewright.engines.device.checkpoint.FORMAT", 2)
    pieces = [*pack_checkpoint(checkpoint, 100)]
    monkeypatch.undo()
    with pytest.raises(CheckpointError, match="format 2"):
        unpack_checkpoint(pieces)


def test_bytes_and_back() -> None:
    _, checkpoint = begun()
    again: Any = travelled(checkpoint, 8)
    for ours, theirs in zip(checkpoint.arrays(), again.arrays(), strict=True):
        assert np.array_equal(ours, theirs)
    assert (again.fingerprint, again.count_words) == (checkpoint.fingerprint, 1)
