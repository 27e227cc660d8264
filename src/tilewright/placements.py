"""Where the pieces fit: every placement of every orientation on the board.

They are found in the core.  A placement is an orientation and the board cell on which its first
cell lies.  Only that cell is stored; all others follow.  So even a board of a million cells has a
list of placements that fits in memory, and cells are worked out block by block, when they are asked
for.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TypedDict

import numpy as np
import numpy.typing as npt

from tilewright import _core
from tilewright.document.text import brief_repr
from tilewright.lattices import Cell, Lattice, Motion
from tilewright.orientations import (
    Orientation,
    PieceType,
    Shapes,
    Signs,
    numbered_board,
    piece_shapes,
    types_of,
)
from tilewright.puzzle import PLAIN, Board, Fixed, Puzzle, PuzzleError

Numbers = npt.NDArray[np.int64]


class BoardCells:
    """The board's cells by number, in reading order, and the way back from places to numbers."""

    def __init__(self, lattice: Lattice, board: Board) -> None:
        self.lattice = lattice
        self.board = board
        self.cells = board.cells
        if not self.cells:
            raise PuzzleError("the board is empty: draw at least one cell to fill")
        self.core = numbered_board(lattice, board)
        self.places: Numbers = self.core.places

    def moved_by(self, motion: Motion) -> Numbers:
        """The cell that each cell becomes by a motion which maps the board to itself."""
        moved = self.places @ np.array(motion.matrix, dtype=np.int64).T + motion.shift
        order = np.lexsort(moved.T)  # the last coordinate counts most: reading order
        becomes = np.empty(len(order), dtype=np.int64)
        becomes[order] = np.arange(len(order))
        return becomes

    def touching(self) -> Numbers:
        """The pairs of cells that an edge joins, one a row."""
        return self.core.touching().astype(np.int64)


@dataclass(frozen=True, eq=False)
class Block:
    """All placements of one orientation: the cells, by number and in order, on which its first cell
    lies."""

    type: int
    number: int  # of the orientation, among those of all types
    orientation: Orientation
    anchors: npt.NDArray[np.uint32]

    def __len__(self) -> int:
        return len(self.anchors)


@dataclass(frozen=True, eq=False)
class Placements:
    """All placements, block by block; numbered in this order."""

    puzzle: Puzzle
    ground: BoardCells
    shapes: Shapes
    types: tuple[PieceType, ...]
    core: _core.Placements

    __repr__ = brief_repr

    def __reduce__(self) -> tuple[object, ...]:
        return find_placements, (self.puzzle,)

    def __len__(self) -> int:
        return int(self.starts[-1])

    @cached_property
    def starts(self) -> Numbers:
        """The number of the first placement of each block, and the total."""
        return self.core.starts.astype(np.int64)

    @cached_property
    def blocks(self) -> tuple[Block, ...]:
        """The placements of each orientation of each type."""
        starts, anchors = self.starts.tolist(), self.core.anchors
        return tuple(
            Block(k, number, kind.shapes[number], anchors[starts[number] : starts[number + 1]])
            for k, kind in enumerate(self.types)
            for number in kind.turns
        )

    @property
    def signs(self) -> Signs:
        """The numbers of colours and marks."""
        return self.shapes.signs

    @property
    def sizes(self) -> Numbers:
        """How many placements each type has."""
        ends = self.starts[np.array([kind.turns.stop for kind in self.types], dtype=np.int64)]
        return np.diff(ends, prepend=0)

    def cells(self, block: Block) -> Numbers:
        """The board cells of each placement of a block, one a row."""
        return self.core.cells(block.number)

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
            if self.core.row(int(self.starts[k]) + row) == wanted:
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


def place(puzzle: Puzzle) -> Placements:
    """All placements of the pieces on the board that its colours and its border allow.

    They are found once for each puzzle.

    >>> from tilewright.puzzle import box, make_puzzle
    >>> len(place(make_puzzle("square", box(3, 2), {"I": "##", "L": "##\\n#."})))
    15
    """
    if "placements" not in puzzle.derived:
        puzzle.derived["placements"] = find_placements(puzzle)
    found: Placements = puzzle.derived["placements"]
    return found


def find_placements(puzzle: Puzzle) -> Placements:
    """The same, worked out anew."""
    shapes = piece_shapes(puzzle)
    ground = BoardCells(puzzle.lattice, puzzle.board)
    marks = puzzle.marks
    core = _core.Placements(
        ground.core,
        shapes.core,
        **_colour_rules(puzzle, ground, shapes.signs),
        border=[marks.fit(mark, marks.border) for mark in shapes.signs.marks] if marks else [],
        plain=shapes.signs.mark_numbers[PLAIN],
    )
    return Placements(puzzle, ground, shapes, types_of(puzzle, shapes), core)


class _ColourRules(TypedDict):
    cell_colours: list[int]
    piece_colours: int
    fits: list[bool]


def _colour_rules(puzzle: Puzzle, ground: BoardCells, signs: Signs) -> _ColourRules:
    """Which colours of a piece may lie on which cells; nothing if all may."""
    given, pairs = puzzle.board.colours, puzzle.colour_fits
    bare = {""} if len(given) < len(ground.cells) else set()
    on_board = sorted({*given.values()} | bare)
    fits = [
        one == other if pairs is None else (one, other) in pairs
        for one in on_board
        for other in signs.colours
    ]
    numbers = {colour: k for k, colour in enumerate(on_board)}
    cells = [] if all(fits) else [numbers[given.get(cell, "")] for cell in ground.cells]
    return {"cell_colours": cells, "piece_colours": len(signs.colours), "fits": fits}
