"""In how many of a puzzle's solutions a piece lies where."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Unpack

import numpy as np

from tilewright.document.text import many
from tilewright.encoding import Encoding, encode
from tilewright.engines.registry import AUTO
from tilewright.errors import SelfCheckError
from tilewright.faults import sound_placements
from tilewright.lattices import Cell
from tilewright.lattices.drawing import can_draw, spaced_page
from tilewright.puzzle import Puzzle, PuzzleError
from tilewright.solutions import Decoder, Placed
from tilewright.solving.sampling import HowToSample, Tour
from tilewright.symmetry import Permutation

if TYPE_CHECKING:
    from fractions import Fraction


WIDEST = 100  # of several layers


@dataclass(frozen=True, eq=False)
class Shares:
    """Of all solutions, in how many each placement is, and so which piece covers which cell.

    Symmetric copies are counted separately.  Pieces that are identical cannot be told apart: what
    is said of one is said of all of them together, and a placement has the name of the first.
    """

    encoding: Encoding = field(repr=False)
    solutions: int
    uses: tuple[int, ...] = field(repr=False)  # of each placement: the solutions that have it
    engine: str

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle."""
        return self.encoding.puzzle

    def of(self, piece: str, cell: Cell) -> "Fraction":
        """The share of solutions in which this piece, or an identical one, covers the cell.

        It is 0 if there is no solution.
        """
        from fractions import Fraction  # few need it, and it takes a while to load

        return Fraction(self.count(piece, cell), self.solutions or 1)

    def count(self, piece: str, cell: Cell) -> int:
        """The number of solutions in which this piece, or an identical one, covers the cell."""
        number = self._numbers.get(tuple(cell))
        if number is None:
            raise PuzzleError(f"{cell} is no cell of the board")
        self.puzzle.piece(piece)  # is there such a piece?
        for names, covered in zip(self.alike(), self._covered, strict=True):
            if piece in names:
                return covered[number]
        return 0  # it may not be used

    def placements(self) -> list[tuple[Placed, int]]:
        """The placements that are in some solution, and in how many."""
        decoder = Decoder(self.encoding)
        return [
            (decoder.solution([option]).placed[0], times)
            for option, times in enumerate(self.uses)
            if times
        ]

    def alike(self) -> list[tuple[str, ...]]:
        """The names of the pieces, identical ones together."""
        pieces = self.puzzle.pieces
        return [tuple(pieces[n].name for n in t.pieces) for t in self.encoding.placements.types]

    def page(self, piece: str) -> str:
        """The board with percentages for one piece; cell by cell where it cannot be drawn.

        A dot stands for never, and 100 for always.
        """
        counts = {cell: self.count(piece, cell) for cell in self._numbers}
        texts = {cell: self._percentage(times) for cell, times in counts.items()}
        names = next((some for some in self.alike() if piece in some), (piece,))
        if can_draw(self.puzzle.lattice, texts):
            board = spaced_page(self.puzzle.lattice, texts, WIDEST)
        else:
            board = "\n".join(f"{text:>3}  {cell}" for cell, text in texts.items())
        return f"{', '.join(names)}, % of solutions:\n{board}"

    def __str__(self) -> str:
        pages = [self.page(names[0]) for names in self.alike()] if self.solutions else []
        return "\n\n".join([many(self.solutions, "solution"), *pages])

    @cached_property
    def _numbers(self) -> dict[Cell, int]:
        return {cell: k for k, cell in enumerate(self.encoding.placements.ground.cells)}

    @cached_property
    def _covered(self) -> list[list[int]]:
        """For each type of piece, and each cell: the solutions in which it is covered by it."""
        placements = self.encoding.placements
        totals = [[0] * len(self._numbers) for _ in placements.types]
        uses = iter(self.uses)
        for block in placements.blocks:
            total = totals[block.type]
            for cells in placements.cells(block).tolist():
                times = next(uses)
                for number in cells if times else ():
                    total[number] += times
        return totals

    def _percentage(self, times: int) -> str:
        if times in (0, self.solutions):
            return "100" if times else "."
        rounded = (200 * times + self.solutions) // (2 * self.solutions)
        return "<1" if rounded == 0 else ">99" if rounded == 100 else str(rounded)


def shares(
    puzzle: Puzzle | Encoding,
    *,
    engine: str = AUTO,
    progress: Callable[[Tour], None] = lambda _: None,
    **options: Unpack[HowToSample],
) -> Shares:
    """Of all solutions of a puzzle, the share in which each piece covers each cell.

    Also for each placement the number of solutions that have it.  Engine frontier finds these
    numbers without meeting a solution; the others list one of each class of symmetric ones.
    Further options are the fields of `SearchOptions` but its limits.  `progress` is called now and
    then.

    >>> import tilewright as tw
    >>> found = tw.shares(tw.load("ascii-3x3"))
    >>> found.solutions, found.of("A", (1, 1)), len(found.placements())
    (16, Fraction(1, 4), 29)
    >>> print(found.page("A"))
    A, % of solutions:
     6 13  6
    13 25 13
     6 13  6
    """
    encoding = puzzle if isinstance(puzzle, Encoding) else encode(sound_placements(puzzle))
    tour = Tour(encoding, engine=engine, passes=1, progress=progress, **options)
    table = tour.table()
    if table is not None:
        solutions, uses = table.count, table.uses()
    else:
        uses = _from_list(tour)
        solutions = tour.solutions
    spread = _spread(uses, tour.permutations)[: len(encoding.placements)]
    return Shares(encoding, solutions, tuple(spread), tour.engine)


def _from_list(tour: Tour) -> list[int]:
    """For each option: how many solutions the covers that have it stand for."""
    count = tour.problem.option_count
    uses = [0] * count
    for part in tour.parts:
        here = np.zeros(count, dtype=np.int64)
        for batch in tour.covers(part):
            here += np.bincount(batch.options, minlength=count)
        uses = [total + part.weight * n for total, n in zip(uses, here.tolist(), strict=True)]
    return uses


def _spread(uses: Sequence[int], permutations: Sequence[Permutation]) -> list[int]:
    """The mean over all symmetries: what one option lacks, those in its orbit have too much."""
    orbits = np.min(np.stack(permutations), axis=0).tolist()  # the least option stands for all
    totals: dict[int, int] = {}
    sizes: dict[int, int] = {}
    for orbit, times in zip(orbits, uses, strict=True):
        totals[orbit] = totals.get(orbit, 0) + times
        sizes[orbit] = sizes.get(orbit, 0) + 1
    if any(totals[orbit] % sizes[orbit] for orbit in totals):
        raise SelfCheckError("shares differ among like placements: please report this")
    return [totals[orbit] // sizes[orbit] for orbit in orbits]
