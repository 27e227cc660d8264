"""Counting covers by merging states: no cover is met on its own, so there may be very many.

The engine sweeps over the items; see the explanation of the frontier for how.  It counts, draws
covers at random, tells how many covers each option is in, and lists them without dead ends.
"""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from tilewright import _core
from tilewright.cover import ExactCover, Subtree
from tilewright.engines.contract import (
    NO_COVERS,
    Batch,
    Counters,
    Cover,
    LimitedSearch,
    OptionError,
    SearchOptions,
    Weights,
    alone,
)
from tilewright.engines.device.machine import find_machine
from tilewright.engines.native import (
    SLICE_SECONDS,
    NamedErrors,
    native_start,
    refuse_stranding,
    thread_count,
)

if TYPE_CHECKING:
    from tilewright.engines.device.checkpoint import Checkpoint
    from tilewright.engines.device.count import DeviceCount, DeviceTable

DISK_PER_MEMORY = 8  # states that do not fit into memory may take so much more on disk
LISTED_AT_ONCE = 4096


class FrontierSearch(LimitedSearch[ExactCover]):
    """A count, or a listing, by merging states; see `tilewright.engines.Search` for the protocol.

    With `collect=False` nothing but the count is found, and the number of covers does not matter.
    Such a count is all or nothing: if it is stopped before the end, it has counted no cover, and
    `remainder()` is the start again.  With `collect=True` all states are kept, and covers are
    listed in a fixed order, but not that of other engines.

    A count on a device has checkpoints between two stages: `checkpoint()` gives one, and
    `checkpoint=` resumes it.

    `weights` are whole numbers from 0 to 2**64 - 1, one per option: a cover then counts as often as
    the product of the weights of its options.  In `counters`, nodes are options tried that fit, per
    stage of the sweep; updates are the states; and `stranded` are states given up on sight.

    >>> from tilewright.cover import parse_cover
    >>> problem = parse_cover("a b\\na\\na b\\nb\\n")
    >>> FrontierSearch(problem, collect=False).run().solutions
    2
    >>> FrontierSearch(problem, collect=False, weights=[2, 5, 3]).run().solutions
    11
    """

    _current: "_core.FrontierTable | DeviceTable | _core.FrontierCount | DeviceCount"

    def __init__(
        self,
        problem: ExactCover,
        options: SearchOptions | None = None,
        start: Subtree | None = None,
        *,
        collect: bool = True,
        weights: Weights | None = None,
        checkpoint: "Checkpoint | None" = None,
    ) -> None:
        super().__init__(problem, options, start, collect=collect)
        options = self._options
        if checkpoint is not None and (collect or options.device == "cpu"):
            raise OptionError(
                "only a count on a device resumes from a checkpoint: count, with device='cuda'"
            )
        began = time.monotonic()
        self._counting: _core.FrontierCount | DeviceCount | None = None
        native = frontier_input(problem, options, start, weights, listing=collect)
        with NamedErrors():
            if collect:
                self._current = table = begin_table(native, options)
                self._table = table_of(table)
            else:
                self._current = self._counting = self._count(native, checkpoint)
        self._set_up = time.monotonic() - began
        if options.max_nodes is not None:
            self._current.limit_nodes(options.max_nodes)
        self._done = self._listed = False
        self._handed_out = 0
        self._waiting = NO_COVERS  # listed, but not handed out

    def _count(
        self, native: _core.FrontierInput, checkpoint: "Checkpoint | None"
    ) -> "_core.FrontierCount | DeviceCount":
        memory = self._options.max_memory
        disk = min(DISK_PER_MEMORY * memory, 2**62)
        if machine := find_machine(self._options.device):
            from tilewright.engines.device.count import DeviceCount
            from tilewright.engines.device.room import refuse_hopeless

            refuse_hopeless(native, machine, memory + disk)
            return DeviceCount(
                native, machine, host_memory=memory, disk=disk, checkpoint=checkpoint
            )
        return _core.FrontierCount(
            native,
            threads=thread_count(self._options),
            memory=memory,
            disk=disk,
            pockets=True,
            look_ahead=False,
            symmetries=True,
            meet=None,
        )

    @property
    def finished(self) -> bool:
        """Is nothing left to explore?"""
        return self._done and (not self._collect or (self._listed and not len(self._waiting)))

    @property
    def counters(self) -> Counters:
        """What has been done so far."""
        moves, states, stranded = self._current.counters()
        if self._counting is None:
            found = self._handed_out
        else:
            found = self._counting.result() if self._done else 0
        return Counters(tuple(moves), tuple(states), found, stranded)

    @property
    def fraction_explored(self) -> float:
        """Fraction of the stages that are done."""
        if self.finished:
            return 1.0
        stage, stages = self.stages
        return min(stage / max(1, stages), 1 - 1e-9)

    @property
    def stages(self) -> tuple[int, int]:
        """Stages that are done, and all of them; how much work one is varies widely."""
        return self._current.stage(), self._current.stages()

    @property
    def most_bytes(self) -> tuple[int, int]:
        """The most bytes that states have taken so far, in memory and on disk."""
        return self._current.most_bytes()

    def _batches(self) -> Iterator[Batch]:
        while self._remainder is None and not self.finished and not self._limit_reached():
            if not self._done:
                with NamedErrors():
                    left = self._deadline - time.monotonic()
                    self._done = self._current.run(max(0.0, min(SLICE_SECONDS, left)))
            elif not len(self._waiting):
                self._waiting = self._next_covers()
            batch, handed_out = self._waiting, self._handed_out + len(self._waiting)
            # Without a call before the yield, so that no signal can make a cover vanish.
            self._handed_out, self._waiting = handed_out, NO_COVERS
            yield batch
            if self._stopped:
                break

    def checkpoint(self) -> "Checkpoint | None":
        """What it takes to resume from here; None if nothing is left to do, or on the processor.

        The search stays as it is.  Raises CheckpointError if that would be too much.
        """
        counting = self._counting
        if self._done or counting is None or isinstance(counting, _core.FrontierCount):
            return None
        with NamedErrors():
            return counting.checkpoint()

    def _rest(self) -> list[Subtree]:
        """Of a count that was stopped, the whole start; of a listing, what was not listed."""
        if self.finished:
            return []
        if not (self._done and self._collect):
            return [self._start]
        waiting = [alone(self.problem, cover) for cover in self._waiting]
        return [*waiting, *(Subtree(tuple(c), tuple(x)) for c, x in self._table.rest())]

    def _next_covers(self) -> Batch:
        wanted = LISTED_AT_ONCE
        if self._options.max_solutions is not None:
            wanted = min(wanted, self._options.max_solutions - self._handed_out)
        batch = Batch(*self._table.next_covers(wanted))
        self._listed = len(batch) < wanted
        return batch

    def _limit_reached(self) -> bool:
        most = self._options.max_solutions
        return (
            time.monotonic() >= self._deadline
            or (not self._done and self._current.limited())
            or (self._collect and most is not None and self._handed_out >= most)
        )


def frontier_refusal(
    problem: ExactCover, options: SearchOptions | None = None, start: Subtree | None = None
) -> str | None:
    """Why the frontier engine cannot take this problem, in a sentence; None if it can.

    >>> from tilewright.cover import parse_cover
    >>> frontier_refusal(parse_cover("a b\\na\\na b\\nb\\n")) is None
    True
    """
    with NamedErrors():
        return _core.frontier_outline(frontier_input(problem, options, start))[3] or None


def frontier_input(
    problem: ExactCover,
    options: SearchOptions | None = None,
    start: Subtree | None = None,
    weights: Weights | None = None,
    *,
    listing: bool = False,
) -> _core.FrontierInput:
    """The problem as the core takes it.

    A listing has the stages of the whole problem, whatever the start: so what is left of a list
    comes in the order of the list.  A count has those that suit the start best.
    """
    options, start = options or SearchOptions(), start or Subtree()
    refuse_stranding(options)
    if options.rule != "fewest" or options.seed is not None:
        raise OptionError(
            "the frontier engine branches on no item, so that it has no rule and no seed: leave "
            "them out, or use engine='links'"
        )
    if options.max_levels is not None:
        raise OptionError(
            f"max_levels is {options.max_levels}, but the frontier engine has no levels: leave it "
            f"out, or use engine='links'"
        )
    with NamedErrors(start):
        return _core.FrontierInput(
            problem.core,
            start=native_start(start),
            weights=_checked_weights(problem, weights),
            order=options.order,
            listing=listing,
        )


def begin_table(
    native: _core.FrontierInput, options: SearchOptions
) -> "_core.FrontierTable | DeviceTable":
    """All states at once, by a job that is to be run; then there is `table_of` it."""
    if machine := find_machine(options.device):
        from tilewright.engines.device.count import DeviceTable

        return DeviceTable(native, machine, memory=options.max_memory)
    return _core.FrontierTable(native, memory=options.max_memory)


def table_of(job: "_core.FrontierTable | DeviceTable") -> _core.FrontierTable:
    """The table that a job has filled."""
    return job if isinstance(job, _core.FrontierTable) else job.table


def _checked_weights(
    problem: ExactCover, weights: Weights | None
) -> np.ndarray[tuple[int], np.dtype[np.uint64]]:
    if weights is None:
        return np.empty(0, np.uint64)
    if len(weights) != problem.option_count:
        raise OptionError(
            f"{len(weights)} weights for {problem.option_count} options: give one each"
        )
    if isinstance(weights, np.ndarray) and weights.dtype.kind == "u":
        return weights.astype(np.uint64)
    for option, weight in enumerate(weights):
        if not 0 <= weight < 2**64 or weight != int(weight):
            raise OptionError(
                f"the weight of option {option} is {weight}: expected a whole number from 0 to "
                f"2**64 - 1"
            )
    return np.array([int(weight) for weight in weights], dtype=np.uint64)


class FrontierTable:
    """Every state that can be reached, and in how many ways each can be completed.

    All of them are in memory: `max_memory` of the options says how much they may take, and
    FrontierError is raised if that is not enough.  `progress` is called now and then; it may
    raise, and so end everything.

    >>> from tilewright.cover import parse_cover
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
        progress: Callable[[], None] = lambda: None,
    ) -> None:
        self.problem = problem
        self._progress = progress
        with NamedErrors():
            native = frontier_input(problem, options, start, weights, listing=True)
            job = begin_table(native, options or SearchOptions())
        self._finish(job)
        self._native = table_of(job)

    @property
    def count(self) -> int:
        """How many covers there are, each as often as the product of its weights."""
        return self._native.count()

    def sample(self, n: int, seed: int) -> list[Cover]:
        """N covers drawn at random, independently of each other.

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

    def _finish(self, job: "_core.FrontierJob | DeviceTable") -> None:
        with NamedErrors():
            while not job.run(SLICE_SECONDS):
                self._progress()


@dataclass(frozen=True, slots=True)
class FrontierProbe:
    """How large a sweep would be, roughly: on known ones, within a factor of four or so."""

    moves: float
    states: float
    width: int  # bits of the widest state
    meets: bool  # are there two sweeps that meet in the middle?
    tried: int = field(compare=False)  # moves that were looked at to find out


def frontier_probe(
    problem: ExactCover,
    options: SearchOptions | None = None,
    weights: Weights | None = None,
    *,
    start: Subtree | None = None,
    max_states: int = 5_000,
    seed: int = 0,
    meet: bool | None = None,
    symmetries: bool = True,
) -> FrontierProbe:
    """Guess moves and states of a sweep by following at most `max_states` states of each stage.

    With `meet`, of the two sweeps that meet, if that is possible; without, of one; if it is None,
    of whichever costs less.  Without `symmetries`, no states are taken for their mirror images, as
    in a table and on a device.

    >>> from tilewright.cover import parse_cover
    >>> frontier_probe(parse_cover("a b\\na\\na b\\nb\\n"))
    FrontierProbe(moves=3.0, states=2.0, width=1, meets=False, tried=6)
    """
    with NamedErrors():
        native = frontier_input(problem, options, start, weights)
        probe = _core.frontier_probe(
            native, most=max_states, seed=seed, meet=meet, symmetries=symmetries
        )
        return FrontierProbe(*probe)


def frontier_saving(problem: ExactCover, options: SearchOptions | None = None) -> int:
    """How many times as many states a count would have without its symmetries: 1, 2 or 4.

    More than 1 is better than breaking symmetries by weights.

    >>> from tilewright.cover import parse_cover
    >>> frontier_saving(parse_cover("a b\\na\\na b\\nb\\n"))
    1
    """
    if options is not None and options.device != "cpu":
        return 1
    with NamedErrors():
        return _core.frontier_saving(frontier_input(problem, options))


def frontier_order(problem: ExactCover, options: SearchOptions | None = None) -> tuple[int, ...]:
    """The items, by number, in the order of the sweep: that of the options, or the engine's own.

    Items that can be covered more than once, or need not be, have no place in it.

    >>> from tilewright.cover import parse_cover
    >>> frontier_order(parse_cover("a b\\na\\na b\\nb\\n"), SearchOptions(order=(1, 0)))
    (1, 0)
    """
    return tuple(_core.frontier_outline(frontier_input(problem, options))[2])
