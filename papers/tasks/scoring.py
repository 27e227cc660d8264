"""The symmetry scores of many solutions at a time.

They are those of `tilewright.solutions.scoring`, for boards that are filled.  The edges inside of a
placement are bits, for the board and again as each mirror sees them: so what is inside of all
pieces is or-ed together, and what is left are the edges between them.
"""

from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt

from tilewright.encoding import Encoding
from tilewright.engines import Batch
from tilewright.lattices import Cell, Motion
from tilewright.orientations import board_motions
from tilewright.puzzle import Board
from tilewright.solutions import Decoder, Solution
from tilewright.solutions.scoring import LEFT_RIGHT, TOP_BOTTOM, mirror_of
from tilewright.symmetry import Action

__all__ = ["Pair", "SolutionScores"]

Pair = tuple[int, int]  # horizontal and vertical
Edge = tuple[Cell, Cell]
Words = npt.NDArray[np.uint8]

BITS = np.array([number.bit_count() for number in range(256)], dtype=np.uint16)
MANY = 1 << 16  # more than any score


class SolutionScores:
    """Scores covers of a puzzle, with all copies that a symmetry of it makes."""

    def __init__(self, encoding: Encoding) -> None:
        puzzle = encoding.puzzle
        self._action = Action.of(encoding)
        self._decoder = Decoder(encoding)
        on, cells = puzzle.lattice, puzzle.board.cells
        own = set(cells)
        self._edges = sorted({
            (cell, there)
            for cell in cells
            for there in on.neighbours(cell).values()
            if there in own and cell < there
        })  # fmt: skip
        motions = board_motions(on, Board(cells))
        mirrors = [mirror_of(on, motions, how) for how in (LEFT_RIGHT, TOP_BOTTOM)]
        ways: dict[tuple[tuple[Cell, ...], ...], int] = {}  # each with the first motion to it
        for number, motion in enumerate(self._action.motions):
            seen = tuple(_seen(mirror, motion, cells) for mirror in mirrors if mirror)
            ways.setdefault(seen, number)
        self._motions = list(ways.values())
        inside = self._inside(len(encoding.placements))
        place = {edge: k for k, edge in enumerate(self._edges)}
        self._every = np.packbits(np.ones(len(self._edges), dtype=bool))
        self._here = np.packbits(inside, axis=1)
        self._mirrored: list[tuple[Words, ...]] = []  # for each way, by both mirrors
        for seen in ways:
            masks = []
            for image in seen:
                to = dict(zip(cells, image, strict=True))
                order = [place[_edge(to[a], to[b])] for a, b in self._edges]
                masks.append(np.packbits(inside[:, order], axis=1))
            self._mirrored.append(tuple(masks))

    def _inside(self, options: int) -> npt.NDArray[np.bool_]:
        """Which edges lie inside of each placement."""
        found = np.zeros((options, len(self._edges)), dtype=bool)
        for option in range(options):
            (placed,) = self._decoder.solution([option]).placed
            own = set(placed.cells)
            found[option] = [a in own and b in own for a, b in self._edges]
        return found

    def pairs(self, batch: Batch) -> Iterator[tuple[Pair, int, list[int], int]]:
        """The pairs of scores in a batch: how many covers have each, the least of these, and the
        motion that turns it so.  A cover counts for each pair that its copies have."""
        covers = np.sort(batch.options.reshape(len(batch), -1), axis=1)
        here = np.bitwise_or.reduce(self._here[covers], axis=1)
        every = self._every
        ways = [
            _left(here, covers, across, every) * MANY + _left(here, covers, along, every)
            for across, along in self._mirrored
        ]
        codes = np.stack(ways, axis=1)
        for way, motion in enumerate(self._motions):
            new = (codes[:, :way] != codes[:, way : way + 1]).all(axis=1)
            rows, code = covers[new], codes[new, way]
            order = np.lexsort((*rows.T[::-1], code))
            values, firsts, counts = np.unique(code[order], return_index=True, return_counts=True)
            for value, first, count in zip(values, firsts, counts, strict=True):
                pair = int(value) // MANY, int(value) % MANY
                yield pair, int(count), rows[order[first]].tolist(), motion

    def turned(self, cover: Sequence[int], motion: int) -> Solution:
        """The copy of a cover that a motion makes."""
        permutation = self._action.permutations[motion]
        return self._decoder.solution([int(permutation[option]) for option in cover])


def _left(
    here: Words, covers: npt.NDArray[np.uint32], mirrored: Words, every: Words
) -> npt.NDArray[np.int64]:
    """How many edges between pieces are such edges in a mirror image."""
    there = np.bitwise_or.reduce(mirrored[covers], axis=1)
    left: npt.NDArray[np.int64] = BITS[~(here | there) & every].sum(axis=1, dtype=np.int64)
    return left


def _seen(mirror: Motion, motion: Motion, cells: Sequence[Cell]) -> tuple[Cell, ...]:
    """Where a mirror maps each cell, as it looks before a turn: turn, reflect, and turn back."""
    back = {motion(cell): cell for cell in cells}
    return tuple(back[mirror(motion(cell))] for cell in cells)


def _edge(one: Cell, other: Cell) -> Edge:
    return (one, other) if one < other else (other, one)
