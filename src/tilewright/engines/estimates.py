"""How large is the search, and how many covers are there?  Knuth's estimate, without searching."""

import math
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Unpack

import numpy as np
import numpy.typing as npt

from tilewright import _core
from tilewright.cover import ExactCover, Subtree
from tilewright.document.text import html_table
from tilewright.engines.contract import (
    HowToSearch,
    OptionError,
    SearchOptions,
    Weights,
    search_options,
)
from tilewright.engines.covers import LIMITS, refuse
from tilewright.engines.frontier import frontier_input
from tilewright.engines.native import (
    SLICE_SECONDS,
    NamedErrors,
    native_settings,
    native_stranding,
    refuse_stranding,
)
from tilewright.errors import TilewrightError


class EstimateError(TilewrightError, OverflowError):
    """An estimate does not fit a number."""


MOST_SAMPLES = 5_000_000  # they are all kept
TOO_LARGE = "the search tree is too large: its size exceeds 10**308"
# Engines that search a tree, and whether they look at regions there.
_ESTIMATORS: dict[str, tuple[Callable[..., _core.Estimator], bool]] = {
    "links": (_core.links_estimator, False),
    "bits": (_core.bits_estimator, False),
    "anchor": (_core.anchor_estimator, True),
}
TREES = tuple(_ESTIMATORS)
PATIENCE = 2.0  # times as long as it should may an estimate take by the clock
# Of sweeps of engine frontier that follow some states only:
FIRST_STATES, MOST_STATES = 500, 2_000_000
WANTED = 10  # sweeps
GROWTH = 2, 8  # of states: at least, for it to be worth the while; at most, to be safe
LEAST = 4  # with fewer, there is no interval


@dataclass(frozen=True, slots=True)
class Figure:
    """An estimated number: its mean over the samples, and a confidence interval for it.

    If no descent met what is being counted, there is no upper end: `high` is None.
    """

    mean: float
    low: float
    high: float | None
    error: float  # standard error of the mean

    @classmethod
    def known(cls, x: float) -> "Figure":
        """A number that is not estimated."""
        return cls(x, x, x, 0.0)

    def __str__(self) -> str:
        if self.high is None:
            return "none met; how many there are cannot be told from these descents"
        return f"{self.mean:.4g} ({self.low:.4g} to {self.high:.4g})"


@dataclass(frozen=True, slots=True)
class Estimate:
    """What a search would cost and find, judging from random descents into its tree."""

    nodes: Figure
    updates: Figure
    solutions: Figure
    samples: int
    confidence: float
    seed: int

    def __repr__(self) -> str:
        return f"<Estimate: nodes {self.nodes}, solutions {self.solutions}, {self.samples} samples>"

    def _repr_html_(self) -> str:
        figures = {"nodes": self.nodes, "updates": self.updates, "solutions": self.solutions}
        return html_table(f"{self.samples:,} samples, {self.confidence:.0%} intervals", figures)


class Descents:
    """Random descents in the tree that an engine searches, one after the other.

    On average, what a descent says is what the search would count, whatever the start.  The n-th
    descent of a seed is always the same.
    """

    def __init__(
        self,
        problem: ExactCover,
        options: SearchOptions | None = None,
        start: Subtree | None = None,
        *,
        engine: str = "links",
        seed: int = 0,
    ) -> None:
        if not isinstance(seed, int) or not 0 <= seed < 2**64:
            raise OptionError(f"the seed of the samples is {seed!r}: expected 0 to 2**64 - 1")
        options, start = options or SearchOptions(), start or Subtree()
        if engine not in TREES:
            raise OptionError(
                f"engine {engine!r} has no tree to descend: expected one of {', '.join(TREES)}"
            )
        begin, sees_regions = _ESTIMATORS[engine]
        if not sees_regions:
            refuse_stranding(options)
        stranding, native = native_stranding(problem, options), problem.core
        more = {"stranding": stranding} if sees_regions else {}
        with NamedErrors(start):
            settings = native_settings(options, start, collect=False)
            self._native = begin(native, settings, sample_seed=seed, **more)

    def draw(
        self,
        samples: int,
        seconds: float = math.inf,
        *,
        least: int = 1,
        keep_going: Callable[[], bool] = lambda: True,
    ) -> npt.NDArray[np.float64]:
        """That many more descents: nodes, updates, covers of each.

        When the time is over, or `keep_going` says no, there are fewer, but the least at least.
        """
        deadline = time.monotonic() + seconds
        drawn = [np.empty((0, 3))]
        left = samples
        while left > 0 and (
            samples - left < least or (time.monotonic() < deadline and keep_going())
        ):
            wait = max(0.0, min(SLICE_SECONDS, deadline - time.monotonic()))
            drawn.append(self._native.draw(samples=left, seconds=wait).reshape(-1, 3))
            left -= len(drawn[-1])
        return np.concatenate(drawn)

    def descend(
        self, until: float = math.inf, level: int | None = None
    ) -> tuple[npt.NDArray[np.float64], float, Subtree | None]:
        """The next descent, until it stands for `until` others, has `level` options, or ends.

        Gives nodes, updates and covers above that place, how many it stands for, and what lies
        below: None if the descent ended.
        """
        above, weight, below = self._native.descend(until, level)
        part = None if below is None else Subtree(tuple(below[0]), tuple(below[1]), below[2])
        return np.array(above), weight, part


def figure_of(
    values: npt.NDArray[np.float64], confidence: float = 0.95, *, few: bool = False
) -> Figure:
    """Mean and interval; the interval corrects for skewness as in P. Hall, "On the removal of
    skewness by transformation" (1992).  On pentomino problems an interval of 95 % thus holds the
    truth in 87 to 93 % of the cases, against 73 to 89 % without (docs/decisions/estimates.md).

    If there are `few` values, the interval is wider, by Student's distribution."""
    if not values.any():
        return Figure(0.0, 0.0, None, 0.0)
    size = len(values)
    scale = min(float(values.max()), sys.float_info.max / size)  # squares of weights overflow
    scaled = np.minimum(values, scale) / scale
    mean, deviation = float(scaled.mean()), float(scaled.std(ddof=1))
    if deviation == 0:
        return Figure.known(mean * scale)
    skewness = float((((scaled - mean) / deviation) ** 3).mean())
    from statistics import NormalDist  # slow to import, and rarely needed

    reach = NormalDist().inv_cdf((1 + confidence) / 2)
    reach = (_student(reach, size - 1) if few else reach) / math.sqrt(size)

    def straightened(z: float) -> float:
        if abs(skewness) < 1e-6:
            return z
        inside = 1 + skewness * (z - skewness / (6 * size))
        return 3 / skewness * (math.copysign(abs(inside) ** (1 / 3), inside) - 1)

    low = mean - deviation * straightened(reach)
    high = mean - deviation * straightened(-reach)
    error = deviation / math.sqrt(size)
    return Figure(mean * scale, max(0.0, low) * scale, high * scale, error * scale)


def _student(z: float, freedom: int) -> float:
    """A quantile of Student's distribution from that of the normal one, by the first terms of its
    expansion: within 2 % from 4 degrees of freedom on, at 95 %."""
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + (first + (second + third / freedom) / freedom) / freedom


class Budget:
    """Seconds of this process, or twice as many by the clock if others keep it waiting.

    An estimate that is given so much work is as good on a busy machine as on an idle one.
    """

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._began, self._clock = time.process_time(), time.monotonic()

    @property
    def spent(self) -> float:
        """Seconds that are gone."""
        return max(time.process_time() - self._began, (time.monotonic() - self._clock) / PATIENCE)

    @property
    def left(self) -> float:
        """Seconds that are left; below 0 if none are."""
        return self._seconds - self.spent


class ThinnedSweeps:
    """Sweeps that thin out every stage to N states; on average each gives the number of covers.

    With `weights`, a cover counts as often as the product of the weights of its options.  A sweep
    that met no more states than it might follow is exact.

    >>> from tilewright.cover import parse_cover
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
        self._input = frontier_input(problem, options, start, weights)
        with NamedErrors():
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
    """The number of covers, from some sweeps that followed at most N `states` of each stage."""

    covers: Figure
    sweeps: int
    states: int
    exact: bool


def estimate(
    problem: ExactCover,
    *,
    start: Subtree | None = None,
    engine: str = "links",
    samples: int = 10_000,
    max_seconds: float | None = None,
    sample_seed: int = 0,
    confidence: float = 0.95,
    keep_going: Callable[[], bool] = lambda: True,
    **options: Unpack[HowToSearch],
) -> Estimate:
    """Estimate nodes, updates and number of covers from random descents, without searching.

    `engine` is the one whose tree is meant: links, bits or anchor; covers are the same in all.
    Same seed, same figures.  `seed` as a search option breaks ties; `sample_seed` is for the
    descents.  `keep_going` is asked now and then; when it says no, the descents made so far count.

    The means are unbiased.  The figures are skewed, most descents being short and a few counting
    for very much, so that with few samples the truth lies above the interval more often than it
    should.  Draw more if `error` is not small against `mean`.
    """
    refuse(options, "an estimate searches nothing: limit it by samples or max_seconds", *LIMITS)
    refuse(options, "an estimate is made by one thread", "threads")
    how = search_options(problem, **options)
    if not isinstance(samples, int) or not 2 <= samples <= MOST_SAMPLES:
        raise OptionError(f"samples is {samples!r}: expected at least 2 samples, at most 5,000,000")
    if not 0 < confidence < 1:
        raise OptionError(f"confidence is {confidence}: expected a number between 0 and 1")
    descents = Descents(problem, how, start, engine=engine, seed=sample_seed)
    seconds = math.inf if max_seconds is None else max_seconds
    table = descents.draw(samples, seconds, least=2, keep_going=keep_going)
    if not np.isfinite(table).all():
        raise EstimateError(TOO_LARGE)
    nodes, updates, solutions = (figure_of(column, confidence) for column in table.T)
    return Estimate(nodes, updates, solutions, len(table), confidence, sample_seed)


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
            return CoverEstimate(Figure.known(covers), 1, states, exact=True)
        times = budget.left / WANTED / max(1e-6, budget.spent - before)
        if len(found) == 1 and times >= GROWTH[0] and states < MOST_STATES:
            states = min(MOST_STATES, int(states * min(times, GROWTH[1])))
            found.clear()
    if len(found) < 2:
        return CoverEstimate(Figure(0.0, 0.0, None, 0.0), len(found), states, exact=False)
    figure = figure_of(np.array(found), confidence, few=True)
    return CoverEstimate(figure, len(found), states, exact=False)
