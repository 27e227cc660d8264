"""How many solutions a puzzle has: all, up to rotation, and up to symmetry.

All: the sum over the parts of the search, where each cover stands for as many solutions as the
part's weight says.  Classes: by Burnside's lemma, from the solutions that each symmetry leaves as
they are, so that nothing is listed.
"""

import time
from collections.abc import Generator, Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from tilewright.cover import ExactCover, Subtree
from tilewright.encoding import Encoding, encode
from tilewright.engines import Choice, Counters, Search
from tilewright.puzzle import Puzzle
from tilewright.solutions import (
    Action,
    Part,
    Permutation,
    TooManyWays,
    fixed_problems,
    largest,
    orbit_weights,
    parts_of,
)
from tilewright.solve import choose, part_of_count, search
from tilewright.tiling.classes import Burnside, Counts

__all__ = ["Counting"]


class Counting:
    """A count under way.  Iterate for signs of life; then `counts` has the numbers.

    If it is stopped before the end, `counts` stays None, and `solutions` says how many had been
    found.  `counters` are those of the search for all solutions.
    """

    def __init__(
        self,
        puzzle: Puzzle | Encoding,
        *,
        engine: str = "auto",
        max_seconds: float | None = None,
        max_nodes: int | None = None,
        **options: Any,
    ) -> None:
        self.encoding = encode(puzzle) if isinstance(puzzle, Puzzle) else puzzle
        self.action = Action.of(self.encoding)
        self.counts: Counts | None = None
        self.solutions = 0
        self.counters = Counters()
        self._wish, self._options = engine, options
        self._choice: Choice | None = None
        self._settled = False
        self._max_nodes = max_nodes
        self._deadline = None if max_seconds is None else time.monotonic() + max_seconds
        self._parts = parts_of(self.action)
        self._weights: npt.NDArray[np.uint32] | None = None
        self._current: Search | None = None
        self._stopped = False
        self._done = 0
        self._spent = 0  # nodes of the searches before the current one
        self._steps = self._count()

    @property
    def choice(self) -> Choice | None:
        """Which engine was chosen, and why; None if it was named."""
        self._settle()
        return self._choice

    @property
    def engine(self) -> str:
        """The engine that counts."""
        return self.choice.engine if self.choice else self._wish

    def _settle(self) -> None:
        """Choose the engine.  One that merges states counts all in one go, with weights."""
        if self._settled:
            return
        weights = orbit_weights(self.action)
        if self._wish == "auto":
            self._choice = choose(
                self.encoding.problem,
                collect=False,
                start=largest(self._parts),
                weights=weights,
                keep_going=lambda: not self._stopped,
                **self._options,
                max_seconds=self._left()["max_seconds"],
            )
        if (self._choice.engine if self._choice else self._wish) == "frontier":
            self._weights = weights
            self._parts = [Part(Subtree(), 1, self.action.permutations[:1])]
        self._settled = True

    @property
    def explored(self) -> float:
        """Rough share of the work that lies behind."""
        inside = self._current.explored if self._current else 0.0
        return min(1.0, (self._done + inside) / max(1, len(self._parts)))

    @property
    def total_known(self) -> bool:
        """Are all solutions counted, even if their classes are not?"""
        return self._settled and self._done == len(self._parts)

    def stop(self) -> None:
        """Make the iteration end soon; may be called from any thread or a signal handler."""
        self._stopped = True
        if current := self._current:
            current.stop()

    def run(self) -> Counts | None:
        """Iterate to the end; None if a limit was reached before."""
        for _ in self:
            pass
        return self.counts

    def __iter__(self) -> Iterator[None]:
        return self._steps  # iterating again goes on

    def _count(self) -> Iterator[None]:
        self._settle()
        for part in self._parts:
            before, counters_before = self.solutions, self.counters
            for found in self._covers(self.encoding.problem, part.start, self._weights):
                assert self._current is not None
                self.solutions = before + part.weight * found
                self.counters = counters_before + self._current.counters
                yield
            assert self._current is not None
            if not self._current.finished:
                return
            self._done += 1
        burnside = Burnside(self.action)
        fixed: dict[int, int] = {}
        for motion in burnside.motions:
            # Where there is nothing, nothing has to be counted.
            fixed[motion] = (yield from self._fixed(motion)) if self.solutions else 0
            if self._cut_short():
                return
        self.counts = burnside.counts(self.solutions, fixed)

    def _fixed(self, number: int) -> Generator[None, None, int]:
        """How many solutions a motion leaves as they are."""
        permutation = self.action.permutations[number]
        total = 0
        try:
            for problem in fixed_problems(self.encoding.problem, permutation):
                for _ in self._covers(problem):
                    yield
                assert self._current is not None
                total += self._current.counters.solutions
                if self._cut_short():
                    break
        except TooManyWays:
            return (yield from self._fixed_by_listing(permutation))
        return total

    def _fixed_by_listing(self, permutation: Permutation) -> Generator[None, None, int]:
        if self._cut_short():
            return 0
        left = self._left()
        options = {name: value for name, value in self._options.items() if name != "device"}
        self._current = listing = search(
            self.encoding.problem, engine=self._wish, **options, **left
        )
        if self._stopped:
            listing.stop()
        total = 0
        for batch in listing:
            total += sum({int(permutation[k]) for k in cover} == set(cover) for cover in batch)
            yield
        return total

    def _covers(
        self,
        problem: ExactCover,
        start: Subtree | None = None,
        weights: npt.NDArray[np.uint32] | None = None,
    ) -> Iterator[int]:
        """Count the covers of a problem; gives the number so far, now and then, and at the end."""
        if self._cut_short():
            return
        engine: str | Choice = self.choice or self.engine
        options = self._options
        if problem is not self.encoding.problem:
            engine, options = part_of_count(self._wish, problem, self._options_for_orbits(problem))
        left = self._left()
        self._current = counting = search(
            problem,
            start=start,
            engine=engine,
            collect=False,
            weights=weights,
            **options,
            **left,
        )
        if self._stopped:
            counting.stop()
        for _ in counting:
            yield counting.counters.solutions
        yield counting.counters.solutions

    def _options_for_orbits(self, problem: ExactCover) -> dict[str, Any]:
        """The options for a problem of orbits, whose items are named by their numbers."""
        numbers = self.encoding.problem.item_numbers
        order = [numbers[name] for name in self._options.get("order", ())]
        return {**self._options, "order": [item for item in order if item in problem.item_numbers]}

    def _cut_short(self) -> bool:
        return self._current is not None and not self._current.finished

    def _left(self) -> dict[str, Any]:
        """What is left of the limits."""
        nodes, deadline = self._max_nodes, self._deadline
        self._spent += self._current.counters.nodes if self._current else 0
        return {
            "max_nodes": None if nodes is None else max(0, nodes - self._spent),
            "max_seconds": None if deadline is None else max(0.0, deadline - time.monotonic()),
        }
