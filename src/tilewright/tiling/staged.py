"""What searches for solutions that go from stage to stage have in common."""

import time
from collections.abc import Sequence
from typing import Any

from tilewright.cover import CoverChecker
from tilewright.encoding import Encoding, encode
from tilewright.engines import Counters, Cover, Search, SearchOptions, require_one_of
from tilewright.puzzle import Puzzle
from tilewright.solutions import (
    UP_TO,
    Decoder,
    Permutation,
    Solution,
    check_solution,
    least_image,
)

__all__ = ["StagedSearch", "is_new"]


class StagedSearch:
    """Limits that hold for all stages together, and how far they have been gone through.

    With `verify`, every solution is checked by code that shares nothing with the search.
    """

    def __init__(
        self,
        puzzle: Puzzle | Encoding,
        *,
        up_to: str,
        verify: bool,
        max_solutions: int | None,
        max_nodes: int | None,
        max_seconds: float | None,
    ) -> None:
        SearchOptions(max_solutions=max_solutions, max_nodes=max_nodes, max_seconds=max_seconds)
        require_one_of("up_to", up_to, UP_TO)
        self.encoding = encode(puzzle) if isinstance(puzzle, Puzzle) else puzzle
        self._decoder = Decoder(self.encoding)
        self._checker = CoverChecker(self.encoding.problem) if verify else None
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

    def _check(self, cover: Cover, solution: Solution) -> None:
        """Verify it, if that is wanted."""
        if self._checker:
            self._checker.check(cover)
            check_solution(solution.puzzle, solution.placed)


def is_new(cover: Cover, group: Sequence[Permutation], seen: set[Cover]) -> bool:
    """Has no cover been seen that the group maps to this one?  Now it has."""
    if len(group) <= 1:
        return True
    least = least_image(cover, group)
    known = least in seen
    seen.add(least)
    return not known
