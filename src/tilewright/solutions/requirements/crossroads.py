"""Solutions in which no four pieces meet in a point."""

from functools import cached_property

import numpy as np

from tilewright.cover import Item
from tilewright.encoding import Encoding
from tilewright.lattice import Cell
from tilewright.puzzle import Puzzle
from tilewright.solutions.requirements.requirement import Extra, Requirement, owners
from tilewright.solutions.solution import Solution

__all__ = ["FOUR", "NoCrossroads"]

FOUR = 4  # pieces make a crossroads


class NoCrossroads(Requirement):
    """Nowhere do four different pieces, or more, meet in a point."""

    name = "no-crossroads"

    def __init__(self, puzzle: Puzzle) -> None:
        from tilewright.solutions.requirements.points import meeting_cells  # loads fractions

        self._must = set(puzzle.board.must)
        around = meeting_cells(puzzle.lattice, puzzle.board.cells).values()
        self._points = [cells for cells in around if len(cells) >= FOUR]

    def holds(self, solution: Solution) -> bool:
        """Are there at most three pieces round each point?"""
        of = owners(solution)
        return all(len({of[cell] for cell in cells if cell in of}) < FOUR for cells in self._points)

    def extra(self, encoding: Encoding) -> Extra:
        """An item for each point where four cells meet: one or two pieces have two of them.

        Where more cells meet, or one may stay empty, an item cannot say it.
        """
        plain = self._plain
        points_of: dict[int, list[int]] = {}  # of each cell, by number
        numbers = {cell: k for k, cell in enumerate(encoding.placements.ground.cells)}
        for point, cells in enumerate(plain):
            for cell in cells:
                points_of.setdefault(numbers[cell], []).append(point)
        options, found = [], []
        placements = encoding.placements
        for k, block in enumerate(placements.blocks):
            for row, cells in enumerate(placements.cells(block).tolist()):
                met = [point for cell in cells for point in points_of.get(cell, ())]
                twice = {point for point in met if met.count(point) > 1}
                options += [int(placements.starts[k]) + row] * len(twice)
                found += sorted(twice)
        items = tuple(Item(f"{self.name}.{point}", 1, 2) for point in range(len(plain)))
        complete = len(plain) == len(self._points)
        return Extra(items, np.array(options, np.int64), np.array(found, np.int64), complete)

    @cached_property
    def _plain(self) -> list[tuple[Cell, ...]]:
        """The points where four cells meet, all of which must be covered."""
        return [c for c in self._points if len(c) == FOUR and self._must.issuperset(c)]
