"""Counting an entry again, with an engine of one's choice."""

import time
from collections.abc import Iterator

from tilewright.counts.entries import Entry
from tilewright.encoding import encode
from tilewright.formats import AnyPuzzle
from tilewright.jigsaw import PolygonCounting
from tilewright.jigsaw.grid import grid_fit
from tilewright.polygons import PolygonPuzzle
from tilewright.solve import takes
from tilewright.tiling import Counting

__all__ = ["Numbers", "Recount", "engines_for", "two_engines"]

Numbers = tuple[int, int | None, int | None]
LATTICE_ENGINES = ("frontier", "bits", "links", "anchor")


def engines_for(puzzle: AnyPuzzle) -> tuple[str, ...]:
    """The engines that can count this puzzle.

    Polygons are counted corner by corner, and on a grid where there is one.
    """
    if isinstance(puzzle, PolygonPuzzle):
        return ("corners", "grid") if grid_fit(puzzle) else ("corners",)
    problem = encode(puzzle).problem
    return tuple(engine for engine in LATTICE_ENGINES if takes(engine, problem))


def two_engines(entry: Entry) -> tuple[str, ...]:
    """The two that came to the numbers of this entry soonest."""
    times = {engine: float("inf") if s is None else s for engine, s in entry.seconds.items()}
    return tuple(sorted(times, key=lambda engine: times[engine])[:2])


class Recount:
    """A count with one engine and one thread.  Iterate; then `numbers` has what it came to.

    `numbers` stays None if it was stopped or the time was over.  `seconds` is CPU time.
    """

    def __init__(
        self,
        puzzle: AnyPuzzle,
        engine: str,
        max_seconds: float | None = None,
        max_memory: int | None = None,
    ) -> None:
        self.engine = engine
        self.numbers: Numbers | None = None
        self.seconds = 0.0
        began = time.process_time()
        self._counting: Counting | PolygonCounting
        if isinstance(puzzle, PolygonPuzzle):
            self._counting = PolygonCounting(puzzle, engine=engine, max_seconds=max_seconds)
        else:
            how = {} if max_memory is None else {"max_memory": max_memory}
            self._counting = Counting(
                puzzle, engine=engine, threads=1, max_seconds=max_seconds, **how
            )
        self.seconds = time.process_time() - began

    def stop(self) -> None:
        """Make the iteration end soon; may be called from any thread or a signal handler."""
        self._counting.stop()

    def __iter__(self) -> Iterator[None]:
        began = time.process_time() - self.seconds
        for _ in self._counting:
            self.seconds = time.process_time() - began
            yield
        self.seconds = time.process_time() - began
        counts = self._counting.counts
        if counts is not None:
            self.numbers = (counts.solutions, counts.up_to_rotation, counts.up_to_symmetry)

    def run(self) -> Numbers | None:
        """Count to the end, or until the time is over."""
        for _ in self:
            pass
        return self.numbers
