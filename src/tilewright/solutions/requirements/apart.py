"""Solutions in which pieces of one kind do not touch."""

from collections.abc import Sequence
from functools import cached_property

import numpy as np

from tilewright.cover import Item
from tilewright.encoding import Encoding
from tilewright.lattices import Cell
from tilewright.orientations import PieceType, piece_types, type_images
from tilewright.placements import BoardCells, Numbers
from tilewright.puzzle import Puzzle
from tilewright.solutions.requirements.requirement import (
    Extra,
    Requirement,
    RequirementError,
    owners,
    touching,
)
from tilewright.solutions.solution import Solution
from tilewright.symmetry.action import Action


class Apart(Requirement):
    """No two identical pieces share an edge; or only those of one kind, named by a piece."""

    def __init__(self, puzzle: Puzzle, piece: str = "") -> None:
        self.name = f"apart:{piece}" if piece else "apart"
        self._puzzle = puzzle
        self._types = piece_types(puzzle)
        names = [piece.name for piece in puzzle.pieces]
        if piece and piece not in names:
            raise RequirementError(
                f"{self.name}: there is no piece {piece!r}; there are {', '.join(names)}"
            )
        self._kinds = [  # the types that are to be apart, by number
            k
            for k, kind in enumerate(self._types)
            if not piece or piece in {names[n] for n in kind.pieces}
        ]
        self._named = bool(piece)

    def holds(self, solution: Solution) -> bool:
        """Do pieces of one kind nowhere share an edge?"""
        of = owners(solution)
        pieces = self._puzzle.pieces
        kind_of = {pieces[n].name: k for k in self._kinds for n in self._types[k].pieces}
        kinds = [kind_of.get(one.piece) for one in solution.placed]
        for one, other in self._touching:
            a, b = of.get(one), of.get(other)
            if a is not None and b is not None and a != b and kinds[a] == kinds[b] is not None:
                return False
        return True

    @cached_property
    def _touching(self) -> Sequence[tuple[Cell, Cell]]:
        return touching(self._puzzle)

    def kept_by(self, action: Action) -> bool:
        """If one kind is named: do the motions make no other kind of it?"""
        if not self._named:
            return True
        images = (type_images(self._puzzle, self._types, motion) for motion in action.motions)
        return all(some is not None and all(some[k] == k for k in self._kinds) for some in images)

    def extra(self, encoding: Encoding) -> Extra:
        """An item for each kind and edge, at most once: placements have it that end there."""
        placements = encoding.placements
        of_cell = _edges_of_cells(placements.ground)
        edges = int(of_cell.max(initial=-1)) + 1
        options, numbers = [np.empty(0, np.int64)], [np.empty(0, np.int64)]
        for kind in self._kinds:
            if not _several(self._types[kind]):
                continue
            for k, block in enumerate(placements.blocks):
                if block.type == kind:
                    met = of_cell[placements.cells(block)]
                    rows, found = _once(met.reshape(len(met), met.shape[1] * met.shape[2]))
                    options.append(rows + int(placements.starts[k]))
                    numbers.append(found + kind * edges)
        used, places = np.unique(np.concatenate(numbers), return_inverse=True)
        names = [f"apart.{n // edges}.{n % edges}" for n in used.tolist()]
        items = tuple(Item(name, 0, 1, secondary=True) for name in names)
        return Extra(items, np.concatenate(options), places.reshape(-1), complete=True)


def _several(kind: PieceType) -> bool:
    return kind.count.hi is None or kind.count.hi > 1


def _edges_of_cells(ground: BoardCells) -> Numbers:
    """The edges at each cell, by number, in a row; -1 fills the row up."""
    near: list[list[int]] = [[] for _ in ground.cells]
    for edge, pair in enumerate(ground.touching().tolist()):
        for cell in pair:
            near[cell].append(edge)
    widest = max(map(len, near), default=0)
    rows = [[*edges, *[-1] * (widest - len(edges))] for edges in near]
    return np.array(rows, dtype=np.int64).reshape(len(near), widest)


def _once(rows: Numbers) -> tuple[Numbers, Numbers]:
    """The numbers that stand in a row exactly once, each with the number of its row."""
    rows = np.sort(rows, axis=1)
    same = rows[:, 1:] == rows[:, :-1]
    edge = np.zeros((len(rows), 1), dtype=np.bool_)
    twice = np.hstack((same, edge)) | np.hstack((edge, same)) if rows.shape[1] else same
    where, column = np.nonzero((rows >= 0) & ~twice)
    return where, rows[where, column]
