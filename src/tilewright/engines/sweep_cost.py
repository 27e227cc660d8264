"""How long a count by engine frontier would take: a short trial, and probes of the whole."""

import time
from collections.abc import Callable
from dataclasses import dataclass, replace

from tilewright import _core
from tilewright.cover import ExactCover
from tilewright.engines.choice import STATE
from tilewright.engines.engine import SearchOptions, Weights
from tilewright.engines.estimate import Budget, Figure
from tilewright.engines.frontier import FrontierSearch
from tilewright.engines.frontier_table import FrontierProbe, frontier_probe

__all__ = ["SweepCost", "sweep_cost"]

TRIAL = 0.4  # of the time: for beginning to count, to see how fast that goes
FIRST_STATES, GROWTH = 2_000, 4  # of the probes
LONGEST = 0.8  # seconds that a probe may take, which nothing interrupts
# The probe supposes more of the states than it can know, and large tables are slower than the small
# ones of the trial; so figures are rather too low.  On known puzzles the truth lies between these
# multiples (docs/decisions/estimates.md).
MOVES_OFF, SECONDS_OFF = (0.25, 5.0), (0.25, 7.0)


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
    """Guess the cost of a count; one that takes less than two fifths of the time is just done."""
    options = replace(options or SearchOptions(), threads=1)
    budget = Budget(max_seconds)
    trial = FrontierSearch(problem, options, collect=False, weights=weights)
    began = time.process_time()
    for _ in trial:
        if budget.spent > TRIAL * max_seconds or not keep_going():
            break
    spent = time.process_time() - began
    moves = trial.counters.nodes
    if trial.finished:
        memory, disk = trial.most_bytes
        covers = trial.counters.solutions
        return SweepCost(_known(moves), _known(spent), memory + disk, covers)
    states = FIRST_STATES
    while True:
        before = budget.spent
        probe = _probe(problem, options, weights, states, seed)
        longer = GROWTH * (budget.spent - before)
        if longer > min(budget.left, LONGEST) or not keep_going():
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


def _known(x: float) -> Figure:
    return Figure(x, x, x, 0.0)


def _within(x: float, multiples: tuple[float, float]) -> Figure:
    low, high = multiples
    return Figure(x, low * x, high * x, x * (high - low) / 4)
