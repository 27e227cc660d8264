"""What lies on a lattice board: placed pieces as options of the puzzle's exact cover problem."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from tilewright.encoding import Encoding
from tilewright.lattices import Cell, Motion, minus, plus
from tilewright.orientations import Orientation, orientation_motions
from tilewright.placements import Block
from tilewright.puzzle import Piece
from tilewright.web.play.messages import PlayedPiece
from tilewright.web.play.table import Position, say_too_many

Uses = dict[int, list[tuple[int, str]]]  # for each item, who uses it: colour and piece


@dataclass(frozen=True, slots=True)
class PlayPosition(Position[int]):
    """Placed pieces as options, -1 for one that is wrong."""

    @property
    def chosen(self) -> tuple[int, ...]:
        """All options that are chosen, each once."""
        return tuple(dict.fromkeys((*self.fixed, *self.given)))

    @property
    def used(self) -> list[str]:
        """The names of all pieces that lie there."""
        there = set(self.given)
        return [*self.names, *(n for option, n in self.fixed.items() if option not in there)]


class PlayBoard:
    """The board of a puzzle with its exact cover problem; finds the options of placed pieces."""

    def __init__(self, encoding: Encoding) -> None:
        self.encoding = encoding
        self.problem = encoding.problem
        self.puzzle = encoding.puzzle
        self.cells = encoding.placements.ground.cells
        self._numbers = {cell: k for k, cell in enumerate(self.cells)}
        self._pieces = {piece.name: piece for piece in self.puzzle.pieces}
        self._blocks: dict[str, list[int]] = {name: [] for name in self._pieces}
        for k, block in enumerate(encoding.placements.blocks):
            for number in encoding.placements.types[block.type].pieces:
                self._blocks[self.puzzle.pieces[number].name].append(k)
        self._motions: dict[str, Mapping[Orientation, Motion]] = {}
        self._fixed: dict[int, str] = {}  # where the cells do not say it, the search finds the way
        for one in self.puzzle.fixed:
            options = self._options(self._pieces[one.piece], one.cells)
            if len(options) == 1:
                self._fixed[options[0]] = one.piece

    def position(self, placed: Sequence[PlayedPiece]) -> PlayPosition:
        """What lies there, as options."""
        uses: Uses = {}
        for option, name in self._fixed.items():
            self._use(uses, option, name)
        fixed_left = set(self._fixed)
        used: Counter[str] = Counter()
        options: list[int | str] = []
        for one in placed:
            found = self._option(one)
            if isinstance(found, int) and found in fixed_left:
                fixed_left.remove(found)  # it was there from the start
                options.append(found)
                continue
            used[one.piece] += 1
            if isinstance(found, int):
                found = self._clash(uses, found, one.piece, used[one.piece]) or found
            if isinstance(found, int):
                self._use(uses, found, one.piece)
            options.append(found)
        return PlayPosition.of(placed, options, -1, self._fixed)

    def is_complete(self, position: PlayPosition) -> bool:
        """Is the board full, and are all rules obeyed?"""
        uses: Uses = {}
        for option in position.chosen:
            self._use(uses, option, "")
        covered = {k for option in position.chosen for k in self.cells_of(option)}
        for option, cell in enumerate(self.encoding.empty, len(self.encoding.placements)):
            if cell not in covered:
                if self._clashes(uses, option):
                    return False
                self._use(uses, option, "")
        primary = self.problem.items[: self.problem.primary]
        return all(len(uses.get(k, ())) >= item.lo for k, item in enumerate(primary))

    def cells_of(self, option: int) -> list[int]:
        """The numbers of the cells that an option fills, in reading order."""
        if option >= len(self.encoding.placements):
            return []
        block, row = self.encoding.placements.block_of(option)
        one = replace(block, anchors=block.anchors[row : row + 1])
        numbers: list[int] = self.encoding.placements.cells(one)[0].tolist()
        return numbers

    def free_name(self, option: int, names: Iterable[str]) -> str:
        """Which of several identical pieces to take, if these are placed already."""
        used = Counter(names)
        kind = self.encoding.placements.types[self._block(option).type]
        pieces = [self.puzzle.pieces[n] for n in kind.pieces]
        needed = [p for p in pieces if used[p.name] < p.count.lo]
        free = [p for p in pieces if p.count.hi is None or used[p.name] < p.count.hi]
        return (*needed, *free, *pieces)[0].name

    def lies(self, option: int, name: str) -> tuple[list[Cell], int]:
        """The cells of a piece, in the order of its own, and the number of the motion."""
        block, row = self.encoding.placements.block_of(option)
        if name not in self._motions:
            lattice = self.puzzle.lattice
            self._motions[name] = orientation_motions(lattice, self._pieces[name])
        motion = self._motions[name][block.orientation]
        step = minus(self.cells[int(block.anchors[row])], block.orientation.cells[0])
        cells = [plus(motion(cell), step) for cell in self._pieces[name].cells]
        matrices = [one.matrix for one in self.puzzle.lattice.motions]
        return cells, matrices.index(motion.matrix)

    def _block(self, option: int) -> Block:
        return self.encoding.placements.block_of(option)[0]

    def _option(self, one: PlayedPiece) -> int | str:
        """The option that a placed piece is, or why it is none."""
        piece = self._pieces.get(one.piece)
        if piece is None:
            return f"There is no piece {one.piece!r} in this puzzle."
        if one.cells is None:
            return f"Piece {piece.name} has a ring, but this puzzle is on a lattice: give cells."
        cells = one.cells
        if any(cell not in self._numbers for cell in cells):
            return f"Piece {piece.name} lies partly outside the board."
        found = self._options(piece, cells)
        if len(found) > 1:
            ways = self._ways_to_lie(piece, cells, one.motion)
            found = [option for option in found if self._block(option).orientation in ways]
        if len(found) == 1:
            return found[0]
        if len(found) > 1:
            return f"Piece {piece.name} can lie there in several ways: say which, by its motion."
        patterned = piece.colours or piece.marks or self.puzzle.board.colours
        if len(set(cells)) == len(cells) == piece.size and patterned:
            return (
                f"Piece {piece.name} may not lie there: its shape, its colours or its marks do not "
                f"fit, or it may not be turned that way."
            )
        return f"Piece {piece.name} does not have that shape, or may not be turned that way."

    def _options(self, piece: Piece, cells: Sequence[Cell]) -> list[int]:
        """All options that put a piece on these cells."""
        placements = self.encoding.placements
        wanted = np.array(sorted(self._numbers[cell] for cell in cells))
        found: list[int] = []
        for k in self._blocks[piece.name] if len(cells) == piece.size else ():
            block = placements.blocks[k]
            rows = np.flatnonzero(block.anchors == wanted[0])
            there = placements.cells(replace(block, anchors=block.anchors[rows]))
            rows = rows[(np.sort(there, axis=1) == wanted).all(axis=1)]
            found += [int(placements.starts[k]) + row for row in rows.tolist()]
        return found

    def _ways_to_lie(
        self, piece: Piece, cells: Sequence[Cell], number: int | None
    ) -> set[Orientation]:
        """The orientation that a motion gives a piece.

        Without a motion, those in which the cells of the piece, one by one, come to lie on these.
        """
        lattice = self.puzzle.lattice
        as_drawn = replace(piece, turn=False, flip=False, motions=())
        (drawn,) = orientation_motions(lattice, as_drawn)
        if number is not None:
            return {drawn.moved(lattice, motion) for motion in lattice.motions[number : number + 1]}
        ways = set()
        for motion in piece.allowed_motions(lattice):
            moved = [motion(cell) for cell in piece.cells]
            step = minus(cells[0], moved[0])
            if [plus(cell, step) for cell in moved] == list(cells):
                ways.add(drawn.moved(lattice, motion))
        return ways

    def _entries(self, option: int) -> list[tuple[int, int]]:
        """The items of an option, each with its colour."""
        problem = self.problem
        span = slice(int(problem.starts[option]), int(problem.starts[option + 1]))
        entries = problem.entries[span].tolist()
        colours = problem.entry_colours[span].tolist() or [0] * len(entries)
        return list(zip(entries, colours, strict=True))

    def _use(self, uses: Uses, option: int, name: str) -> None:
        for item, colour in self._entries(option):
            uses.setdefault(item, []).append((colour, name))

    def _clash(self, uses: Uses, option: int, name: str, times: int) -> str | None:
        """Why an option does not go with what lies there already; None if it does."""
        most = self._pieces[name].count.hi
        if most is not None and times > most:
            return say_too_many(name, most)
        clashes = self._clashes(uses, option)
        if not clashes:
            return None
        regions = self.problem.regions
        assert regions is not None
        cells, kinds = set(regions.cells.tolist()), set(regions.pieces.tolist())
        for item, other in clashes:
            if item in cells:
                return f"Pieces {other} and {name} lie on each other."
        if any(item in kinds for item, _ in clashes):
            return f"There are no more pieces like {name}: take one back."
        if any(not self.problem.items[item].secondary for item, _ in clashes):
            return "There are too many pieces on the board: take one back."
        return f"Pieces {clashes[0][1]} and {name} do not go together."

    def _clashes(self, uses: Uses, option: int) -> list[tuple[int, str]]:
        """The items that are taken already, with the pieces that took them."""
        clashes: list[tuple[int, str]] = []
        for item, colour in self._entries(option):
            users = uses.get(item, [])
            what = self.problem.items[item]
            if what.secondary:
                clashes += [(item, other) for c, other in users if c == 0 or c != colour]
            elif len(users) >= what.hi:
                clashes += [(item, other) for _, other in users]
        return clashes
