"""Counting on a device: one sweep, or two that meet, with counts as wide as they must be."""

from collections.abc import Iterator

import numpy as np

from tilewright import _core
from tilewright.engines.device.board import Desk, Table
from tilewright.engines.device.checkpoint import Checkpoint, CheckpointError, digest_of
from tilewright.engines.device.job import DeviceJob
from tilewright.engines.device.machine import Machine, Words
from tilewright.engines.device.room import Room
from tilewright.engines.device.sweep import Program
from tilewright.engines.engine import FrontierError

__all__ = ["DeviceCount", "whole_number"]

TOTALS = 64  # rows in which products are added up, as the kernels have it (layers.hpp)
MOST_SAVED = 2**33  # bytes of a checkpoint


class DeviceCount(DeviceJob):
    """A count under way."""

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
        super().__init__(machine, lambda: Room(machine, host_memory, disk))
        self._result = 0
        if hopeless:
            self._done = True
        elif not self.stages():
            self._done, self._result = True, self._weight
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
        """What it takes to go on from here; None if the count is done.

        If a stage has begun, it is finished first.  Raises CheckpointError if the states that wait
        take more than so many bytes, or find no room; the count can go on all the same.
        """
        while not self._done and not all(sweep.between for sweep in self._sweeps):
            self._step()
        if self._done:
            return None
        size = sum(sweep.waiting() for sweep in self._sweeps)
        if size > most:
            raise CheckpointError(
                f"the states that wait take {size >> 20} MiB, and a checkpoint may have "
                f"{most >> 20}: where the count stands is not kept"
            )
        try:
            saved = tuple(sweep.saved() for sweep in self._sweeps)
        except (FrontierError, MemoryError) as error:
            raise CheckpointError(f"where the count stands is not kept: {error}") from None
        return Checkpoint(self._fingerprint(), self._count_words, saved)

    def _resume(self, checkpoint: Checkpoint) -> None:
        checkpoint.require(self._fingerprint())
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
