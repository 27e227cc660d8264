"""Numbers of cells: of the whole board, of its regions, of its colours."""

from collections.abc import Iterator

from tilewright.explain.proofs import Weighing
from tilewright.puzzle import Puzzle

__all__ = ["board_colours", "regions", "whole_board"]


def whole_board(puzzle: Puzzle) -> Weighing:
    """Every cell counts 1."""
    return Weighing(dict.fromkeys(puzzle.board.cells, 1))


def regions(puzzle: Puzzle) -> Iterator[Weighing]:
    """The parts of a board that do not touch, smaller ones first; none if there is but one.

    Fixed pieces are put down before.
    """
    taken = {cell for fixed in puzzle.fixed for cell in fixed.cells}
    parts = puzzle.lattice.regions(set(puzzle.board.cells) - taken)
    if len(parts) > 1:
        for part in sorted(parts, key=lambda part: (len(part), part[0][::-1])):
            yield Weighing(dict.fromkeys(part, 1))


def board_colours(puzzle: Puzzle) -> Iterator[tuple[str, Weighing]]:
    """The cells of each colour of the board."""
    for colour in sorted(set(puzzle.board.colours.values())):
        cells = [cell for cell, own in puzzle.board.colours.items() if own == colour]
        yield colour, Weighing(dict.fromkeys(cells, 1))
