"""How much of a run is done, and how long the remainder will take: with the error of the figure.

What is done is known exactly.  What is left is the sum over the subtrees that are open, each
estimated by random descents into it (see `tilewright.engines.Descents`), in the tree of its own
engine.  Whole descents say too little in most cases, and far too much in a few.  So once there is
finished work, descents go only a few levels down, and from there on the average of what was found
below such nodes is taken.  As subtrees are done, estimates give way to facts, and the error
shrinks.  Seconds come from the time that nodes of the same stage have taken so far.
"""

import math
import random
import time
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

from tilewright.cover import ExactCover, Subtree
from tilewright.engines import Descents, SearchOptions, frontier_probe
from tilewright.engines.estimates import TREES
from tilewright.execution.job import Job, unpack_starts
from tilewright.execution.plan import Stage
from tilewright.polygons.search.corners import CornerSearch
from tilewright.polygons.search.jigsaw import Jigsaw

if TYPE_CHECKING:
    from tilewright.runs.run import Run

Key = tuple[int, Subtree]  # with its stage

FIRST_DRAWS = 16  # for each subtree, before any gets more
FIRST_SLOW_DRAWS = 4  # the same among polygons
MOST_DRAWS = 2_000  # for one subtree
MODEL_ERROR = 0.35  # relative: what is left may be unlike what is done, more than jobs differ
SWEEP_ERROR = 0.7  # relative, of the guess at the moves of engine frontier
SECONDS_PER_NODE = 0.3e-6  # before anything is known
SECONDS_PER_MOVE = 0.2e-6  # of engine frontier: large tables are slow
EARLY = 0.3  # more of what is left than this is known by whole descents alone
LAST = 0.02  # so much of a job is left at least, while it is not through
LARGEST = 300  # subtrees that are looked at in any case, and as many of the others
MOST_SPREAD = 7.0  # as the logarithm of a factor
SIGMAS = 1.96  # of an interval of 95 %
ENOUGH = 5_000  # nodes of a level, before their average size says something


class Profile:
    """The average number of nodes below a node, by the number of options chosen there.

    Jobs are different parts of the tree, so how much the averages of jobs differ tells how far
    another part may be off.

    >>> profile = Profile()
    >>> for nodes in [(10, 10_000, 100_000), (10, 12_000, 150_000)]:
    ...     profile.add(nodes)
    >>> mean, error = profile.below(2)
    >>> round(mean, 2), round(error, 2)
    (11.36, 0.88)
    >>> profile.below(1) is None  # 20 nodes are too few
    True
    """

    def __init__(self) -> None:
        # Sums over jobs, by level: of nodes n there, of nodes m below, and of their products.
        self._sums: npt.NDArray[np.float64] = np.zeros((5, 0))

    def add(self, nodes_per_level: tuple[int, ...]) -> None:
        """One more job is done."""
        nodes = np.array(nodes_per_level, dtype=np.float64)
        missing = len(nodes) - self._sums.shape[1]
        if missing > 0:
            self._sums = np.pad(self._sums, ((0, 0), (0, missing)))
        below = nodes[::-1].cumsum()[::-1] - nodes
        self._sums[:, : len(nodes)] += (nodes, below, nodes**2, nodes * below, below**2)

    def known_from(self, level: int) -> int | None:
        """The first level from this one on of which enough is known; None if there is none."""
        return next((k for k in range(level, self._sums.shape[1] + 1) if self.below(k)), None)

    def below(self, level: int) -> tuple[float, float] | None:
        """The nodes below a node with N options chosen, on average, and the error of that.

        None if too little is known.
        """
        if not 1 <= level <= self._sums.shape[1]:
            return None
        n, m, nn, nm, mm = self._sums[:, level - 1].tolist()
        if n < ENOUGH:
            return None
        mean = m / n
        squares = mm - 2 * mean * nm + mean**2 * nn
        return mean, math.sqrt(max(0.0, squares)) / n


class CornerDescents:
    """Random descents, one after the other.  On average, they say what the search would count."""

    def __init__(
        self, jigsaw: Jigsaw, start: Subtree, *, strategy: str = "fewest", seed: int = 0
    ) -> None:
        self._jigsaw, self._start, self._strategy = jigsaw, start, strategy
        self._chance = random.Random(seed)

    def descend(
        self, level: int | None = None
    ) -> tuple[npt.NDArray[np.float64], float, Subtree | None]:
        """The next descent, until N options are chosen, or to its end.

        Gives nodes, updates and solutions above that place, how many it stands for, and what lies
        below: None if the descent ended.
        """
        above, weight, node = np.zeros(3), 1.0, self._start
        while True:
            limit = SearchOptions(max_levels=len(node.chosen))
            search = CornerSearch(self._jigsaw, limit, node, collect=False, strategy=self._strategy)
            counters = search.run()
            above += weight * np.array([counters.nodes, counters.updates, counters.solutions])
            children = search.remainder()
            if not children:
                return above, weight, None
            weight *= len(children)
            node = self._chance.choice(children)
            if level is not None and len(node.chosen) >= level:
                return above, weight, node


@dataclass(frozen=True, slots=True)
class Prospect:
    """Nodes done, and an estimate of those left, with an interval of 95 %.

    `seconds` are those left for one worker.
    """

    done: int
    left: float
    low: float
    high: float
    seconds: float
    early: bool = False  # nothing is finished to learn from, and the figures are worth little

    @property
    def fraction_explored(self) -> float:
        """Which part of the work is done, from 0 to 1."""
        return self.done / (self.done + self.left) if self.left else 1.0

    @property
    def fraction_explored_low(self) -> float:
        """The least it may be."""
        return self.done / (self.done + self.high) if self.high else 1.0

    @property
    def fraction_explored_high(self) -> float:
        """The most it may be."""
        return self.done / (self.done + self.low) if self.low else 1.0

    @property
    def spread(self) -> float:
        """The interval goes from the estimate divided by this to the estimate times this."""
        return self.high / self.left if self.left else 1.0


class _Guess:
    """The nodes of one subtree: from descents that stop where finished work says what lies below.

    A descent passes some nodes, and then either ends or comes to a place, at some level, that
    stands for `weight` others.  A row holds nodes passed, level (-1: it ended), and weight.
    """

    def __init__(self, stage: Stage, start: Subtree, seed: int, level: int | None) -> None:
        self.level = level  # where descents stop
        self._rows: list[tuple[float, int, float]] = []
        self._stage, self._start, self._seed = stage, start, seed
        self._moves: float | None = None  # of a sweep, for which nothing is drawn
        if not stage.divides and isinstance(stage.problem, ExactCover):
            self._moves = frontier_probe(stage.problem, None, stage.weights, start=start).moves

    @property
    def count(self) -> int:
        """How many descents were made."""
        return len(self._rows)

    @property
    def whole_descents(self) -> bool:
        """Is there nothing else to go by?"""
        return self._moves is None and self.level is None

    def draw(self, deadline: float = math.inf) -> None:
        """Make more descents, half as many as there are, or fewer if it is time; but one at least.

        What makes them holds a copy of the problem, and is made anew each time.
        """
        if self._moves is not None:
            return
        stage, start, seed = self._stage, self._start, self._seed + self.count
        number = FIRST_DRAWS
        descents: Descents | CornerDescents
        if isinstance(stage.problem, Jigsaw):
            number = FIRST_SLOW_DRAWS
            descents = CornerDescents(stage.problem, start, **stage.options, seed=seed)
        else:
            how = SearchOptions(**stage.options)
            engine = stage.engine if stage.engine in TREES else TREES[0]
            descents = Descents(stage.problem, how, start, engine=engine, seed=seed)
        for k in range(max(number, self.count // 2)):
            if k and time.monotonic() > deadline:
                break
            above, weight, below = descents.descend(level=self.level)
            there = -1 if below is None else len(below.chosen)
            self._rows.append((float(above[0]), there, weight if below else 0.0))

    def estimate(self, profile: Profile) -> "_Estimate":
        """What follows from the descents so far, and from what was finished so far."""
        if self._moves is not None:
            return _Estimate(self._moves, (SWEEP_ERROR * self._moves) ** 2, 0.0)
        values, known_error = [], 0.0
        for passed, level, weight in self._rows:
            mean, error = (profile.below(level) if level >= 0 else None) or (0.0, 0.0)
            values.append(passed + weight * (1 + mean))
            known_error += weight * error
        drawn = np.array(values)
        variance = float(drawn.var(ddof=1)) / len(drawn) if len(drawn) > 1 else 0.0
        return _Estimate(float(drawn.mean()), variance, known_error / len(drawn))


class _Estimate(NamedTuple):
    """Nodes, the variance that more descents would reduce, and the error that they would not."""

    nodes: float
    variance: float
    error: float


class Forecast:
    """Estimates what is left of a run, better and better."""

    def __init__(self, run: "Run", *, seed: int = 0) -> None:
        self._run, self._seed = run, seed
        self._guesses: dict[Key, _Guess] = {}
        self._starts: dict[int, list[Subtree]] = {}  # of each job

    def refine(
        self, jobs: Iterable[Job], seconds: float, spent: Mapping[int, float] | None = None
    ) -> Prospect:
        """Draw descents into what is open, for so long, and say what follows from all of them.

        `spent` are the seconds that jobs, by their numbers, have been worked on, all threads
        together.  It matters for those that are not divided.
        """
        deadline = time.monotonic() + seconds
        jobs, stages = list(jobs), self._run.plan.stages
        self._starts = {
            job.id: self._starts.get(job.id) or unpack_starts(job.starts, stages[job.stage].start)
            for job in jobs
        }
        weights = _some([(job.stage, start) for job in jobs for start in self._starts[job.id]])
        self._guesses = {key: g for key, g in self._guesses.items() if key in weights}
        self._draw(list(weights), deadline)
        gone = sum(
            seconds / self._seconds_per_node(job.stage)
            for job in jobs
            if (seconds := (spent or {}).get(job.id, 0.0)) and not stages[job.stage].divides
        )
        return self._prospect(weights, gone)

    def _draw(self, subtrees: list[Key], deadline: float) -> None:
        for number, (stage, start) in enumerate(subtrees):
            if number and time.monotonic() > deadline:
                return
            searched, level = self._run.plan.stages[stage], None
            if searched.divides:  # down to where finished work knows what lies below
                level = self._run.profiles[stage].known_from(len(start.chosen) + 1)
            known = self._guesses.get((stage, start))
            if known is None or (known.level is None and level is not None):
                guess = _Guess(searched, start, self._seed, level)
                guess.draw()
                self._guesses[stage, start] = guess
        while subtrees and time.monotonic() < deadline:
            worst = max(subtrees, key=self._gain)
            if self._gain(worst) == 0:
                return
            self._guesses[worst].draw(deadline)

    def _gain(self, key: Key) -> float:
        """What one more descent takes off the variance."""
        guess = self._guesses[key]
        if not 0 < guess.count < MOST_DRAWS:
            return 0.0
        return guess.estimate(self._run.profiles[key[0]]).variance / (guess.count + 1)

    def _prospect(self, weights: Mapping[Key, float], gone: float) -> Prospect:
        estimates: dict[Key, _Estimate] = {}
        alike: dict[tuple[int, int], list[float]] = defaultdict(list)  # by stage and options chosen
        left = variance = error = seconds = blind = 0.0
        for (stage, start), guess in self._guesses.items():
            guessed = guess.estimate(self._run.profiles[stage])
            estimates[stage, start] = guessed
            alike[stage, len(start.chosen)].append(guessed.nodes)
            if guess.whole_descents:
                blind += weights[stage, start] * guessed.nodes
        for (stage, start), weight in weights.items():
            if (stage, start) not in estimates:
                nodes = float(np.mean(alike.get((stage, len(start.chosen)), 0.0)))
                estimates[stage, start] = _Estimate(nodes, nodes**2, 0.0)
            guessed = estimates[stage, start]
            left += weight * guessed.nodes
            variance += weight**2 * guessed.variance
            error += weight * guessed.error
            seconds += weight * guessed.nodes * self._seconds_per_node(stage)
        done = self._run.counters.nodes
        if gone and left:  # what takes longer than was guessed is nearly through for a long time
            still = max(left - gone, left * LAST)
            done, seconds, left = done + round(left - still), seconds * still / left, still
        # What is left may differ from the average as much as what is done does: the more, the less
        # there is of it.
        error *= math.sqrt(1 + done / left) if left else 0.0
        whole = math.sqrt(variance + error**2 + (MODEL_ERROR * left) ** 2)
        spread = math.exp(min(SIGMAS * whole / left, MOST_SPREAD)) if left else 1.0
        return Prospect(done, left, left / spread, left * spread, seconds, blind > EARLY * left)

    def _seconds_per_node(self, stage: int) -> float:
        run = self._run
        if not run.plan.stages[stage].divides:
            return SECONDS_PER_MOVE
        nodes, seconds = run.stage_counters[stage].nodes, run.stage_seconds[stage]
        if not nodes:
            nodes, seconds = run.counters.nodes, run.seconds
        return seconds / nodes if nodes else SECONDS_PER_NODE


def _some(subtrees: list[Key]) -> dict[Key, float]:
    """The largest subtrees, and of the others some, each for how many it stands.

    The largest are those with the fewest options chosen.
    """
    ordered = sorted(subtrees, key=lambda key: len(key[1].chosen))
    largest, others = ordered[:LARGEST], ordered[LARGEST:]
    some = others[:: len(others) // LARGEST + 1]
    weight = len(others) / len(some) if some else 1.0
    return {**dict.fromkeys(largest, 1.0), **dict.fromkeys(some, weight)}
