"""All states at once, found and completed on a device, and then handed to the core's own table."""

from collections.abc import Iterator
from typing import NoReturn

import numpy as np

from tilewright import _core
from tilewright.engines.device.job import DeviceJob
from tilewright.engines.device.machine import Machine, Words
from tilewright.engines.device.room import Room
from tilewright.engines.device.sweep import Program, Sweep
from tilewright.engines.engine import FrontierError

__all__ = ["DeviceTable"]

CHAIN = 32  # stages that are completed at once, unless one of them
LARGE = 2**20  # has so many states
PASSES = 3  # all stages are swept, completed and handed over


class OneRoom(Room):
    """The device's memory alone: what is to be completed has to stay there."""

    def __init__(self, machine: Machine) -> None:
        super().__init__(machine, host=0, disk=0)

    def refuse(self) -> NoReturn:
        """Say that there is not enough."""
        raise FrontierError(
            f"all states at once take more than the {self.device_limit >> 20} MiB of the device, "
            f"where they have {self.device >> 20} MiB already: leave the device out, or only count"
        )


class DeviceTable(DeviceJob):
    """A table under way.  When `run` says that it is done, the table to ask is `table`."""

    def __init__(self, native: _core.FrontierInput, machine: Machine, *, memory: int) -> None:
        self.table = _core.FrontierTable(native, memory=memory)
        hopeless, _, words, sweeps = _core.frontier_programs(native, meet=False)
        self._program: Program | None = None
        if not hopeless and sweeps[0][1]:  # else the table is so small that nobody has to help
            self._program = Program(sweeps[0][0], tuple(sweeps[0][1]), words)
        self._memory = memory
        super().__init__(machine, lambda: OneRoom(machine))

    def run(self, seconds: float) -> bool:
        """Go on for at most so long, or a step; True when it is done."""
        return super().run(seconds) and self.table.run(seconds)

    def stop(self) -> None:
        """From any thread: make run() return soon."""
        super().stop()
        self.table.stop()

    def counters(self) -> tuple[list[int], list[int], int]:
        """Moves per stage, states per stage, states given up before they were stored."""
        return super().counters() if self._sweeps else self.table.counters()

    def stage(self) -> int:
        """Stages that are done, each of them once in each pass."""
        return self._passed + sum(sweep.stage for sweep in self._sweeps)

    def stages(self) -> int:
        """Stages of all passes together."""
        return PASSES * self.table.stages()

    def most_bytes(self) -> tuple[int, int]:
        """The most bytes of states on the device, and of the table that has been handed over."""
        return self._room.most_device, self.table.most_bytes()[0]

    def _begin(self) -> None:
        super()._begin()
        self._passed = 0  # stages completed, and stages handed over

    def _work(self) -> Iterator[None]:
        if self._program is None:
            return
        sweep = self._new_sweep(self._program, keep=True)
        sweep.begin()
        while not sweep.done:
            sweep.step()
            yield
        sweep.drop_bins()
        yield from self._complete(sweep)
        yield from self._hand_over(sweep)
        sweep.close()

    def _complete(self, sweep: Sweep) -> Iterator[None]:
        """Count the completions of all states, from the last stage to the first."""
        stages, words, board = sweep.program.stages, sweep.program.words, sweep.board
        ends = np.concatenate([np.empty(0, np.uint64), *sweep.layers.pieces(stages)])
        ends.reshape(-1, sweep.slot_words)[:, words] = 1
        sweep.layers.empty(stages)
        sweep.layers.load(stages, ends)
        for stage in reversed(range(stages)):
            self._machine.launch("complete", self._machine.blocks, board.address, stage)
            self._passed += 1
            if stage % CHAIN == 0 or sweep.layers.used(stage) >= LARGE:
                board.read()
                yield

    def _hand_over(self, sweep: Sweep) -> Iterator[None]:
        """Give the states that can be completed to the core, stage by stage."""
        for stage in range(sweep.program.stages + 1):
            self.table.load(stage, self._gathered(sweep, stage), count_words=self._count_words)
            sweep.layers.free(stage)
            self._passed += stage > 0
            yield

    def _gathered(self, sweep: Sweep, stage: int) -> Words:
        """The states of a stage that can be completed; the core wants them all, to make room.

        More than can fit into its table are never here at once.
        """
        kept, states = [np.empty(0, np.uint64)], 0
        for piece in sweep.layers.pieces(stage):
            kept.append(alive(piece, sweep))
            states += len(kept[-1]) // sweep.slot_words
            if 8 * sweep.program.words * states > self._memory:
                raise FrontierError(
                    f"all states at once take more than the {self._memory >> 20} MiB allowed, "
                    f"already at stage {stage} of {sweep.program.stages}: allow more memory, or "
                    f"only count"
                )
        return np.concatenate(kept)


def alive(piece: Words, sweep: Sweep) -> Words:
    """Of a row of entries, those that can be completed."""
    entries = piece.reshape(-1, sweep.slot_words)
    return entries[entries[:, sweep.program.words :].any(axis=1)].reshape(-1)
