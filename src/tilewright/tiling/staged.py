"""What searches for solutions that go from stage to stage have in common."""

import time
from typing import Any

from tilewright.engines import Counters, OptionError, Search, SearchOptions
from tilewright.solutions import UP_TO

__all__ = ["StagedSearch"]


class StagedSearch:
    """Limits that hold for all stages together, and how far they have been gone through."""

    def __init__(
        self,
        up_to: str,
        max_solutions: int | None,
        max_nodes: int | None,
        max_seconds: float | None,
    ) -> None:
        SearchOptions(max_solutions=max_solutions, max_nodes=max_nodes, max_seconds=max_seconds)
        if up_to not in UP_TO:
            raise OptionError(f"up_to is {up_to!r}: expected one of {', '.join(UP_TO)}")
        self._limits = (max_solutions, max_nodes, max_seconds)
        self._deadline: float | None = None  # set when the iteration begins
        self._counters = Counters()  # of the searches before the current one
        self._current: Search | None = None
        self._stopped = False
        self._stage_count = 0  # which the subclass knows
        self._done = 0  # stages
        self.solutions = 0

    @property
    def counters(self) -> Counters:
        """What the engine has done so far; `solutions` here counts covers, given or not."""
        return self._counters + (self._current.counters if self._current else Counters())

    @property
    def explored(self) -> float:
        """Rough share of the search that lies behind."""
        inside = self._current.explored if self._current else 0.0
        return min(1.0, (self._done + inside) / max(1, self._stage_count))

    @property
    def finished(self) -> bool:
        """Has everything been searched?"""
        return self._done == self._stage_count

    def stop(self) -> None:
        """Make the iteration end soon; may be called from any thread or a signal handler."""
        self._stopped = True
        if current := self._current:
            current.stop()

    def _start_clock(self) -> None:
        _, _, seconds = self._limits
        self._deadline = None if seconds is None else time.monotonic() + seconds

    def _left(self) -> dict[str, Any]:
        """What is left of the limits on nodes and seconds."""
        _, nodes, _ = self._limits
        now = time.monotonic()
        return {
            "max_nodes": None if nodes is None else max(0, nodes - self._counters.nodes),
            "max_seconds": None if self._deadline is None else max(0.0, self._deadline - now),
        }

    def _over(self) -> bool:
        """Was it stopped, or has it found enough?"""
        most = self._limits[0]
        return self._stopped or (most is not None and self.solutions >= most)
