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

# Symmetries; a cube has 48, and twice as many if two of its pieces can change places.
LARGEST_GROUP = 96
MOST_PARTS = 16  # to set an engine up for each may take a millisecond
ENTRY = 5e-9  # seconds for a look at an entry; see docs/decisions/symmetry-breaking.md

Begin = Callable[[Subtree, Choice], Search]
Part = tuple[Subtree, int]  # where to search, and how many covers each stands for that is found


def symmetric_parts(problem: ExactCover, choice: Choice) -> list[Part]:
    """The parts of a search that are enough, if there are any and looking for them pays."""
    if choice.seconds is None or choice.seconds < WORTH_A_PROBE or not math.isfinite(choice.nodes):
        return []  # (A sweep has no use for them.)
    look = min(LONGEST_LOOK, max(LEAST_LOOK, LOOK_SHARE * choice.seconds)) / ENTRY
    found, _ = _core.automorphisms(problem.core, LARGEST_GROUP, int(look))
    if len(found) == 1 or len(found) * problem.option_count > look:
        return []
    parts, weights = _core.break_symmetries(problem.core, found, MOST_PARTS)
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
        self._each, self._begin = replace(choice, nodes=choice.nodes / gain), begin
        self._left, self._parts = parts[::-1], len(parts)  # the last one is at work
        self._done = Counters()

    @property
    def finished(self) -> bool:
        """Is nothing left to explore?"""
        return self._remainder is not None or not self._left

    @property
    def counters(self) -> Counters:
        """What has been done so far."""
        if self._remainder:
            return Counters()
        return self._done + self._weighed if self._current else self._done

    @property
    def fraction_explored(self) -> float:
        """Fraction explored, roughly: as if all parts weighed the same."""
        if self._remainder:
            return 0.0
        current = self._current.fraction_explored if self._current else 0.0
        return min(1.0, (self._parts - len(self._left) + current) / self._parts)

    @property
    def _weighed(self) -> Counters:
        """Those of the part at work, with each cover as often as it stands for others."""
        assert self._current is not None
        counters, (_, weight) = self._current.counters, self._left[-1]
        return replace(counters, solutions=weight * counters.solutions)

    def _batches(self) -> Iterator[Batch]:
        while self._left and self._remainder is None and not self._told_to_stop():
            if self._current is None:
                start, _ = self._left[-1]
                self._current = self._begin(start, self._each)
            if self._told_to_stop():  # while it was being built
                self._current.stop()
            yield from self._current
            if self._current.finished:
                done, left = self._done + self._weighed, self._left[:-1]
                # Without a call in between, so that no signal can leave this half done.
                self._done, self._left, self._current = done, left, None

    def _rest(self) -> list[Subtree]:
        return [self._start] if self._left else []
