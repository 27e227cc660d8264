"""Jobs on a device that are cut off in the middle: by Ctrl-C, and by want of memory."""

from collections.abc import Callable

import pytest

from tests.twin_machine import TwinMachine
from tilewright.cover import Subtree
from tilewright.cover.examples import dominoes
from tilewright.engines import FrontierError, SearchOptions
from tilewright.engines.device import sweep as sweeping
from tilewright.engines.device.count import DeviceCount, DeviceTable
from tilewright.engines.device.machine import Words
from tilewright.engines.frontier import frontier_input

NATIVE = frontier_input(dominoes(8, 8), SearchOptions(), Subtree())
SOLUTIONS = 12_988_816

Job = DeviceCount | DeviceTable
Begin = Callable[[TwinMachine], Job]


def begin_count(machine: TwinMachine) -> Job:
    return DeviceCount(NATIVE, machine, host_memory=2**30, disk=0)


def begin_table(machine: TwinMachine) -> Job:
    return DeviceTable(NATIVE, machine, memory=2**30)


def found(job: Job) -> int:
    assert job.run(60.0)
    return job.result() if isinstance(job, DeviceCount) else job.table.count()


class Interrupted(TwinMachine):
    left = 30  # launches until somebody presses Ctrl-C

    def launch(self, kernel: str, blocks: int, *arguments: int) -> None:
        super().launch(kernel, blocks, *arguments)
        self.left -= 1
        if self.left == 0:
            raise KeyboardInterrupt


class Scarce(TwinMachine):
    """Somebody else takes the memory for a moment."""

    left = 0  # times that there is enough
    asked = 0

    def allocate(self, words: int) -> Words:
        self.asked += 1
        if self.asked == self.left:
            raise MemoryError(f"no {words} words")
        return super().allocate(words)


@pytest.mark.parametrize("begin", [begin_count, begin_table])
def test_ctrl_c_in_a_step_spoils_nothing(begin: Begin) -> None:
    job = begin(Interrupted())
    with pytest.raises(KeyboardInterrupt):
        job.run(60.0)
    assert found(job) == SOLUTIONS


def test_a_checkpoint_after_ctrl_c_is_of_the_beginning() -> None:
    count = DeviceCount(NATIVE, Interrupted(), host_memory=2**30, disk=0)
    with pytest.raises(KeyboardInterrupt):
        count.run(60.0)
    checkpoint = count.checkpoint()
    assert checkpoint is not None
    assert checkpoint.sweeps == ()


@pytest.mark.parametrize("begin", [begin_count, begin_table])
@pytest.mark.parametrize("large", [sweeping.LARGE, 8])
def test_want_of_memory_is_told_or_made_do_with(
    begin: Begin, large: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sweeping, "LARGE", large)
    told = made_do = 0
    plenty = Scarce(2**22, cache=1, first_capacity=64)
    assert found(begin(plenty)) == SOLUTIONS
    for left in range(1, plenty.asked + 1, 7 if large == 8 else 1):
        machine = Scarce(2**22, cache=1, first_capacity=64)
        machine.left = left
        job = begin(machine)
        try:
            assert found(job) == SOLUTIONS
            made_do += 1
        except FrontierError as error:
            assert "MiB of the processor, and there is no more memory" in str(error)
            assert found(job) == SOLUTIONS
            told += 1
    assert told
    assert made_do


def test_without_memory_for_bins_it_goes_straight(monkeypatch: pytest.MonkeyPatch) -> None:
    class Cramped(TwinMachine):
        """There are no large pieces, once a sweep has begun."""

        left = 4  # board, lists, program, small tables
        refused = 0

        def allocate(self, words: int) -> Words:
            self.left -= 1
            if self.left < 0 and words >= sweeping.LEAST_BINNED:
                self.refused += 1
                raise MemoryError
            return super().allocate(words)

    monkeypatch.setattr(sweeping, "LARGE", 8)
    machine = Cramped(cache=1, first_capacity=64)
    count = DeviceCount(NATIVE, machine, host_memory=2**30, disk=0, meet=False)
    assert found(count) == SOLUTIONS
    assert machine.refused > 10
