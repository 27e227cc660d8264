"""Marks that face each other across an edge, as secondary items.

Every edge between two cells of the board has two sides, and each side shows the mark of the piece
that covers it.  Say that the rows of the table of fitting marks are the sets of marks that may
face a given one.  If any two rows are equal or disjoint – as with keys and the locks they fit –
then marks that fit can be given the same *colour*, and the edge is one coloured item.  Otherwise
(a joker that fits several locks, which do not all fit the same keys) the edge gets one uncoloured
item for each row: one side takes the item of its own row, the other side all items of rows that it
is not in.  Either way two placements exclude each other exactly if their marks do not fit.
"""

from dataclasses import dataclass

import numpy as np

from tilewright.lattice import Vector
from tilewright.placements import Block, Ground, Numbers, half_edges
from tilewright.puzzle import NOTHING, PLAIN, Puzzle

__all__ = ["Entries", "Facing"]


@dataclass(frozen=True, slots=True)
class Entries:
    """Entries for the options of a block: an item or -1, and a colour, in each column of a row."""

    items: Numbers
    colours: Numbers


class Facing:
    """The items for the edges of a board."""

    def __init__(self, puzzle: Puzzle, ground: Ground) -> None:
        assert puzzle.marks is not None
        self._lattice = puzzle.lattice
        self._fit = puzzle.marks.fit
        shown = {mark.mark for piece in puzzle.pieces for mark in piece.marks}
        marks = sorted(shown | {PLAIN} | ({NOTHING} if puzzle.board.may else set()))
        rows = {m: frozenset(n for n in marks if self._fit(m, n)) for m in marks}
        self._rows = sorted(set(rows.values()), key=sorted)
        self._row_of = {m: self._rows.index(rows[m]) for m in marks}
        self._coloured = sum(map(len, self._rows)) == len(frozenset().union(*self._rows))
        self._edges = _number_edges(puzzle, ground)
        self.names = self._names(ground)

    def _names(self, ground: Ground) -> list[str]:
        edges: dict[int, str] = {}
        for step, numbers in self._edges.items():
            for cell, edge in enumerate(numbers.tolist()):
                if edge >= 0 and _ahead(step):
                    edges[edge] = f"{_spell(ground.cells[cell])}~{_spell(step)}"
        ordered = [edges[k] for k in range(len(edges))]
        if self._coloured:
            return ordered
        return [f"{name}/{row}" for name in ordered for row in range(len(self._rows))]

    def entries(self, block: Block, cells: Numbers) -> Entries:
        """The entries for all placements of a block, whose cells are given."""
        out = half_edges(self._lattice, block.orientation)
        return self._join([(cells[:, k], step, mark) for k, step, mark in out], len(cells))

    def entries_of_empty(self, cell: int, steps: list[Vector]) -> Entries:
        """The entries for the choice to leave a cell empty."""
        return self._join([(np.array([cell]), step, NOTHING) for step in steps], 1)

    def _join(self, sides: list[tuple[Numbers, Vector, str]], rows: int) -> Entries:
        items, colours = [], []
        for cells, step, mark in sides:
            edge = self._edges[step][cells]
            for row, colour in self._shown(mark, ahead=_ahead(step)):
                wide = edge if self._coloured else edge * len(self._rows) + row
                items.append(np.where(edge < 0, -1, wide))
                colours.append(np.full(rows, colour))
        if not items:
            return Entries(np.empty((rows, 0), np.int64), np.empty((rows, 0), np.int64))
        return Entries(np.column_stack(items), np.column_stack(colours))

    def _shown(self, mark: str, *, ahead: bool) -> list[tuple[int, int]]:
        """(row, colour) of each entry that a side makes.  Colours 1, 2, … stand for rows."""
        if self._coloured:
            if ahead:
                if not self._rows[self._row_of[mark]]:
                    return [(0, len(self._rows) + 1)]  # fits nothing
                return [(0, self._row_of[mark] + 1)]
            inside = [k for k, row in enumerate(self._rows) if mark in row]
            return [(0, inside[0] + 1 if inside else len(self._rows) + 2)]
        if ahead:
            return [(self._row_of[mark], 0)]
        return [(k, 0) for k, row in enumerate(self._rows) if mark not in row]


def _number_edges(puzzle: Puzzle, ground: Ground) -> dict[Vector, Numbers]:
    """For each step: the number of the edge by which it leaves each cell, -1 if there is none."""
    steps = sorted({s for kind in puzzle.lattice.kinds for s in kind.edges.values()})
    edges = {step: np.full(len(ground.cells), -1, dtype=np.int64) for step in steps}
    total = 0
    for kind in puzzle.lattice.kinds:
        cells = ground.alike(kind.at)
        for step in kind.edges.values():
            if not _ahead(step):
                continue
            there = ground.at_any(cells, step)
            here, there = cells[there >= 0], there[there >= 0]
            numbers = np.arange(total, total + len(here))
            edges[step][here] = numbers
            edges[tuple(-x for x in step)][there] = numbers
            total += len(here)
    return edges


def _ahead(step: Vector) -> bool:
    return step[::-1] > (0,) * len(step)


def _spell(cell: Vector) -> str:
    return ",".join(map(str, cell))
