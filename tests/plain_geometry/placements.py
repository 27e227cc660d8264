"""Where the pieces fit: every placement of every orientation on the board.

A placement is an orientation and the board cell on which its first cell lies.  Only that cell is
stored; all others follow.  So even a board of a million cells has a list of placements that fits
in memory, and cells are worked out block by block, when they are asked for.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from tests.plain_geometry.orientations import Orientation, PieceType, piece_types
from tilewright.document.text import brief_repr
from tilewright.lattices import Cell, Lattice, Motion
from tilewright.puzzle import PLAIN, Board, Fixed, Puzzle, PuzzleError

Numbers = npt.NDArray[np.int64]

# A box around the board is filled with cell numbers if it is not too empty.
DENSEST_WASTE = 64
SMALL_BOX = 1 << 22
FARTHEST = 1 << 62  # places in that box are numbered
AT_ONCE = 1 << 16  # cells are looked up at a time


class BoardCells:
    """The board's cells by number, in reading order, and the way back from places to numbers."""

    def __init__(self, lattice: Lattice, board: Board) -> None:
        self.lattice = lattice
        self.board = board
        self.cells = board.cells
        if not self.cells:
            raise PuzzleError("the board is empty: draw at least one cell to fill")
        self.places: Numbers = np.array(self.cells, dtype=np.int64).reshape(
            len(self.cells), lattice.dimension
        )
        self._low = self.places.min(axis=0)
        self._high = self.places.max(axis=0)
        sides = self._high - self._low + 1
        self._strides = np.cumprod(np.concatenate(([1], sides[:-1])))
        self._flat: Numbers = (self.places - self._low) @ self._strides
        volume = int(np.prod(sides.astype(object)))
        if volume >= FARTHEST:
            raise PuzzleError(
                f"the board spreads over {' × '.join(map(str, sides.tolist()))} places, which is "
                f"too far: move its parts together"
            )
        self._grid: npt.NDArray[np.int32] | None = None
        if volume <= max(SMALL_BOX, DENSEST_WASTE * len(self.cells)):
            self._grid = np.full(volume, -1, dtype=np.int32)
            self._grid[self._flat] = np.arange(len(self.cells), dtype=np.int32)
        residues = lattice.translations.reduce_all(self.places)
        self._by_home: dict[Cell, Numbers] = {}
        for kind in lattice.kinds:
            home = lattice.translations.reduce(kind.at)
            self._by_home[home] = np.flatnonzero((residues == home).all(axis=1))

    def alike(self, cell: Cell) -> Numbers:
        """The numbers of the board cells of the same kind."""
        return self._by_home[self.lattice.translations.reduce(cell)]

    def within(self, numbers: Numbers, steps: Numbers) -> Numbers:
        """Those of the numbered cells from which all steps stay inside the box round the board."""
        places = self.places[numbers]
        low, high = self._low - steps.min(axis=0), self._high - steps.max(axis=0)
        inside: Numbers = numbers[((places >= low) & (places <= high)).all(axis=1)]
        return inside

    def at(self, numbers: Numbers, steps: Numbers) -> Numbers:
        """The number of the cell by each step from each cell, -1 where no board cell is.

        The steps must stay inside the box round the board.
        """
        flat = self._flat[numbers][:, None] + (steps @ self._strides)[None, :]
        if self._grid is not None:
            return self._grid[flat].astype(np.int64)
        found = np.minimum(np.searchsorted(self._flat, flat), len(self._flat) - 1)
        return np.where(self._flat[found] == flat, found, -1)

    def at_any(self, numbers: Numbers, step: Sequence[int]) -> Numbers:
        """Like `at` for one step, which may also lead out of the box."""
        steps = np.array([step], dtype=np.int64)
        found = np.full(len(numbers), -1, dtype=np.int64)
        inside = np.isin(numbers, self.within(numbers, steps))
        found[inside] = self.at(numbers[inside], steps)[:, 0]
        return found

    def moved_by(self, motion: Motion) -> Numbers:
        """The cell that each cell becomes by a motion which maps the board to itself."""
        moved = self.places @ np.array(motion.matrix, dtype=np.int64).T + motion.shift
        order = np.lexsort(moved.T)  # the last coordinate counts most: reading order
        becomes = np.empty(len(order), dtype=np.int64)
        becomes[order] = np.arange(len(order))
        return becomes

    def touching(self) -> Numbers:
        """The pairs of cells that an edge joins, one a row."""
        pairs = [np.empty((0, 2), np.int64)]
        for kind in self.lattice.kinds:
            here = self.alike(kind.at)
            for step in kind.edges.values():
                there = self.at_any(here, step)
                pairs.append(np.column_stack((here, there))[here < there])
        return np.concatenate(pairs)


@dataclass(frozen=True, eq=False)
class Block:
    """All placements of one orientation: the cells, by number and in order, on which its first cell
    lies."""

    type: int
    orientation: Orientation
    anchors: npt.NDArray[np.uint32]

    def __len__(self) -> int:
        return len(self.anchors)


@dataclass(frozen=True, eq=False)
class Placements:
    """All placements, block by block; numbered in this order."""

    puzzle: Puzzle
    ground: BoardCells
    types: tuple[PieceType, ...]
    blocks: tuple[Block, ...]

    __repr__ = brief_repr

    def __len__(self) -> int:
        return int(self.starts[-1])

    @cached_property
    def starts(self) -> Numbers:
        """The number of the first placement of each block, and the total."""
        return np.concatenate(([0], np.cumsum([len(b) for b in self.blocks]))).astype(np.int64)

    def cells(self, block: Block) -> Numbers:
        """The board cells of each placement of a block, one a row."""
        return self.ground.at(block.anchors.astype(np.int64), block.orientation.steps)

    def block_of(self, number: int) -> tuple[Block, int]:
        """The block of a placement, and its row there."""
        k = int(np.searchsorted(self.starts, number, side="right")) - 1
        return self.blocks[k], number - int(self.starts[k])

    def by_anchor(self, block: int) -> Numbers:
        """The placement in a block whose first cell lies on each cell, -1 where there is none."""
        numbers = np.full(len(self.ground.cells), -1, dtype=np.int64)
        anchors = self.blocks[block].anchors
        numbers[anchors] = int(self.starts[block]) + np.arange(len(anchors))
        return numbers

    def of_type(self, number: int) -> Iterator[Block]:
        """The blocks of one type."""
        return (self.blocks[k] for k in self._blocks_of_type.get(number, ()))

    def fixed(self, fixed: Fixed) -> list[tuple[int, int]]:
        """The placements of a piece on given cells: the number of a block, and a row there.

        There are several if it can be turned on these cells so that its colours or marks move.
        """
        wanted = [self.cell_numbers.get(cell, -1) for cell in fixed.cells]
        anchor = np.array(wanted[:1], dtype=np.int64)
        found = []
        for k in self._blocks_of_type.get(self.type_of_name.get(fixed.piece, -1), ()):
            block = self.blocks[k]
            row = int(np.searchsorted(block.anchors, anchor)[0])
            if row == len(block) or block.anchors[row] != wanted[0]:
                continue
            if self.ground.at(anchor, block.orientation.steps)[0].tolist() == wanted:
                found.append((k, row))
        return found

    @cached_property
    def _blocks_of_type(self) -> dict[int, list[int]]:
        found: dict[int, list[int]] = {}
        for k, block in enumerate(self.blocks):
            found.setdefault(block.type, []).append(k)
        return found

    @cached_property
    def type_of_name(self) -> dict[str, int]:
        """The number of the type of each piece that is used."""
        pieces = self.puzzle.pieces
        return {pieces[n].name: k for k, kind in enumerate(self.types) for n in kind.pieces}

    @cached_property
    def cell_numbers(self) -> dict[Cell, int]:
        """The number of each cell of the board."""
        return {cell: k for k, cell in enumerate(self.ground.cells)}


def find_placements(puzzle: Puzzle) -> Placements:
    """All placements of the pieces on the board that its colours and its border allow."""
    types = piece_types(puzzle)
    ground = BoardCells(puzzle.lattice, puzzle.board)
    colours = _Colours(puzzle, ground)
    blocks = []
    for number, kind in enumerate(types):
        for orientation in kind.orientations:
            anchors = _fitting(ground, orientation, colours)
            if puzzle.marks:
                anchors = _clear_of_border(puzzle, ground, orientation, anchors)
            blocks.append(Block(number, orientation, anchors.astype(np.uint32)))
    return Placements(puzzle, ground, types, tuple(blocks))


def _fitting(ground: BoardCells, orientation: Orientation, colours: "_Colours") -> Numbers:
    steps = orientation.steps
    anchors = ground.within(ground.alike(orientation.cells[0]), steps)
    if len(anchors) * len(steps) <= AT_ONCE:
        found = ground.at(anchors, steps)
        return anchors[((found >= 0) & colours.agree(orientation, found, 0)).all(axis=1)]
    for k in range(len(steps)):
        found = ground.at(anchors, steps[k : k + 1])
        anchors = anchors[((found >= 0) & colours.agree(orientation, found, k))[:, 0]]
    return anchors


class _Colours:
    """Which colours of a piece may lie on which cells."""

    def __init__(self, puzzle: Puzzle, ground: BoardCells) -> None:
        on_board = [puzzle.board.colours.get(cell, "") for cell in ground.cells]
        on_pieces = {colour for piece in puzzle.pieces for colour in piece.colours} | {""}
        self._board = {colour: k for k, colour in enumerate(sorted(set(on_board)))}
        self._pieces = {colour: k for k, colour in enumerate(sorted(on_pieces))}
        self._cells = np.array([self._board[colour] for colour in on_board], dtype=np.int64)
        self._fit = np.array(
            [
                [
                    a == b if puzzle.colour_fits is None else (a, b) in puzzle.colour_fits
                    for b in self._pieces
                ]
                for a in self._board
            ]
        )
        self._idle = bool(self._fit.all())

    def agree(self, orientation: Orientation, found: Numbers, first: int) -> npt.NDArray[np.bool_]:
        """May the cells of an orientation, from number `first` on, lie on the cells found?"""
        if self._idle:
            return np.ones((), dtype=np.bool_)
        width = found.shape[1]
        spelt = orientation.colours[first : first + width] or ("",) * width
        mine = np.array([self._pieces[colour] for colour in spelt])
        fits: npt.NDArray[np.bool_] = self._fit[self._cells[found], mine[None, :]]
        return fits


def half_edges(lattice: Lattice, orientation: Orientation) -> list[tuple[int, Cell, str]]:
    """The half-edges that lead out of an orientation: (number of the cell, step, mark)."""
    marks = {(m.cell, m.step): m.mark for m in orientation.marks}
    own = set(orientation.cells)
    return [
        (number, step, marks.get((cell, step), PLAIN))
        for number, cell in enumerate(orientation.cells)
        for step, there in lattice.neighbours(cell).items()
        if there not in own
    ]


def _clear_of_border(
    puzzle: Puzzle, ground: BoardCells, orientation: Orientation, anchors: Numbers
) -> Numbers:
    """Leave out placements whose marks may not face the outside."""
    assert puzzle.marks is not None
    border = puzzle.marks.border
    for number, step, mark in half_edges(puzzle.lattice, orientation):
        if puzzle.marks.fit(mark, border):
            continue
        out = tuple(orientation.steps[number] + np.array(step))
        anchors = anchors[ground.at_any(anchors, out) >= 0]
    return anchors
