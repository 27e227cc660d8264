"""Answers to those who play: a few questions are looked into at a time, all in threads."""

import threading
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from typing import Any, TypeVar

from tilewright.encoding import encode
from tilewright.formats import PuzzleFile
from tilewright.polygons import PolygonPuzzle
from tilewright.web.play.lattice_table import LatticeTable
from tilewright.web.play.messages import CheckAnswer, CheckRequest, HintAnswer, HintRequest
from tilewright.web.play.polygon_table import PolygonTable
from tilewright.web.play.table import THINKING, UNKNOWN, Patience, Table
from tilewright.web.puzzles.documents import file_of
from tilewright.web.puzzles.limits import work_of
from tilewright.web.settings import Limits
from tilewright.web.wire import PuzzleSource

MOST_TABLES = 16
MOST_NUMBERS = 20_000_000  # that all tables take together
MOST_CORNERS = 400  # of all polygons together: those that lie on the board are compared in pairs
MOST_WORK = 6_000_000  # to find all placements; see `work_of`
AT_ONCE = 2  # questions that are looked into
WAITING = 16  # threads; all but those wait for their turn
TOO_LARGE = "This puzzle is too large to look ahead while you play."

AnyTable = Table[Any]
T = TypeVar("T")


class LargeTable(Table[Any]):
    """A puzzle that is too large to look ahead."""

    def check(self, *_: object) -> CheckAnswer:
        """Nobody knows."""
        return CheckAnswer(state="thinking", message=TOO_LARGE)

    def hint(self, *_: object) -> HintAnswer:
        """Nobody knows."""
        return HintAnswer(kind="thinking", message=TOO_LARGE)


class Tables:
    """The puzzles that people play with: read once, and remembered as long as there is room."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._kept: OrderedDict[tuple[str | None, str | None], AnyTable] = OrderedDict()
        self._lock = threading.Lock()
        self._lister = ThreadPoolExecutor(1, thread_name_prefix="play-list")

    def table(self, given: PuzzleSource) -> AnyTable:
        """The table of a puzzle.  Raises HTTPException or FileError if it is none, or too large."""
        key = given.name, given.toml
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
        table = _make(file_of(given, self._limits), self._lister)
        with self._lock:
            if key in self._kept:  # somebody else was quicker
                table.close()
                return self._kept[key]
            self._kept[key] = table
            while len(self._kept) > MOST_TABLES or (
                len(self._kept) > 1 and sum(t.size for t in self._kept.values()) > MOST_NUMBERS
            ):
                self._kept.popitem(last=False)[1].close()
        return table

    def close(self) -> None:
        """End what goes on behind the tables."""
        with self._lock:
            for table in self._kept.values():
                table.close()
        self._lister.shutdown(wait=False, cancel_futures=True)


def _make(file: PuzzleFile, lister: Executor) -> AnyTable:
    puzzle = file.puzzle
    if isinstance(puzzle, PolygonPuzzle):
        corners = sum(p.count * sum(map(len, p.shape.floats)) for p in puzzle.pieces)
        if corners > MOST_CORNERS:
            return LargeTable()
        file.sound_puzzle()
        return PolygonTable(puzzle, lister)
    if work_of(puzzle) > MOST_WORK:
        return LargeTable()
    file.sound_puzzle()
    return LatticeTable(encode(puzzle))


class Player:
    """Whoever plays asks here.

    A question waits for its turn as long as its own patience; after that the answer is that we
    are still thinking.
    """

    def __init__(self, limits: Limits) -> None:
        self._tables = Tables(limits)
        self._turns = threading.Semaphore(AT_ONCE)
        self._threads = ThreadPoolExecutor(WAITING, thread_name_prefix="play")

    def check(self, wanted: CheckRequest) -> tuple[Future[CheckAnswer], Patience]:
        """Can what lies there be completed?  The patience may be ended."""

        def look(patience: Patience) -> CheckAnswer:
            return self._tables.table(wanted.puzzle).check(wanted.placed, wanted.most, patience)

        unknown = CheckAnswer(state="thinking", message=UNKNOWN)
        return self._submit(look, wanted.patience, unknown)

    def hint(self, wanted: HintRequest) -> tuple[Future[HintAnswer], Patience]:
        """What to do next?  The patience may be ended."""

        def look(patience: Patience) -> HintAnswer:
            return self._tables.table(wanted.puzzle).hint(wanted.placed, wanted.strength, patience)

        return self._submit(look, wanted.patience, THINKING)

    def close(self) -> None:
        """End what goes on."""
        self._tables.close()
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _submit(
        self, look: Callable[[Patience], T], seconds: float, unknown: T
    ) -> tuple[Future[T], Patience]:
        patience = Patience(seconds)

        def work() -> T:
            if not self._turns.acquire(timeout=patience.left):
                return unknown
            try:
                return look(patience)
            finally:
                self._turns.release()

        return self._threads.submit(work), patience
