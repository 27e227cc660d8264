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
from copy import copy
from dataclasses import dataclass
from functools import cached_property
from itertools import islice

import numpy as np
import numpy.typing as npt

from tilewright.cover import ExactCover, Subtree
from tilewright.symmetry.action import Action, Permutation

Group = npt.NDArray[np.uint32]  # a permutation of the options in each row, the identity first
Numbers = npt.NDArray[np.int64]
Truths = npt.NDArray[np.bool_]

CANDIDATES = 4  # items are looked at closely
SAMPLE = 24  # of their representatives are looked at
STEEPNESS = 6.0  # the work grows like this power of the number of options left


@dataclass(frozen=True, eq=False)
class ItemOrbits:
    """The orbits of an item's options, each with a representative."""

    options: Numbers
    firsts: Numbers  # the representatives
    sizes: Numbers
    fixing: Truths  # orbits × group: who fixes the representative

    def by_stabiliser(self) -> Iterator[tuple[Truths, Numbers]]:
        """Representatives with the same stabiliser together; the small stabilisers first."""
        kinds, kind_of = np.unique(self.fixing, axis=0, return_inverse=True)
        for k in np.argsort(kinds.sum(axis=1), kind="stable").tolist():
            yield kinds[k], self.firsts[kind_of.reshape(-1) == k]


class _Table:
    """The options of each item, and what choosing one leaves of the others."""

    def __init__(self, problem: ExactCover) -> None:
        self.problem = problem
        self.owners = problem.owners
        self._by_item = self.owners[np.argsort(problem.entries, kind="stable")]
        sizes = np.bincount(problem.entries, minlength=len(problem.items))
        self._starts = np.concatenate(([0], np.cumsum(sizes)))

    def options(self, item: int) -> Numbers:
        """The options of an item, in order."""
        return self._by_item[self._starts[item] : self._starts[item + 1]]

    @cached_property
    def once(self) -> Truths:
        """Of each item: does every cover have it exactly once?"""
        return np.array([item.lo == item.hi == 1 for item in self.problem.items])

    @cached_property
    def ranks(self) -> npt.NDArray[np.float64]:
        """Options on the first cells rank first: so that one corner of the board is decided on."""
        count = self.problem.option_count
        return np.bincount(self.owners, self.problem.entries, count).astype(np.float64)

    def fits(self, option: int) -> Truths:
        """The options that can be together with one of them, as far as one item can tell."""
        bits = self.problem.exclusive_bits
        shared = bits & bits[:, option, None]
        fits: Truths = np.bitwise_or.reduce(shared, axis=0) == 0
        return fits


class Breaker:
    """Finds items to break symmetries with, among the options that are still there.

    `alive` are the options that were not left out and can be together with one that was kept.
    """

    def __init__(self, problem: ExactCover) -> None:
        self._table = _Table(problem)
        self._first = True
        self.alive: Truths = np.ones(problem.option_count, dtype=np.bool_)

    def best(self, group: Group) -> ItemOrbits | None:
        """The orbits of the item that promises the smallest search; None if none helps.

        `group` must map what is alive to itself.
        """
        # Few covers are left for the second item, and it matters most that it breaks all the rest.
        power, closely = (1, CANDIDATES) if self._first else (3, 1)
        items = islice(self._invariant(group, power), closely)
        found = [self._orbits(item, group) for item in items]
        return min(found, key=self._work) if len(found) > 1 else next(iter(found), None)

    def keeping(self, orbits: ItemOrbits, firsts: Numbers) -> "Breaker":
        """What is left if of an item's options only some are kept."""
        fits = np.zeros_like(self.alive)
        for first in firsts.tolist():
            fits |= self._table.fits(first)
            if fits.all():
                break
        fits[orbits.options] = False
        fits[firsts] = True
        inside = copy(self)
        inside._first = False
        inside.alive = self.alive & fits
        return inside

    def _invariant(self, group: Group, power: int) -> Iterator[int]:
        """The items that every cover has exactly once, and that a group maps to themselves.

        Those come first that have few orbits, each counted as a power of the size of its
        stabiliser.  An option that s symmetries fix is in an orbit of |group| / s options: so no
        orbit has to be known for that.
        """
        table, owners = self._table, self._table.owners
        entries, count = table.problem.entries, len(table.problem.items)
        fixing = (group == group[0]).sum(axis=0, dtype=np.float64) * self.alive
        options = np.bincount(entries, self.alive[owners], count)
        orbits = np.bincount(entries, fixing[owners], count) / len(group)
        weights = np.bincount(entries, (fixing ** (power + 1))[owners], count)
        # Sums of the images' numbers are quickly compared, before the sets are.
        sums = [np.bincount(entries, row[owners], count) for row in group]
        same = np.all([one == sums[0] for one in sums], axis=0)
        items = np.flatnonzero(table.once & same & (orbits < options))
        for item in items[np.argsort(weights[items], kind="stable")].tolist():
            own = table.options(item)
            if (np.sort(group[:, own], axis=1) == own).all():  # it maps to itself
                yield item

    def _orbits(self, item: int, group: Group) -> ItemOrbits:
        options = self._table.options(item)
        options = options[self.alive[options]]
        images = group[:, options]
        fixing = images == options
        least = images.min(axis=0)
        _, orbit_of, sizes = np.unique(least, return_inverse=True, return_counts=True)
        # In each orbit the first of the stabilisers, and of those that have it the first.
        order = np.lexsort((self._table.ranks[options], *fixing, orbit_of))
        firsts = order[np.cumsum(sizes) - sizes]
        return ItemOrbits(options, options[firsts], sizes, fixing[:, firsts].T)

    def _work(self, orbits: ItemOrbits) -> float:
        """A guess at the work that an item's representatives cost, to compare items by."""
        some = orbits.firsts[:: len(orbits.firsts) // SAMPLE + 1].tolist()
        left = sum(np.count_nonzero(self._table.fits(k) & self.alive) ** STEEPNESS for k in some)
        return float(np.sqrt(orbits.fixing.sum(axis=1)).sum()) * left / len(some)


@dataclass(frozen=True, eq=False)
class SearchPart:
    """A part of a search.

    Every cover found there stands for `weight` solutions, itself among them.  `group` are the
    permutations of the options that map the part to itself: those found there that one of them
    joins are alike.  No two are if it is the identity alone.
    """

    start: Subtree
    weight: int
    group: tuple[Permutation, ...]


def parts_of(action: Action) -> list[SearchPart]:
    """The parts that need be searched to find one of each class.

    The weights of all covers in all parts add up to the number of all solutions.
    """
    group = _distinct(action)
    if len(group) == 1:
        return [SearchPart(Subtree(), 1, (group[0],))]
    return list(_split(Breaker(action.encoding.problem), group, len(group)))


def largest(parts: Sequence[SearchPart]) -> Subtree | None:
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


def _split(breaker: Breaker, group: Group, order: int) -> Iterator[SearchPart]:
    """The parts of what `breaker` leaves, under a group that maps it to itself."""
    orbits = breaker.best(group) if len(group) > 1 else None
    if orbits is None:
        start = Subtree(excluded=tuple(np.flatnonzero(~breaker.alive).tolist()))
        yield SearchPart(start, order // len(group), tuple(group))
        return
    for fixing, firsts in orbits.by_stabiliser():
        yield from _split(breaker.keeping(orbits, firsts), group[fixing], order)
