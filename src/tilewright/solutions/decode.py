"""From covers to solutions."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from tilewright.encoding import Encoding
from tilewright.orientations import Orientation, orientation_motions
from tilewright.puzzle import reading_order
from tilewright.solutions.solution import Placed, Solution
from tilewright.symmetry.action import Action

if TYPE_CHECKING:
    from tilewright.lattices import Motion


class Decoder:
    """Turns covers into solutions."""

    def __init__(self, encoding: Encoding) -> None:
        self._encoding, self._types = encoding, encoding.type_of_option.tolist()
        self._beyond = len(encoding.placements)  # options from here on are no placements
        self._alone = all(len(kind.pieces) == 1 for kind in encoding.placements.types)
        self._cells = encoding.placements.ground.cells
        self._motions: dict[str, dict[Orientation, Motion]] = {}
        self._placed: dict[tuple[int, str], Placed] = {}
        self._ranks: dict[int, int] = {}  # placements in the order that solutions have
        self._only: dict[int, Placed | None] = {}  # the piece there, if it can be only one
        self._waiting: dict[int, tuple[list[str], int]] = {}

    def solution(self, cover: Sequence[int]) -> Solution:
        """The solution that a cover stands for."""
        if cover and max(cover) >= self._beyond:
            cover = [k for k in cover if k < self._beyond]
        ranks = self._ranks
        for option in cover:
            if option not in ranks:
                self._learn(option)
        options = sorted(cover, key=ranks.__getitem__)
        placed = [*map(self._only.__getitem__, options)]
        if not self._alone:
            by_type: dict[int, list[int]] = {}
            for option, one in zip(options, placed, strict=True):
                if not one:
                    by_type.setdefault(self._types[option], []).append(option)
            names = {o: n for number, some in by_type.items() for o, n in self._named(number, some)}
            placed = [
                one or self._put(option, names[option])
                for option, one in zip(options, placed, strict=True)
            ]
        return Solution(self._encoding.puzzle, tuple(placed))  # type: ignore[arg-type]

    def _learn(self, option: int) -> None:
        placements = self._encoding.placements
        cells = placements.core.row(option)
        piece, *others = placements.types[self._types[option]].pieces
        name = placements.puzzle.pieces[piece].name
        self._ranks[option] = cells[0] * self._beyond + option
        self._only[option] = None if others else self._lie(option, name, cells)

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
            cells = self._encoding.placements.core.row(option)
            self._placed[option, name] = self._lie(option, name, cells)
        return self._placed[option, name]

    def _lie(self, option: int, name: str, cells: Iterable[int]) -> Placed:
        placements, puzzle = self._encoding.placements, self._encoding.puzzle
        orientation, step = placements.core.lies(option)
        if puzzle.pieces[placements.types[self._types[option]].pieces[0]].name == name:
            motion = placements.shapes.way(orientation)
        else:
            if name not in self._motions:
                self._motions[name] = orientation_motions(puzzle.lattice, puzzle.piece(name))
            motion = self._motions[name][placements.shapes[orientation]]
        return Placed(name, motion.then_by(step), tuple(map(self._cells.__getitem__, cells)))


class Copies:
    """Solutions turned or reflected by the symmetries of their puzzle."""

    def __init__(self, action: Action) -> None:
        self.motions = action.motions
        self._action = action
        self._decoder = Decoder(action.encoding)
        self._blocks: dict[tuple[str, object], int] = {}  # of pieces by how they are turned

    def copy(self, solution: Solution, number: int) -> Solution:
        """What the motion with this number makes of a solution."""
        permutation = self._action.permutations[number]
        return self._decoder.solution([int(permutation[self.option(p)]) for p in solution.placed])

    def option(self, one: Placed) -> int:
        """The number of a placement."""
        placements, turned = self._action.encoding.placements, (one.piece, one.motion.matrix)
        if turned not in self._blocks:
            piece = placements.puzzle.piece(one.piece)
            drawn = Orientation(piece.cells, piece.colours, piece.marks)
            lies = drawn.moved(placements.puzzle.lattice, one.motion)
            kind = placements.type_of_name[one.piece]
            sorts = [(block.type, block.orientation) for block in placements.blocks]
            self._blocks[turned] = sorts.index((kind, lies))
        block = self._blocks[turned]
        first = placements.cell_numbers[min(one.cells, key=reading_order)]
        row = int(np.searchsorted(placements.blocks[block].anchors, first))
        return int(placements.starts[block]) + row
