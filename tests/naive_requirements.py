"""What requirements mean, straight from the definitions: for the laws to compare with.

Nothing is shared with `tilewright.solutions.requirements`.  Points are rounded decimals here.
"""

from collections.abc import Callable, Iterator
from itertools import combinations, product
from math import sqrt

from tests.naive_puzzles import (
    Answer,
    Lay,
    Map,
    apply,
    edges_of,
    is_translation,
    minus,
    plus,
    shifted,
)
from tilewright.lattices import Cell, Lattice
from tilewright.puzzle import Puzzle

Naive = Callable[[Answer], bool]


def board_maps(puzzle: Puzzle) -> list[Map]:
    """The motions that map the board to itself and move some cell."""
    board = puzzle.board
    colours = {cell: board.colours.get(cell, "") for cell in (*board.must, *board.may)}
    found = []
    for motion in puzzle.lattice.motions:
        plain: Map = (motion.matrix, motion.shift)
        start = next(iter(colours))
        for cell in colours:
            step = minus(cell, apply(plain, start))
            by = shifted(plain, step)
            if (
                is_translation(puzzle.lattice, step)
                and {apply(by, c): colour for c, colour in colours.items()} == colours
                and {apply(by, c) for c in board.may} == set(board.may)
                and any(apply(by, c) != c for c in colours)
            ):
                found.append(by)
    return found


def symmetric(maps: list[Map]) -> Naive:
    """Does one of these maps leave everything where it is?"""

    def holds(answer: Answer) -> bool:
        lays = {lay for _, lay in answer}
        return any({lay.moved(by) for lay in lays} == lays for by in maps)

    return holds


def no_crossroads(puzzle: Puzzle) -> Naive:
    """Do no four pieces have a corner in the same point?"""
    cells = [*puzzle.board.must, *puzzle.board.may]
    points: dict[tuple[float, ...], list[Cell]] = {}
    for cell in cells:
        for point in _corners(puzzle.lattice, cell):
            points.setdefault(point, []).append(cell)

    def holds(answer: Answer) -> bool:
        return not any(
            sum(any(cell in lay.covered for cell in around) for _, lay in answer) >= 4
            for around in points.values()
        )

    return holds


def _corners(lattice: Lattice, cell: Cell) -> Iterator[tuple[float, ...]]:
    (kind,) = [k for k in lattice.kinds if is_translation(lattice, minus(cell, k.at))]
    for corner in kind.corners:
        values = [eval(x, {"sqrt": sqrt}) for x in corner]
        yield tuple(round(a + b, 4) for a, b in zip(cell, values, strict=True))


def touching(puzzle: Puzzle, one: Lay, other: Lay) -> bool:
    """Do two pieces share an edge?"""
    return any(
        plus(cell, step) in other.covered
        for cell in one.covered
        for step in edges_of(puzzle.lattice, cell)
    )


def colourable(puzzle: Puzzle, colours: int) -> Naive:
    """Is one of all colourings good?"""

    def holds(answer: Answer) -> bool:
        lays = [lay for _, lay in answer]
        numbers = combinations(range(len(lays)), 2)
        near = [(a, b) for a, b in numbers if touching(puzzle, lays[a], lays[b])]
        return any(
            all(chosen[a] != chosen[b] for a, b in near)
            for chosen in product(range(colours), repeat=len(lays))
        )

    return holds


def apart(puzzle: Puzzle, piece: str = "") -> Naive:
    """Does no piece touch one with the same names?"""

    def holds(answer: Answer) -> bool:
        return not any(
            mine == yours and (not piece or piece in mine) and touching(puzzle, one, other)
            for (mine, one), (yours, other) in combinations(answer, 2)
        )

    return holds
