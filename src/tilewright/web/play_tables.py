"""The puzzles that people play with: read once, and kept as long as there is room."""

import threading
from collections import OrderedDict
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass

from tilewright.encoding import encode
from tilewright.formats import PuzzleFile
from tilewright.polygons import PolygonPuzzle
from tilewright.web.documents import file_of
from tilewright.web.documents_problems import work_of
from tilewright.web.hints import LatticeHints
from tilewright.web.hints_polygons import PolygonHints
from tilewright.web.messages import PuzzleGiven
from tilewright.web.play_lattice import LatticeTable
from tilewright.web.play_polygons import PolygonTable
from tilewright.web.settings import Limits

__all__ = ["Table", "Tables"]

MOST_TABLES = 16
MOST_NUMBERS = 20_000_000  # that all tables take together
MOST_CORNERS = 400  # of all polygons together: those that lie on the board are compared in pairs
MOST_WORK = 6_000_000  # to find all placements; see `work_of`


@dataclass(frozen=True, slots=True)
class Table:
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


class Tables:
    """The tables that were used last."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._kept: OrderedDict[tuple[str | None, str | None], Table] = OrderedDict()
        self._lock = threading.Lock()
        self._lister = ThreadPoolExecutor(1, thread_name_prefix="play-list")

    def table(self, given: PuzzleGiven) -> Table:
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


def _make(file: PuzzleFile, lister: Executor) -> Table:
    puzzle = file.puzzle
    if isinstance(puzzle, PolygonPuzzle):
        if sum(p.count * sum(map(len, p.shape.floats)) for p in puzzle.pieces) > MOST_CORNERS:
            return Table(None, None)
        file.require_sound()
        listed = PolygonTable(puzzle, lister)
        return Table(listed, PolygonHints(listed))
    if work_of(puzzle) > MOST_WORK:
        return Table(None, None)
    file.require_sound()
    board = LatticeTable(encode(puzzle))
    return Table(board, LatticeHints(board))
