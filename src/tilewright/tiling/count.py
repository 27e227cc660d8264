"""How many solutions a puzzle has: all, up to rotation, and up to symmetry."""

from collections.abc import Iterable
from typing import Any

from tilewright.encoding import Encoding, encode
from tilewright.engines.registry import AUTO
from tilewright.execution import Execution
from tilewright.plan import Counts, Request
from tilewright.puzzle import Puzzle
from tilewright.solutions import Action

__all__ = ["Counting"]


class Counting(Execution):
    """A count under way.  Iterate for signs of life; then `counts` has the numbers.

    `require` names what solutions must be; else all are counted.  If it is stopped before the end,
    `counts` stays None, and `solutions` says how many had been found.  `counters` are those of the
    search for all solutions.  Further keywords are those of `tilewright.search`.
    """

    def __init__(
        self,
        puzzle: Puzzle | Encoding,
        require: str | Iterable[str] = (),
        *,
        engine: str = AUTO,
        threads: int = 1,
        max_seconds: float | None = None,
        max_nodes: int | None = None,
        **options: Any,
    ) -> None:
        self.encoding = encode(puzzle) if isinstance(puzzle, Puzzle) else puzzle
        request = Request.of(
            require,
            options,
            engine=engine,
            max_nodes=max_nodes,
            max_seconds=max_seconds,
        )
        super().__init__(self.encoding, request, threads=threads)

    @property
    def action(self) -> Action:
        """The puzzle's symmetries, and what they make of its placements."""
        return Action.of(self.encoding)

    def run(self) -> Counts | None:
        """Iterate to the end; None if a limit was reached before."""
        for _ in self:
            pass
        return self.counts
