"""One sweep on a device: kernel after kernel, until all states have come to the end.

While states are few, kernels of many stages are launched at once, and nobody waits for a single
one.  Where there are many, each stage is watched.  If a kernel halts because a table is full, the
table is made larger, and the kernel resumes with the tiles that it has left.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from tilewright.engines.device.checkpoint import SavedSweep
from tilewright.engines.device.layers import Layers
from tilewright.engines.device.machine import (
    CudaMachine,
    Desk,
    DeviceBoard,
    Ledger,
    TableLayout,
    Words,
)
from tilewright.engines.device.room import Room

CHAIN, SHORT = 32, 4  # stages whose kernels are launched at once, if there are
SMALL = 2**16  # fewer states than these, or more;
LARGE = 2**20  # from these on, a stage is watched
MOVES_PER_STATE = 4  # a guess
BINS_OF_MEMORY = 6  # bins take no more than this part of the memory
LEAST_BINNED = 2**12
BINS_FULL = 0.9
MOST_BINS, LEAST_BINS = 4096, 16
BINS_PER_CACHE = 4  # so many stretches of tables fit into the cache
# The kernels have the same numbers (sweep.hpp, program.hpp).
CURSOR_GAP = 16  # words
MOST_LANDINGS = 256  # that an entry of a bin can tell apart
INTO_TABLES, INTO_BINS = 0, 1
FIRST_KEY = 16  # where it stands in a program
COUNTED = slice(Ledger.MOVES, Ledger.STRANDED + 1)


@dataclass(frozen=True, slots=True)
class Program:
    """What a sweep goes by, and how many stages after each one its states may go."""

    row: Words
    landings: tuple[int, ...]
    words: int  # of a key

    @property
    def stages(self) -> int:
        """How many stages there are."""
        return len(self.landings)

    @property
    def first_key(self) -> Words:
        """The state it begins with."""
        return self.row[FIRST_KEY : FIRST_KEY + self.words]


class DeviceSweep:
    """A sweep under way.  Take steps until it is `done`."""

    def __init__(
        self, machine: CudaMachine, program: Program, count_words: int, room: Room, *, keep: bool
    ) -> None:
        self.program, self.stage = program, 0
        self.slot_words = program.words + count_words
        self._machine, self._room, self._keep = machine, room, keep
        machine.prepare(program.words, count_words)
        self.board = DeviceBoard(machine, program.stages)
        self._program = machine.allocate(len(program.row))
        machine.write(self._program, 0, program.row)
        self.board.desk[Desk.PROGRAM] = machine.address(self._program)
        self.layers = Layers(machine, self.board, room, self.slot_words, keep=keep)
        self._bins: Any = None
        self._cursors: Any = None
        self._direct = False
        self._groups = self.layers.groups(0)
        self.board.write()

    def begin(self) -> None:
        """Put the first state where it belongs.

        If the tables are kept, counts come later: until then they are all 0, and never too large.
        """
        count = np.zeros(self.slot_words - self.program.words, dtype=np.uint64)
        count[0] = not self._keep
        self.layers.load(0, np.concatenate([self.program.first_key, count]))
        next(self._groups)

    @property
    def between(self) -> bool:
        """Has no state of the next stage moved on yet?"""
        return self.done or not self.board.ledgers[self.stage, Ledger.STATES]

    def waiting(self) -> int:
        """Bytes of all states that wait."""
        return sum(map(self.layers.waiting, range(self.stage, self.program.stages + 1)))

    def saved(self) -> SavedSweep:
        """A checkpoint of it, if it is between two stages; nothing is changed."""
        counted = self.board.ledgers[:-2, COUNTED].copy()
        layers = map(self.layers.saved, range(self.stage, self.program.stages + 1))
        return SavedSweep(
            self.stage, counted, tuple(layer for layer in layers if any(map(len, layer.arrays())))
        )

    def resume(self, saved: SavedSweep) -> None:
        """Begin from there."""
        self.stage = self.layers.source = saved.stage
        self.board.ledgers[:-2, COUNTED] = saved.counted
        self.board.write()
        for layer in saved.layers:
            self.layers.restore(layer)
        self._begin_stage()

    @property
    def done(self) -> bool:
        """Have all states come to the end?"""
        return self.stage == self.program.stages

    def close(self) -> None:
        """Give the memory of the device back; what the board says is still there."""
        self.drop_bins()
        self.layers.close()

    @property
    def moves(self) -> int:
        """Moves made so far."""
        return int(self.board.ledgers[:-2, Ledger.MOVES].sum())

    def step(self) -> None:
        """Go on for a little while.  Raises LargeCountError if that is in vain."""
        if self._goes_by_bins() and self._have_bins():
            self._step_by_bins()
        else:
            self._step_straight()

    def _goes_by_bins(self) -> bool:
        """Are there many states, and tables that are not in the cache?"""
        landings = self.program.landings[self.stage]
        if self._direct or landings > MOST_LANDINGS or self.layers.used(self.stage) < LARGE:
            return False
        return self.layers.bytes(self.stage + 1, landings) > self._machine.cache

    def _step_straight(self) -> None:
        first, end = self.stage, self._end_of_chain()
        for stage in range(first, end):
            self._expand(stage, INTO_TABLES)
        self.board.read()
        for stage in range(first, end):
            if self.board.ledgers[stage, Ledger.HALTED]:
                need = int(self.board.ledgers[stage, Ledger.NEED])
                targets = range(stage + 1, stage + 1 + self.program.landings[stage])
                self.layers.make_room_in_all(targets, need, need * self._machine.blocks)
                self.board.resume(stage, self.board.left(stage))
                return
            self._finish_stage()

    def _end_of_chain(self) -> int:
        """The first stage that is not to be launched with this one."""
        end, used = self.stage + 1, self.layers.used(self.stage)
        if self.stage in self.layers.runs or used >= LARGE:
            return end
        most = min(self.stage + (CHAIN if used < SMALL else SHORT), self.program.stages)
        while end < most and end not in self.layers.runs:
            end += 1
        return end

    def _step_by_bins(self) -> None:
        stage, board = self.stage, self.board
        ledger, landings = board.ledgers[stage], self.program.landings[stage]
        self._lay_out_bins(landings)
        self._expand(stage, INTO_BINS)
        board.read()
        left = board.left(stage)
        self.layers.drain(stage + 1, landings)
        if ledger[Ledger.HALTED]:
            self._direct = int(ledger[Ledger.NEED]) > int(board.desk[Desk.BIN_LIMIT])
            board.resume(stage, left)
        else:
            self._finish_stage()

    def _expand(self, stage: int, sink: int) -> None:
        machine = self._machine
        machine.launch("expand", machine.blocks, self.board.address, stage, sink)

    def _lay_out_bins(self, landings: int) -> None:
        machine, desk = self._machine, self.board.desk
        stretch = max(1, machine.cache // BINS_PER_CACHE)
        tables = max(self.layers.bytes(self.stage + 1, landings), self.layers.bytes(self.stage, 1))
        count = max(LEAST_BINS, min(MOST_BINS, 1 << (tables // stretch).bit_length()))
        size = len(self._bins) // self.slot_words // count
        machine.write(self._cursors, 0, np.zeros(count * CURSOR_GAP, dtype=np.uint64))
        addresses = machine.address(self._bins), machine.address(self._cursors)
        limit = int(BINS_FULL * count * size)
        desk[Desk.BINS : Desk.BIN_LIMIT + 1] = *addresses, count, size, limit
        self.board.ledgers[self.stage, Ledger.BINNED] = 0
        self.board.tables[:, TableLayout.BINNED] = 0
        self.board.write()

    def _have_bins(self) -> bool:
        """Bins that are large enough for all successors, or for a good part of them.

        False if the device does not have the memory.
        """
        entry = 8 * self.slot_words
        most = max(LEAST_BINNED, self._room.device_limit // (entry * BINS_OF_MEMORY))
        wanted = max(LEAST_BINNED, min(MOVES_PER_STATE * self.layers.used(self.stage), most))
        have = 0 if self._bins is None else len(self._bins) // self.slot_words
        if have >= wanted:
            return True
        free = self._room.device_limit - self._room.device
        wanted = min(2 * wanted, most, free // (2 * entry))
        if have and wanted < 2 * have:
            return True
        self.drop_bins()
        try:
            if self._cursors is None:
                self._cursors = self._machine.allocate(MOST_BINS * CURSOR_GAP)
            self._bins = self._machine.allocate(max(wanted, LEAST_BINNED) * self.slot_words)
        except MemoryError:
            return False
        self._room.take(self._bins.nbytes)
        return True

    def drop_bins(self) -> None:
        """Nothing is in them, and nobody needs them for a while."""
        if self._bins is not None:
            self._room.take(-self._bins.nbytes)
            self._bins = None

    def _finish_stage(self) -> None:
        """All states of a stage have moved on, or those of a group."""
        if self.stage in self.layers.runs:
            self.board.ledgers[self.stage, Ledger.NEXT : Ledger.NEED + 1] = 0
            self.board.write()
            if next(self._groups, 0) is None:
                return
            self.layers.drop_runs(self.stage)
        if not self._keep:
            self.layers.free(self.stage)
        self.stage += 1
        self._direct = False
        self.layers.source = self.stage
        self._begin_stage()

    def _begin_stage(self) -> None:
        """Have the states of the next stage on the device, or the first group of them.

        At the end, those that are there go to the others that are not, if there are such: whoever
        wants groups of them has to begin anew.
        """
        if not self.done:
            self._groups = self.layers.groups(self.stage)
            next(self._groups)
        elif self.stage in self.layers.runs:
            self.layers.spill(self.stage)
            self.layers.free(self.stage)
