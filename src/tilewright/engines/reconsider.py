"""A count that thinks again about its engine when it takes longer than was expected.

Estimates of a search tree can be far too small: a few large branches are easily missed.  So a count
whose engine was chosen by an estimate gets a budget of nodes.  When that is used up, and merging
states promises to take less than what has been spent already or little more, it starts afresh with
engine frontier; otherwise it goes on where it is, with a budget ten times as large.
"""

import math
from collections.abc import Callable, Iterator
from dataclasses import replace

from tilewright.cover import ExactCover, Subtree
from tilewright.engines.choice import Candidate, Choice, sweep
from tilewright.engines.engine import Batch, Counters, Search, SearchOptions
from tilewright.engines.frontier import FrontierSearch
from tilewright.engines.patience import in_time

__all__ = ["ReconsideredCount"]

LEAST_BUDGET, TIMES_EXPECTED, GROWTH = 50_000, 3, 10
SECONDS_PER_NODE = 0.5e-6  # roughly, for any engine that searches
PATIENCE = 4  # a sweep may take so many times what has been spent


class ReconsideredCount:
    """Counts covers, and keeps the promises of `Search`; covers are not collected."""

    def __init__(
        self,
        problem: ExactCover,
        options: SearchOptions,
        start: Subtree | None,
        choice: Choice,
        begin: Callable[..., Search],
    ) -> None:
        self.problem, self.choice = problem, choice
        self._options, self._start = options, start
        self._budget = max(LEAST_BUDGET, choice.nodes * TIMES_EXPECTED)
        self._sweep: Candidate | None = None  # once it has been looked at
        self._current = begin(problem, options, start, collect=False)
        self._stopped = False
        self._keep_going = in_time(options)

    @property
    def finished(self) -> bool:
        """Is nothing left to explore?"""
        return self._current.finished

    @property
    def counters(self) -> Counters:
        """What has been done so far; but not what was given up for another engine."""
        return self._current.counters

    @property
    def explored(self) -> float:
        """Rough share of the work that is done."""
        return self._current.explored

    def stop(self) -> None:
        """Make the iteration end soon; may be called from any thread or a signal handler."""
        self._stopped = True
        self._current.stop()

    def __iter__(self) -> Iterator[Batch]:
        try:
            while True:
                for batch in self._current:
                    yield batch
                    if self._over_budget() and not self._told_to_stop():
                        break
                else:
                    break
                self._think_again()
                if self._told_to_stop():
                    self._current.stop()
        finally:
            self._stopped = False

    def run(self) -> Counters:
        """Iterate to the end, only counting."""
        for _ in self:
            pass
        return self.counters

    def rest(self) -> list[Subtree]:
        """What has not been explored.  Ends the search."""
        return self._current.rest()

    def _told_to_stop(self) -> bool:
        return self._stopped

    def _over_budget(self) -> bool:
        return not self._current.finished and self.counters.nodes >= self._budget

    def _think_again(self) -> None:
        spent = SECONDS_PER_NODE * self._budget
        if self._sweep is None:
            options = replace(self._options, max_nodes=None)
            self._sweep = sweep(
                self.problem,
                options,
                other=PATIENCE * spent,
                start=self._start,
                keep_going=lambda: self._keep_going() and not self._told_to_stop(),
            )
        seconds = math.inf if self._sweep.seconds is None else self._sweep.seconds
        if seconds < PATIENCE * spent:
            self._current = FrontierSearch(self.problem, self._options, self._start, collect=False)
            self._budget = math.inf
        else:
            self._budget *= GROWTH
