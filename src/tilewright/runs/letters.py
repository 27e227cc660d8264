"""The letters of many solutions at a time: the same as those of `Solution.letters`."""

from functools import cached_property

import numpy as np
import numpy.typing as npt

from tilewright.lattice.drawing import can_draw, draw
from tilewright.lattice.page import layers_side_by_side
from tilewright.runs.table import ABSENT, Flags, Grid, Numbers, Table
from tilewright.solutions import Decoder
from tilewright.solutions.solution import LETTERS, WIDEST

__all__ = ["EMPTY", "Drawings", "Letters"]

EMPTY = "."  # a cell that no piece covers
FIRST_MARK = 0x10000  # characters from here on stand for cells; no blank is among them

Codes = npt.NDArray[np.uint8] | npt.NDArray[np.uint32]


class Letters:
    """Writes the letters of all cells, in reading order, one row a solution."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._cells = table.encoding.placements.ground.cells
        self._decoder = Decoder(table.encoding)

    @cached_property
    def dtype(self) -> np.dtype[np.uint8] | np.dtype[np.uint32]:
        """How letters are written: as ASCII, if that will do, else as Unicode code points."""
        plain = all(p.name.isascii() for p in self.table.encoding.puzzle.pieces)
        return np.dtype(np.uint8) if plain else np.dtype(np.uint32)

    def of(self, grid: Grid) -> Codes:
        """The code of the letter of each cell."""
        width = len(self._cells) + 1  # the last one is painted by what has no more cells
        painted = np.full(len(grid) * width, ord(EMPTY), dtype=self.dtype)
        slow = (grid != ABSENT).sum(axis=1) > len(LETTERS)
        if self._names_are_dealt:
            slow[:] = True
        if not slow.all():
            codes = self._codes(grid)
            rows = np.arange(0, len(painted), width)
            for column, code in zip(grid.T, codes.T, strict=True):
                for cells in self.table.cells.T:
                    painted[cells[column] + rows] = code
        result: Codes = painted.reshape(len(grid), width)[:, :-1]
        for row in np.flatnonzero(slow).tolist():
            result[row] = self._codes_of_one(grid[row])
        return result

    def text(self, grid: Grid) -> list[str]:
        """The letters of each solution as a string."""
        codes = np.ascontiguousarray(self.of(grid).astype(np.uint32))
        spelt: list[str] = codes.view(f"U{len(self._cells)}")[:, 0].tolist()
        return spelt

    @cached_property
    def _names_are_dealt(self) -> bool:
        """Do identical pieces have different names, one of them a letter?  Then only the decoder
        knows which is which.
        """
        puzzle = self.table.encoding.puzzle
        return any(
            len(kind.pieces) > 1 and any(_is_letter(puzzle.pieces[n].name) for n in kind.pieces)
            for kind in self.table.encoding.placements.types
        )

    def _codes_of_one(self, row: Grid) -> list[int]:
        letters = self._decoder.solution(row[row != ABSENT].tolist()).letters
        return [ord(letters.get(cell, EMPTY)) for cell in self._cells]

    def _codes(self, grid: Grid) -> Codes:
        """The letter of each piece: its name, if that is one letter and it is there once; others
        get the letters that are left, in reading order.
        """
        codes = np.zeros(grid.shape, dtype=self.dtype)
        own = np.zeros(grid.shape, dtype=np.bool_)
        taken = np.zeros(len(grid), dtype=np.uint64)  # the bits of letters that are names
        kinds = self.table.encoding.placements.types
        for kind, columns in zip(kinds, self.table.columns_of_type, strict=True):
            if not columns or not _is_letter(kind.name):
                continue
            here = grid[:, columns.start : columns.stop] != ABSENT
            once = here.sum(axis=1) == 1
            own[once, columns.start] = True  # a piece alone stands in the first column
            codes[once, columns.start] = ord(kind.name)
            if kind.name in LETTERS:
                taken[once] |= np.uint64(1 << LETTERS.index(kind.name))
        others = (grid != ABSENT) & ~own
        if others.any():
            codes[others] = _dealt(taken, self._turn(grid, others))[others]
        return codes

    def _turn(self, grid: Grid, others: Flags) -> Numbers:
        """Which of the others of its row each is, in reading order."""
        last = len(self.table.rank)
        ranks = np.where(others, np.append(self.table.rank, last)[grid], last)
        order = np.argsort(ranks, axis=1, kind="stable")
        turn = np.empty_like(order)
        np.put_along_axis(turn, order, np.arange(grid.shape[1])[None, :], axis=1)
        return turn


class Drawings:
    """Draws many solutions at a time: the letters change places with those of one drawing."""

    def __init__(self, letters: Letters) -> None:
        self._letters = letters
        self._encoding = letters.table.encoding

    @cached_property
    def tell_all(self) -> bool:
        """Is a drawing all that `str(Solution)` gives, whichever the solution?"""
        puzzle = self._encoding.puzzle
        named = all(_is_letter(kind.name) for kind in self._encoding.placements.types)
        named &= all(len(columns) <= 1 for columns in self._letters.table.columns_of_type)
        return can_draw(puzzle.lattice, puzzle.board.cells) and (named or len(puzzle.pieces) == 1)

    def text(self, grid: Grid) -> list[str]:
        """The drawing of each solution."""
        page, places = self._page
        pages = np.tile(page, (len(grid), 1))
        pages[:, places] = self._letters.of(grid)
        drawn: list[str] = pages.view(f"U{len(page)}")[:, 0].tolist()
        return drawn

    @cached_property
    def _page(self) -> tuple[npt.NDArray[np.uint32], Numbers]:
        """A drawing as code points, and where in it each cell is."""
        cells = self._encoding.placements.ground.cells
        marks = {cell: chr(FIRST_MARK + k) for k, cell in enumerate(cells)}
        drawing = draw(self._encoding.puzzle.lattice, marks, blank=" ", tight=True)
        page = np.array([ord(x) for x in layers_side_by_side(drawing, WIDEST)], dtype=np.uint32)
        places = np.flatnonzero(page >= FIRST_MARK)
        return page, places[np.argsort(page[places])]


def _dealt(taken: npt.NDArray[np.uint64], turn: Numbers) -> npt.NDArray[np.uint8]:
    """The codes of the letters that are not taken, to each by its turn."""
    found, inverse = np.unique(taken, return_inverse=True)
    free = np.zeros((len(found), max(len(LETTERS), turn.shape[1])), dtype=np.uint8)
    for row, bits in enumerate(found.tolist()):
        left = [ord(letter) for k, letter in enumerate(LETTERS) if not bits >> k & 1]
        free[row, : len(left)] = left
    return free[inverse[:, None], turn]


def _is_letter(name: str) -> bool:
    return len(name) == 1 and name.isalnum()
