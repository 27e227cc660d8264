"""Cuts of a board into connected parts, and small changes of them.

Cells are numbers.  A change gives a cell of one part to a part beside it.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

from tilewright.lattice import Cell, Lattice

__all__ = ["Cut", "CutWalk", "Parts", "neighbours"]

LEVELLING_STEPS = 20_000
SLACK = 2  # so far, sizes of two parts may be off on the way to good ones


@dataclass(frozen=True, slots=True)
class Cut:
    """The part of each cell, and how many solutions the pieces have, up to a limit."""

    part_of: tuple[int, ...]
    solutions: int


class Parts:
    """A board cut into connected parts, none of them empty."""

    def __init__(self, near: Sequence[Sequence[int]], part_of: Sequence[int]) -> None:
        self._near = near
        self.part_of = list(part_of)
        self.sizes = [self.part_of.count(part) for part in range(max(part_of) + 1)]

    @classmethod
    def grown(cls, near: Sequence[Sequence[int]], number: int, random: Random) -> "Parts | None":
        """So many parts, grown from single cells; None if they do not reach every cell."""
        part_of = [-1] * len(near)
        edge = random.sample(range(len(near)), number)
        for part, cell in enumerate(edge):
            part_of[cell] = part
        while edge:
            at = random.randrange(len(edge))
            free = [cell for cell in near[edge[at]] if part_of[cell] < 0]
            if not free:
                edge[at] = edge[-1]
                edge.pop()
                continue
            cell = random.choice(free)
            part_of[cell] = part_of[edge[at]]
            edge.append(cell)
        return None if -1 in part_of else cls(near, part_of)

    def give(self, cell: int, to: int) -> bool:
        """Give a cell to a part that touches it, unless its own part would fall apart."""
        own = self.part_of[cell]
        if own == to or self.sizes[own] == 1 or not self._holds_without(cell):
            return False
        self.part_of[cell] = to
        self.sizes[own] -= 1
        self.sizes[to] += 1
        return True

    def takers(self, cell: int) -> list[int]:
        """The other parts that touch a cell."""
        own = self.part_of[cell]
        return list(dict.fromkeys(p for n in self._near[cell] if (p := self.part_of[n]) != own))

    def _holds_without(self, cell: int) -> bool:
        own = self.part_of[cell]
        beside = [near for near in self._near[cell] if self.part_of[near] == own]
        seen = {cell, beside[0]}
        todo = [beside[0]]
        while todo:
            for near in self._near[todo.pop()]:
                if near not in seen and self.part_of[near] == own:
                    seen.add(near)
                    todo.append(near)
        return all(near in seen for near in beside)


class CutWalk:
    """Walks from cut to cut; `value` says how many solutions a cut has, about.

    `pulse` is called meanwhile, and may raise an error to end it.
    """

    def __init__(
        self,
        near: Sequence[Sequence[int]],
        number: int,
        sizes: tuple[int, int],
        value: Callable[[tuple[int, ...]], int],
        random: Random,
        pulse: Callable[[], None],
    ) -> None:
        self._near = near
        self._number = number
        self._low, self._high = sizes
        self._value = value
        self._random = random
        self._pulse = pulse
        self._part_of: tuple[int, ...] = ()

    def start(self) -> Cut | None:
        """Grow parts, then level their sizes."""
        parts = Parts.grown(self._near, self._number, self._random)
        if parts is None or not self._levelled(parts):
            return None
        self._part_of = tuple(parts.part_of)
        return Cut(self._part_of, self._value(self._part_of))

    def step(self) -> Cut | None:
        """Give a cell to another part; and one back, if sizes say so."""
        parts = Parts(self._near, self._part_of)
        cell = self._random.randrange(len(self._near))
        takers = parts.takers(cell)
        if not takers:
            return None
        giver, taker = parts.part_of[cell], self._random.choice(takers)
        if not parts.give(cell, taker):
            return None
        if self._excess(parts) and not self._give_back(parts, cell, taker, giver):
            return None
        part_of = tuple(parts.part_of)
        return Cut(part_of, self._value(part_of))

    def _give_back(self, parts: Parts, but: int, giver: int, taker: int) -> bool:
        """Let a part give a cell to another one, but not this one; are the sizes right then?"""
        cells = [k for k, part in enumerate(parts.part_of) if part == giver and k != but]
        self._random.shuffle(cells)
        given = any(taker in parts.takers(cell) and parts.give(cell, taker) for cell in cells)
        return given and not self._excess(parts)

    def keep(self, place: Cut) -> None:
        """Go there."""
        self._part_of = place.part_of

    def _levelled(self, parts: Parts) -> bool:
        """Give cells away until no part is too large or too small."""
        for _ in range(LEVELLING_STEPS):
            self._pulse()
            if not self._excess(parts):
                return True
            self._give_any(parts)
        return False

    def _give_any(self, parts: Parts) -> None:
        """Give a random cell to a part beside it, unless that makes sizes much worse."""
        cell = self._random.randrange(len(self._near))
        takers = parts.takers(cell)
        if not takers:
            return
        to = self._random.choice(takers)
        own = parts.part_of[cell]
        before = self._off(parts.sizes[own]) + self._off(parts.sizes[to])
        after = self._off(parts.sizes[own] - 1) + self._off(parts.sizes[to] + 1)
        if after <= max(before, SLACK):
            parts.give(cell, to)

    def _off(self, size: int) -> int:
        return max(0, self._low - size, size - self._high)

    def _excess(self, parts: Parts) -> int:
        return sum(map(self._off, parts.sizes))


def neighbours(lattice: Lattice, cells: Sequence[Cell]) -> list[list[int]]:
    """The numbers of the cells beside each cell."""
    numbers = {cell: k for k, cell in enumerate(cells)}
    return [
        [numbers[near] for near in lattice.neighbours(cell).values() if near in numbers]
        for cell in cells
    ]
