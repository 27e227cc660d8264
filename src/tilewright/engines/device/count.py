"""Counting on a device: one sweep, or two that meet, with counts as wide as they must be."""

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from typing import NoReturn

import numpy as np

from tilewright import _core
from tilewright.engines.contract import FrontierError
from tilewright.engines.device.checkpoint import Checkpoint, CheckpointError, digest_of
from tilewright.engines.device.machine import (
    CudaMachine,
    Desk,
    LargeCountError,
    Ledger,
    TableLayout,
    Words,
)
from tilewright.engines.device.room import Room
from tilewright.engines.device.sweep import DeviceSweep, Program

MOST_COUNT_WORDS = 8
CHAIN = 32  # stages that are completed at once, unless one of them
LARGE = 2**20  # has this many states
PASSES = 3  # all stages are swept, completed and handed over
TOTALS = 64  # rows in which products are added up, as the kernels have it (layers.hpp)
MOST_SAVED = 2**33  # bytes of a checkpoint


class DeviceJob(ABC):
    """A job under way, in steps; where that must be, it begins anew.

    It has the methods of the core's own jobs, so that a search can use either.
    """

    def __init__(self, machine: CudaMachine, new_room: Callable[[], Room]) -> None:
        self._machine, self._new_room = machine, new_room
        self._most_nodes: int | None = None
        self._stopped = self._done = False
        self._count_words = 1
        self._begin()

    def run(self, seconds: float) -> bool:
        """Go on for at most so long, or a step; True when it is done."""
        deadline = time.monotonic() + seconds
        while not (self._done or self._stopped or self.limited()):
            self._step()
            if time.monotonic() >= deadline:
                break
        self._stopped = False
        return self._done

    def stop(self) -> None:
        """From any thread: make run() return soon."""
        self._stopped = True

    def limit_nodes(self, most: int) -> None:
        """Pause after this many moves."""
        self._most_nodes = most

    def limited(self) -> bool:
        """Has that limit been reached?"""
        most = self._most_nodes
        return most is not None and sum(sweep.moves for sweep in self._sweeps) >= most

    def counters(self) -> tuple[list[int], list[int], int]:
        """Moves per stage, states per stage, states given up before they were stored."""
        ledgers = [sweep.board.ledgers[:-2] for sweep in self._sweeps]
        rows = np.concatenate(ledgers) if ledgers else np.zeros((0, Ledger.SIZE), np.uint64)
        moves, states = rows[:, Ledger.MOVES].tolist(), rows[:, Ledger.STATES].tolist()
        return moves, states, int(rows[:, Ledger.STRANDED].sum())

    @abstractmethod
    def _work(self) -> Iterator[None]:
        """All there is to do, step by step."""

    def _begin(self) -> None:
        """Begin, or begin anew."""
        self._sweeps: list[DeviceSweep] = []
        self._room = self._new_room()
        self._steps = self._work()

    def _new_sweep(self, program: Program, *, keep: bool) -> DeviceSweep:
        sweep = DeviceSweep(self._machine, program, self._count_words, self._room, keep=keep)
        self._sweeps.append(sweep)
        return sweep

    def _step(self) -> None:
        def take() -> None:
            self._done = next(self._steps, True) is True

        self._attempt(take)

    def _attempt(self, act: Callable[[], None]) -> None:
        """Do a part of the work.  What is cut off in the middle cannot go on: all begins anew."""
        try:
            act()
            return
        except LargeCountError:
            pass  # only then is the memory free that the error knows of
        except MemoryError as error:
            taken = self._room.device >> 20
            self._begin()
            raise FrontierError(
                f"states take {taken} MiB of {self._machine.name}, and there is no more memory, "
                f"there or here ({error}): end what else needs memory, or leave the device out"
            ) from None
        except BaseException:  # want of room, or Ctrl-C
            self._begin()
            raise
        self._widen()

    def _widen(self) -> None:
        """Begin anew with wider counts."""
        if self._count_words == MOST_COUNT_WORDS:
            self._begin()
            raise FrontierError(
                f"a count needs more than {64 * MOST_COUNT_WORDS - 8} bits, which is too much for "
                f"a graphics card: leave the device out"
            )
        self._count_words *= 2
        self._begin()
        self._machine.tidy()


class OneRoom(Room):
    """The device's memory alone: what is to be completed has to stay there."""

    def __init__(self, machine: CudaMachine) -> None:
        super().__init__(machine, host=0, disk=0)

    def refuse(self) -> NoReturn:
        """Say that there is not enough."""
        raise FrontierError(
            f"all states at once take more than the {self.device_limit >> 20} MiB of the device, "
            f"where they have {self.device >> 20} MiB already: leave the device out, or only count"
        )


class DeviceTable(DeviceJob):
    """All states at once, found and completed on a device.

    When `run` says that it is done, they are in `table`, the core's own.
    """

    def __init__(self, native: _core.FrontierInput, machine: CudaMachine, *, memory: int) -> None:
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

    def _complete(self, sweep: DeviceSweep) -> Iterator[None]:
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

    def _hand_over(self, sweep: DeviceSweep) -> Iterator[None]:
        """Give the states that can be completed to the core, stage by stage."""
        for stage in range(sweep.program.stages + 1):
            self.table.load(stage, self._gathered(sweep, stage), count_words=self._count_words)
            sweep.layers.free(stage)
            self._passed += stage > 0
            yield

    def _gathered(self, sweep: DeviceSweep, stage: int) -> Words:
        """The states of a stage that can be completed; the core wants them all, to make room.

        More than can fit into its table are never here at once.
        """
        kept, states = [np.empty(0, np.uint64)], 0
        for piece in sweep.layers.pieces(stage):
            entries = piece.reshape(-1, sweep.slot_words)
            completed = entries[:, sweep.program.words :].any(axis=1)
            kept.append(entries[completed].reshape(-1))
            states += len(kept[-1]) // sweep.slot_words
            if 8 * sweep.program.words * states > self._memory:
                raise FrontierError(
                    f"all states at once take more than the {self._memory >> 20} MiB allowed, "
                    f"already at stage {stage} of {sweep.program.stages}: allow more memory, or "
                    f"only count"
                )
        return np.concatenate(kept)


class DeviceCount(DeviceJob):
    """A count under way."""

    def __init__(
        self,
        native: _core.FrontierInput,
        machine: CudaMachine,
        *,
        host_memory: int,
        disk: int,
        meet: bool | None = None,
        checkpoint: Checkpoint | None = None,
    ) -> None:
        hopeless, self._weight, words, sweeps = _core.frontier_programs(native, meet=meet)
        self._programs = [Program(row, tuple(landings), words) for row, landings, _ in sweeps]
        super().__init__(machine, lambda: Room(machine, host_memory, disk))
        self._done = hopeless or not self.stages()
        self._result = self._weight if self._done and not hopeless else 0
        if checkpoint is not None:
            self._attempt(lambda: self._resume(checkpoint))

    def stage(self) -> int:
        """Stages that are done."""
        return sum(sweep.stage for sweep in self._sweeps)

    def stages(self) -> int:
        """Stages of all sweeps together."""
        return sum(program.stages for program in self._programs)

    def most_bytes(self) -> tuple[int, int]:
        """The most bytes of states on the device, and away from it."""
        return self._room.most_device, self._room.most_away

    def result(self) -> int:
        """The number of covers, each as often as its weight says."""
        return self._result

    def checkpoint(self, most: int = MOST_SAVED) -> Checkpoint | None:
        """What it takes to resume from here; None if the count is done.

        If a stage has begun, it is finished first.  Raises CheckpointError if the states that wait
        take more than that many bytes, or find no room; the count can go on all the same.
        """
        while not self._done and not all(sweep.between for sweep in self._sweeps):
            self._step()
        if self._done:
            return None
        size = sum(sweep.waiting() for sweep in self._sweeps)
        if size > most:
            raise CheckpointError(
                f"the states that wait take {size >> 20} MiB, and a checkpoint may have "
                f"{most >> 20}: no checkpoint is stored"
            )
        try:
            saved = tuple(sweep.saved() for sweep in self._sweeps)
        except (FrontierError, MemoryError) as error:
            raise CheckpointError(f"no checkpoint is stored: {error}") from None
        return Checkpoint(self._fingerprint(), self._count_words, saved)

    def _resume(self, checkpoint: Checkpoint) -> None:
        if checkpoint.fingerprint != (own := self._fingerprint()):
            raise CheckpointError(
                f"the checkpoint is of another count, {checkpoint.fingerprint[:12]}, and this one "
                f"is {own[:12]}: resume with the problem, the options and the version of "
                f"Tilewright that it was made with, or begin anew"
            )
        self._count_words = checkpoint.count_words
        for program, saved in zip(self._programs, checkpoint.sweeps, strict=False):
            self._new_sweep(program, keep=False).resume(saved)

    def _fingerprint(self) -> str:
        """A name for what is counted, and how."""
        parts = [str(self._weight).encode()]
        for program in self._programs:
            parts.append(f" {program.words} {len(program.row)} {program.landings}".encode())
            parts.append(program.row.tobytes())
        return digest_of(parts).hex()

    def _work(self) -> Iterator[None]:
        for number, program in enumerate(self._programs):
            if number == len(self._sweeps):
                self._new_sweep(program, keep=False).begin()
            sweep = self._sweeps[number]
            while not sweep.done:
                sweep.step()
                yield
            sweep.drop_bins()
        totals = self._meet() if len(self._sweeps) == 2 else self._last()
        for sweep in self._sweeps:
            sweep.close()
        self._result = totals * self._weight

    def _last(self) -> int:
        """The count of the only state that is left, if there is one."""
        sweep = self._sweeps[0]
        stage, slot, words = sweep.program.stages, sweep.slot_words, sweep.program.words
        runs = sweep.layers.runs.get(stage, [])
        pieces = [*sweep.layers.pieces(stage), *(piece for run in runs for piece in run)]
        entries = [entry for piece in pieces for entry in piece.reshape(-1, slot)]
        return sum(whole_number(entry[words:]) for entry in entries)

    def _meet(self) -> int:
        """Look up what one sweep has left in what the other one has left."""
        near, far = self._sweeps
        size = 2 * self._count_words + 1
        machine = self._machine
        totals = machine.allocate(TOTALS * size)
        machine.write(totals, 0, np.zeros(TOTALS * size, dtype=np.uint64))
        far.board.desk[Desk.TOTAL] = machine.address(totals)
        far.board.write()
        last = near.program.stages
        for _ in far.layers.groups(far.program.stages):
            for _ in near.layers.groups(last):
                if not near.layers.used(last):
                    continue
                table = near.board.tables[last]
                places = (TableLayout.SLOTS, TableLayout.CAPACITY, TableLayout.SALT)
                arguments = (far.board.address, *(int(table[place]) for place in places))
                machine.launch("meet", 8 * machine.blocks, *arguments)
        rows = machine.read(totals, 0, TOTALS * size).reshape(TOTALS, size)
        return sum(whole_number(row) for row in rows)


def whole_number(words: Words) -> int:
    """A number from its words, the lowest first.

    >>> whole_number(np.array([5, 1], dtype=np.uint64)) == 2**64 + 5
    True
    """
    return int.from_bytes(words.astype("<u8").tobytes(), "little")
