"""The board on which patterns of black cells are tried: its placements, and what goes together.

Cells and placements are numbers, sets of cells are bits of a number.  With a symmetry, a solution
that is the only one is symmetric itself; so placements are laid in *units*, each a placement with
its images.  The exact cover problem of a pattern is the whole board's, with the black cells' items
and options left out.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from operator import or_

import numpy as np

from tilewright.cover import ExactCover
from tilewright.design.common import members, quick_engine
from tilewright.design.walks import MOST_NODES, rate
from tilewright.encoding import Encoding, encode
from tilewright.lattice import Motion
from tilewright.puzzle import Puzzle
from tilewright.solve import search
from tilewright.symmetry import type_images

__all__ = ["Stage", "Unit"]


@dataclass(frozen=True, slots=True)
class Unit:
    """Placements that are laid together: their cells, and how many there are of each type."""

    placements: tuple[int, ...]
    cells: int
    size: int
    usage: tuple[int, ...]


class Stage:
    """A whole board with pieces, and the motions that patterns on it keep."""

    def __init__(self, puzzle: Puzzle, motions: Sequence[Motion]) -> None:
        self.puzzle = puzzle
        self.motions = tuple(motions)
        self.encoding: Encoding = encode(puzzle)
        placements = self.encoding.placements
        self.types = placements.types
        self.cells = placements.ground.cells
        self.everything = (1 << len(self.cells)) - 1
        number = {cell: k for k, cell in enumerate(self.cells)}
        self._moved = [[number[motion(cell)] for cell in self.cells] for motion in motions]
        self._images = [type_images(puzzle, self.types, motion) for motion in motions]
        self._rows = [row for b in placements.blocks for row in placements.cells(b).tolist()]
        self._masks = [sum(1 << cell for cell in row) for row in self._rows]
        problem = self.encoding.problem
        self.engine = quick_engine(problem)
        self._others = len(problem.items) - len(self.cells)
        starts = problem.starts.astype(np.int64)
        self._lengths = starts[1:] - starts[:-1]
        self._owners = np.repeat(np.arange(problem.option_count), self._lengths)

    @cached_property
    def cell_orbits(self) -> tuple[int, ...]:
        """Cells that the motions map to each other, as sets."""
        found = dict.fromkeys(
            sum(1 << other for other in {moved[cell] for moved in self._moved})
            for cell in range(len(self.cells))
        )
        return tuple(found)

    @property
    def pieces_move(self) -> bool:
        """Do the motions of the patterns map the pieces to each other?"""
        return all(images is not None for images in self._images)

    @cached_property
    def units(self) -> tuple[Unit, ...]:
        """The placements with their images; only those that can be laid together.

        There are none if the motions do not map the pieces to each other.
        """
        if not self.pieces_move:
            return ()
        types = self.encoding.type_of_option.tolist()
        numbers = {(types[k], mask): k for k, mask in enumerate(self._masks)}
        found: dict[tuple[int, ...], None] = {}
        for k, row in enumerate(self._rows):
            orbit = {
                numbers[images[types[k]], sum(1 << moved[cell] for cell in row)]
                for moved, images in zip(self._moved, self._images, strict=True)
                if images is not None
            }
            found[tuple(sorted(orbit))] = None
        units = []
        for placements in found:
            cells = reduce(or_, (self._masks[k] for k in placements))
            size = sum(len(self._rows[k]) for k in placements)
            counts = [0] * len(self.types)
            for k in placements:
                counts[types[k]] += 1
            if cells.bit_count() == size and self._not_too_many(counts):
                units.append(Unit(placements, cells, size, tuple(counts)))
        return tuple(units)

    @cached_property
    def units_at(self) -> tuple[tuple[int, ...], ...]:
        """The numbers of the units on each cell."""
        found: list[list[int]] = [[] for _ in self.cells]
        for number, unit in enumerate(self.units):
            for cell in members(unit.cells):
                found[cell].append(number)
        return tuple(map(tuple, found))

    def may_use(self, usage: Sequence[int]) -> bool:
        """Is that how often the pieces may be used?"""
        enough = all(k.count.lo <= used for k, used in zip(self.types, usage, strict=True))
        return enough and self._not_too_many(usage)

    def _not_too_many(self, usage: Sequence[int]) -> bool:
        return all(
            kind.count.hi is None or used <= kind.count.hi
            for kind, used in zip(self.types, usage, strict=True)
        )

    def problem(self, white: int) -> tuple[ExactCover, np.ndarray[tuple[int], np.dtype[np.intp]]]:
        """The exact cover problem of the white cells, and the placement of each option."""
        whole = self.encoding.problem
        cells = len(self.cells)
        packed = np.frombuffer(white.to_bytes(cells // 8 + 1, "little"), dtype=np.uint8)
        there = np.ones(len(whole.items), dtype=np.bool_)
        there[:cells] = np.unpackbits(packed, bitorder="little")[:cells]
        kept = np.ones(whole.option_count, dtype=np.bool_)
        kept[self._owners[~there[whole.entries]]] = False
        numbers = np.cumsum(there) - 1
        lengths = self._lengths[kept]
        problem = ExactCover(
            items=tuple(
                item for item, here in zip(whole.items, there.tolist(), strict=True) if here
            ),
            starts=np.concatenate(([0], np.cumsum(lengths))).astype(np.uint64),
            entries=numbers[whole.entries[kept[self._owners]]].astype(np.uint32),
        )
        return problem, np.flatnonzero(kept)

    def rate(self, white: int, pulse: Callable[[], None]) -> int:
        """How many solutions a pattern has: see `tilewright.design.walks.rate`."""
        return rate(self.problem(white)[0], self.engine, pulse)

    def solutions(self, white: int, most: int, pulse: Callable[[], None]) -> list[frozenset[int]]:
        """Some solutions, as sets of placements, as far as they are soon found."""
        problem, numbers = self.problem(white)
        at_work = search(problem, engine=self.engine, max_solutions=most, max_nodes=MOST_NODES)
        found: list[frozenset[int]] = []
        for batch in at_work:
            pulse()
            found += (frozenset(int(numbers[option]) for option in cover) for cover in batch)
        return found
