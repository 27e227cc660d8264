"""Dancing links: every feature, and counters that agree with Knuth's to the digit."""

import math
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TypedDict

import numpy as np
import numpy.typing as npt

from tilewright import _core
from tilewright.cover import ExactCover, Subtree, SubtreeError
from tilewright.engines.engine import Batch, Counters, Cover, OptionError, SearchOptions

__all__ = ["LinksSearch", "named_errors", "native_problem", "native_rule"]

# Python looks for signals this often while native code runs.
SLICE_SECONDS = 0.05
# Entries of covers held at a time; about a megabyte.
BATCH_ENTRIES = 1 << 17
_NO_COVERS = Batch(np.empty(0, np.uint32), np.empty(0, np.uint32), np.empty(0, np.uint64))


class LinksSearch:
    """A search by dancing links; see `tilewright.engines.Search` for what it promises."""

    def __init__(
        self,
        problem: ExactCover,
        options: SearchOptions | None = None,
        start: Subtree | None = None,
        *,
        collect: bool = True,
    ) -> None:
        options, start = options or SearchOptions(), start or Subtree()
        self.problem = problem
        self._options = options
        self._batch = 1
        self._collect = collect
        self._exhausted = self._stopped = False
        self._handed_out = 0
        self._waiting = _NO_COVERS  # found, but not handed out
        self._deadline = math.inf  # set when the first iteration begins
        self._rest: list[Subtree] | None = None
        with named_errors(start):
            self._native = _core.LinksSearch(
                *native_problem(problem),
                **native_rule(options),
                start=(list(start.chosen), list(start.excluded), start.via),
                levels=options.max_levels,
                collect=collect,
            )

    @property
    def finished(self) -> bool:
        """Is nothing left to explore?"""
        return self._native.finished() and not len(self._waiting)

    @property
    def counters(self) -> Counters:
        """What has been done so far."""
        nodes, updates, solutions = self._native.counters()
        return Counters(
            tuple(nodes), tuple(updates), self._handed_out if self._collect else solutions
        )

    @property
    def explored(self) -> float:
        """Rough share of the tree that has been explored, if all branches weighed the same."""
        return self._native.explored()

    def stop(self) -> None:
        """Make the iteration end soon; may be called from any thread or a signal handler."""
        self._stopped = True
        self._native.stop()

    def __iter__(self) -> Iterator[Batch]:
        """Covers in batches; small ones first, so that the first cover does not wait."""
        if len(self._waiting):
            yield self._hand_out()
        if self._deadline == math.inf and self._options.max_seconds is not None:
            self._deadline = time.monotonic() + self._options.max_seconds
        while not self._exhausted:
            self._exhausted = self._native.run(
                solutions=self._options.max_solutions,
                nodes=self._options.max_nodes,
                seconds=min(SLICE_SECONDS, self._deadline - time.monotonic()),
                batch=self._batch,
            )
            self._waiting = Batch(*self._native.take())
            yield self._hand_out()
            if self._stopped or self._limit_reached():
                break
        self._stopped = False
        self._native.go_on()

    def run(self) -> Counters:
        """Iterate to the end, only counting."""
        for _ in self:
            pass
        return self.counters

    def rest(self) -> list[Subtree]:
        """What has not been explored.  Ends the search."""
        if self._rest is not None:
            return self._rest
        # An exception such as KeyboardInterrupt may have come between finding and handing out.
        found = [*self._waiting, *Batch(*self._native.take())]
        self._waiting = _NO_COVERS
        rest = [self._only(cover) for cover in found]
        rest += [
            Subtree(tuple(chosen), tuple(excluded), via)
            for chosen, excluded, via in self._native.rest()
        ]
        self._exhausted = True
        self._rest = rest
        return rest

    def _hand_out(self) -> Batch:
        batch, self._waiting = self._waiting, _NO_COVERS
        self._handed_out += len(batch)
        if len(batch) >= self._batch:
            longest = max(1, len(batch.options) // len(batch))
            self._batch = min(4 * self._batch, 1 + BATCH_ENTRIES // longest)
        return batch

    def _only(self, cover: Cover) -> Subtree:
        """This cover and no other, not even one that contains it."""
        if all(item.lo == item.hi for item in self.problem.items[: self.problem.primary]):
            return Subtree(cover)  # no cover contains another
        others = set(range(self.problem.option_count)).difference(cover)
        return Subtree(cover, tuple(sorted(others)))

    def _limit_reached(self) -> bool:
        if self._exhausted or time.monotonic() >= self._deadline:
            return True
        options = self._options
        if options.max_nodes is None and options.max_solutions is None:
            return False
        nodes, _, solutions = self._native.counters()
        return (options.max_nodes is not None and sum(nodes) >= options.max_nodes) or (
            options.max_solutions is not None and solutions >= options.max_solutions
        )


@contextmanager
def named_errors(start: Subtree) -> Iterator[None]:
    """What the core complains about, in the words of this package."""
    try:
        yield
    except _core.ContractViolation as error:
        kind = SubtreeError if "subtree" in str(error) else OptionError
        raise kind(str(error)) from None
    except TypeError:
        raise SubtreeError(f"{start} must hold whole numbers from 0 to 2**32 - 1") from None


class _NativeRule(TypedDict):
    leftmost: bool
    order: list[int]
    seed: int | None


_Numbers = npt.NDArray[np.uint32]


def native_problem(
    problem: ExactCover,
) -> tuple[int, _Numbers, _Numbers, npt.NDArray[np.uint64], _Numbers, _Numbers]:
    """The problem as the arrays that the core takes."""
    primary = problem.items[: problem.primary]
    return (
        len(problem.items),
        np.array([item.lo for item in primary], dtype=np.uint32),
        np.array([item.hi for item in primary], dtype=np.uint32),
        problem.starts,
        problem.entries,
        problem.entry_colours,
    )


def native_rule(options: SearchOptions) -> _NativeRule:
    """The item choice as the core takes it."""
    return {
        "leftmost": options.rule == "leftmost",
        "order": list(options.order),
        "seed": options.seed,
    }
