"""The puzzles that people play with: read once, and kept as long as there is room."""

import threading
from collections import OrderedDict
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass

from fastapi import HTTPException

from tilewright.catalogue import catalogue_name, load_file
from tilewright.encoding import encode
from tilewright.formats import AnyPuzzle, PuzzleFile, parse_file
from tilewright.placements import place
from tilewright.polygons import PolygonPuzzle
from tilewright.symmetry import piece_types
from tilewright.web.hints import LatticeHints
from tilewright.web.hints_polygons import PolygonHints
from tilewright.web.messages import PuzzleGiven
from tilewright.web.play_lattice import LatticeTable
from tilewright.web.play_polygons import PolygonTable
from tilewright.web.settings import Limits

__all__ = ["Table", "Tables"]

MOST_TABLES = 16
MOST_NUMBERS = 20_000_000  # that all tables take together
MOST_CORNERS = 4000  # of all polygons of a puzzle
MOST_TRIED = 20_000_000  # cells that are looked at to find the placements


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
        table = _make(self._read(given), self._lister)
        with self._lock:
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

    def _read(self, given: PuzzleGiven) -> AnyPuzzle:
        file = _file(given)
        puzzle = file.puzzle
        if isinstance(puzzle, PolygonPuzzle):
            pieces, what = puzzle.piece_count, "corners"
            size, most = sum(shape.corner_count for shape in puzzle.shapes()), MOST_CORNERS
        else:
            pieces, what = len(puzzle.pieces), "cells"
            size, most = len(puzzle.board.must) + len(puzzle.board.may), self._limits.max_cells
        if size > most:
            raise HTTPException(413, f"This puzzle has {size} {what}: at most {most} are allowed.")
        if pieces > self._limits.max_pieces:
            allowed = self._limits.max_pieces
            raise HTTPException(413, f"There are {pieces} pieces: at most {allowed} are allowed.")
        return file.require_sound()


def _file(given: PuzzleGiven) -> PuzzleFile:
    if given.toml is not None:
        return parse_file(given.toml, "puzzle", None)
    name = catalogue_name(given.name or "")
    if name is None:
        raise HTTPException(404, f"There is no puzzle {given.name!r} in the catalogue.")
    return load_file(name)


def _make(puzzle: AnyPuzzle, lister: Executor) -> Table:
    if isinstance(puzzle, PolygonPuzzle):
        listed = PolygonTable(puzzle, lister)
        return Table(listed, PolygonHints(listed))
    types = piece_types(puzzle)
    cells = len(puzzle.board.must) + len(puzzle.board.may)
    if sum(len(kind.orientations) * kind.size for kind in types) * cells > MOST_TRIED:
        return Table(None, None)
    board = LatticeTable(encode(place(puzzle, types)))
    return Table(board, LatticeHints(board))
