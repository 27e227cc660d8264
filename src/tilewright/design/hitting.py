"""Fewest elements that meet some sets, and fewest colours: by branching, or else by CP-SAT.

Branching is quick where a handful is enough.  Where it takes long, CP-SAT takes over if it
is there.
"""

import math
from collections.abc import Sequence

from tilewright.design.common import KeepGoing, members
from tilewright.engines.cpsat.hitting import colouring, fewest_hitting
from tilewright.engines.cpsat.solver import installed

Pair = tuple[int, int]
LOOK_EVERY = 64  # nodes, to see whether to keep going
LONGEST = 20_000  # nodes, before CP-SAT takes over


class HittingStopped(Exception):  # noqa: N818 - never seen by a caller
    """There was no time to finish."""


def fewest(sets: Sequence[int], elements: int, *, least: int, keep_going: KeepGoing) -> list[int]:
    """As few elements as possible that meet every set; sets are given as bits.

    Fewer than `least` are known not to be enough.
    """
    minimal: list[int] = []  # without those that contain another one: they are met anyway
    for some in sorted(set(sets), key=lambda s: (s.bit_count(), s)):
        if not any(small & some == small for small in minimal):
            minimal.append(some)
    try:
        return branch_hitting(minimal, least=least, keep_going=keep_going)
    except HittingStopped:
        if not (installed() and keep_going()):
            raise
    found = fewest_hitting(map(members, minimal), elements, least=least, keep_going=keep_going)
    if found is None:
        raise HittingStopped
    return found


def paint(
    clauses: Sequence[Sequence[Pair]], things: int, colours: int, *, keep_going: KeepGoing
) -> list[int] | None:
    """A colour for each thing such that in every clause some pair has two colours; None if none."""
    try:
        return branch_colouring(clauses, things, colours, keep_going=keep_going)
    except HittingStopped:
        if not (installed() and keep_going()):
            raise
    found = colouring(clauses, things, colours, keep_going=keep_going)
    if found is None:
        raise HittingStopped
    return found if isinstance(found, list) else None


class _Nodes:
    """Counts nodes, and ends branching when it is time to stop, or for CP-SAT, if it is there."""

    def __init__(self, keep_going: KeepGoing) -> None:
        self._keep_going = keep_going
        self._most = LONGEST if installed() else math.inf
        self._count = 0

    def add(self) -> None:
        """One more node."""
        self._count += 1
        if self._count > self._most or (self._count % LOOK_EVERY == 0 and not self._keep_going()):
            raise HittingStopped


def branch_hitting(
    sets: Sequence[int], *, least: int = 0, keep_going: KeepGoing = lambda: True
) -> list[int]:
    """The same as `fewest`, by branching on a smallest set, with more and more elements.

    >>> branch_hitting([0b0011, 0b0110, 0b1100])
    [0, 2]
    """
    size, nodes = least, _Nodes(keep_going)
    ordered = sorted(sets, key=lambda some: (some.bit_count(), some))
    while (found := _hit(ordered, size, nodes)) is None:
        size += 1
    return sorted(found)


def _hit(sets: list[int], size: int, nodes: _Nodes) -> list[int] | None:
    """At most `size` elements that meet all sets."""
    nodes.add()
    if not sets:
        return []
    if size < _disjoint(sets):
        return None
    without = 0
    for element in members(sets[0]):
        rest = [some & ~without for some in sets if not some >> element & 1]
        if all(rest):
            found = _hit(sorted(rest, key=int.bit_count), size - 1, nodes)
            if found is not None:
                return [element, *found]
        without |= 1 << element  # from here on, as if it were not there
    return None


def _disjoint(sets: list[int]) -> int:
    """A number of sets that have nothing in common: as many elements are needed."""
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
    keep_going: KeepGoing = lambda: True,
) -> list[int] | None:
    """The same as `paint`, by branching on one thing after the other.

    >>> branch_colouring([[(0, 1)], [(1, 2)]], 3, 2)
    [0, 1, 0]
    """
    # A clause can be judged when the last thing in it has a colour.
    due: list[list[Sequence[Pair]]] = [[] for _ in range(things)]
    for clause in clauses:
        due[max(max(pair) for pair in clause)].append(clause)
    given: list[int] = []
    nodes = _Nodes(keep_going)

    def complete() -> bool:
        nodes.add()
        if len(given) == things:
            return True
        for colour in range(min(colours, max(given, default=-1) + 2)):
            given.append(colour)
            ready = due[len(given) - 1]
            if all(any(given[a] != given[b] for a, b in c) for c in ready) and complete():
                return True
            given.pop()
        return False

    return given if complete() else None
