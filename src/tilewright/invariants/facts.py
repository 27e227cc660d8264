"""What the finders of proofs look at: cells and places as numbers."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from tilewright.lattices import Cell
from tilewright.placements import Numbers, Placements
from tilewright.puzzle import Puzzle


@dataclass(frozen=True, eq=False)
class Supply:
    """A type of piece: how many there are, and a matrix of places for each orientation."""

    name: str  # of its first piece
    size: int
    lo: int
    hi: int | None
    places: tuple[Numbers, ...]

    @property
    def count(self) -> int:
        """How many places there are."""
        return sum(map(len, self.places))

    @cached_property
    def together(self) -> tuple[Numbers, Numbers]:
        """All places, and the number of each one's orientation."""
        empty = np.empty((0, self.size), dtype=np.int64)
        numbers = np.repeat(np.arange(len(self.places)), [len(some) for some in self.places])
        return np.concatenate((empty, *self.places)), numbers

    def profile(self, classes: Numbers, count: int) -> Numbers:
        """How many cells of each class such a piece covers: the different rows.

        Classes are such that the class of a place's first cell tells those of the others.
        """
        places, numbers = self.together
        keys = numbers * count + classes[places[:, 0]]
        firsts = np.full(len(self.places) * count, -1, dtype=np.int64)
        firsts[keys] = np.arange(len(keys))
        firsts = firsts[firsts >= 0]
        covered = np.arange(len(firsts))[:, None] * count + classes[places[firsts]]
        rows = np.bincount(covered.reshape(-1), minlength=len(firsts) * count).reshape(-1, count)
        # As digits of one number rows are soon told apart, unless they are very long.
        digits = np.power(self.size + 1, np.arange(count))
        _, different = np.unique(rows @ digits, return_index=True)
        return rows[different]


@dataclass(frozen=True, eq=False)
class Facts:
    """A puzzle when its fixed pieces are in their places.

    `must` and `may` say of each cell of the board what is still to be done with it.
    """

    placements: Placements
    must: npt.NDArray[np.bool_]
    may: npt.NDArray[np.bool_]
    supplies: tuple[Supply, ...]

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle."""
        return self.placements.puzzle

    @property
    def cells(self) -> tuple[Cell, ...]:
        """All cells of the board, by number."""
        return self.placements.ground.cells

    @classmethod
    def of(cls, placements: Placements) -> "Facts":
        """Put the fixed pieces down, and look at what is left."""
        puzzle, cells = placements.puzzle, placements.ground.cells
        taken_cells = {cell for fixed in puzzle.fixed for cell in fixed.cells}
        optional = set(puzzle.board.may)
        taken = np.array([cell in taken_cells for cell in cells], dtype=np.bool_)
        may = np.array([cell in optional for cell in cells], dtype=np.bool_) & ~taken
        supplies = []
        for number, kind in enumerate(placements.types):
            names = [puzzle.pieces[n].name for n in kind.pieces]
            used = sum(fixed.piece in names for fixed in puzzle.fixed)
            lo = 0 if puzzle.spare else max(0, kind.count.lo - used)
            hi = None if kind.count.hi is None else max(0, kind.count.hi - used)
            places = []
            for block in placements.of_type(number):
                there = placements.cells(block)
                places.append(there[~taken[there].any(axis=1)] if taken_cells else there)
            supplies.append(Supply(names[0], kind.size, lo, hi, tuple(places)))
        return cls(placements, ~may & ~taken, may, tuple(supplies))

    @cached_property
    def counts(self) -> tuple[tuple[int, int], ...]:
        """How often each supply can be used, judging by counts and sizes."""
        fewest, most = int(self.must.sum()), int(self.must.sum() + self.may.sum())
        ends = [
            most // s.size if s.hi is None else min(s.hi, most // s.size) for s in self.supplies
        ]
        least = sum(s.lo * s.size for s in self.supplies)
        all_of = sum(end * s.size for s, end in zip(self.supplies, ends, strict=True))
        found = []
        for supply, end in zip(self.supplies, ends, strict=True):
            lo = max(supply.lo, -((all_of - end * supply.size - fewest) // supply.size))
            hi = min(end, (most - least + supply.lo * supply.size) // supply.size)
            found.append((lo, max(lo, hi)))
        return tuple(found)

    def options(self) -> Iterator[tuple[int, Numbers]]:
        """All places, orientation by orientation, with the number of their supply."""
        for number, supply in enumerate(self.supplies):
            for places in supply.places:
                yield number, places
