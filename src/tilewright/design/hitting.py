"""Fewest elements that meet some sets, and fewest colours: by branching, or else by CP-SAT.

Branching is quick where a handful is enough.  Where it takes long, CP-SAT goes on if it is there.
"""

import math
from collections.abc import Callable, Sequence

from tilewright.engines.cpsat.hitting import colouring, fewest_hitting
from tilewright.engines.cpsat.solver import installed

Pair = tuple[int, int]
LOOK_EVERY = 64  # nodes, to see whether to go on
LONGEST = 20_000  # nodes, before CP-SAT takes over


class HittingStopped(Exception):  # noqa: N818 - never seen by a caller
    """There was no time to finish."""


def fewest(
    sets: Sequence[int], elements: int, *, least: int, keep_going: Callable[[], bool]
) -> list[int]:
    """As few elements as possible that meet every set; sets are given as bits.

    Fewer than `least` are known not to be enough.
    """
    minimal = _minimal(sets)
    try:
        return branch_hitting(minimal, least=least, clock=_clock(keep_going))
    except _TooLong:
        pass
    spelt = [[k for k in range(elements) if some >> k & 1] for some in minimal]
    found = fewest_hitting(spelt, elements, least=least, keep_going=keep_going)
    if found is None:
        raise HittingStopped
    return found


def paint(
    clauses: Sequence[Sequence[Pair]], things: int, colours: int, *, keep_going: Callable[[], bool]
) -> list[int] | None:
    """A colour for each thing such that in every clause some pair has two colours; None if none."""
    try:
        return branch_colouring(clauses, things, colours, clock=_clock(keep_going))
    except _TooLong:
        pass
    found = colouring(clauses, things, colours, keep_going=keep_going)
    if found is None:
        raise HittingStopped
    return found if isinstance(found, list) else None


def branch_hitting(
    sets: Sequence[int], *, least: int = 0, clock: "_Clock | None" = None
) -> list[int]:
    """The same as `fewest`, by branching on a smallest set, with more and more elements.

    >>> branch_hitting([0b0011, 0b0110, 0b1100])
    [0, 2]
    """
    clock = clock or _Clock(lambda: True)
    size = least
    while True:
        found = _hit(sorted(sets, key=lambda some: (some.bit_count(), some)), size, clock)
        if found is not None:
            return sorted(found)
        size += 1


def _hit(sets: list[int], size: int, clock: "_Clock") -> list[int] | None:
    """At most so many elements that meet all sets."""
    clock.tick()
    if not sets:
        return []
    if size <= _disjoint(sets) - 1:
        return None
    left, without = sets[0], 0
    while left:
        low = left & -left
        left ^= low
        rest = [some & ~without for some in sets if not some & low]
        if all(rest):
            found = _hit(sorted(rest, key=int.bit_count), size - 1, clock)
            if found is not None:
                return [low.bit_length() - 1, *found]
        without |= low  # from here on, as if it were not there
    return None


def _disjoint(sets: list[int]) -> int:
    """A number of sets that have nothing in common: so many elements are needed."""
    seen = number = 0
    for some in sets:
        if not some & seen:
            seen |= some
            number += 1
    return number


def branch_colouring(
    clauses: Sequence[Sequence[Pair]],
    things: int,
    colours: int,
    *,
    clock: "_Clock | None" = None,
) -> list[int] | None:
    """The same as `paint`, by branching on one thing after the other.

    >>> branch_colouring([[(0, 1)], [(1, 2)]], 3, 2)
    [0, 1, 0]
    """
    clock = clock or _Clock(lambda: True)
    # A clause can be judged when the last thing in it has a colour.
    due: list[list[Sequence[Pair]]] = [[] for _ in range(things)]
    for clause in clauses:
        due[max(max(pair) for pair in clause)].append(clause)
    given: list[int] = []

    def go_on() -> bool:
        clock.tick()
        if len(given) == things:
            return True
        for colour in range(min(colours, max(given, default=-1) + 2)):
            given.append(colour)
            ready = due[len(given) - 1]
            if all(any(given[a] != given[b] for a, b in c) for c in ready) and go_on():
                return True
            given.pop()
        return False

    return given if go_on() else None


def _minimal(sets: Sequence[int]) -> list[int]:
    """Without those that contain another one: they are met anyway."""
    found: list[int] = []
    for some in sorted(set(sets), key=lambda s: (s.bit_count(), s)):
        if not any(small & some == small for small in found):
            found.append(some)
    return found


class _TooLong(Exception):  # noqa: N818 - never seen by a caller
    """It is time for CP-SAT."""


class _Clock:
    """Counts nodes: after so many it is too long."""

    def __init__(self, keep_going: Callable[[], bool], nodes: float = math.inf) -> None:
        self._keep_going = keep_going
        self._nodes = nodes
        self._ticks = 0

    def tick(self) -> None:
        """One more node."""
        self._ticks += 1
        if self._ticks > self._nodes:
            raise _TooLong
        if self._ticks % LOOK_EVERY == 0 and not self._keep_going():
            raise HittingStopped


def _clock(keep_going: Callable[[], bool]) -> _Clock:
    """A clock that ends branching only if somebody else can go on."""
    return _Clock(keep_going, LONGEST if installed() else math.inf)
