"""Counting on a device: one sweep, or two that meet, with counts as wide as they must be."""

import time
from collections.abc import Iterator

import numpy as np

from tilewright import _core
from tilewright.engines.device.board import Desk, LargeCountError, Ledger, Table
from tilewright.engines.device.checkpoint import Checkpoint, CheckpointError, digest_of
from tilewright.engines.device.machine import Machine, Words
from tilewright.engines.device.room import Room
from tilewright.engines.device.sweep import Program, Sweep
from tilewright.engines.engine import FrontierError

__all__ = ["DeviceCount", "whole_number"]

TOTALS = 64  # rows in which products are added up
MOST_COUNT_WORDS = 8
MOST_SAVED = 2**33  # bytes of a checkpoint


class DeviceCount:
    """A count under way.  Has the methods of the core's own, so that a search can use either."""

    def __init__(
        self,
        native: _core.FrontierInput,
        machine: Machine,
        *,
        host_memory: int,
        disk: int,
        meet: bool | None = None,
        checkpoint: Checkpoint | None = None,
    ) -> None:
        hopeless, self._weight, words, sweeps = _core.frontier_programs(native, meet=meet)
        self._programs = [Program(row, tuple(landings), words) for row, landings, _ in sweeps]
        self._machine = machine
        self._room = Room(machine, host_memory, disk)
        self._most_nodes: int | None = None
        self._stopped = False
        self._count_words = 1
        self._result: int | None = None
        if hopeless:
            self._result = 0
        elif not any(program.stages for program in self._programs):
            self._result = self._weight
        self._sweeps: list[Sweep] = []
        self._steps = self._count()
        if checkpoint is not None:
            self._resume(checkpoint)

    def run(self, seconds: float) -> bool:
        """Go on for at most so long, or a step; True when it is done."""
        deadline = time.monotonic() + seconds
        while self._result is None:
            if self._stopped or self.limited():
                break
            self._step()
            if time.monotonic() >= deadline:
                break
        self._stopped = False
        return self._result is not None

    def stop(self) -> None:
        """From any thread: make run() return soon."""
        self._stopped = True

    def limit_nodes(self, most: int) -> None:
        """Pause after so many moves."""
        self._most_nodes = most

    def limited(self) -> bool:
        """Have so many moves been made?"""
        most = self._most_nodes
        return most is not None and sum(sweep.moves for sweep in self._sweeps) >= most

    def counters(self) -> tuple[list[int], list[int], int]:
        """Moves per stage, states per stage, states given up before they were stored."""
        ledgers = [sweep.board.ledgers[:-2] for sweep in self._sweeps]
        rows = np.concatenate(ledgers) if ledgers else np.zeros((0, Ledger.SIZE), np.uint64)
        moves, states = rows[:, Ledger.MOVES].tolist(), rows[:, Ledger.STATES].tolist()
        return moves, states, int(rows[:, Ledger.STRANDED].sum())

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
        return self._result or 0

    def checkpoint(self, most: int = MOST_SAVED) -> Checkpoint | None:
        """What it takes to go on from here; None if the count is done.

        If a stage has begun, it is finished first.  Raises CheckpointError if the states that wait
        take more than so many bytes; the count can go on all the same.
        """
        while self._result is None and not all(sweep.between for sweep in self._sweeps):
            self._step()
        if self._result is not None:
            return None
        size = sum(sweep.waiting() for sweep in self._sweeps)
        if size > most:
            raise CheckpointError(
                f"the states that wait take {size >> 20} MiB, and a checkpoint may have "
                f"{most >> 20}: where the count stands is not kept"
            )
        saved = tuple(sweep.saved() for sweep in self._sweeps)
        return Checkpoint(self._fingerprint(), self._count_words, saved)

    def _resume(self, checkpoint: Checkpoint) -> None:
        checkpoint.require(self._fingerprint())
        self._count_words = checkpoint.count_words
        for program, saved in zip(self._programs, checkpoint.sweeps, strict=False):
            self._new_sweep(program).resume(saved)

    def _fingerprint(self) -> str:
        """A name for what is counted, and how."""
        parts = [str(self._weight).encode()]
        for program in self._programs:
            parts.append(f" {program.words} {len(program.row)} {program.landings}".encode())
            parts.append(program.row.tobytes())
        return digest_of(parts).hex()

    def _step(self) -> None:
        try:
            next(self._steps, None)
        except LargeCountError:
            self._widen()

    def _widen(self) -> None:
        """Begin again with wider counts."""
        self._count_words *= 2
        if self._count_words > MOST_COUNT_WORDS:
            raise FrontierError(
                f"a count needs more than {64 * MOST_COUNT_WORDS - 8} bits, which is too much for "
                f"a graphics card: leave the device out"
            )
        self._sweeps = []
        self._room = Room(self._machine, self._room.host_limit, self._room.disk_limit)
        self._machine.tidy()
        self._steps = self._count()

    def _count(self) -> Iterator[None]:
        for number, program in enumerate(self._programs):
            if number == len(self._sweeps):
                self._new_sweep(program).begin()
            sweep = self._sweeps[number]
            while not sweep.done:
                sweep.step()
                yield
            sweep.drop_bins()
        totals = self._meet() if len(self._sweeps) == 2 else self._last()
        for sweep in self._sweeps:
            sweep.close()
        self._result = totals * self._weight

    def _new_sweep(self, program: Program) -> Sweep:
        sweep = Sweep(self._machine, program, self._count_words, self._room, keep=False)
        self._sweeps.append(sweep)
        return sweep

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
                places = (Table.SLOTS, Table.CAPACITY, Table.SALT)
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
