"""Solutions as a table: one row a solution, one column a piece, some thousand rows at a time.

However many solutions there are, only a slice of them is in memory.  A number in the table is that
of a placement; identical pieces stand in reading order of their first cells.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import islice

import numpy as np
import numpy.typing as npt

from tilewright.encoding import Encoding
from tilewright.lattices.drawing import can_draw, draw, layers_side_by_side
from tilewright.solutions import Decoder
from tilewright.solutions.solution import LETTERS, WIDEST
from tilewright.symmetry import Action

Blocks = Callable[[], Iterable[tuple[npt.NDArray[np.uint32], npt.NDArray[np.uint64]]]]
Grid = npt.NDArray[np.int32]
Numbers = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]
Sums = npt.NDArray[np.uint64]
Condition = Callable[[Grid], Flags]

ABSENT = -1  # stands where a piece is not used
AT_ONCE = 1 << 22  # cells and pieces of a slice, about
FIXED_NAMES = ("number", "symmetries", "cells")  # columns that are not pieces


@dataclass(frozen=True, slots=True, eq=False)
class Rows:
    """Some solutions: their numbers in the order of the search, from 1, and their placements."""

    numbers: Numbers
    grid: Grid  # one row a solution, one column a piece

    def __len__(self) -> int:
        return len(self.numbers)

    def covers(self) -> Iterator[list[int]]:
        """The placements of each."""
        for row in self.grid.tolist():
            yield [placement for placement in row if placement != ABSENT]

    def where(self, conditions: Iterable[Condition]) -> "Rows":
        """Those for which all conditions hold."""
        rows = self
        for holds in conditions:
            which = holds(rows.grid)
            rows = Rows(rows.numbers[which], rows.grid[which])
        return rows


@dataclass(frozen=True, eq=False)
class SolutionTable:
    """What can be asked about solutions of a puzzle, many at a time."""

    encoding: Encoding

    @cached_property
    def columns_of_type(self) -> tuple[range, ...]:
        """The columns of each type of pieces: as many as may be used of it."""
        placements = self.encoding.placements
        found, begin = [], 0
        for kind in placements.types:
            fitting = len(placements.ground.cells) // kind.size
            end = begin + (fitting if kind.count.hi is None else min(kind.count.hi, fitting))
            found.append(range(begin, end))
            begin = end
        return tuple(found)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of the columns: those of the pieces, with a number where there are several."""
        names: list[str] = []
        for kind, columns in zip(self.encoding.placements.types, self.columns_of_type, strict=True):
            for k in range(1, len(columns) + 1):
                name = kind.name if len(columns) == 1 else f"{kind.name} {k}"
                while name in names or name in FIXED_NAMES:
                    name += "'"
                names.append(name)
        return tuple(names)

    @cached_property
    def rank(self) -> Numbers:
        """The place of each placement among all: by first cell, then by orientation."""
        blocks = self.encoding.placements.blocks
        firsts = np.concatenate([np.empty(0, np.uint32), *(block.anchors for block in blocks)])
        rank = np.empty(len(firsts), dtype=np.int64)
        rank[np.argsort(firsts, kind="stable")] = np.arange(len(firsts))
        return rank

    @cached_property
    def cells(self) -> Grid:
        """The cells of each placement, by number; rows are filled up with a cell that is none.

        The last row, which is that of `ABSENT`, has no other.
        """
        placements = self.encoding.placements
        none = len(placements.ground.cells)
        widest = max((kind.size for kind in placements.types), default=0)
        cells = np.full((widest, len(placements) + 1), none, dtype=np.int32)
        for begin, block in zip(placements.starts, placements.blocks, strict=False):
            here = placements.cells(block).T
            cells[: len(here), begin : begin + len(block)] = here
        return cells.T

    def rows(self, blocks: Blocks) -> Iterator[Rows]:
        """All solutions, a slice at a time."""
        width = max(len(self.names), len(self.encoding.placements.ground.cells))
        most = max(1, AT_ONCE // width)
        number = 1
        for options, ends in blocks():
            bounds = np.concatenate(([0], ends.astype(np.int64)))
            for begin in range(0, len(ends), most):
                here = bounds[begin : begin + most + 1]
                grid = self.grid(options[here[0] : here[-1]], np.diff(here))
                yield Rows(np.arange(number, number + len(grid), dtype=np.int64), grid)
                number += len(grid)

    def grid(self, options: npt.NDArray[np.uint32], lengths: Numbers) -> Grid:
        """Covers as rows of the table.  Options that leave a cell empty are no placements."""
        rows = np.repeat(np.arange(len(lengths)), lengths)
        placed = options < len(self.encoding.placements)
        rows, chosen = rows[placed], options[placed].astype(np.int64)
        grid = np.full((len(lengths), len(self.names)), ABSENT, dtype=np.int32)
        columns = np.array([c.start for c in self.columns_of_type], dtype=np.int64)
        kinds = self.encoding.type_of_option[chosen]
        if all(len(columns) <= 1 for columns in self.columns_of_type):
            grid[rows, columns[kinds]] = chosen
            return grid
        # One number for row, type and rank; once sorted, equal pieces of a row stand together.
        types, count = len(columns), len(self.rank)
        keys = np.sort((rows * types + kinds) * count + self.rank[chosen])
        groups, ranks = np.divmod(keys, count)
        new = np.flatnonzero(np.diff(groups, prepend=-1))
        which = np.arange(len(keys)) - np.repeat(new, np.diff(new, append=len(keys)))
        rows, kinds = np.divmod(groups, types)
        grid[rows, columns[kinds] + which] = np.argsort(self.rank)[ranks]
        return grid

    def symmetries(self, grid: Grid, *, mirrors: bool = True) -> npt.NDArray[np.uint16]:
        """How many symmetries of the puzzle map each solution to itself; 1 is only the identity.

        Without `mirrors`, only rotations are counted.
        """
        counts = np.ones(len(grid), dtype=np.uint16)
        weights, images = self._weights
        own = weights[grid].sum(axis=1, dtype=np.uint64)
        for mirror, permutation, moved in images:
            if mirror and not mirrors:
                continue
            # Solutions whose images have another sum are other ones; the few others are looked at.
            rows = np.flatnonzero(own == moved[grid].sum(axis=1, dtype=np.uint64))
            before = np.sort(grid[rows], axis=1)
            same = (before == np.sort(permutation[grid[rows]], axis=1)).all(axis=1)
            counts[rows[same]] += 1
        return counts

    @cached_property
    def orders(self) -> tuple[int, int]:
        """How many rotations and symmetries the puzzle has."""
        return len(self._action.rotations.motions), len(self._action.motions)

    @cached_property
    def _action(self) -> Action:
        return Action.of(self.encoding)

    @cached_property
    def _weights(self) -> tuple[Sums, list[tuple[bool, Grid, Sums]]]:
        """A random number for each placement, and for its image; each image as `grid` takes it.

        With each image, whether it is mirrored.
        """
        placements = len(self.encoding.placements)
        weights = np.random.default_rng(0).integers(2**64, size=placements + 1, dtype=np.uint64)
        weights[ABSENT] = 0
        images = []
        pairs = zip(self._action.motions, self._action.permutations, strict=True)
        for motion, permutation in islice(pairs, 1, None):  # the first is the identity
            image = np.append(permutation[:placements].astype(np.int32), np.int32(ABSENT))
            images.append((motion.mirror, image, weights[image]))
        return weights, images


# The letters of many solutions at a time: the same as those of `Solution.letters`.


EMPTY = "."  # a cell that no piece covers
FIRST_MARK = 0x10000  # characters from here on stand for cells; no blank is among them

Codes = npt.NDArray[np.uint8] | npt.NDArray[np.uint32]


class Letters:
    """Writes the letters of all cells, in reading order, one row a solution."""

    def __init__(self, table: SolutionTable) -> None:
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
        if self._names_differ:
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
    def _names_differ(self) -> bool:
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
            codes[others] = _letters_left(taken, self._turn(grid, others))[others]
        return codes

    def _turn(self, grid: Grid, others: Flags) -> Numbers:
        """Which of the others of its row each is, in reading order."""
        last = len(self.table.rank)
        ranks = np.where(others, np.append(self.table.rank, last)[grid], last)
        order = np.argsort(ranks, axis=1, kind="stable")
        turn = np.empty_like(order)
        np.put_along_axis(turn, order, np.arange(grid.shape[1])[None, :], axis=1)
        return turn

    @cached_property
    def drawings_tell_all(self) -> bool:
        """Is a drawing all that `str(Solution)` gives, whichever the solution?"""
        puzzle = self.table.encoding.puzzle
        named = all(_is_letter(kind.name) for kind in self.table.encoding.placements.types)
        named &= all(len(columns) <= 1 for columns in self.table.columns_of_type)
        return can_draw(puzzle.lattice, puzzle.board.cells) and (named or len(puzzle.pieces) == 1)

    def drawings(self, grid: Grid) -> list[str]:
        """The drawing of each solution: the letters change places with those of one drawing."""
        page, places = self._page
        pages = np.tile(page, (len(grid), 1))
        pages[:, places] = self.of(grid)
        drawn: list[str] = pages.view(f"U{len(page)}")[:, 0].tolist()
        return drawn

    @cached_property
    def _page(self) -> tuple[npt.NDArray[np.uint32], Numbers]:
        """A drawing as code points, and where in it each cell is."""
        marks = {cell: chr(FIRST_MARK + k) for k, cell in enumerate(self._cells)}
        drawing = draw(self.table.encoding.puzzle.lattice, marks, blank=" ", tight=True)
        page = np.array([ord(x) for x in layers_side_by_side(drawing, WIDEST)], dtype=np.uint32)
        places = np.flatnonzero(page >= FIRST_MARK)
        return page, places[np.argsort(page[places])]


def _letters_left(taken: npt.NDArray[np.uint64], turn: Numbers) -> npt.NDArray[np.uint8]:
    """The codes of the letters that are not taken, to each by its turn."""
    found, inverse = np.unique(taken, return_inverse=True)
    free = np.zeros((len(found), max(len(LETTERS), turn.shape[1])), dtype=np.uint8)
    for row, bits in enumerate(found.tolist()):
        left = [ord(letter) for k, letter in enumerate(LETTERS) if not bits >> k & 1]
        free[row, : len(left)] = left
    return free[inverse[:, None], turn]


def _is_letter(name: str) -> bool:
    return len(name) == 1 and name.isalnum()
