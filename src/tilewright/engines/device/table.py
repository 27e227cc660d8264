"""All states at once, found and completed on a device, and then handed to the core's own table."""

import time
from collections.abc import Iterator
from typing import NoReturn

import numpy as np

from tilewright import _core
from tilewright.engines.device.board import LargeCountError, Ledger
from tilewright.engines.device.count import MOST_COUNT_WORDS
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


class DeviceTable:
    """A table under way.

    Has the methods of the core's own jobs.  When `run` says that it is done, the table to ask is
    `table`.
    """

    def __init__(self, native: _core.FrontierInput, machine: Machine, *, memory: int) -> None:
        self.table = _core.FrontierTable(native, memory=memory)
        hopeless, _, words, sweeps = _core.frontier_programs(native, meet=False)
        self._program: Program | None = None
        if not hopeless and sweeps[0][1]:  # else the table is so small that nobody has to help
            self._program = Program(sweeps[0][0], tuple(sweeps[0][1]), words)
        self._machine, self._memory = machine, memory
        self._most_nodes: int | None = None
        self._stopped = self._filled = False
        self._count_words = 1
        self._begin()

    def run(self, seconds: float) -> bool:
        """Go on for at most so long, or a step; True when it is done."""
        deadline = time.monotonic() + seconds
        while not self._filled:
            if self._stopped or self.limited():
                break
            self._step()
            if time.monotonic() >= deadline:
                break
        self._stopped = False
        return self._filled and self.table.run(seconds)

    def stop(self) -> None:
        """From any thread: make run() return soon."""
        self._stopped = True
        self.table.stop()

    def limit_nodes(self, most: int) -> None:
        """Pause after so many moves."""
        self._most_nodes = most

    def limited(self) -> bool:
        """Have so many moves been made?"""
        moves = self._sweep.moves if self._sweep else 0
        return self._most_nodes is not None and moves >= self._most_nodes

    def counters(self) -> tuple[list[int], list[int], int]:
        """Moves per stage, states per stage, states given up before they were stored."""
        if self._sweep is None:
            return self.table.counters()
        rows = self._sweep.board.ledgers[:-2]
        moves, states = rows[:, Ledger.MOVES].tolist(), rows[:, Ledger.STATES].tolist()
        return moves, states, int(rows[:, Ledger.STRANDED].sum())

    def stage(self) -> int:
        """Stages that are done, each of them once in each pass."""
        return self._passed + (self._sweep.stage if self._sweep else 0)

    def stages(self) -> int:
        """Stages of all passes together."""
        return PASSES * self.table.stages()

    def most_bytes(self) -> tuple[int, int]:
        """The most bytes of states on the device, and of the table that has been handed over."""
        return self._room.most_device, self.table.most_bytes()[0]

    def _begin(self) -> None:
        self._room = OneRoom(self._machine)
        self._sweep: Sweep | None = None
        self._passed = 0  # stages completed, and stages handed over
        self._steps = self._fill()

    def _step(self) -> None:
        try:
            next(self._steps, None)
        except LargeCountError:
            self._widen()
        except BaseException:  # want of room, or Ctrl-C: a step that was cut off cannot go on
            self._begin()
            raise

    def _widen(self) -> None:
        """Begin again with wider counts."""
        self._count_words *= 2
        if self._count_words > MOST_COUNT_WORDS:
            raise FrontierError(
                f"a count needs more than {64 * MOST_COUNT_WORDS - 8} bits, which is too much for "
                f"a graphics card: leave the device out"
            )
        self._begin()
        self._machine.tidy()

    def _fill(self) -> Iterator[None]:
        if self._program is not None:
            yield from self._fill_by(self._program)
        self._filled = True

    def _fill_by(self, program: Program) -> Iterator[None]:
        sweep = Sweep(self._machine, program, self._count_words, self._room, keep=True)
        self._sweep = sweep
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
