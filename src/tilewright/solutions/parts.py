"""The parts of a search that give one cover of each class of symmetric ones.

Take an item that every cover has exactly once, a piece or a cell, and that every symmetry maps to
itself.  Its options fall into orbits, and every cover can be moved so that its option of the item
is the representative of its orbit.  So the item's other options can be left out.

- Two covers with the same representative are alike only by a symmetry that fixes it.  Mostly none
  does but the identity: then it is free.  All free ones make one part, from which nothing is left
  out but the item's other options; each of its covers is the only one of its class there.
- Representatives that the same symmetries fix make a part together.  These symmetries, a smaller
  group, are then broken by another item in the same way.  The stabilisers in an orbit are
  conjugate, and the representative is one that has the first of them; so there are no more parts
  than sorts of stabilisers.

If no item is left to break them, the symmetries that remain map the part to itself, and the covers
found there have to be compared.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from tilewright.cover import Subtree
from tilewright.solutions.action import Action
from tilewright.solutions.breaking import Breaker, Group
from tilewright.solutions.permutations import Permutation

__all__ = ["Part", "largest", "orbit_weights", "parts_of"]


@dataclass(frozen=True, eq=False)
class Part:
    """A part of a search.

    Every cover found there stands for `weight` solutions, itself among them.  `group` are the
    permutations of the options that map the part to itself: those found there that one of them
    joins are alike.  No two are if it is the identity alone.
    """

    start: Subtree
    weight: int
    group: tuple[Permutation, ...]


def parts_of(action: Action) -> list[Part]:
    """The parts that need be searched to find one of each class.

    The weights of all covers in all parts add up to the number of all solutions.
    """
    group = _distinct(action)
    if len(group) == 1:
        return [Part(Subtree(), 1, (group[0],))]
    return list(_split(Breaker(action.encoding.problem), group, len(group)))


def largest(parts: Sequence[Part]) -> Subtree | None:
    """The start of the part that probably takes longest: whose covers stand for most solutions."""
    return max(parts, key=lambda part: part.weight).start if parts else None


def orbit_weights(action: Action) -> npt.NDArray[np.uint32] | None:
    """A weight for each option, such that the weighted number of covers is that of all solutions.

    The weight of a cover is the product of those of its options.  For one item that every cover
    has exactly once, the representative of each orbit has the orbit's size, the other options 0;
    all options without that item have 1.  None if there is no such item, or nothing to gain.
    """
    group = _distinct(action)
    problem = action.encoding.problem
    orbits = Breaker(problem).best(group) if len(group) > 1 else None
    if orbits is None:
        return None
    weights = np.ones(problem.option_count, dtype=np.uint32)
    weights[orbits.options] = 0
    weights[orbits.firsts] = orbits.sizes
    return weights


def _distinct(action: Action) -> Group:
    """The permutations, each once: some motions may move no placement at all."""
    found = {permutation.tobytes(): permutation for permutation in reversed(action.permutations)}
    return np.stack(list(reversed(found.values())))


def _split(breaker: Breaker, group: Group, order: int) -> Iterator[Part]:
    """The parts of what `breaker` leaves, under a group that maps it to itself."""
    orbits = breaker.best(group) if len(group) > 1 else None
    if orbits is None:
        start = Subtree(excluded=tuple(np.flatnonzero(~breaker.alive).tolist()))
        yield Part(start, order // len(group), tuple(group))
        return
    for fixing, firsts in orbits.by_stabiliser():
        yield from _split(breaker.keeping(orbits, firsts), group[fixing], order)
