"""How many places there are, where a formula or a source tells."""

import pickle
from math import prod

import numpy as np
import pytest

import tilewright as tw
from tilewright.catalogue import load
from tilewright.encoding import encode
from tilewright.lattices import lattice
from tilewright.orientations import orientations
from tilewright.placements import place
from tilewright.puzzle import Board, piece_set
from tilewright.symmetry import Action


def in_box(piece: tw.Piece, sides: tuple[int, ...]) -> int:
    """A form of a×b×c cells has (A-a+1)(B-b+1)(C-c+1) places in a box of A×B×C."""
    total = 0
    for turned in orientations(lattice("cube"), piece):
        spans = [max(axis) - min(axis) + 1 for axis in zip(*turned.cells, strict=True)]
        total += prod(max(0, side - span + 1) for side, span in zip(sides, spans, strict=True))
    return total


# Counted by another program, written to check the figures of Barequet and Tal.  The Aquabelle are
# not here: it took two orientations that cover the same cells with other colours for one.
COUNTED = """
ascii-3x3-nosol 29, ascii-3x3 29, ascii-6x6 621, ascii-8x8-poly 2160, bedlam 4188, big-c 1540,
big-t 1642, big-y 1639, checkers-6x6 442, checkers-8x8 1212, conway 769, eureka-8x8 1488,
gaya-cube 432, happy-cube-green 204, happy-cube-orange 204, happy-cube-red 264, hex-flower 18,
hex-prisms-nocolor 1296, hex-prisms 252, hex-stacked-triangle 6, katamino-5x11 1741,
katamino-cup 1706, live-cube 288, pairs 2574, pentominoes-3x20 1236, pentominoes-4x15 1696,
pentominoes-5x12 1936, pentominoes-6x10 2056, pentominoes-8x8-corners 2160, dudeney 2357,
scott 1568, pentominoes-10x3x2 1528, pentominoes-5x4x3 2440, pentominoes-6x5x2 2084,
slothouber-graatsma 63, snake-5x5x5 1728, snowflake 1127, soma 688, spheres-1 8, spheres-2 30,
spheres-800 120, spheres-801 162, spheres-805 30, spheres-900-web 176, spheres-900 200,
spheres-anotherclassic 200, stairs 1681, strip 1060, tangram-another 72, tangram-digit4 71,
tangram-square 72, tetrasticks-5x5-without-h 1369, tetris-10x4 401, tetris-5x8 429,
whole-stairs 2100
"""


@pytest.mark.parametrize("row", COUNTED.replace("\n", " ").strip().split(", "))
def test_placements_of_the_catalogue(row: str) -> None:
    name, count = row.split()
    assert len(place(load(name))) == int(count)


@pytest.mark.parametrize("sides", [(5, 4, 3), (3, 3, 3), (9, 2, 1), (1, 1, 5)])
def test_placements_in_boxes(sides: tuple[int, int, int]) -> None:
    pieces = piece_set("pentacubes")
    puzzle = tw.Puzzle(lattice("cube"), Board(tw.box(*sides)), pieces)
    placements = place(puzzle)
    assert len(placements) == sum(in_box(piece, sides) for piece in puzzle.pieces)
    assert int(placements.starts[-1]) == len(placements)
    for block in placements.blocks:
        cells = placements.cells(block)
        assert cells.shape == (len(block), len(block.orientation.cells))
        assert len(block) == 0 or cells.min() >= 0


TWENTY = tuple((x, y, z) for z, y, x in (
    [(0, 0, k) for k in range(6)] + [(0, 1, 0), (0, 1, 2), (0, 2, 0), (0, 3, 0), (0, 3, 1)]
    + [(1, 0, 0), (2, 0, 0), (2, 1, 0), (3, 0, 0), (3, 0, 1), (3, 0, 2), (4, 0, 2), (4, 1, 2)]
    + [(4, 2, 2)]
))  # fmt: skip


@pytest.mark.parametrize("side", [15, pytest.param(105, marks=pytest.mark.slow)])
def test_a_large_piece_in_a_large_box(side: int) -> None:
    """Up to a million cells: placements are kept as anchors, not as lists of cells."""
    piece = tw.Piece("W", TWENTY)
    assert piece.size == 20
    puzzle = tw.Puzzle(lattice("cube"), Board(tw.box(side, side, side)), (piece,))
    placements = place(puzzle)
    assert len(orientations(lattice("cube"), piece)) == 24
    expected = 24 * (side - 5) * (side - 4) * (side - 3)
    assert len(placements) == in_box(piece, (side,) * 3) == expected
    assert sum(block.anchors.nbytes for block in placements.blocks) == 4 * len(placements)
    block, row = placements.block_of(len(placements) - 1)
    assert block is placements.blocks[-1]
    assert row == len(block) - 1


def test_sparse_boards() -> None:
    """Far too large a box to be filled with numbers."""
    far = 3_000_000
    cells = [*tw.box(2, 2, 2), *((x + far, y + far, z) for x, y, z in tw.box(2, 2, 2))]
    puzzle = tw.Puzzle(lattice("cube"), Board(tuple(cells)), (tw.Piece("I", tw.box(2, 1, 1), 8),))
    assert len(place(puzzle)) == 2 * 12
    counts = tw.count(puzzle)
    assert (counts.solutions, counts.symmetries) == (9 * 9, 8)


def test_pieces_larger_than_the_board() -> None:
    puzzle = tw.make_puzzle("square", tw.box(2, 2), {"I": "###"})
    assert len(place(puzzle)) == 0


def test_the_blocks_of_a_type() -> None:
    placements = place(load("ascii-3x3"))
    for number, _ in enumerate(placements.types):
        assert {block.type for block in placements.of_type(number)} == {number}
    total = sum(len(b) for n, _ in enumerate(placements.types) for b in placements.of_type(n))
    assert total == len(placements)
    for number in range(len(placements)):
        block, row = placements.block_of(number)
        assert int(placements.starts[placements.blocks.index(block)]) + row == number


@pytest.mark.parametrize("name", ["soma", "stairs", "tetrasticks-5x5-without-h"])
def test_encodings_can_be_sent_away(name: str) -> None:
    """What the core holds stays behind, and is worked out again."""
    encoding = encode(load(name))
    assert Action.of(encoding).motions
    sent = pickle.loads(pickle.dumps(encoding))
    assert sent.problem == encoding.problem
    assert sent.puzzle == encoding.puzzle
    assert np.array_equal(sent.placements.core.anchors, encoding.placements.core.anchors)
    for own, other in zip(*(Action.of(one).permutations for one in (sent, encoding)), strict=True):
        assert np.array_equal(own, other)


def test_cells_that_the_lattice_does_not_have() -> None:
    """Whoever does not look for faults is told all the same."""
    on = lattice("triangle")
    cells = tuple(kind.at for kind in on.kinds)
    nowhere = next(c for c in tw.box(4, 4) if on.kind(c) is None)
    piece = tw.Piece("P", (cells[0], nowhere))
    with pytest.raises(tw.TilewrightError):
        orientations(on, piece)
    with pytest.raises(tw.TilewrightError):
        place(tw.Puzzle(on, Board(cells), (piece,)))
