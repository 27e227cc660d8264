"""How long a count by engine frontier would take, guessed from a few states of each stage."""

from dataclasses import replace
from functools import partial

from tilewright.cover import ExactCover, Subtree
from tilewright.engines.contract import SearchOptions, Weights
from tilewright.engines.frontier import (
    DISK_PER_MEMORY,
    FrontierProbe,
    frontier_probe,
    frontier_refusal,
)

# Seconds, measured on one core: for a move, for one that a probe only looks at, and for a byte that
# goes to disk and comes back, as it does not fit into memory.
MOVE, TRIED, SPILL = 95e-9, 15e-9, 5e-9
STATE = 8  # bytes, on average over a sweep: not all states are there at a time
FEWEST_STATES, MOST_STATES, LEAST_GAIN = 100, 10_000, 3
LESS, MORE = 2, 30  # times too much, or too little, that the fewest states tell at worst
HOPELESS = 100  # times the room there is: so wrong is no probe


class SweepGuess:
    """A guess that can be made finer.

    It has no `seconds` if there can be no such count; the `note` says why, or how many states
    there are.
    """

    def __init__(
        self,
        problem: ExactCover,
        options: SearchOptions,
        weights: Weights | None = None,
        start: Subtree | None = None,
    ) -> None:
        self._memory, self._states = options.max_memory, 0
        plain = replace(options, max_nodes=None)
        self._probe = partial(frontier_probe, problem, plain, weights, start=start)
        self.seconds: float | None = None
        self.hopeless = True  # would following more states be of no use?
        self.note = frontier_refusal(problem, options) or ""
        if not self.note:
            self._follow(FEWEST_STATES)

    def matters(self, other: float) -> bool:
        """May a finer guess decide whether it is worth it, where the others take so long?"""
        if self.hopeless:
            return False
        return LESS * self.swept < other < MORE * self.swept

    def refine(self, seconds: float) -> None:
        """Follow as many states as so many seconds allow, if they are many more."""
        states = min(MOST_STATES, int(self._states * seconds / self._spent))
        if states >= LEAST_GAIN * self._states:
            self._follow(states)

    def on_device(self) -> FrontierProbe | None:
        """What a sweep on a device would follow; None if engine frontier cannot count."""
        if not self._states:
            return None
        return self._probe(max_states=self._states, symmetries=False)

    def _follow(self, states: int) -> None:
        probe = self._probe(max_states=states)
        self._states, self._spent = states, max(1, probe.tried) * TRIED
        size, room = STATE * probe.states, (1 + DISK_PER_MEMORY) * self._memory
        self.swept = MOVE * probe.moves + SPILL * max(0, size - self._memory)
        self.hopeless = size > HOPELESS * room
        self.note = f"about {spell_number(probe.states)} states of {probe.width} bits"
        self.seconds = self.swept
        if size > room:
            self.seconds = None
            gibibytes = spell_number(max(1, size / 2**30))
            self.note += f" need about {gibibytes} GiB, more than max_memory and disk for it"


def spell_number(x: float) -> str:
    """A number, as short as can be.

    >>> spell_number(12345.6), spell_number(4.56e7)
    ('12,346', '4.6e+07')
    """
    return f"{x:,.0f}" if x < 1e6 else f"{x:.1e}"
