"""Solutions in which some pieces do not touch: identical ones, or those of the same colour."""

from collections.abc import Iterator, Sequence
from functools import cached_property

import numpy as np

from tilewright.cover import Item
from tilewright.encoding import Encoding
from tilewright.engines import OptionError
from tilewright.lattices import Cell
from tilewright.orientations import TypeImages, piece_types
from tilewright.puzzle import Puzzle
from tilewright.solutions.requirements.requirement import Extra, Requirement, met_by
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
        images = map(TypeImages(self._puzzle, self._types).__getitem__, action.motions)
        return all(some is not None and all(some[k] == k for k in self._kinds) for some in images)

    def extra(self, encoding: Encoding) -> Extra:
        """An item for each kind and edge, at most once: placements have it that end there."""
        pairs = encoding.placements.ground.touching()
        edges = len(pairs)
        near: list[list[int]] = [[] for _ in encoding.placements.ground.cells]
        for edge, pair in enumerate(pairs.tolist()):
            for cell in pair:
                near[cell].append(edge)
        apart = {k for k in self._kinds if self._types[k].count.hi != 1}
        options, numbers = [np.empty(0, np.int64)], [np.empty(0, np.int64)]
        for block, rows, met, times in met_by(encoding.placements, near, edges):
            if block.type in apart:
                options.append(rows[times == 1])
                numbers.append(met[times == 1] + block.type * edges)
        used, places = np.unique(np.concatenate(numbers), return_inverse=True)
        names = [f"apart.{n // edges}.{n % edges}" for n in used.tolist()]
        items = tuple(Item(name, 0, 1, secondary=True) for name in names)
        return Extra(items, np.concatenate(options), places.reshape(-1), complete=True)


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
    core, easy = set(range(len(graph))), list[int]()
    while free := [vertex for vertex in core if len(graph[vertex] & core) < colours]:
        easy += free
        core.difference_update(free)
    given = _coloured(graph, core, colours)
    if given is None:
        return None
    for vertex in reversed(easy):
        seen = {given[other] for other in graph[vertex] if other in given}
        given[vertex] = next(colour for colour in range(colours) if colour not in seen)
    return [given[vertex] for vertex in range(len(graph))]


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
