"""What counts and tables on a device have in common: steps, and to begin anew if that must be."""

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator

import numpy as np

from tilewright.engines.device.board import LargeCountError, Ledger
from tilewright.engines.device.machine import Machine
from tilewright.engines.device.room import Room
from tilewright.engines.device.sweep import Program, Sweep
from tilewright.engines.engine import FrontierError

__all__ = ["DeviceJob"]

MOST_COUNT_WORDS = 8


class DeviceJob(ABC):
    """A job under way.  Has the methods of the core's own, so that a search can use either."""

    def __init__(self, machine: Machine, new_room: Callable[[], Room]) -> None:
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

    @abstractmethod
    def _work(self) -> Iterator[None]:
        """All there is to do, step by step."""

    def _begin(self) -> None:
        """Begin, or begin anew."""
        self._sweeps: list[Sweep] = []
        self._room = self._new_room()
        self._steps = self._work()

    def _new_sweep(self, program: Program, *, keep: bool) -> Sweep:
        sweep = Sweep(self._machine, program, self._count_words, self._room, keep=keep)
        self._sweeps.append(sweep)
        return sweep

    def _step(self) -> None:
        self._attempt(self._take_step)

    def _take_step(self) -> None:
        self._done = next(self._steps, True) is True

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
