"""The tables of a sweep: one for each stage whose states wait, as large as it must be.

A table that would become too large for the device is emptied into a *run* of entries on the host.
When its stage comes, the runs are brought back a group at a time.  Runs are cut in pieces by their
places in the table, so by hashes, and a group takes the same pieces of each: nearly all equal
states of different runs meet again.  Those that do not are states like any other, as counts only
add up.
"""

import math
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import numpy as np

from tilewright.engines.device.checkpoint import SavedLayer
from tilewright.engines.device.machine import (
    CudaMachine,
    Desk,
    DeviceBoard,
    Ledger,
    TableLayout,
    Words,
)
from tilewright.engines.device.room import Room, aside

FULL = 0.7  # of the slots may be used
SMALL = 2**22  # slots: up to these, a table grows by four, then by two
PIECES = 64  # of a run
WORTH_PIECES = 2**12  # slots
PART_AT_ONCE = 4  # a group of entries that come back takes no more than this part of what is free
NURSERY = 16  # the tables that all stages begin with take no more than this part of the memory
LEAST_CAPACITY = 64
# For guesses at the size that a table will have.
MARGIN, LEAST_NEW, GROWTH, NEARLY = 1.05, 0.2, 1.5, 1.15
SOON, MOST_GROWTH = 5, 20

Run = list[Words]  # pieces, each a row of entries


class Layers:
    """The tables of all stages of a sweep, on the device and away from it."""

    def __init__(
        self, machine: CudaMachine, board: DeviceBoard, room: Room, slot_words: int, *, keep: bool
    ) -> None:
        self._machine, self._board, self._room = machine, board, room
        self._slot, self._keep = slot_words, keep
        self._arrays: dict[int, Any] = {}
        self.runs: dict[int, list[Run]] = {}
        self.source = 0  # the stage whose states are moving on
        self._seen: dict[tuple[int, int], int] = {}  # states of a stage, so far from the source
        self._new = 1.0  # so much of what came out of bins last were states not seen before
        stages = len(board.tables)
        most = room.device_limit // (8 * slot_words * NURSERY * stages)
        self._first = max(LEAST_CAPACITY, min(machine.first_capacity, most))
        self._nursery = self._allocate(stages * self._first)
        for stage in range(stages):
            self._describe(stage, self._birthplace(stage), self._first)
            board.tables[stage, TableLayout.SALT] = stage
        self._clear(self._birthplace(0), stages * self._first)

    def free(self, stage: int) -> None:
        """The states of a stage are needed no more: back to the small table it began with."""
        array = self._arrays.pop(stage, None)
        if array is not None:
            self._room.take(-array.nbytes)
            self._describe(stage, self._birthplace(stage), self._first)

    def close(self) -> None:
        """Give all memory of the device back."""
        for stage in [*self._arrays]:
            self.free(stage)
        self._room.take(-self._nursery.nbytes)
        self._nursery = None

    def used(self, stage: int) -> int:
        """States of a stage that are on the device."""
        return int(self._board.tables[stage, TableLayout.USED])

    def bytes(self, first: int, count: int) -> int:
        """What the tables of some stages take."""
        slots = int(self._board.tables[first : first + count, TableLayout.CAPACITY].sum())
        return 8 * self._slot * slots

    def make_room_in_all(self, stages: range, need: int, wish: int) -> None:
        """The same for several tables at once, or refuse: one may have to go for another."""
        for slots in (wish, need):
            for stage in stages:
                self.make_room(stage, need, slots)
            tables = self._board.tables[stages.start : stages.stop]
            wanted = tables[:, TableLayout.USED] + np.uint64(need)
            if (wanted <= tables[:, TableLayout.LIMIT]).all():
                return
        self._room.refuse()

    def make_room(self, stage: int, need: int, wish: int) -> None:
        """Let a table have as many free slots as are wished for, or at least those needed.

        It is made larger, or it is emptied.
        """
        capacity, limit, used = (int(w) for w in self._board.tables[stage, 1 : TableLayout.SALT])
        if used + wish <= limit:
            return
        grown = capacity * (4 if capacity < SMALL else 2)
        if self._enlarge(stage, max(grown, math.ceil((used + wish) / FULL) + 1)):
            return
        if used + need > limit:
            self.spill(stage)
            self._find_room(stage, need)

    def spill(self, stage: int) -> None:
        """Bring the states of a stage to the host, and free their slots."""
        if self.used(stage) == 0:
            return
        if self._keep:
            self._room.refuse()
        self.runs.setdefault(stage, []).append([self._room.keep(p) for p in self.pieces(stage)])
        self.empty(stage)

    def pieces(self, stage: int) -> Iterator[Words]:
        """The states of a stage that are on the device, in pieces."""
        capacity, used = int(self._board.tables[stage, TableLayout.CAPACITY]), self.used(stage)
        count = PIECES if capacity >= WORTH_PIECES else 1
        for piece in range(count if used else 0):
            begin, end = capacity * piece // count, capacity * (piece + 1) // count
            yield self._gather(stage, begin, end)

    def groups(self, stage: int) -> Iterator[None]:
        """Have the states of a stage on the device: all at once, or group after group.

        A group is there until the next one is asked for.
        """
        runs = self.runs.get(stage)
        if runs is None:
            yield
            return
        self.spill(stage)
        # Of each group all hashes are alike: another salt, or they would crowd.
        self._board.tables[stage, TableLayout.SALT] = stage + len(self._board.tables)
        total = sum(piece.nbytes for run in runs for piece in run)
        free = self._room.device_limit - self._room.device + self.bytes(stage, 1)
        share = max(1, free // PART_AT_ONCE)
        count = 1 << min(PIECES.bit_length() - 1, (total // share).bit_length())
        for group in range(count):
            pieces = [
                run[k]
                for run in runs
                for k in range(len(run) * group // count, len(run) * (group + 1) // count)
            ]
            self._find_room(stage, sum(map(len, pieces)) // self._slot)
            for piece in pieces:
                self.load(stage, piece)
            yield
            if self.used(stage):
                self.empty(stage)

    def waiting(self, stage: int) -> int:
        """Bytes of the states of a stage, wherever they are; if it has begun, of its runs."""
        runs = self.runs.get(stage, [])
        here = 0 if runs and stage == self.source else 8 * self._slot * self.used(stage)
        return here + sum(piece.nbytes for run in runs for piece in run)

    def saved(self, stage: int) -> SavedLayer:
        """The states of a stage that wait; nothing is changed.

        If the stage is the next one and has runs, then all is in these, and what is on the device
        came from there.
        """
        runs = self.runs.get(stage, [])
        table: list[Words] = []
        if not runs or stage != self.source:
            for piece in self.pieces(stage):
                table.append(aside(len(piece)))
                table[-1][:] = piece
        return SavedLayer(stage, tuple(table), tuple(map(tuple, runs)))

    def restore(self, layer: SavedLayer) -> None:
        """Have states wait as they did: on the device if there is room, else as one run more."""
        stage, number = layer.stage, sum(map(len, layer.table)) // self._slot
        away = [*layer.runs]
        if number > int(self._board.tables[stage, TableLayout.LIMIT]) and not self._enlarge(
            stage, math.ceil(number / FULL) + 1
        ):
            away.append(layer.table)
        else:
            for piece in layer.table:
                self.load(stage, piece)
        for run in away:
            # Copies, so that what they were read from can go.
            kept = [self._room.keep(np.array(piece)) for piece in run]
            self.runs.setdefault(stage, []).append(kept)

    def _find_room(self, stage: int, need: int) -> None:
        """Let a table have so many free slots, even if others must go."""
        _, limit, used = (int(w) for w in self._board.tables[stage, 1 : TableLayout.SALT])
        if used + need <= limit:
            return
        wanted = math.ceil((used + need) / FULL) + 1
        others = [other for other in self._arrays if other not in (stage, self.source)]
        others.sort(key=lambda other: self.bytes(other, 1))
        while not self._enlarge(stage, wanted):
            if not others:
                self._room.refuse()
            self.spill(other := others.pop())
            self.free(other)

    def drop_runs(self, stage: int) -> None:
        """The runs of a stage are needed no more."""
        for run in self.runs.pop(stage, []):
            for piece in run:
                self._room.let_go(piece)

    def empty(self, stage: int) -> None:
        """Forget the states of a stage that are on the device."""
        slots, capacity = map(int, self._board.tables[stage, : TableLayout.LIMIT])
        self._clear(slots, capacity)
        self._describe(stage, slots, capacity)
        self._board.write()

    def load(self, stage: int, entries: Words) -> None:
        """Put entries into the table of a stage."""
        most = max(1, self._room.device_limit // (PART_AT_ONCE * 64 * self._slot)) * self._slot
        for begin in range(0, len(entries), most):
            self._load(stage, entries[begin : begin + most])

    def _load(self, stage: int, entries: Words) -> None:
        machine, desk = self._machine, self._board.desk
        number = len(entries) // self._slot
        self._find_room(stage, number)
        memory, cursor = machine.allocate(len(entries)), machine.allocate(1)
        machine.write(memory, 0, np.ascontiguousarray(entries))
        machine.write(cursor, 0, np.array([number], dtype=np.uint64))
        before = desk[Desk.BINS : Desk.BIN_LIMIT + 1].copy()
        where = machine.address(memory), machine.address(cursor), 1, number, number
        desk[Desk.BINS : Desk.BIN_LIMIT + 1] = where
        self.drain(stage, 1)
        desk[Desk.BINS : Desk.BIN_LIMIT + 1] = before
        self._board.write()

    def drain(self, first: int, tables: int) -> None:
        """Put what is in the bins into some tables, which grow as they must."""
        machine, board = self._machine, self._board
        number, ledger = len(board.ledgers) - 1, board.ledgers[-1]
        before = board.tables[first : first + tables, TableLayout.USED].copy()
        for stage in range(first, first + tables):
            self._expect(stage)
        ledger[:] = 0
        board.write()
        while True:
            machine.launch("drain", machine.blocks, board.address, number, first, tables)
            board.read()
            if not ledger[Ledger.HALTED]:
                break
            for stage in range(first, first + tables):
                if board.tables[stage, TableLayout.LIMIT] == 0:
                    self._relieve(stage)
            board.resume(number, board.left(number))
        after = board.tables[first : first + tables]
        if binned := int(after[:, TableLayout.BINNED].sum()):
            new = int((after[:, TableLayout.USED] - before).sum())
            self._new = min(1.0, max(LEAST_NEW, new / binned))
        for stage in range(first, first + tables):
            self._seen[stage, stage - self.source] = self.used(stage)

    def _expect(self, stage: int) -> None:
        """Make a table as large as it will probably have to be, if there is room for that.

        It will get more from the stages between.  When the source was as far away as this stage is
        now, it had a part of what it has become; this one is supposed to have the same part.
        """
        table, distance = self._board.tables[stage], stage - self.source
        need = self.used(stage) + MARGIN * self._new * int(table[TableLayout.BINNED])
        room, final = FULL * int(table[TableLayout.CAPACITY]), need
        if 0 < distance <= SOON and (part := self._seen.get((self.source, distance))):
            final = min(MOST_GROWTH, self.used(self.source) / part) * need
        if need > room:
            wanted = max(final, GROWTH * need)
        elif final > NEARLY * room:
            wanted = final
        else:
            return
        if not self._enlarge(stage, math.ceil(MARGIN * wanted / FULL)) and need > room:
            self._enlarge(stage, math.ceil(MARGIN * need / FULL))

    def _relieve(self, stage: int) -> None:
        """A table is crowded: make it larger, or empty it."""
        capacity = int(self._board.tables[stage, TableLayout.CAPACITY])
        if self._enlarge(stage, 2 * capacity):
            return
        if stage == self.source:
            self._find_room(stage, capacity)
        else:
            self.spill(stage)

    def _gather(self, stage: int, begin: int, end: int) -> Words:
        machine, board = self._machine, self._board
        try:
            memory = machine.allocate((end - begin) * self._slot)
        except MemoryError:
            if end - begin < LEAST_CAPACITY:
                raise
            halves = pairwise((begin, (begin + end) // 2, end))
            return np.concatenate([self._gather(stage, *half) for half in halves])
        board.ledgers[-2] = 0
        board.write()
        arguments = (stage, begin, end, machine.address(memory))
        machine.launch("gather", machine.blocks, board.address, *arguments)
        board.read()
        return machine.read(memory, 0, int(board.ledgers[-2, Ledger.GATHERED]) * self._slot)

    def _enlarge(self, stage: int, capacity: int) -> bool:
        """False if the device does not have the memory."""
        if not self._room.has(8 * self._slot * capacity):
            return False
        try:
            array = self._allocate(capacity)
        except MemoryError:
            return False
        machine, board = self._machine, self._board
        old, used = board.tables[stage].copy(), self.used(stage)
        address = machine.address(array)
        self._clear(address, capacity)
        self._describe(stage, address, capacity, used)
        board.write()
        if used:
            slots, size = int(old[TableLayout.SLOTS]), int(old[TableLayout.CAPACITY])
            machine.launch("move", 8 * machine.blocks, board.address, slots, size, stage)
            if stage not in self._arrays:
                self._clear(slots, size)  # its place in the nursery
        before = self._arrays.pop(stage, None)
        if before is not None:
            board.read()  # it is in use until the states have moved
            self._room.take(-before.nbytes)
        self._arrays[stage] = array
        return True

    def _allocate(self, capacity: int) -> Any:
        array = self._machine.allocate(capacity * self._slot)
        self._room.take(array.nbytes)
        return array

    def _describe(self, stage: int, address: int, capacity: int, used: int = 0) -> None:
        table = self._board.tables[stage]
        table[: TableLayout.SALT] = address, capacity, int(FULL * capacity), used

    def _clear(self, address: int, capacity: int) -> None:
        machine = self._machine
        machine.launch("clear", 8 * machine.blocks, self._board.address, address, capacity)

    def _birthplace(self, stage: int) -> int:
        return self._machine.address(self._nursery) + 8 * stage * self._first * self._slot
