"""A solution of a puzzle as a value, which prints itself as letters."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from string import ascii_lowercase, ascii_uppercase, digits

from tilewright.encoding import Encoding
from tilewright.lattice import Cell, Motion
from tilewright.lattice.drawing import can_draw, draw
from tilewright.puzzle import Puzzle, reading_order
from tilewright.solutions.placed import Placed
from tilewright.symmetry import Orientation, orientation_motions

__all__ = ["Decoder", "Solution"]

LETTERS = ascii_uppercase + ascii_lowercase + digits
LEFT_OVER = "#"  # for the pieces beyond


@dataclass(frozen=True)
class Solution:
    """The pieces in their places, in reading order of their first cells."""

    puzzle: Puzzle
    placed: tuple[Placed, ...]

    @cached_property
    def letters(self) -> Mapping[Cell, str]:
        """A letter for each covered cell; each placed piece has its own."""
        return {
            c: letter
            for letter, one in zip(self._letters(), self.placed, strict=True)
            for c in one.cells
        }

    def _letters(self) -> list[str]:
        """A piece's own name if that is one letter and the piece is there once; else any letter."""
        names = [one.piece for one in self.placed]
        own = {n for n in names if len(n) == 1 and n.isalnum() and names.count(n) == 1}
        free = iter([letter for letter in LETTERS if letter not in own])
        return [name if name in own else next(free, LEFT_OVER) for name in names]

    def __str__(self) -> str:
        lattice = self.puzzle.lattice
        if not can_draw(lattice):
            return "\n".join(
                f"{one.piece}: {' '.join(map(_spell, one.cells))}" for one in self.placed
            )
        empty = dict.fromkeys(self.puzzle.board.cells, ".")
        drawing = draw(lattice, {**empty, **self.letters})
        pairs = zip(self._letters(), self.placed, strict=True)
        named = [f"{letter} = {one.piece}" for letter, one in pairs if letter != one.piece]
        if len(named) == 0 or len(self.puzzle.pieces) == 1:
            return drawing
        return f"{drawing}\n{', '.join(named)}"


def _spell(cell: Cell) -> str:
    return f"({','.join(map(str, cell))})"


class Decoder:
    """Turns covers into solutions."""

    def __init__(self, encoding: Encoding) -> None:
        self._encoding = encoding
        self._motions: dict[int, dict[Orientation, Motion]] = {}

    def solution(self, cover: Sequence[int]) -> Solution:
        """The solution that a cover stands for."""
        placements = self._encoding.placements
        cells = placements.ground.cells
        places = []
        for option in sorted(cover):
            if option < len(placements):
                block, row = placements.block_of(option)
                places.append((reading_order(cells[int(block.anchors[row])]), block))
        used: dict[int, list[str]] = {}
        placed = []
        for order, block in sorted(places, key=lambda place: place[0]):
            waiting = used.setdefault(block.type, self._names(block.type))
            name = waiting.pop(0)
            placed.append(self._place(name, block.orientation, order[::-1]))
        return Solution(self._encoding.puzzle, tuple(placed))

    def _names(self, number: int) -> list[str]:
        """The names of identical pieces, in the order in which they are given out."""
        kind = self._encoding.placements.types[number]
        pieces = [self._encoding.puzzle.pieces[n] for n in kind.pieces]
        fitting = len(self._encoding.placements.ground.cells) // kind.size
        needed = [p.name for p in pieces for _ in range(min(p.count.lo, fitting))]
        more = [
            p.name
            for p in pieces
            for _ in range((fitting if p.count.hi is None else p.count.hi) - p.count.lo)
        ]
        return needed + more

    def _place(self, name: str, orientation: Orientation, first: Cell) -> Placed:
        puzzle = self._encoding.puzzle
        number = next(k for k, p in enumerate(puzzle.pieces) if p.name == name)
        if number not in self._motions:
            self._motions[number] = orientation_motions(puzzle.lattice, puzzle.pieces[number])
        motion = self._motions[number][orientation]
        step = tuple(a - b for a, b in zip(first, orientation.cells[0], strict=True))
        shift = tuple(a + b for a, b in zip(motion.shift, step, strict=True))
        cells = tuple(tuple(a + b for a, b in zip(c, step, strict=True)) for c in orientation.cells)
        return Placed(name, Motion(motion.matrix, shift, motion.mirror, motion.word), cells)
