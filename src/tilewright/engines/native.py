"""What all native searches have in common: batches, limits, stopping, and losing nothing."""

import os
import time
from abc import abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import replace

from tilewright import _core
from tilewright.cover import ExactCover, Subtree, SubtreeError
from tilewright.engines.contract import (
    NO_COVERS,
    STRANDING,
    Batch,
    Counters,
    Cover,
    FrontierError,
    LimitedSearch,
    OptionError,
    Problem,
    SearchOptions,
    alone,
)

SLICE_SECONDS = 0.05  # Python looks for signals this often while native code runs
BATCH_ENTRIES = 1 << 17  # of covers, held at a time; about a megabyte
AHEAD_ENTRIES, LEAST_AHEAD = 1 << 22, 1_000  # of covers, and covers, that are found ahead
# Do threads share the work after every node?  Tests say so, to see tiny searches change hands.
EAGER = False


class NativeSearch(LimitedSearch[Problem]):
    """A search that runs in the core; see `tilewright.engines.Search` for what it promises.

    Covers stay in the core until `_handed_out` says that they have been handed out.  Setting it is
    the last thing before the `yield`, with no call in between, so that no signal can come between
    the two: whatever is interrupted, a cover is either handed out or still there.
    """

    _current: _core.Search

    def _prepare(self) -> None:
        self._batch = 1
        self.exhausted = False  # is there nothing to run any more?
        self._handed_out = 0
        began = time.monotonic()
        with NamedErrors(self._start):
            settings = native_settings(self._options, self._start, collect=self._collect)
            self._current = self._begin(settings)
        self._set_up = time.monotonic() - began

    @abstractmethod
    def _begin(self, settings: _core.Settings) -> _core.Search:
        """The search in the core; the settings are made of the options."""

    @abstractmethod
    def _only(self, cover: Cover) -> Subtree:
        """This cover and no other."""

    @property
    def finished(self) -> bool:
        """Is nothing left to explore?"""
        return self._current.finished() and (
            self._remainder is not None or not len(self._waiting())
        )

    @property
    def counters(self) -> Counters:
        """What has been done so far."""
        nodes, updates, solutions, stranded = self._current.counters()
        found = self._handed_out if self._collect else solutions
        return Counters(tuple(nodes), tuple(updates), found, stranded)

    @property
    def fraction_explored(self) -> float:
        """Fraction explored of the tree, roughly: as if all branches weighed the same."""
        return self._current.explored()

    def path(self) -> Cover:
        """The options that are chosen at this moment, in order of choice; with one thread."""
        self._require_one_thread()
        return tuple(self._current.path())

    def _batches(self) -> Iterator[Batch]:
        """Small ones first, so that the first cover does not wait."""
        while self._remainder is None:
            batch = self._waiting()
            if not len(batch):
                if self.exhausted:
                    break
                self.exhausted = self._run(*self._limits)
                batch = self._waiting()
            self._adapt(batch)
            handed_out = self._handed_out + len(batch)
            self._handed_out = handed_out
            yield batch
            if self._stopped or self._limit_reached():
                break

    def step(self) -> bool:
        """Go on to the next node, or to the next cover if that comes first.

        False if there is none, a limit is reached, or after `stop()`.  Where we are is told by
        `path()`, and a cover that is found thereby counts as handed out.  With one thread.
        """
        self._require_one_thread()
        before = self.totals()
        while not (self.exhausted or self._stopped or self._limit_reached()):
            self.exhausted = self._run(before[0] + 1, before[1] + 1)
            self._handed_out += len(self._waiting())
            if self.totals() != before:
                return True
        self._obey()
        return False

    def totals(self) -> tuple[int, int]:
        """Nodes entered and covers found so far."""
        nodes, _, solutions, _ = self._current.counters()
        return sum(nodes), solutions

    def _rest(self) -> list[Subtree]:
        # An exception such as KeyboardInterrupt may have come between finding and handing out.
        waiting = map(self._only, self._waiting())
        return [*waiting, *(Subtree(tuple(c), tuple(x), via) for c, x, via in self._current.rest())]

    @property
    def _limits(self) -> tuple[int | None, int | None]:
        return self._options.max_nodes, self._options.max_solutions

    def _run(self, nodes: int | None, solutions: int | None) -> bool:
        """Search for a while; True when there is nothing to run any more."""
        return self._current.run(
            solutions=solutions,
            nodes=nodes,
            seconds=min(SLICE_SECONDS, self._deadline - time.monotonic()),
            batch=self._batch,
        )

    def _require_one_thread(self) -> None:
        if (threads := thread_count(self._options)) > 1:
            raise OptionError(
                f"a search with {threads} threads is at several places: search with threads=1 to "
                f"follow it step by step"
            )

    def _obey(self) -> None:
        super()._obey()
        self._current.go_on()

    def _waiting(self) -> Batch:
        """Covers that were found, but not handed out."""
        found = self._current.peek(self._handed_out)
        return NO_COVERS if found is None else Batch(*found)

    def _adapt(self, batch: Batch) -> None:
        """Batches become larger when they are filled."""
        if len(batch) >= self._batch:
            longest = max(1, len(batch.options) // len(batch))
            self._batch = min(4 * self._batch, 1 + BATCH_ENTRIES // longest)

    def _limit_reached(self) -> bool:
        if time.monotonic() >= self._deadline:
            return True
        if self._limits == (None, None):
            return False  # and nothing need be added up
        pairs = zip(self.totals(), self._limits, strict=True)
        return any(most is not None and total >= most for total, most in pairs)


class NativeCoverSearch(NativeSearch[ExactCover]):
    """A search for covers."""

    def _only(self, cover: Cover) -> Subtree:
        return alone(self.problem, cover)

    def look_ahead(self, nodes: int, keep_going: Callable[[], bool]) -> Counters:
        """Search so many nodes, or all; covers found stay to be handed out.  What was done.

        It ends before with as many covers as are wanted, or as take much room.
        """
        most = max(LEAST_AHEAD, AHEAD_ENTRIES // max(1, self.problem.primary))
        if self._options.max_solutions is not None:
            most = min(most, self._options.max_solutions)
        done = Counters()
        while not self.exhausted and done.nodes < nodes and done.solutions < most and keep_going():
            self.exhausted = self._current.run(
                solutions=most, nodes=nodes, seconds=SLICE_SECONDS, batch=most
            )
            spent, updates, solutions, stranded = self._current.counters()
            done = Counters(tuple(spent), tuple(updates), solutions, stranded)
        return done

    def may_become(
        self,
        problem: ExactCover,
        options: SearchOptions,
        start: Subtree | None,
        *,
        collect: bool,
    ) -> bool:
        """Is this, which has no other limits, a beginning of a search with these options?"""
        most, own = options.max_solutions, self._options
        # What says when to pause, or how to go on, may differ.
        alike = replace(
            own,
            threads=options.threads,
            max_solutions=most,
            max_seconds=options.max_seconds,
            max_memory=options.max_memory,
        )
        return (
            problem is self.problem
            and (start or Subtree()) == self._start
            and collect == self._collect
            and options == alike
            and (most is None or self.totals()[1] <= most)
            and (self.exhausted or thread_count(options) == 1)
        )

    def become(self, options: SearchOptions) -> None:
        """Go on under these options, of which `may_become` approves."""
        self._options, self._set_up = options, 0.0


class NamedErrors:
    """What the core complains about, in the words of this package."""

    __slots__ = ("_start",)  # a search of microseconds begins with it

    def __init__(self, start: Subtree | None = None) -> None:
        self._start = start

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, _core.ContractViolation):
            named = SubtreeError if "subtree" in str(error) else OptionError
            raise named(str(error)) from None
        if isinstance(error, _core.FrontierFull):
            raise FrontierError(str(error)) from None
        if isinstance(error, TypeError) and self._start is not None:
            raise SubtreeError(
                f"{self._start} must hold whole numbers from 0 to 2**32 - 1"
            ) from None


def native_start(start: Subtree) -> tuple[list[int], list[int], int | None]:
    """The part to search as the core takes it."""
    return list(start.chosen), list(start.excluded), start.via


def native_settings(options: SearchOptions, start: Subtree, *, collect: bool) -> _core.Settings:
    """How to search, as the core takes it."""
    return _core.Settings(
        leftmost=options.rule == "leftmost",
        order=options.order,
        seed=options.seed,
        start=native_start(start),
        levels=options.max_levels,
        collect=collect,
        threads=thread_count(options),
        eager=EAGER,
    )


def thread_count(options: SearchOptions) -> int:
    """How many threads a search with these options uses."""
    if (options.max_solutions, options.max_nodes, options.max_levels) != (None, None, None):
        return 1  # where it stops must not depend on who comes first
    if options.threads:
        return options.threads
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class LinksSearch(NativeCoverSearch):
    """A search by dancing links; see `tilewright.engines.Search` for what it promises."""

    def _begin(self, settings: _core.Settings) -> _core.Search:
        refuse_stranding(self._options)
        return _core.links_search(self.problem.core, settings)


def refuse_stranding(options: SearchOptions) -> None:
    """Raise OptionError if regions are to be looked at: only engine anchor does."""
    if options.stranding != "none":
        raise OptionError(
            f"stranding is {options.stranding!r}, but this engine does not look at "
            f"regions: use engine='anchor'"
        )


class AnchorSearch(NativeCoverSearch):
    """A search by backtracking; see `tilewright.engines.Search` for what it promises.

    Nodes, covers and their order are those of `LinksSearch` under the same options, unless
    `stranding` cuts branches off.  Updates are options looked at: with rule leftmost those that
    have the item branched on as their first one in the order, with rule fewest those that fit.
    """

    def _begin(self, settings: _core.Settings) -> _core.Search:
        stranding = native_stranding(self.problem, self._options)
        return _core.anchor_search(self.problem.core, settings, stranding=stranding)


def native_stranding(problem: ExactCover, options: SearchOptions) -> int:
    """The test that stranding makes, as the core takes it."""
    if problem.regions is None and options.stranding != "none":
        raise OptionError(
            f"stranding is {options.stranding!r}, but the problem does not say what its "
            f"regions are: give it `regions`, or leave stranding at 'none'"
        )
    return STRANDING.index(options.stranding)


class BitsSearch(NativeCoverSearch):
    """A search by bits; see `tilewright.engines.Search` for what it promises.

    Branches on the item with fewest options among those that must be covered exactly once, and
    takes forced options at once.  A node is an option that was tried and left no item without an
    option; updates are options found to fit, whenever they were listed.  Covers come in an order
    of its own.
    """

    @staticmethod
    def refusal(problem: ExactCover) -> str | None:
        """Why this engine cannot take the problem, in a sentence; None if it can."""
        return _core.bits_refusal(problem.core)

    def _begin(self, settings: _core.Settings) -> _core.Search:
        refuse_stranding(self._options)
        best = ""  # instructions that there are
        return _core.bits_search(self.problem.core, settings, instructions=best)
