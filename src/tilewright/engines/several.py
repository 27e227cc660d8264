"""Several searches one after the other, as if they were one."""

import math
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from tilewright.cover import ExactCover, Subtree
from tilewright.engines.engine import Batch, Counters, OptionError, Search, SearchOptions
from tilewright.engines.native import LinksSearch

__all__ = ["SeveralSearches"]


class SeveralSearches:
    """Searches subtrees in order, under common limits; keeps the promises of `Search`."""

    def __init__(
        self,
        problem: ExactCover,
        starts: Iterable[Subtree],
        options: SearchOptions | None = None,
        *,
        engine: Callable[..., Search] = LinksSearch,
        collect: bool = True,
    ) -> None:
        self.problem = problem
        # What is left, last one first; the one that is being searched stands there until the end.
        self._left = list(starts)[::-1]
        # Shares of the whole, which add up to 1: of what is left, and of what is done.
        self._shares = [1 / len(self._left)] * len(self._left) if self._left else []
        self._done_share = 0.0
        self._options = options or SearchOptions()
        if self._options.max_levels is not None:
            raise OptionError("max_levels splits one subtree at a time: use split()")
        self._engine, self._collect = engine, collect
        self._current: Search | None = None
        self._done = Counters()
        self._deadline = math.inf  # set when the first iteration begins
        self._rest: list[Subtree] | None = None
        self._stopped = False

    @property
    def finished(self) -> bool:
        """Is nothing left to explore?"""
        return not self._left

    @property
    def counters(self) -> Counters:
        """What has been done so far."""
        return self._done + self._current.counters if self._current else self._done

    @property
    def explored(self) -> float:
        """Rough share of the work that is done, if all subtrees weighed the same."""
        if self.finished:
            return 1.0
        current = self._current.explored if self._current else 0.0
        return min(self._done_share + self._shares[-1] * current, 1.0)

    def stop(self) -> None:
        """Make the iteration end soon; may be called from any thread or a signal handler."""
        self._stopped = True
        if self._current:
            self._current.stop()

    def __iter__(self) -> Iterator[Batch]:
        if self._deadline == math.inf and self._options.max_seconds is not None:
            self._deadline = time.monotonic() + self._options.max_seconds
        try:
            while not self._told_to_stop() and self._left:
                limits = self._limits_left()
                if limits is None:
                    break
                if self._current is None:
                    self._current = self._engine(
                        self.problem, limits, self._left[-1], collect=self._collect
                    )
                if self._told_to_stop():  # while it was being built
                    self._current.stop()
                yield from self._current
                self._settle()
        finally:
            self._stopped = False

    def run(self) -> Counters:
        """Iterate to the end, only counting."""
        for _ in self:
            pass
        return self.counters

    def rest(self) -> list[Subtree]:
        """What has not been explored.  Ends the search."""
        if self._rest is not None:
            return self._rest
        rest = self._left[::-1]
        done = self._done
        if self._current:
            rest = self._current.rest() + rest[1:]
            done = done + self._current.counters
        self._done, self._current, self._left = done, None, []
        self._rest = rest
        return rest

    def _told_to_stop(self) -> bool:
        return self._stopped

    def _settle(self) -> None:
        """Put a search that has come to an end into the sum, and what is left of it back.

        What is left shares equally in what was left of its share, so that `explored` stays where
        it is.
        """
        assert self._current is not None
        explored = self._current.explored
        rest = list(self._current.rest())
        done = self._done + self._current.counters
        share = self._shares[-1]
        done_share = self._done_share + (share * explored if rest else share)
        shares = [share * (1 - explored) / max(1, len(rest))] * len(rest)
        rest.reverse()
        # Without a call in between, so that no signal can leave this half done.
        self._left[-1:], self._shares[-1:] = rest, shares
        self._done_share, self._done, self._current = done_share, done, None

    def _limits_left(self) -> SearchOptions | None:
        """What the limits leave for the next search; None if that is nothing."""
        o, done = self._options, self.counters
        nodes = None if o.max_nodes is None else o.max_nodes - done.nodes
        solutions = None if o.max_solutions is None else o.max_solutions - done.solutions
        seconds = None if o.max_seconds is None else self._deadline - time.monotonic()
        if any(left is not None and left <= 0 for left in (nodes, solutions, seconds)):
            return None
        return replace(o, max_nodes=nodes, max_solutions=solutions, max_seconds=seconds)
