"""Answers to those who play: a few questions are looked into at a time, all in threads."""

import threading
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import TypeVar

from tilewright.encoding import encode
from tilewright.formats import PuzzleFile
from tilewright.polygons import PolygonPuzzle
from tilewright.web.play.answers import THINKING, TOO_LARGE, Completions, answer
from tilewright.web.play.lattice_table import LatticeHints, LatticeTable
from tilewright.web.play.messages import CheckAnswer, CheckRequest, HintAnswer, HintRequest
from tilewright.web.play.patience import Patience
from tilewright.web.play.polygon_table import PolygonHints, PolygonTable
from tilewright.web.puzzles.documents import file_of
from tilewright.web.puzzles.limits import work_of
from tilewright.web.settings import Limits
from tilewright.web.wire import PuzzleSource

# The puzzles that people play with: read once, and kept as long as there is room.


MOST_TABLES = 16
MOST_NUMBERS = 20_000_000  # that all tables take together
MOST_CORNERS = 400  # of all polygons together: those that lie on the board are compared in pairs
MOST_WORK = 6_000_000  # to find all placements; see `work_of`


@dataclass(frozen=True, slots=True)
class PlayedPuzzle:
    """A puzzle that somebody plays with; None in place of a puzzle that is too large for that."""

    board: LatticeTable | PolygonTable | None
    hints: LatticeHints | PolygonHints | None

    @property
    def size(self) -> int:
        """How much memory it takes, roughly, in numbers."""
        return self.board.size if self.board else 0

    def close(self) -> None:
        """End what goes on behind it."""
        if self.board:
            self.board.close()


class PlayedPuzzles:
    """The tables that were used last."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._kept: OrderedDict[tuple[str | None, str | None], PlayedPuzzle] = OrderedDict()
        self._lock = threading.Lock()
        self._lister = ThreadPoolExecutor(1, thread_name_prefix="play-list")

    def table(self, given: PuzzleSource) -> PlayedPuzzle:
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


def _make(file: PuzzleFile, lister: Executor) -> PlayedPuzzle:
    puzzle = file.puzzle
    if isinstance(puzzle, PolygonPuzzle):
        if sum(p.count * sum(map(len, p.shape.floats)) for p in puzzle.pieces) > MOST_CORNERS:
            return PlayedPuzzle(None, None)
        file.require_sound()
        listed = PolygonTable(puzzle, lister)
        return PlayedPuzzle(listed, PolygonHints(listed))
    if work_of(puzzle) > MOST_WORK:
        return PlayedPuzzle(None, None)
    file.require_sound()
    board = LatticeTable(encode(puzzle))
    return PlayedPuzzle(board, LatticeHints(board))


AT_ONCE = 2  # questions that are looked into
WAITING = 16  # threads; all but those wait for their turn

Given = TypeVar("Given")


class Player:
    """Whoever plays asks here.

    A question waits for its turn as long as its own patience; after that the answer is that we
    are still thinking.
    """

    def __init__(self, limits: Limits) -> None:
        self._tables = PlayedPuzzles(limits)
        self._turns = threading.Semaphore(AT_ONCE)
        self._threads = ThreadPoolExecutor(WAITING, thread_name_prefix="play")

    def check(self, asked: CheckRequest) -> tuple[Future[CheckAnswer], Patience]:
        """Can what lies there be completed?  The patience may be ended."""

        def look(patience: Patience) -> CheckAnswer:
            board = self._tables.table(asked.puzzle).board
            if board is None:
                return CheckAnswer(state="thinking", message=TOO_LARGE)
            return board.check(asked.placed, asked.most, patience)

        unknown = answer(Completions(0, False), asked.most, complete=False)
        return self._submit(look, asked.patience, unknown)

    def hint(self, asked: HintRequest) -> tuple[Future[HintAnswer], Patience]:
        """What to do next?  The patience may be ended."""

        def look(patience: Patience) -> HintAnswer:
            hints = self._tables.table(asked.puzzle).hints
            if hints is None:
                return HintAnswer(kind="thinking", message=TOO_LARGE)
            return hints.hint(asked.placed, asked.strength, patience)

        return self._submit(look, asked.patience, THINKING)

    def close(self) -> None:
        """End what goes on."""
        self._tables.close()
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _submit(
        self, look: Callable[[Patience], Given], seconds: float, unknown: Given
    ) -> tuple[Future[Given], Patience]:
        patience = Patience(seconds)

        def work() -> Given:
            if not self._turns.acquire(timeout=patience.left):
                return unknown
            try:
                return look(patience)
            finally:
                self._turns.release()

        return self._threads.submit(work), patience
