"""A solution turned or reflected by the symmetries of its puzzle."""

from functools import cached_property

import numpy as np

from tilewright.lattice.lattice import Matrix
from tilewright.puzzle import reading_order
from tilewright.solutions.action import Action
from tilewright.solutions.decode import Decoder
from tilewright.solutions.solution import Placed, Solution
from tilewright.symmetry import Orientation, orientation_motions

__all__ = ["Copies"]


class Copies:
    """Makes copies of solutions, one for each motion of a group."""

    def __init__(self, action: Action) -> None:
        self.motions = action.motions
        self._action = action
        self._decoder = Decoder(action.encoding)

    def copy(self, solution: Solution, number: int) -> Solution:
        """What the motion with this number makes of a solution."""
        permutation = self._action.permutations[number]
        return self._decoder.solution([int(permutation[self.option(p)]) for p in solution.placed])

    def option(self, one: Placed) -> int:
        """The number of a placement."""
        placements = self._action.encoding.placements
        number = self._numbers[one.piece]
        orientation = self._orientations[one.piece][one.motion.matrix]
        block = self._blocks[number, orientation]
        first = self._cells[min(one.cells, key=reading_order)]
        row = int(np.flatnonzero(placements.blocks[block].anchors == first)[0])
        return int(placements.starts[block]) + row

    @cached_property
    def _numbers(self) -> dict[str, int]:
        """The type of each piece."""
        pieces = self._action.encoding.puzzle.pieces
        types = self._action.encoding.placements.types
        return {pieces[n].name: k for k, kind in enumerate(types) for n in kind.pieces}

    @cached_property
    def _orientations(self) -> dict[str, dict[Matrix, Orientation]]:
        """What becomes of each piece by each motion, also by those that make what another does."""
        puzzle = self._action.encoding.puzzle
        on = puzzle.lattice
        return {
            piece.name: {
                same.after(motion).matrix: orientation
                for orientation, motion in orientation_motions(on, piece).items()
                for same in on.motions
                if orientation.moved(on, same) == orientation
            }
            for piece in puzzle.pieces
        }

    @cached_property
    def _blocks(self) -> dict[tuple[int, Orientation], int]:
        blocks = self._action.encoding.placements.blocks
        return {(block.type, block.orientation): k for k, block in enumerate(blocks)}

    @cached_property
    def _cells(self) -> dict[tuple[int, ...], int]:
        return {cell: k for k, cell in enumerate(self._action.encoding.placements.ground.cells)}
