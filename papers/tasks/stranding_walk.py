"""Backtracking with stranding as the program of Barequet and Tal counts it.

It takes an island to have one cell more than edges, which is right unless there is a ring in it.
If all pieces have the same size, many positions are searched at a time: as rows of bits, cells
and pieces in use.  Those with the same first empty cell are treated together, placement by
placement.  The engine `anchor` searches the same tree, but knows nothing of rings.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from papers.tasks.problems_reduced import edges, reduced
from papers.tasks.task import Given, Outcome, Pace, Task, Values
from tilewright.cover import ExactCover

__all__ = ["WALK"]

WORD = 64
AT_ONCE = 1 << 18  # positions
PARTS = 16  # the work can be left after each of so many

COUNTS = ("nodes", "solutions", "stranded", "rings")

Counts = dict[str, int]
Bits = npt.NDArray[np.uint64]  # one row a word, one column a position


@dataclass(slots=True)
class _Walk:
    problem: ExactCover
    nodes: int = 0
    solutions: int = 0
    stranded: int = 0
    rings: int = 0
    words: int = 0
    cells: int = 0
    placements: list[list[Bits]] = field(default_factory=list)  # by first cell
    shapes: list[list[tuple[Bits, Bits, bool]]] = field(default_factory=list)

    def __post_init__(self) -> None:
        problem, hint = self.problem, self.problem.regions
        assert hint is not None
        self.cells = len(hint.cells)  # items are sorted: cells first
        self.words = (len(problem.items) - 1) // WORD + 1
        self.placements = [[] for _ in range(self.cells)]
        for items in _options(problem):
            self.placements[min(items)].append(self._bits(items))
        smallest = min(_sizes(problem).values())
        near = _near(problem)
        self.shapes = [
            [
                (
                    self._bits(island | shore),
                    self._bits(shore),
                    edges(near, island) >= smallest - 1,
                )
                for island in _islands_from(near, cell, smallest - 1)
                for shore in [set().union(*(near[c] for c in island)) - island]
            ]
            for cell in range(self.cells)
        ]

    @property
    def counts(self) -> Counts:
        """What was counted so far."""
        return {name: getattr(self, name) for name in COUNTS}

    def _bits(self, items: Any) -> Bits:
        bits = np.zeros((self.words, 1), dtype=np.uint64)
        for item in items:
            bits[item // WORD] |= np.uint64(1 << item % WORD)
        return bits

    def _first_empty(self, positions: Bits) -> npt.NDArray[np.int64]:
        """The first empty cell of each; as many as there are cells if none is."""
        first = np.full(positions.shape[1], self.cells, dtype=np.int64)
        for word in reversed(range(self.words)):
            free = ~positions[word]
            lowest = free & (~free + np.uint64(1))
            _, exponent = np.frexp(lowest.astype(np.float64))
            first = np.where(free == 0, first, word * WORD + exponent.astype(np.int64) - 1)
        return np.minimum(first, self.cells)

    def children(self, positions: Bits) -> Bits:
        """The positions after one more piece; those that are stranded have none."""
        first = self._first_empty(positions)
        self.solutions += int((first == self.cells).sum())
        found = [np.empty((self.words, 0), dtype=np.uint64)]
        for cell in np.unique(first).tolist():
            if cell == self.cells:
                continue
            here = self._afloat(positions[:, first == cell], cell)
            for mask in self.placements[cell]:
                fits = ((here & mask) == 0).all(axis=0)
                found.append(here[:, fits] | mask)
        after = np.concatenate(found, axis=1)
        self.nodes += after.shape[1]
        return after

    def _afloat(self, here: Bits, cell: int) -> Bits:
        """Those whose first empty cell is not on an island that is smaller than every piece."""
        sunk = np.zeros(here.shape[1], dtype=np.bool_)
        for both, shore, ring in self.shapes[cell]:
            alone = ((here & both) == shore).all(axis=0)
            sunk |= alone
            self.stranded += int(alone.sum())
            self.rings += int(alone.sum()) if ring else 0
        return here[:, ~sunk]

    def descend(self, positions: Bits) -> None:
        """Everything below some positions, the deepest first."""
        waiting = [positions]
        while waiting:
            last = waiting.pop()
            if last.shape[1] > AT_ONCE:
                waiting.append(last[:, AT_ONCE:])
                last = last[:, :AT_ONCE]
            after = self.children(last)
            if after.shape[1]:
                waiting.append(after)


def _islands_from(near: list[set[int]], first: int, most: int) -> Iterator[frozenset[int]]:
    """The connected sets of at most so many cells of which this is the first."""
    layer = {frozenset([first])} if most else set()
    for _ in range(most):
        yield from layer
        layer = {
            island | {there}
            for island in layer
            for cell in island
            for there in near[cell] - island
            if there > first
        }


def _near(problem: ExactCover) -> list[set[int]]:
    assert problem.regions is not None
    near: list[set[int]] = [set() for _ in range(len(problem.regions.cells))]
    for a, b in problem.regions.touching.tolist():
        near[a].add(b)
        near[b].add(a)
    return near


def _options(problem: ExactCover) -> Iterator[list[int]]:
    for start, end in pairwise(problem.starts.tolist()):
        yield problem.entries[start:end].tolist()


def _sizes(problem: ExactCover) -> dict[int, int]:
    """How many cells each piece has."""
    assert problem.regions is not None
    pieces = set(problem.regions.pieces.tolist())
    return {item: len(items) - 1 for items in _options(problem) for item in items if item in pieces}


def _one_by_one(problem: ExactCover) -> Counts:
    """The same for pieces of several sizes: an island is compared with those that are free."""
    sizes, near = _sizes(problem), _near(problem)
    first: list[list[set[int]]] = [[] for _ in near]
    for items in _options(problem):
        first[min(items)].append(set(items))
    found = dict.fromkeys(COUNTS, 0)

    def stranded(used: set[int]) -> bool:
        smallest = min((size for piece, size in sizes.items() if piece not in used), default=0)
        island = [next(cell for cell in range(len(near)) if cell not in used)]
        for cell in island:  # which grows meanwhile
            island += near[cell].difference(used, island)
        ring = edges(near, island) + 1 >= smallest
        found["stranded"] += len(island) < smallest
        found["rings"] += len(island) < smallest and ring
        return len(island) < smallest

    def descend(used: set[int]) -> None:
        cell = next((cell for cell in range(len(near)) if cell not in used), None)
        if cell is None:
            found["solutions"] += 1
        elif not used or not stranded(used):
            for items in first[cell]:
                if used.isdisjoint(items):
                    found["nodes"] += 1
                    descend(used | items)

    descend(set())
    return found


def _compute(given: Given, pace: Pace, saved: Any = None, /) -> Outcome:
    problem = reduced(*given["made"][1:])
    if len(set(_sizes(problem).values())) > 1:
        return Outcome(_values(_one_by_one(problem)))
    walk = _Walk(problem)
    second = walk.children(walk.children(np.zeros((walk.words, 1), dtype=np.uint64)))
    done = 0
    if saved is not None:
        done = saved["done"]
        for name in COUNTS:
            setattr(walk, name, saved["counts"][name])
    for part in range(done, PARTS):
        if pace.over:
            return Outcome(None, {"done": part, "counts": walk.counts})
        walk.descend(second[:, part::PARTS])
    return Outcome(_values(walk.counts))


def _values(counts: Counts) -> Values:
    branches = counts["nodes"] - counts["stranded"]
    return {**counts, "branches": branches, "branches_with_rings": branches + counts["rings"]}


WALK = Task(_compute)
