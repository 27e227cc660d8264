"""All states of a problem with their completions: random covers, shares, covers without dead ends.

A probe that guesses how large a sweep would be is here, too.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from tilewright import _core
from tilewright.cover import ExactCover, Subtree
from tilewright.engines.device import DeviceTable
from tilewright.engines.engine import Batch, Cover, OptionError, SearchOptions, Weights
from tilewright.engines.frontier import (
    LISTED_AT_ONCE,
    begin_table,
    frontier_input,
    full_errors,
    table_of,
)
from tilewright.engines.native import SLICE_SECONDS, named_errors

__all__ = ["FrontierProbe", "FrontierTable", "frontier_order", "frontier_probe"]


class FrontierTable:
    """Every state that can be reached, and in how many ways each can be completed.

    All of them are in memory: `max_memory` of the options says how much they may take, and
    FrontierError is raised if that is not enough.  `watch` is called now and then; it may raise,
    and so end everything.

    >>> from tilewright import parse_cover
    >>> table = FrontierTable(parse_cover("a b\\na\\na b\\nb\\n"))
    >>> table.count, list(table.covers()), table.uses()
    (2, [(0, 2), (1,)], [1, 1, 1])
    """

    def __init__(
        self,
        problem: ExactCover,
        options: SearchOptions | None = None,
        start: Subtree | None = None,
        *,
        weights: Weights | None = None,
        watch: Callable[[], None] = lambda: None,
    ) -> None:
        options, start = options or SearchOptions(), start or Subtree()
        self.problem = problem
        self._watch = watch
        self._weighted = weights is not None
        with named_errors(start):
            native = frontier_input(problem, options, start, weights, listing=True)
            job = begin_table(native, options)
        self._finish(job)
        self._native = table_of(job)

    @property
    def count(self) -> int:
        """How many covers there are, each as often as the product of its weights."""
        return self._native.count()

    def sample(self, n: int, seed: int) -> list[Cover]:
        """So many covers drawn at random, independently of each other.

        All are equally likely; with weights, in proportion to the product of them.  The same seed
        gives the same covers.
        """
        if n < 0 or not 0 <= seed < 2**64:
            raise OptionError(
                f"{n} samples with seed {seed}: expected 0 or more, and a seed from 0 to 2**64 - 1"
            )
        import hashlib  # slow to import, and rarely needed

        covers: list[Cover] = []
        part = 0
        while len(covers) < n and self.count:  # a part at a time, so that Ctrl-C is heard
            wanted = min(LISTED_AT_ONCE, n - len(covers))
            digest = hashlib.sha256(f"{seed} {part}".encode()).digest()
            own_seed = int.from_bytes(digest[:8], "little")
            covers += Batch(*self._native.sample(count=wanted, seed=own_seed))
            part += 1
        return covers

    def uses(self) -> list[int]:
        """For each option: how many covers have it, each as often as the product of its weights."""
        self._native.begin_uses()
        self._finish(self._native)
        return self._native.uses()

    def covers(self) -> Iterator[Cover]:
        """Every cover, in a fixed order, without a dead end on the way."""
        self._native.rewind()
        while len(batch := Batch(*self._native.next_covers(LISTED_AT_ONCE))):
            yield from batch

    def _finish(self, job: _core.FrontierJob | DeviceTable) -> None:
        with full_errors():
            while not job.run(SLICE_SECONDS):
                self._watch()


@dataclass(frozen=True, slots=True)
class FrontierProbe:
    """How large a sweep would be, roughly: on known ones, within a factor of four or so."""

    moves: float
    states: float
    width: int  # bits of the widest state
    meets: bool  # are there two sweeps that meet in the middle?


def frontier_probe(
    problem: ExactCover,
    options: SearchOptions | None = None,
    weights: Weights | None = None,
    *,
    start: Subtree | None = None,
    max_states: int = 5_000,
    seed: int = 0,
    meet: bool | None = None,
) -> FrontierProbe:
    """Guess moves and states of a sweep by following at most so many states of each stage.

    With `meet`, of the two sweeps that meet, if that is possible; without, of one; if it is None,
    of whichever costs less.

    >>> from tilewright import parse_cover
    >>> frontier_probe(parse_cover("a b\\na\\na b\\nb\\n"))
    FrontierProbe(moves=3.0, states=2.0, width=1, meets=False)
    """
    options, start = options or SearchOptions(), start or Subtree()
    with named_errors(start):
        native = frontier_input(problem, options, start, weights)
        return FrontierProbe(*_core.frontier_probe(native, most=max_states, seed=seed, meet=meet))


def frontier_order(problem: ExactCover, options: SearchOptions | None = None) -> tuple[int, ...]:
    """The items, by number, in the order of the sweep: that of the options, or the engine's own.

    Items that can be covered more than once, or need not be, have no place in it.

    >>> from tilewright import parse_cover
    >>> frontier_order(parse_cover("a b\\na\\na b\\nb\\n"), SearchOptions(order=(1, 0)))
    (1, 0)
    """
    native = frontier_input(problem, options or SearchOptions(), Subtree())
    return tuple(_core.frontier_outline(native)[2])
