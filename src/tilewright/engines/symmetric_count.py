"""Counting the covers of a problem that has symmetries, though nobody has told of any.

Automorphisms are found in the core, and broken as those of puzzles are: of each orbit of an item's
options one is searched, and what it finds counts as often as the orbit is large.
"""

import math
from collections.abc import Callable, Iterator
from dataclasses import replace

from tilewright import _core
from tilewright.cover import ExactCover, Subtree
from tilewright.engines.choice import LEAST_LOOK, LONGEST_LOOK, LOOK_SHARE, WORTH_A_PROBE, Choice
from tilewright.engines.contract import Batch, Counters, LimitedSearch, Search, SearchOptions

LARGEST_GROUP = 96  # a cube has 48 symmetries
ENTRY = 5e-9  # seconds for a look at an entry, measured on one core

Begin = Callable[[Subtree, Choice], Search]
Part = tuple[Subtree, int]  # where to search, and how many covers each stands for that is found


def symmetric_parts(problem: ExactCover, choice: Choice) -> list[Part]:
    """The parts of a search that are enough, if there are any and looking for them pays."""
    if choice.seconds is None or choice.seconds < WORTH_A_PROBE or not math.isfinite(choice.nodes):
        return []  # (A sweep has no use for them.)
    look = min(LONGEST_LOOK, max(LEAST_LOOK, LOOK_SHARE * choice.seconds))
    found, _ = _core.automorphisms(problem.core, LARGEST_GROUP, int(look / ENTRY))
    if len(found) == 1:
        return []
    parts, weights = _core.break_symmetries(problem.core, found)
    if not len(weights):
        return []
    return [(Subtree(excluded=tuple(excluded)), weight) for excluded, weight, _ in parts]


class SymmetricCount(LimitedSearch[ExactCover]):
    """Counts covers part by part, and keeps the promises of `Search`; covers are not collected.

    What is left of it is no search for covers.  So its remainder, if it is not finished, is the
    whole, and from then on nothing was done.
    """

    _current: Search | None

    def __init__(
        self,
        problem: ExactCover,
        options: SearchOptions,
        choice: Choice,
        parts: list[Part],
        begin: Begin,
    ) -> None:
        super().__init__(problem, options, collect=False)
        gain = max(weight for _, weight in parts)
        why = f"{choice.reason}; of up to {gain} covers that are alike it finds one"
        self.choice = replace(choice, reason=why)
        each = replace(choice, nodes=choice.nodes / gain)
        self._searches = [(begin(start, each), weight) for start, weight in parts]

    @property
    def finished(self) -> bool:
        """Is nothing left to explore?"""
        return self._remainder is not None or all(one.finished for one, _ in self._searches)

    @property
    def counters(self) -> Counters:
        """What has been done so far."""
        if self._remainder:
            return Counters()
        done = [(one.counters, weight) for one, weight in self._searches]
        found = sum(weight * counters.solutions for counters, weight in done)
        return replace(sum((counters for counters, _ in done), Counters()), solutions=found)

    @property
    def fraction_explored(self) -> float:
        """Fraction explored, roughly: as if all parts weighed the same."""
        return sum(one.fraction_explored for one, _ in self._searches) / len(self._searches)

    def _batches(self) -> Iterator[Batch]:
        for one, _ in self._searches:
            self._current = one
            if self._told_to_stop():
                return
            yield from one

    def _rest(self) -> list[Subtree]:
        return [] if self.finished else [self._start]
