"""How many covers there are, roughly: sweeps of engine frontier that follow some states only."""

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from tilewright import _core
from tilewright.cover import ExactCover, Subtree
from tilewright.engines.engine import OptionError, SearchOptions, Weights
from tilewright.engines.estimate import Budget, EstimateError, Figure, figure_of
from tilewright.engines.frontier import frontier_input
from tilewright.engines.native import SLICE_SECONDS, named_errors

__all__ = ["CoverEstimate", "ThinnedSweeps", "estimate_covers"]

FIRST_STATES, MOST_STATES = 500, 2_000_000
WANTED = 10  # sweeps
GROWTH = 2, 8  # of states: at least, for it to be worth the while; at most, to be safe
LEAST = 4  # with fewer, there is no interval


class ThinnedSweeps:
    """Sweeps that thin out every stage to so many states; on average each gives the number of
    covers.

    With `weights`, a cover counts as often as the product of the weights of its options.  A sweep
    that met no more states than it might follow is exact.

    >>> from tilewright import parse_cover
    >>> ThinnedSweeps(parse_cover("a b\\na\\na b\\nb\\n")).sweep(100, seed=0)
    (2.0, True)
    """

    def __init__(
        self,
        problem: ExactCover,
        options: SearchOptions | None = None,
        start: Subtree | None = None,
        *,
        weights: Weights | None = None,
    ) -> None:
        options, start = options or SearchOptions(), start or Subtree()
        self._input = frontier_input(problem, options, start, weights)
        with named_errors(start):
            self._native = _core.FrontierThinned(self._input)

    def sweep(
        self, states: int, seed: int, keep_going: Callable[[], bool] = lambda: True
    ) -> tuple[float, bool]:
        """Sweep once: the estimated number of covers, and whether it is exact.

        When `keep_going`, which is asked now and then, says no, the answer is not a number.
        """
        if states < 1 or not 0 <= seed < 2**64:
            raise OptionError(
                f"a sweep of {states} states with seed {seed}: expected one state or more, and a "
                f"seed from 0 to 2**64 - 1"
            )
        self._native.begin(most=states, seed=seed)
        while not self._native.run(SLICE_SECONDS):
            if not keep_going():
                self._native = _core.FrontierThinned(self._input)  # the old one gives up
                return math.nan, False
        return self._native.result()


@dataclass(frozen=True, slots=True)
class CoverEstimate:
    """The number of covers, from so many sweeps that followed so many states of a stage."""

    covers: Figure
    sweeps: int
    states: int
    exact: bool


def estimate_covers(
    problem: ExactCover,
    options: SearchOptions | None = None,
    start: Subtree | None = None,
    *,
    weights: Weights | None = None,
    max_seconds: float = 4.0,
    seed: int = 0,
    confidence: float = 0.95,
    keep_going: Callable[[], bool] = lambda: True,
) -> CoverEstimate:
    """Estimate the number of covers from thinned sweeps, as large as there is time for.

    Sweeps begin small and become larger, until one is exact or there is just time for ten of them.
    Those of the last size are repeated, and their mean is the answer.  Raises EstimateError if a
    sweep met more than doubles can tell.
    """
    sweeps = ThinnedSweeps(problem, options, start, weights=weights)
    budget = Budget(max_seconds)

    def in_time() -> bool:
        return budget.left > 0 and keep_going()

    states, number, found = FIRST_STATES, 0, list[float]()
    while len(found) < LEAST or in_time():
        before = budget.spent
        # Those that an interval cannot do without are waited for, unless somebody interrupts.
        covers, exact = sweeps.sweep(
            states, (seed + number) % 2**64, keep_going if len(found) < LEAST else in_time
        )
        if math.isnan(covers):
            break
        if math.isinf(covers):
            raise EstimateError("there are too many to tell: their number exceeds 10**308")
        number += 1
        found.append(covers)
        if exact:
            return CoverEstimate(Figure(covers, covers, covers, 0.0), 1, states, exact=True)
        times = budget.left / WANTED / max(1e-6, budget.spent - before)
        if len(found) == 1 and times >= GROWTH[0] and states < MOST_STATES:
            states = min(MOST_STATES, int(states * min(times, GROWTH[1])))
            found.clear()
    if len(found) < 2:
        return CoverEstimate(Figure(0.0, 0.0, None, 0.0), len(found), states, exact=False)
    figure = figure_of(np.array(found), confidence, few=True)
    return CoverEstimate(figure, len(found), states, exact=False)
