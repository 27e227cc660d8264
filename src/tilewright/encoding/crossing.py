"""Sticks that may not cross, as secondary items.

Sticks a, b, c, d meet at a point in this cyclic order.  Two pieces cross there if one has a and c
and the other b and d; merely touching is no crossing.  So every four sticks round a point make an
item, which a placement takes if it has both of one of the two pairs.  At a point of the square
grid that is one item, taken by whatever runs straight through.
"""

from itertools import combinations

import numpy as np

from tilewright.encoding.facing import Entries
from tilewright.lattice import Vector, minus
from tilewright.placements import Block, Ground
from tilewright.puzzle import Puzzle
from tilewright.symmetry import Orientation

__all__ = ["Crossing"]


class Crossing:
    """The items for the points where sticks meet."""

    def __init__(self, puzzle: Puzzle, ground: Ground) -> None:
        self._lattice = puzzle.lattice
        self._ground = ground
        self._numbers: dict[tuple[Vector, int], int] = {}
        self.names: list[str] = []

    def entries(self, block: Block) -> Entries:
        """The entries for all placements of a block."""
        first = block.orientation.cells[0]
        columns = []
        for point, quad in self._crossings(block.orientation):
            step = minus(point, first)
            points = self._ground.places[block.anchors] + np.array(step)
            columns.append([self._number(tuple(p), quad) for p in points.tolist()])
        items = np.array(columns, dtype=np.int64).reshape(len(columns), len(block)).T
        return Entries(items, np.zeros_like(items))

    def _number(self, point: Vector, quad: int) -> int:
        key = (point, quad)
        if key not in self._numbers:
            self._numbers[key] = len(self.names)
            self.names.append(f"x{','.join(map(str, point))}/{quad}")
        return self._numbers[key]

    def _crossings(self, orientation: Orientation) -> list[tuple[Vector, int]]:
        """The points, and the fours of sticks round them, of which a piece has a crossing pair."""
        own = set(orientation.cells)
        found = []
        for point, around in self._lattice.meeting_points(orientation.cells).items():
            for quad, (a, b, c, d) in enumerate(combinations(around, 4)):
                if {a, c} <= own or {b, d} <= own:
                    found.append((point, quad))
        return found
