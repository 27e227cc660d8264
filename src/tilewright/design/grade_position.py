"""A position on the way to a solution: what is placed, and which options are left for each item.

Sets of options are whole numbers, bit k for option k: so a few words are compared at a time.
"""

from dataclasses import dataclass
from itertools import pairwise

from tilewright.cover import ExactCover
from tilewright.design.common import members

__all__ = ["Look", "Position", "Table"]


@dataclass(frozen=True, slots=True)
class Position:
    """The options still possible, the items to be covered once, and uses of items with bounds.

    `ruled` are options that reasoning has excluded, and that no placed piece excludes.
    """

    alive: int
    ruled: int
    todo: tuple[int, ...]
    used: tuple[int, ...]

    def without(self, options: int) -> "Position":
        """The same, with some options ruled out."""
        return Position(self.alive & ~options, self.ruled | options, self.todo, self.used)

    def dropped(self, options: int) -> "Position":
        """The same, as if some options had never been there."""
        return Position(self.alive & ~options, self.ruled, self.todo, self.used)


@dataclass(frozen=True, slots=True)
class Look:
    """What a position shows: an item that cannot be covered any more, or forced options.

    Each forced option has the items that force it.
    """

    dead: int | None
    forced: dict[int, list[int]]


class Table:
    """An exact cover problem in bits."""

    def __init__(self, problem: ExactCover) -> None:
        self.items = items = problem.items
        self.options_of = _options_of(problem)
        self._entries = [
            frozenset(problem.entries[a:b].tolist()) for a, b in pairwise(problem.starts.tolist())
        ]
        self._many = [k for k in range(problem.primary) if items[k].hi > 1]
        self._place_of = {item: place for place, item in enumerate(self._many)}
        self.excluded = self._conflicts(problem)
        self._idle = sum(1 << option for option in problem.idle_options)

    def start(self) -> Position:
        """The position in which nothing is placed."""
        once = tuple(k for k, i in enumerate(self.items) if (i.lo, i.hi) == (1, 1))
        everything = (1 << len(self._entries)) - 1
        return Position(everything & ~self._idle, 0, once, (0,) * len(self._many))

    def solved(self, position: Position) -> bool:
        """Is everything covered that has to be?"""
        return not position.todo and all(
            self.items[item].lo <= used
            for item, used in zip(self._many, position.used, strict=True)
        )

    def place(self, position: Position, option: int) -> Position:
        """The position after one more option."""
        gone = self.excluded[option] | 1 << option
        entries = self._entries[option]
        used = position.used
        if used and not entries.isdisjoint(self._many):
            used = tuple(
                n + (item in entries) for item, n in zip(self._many, position.used, strict=True)
            )
            for item, n in zip(self._many, used, strict=True):
                if n >= self.items[item].hi:
                    gone |= self.options_of[item]
        todo = tuple([item for item in position.todo if item not in entries])
        return Position(position.alive & ~gone, position.ruled & ~gone, todo, used)

    def place_all(self, position: Position, options: list[int]) -> Position | None:
        """The position after several options; None if they exclude each other."""
        for option in options:
            if not position.alive >> option & 1:
                return None
            position = self.place(position, option)
        return position

    def look(self, position: Position) -> Look:
        """What is forced, or what cannot be covered any more."""
        alive, options_of = position.alive, self.options_of
        forced: dict[int, list[int]] = {}
        for item in position.todo:
            left = alive & options_of[item]
            if not left:
                return Look(item, {})
            if not left & (left - 1):
                forced.setdefault(left.bit_length() - 1, []).append(item)
        for item, used in zip(self._many, position.used, strict=True):
            missing = self.items[item].lo - used
            left = alive & options_of[item]
            if missing > 0 and left.bit_count() <= missing:
                if left.bit_count() < missing:
                    return Look(item, {})
                for option in members(left):
                    forced.setdefault(option, []).append(item)
        return Look(None, forced)

    def fatal(self, position: Position) -> dict[int, int]:
        """The options that leave an item at once without options, each with such an item."""
        found: dict[int, int] = {}
        seen = 0
        for item in position.todo:
            killers = position.alive
            for option in members(position.alive & self.options_of[item]):
                killers &= self.excluded[option]
                if not killers:
                    break
            for option in members(killers & ~seen):
                found[option] = item
            seen |= killers
        short = [
            item
            for item, used in zip(self._many, position.used, strict=True)
            if used < self.items[item].lo
        ]
        for option in members(position.alive & ~seen) if short else ():
            dead = self.look(self.place(position, option)).dead
            if dead is not None:
                found[option] = dead
        return found

    def _conflicts(self, problem: ExactCover) -> list[int]:
        """For each option those that can never be together with it."""
        colours = problem.entry_colours.tolist()
        alike: dict[tuple[int, int], int] = {}
        starts = list(pairwise(problem.starts.tolist()))
        entries = problem.entries.tolist()
        for option, (a, b) in enumerate(starts if colours else ()):
            for k in range(a, b):
                if colours[k]:
                    key = entries[k], colours[k]
                    alike[key] = alike.get(key, 0) | 1 << option
        excluded = []
        for option, (a, b) in enumerate(starts):
            others = 0
            for k in range(a, b):
                if self.items[entries[k]].hi > 1:
                    continue
                same = alike.get((entries[k], colours[k]), 0) if colours else 0
                others |= self.options_of[entries[k]] & ~same
            excluded.append(others & ~(1 << option))
        return excluded


def _options_of(problem: ExactCover) -> list[int]:
    """The options of each item."""
    lists: list[list[int]] = [[] for _ in problem.items]
    entries = problem.entries.tolist()
    for option, (a, b) in enumerate(pairwise(problem.starts.tolist())):
        for item in entries[a:b]:
            lists[item].append(option)
    width = problem.option_count // 8 + 1
    found = []
    for options in lists:
        bits = bytearray(width)
        for option in options:
            bits[option >> 3] |= 1 << (option & 7)
        found.append(int.from_bytes(bits, "little"))
    return found
