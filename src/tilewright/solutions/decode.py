"""From covers to solutions."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tilewright.encoding import Encoding
from tilewright.lattice import Cell, Motion, minus, plus
from tilewright.puzzle import reading_order
from tilewright.solutions.solution import Placed, Solution
from tilewright.symmetry import Orientation, orientation_motions

if TYPE_CHECKING:
    from tilewright.placements import Block

__all__ = ["Decoder"]


class Decoder:
    """Turns covers into solutions."""

    def __init__(self, encoding: Encoding) -> None:
        self._encoding = encoding
        self._motions: dict[int, dict[Orientation, Motion]] = {}
        self._blocks: dict[int, Block] = {}
        self._places: dict[int, Cell] = {}
        self._placed: dict[tuple[int, str], Placed] = {}
        self._waiting: dict[int, list[str]] = {}

    def solution(self, cover: Sequence[int]) -> Solution:
        """The solution that a cover stands for."""
        beyond = len(self._encoding.placements)  # options that leave a cell empty
        order = sorted((self._place(option), option) for option in cover if option < beyond)
        used: dict[int, int] = {}
        placed = []
        for _, option in order:
            number = self._blocks[option].type
            used[number] = used.get(number, 0) + 1
            placed.append(self._put(option, self._names(number)[used[number] - 1]))
        return Solution(self._encoding.puzzle, tuple(placed))

    def _place(self, option: int) -> Cell:
        """Where the first cell of a placement lies, for sorting."""
        if option not in self._places:
            block, row = self._encoding.placements.block_of(option)
            first = self._encoding.placements.ground.cells[int(block.anchors[row])]
            self._blocks[option], self._places[option] = block, reading_order(first)
        return self._places[option]

    def _names(self, number: int) -> list[str]:
        """The names of identical pieces, in the order in which they are given out."""
        if number in self._waiting:
            return self._waiting[number]
        kind = self._encoding.placements.types[number]
        pieces = [self._encoding.puzzle.pieces[n] for n in kind.pieces]
        fitting = len(self._encoding.placements.ground.cells) // kind.size
        needed = [p.name for p in pieces for _ in range(min(p.count.lo, fitting))]
        more = [
            p.name
            for p in pieces
            for _ in range(fitting if p.count.hi is None else min(fitting, p.count.hi - p.count.lo))
        ]
        self._waiting[number] = needed + more
        return self._waiting[number]

    def _put(self, option: int, name: str) -> Placed:
        if (option, name) not in self._placed:
            orientation = self._blocks[option].orientation
            first = self._places[option][::-1]
            self._placed[option, name] = self._moved(name, orientation, first)
        return self._placed[option, name]

    def _moved(self, name: str, orientation: Orientation, first: Cell) -> Placed:
        puzzle = self._encoding.puzzle
        number = next(k for k, p in enumerate(puzzle.pieces) if p.name == name)
        if number not in self._motions:
            self._motions[number] = orientation_motions(puzzle.lattice, puzzle.pieces[number])
        motion = self._motions[number][orientation]
        step = minus(first, orientation.cells[0])
        shift = plus(motion.shift, step)
        cells = tuple(plus(c, step) for c in orientation.cells)
        return Placed(name, Motion(motion.matrix, shift, motion.mirror, motion.word), cells)
