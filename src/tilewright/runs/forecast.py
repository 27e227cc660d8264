"""How much of a run is done, and how long the rest will take: with the error of the figure.

What is done is known exactly.  What is left is the sum over the subtrees that are open, each
estimated by random descents into it (see `tilewright.engines.Descents`), in the tree of its own
engine.  As subtrees are done, estimates give way to facts, and the error shrinks.  Seconds come
from the time that nodes of the same stage have taken so far.
"""

import math
import time
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from tilewright.cover import Subtree
from tilewright.engines import Descents, SearchOptions, frontier_probe
from tilewright.runs.file import Job
from tilewright.runs.job import unpack_starts
from tilewright.runs.plan import Stage
from tilewright.runs.run import Run

__all__ = ["Forecast", "Outlook"]

FIRST_DRAWS = 16  # for each subtree, before any gets more
SWEEP_ERROR = 0.7  # relative, of the guess at the moves of engine frontier
SECONDS_PER_NODE = 0.3e-6  # before anything is known
SIGMAS = 1.96  # of an interval of 95 %


@dataclass(frozen=True, slots=True)
class Outlook:
    """Nodes done, and an estimate of those left, with an interval of 95 %.

    `seconds` are those left for one worker.
    """

    done: int
    left: float
    low: float
    high: float
    seconds: float

    @property
    def share(self) -> float:
        """Share of the work that is done."""
        return self.done / (self.done + self.left) if self.left else 1.0

    @property
    def share_low(self) -> float:
        """The least it may be."""
        return self.done / (self.done + self.high) if self.high else 1.0

    @property
    def share_high(self) -> float:
        """The most it may be."""
        return self.done / (self.done + self.low) if self.low else 1.0

    @property
    def spread(self) -> float:
        """The interval goes from the estimate divided by this to the estimate times this."""
        return self.high / self.left if self.left else 1.0


class _Guess:
    """The nodes of one subtree, from the descents made so far."""

    __slots__ = ("_descents", "count", "squares", "total")

    def __init__(self, stage: Stage, start: Subtree, seed: int) -> None:
        self.count = self.total = self.squares = 0.0
        self._descents: Descents | None = None
        if stage.divides:
            self._descents = Descents(
                stage.problem,
                SearchOptions(**stage.options),
                start,
                engine=stage.engine,
                seed=seed,
            )
        else:
            probe = frontier_probe(stage.problem, None, stage.weights, start=start)
            self.count, self.total = 1.0, probe.moves
            self.squares = probe.moves**2 * (1 + SWEEP_ERROR**2)

    def draw(self, number: int) -> None:
        """Make so many more descents."""
        if self._descents is None:
            return
        nodes = self._descents.draw(number)[:, 0]
        self.count += len(nodes)
        self.total += float(nodes.sum())
        self.squares += float((nodes**2).sum())

    @property
    def mean(self) -> float:
        """The estimate."""
        return self.total / self.count if self.count else 0.0

    @property
    def variance(self) -> float:
        """Of the mean."""
        if self.count < 2:
            return self.squares - self.total**2 if self.count else 0.0
        return max(0.0, self.squares / self.count - self.mean**2) / (self.count - 1)


class Forecast:
    """Estimates what is left of a run, better and better."""

    def __init__(self, run: Run, *, seed: int = 0) -> None:
        self._run, self._seed = run, seed
        self._guesses: dict[tuple[int, Subtree], _Guess] = {}
        self._starts: dict[int, list[Subtree]] = {}  # of each job

    def refine(self, jobs: Iterable[Job], seconds: float) -> Outlook:
        """Draw descents into what is open, for so long, and say what follows from all of them."""
        deadline = time.monotonic() + seconds
        subtrees = [(job.stage, start) for job in jobs for start in self._subtrees(job)]
        self._forget(subtrees)
        self._draw(subtrees, deadline)
        return self._outlook(subtrees)

    def _subtrees(self, job: Job) -> list[Subtree]:
        if job.id not in self._starts:
            stage = self._run.plan.stages[job.stage]
            self._starts[job.id] = unpack_starts(job.starts, stage.start)
        return self._starts[job.id]

    def _forget(self, subtrees: list[tuple[int, Subtree]]) -> None:
        if len(self._guesses) > 2 * len(subtrees) + 1000:
            still = set(subtrees)
            self._guesses = {key: g for key, g in self._guesses.items() if key in still}
            self._starts = {}

    def _draw(self, subtrees: list[tuple[int, Subtree]], deadline: float) -> None:
        # The largest ones first: those with the fewest options chosen.
        new = [key for key in subtrees if key not in self._guesses]
        new.sort(key=lambda key: len(key[1].chosen))
        for number, (stage, start) in enumerate(new):
            if number and time.monotonic() > deadline:
                return
            guess = _Guess(self._run.plan.stages[stage], start, self._seed)
            guess.draw(FIRST_DRAWS)
            self._guesses[stage, start] = guess
        while subtrees and time.monotonic() < deadline:
            # What one more descent takes off the variance.
            def gain(key: tuple[int, Subtree]) -> float:
                guess = self._guesses[key]
                return guess.variance / (guess.count + 1)

            worst = max(subtrees, key=gain)
            if gain(worst) == 0:
                return
            self._guesses[worst].draw(max(FIRST_DRAWS, int(self._guesses[worst].count / 2)))

    def _outlook(self, subtrees: list[tuple[int, Subtree]]) -> Outlook:
        left, variance, seconds = 0.0, 0.0, 0.0
        typical = self._typical(subtrees)
        for key in subtrees:
            stage, start = key
            guess = self._guesses.get(key)
            mean = guess.mean if guess else typical.get((stage, len(start.chosen)), 0.0)
            left += mean
            variance += guess.variance if guess else mean**2
            seconds += mean * self._seconds_per_node(stage)
        spread = math.exp(SIGMAS * math.sqrt(variance) / left) if left else 1.0
        done = self._run.counters.nodes
        return Outlook(done, left, left / spread, left * spread, seconds)

    def _typical(self, subtrees: list[tuple[int, Subtree]]) -> dict[tuple[int, int], float]:
        """What subtrees that were looked at have on average, by stage and options chosen."""
        means: dict[tuple[int, int], list[float]] = {}
        for key in subtrees:
            if key in self._guesses:
                level = key[0], len(key[1].chosen)
                means.setdefault(level, []).append(self._guesses[key].mean)
        return {level: float(np.mean(some)) for level, some in means.items()}

    def _seconds_per_node(self, stage: int) -> float:
        run = self._run
        nodes, seconds = run.stage_nodes[stage], run.stage_seconds[stage]
        if not nodes:
            nodes, seconds = run.counters.nodes, run.seconds
        return seconds / nodes if nodes else SECONDS_PER_NODE
