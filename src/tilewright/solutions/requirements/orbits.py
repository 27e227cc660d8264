"""The orbits of placements under a motion of the board.

A placement is looked at as what lies there: cells with their colours and marks, whatever piece it
is.  A motion makes another one of it, or something that no piece can be.  So placements fall into
cycles, and a solution is mapped to itself iff it consists of whole cycles.  Where several kinds of
pieces can lie in the same way, each choice of them makes an orbit of its own.
"""

from collections.abc import Iterator
from functools import cached_property
from itertools import product

import numpy as np
import numpy.typing as npt

from tilewright.encoding import Encoding
from tilewright.lattice import Motion
from tilewright.placements import Numbers
from tilewright.symmetry import Orientation

__all__ = ["Orbits"]

NOWHERE = -1


class Orbits:
    """Finds the orbits of a puzzle's options under motions that map the board to itself."""

    def __init__(self, encoding: Encoding) -> None:
        self._encoding = encoding
        self._placements = encoding.placements

    def under(self, motion: Motion) -> Iterator[tuple[int, ...]]:
        """The sets of options that a solution has all of or none, if the motion fixes it."""
        image = self._images(motion)
        done = ~self._at_peace(image)
        for first in np.flatnonzero(~done).tolist():
            cycle, option = [], first
            while option != NOWHERE and not done[option]:
                done[option] = True
                cycle.append(option)
                option = int(image[option])
            if cycle and option == first:
                yield from product(*(self._alike(option) for option in cycle))

    @cached_property
    def _blocks(self) -> dict[Orientation, list[int]]:
        """The blocks of each orientation: all have their placements in the same places."""
        found: dict[Orientation, list[int]] = {}
        for k, block in enumerate(self._placements.blocks):
            found.setdefault(block.orientation, []).append(k)
        return found

    def _alike(self, option: int) -> list[int]:
        """The options that look like this one, which is in the first block of its sort."""
        if option >= len(self._placements):
            return [option]
        block, row = self._placements.block_of(option)
        starts = self._placements.starts
        return [int(starts[k]) + row for k in self._blocks[block.orientation]]

    def _images(self, motion: Motion) -> Numbers:
        """What becomes of each option in a first block; nowhere, if no piece can lie there."""
        placements, ground = self._placements, self._placements.ground
        moved = ground.places @ np.array(motion.matrix, dtype=np.int64).T + motion.shift
        becomes = np.empty(len(moved), dtype=np.int64)  # of each cell, the cell it is moved to
        becomes[np.lexsort(moved.T)] = np.arange(len(moved))
        result = np.full(self._encoding.problem.option_count, NOWHERE, dtype=np.int64)
        for orientation, (k, *_) in self._blocks.items():
            block = placements.blocks[k]
            target = self._blocks.get(orientation.moved(placements.puzzle.lattice, motion))
            if target is None:
                continue
            first = orientation.first_after(motion)
            anchors = becomes[placements.cells(block)[:, first]]
            rows = np.full(len(ground.cells), NOWHERE, dtype=np.int64)
            there = placements.blocks[target[0]].anchors
            rows[there] = int(placements.starts[target[0]]) + np.arange(len(there))
            begin = int(placements.starts[k])
            result[begin : begin + len(block)] = rows[anchors]
        base = len(placements)
        of_cell = {cell: base + k for k, cell in enumerate(self._encoding.empty)}
        for k, cell in enumerate(self._encoding.empty):
            result[base + k] = of_cell[int(becomes[cell])]
        return result

    def _at_peace(self, image: Numbers) -> npt.NDArray[np.bool_]:
        """The options that may be in an orbit: they exclude none of their own images.

        Where pieces of several kinds look alike, that is left to whoever searches.
        """
        start = np.arange(len(image))
        alive: npt.NDArray[np.bool_] = image != NOWHERE
        if any(len(some) > 1 for some in self._blocks.values()):
            return alive
        bits = self._encoding.problem.exclusive_bits
        current = image
        while (other := alive & (current != start)).any():
            now = current[other]
            alive[other] &= np.bitwise_or.reduce(bits[:, other] & bits[:, now], axis=0) == 0
            alive &= alive[current] | (current == NOWHERE)
            current = np.where(alive, image[current], current)
            alive &= current != NOWHERE
        return alive
