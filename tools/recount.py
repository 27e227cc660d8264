"""Counting an entry again, in a way of one's choice.

A way is an engine; or `frontier-slanted`, engine frontier with its cells in another order.  Both
sweeps of engine frontier can be made on a graphics processor: `frontier-cuda`,
`frontier-slanted-cuda`.
"""

import time
from collections.abc import Iterator
from typing import Any

from tilewright.dataset import CUDA, SLANTED, SWEEPS, Entry, on_cpu
from tilewright.encoding import Encoding, encode
from tilewright.engines.registry import takes, that_can
from tilewright.errors import TilewrightError
from tilewright.formats import AnyPuzzle
from tilewright.polygons import PolygonPuzzle
from tilewright.polygons.grid.fit import grid_fit
from tilewright.solving import Counting
from tilewright.solving.polygons import PolygonCounting
from tools.slanted import has_slanted_order, slanted_order

__all__ = ["SWEEPS", "Numbers", "Recount", "WayError", "engines_for", "two_engines"]


Numbers = tuple[int, int | None, int | None]


class WayError(TilewrightError):
    """A puzzle cannot be counted in the way that was asked for."""


def engines_for(puzzle: AnyPuzzle) -> tuple[str, ...]:
    """The ways in which this puzzle can be counted on any machine.

    Polygons are counted corner by corner, and on a grid where there is one.
    """
    if isinstance(puzzle, PolygonPuzzle):
        return ("corners", "grid") if grid_fit(puzzle) else ("corners",)
    problem = encode(puzzle).problem
    found = [engine for engine in that_can("counts") if takes(engine, problem)]
    if set(SWEEPS).intersection(found) and has_slanted_order(problem):
        found.append(SLANTED)
    return tuple(found)


def two_engines(entry: Entry) -> tuple[str, ...]:
    """Two ways that came to the numbers of this entry: the fastest, of two kinds if there are two.

    Sweeps merge states, all others search.  What a graphics processor counted is counted on the
    CPU, which takes longer than any other.
    """
    times = {on_cpu(way): float("inf") for way in entry.engines}
    times |= {way: s for way, s in entry.seconds.items() if s is not None and way in times}
    fastest = sorted(times, key=lambda way: times[way])
    kinds = [way in SWEEPS for way in fastest]
    other = kinds.index(not kinds[0]) if len(set(kinds)) > 1 else 1
    return (fastest[0], *fastest[other : other + 1])


class Recount:
    """A count in one way, with one thread.  Iterate; then `numbers` has what it came to.

    `numbers` stays None if it was stopped or the time was over.  `seconds` is CPU time; on a
    graphics processor it is the time that went by.
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
        self._clock = time.monotonic if engine.endswith(CUDA) else time.process_time
        began = self._clock()
        self._counting: Counting | PolygonCounting
        if isinstance(puzzle, PolygonPuzzle):
            self._counting = PolygonCounting(puzzle, engine=engine, max_seconds=max_seconds)
        else:
            encoding = encode(puzzle)
            how = _how(encoding, engine)
            how |= {} if max_memory is None else {"max_memory": max_memory}
            self._counting = Counting(encoding, threads=1, max_seconds=max_seconds, **how)
        self.seconds = self._clock() - began

    def stop(self) -> None:
        """Make the iteration end soon; may be called from any thread or a signal handler."""
        self._counting.stop()

    def __iter__(self) -> Iterator[None]:
        began = self._clock() - self.seconds
        for _ in self._counting:
            self.seconds = self._clock() - began
            yield
        self.seconds = self._clock() - began
        counts = self._counting.counts
        if counts is not None:
            self.numbers = (counts.solutions, counts.up_to_rotation, counts.up_to_symmetry)

    def run(self) -> Numbers | None:
        """Count to the end, or until the time is over."""
        for _ in self:
            pass
        return self.numbers


def _how(encoding: Encoding, way: str) -> dict[str, Any]:
    """What engine a way stands for, and with what options."""
    how: dict[str, Any] = {"device": "cuda"} if way.endswith(CUDA) else {}
    if on_cpu(way) != SLANTED:
        return {"engine": on_cpu(way), **how}
    items = encoding.problem.items
    order = tuple(items[item].name for item in slanted_order(encoding))
    if not order:
        raise WayError(
            f"{way}: the cells of this board have no order along slanting lines; count it with "
            f"engine frontier"
        )
    return {"engine": "frontier", "order": order, **how}
