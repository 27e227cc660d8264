"""A solution of a puzzle as a value, which prints itself as letters."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import zip_longest
from string import ascii_lowercase, ascii_uppercase, digits
from typing import TYPE_CHECKING

from tilewright.encoding import Encoding
from tilewright.lattice import Cell, Motion
from tilewright.lattice.drawing import can_draw, draw
from tilewright.puzzle import Puzzle, reading_order
from tilewright.solutions.placed import Placed
from tilewright.symmetry import Orientation, orientation_motions

if TYPE_CHECKING:
    from tilewright.placements import Block

__all__ = ["Decoder", "Solution"]

LETTERS = ascii_uppercase + ascii_lowercase + digits
WIDEST, GAP = 100, 3  # of a drawing of several layers
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
        drawing = _side_by_side(draw(lattice, {**empty, **self.letters}, blank=" ", tight=True))
        pairs = zip(self._letters(), self.placed, strict=True)
        named = [f"{letter} = {one.piece}" for letter, one in pairs if letter != one.piece]
        if len(named) == 0 or len(self.puzzle.pieces) == 1:
            return drawing
        return f"{drawing}\n{', '.join(named)}"


def _side_by_side(drawing: str) -> str:
    """The layers of a drawing next to each other, as many as fit in a line."""
    layers = [layer.splitlines() for layer in drawing.split("\n\n")]
    width = max(len(line) for layer in layers for line in layer)
    per_row = max(1, (WIDEST + GAP) // (width + GAP))
    blocks = []
    for first in range(0, len(layers), per_row):
        some = layers[first : first + per_row]
        rows = zip_longest(*some, fillvalue="")
        blocks.append(
            "\n".join((" " * GAP).join(f"{line:{width}}" for line in row).rstrip() for row in rows)
        )
    return "\n\n".join(blocks)


def _spell(cell: Cell) -> str:
    return f"({','.join(map(str, cell))})"


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
        step = tuple(a - b for a, b in zip(first, orientation.cells[0], strict=True))
        shift = tuple(a + b for a, b in zip(motion.shift, step, strict=True))
        cells = tuple(tuple(a + b for a, b in zip(c, step, strict=True)) for c in orientation.cells)
        return Placed(name, Motion(motion.matrix, shift, motion.mirror, motion.word), cells)
