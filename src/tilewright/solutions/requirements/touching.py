"""Solutions in which some pieces do not touch: identical ones, or those of the same colour."""

from collections.abc import Iterator, Sequence
from functools import cached_property

import numpy as np

from tilewright.cover import Item
from tilewright.encoding import Encoding
from tilewright.engines import OptionError
from tilewright.lattices import Cell
from tilewright.orientations import PieceType, piece_types, type_images
from tilewright.placements import BoardCells, Numbers
from tilewright.puzzle import Puzzle
from tilewright.solutions.requirements.requirement import Extra, Requirement
from tilewright.solutions.solution import Solution, touching_cells
from tilewright.symmetry.action import Action


class _Touching(Requirement):
    """A requirement about pieces that share an edge."""

    def __init__(self, puzzle: Puzzle) -> None:
        self._puzzle = puzzle

    @cached_property
    def _cells(self) -> Sequence[tuple[Cell, Cell]]:
        return touching_cells(self._puzzle)

    def _pairs(self, solution: Solution) -> Iterator[tuple[int, int]]:
        """The numbers of two placed pieces, for each edge that they share."""
        of = solution.owners
        for one, other in self._cells:
            a, b = of.get(one), of.get(other)
            if a is not None and b is not None and a != b:
                yield a, b


class Apart(_Touching):
    """No two identical pieces share an edge; or only those of one kind, named by a piece."""

    def __init__(self, puzzle: Puzzle, piece: str = "") -> None:
        self.name = f"apart:{piece}" if piece else "apart"
        super().__init__(puzzle)
        self._types = piece_types(puzzle)
        names = [piece.name for piece in puzzle.pieces]
        if piece and piece not in names:
            raise OptionError(
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
        pieces = self._puzzle.pieces
        kind_of = {pieces[n].name: k for k in self._kinds for n in self._types[k].pieces}
        kinds = [kind_of.get(one.piece) for one in solution.placed]
        return not any(kinds[a] == kinds[b] is not None for a, b in self._pairs(solution))

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


class Colourable(_Touching):
    """Pieces that share an edge can be given different ones of `colours` colours."""

    def __init__(self, puzzle: Puzzle, colours: int) -> None:
        self.name = f"{colours}-colourable"
        super().__init__(puzzle)
        self._colours = colours

    def holds(self, solution: Solution) -> bool:
        """Can the pieces be coloured?"""
        graph: list[set[int]] = [set() for _ in solution.placed]
        for a, b in self._pairs(solution):
            graph[a].add(b)
            graph[b].add(a)
        return colouring(graph, self._colours) is not None


def colouring(graph: Sequence[set[int]], colours: int) -> list[int] | None:
    """A colour for each vertex, different from those of its neighbours; None if there is none.

    A vertex with fewer neighbours than there are colours can always be coloured last.  Of the
    others, the one that sees most colours comes next (Brélaz, 1979).

    >>> colouring([{1, 2}, {0, 2}, {0, 1}], 3), colouring([{1, 2}, {0, 2}, {0, 1}], 2)
    ([2, 1, 0], None)
    """
    core, easy = _peeled(graph, colours)
    given = _coloured(graph, core, colours)
    if given is None:
        return None
    for vertex in reversed(easy):
        seen = {given[other] for other in graph[vertex] if other in given}
        given[vertex] = next(colour for colour in range(colours) if colour not in seen)
    return [given[vertex] for vertex in range(len(graph))]


def _peeled(graph: Sequence[set[int]], colours: int) -> tuple[set[int], list[int]]:
    """What is left when easy vertices are taken away, again and again; and those, in order."""
    left = set(range(len(graph)))
    degrees = list(map(len, graph))
    easy = [vertex for vertex in left if degrees[vertex] < colours]
    left.difference_update(easy)
    for vertex in easy:
        for other in sorted(graph[vertex] & left):
            degrees[other] -= 1
            if degrees[other] < colours:
                left.discard(other)
                easy.append(other)
    return left, easy


def _coloured(graph: Sequence[set[int]], core: set[int], colours: int) -> dict[int, int] | None:
    """A colouring of some vertices, by backtracking."""
    given: dict[int, int] = {}
    tried: list[tuple[int, list[int]]] = []  # vertices, with the colours still to be tried
    while len(given) < len(core):
        vertex = max(
            (v for v in core if v not in given),
            key=lambda v: (len({given[o] for o in graph[v] if o in given}), len(graph[v]), -v),
        )
        seen = {given[other] for other in graph[vertex] if other in given}
        fresh = len(set(given.values())) + 1  # one colour never used stands for all
        tried.append((vertex, [c for c in range(min(colours, fresh)) if c not in seen]))
        while tried and not tried[-1][1]:
            given.pop(tried.pop()[0], None)
        if not tried:
            return None
        vertex, possible = tried[-1]
        given[vertex] = possible.pop()
    return given
