"""From covers to solutions."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from tilewright.encoding import Encoding
from tilewright.lattices import Cell, Motion, minus, plus
from tilewright.lattices.model import Matrix
from tilewright.orientations import Orientation, orientation_motions
from tilewright.puzzle import reading_order
from tilewright.solutions.solution import Placed, Solution
from tilewright.symmetry.action import Action

if TYPE_CHECKING:
    from tilewright.placements import Block


class Decoder:
    """Turns covers into solutions."""

    def __init__(self, encoding: Encoding) -> None:
        self._encoding = encoding
        self._motions: dict[str, dict[Orientation, Motion]] = {}
        self._blocks: dict[int, Block] = {}
        self._firsts: dict[int, int] = {}
        self._placed: dict[tuple[int, str], Placed] = {}
        self._entries: dict[int, tuple[int, int, Placed]] = {}
        self._waiting: dict[int, tuple[list[str], int]] = {}

    def solution(self, cover: Sequence[int]) -> Solution:
        """The solution that a cover stands for."""
        beyond = len(self._encoding.placements)  # options that leave a cell empty
        if self._one_name_each:
            entries = sorted([self._entry(option) for option in cover if option < beyond])
            return Solution(self._encoding.puzzle, tuple([placed for _, _, placed in entries]))
        order = sorted((self._first(option), option) for option in cover if option < beyond)
        by_type: dict[int, list[int]] = {}
        for _, option in order:
            by_type.setdefault(self._blocks[option].type, []).append(option)
        names = {o: n for number, some in by_type.items() for o, n in self._named(number, some)}
        placed = tuple(self._put(option, names[option]) for _, option in order)
        return Solution(self._encoding.puzzle, placed)

    @cached_property
    def _one_name_each(self) -> bool:
        """Does the placement alone say which piece it is?"""
        return all(len(kind.pieces) == 1 for kind in self._encoding.placements.types)

    def _entry(self, option: int) -> tuple[int, int, Placed]:
        """A placement whose piece has a name of its own; entries sort as solutions do."""
        entry = self._entries.get(option)
        if entry is None:
            first = self._first(option)
            (piece,) = self._encoding.placements.types[self._blocks[option].type].pieces
            name = self._encoding.puzzle.pieces[piece].name
            entry = self._entries[option] = first, option, self._put(option, name)
        return entry

    def _named(self, number: int, options: list[int]) -> Iterator[tuple[int, str]]:
        """The placements of a type with names: fixed pieces keep theirs, the rest is dealt out.

        Identical pieces are interchangeable.  So if the pieces that must be used leave no room for
        the name that was fixed, another one stands there.
        """
        names, needed = self._names(number)
        fixed = {option: self._fixed[option] for option in options if option in self._fixed}
        if (Counter(names[:needed]) - Counter(fixed.values())).total() > len(options) - len(fixed):
            fixed = {}
        left = Counter(fixed.values())
        free = []
        for name in names:
            if left[name]:
                left[name] -= 1
            else:
                free.append(name)
        waiting = iter(free)
        for option in options:
            yield option, fixed[option] if option in fixed else next(waiting)

    @cached_property
    def _fixed(self) -> dict[int, str]:
        """The options that are pieces fixed in advance, with their names."""
        found: dict[int, str] = {}
        placements = self._encoding.placements
        for one in self._encoding.puzzle.fixed:
            for block, row in placements.fixed(one):
                found[int(placements.starts[block]) + row] = one.piece
        return found

    def _first(self, option: int) -> int:
        """The number of the first cell of a placement; cells are numbered in reading order."""
        if option not in self._firsts:
            block, row = self._encoding.placements.block_of(option)
            self._blocks[option], self._firsts[option] = block, int(block.anchors[row])
        return self._firsts[option]

    def _names(self, number: int) -> tuple[list[str], int]:
        """The names of identical pieces in the order in which they are dealt out, and how many of
        the first ones must be used.
        """
        if number not in self._waiting:
            kind = self._encoding.placements.types[number]
            pieces = [self._encoding.puzzle.pieces[n] for n in kind.pieces]
            fitting = len(self._encoding.placements.ground.cells) // kind.size
            spare = self._encoding.puzzle.spare is not None
            most = [fitting if p.count.hi is None else min(p.count.hi, fitting) for p in pieces]
            least = [0 if spare else min(p.count.lo, fitting) for p in pieces]
            names = [p.name for p, n in zip(pieces, least, strict=True) for _ in range(n)]
            needed = len(names)
            for p, lo, hi in zip(pieces, least, most, strict=True):
                names += [p.name] * (hi - lo)
            self._waiting[number] = names, needed
        return self._waiting[number]

    def _put(self, option: int, name: str) -> Placed:
        if (option, name) not in self._placed:
            orientation = self._blocks[option].orientation
            first = self._encoding.placements.ground.cells[self._firsts[option]]
            self._placed[option, name] = self._moved(name, orientation, first)
        return self._placed[option, name]

    def _moved(self, name: str, orientation: Orientation, first: Cell) -> Placed:
        puzzle = self._encoding.puzzle
        if name not in self._motions:
            piece = next(p for p in puzzle.pieces if p.name == name)
            self._motions[name] = orientation_motions(puzzle.lattice, piece)
        motion = self._motions[name][orientation]
        step = minus(first, orientation.cells[0])
        cells = tuple([plus(c, step) for c in orientation.cells])
        return Placed(name, motion.then_by(step), cells)


class Copies:
    """Solutions turned or reflected by the symmetries of their puzzle."""

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
        orientation = self._orientations[one.piece][one.motion.matrix]
        block = self._blocks[placements.type_of_name[one.piece], orientation]
        first = placements.cell_numbers[min(one.cells, key=reading_order)]
        row = int(np.flatnonzero(placements.blocks[block].anchors == first)[0])
        return int(placements.starts[block]) + row

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
