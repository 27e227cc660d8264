"""Where pieces can lie, worked out from the puzzle alone, for the checker of proofs.

It is slow and short, and shares nothing with placements, encodings, engines or orientations.
Rules between pieces (marks, crossings) are left out: without them there is only more room.
"""

from collections import defaultdict
from dataclasses import dataclass
from functools import lru_cache

from tilewright.lattice import Cell, Motion, minus, plus
from tilewright.puzzle import PLAIN, Piece, Puzzle

__all__ = ["Ground", "Stock", "ground_of"]

Place = frozenset[Cell]


@dataclass(frozen=True)
class Stock:
    """Pieces that have the same places: how many of them must and may be used in all."""

    names: tuple[str, ...]
    size: int
    lo: int
    hi: int | None
    places: tuple[tuple[Cell, ...], ...]


@dataclass(frozen=True)
class Ground:
    """What is left of a puzzle when its fixed pieces are in their places.

    From `least` to `most` pieces are to be used in all; without `most` that is not counted.
    """

    must: frozenset[Cell]
    may: frozenset[Cell]
    stocks: tuple[Stock, ...]
    least: int = 0
    most: int | None = None

    def stock(self, name: str) -> Stock:
        """The pieces among which one is."""
        return next(stock for stock in self.stocks if name in stock.names)


@lru_cache(maxsize=4)
def ground_of(puzzle: Puzzle) -> Ground:
    """What the checker knows of a puzzle."""
    taken = {cell for fixed in puzzle.fixed for cell in fixed.cells}
    groups: dict[frozenset[Place], list[Piece]] = defaultdict(list)
    for piece in puzzle.pieces:
        if piece.count.hi != 0:
            groups[frozenset(_places(puzzle, piece))].append(piece)
    stocks = []
    for places, pieces in groups.items():
        names = tuple(piece.name for piece in pieces)
        used = sum(fixed.piece in names for fixed in puzzle.fixed)
        lo = 0 if puzzle.spare else sum(piece.count.lo for piece in pieces)
        ends = [piece.count.hi for piece in pieces]
        hi = None if None in ends else max(0, sum(end for end in ends if end) - used)
        free = sorted(tuple(sorted(place)) for place in places if not place & taken)
        stocks.append(Stock(names, pieces[0].size, max(0, lo - used), hi, tuple(free)))
    least, most = 0, None
    if puzzle.spare:
        total = sum(piece.count.hi or 0 for piece in puzzle.pieces) - len(puzzle.fixed)
        most = total - puzzle.spare.lo
        least = 0 if puzzle.spare.hi is None else max(0, total - puzzle.spare.hi)
    return Ground(
        frozenset(puzzle.board.must) - taken,
        frozenset(puzzle.board.may) - taken,
        tuple(stocks),
        least,
        most,
    )


def _places(puzzle: Puzzle, piece: Piece) -> set[Place]:
    """All places of a piece on the whole board."""
    on = puzzle.lattice
    board = set(puzzle.board.cells)
    alike: dict[Cell, list[Cell]] = defaultdict(list)
    for cell in board:
        alike[on.translations.reduce(cell)].append(cell)
    places: set[Place] = set()
    for motion in piece.allowed_motions(on):
        turned = [motion(cell) for cell in piece.cells]
        steps = [minus(cell, turned[0]) for cell in turned]
        for start in alike[on.translations.reduce(turned[0])]:
            cells = [plus(start, step) for step in steps]
            if (
                all(cell in board for cell in cells)
                and _colours_fit(puzzle, piece, cells)
                and _border_fits(puzzle, piece, motion, minus(start, turned[0]), board)
            ):
                places.add(frozenset(cells))
    return places


def _colours_fit(puzzle: Puzzle, piece: Piece, cells: list[Cell]) -> bool:
    fits = puzzle.colour_fits
    for cell, colour in zip(cells, piece.colours or ("",) * piece.size, strict=True):
        below = puzzle.board.colours.get(cell, "")
        if (below, colour) not in fits if fits is not None else below != colour:
            return False
    return True


def _border_fits(
    puzzle: Puzzle, piece: Piece, motion: Motion, shift: Cell, board: set[Cell]
) -> bool:
    if puzzle.marks is None:
        return True
    marks = {(mark.cell, mark.step): mark.mark for mark in piece.marks}
    for cell in piece.cells:
        for step in puzzle.lattice.neighbours(cell):
            there = plus(motion(plus(cell, step)), shift)
            mark = marks.get((cell, step), PLAIN)
            if there not in board and not puzzle.marks.fit(mark, puzzle.marks.border):
                return False
    return True
