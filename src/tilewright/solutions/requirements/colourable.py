"""Solutions whose pieces can be coloured with few colours, so that like colours never touch."""

from collections.abc import Sequence
from functools import cached_property

from tilewright.lattices import Cell
from tilewright.puzzle import Puzzle
from tilewright.solutions.requirements.requirement import Requirement, owners, touching
from tilewright.solutions.solution import Solution


class Colourable(Requirement):
    """Pieces that share an edge can be given different ones of `colours` colours."""

    def __init__(self, puzzle: Puzzle, colours: int) -> None:
        self.name = f"{colours}-colourable"
        self._puzzle = puzzle
        self._colours = colours

    def holds(self, solution: Solution) -> bool:
        """Can the pieces be coloured?"""
        of = owners(solution)
        graph: list[set[int]] = [set() for _ in solution.placed]
        for one, other in self._touching:
            a, b = of.get(one), of.get(other)
            if a is not None and b is not None and a != b:
                graph[a].add(b)
                graph[b].add(a)
        return colouring(graph, self._colours) is not None

    @cached_property
    def _touching(self) -> Sequence[tuple[Cell, Cell]]:
        return touching(self._puzzle)


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
