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
from tilewright.solutions import Action

__all__ = ["ABSENT", "Blocks", "Flags", "Grid", "Numbers", "Rows", "Table"]

Blocks = Callable[[], Iterable[tuple[npt.NDArray[np.uint32], npt.NDArray[np.uint64]]]]
Grid = npt.NDArray[np.int32]
Numbers = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]
Sums = npt.NDArray[np.uint64]

ABSENT = -1  # stands where a piece is not used
AT_ONCE = 1 << 22  # so many cells and pieces are in a slice, about
FIXED_NAMES = ("number", "symmetries", "cells")  # columns that are not pieces


@dataclass(frozen=True, slots=True, eq=False)
class Rows:
    """Some solutions: their numbers in the order of the search, from 1, and their placements."""

    numbers: Numbers
    grid: Grid  # one row a solution, one column a piece

    def __len__(self) -> int:
        return len(self.numbers)

    def __getitem__(self, which: Flags | Numbers | slice) -> "Rows":
        return Rows(self.numbers[which], self.grid[which])


@dataclass(frozen=True, eq=False)
class Table:
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

    @cached_property
    def type_of(self) -> Grid:
        """The type of each placement."""
        return self.encoding.type_of_option[: len(self.encoding.placements)]

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
        if all(len(columns) <= 1 for columns in self.columns_of_type):
            grid[rows, columns[self.type_of[chosen]]] = chosen
            return grid
        # One number for row, type and rank; once sorted, equal pieces of a row stand together.
        types, count = len(columns), len(self.rank)
        keys = np.sort((rows * types + self.type_of[chosen]) * count + self.rank[chosen])
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
