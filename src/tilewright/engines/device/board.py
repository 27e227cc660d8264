"""What the host and the kernels tell each other: the desk, a ledger and a table for each stage.

All of it lies in one piece on the device, so that one copy brings it here.  The numbers are places
of words; `core/include/tilewright/kernels/sweep.hpp` has the same ones.
"""

from typing import Any

import numpy as np

from tilewright.engines.device.machine import Machine, Words

__all__ = ["Board", "Desk", "LargeCountError", "Ledger", "Table"]


class LargeCountError(Exception):
    """A count needs more words than it has."""


class Desk:
    """Places of the desk."""

    PROGRAM, TABLES, LEDGERS, HALTED, LIST, TODO, BINS, CURSORS = range(8)
    BIN_COUNT, BIN_SIZE, BIN_LIMIT, STAGES, TOTAL = range(8, 13)
    SIZE = 16


class Ledger:
    """Places of a ledger."""

    NEXT, LISTED, FROM, HALTED, TODO, NEED, MOVES, STATES, STRANDED = range(9)
    OVERFLOW, BINNED, GATHERED = range(9, 12)
    SIZE = 16


class Table:
    """Places of a table."""

    SLOTS, CAPACITY, LIMIT, USED, SALT, BINNED = range(6)
    SIZE = 8


class Board:
    """The device's board, and what the host has last seen of it or written to it."""

    def __init__(self, machine: Machine, stages: int) -> None:
        self._machine = machine
        self._tables_at = Desk.SIZE + (stages + 2) * Ledger.SIZE
        size = self._tables_at + (stages + 1) * Table.SIZE
        self.words = np.zeros(size, dtype=np.uint64)
        self._memory: Any = machine.allocate(size)
        self.address = machine.address(self._memory)
        self.desk = self.words[: Desk.SIZE]
        self.ledgers = self.words[Desk.SIZE : self._tables_at].reshape(-1, Ledger.SIZE)
        self.tables = self.words[self._tables_at :].reshape(-1, Table.SIZE)
        self.desk[Desk.LEDGERS] = self.address + 8 * Desk.SIZE
        self.desk[Desk.TABLES] = self.address + 8 * self._tables_at
        self.desk[Desk.STAGES] = stages
        # A block that cannot do its tile ends, so no list is longer than there are blocks.
        self._half = machine.blocks
        self._lists: Any = machine.allocate(2 * self._half)
        self.desk[Desk.LIST] = machine.address(self._lists)
        self.desk[Desk.TODO] = machine.address(self._lists) + 8 * self._half

    def write(self) -> None:
        """Send all of it to the device, where nothing runs."""
        self._machine.write(self._memory, 0, self.words)

    def read(self) -> None:
        """Wait until the device is done, and see what it says.

        Raises LargeCountError at once if a count has grown into the bits that entries of bins have
        for the landing: nothing may be made of such entries.
        """
        self.words[:] = self._machine.read(self._memory, 0, len(self.words))
        if self.ledgers[:, Ledger.OVERFLOW].any():
            raise LargeCountError

    def left(self, number: int) -> Words:
        """The tiles that a kernel which has halted had on its list, or put off, and has not done.

        All kernels share the lists: ask before another one is launched.
        """
        ledger = self.ledgers[number]
        done, listed, todo = (int(ledger[k]) for k in (Ledger.NEXT, Ledger.LISTED, Ledger.TODO))
        left = self._machine.read(self._lists, self._half, self._half + todo)
        if done < listed:
            left = np.concatenate([self._machine.read(self._lists, done, listed), left])
        return left

    def go_on(self, number: int, left: Words) -> None:
        """Let a kernel that has halted go on with what is left, when it is launched."""
        ledger = self.ledgers[number]
        done, listed = int(ledger[Ledger.NEXT]), int(ledger[Ledger.LISTED])
        self._machine.write(self._lists, 0, left)
        ledger[Ledger.FROM] += max(0, done - listed)
        ledger[Ledger.NEXT : Ledger.FROM] = 0, len(left)
        ledger[Ledger.HALTED : Ledger.NEED + 1] = 0
        self.desk[Desk.HALTED] = 0
        self.write()
