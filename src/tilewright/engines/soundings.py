"""Descents that end in a search: what an engine would count and how long it would take, from parts
of its tree that are searched and timed.

A *sounding* descends at random until the node it is at stands for some hundreds or thousands of
others, and then searches all that lies below, and takes the time.  Where it stops depends only on
the way down, so that the mean is still right.

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

from tilewright import _core
from tilewright.cover import ExactCover, Subtree
from tilewright.engines.contract import Search, SearchOptions, Weights
from tilewright.engines.estimates import (
    TOO_LARGE,
    Budget,
    Descents,
    EstimateError,
    Figure,
    figure_of,
)
from tilewright.engines.frontier import FrontierProbe, FrontierSearch, frontier_probe
from tilewright.engines.registry import begin_search
from tilewright.engines.sweep_guess import STATE

TRIAL = 0.4  # of the time: for beginning to search, to see how fast that goes
PILOT = 0.1  # of the time: for plain descents, to see how large the tree is
WANTED = 100  # soundings
LEAST = 4  # with fewer, there is no interval
PATIENCE = 5.0  # seconds that are waited for these, beyond the time
LONGEST = 10  # times as long as a sounding should take is how long one part of it may take
FALL = 4.0  # so much smaller, one guesses, is a subtree a level further down

USUAL_SPEED = 1e6  # nodes a second, where there was no time to see
MOST_DESCENTS = 1_000_000

SWEEP_TRIAL = 0.4  # of the time: for beginning to count, to see how fast that goes
FIRST_STATES, GROWTH = 2_000, 4  # of the probes
LONGEST_SWEEP = 0.8  # seconds that a probe may take, which nothing interrupts
# The probe supposes more of the states than it can know, and large tables are slower than the small
# ones of the trial; so figures are rather too low.  On known puzzles the truth lies between these
# multiples (docs/decisions/estimates.md).
MOVES_OFF, SECONDS_OFF = (0.25, 5.0), (0.25, 7.0)

Sums = npt.NDArray[np.float64]  # nodes, updates, solutions, seconds
Parts = Sequence[tuple[Subtree, int]]  # with weights
WHOLE: Parts = ((Subtree(), 1),)


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


class Soundings:
    """Soundings, one after the other, in each of some parts of a search.

    A descent stops where it stands for `until` others; `max_nodes` are searched at a time.  A cover
    of a part counts as often as the part's weight says.
    """

    def __init__(
        self,
        problem: ExactCover,
        options: SearchOptions | None = None,
        parts: Parts = WHOLE,
        *,
        engine: str = "links",
        until: float,
        max_nodes: int,
        seed: int = 0,
    ) -> None:
        options = options or SearchOptions()
        self._problem, self._engine, self._until = problem, engine, until
        self._limited = replace(options, max_nodes=max_nodes)
        self._parts = [
            (Descents(problem, options, part, engine=engine, seed=seed), weight)
            for part, weight in parts
        ]
        self._dice = Random(seed)

    def draw(self, keep_going: Callable[[], bool] = lambda: True) -> Sums:
        """One sounding in each part: nodes, updates, covers, seconds of the whole search.

        Raises EstimateError when `keep_going`, which is asked now and then, says no.
        """
        sums = np.zeros(4)
        with np.errstate(over="ignore", invalid="ignore"):  # then it is not finite
            for descents, weight in self._parts:
                for found in self._descent(descents):
                    if not keep_going():
                        why = "there is no time to reach its leaves"
                        raise EstimateError(f"the search tree is too large: {why}")
                    sums += found * (1, 1, weight, 1)
        return sums

    def _descent(self, descents: Descents) -> Iterator[Sums]:
        above, weight, below = descents.descend(self._until)
        yield np.append(above, 0.0)
        while below is not None:
            search = begin_search(self._problem, self._limited, below, self._engine, collect=False)
            yield _run(search) * weight
            left = search.remainder()
            if not left:
                return
            depths = [len(subtree.chosen) for subtree in left]
            chances = [FALL ** (min(depths) - depth) for depth in depths]
            place = self._dice.choices(range(len(left)), chances)[0]
            weight *= sum(chances) / chances[place]
            if not math.isfinite(weight):
                raise EstimateError(TOO_LARGE)
            below = left[place]


def take_soundings(
    problem: ExactCover,
    options: SearchOptions | None = None,
    parts: Parts = WHOLE,
    *,
    engine: str = "links",
    max_seconds: float = 2.0,
    samples: int | None = None,
    seed: int = 0,
    confidence: float = 0.95,
    keep_going: Callable[[], bool] = lambda: True,
) -> Sounded | None:
    """Estimate a search of these parts by soundings; a cover of a part counts as often as its
    weight says.

    A search that takes less than two fifths of the time is done to its end.  How many soundings
    there are, and where they stop, depends on the speed of the machine; so do the figures, within
    their intervals.  None if `keep_going`, which is asked now and then, says no before there is
    anything to tell.
    """
    options = replace(options or SearchOptions(), threads=1)
    budget = Budget(max_seconds)
    found, left, speed = _search(
        problem, options, parts, engine, lambda: keep_going() and budget.spent < TRIAL * max_seconds
    )
    if not left:
        return _sounded(found[np.newaxis], 0, confidence)
    if not keep_going():
        return None
    nodes = max(1.0, speed * (1 - TRIAL - PILOT) * max_seconds / WANTED)
    each = PILOT * max_seconds / len(left)
    size = sum(
        _size(Descents(problem, options, part, engine=engine, seed=seed), each) for part, _ in left
    )
    soundings = Soundings(
        problem,
        options,
        left,
        engine=engine,
        until=max(2.0, size / nodes),
        max_nodes=max(100, int(LONGEST * nodes)),
        seed=seed,
    )
    rows: list[Sums] = []
    most = math.inf if samples is None else max(samples, LEAST)
    while len(rows) < LEAST or (len(rows) < most and budget.left > 0 and keep_going()):
        rows.append(found + soundings.draw(lambda: budget.left > -PATIENCE))
    return _sounded(np.array(rows), len(rows), confidence)


def _search(
    problem: ExactCover,
    options: SearchOptions,
    parts: Parts,
    engine: str,
    keep_going: Callable[[], bool],
) -> tuple[Sums, list[tuple[Subtree, int]], float]:
    """Search as many parts as there is time for.

    Gives what was found in those that were searched to their end, the others, and the speed in
    nodes per second.
    """
    sums, tried = np.zeros(4), np.zeros(4)
    left = list(parts)
    for part, weight in parts:
        if not keep_going():
            break
        search = begin_search(problem, options, part, engine, collect=False)
        found = _run(search, keep_going)
        tried += found
        if search.finished:
            sums += found * (1, 1, weight, 1)
            left.remove((part, weight))
    speed = tried[0] / tried[3] if tried[3] > 0 else USUAL_SPEED
    return sums, left, max(1.0, speed)


def _run(search: Search, keep_going: Callable[[], bool] = lambda: True) -> Sums:
    began = time.thread_time()
    counters = search.run(keep_going)
    spent = time.thread_time() - began
    return np.array([counters.nodes, counters.updates, counters.solutions, spent])


def _size(descents: Descents, seconds: float) -> float:
    """How many nodes there are, roughly, from plain descents."""
    drawn = descents.draw(MOST_DESCENTS, seconds)
    return float(np.minimum(drawn[:, 0], 1e300).mean())


def _sounded(table: Sums, soundings: int, confidence: float) -> Sounded:
    if not np.isfinite(table).all():
        raise EstimateError(TOO_LARGE)
    if soundings:
        nodes, updates, solutions, seconds = (
            figure_of(column, confidence, few=True) for column in table.T
        )
    else:
        nodes, updates, solutions, seconds = map(Figure.known, table[0].tolist())
    return Sounded(nodes, updates, solutions, seconds, soundings)


@dataclass(frozen=True, slots=True)
class SweepCost:
    """What a count by engine frontier would do, and how long it would take on one core here."""

    moves: Figure
    seconds: Figure
    bytes: float  # that its states would take, in memory and on disk; roughly
    covers: int | None  # how many there are, if the count was done to its end

    @property
    def exact(self) -> bool:
        """Was it done to its end?"""
        return self.covers is not None


def sweep_cost(
    problem: ExactCover,
    options: SearchOptions | None = None,
    *,
    weights: Weights | None = None,
    max_seconds: float = 2.0,
    seed: int = 0,
    keep_going: Callable[[], bool] = lambda: True,
) -> SweepCost:
    """Guess the cost of a count from a short trial, and probes of the whole.

    One that takes less than two fifths of the time is just done.
    """
    options = replace(options or SearchOptions(), threads=1)
    budget = Budget(max_seconds)
    trial = FrontierSearch(problem, options, collect=False, weights=weights)
    began = time.process_time()
    counters = trial.run(lambda: budget.spent <= SWEEP_TRIAL * max_seconds and keep_going())
    spent, moves = time.process_time() - began, counters.nodes
    if trial.finished:
        known, covers = Figure.known, counters.solutions
        return SweepCost(known(moves), known(spent), sum(trial.most_bytes), covers)
    states = FIRST_STATES
    while True:
        before = budget.spent
        probe = _probe(problem, options, weights, states, seed)
        longer = GROWTH * (budget.spent - before)
        if longer > min(budget.left, LONGEST_SWEEP) or not keep_going():
            break
        states *= GROWTH
    per_move = spent / max(1, moves)
    return SweepCost(
        _within(probe.moves, MOVES_OFF),
        _within(probe.moves * per_move, SECONDS_OFF),
        STATE * probe.states,
        covers=None,
    )


def _probe(
    problem: ExactCover, options: SearchOptions, weights: Weights | None, states: int, seed: int
) -> FrontierProbe:
    """What a count would do: meet, if possible, and think again if that takes long."""
    two = frontier_probe(problem, options, weights, max_states=states, seed=seed, meet=True)
    vain = _core.MOVES_BEFORE_THINKING_AGAIN
    if not two.meets or two.moves <= vain:
        return two
    one = frontier_probe(problem, options, weights, max_states=states, seed=seed, meet=False)
    better = min(one, two, key=lambda probe: probe.moves + probe.states)
    return replace(better, moves=better.moves + vain)


def _within(x: float, multiples: tuple[float, float]) -> Figure:
    low, high = multiples
    return Figure(x, low * x, high * x, x * (high - low) / 4)
