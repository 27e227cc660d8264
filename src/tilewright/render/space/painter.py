"""The order in which things are painted, so that those in front cover those behind."""

from collections import defaultdict
from collections.abc import Hashable, Iterator, Sequence
from heapq import heappop, heappush

import numpy as np

from tilewright.render.space.depth import Ints, Polygons, in_front

__all__ = ["painting_order"]


def painting_order(polygons: Polygons, groups: Sequence[Hashable]) -> Iterator[list[int]]:
    """Polygons from back to front, in runs; those of a run belong to the same group.

    Groups stay together where that is possible.  Polygons that only touch each other are in the
    right order too, because of the lines round them; where that, or three that cover each other in
    turn, makes a right order impossible, the farthest comes first.
    """
    yield from _Order(polygons, groups).runs()


class _Order:
    def __init__(self, polygons: Polygons, groups: Sequence[Hashable]) -> None:
        overlapping, touching = in_front(polygons)
        self.depths = polygons.corners[:, :, 2].mean(axis=1).round(6).tolist()
        self.groups = groups
        self.after = [_lists(pairs, len(groups)) for pairs in (overlapping, touching)]
        self.waits = [
            np.bincount(pairs[:, 1], minlength=len(groups)).tolist()
            for pairs in (overlapping, touching)
        ]
        self.left = dict.fromkeys(range(len(groups)))
        self.members: dict[Hashable, dict[int, None]] = defaultdict(dict)
        for number, group in enumerate(groups):
            self.members[group][number] = None
        self.free: list[tuple[float, int]] = []
        self.whole: list[tuple[float, int]] = []  # a member of each group that is free as a whole

    def runs(self) -> Iterator[list[int]]:
        for number in list(self.left):
            self._note(number)
        while self.left:
            yield self._next_run()

    def _next_run(self) -> list[int]:
        first = self._pop(self.whole)
        first = self._pop(self.free) if first is None else first
        if first is None:  # each is covered by others
            hard, soft = self.waits
            first = min(self.left, key=lambda k: (hard[k] > 0, soft[k], self.depths[k], k))
        run: list[int] = []
        found: int | None = first
        while found is not None:
            run.append(found)
            self._draw(found)
            found = next((k for k in self.members[self.groups[first]] if self._is_free(k)), None)
        return run

    def _pop(self, heap: list[tuple[float, int]]) -> int | None:
        while heap:
            _, number = heappop(heap)
            if number in self.left:
                return number
        return None

    def _is_free(self, number: int) -> bool:
        return not self.waits[0][number] and not self.waits[1][number]

    def _note(self, number: int) -> None:
        """If nothing behind it is left, it may be drawn."""
        if number in self.left and self._is_free(number):
            heappush(self.free, (self.depths[number], number))
            members = self.members[self.groups[number]]
            if all(map(self._is_free, members)):
                heappush(self.whole, (self.depths[number], number))

    def _draw(self, number: int) -> None:
        del self.left[number]
        del self.members[self.groups[number]][number]
        for waits, after in zip(self.waits, self.after, strict=True):
            for other in after[number]:
                waits[other] -= 1
                self._note(other)


def _lists(pairs: Ints, count: int) -> list[list[int]]:
    """For each polygon, those in front of it."""
    lists: list[list[int]] = [[] for _ in range(count)]
    for behind, front in pairs.tolist():
        lists[behind].append(front)
    return lists
