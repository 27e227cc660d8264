"""Which item to break a group of symmetries with, and the orbits of its options.

Any item that every cover has exactly once will do, but not all save as much.  Best is one with
few representatives, so that an engine decides on it early; of which few are fixed by symmetries,
since those cost a part of their own; and which leave little freedom to the rest.  See
docs/decisions/symmetry-breaking.md for the figures behind the rule.
"""

from collections.abc import Iterator
from copy import copy
from dataclasses import dataclass
from functools import cached_property
from itertools import islice

import numpy as np
import numpy.typing as npt

from tilewright.cover import ExactCover

__all__ = ["Breaker", "Group", "Orbits"]

Group = npt.NDArray[np.uint32]  # a permutation of the options in each row, the identity first
Numbers = npt.NDArray[np.int64]
Truths = npt.NDArray[np.bool_]

CANDIDATES = 4  # so many items are looked at closely
SAMPLE = 24  # by so many of their representatives
STEEPNESS = 6.0  # the work grows like this power of the number of options left


@dataclass(frozen=True, eq=False)
class Orbits:
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
        starts = problem.starts.astype(np.int64)
        lengths = starts[1:] - starts[:-1]
        self.owners = np.repeat(np.arange(len(lengths)), lengths)  # the option of each entry
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

    def best(self, group: Group) -> Orbits | None:
        """The orbits of the item that promises the smallest search; None if none helps.

        `group` must map what is alive to itself.
        """
        # Few covers are left for the second item, and it matters most that it breaks all the rest.
        power, closely = (1, CANDIDATES) if self._first else (3, 1)
        items = islice(self._invariant(group, power), closely)
        found = [self._orbits(item, group) for item in items]
        return min(found, key=self._work) if len(found) > 1 else next(iter(found), None)

    def keeping(self, orbits: Orbits, firsts: Numbers) -> "Breaker":
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
        table, entries = self._table, self._table.problem.entries
        count = len(table.problem.items)
        fixing = (group == group[0]).sum(axis=0, dtype=np.float64) * self.alive
        options = np.bincount(entries, self.alive[table.owners], count)
        orbits = np.bincount(entries, fixing[table.owners], count) / len(group)
        weights = np.bincount(entries, (fixing ** (power + 1))[table.owners], count)
        # Sums of the images' numbers are quickly compared, before the sets are.
        sums = [np.bincount(entries, row[table.owners], count) for row in group]
        same = np.all([one == sums[0] for one in sums], axis=0)
        items = np.flatnonzero(table.once & same & (orbits < options))
        for item in items[np.argsort(weights[items], kind="stable")].tolist():
            if self._maps_to_itself(item, group):
                yield item

    def _maps_to_itself(self, item: int, group: Group) -> bool:
        options = self._table.options(item)
        return bool((np.sort(group[:, options], axis=1) == options).all())

    def _orbits(self, item: int, group: Group) -> Orbits:
        options = self._table.options(item)
        options = options[self.alive[options]]
        images = group[:, options]
        fixing = images == options
        least = images.min(axis=0)
        _, orbit_of, sizes = np.unique(least, return_inverse=True, return_counts=True)
        # In each orbit the first of the stabilisers, and of those that have it the first.
        order = np.lexsort((self._table.ranks[options], *fixing, orbit_of))
        firsts = order[np.cumsum(sizes) - sizes]
        return Orbits(options, options[firsts], sizes, fixing[:, firsts].T)

    def _work(self, orbits: Orbits) -> float:
        """A guess at the work that an item's representatives cost, to compare items by."""
        some = orbits.firsts[:: len(orbits.firsts) // SAMPLE + 1].tolist()
        left = sum(np.count_nonzero(self._table.fits(k) & self.alive) ** STEEPNESS for k in some)
        return float(np.sqrt(orbits.fixing.sum(axis=1)).sum()) * left / len(some)
