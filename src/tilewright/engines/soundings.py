"""Descents that end in a search: what an engine would count and how long it would take, from parts
of its tree that are searched and timed.

A *sounding* descends at random until the node it is at stands for some hundreds or thousands of
others, and then searches all that lies below.  Where it stops depends only on the way down, so that
the mean is still right; and as a searched part is worth many descents, it varies far less.

A part that turns out to be large is not searched to its end.  After so many nodes, one of the
subtrees that are left is drawn, with a known chance p, and searched instead of all of them; what it
has then counts 1 / p times.  So no sounding takes long, and the mean is still right.
"""

import math
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random

import numpy as np
import numpy.typing as npt

from tilewright.cover import ExactCover, Subtree
from tilewright.engines.anchor import AnchorSearch
from tilewright.engines.bits import BitsSearch
from tilewright.engines.engine import SearchOptions
from tilewright.engines.estimate import Descents, EstimateError, Figure, figure_of
from tilewright.engines.links import LinksSearch
from tilewright.engines.native import NativeSearch

__all__ = ["Sounded", "sound"]

BEGIN: dict[str, type[NativeSearch]] = {
    "links": LinksSearch,
    "bits": BitsSearch,
    "anchor": AnchorSearch,
}
TRIAL = 0.4  # of the time: for beginning to search, to see how fast that goes
PILOT = 0.1  # of the time: for plain descents, to see how large the tree is
WANTED = 100  # soundings
LEAST = 4  # with fewer, there is no interval
LONGEST = 10  # times as long as a sounding should take is how long one part of it may take
FALL = 2.0  # so much smaller, one guesses, is a subtree a level further down

Sums = npt.NDArray[np.float64]  # nodes, updates, solutions, seconds


@dataclass(frozen=True, slots=True)
class Sounded:
    """What an engine would count, and how long it would take on one core of this machine."""

    nodes: Figure
    updates: Figure
    solutions: Figure
    seconds: Figure
    soundings: int  # 0: everything was searched, and nothing is estimated

    @property
    def exact(self) -> bool:
        """Was everything searched?"""
        return self.soundings == 0


def sound(
    problem: ExactCover,
    options: SearchOptions | None = None,
    parts: Sequence[tuple[Subtree, int]] = ((Subtree(), 1),),
    *,
    engine: str = "links",
    max_seconds: float = 2.0,
    samples: int | None = None,
    seed: int = 0,
    confidence: float = 0.95,
    keep_going: Callable[[], bool] = lambda: True,
) -> Sounded:
    """Estimate a search of these parts by soundings; a cover of a part counts as often as its
    weight says.

    A search that takes less than two fifths of the time is done to its end.  How many soundings
    there are, and where they stop, depends on the speed of the machine; so do the figures, within
    their intervals.
    """
    options = replace(options or SearchOptions(), threads=1)
    sounder = _Sounder(problem, options, engine, seed)
    began = time.monotonic()
    known, left = sounder.search(parts, began + TRIAL * max_seconds, keep_going)
    if not left:
        return _sounded(known[np.newaxis], 0, confidence)
    sounder.plan(left, max_seconds)
    rows: list[Sums] = []
    most = math.inf if samples is None else max(samples, LEAST)
    deadline = began + max_seconds
    while len(rows) < LEAST or (len(rows) < most and time.monotonic() < deadline and keep_going()):
        rows.append(known + sounder.draw())
    return _sounded(np.array(rows), len(rows), confidence)


def _sounded(table: Sums, soundings: int, confidence: float) -> Sounded:
    if not np.isfinite(table).all():
        raise EstimateError("the search tree is too large: its size exceeds 10**308")
    if soundings:
        nodes, updates, solutions, seconds = (
            figure_of(column, confidence, few=True) for column in table.T
        )
    else:
        nodes, updates, solutions, seconds = (Figure(x, x, x, 0.0) for x in table[0].tolist())
    return Sounded(nodes, updates, solutions, seconds, soundings)


class _Sounder:
    def __init__(self, problem: ExactCover, options: SearchOptions, engine: str, seed: int) -> None:
        self._problem, self._options = problem, options
        self._engine, self._seed = engine, seed
        self._dice = Random(seed)
        self._nodes_per_second = 1e6
        # What plan() decides: in which trees to descend, until which weight, and how many nodes to
        # search at a time.
        self._parts: list[tuple[Descents, int]] = []
        self._until = 2.0
        self._longest = 1

    def search(
        self,
        parts: Sequence[tuple[Subtree, int]],
        deadline: float,
        keep_going: Callable[[], bool],
    ) -> tuple[Sums, list[tuple[Subtree, int]]]:
        """Search as many parts as there is time for: their sums, and the other parts."""
        sums, tried = np.zeros(4), np.zeros(4)
        left = list(parts)
        for part, weight in parts:
            seconds = deadline - time.monotonic()
            if seconds <= 0 or not keep_going():
                break
            search = self._begin(part, replace(self._options, max_seconds=seconds))
            found = self._run(search)
            tried += found
            if search.finished:
                sums += found * (1, 1, weight, 1)
                left.remove((part, weight))
        if tried[3] > 0:
            self._nodes_per_second = max(1.0, tried[0] / tried[3])
        return sums, left

    def plan(self, parts: Sequence[tuple[Subtree, int]], seconds: float) -> None:
        """Decide where to stop, so that there is time for as many soundings as are wanted."""
        nodes = max(1.0, self._nodes_per_second * (1 - TRIAL - PILOT) * seconds / WANTED)
        self._longest = max(100, int(LONGEST * nodes))
        size = 0.0
        for part, _ in parts:
            drawn = self._descents(part).draw(1_000_000, PILOT * seconds / len(parts))
            size += float(np.minimum(drawn[:, 0], 1e300).mean())
        self._until = max(2.0, size / nodes)
        self._parts = [(self._descents(part), weight) for part, weight in parts]

    def _descents(self, part: Subtree) -> Descents:
        return Descents(self._problem, self._options, part, engine=self._engine, seed=self._seed)

    def draw(self) -> Sums:
        """One sounding in each part."""
        sums = np.zeros(4)
        for descents, weight in self._parts:
            for found in self._sound(descents):
                sums += found * (1, 1, weight, 1)
        return sums

    def _sound(self, descents: Descents) -> Iterator[Sums]:
        above, weight, below = descents.descend(self._until)
        yield np.append(above, 0.0)
        while below is not None:
            search = self._begin(below, replace(self._options, max_nodes=self._longest))
            yield self._run(search) * weight
            rest = search.rest()
            if not rest:
                return
            chances = [FALL ** -len(subtree.chosen) for subtree in rest]
            place = self._dice.choices(range(len(rest)), chances)[0]
            weight *= sum(chances) / chances[place]
            below = rest[place]

    def _begin(self, start: Subtree, options: SearchOptions) -> NativeSearch:
        return BEGIN[self._engine](self._problem, options, start, collect=False)

    @staticmethod
    def _run(search: NativeSearch) -> Sums:
        began = time.thread_time()
        counters = search.run()
        spent = time.thread_time() - began
        return np.array([counters.nodes, counters.updates, counters.solutions, spent])
