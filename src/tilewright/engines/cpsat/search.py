"""Search by CP-SAT: clauses are learnt from every dead end, so that none is met twice."""

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from tilewright.cover import ExactCover, Subtree
from tilewright.engines.contract import (
    Batch,
    Counters,
    Cover,
    LimitedSearch,
    OptionError,
    SearchOptions,
)
from tilewright.engines.cpsat.solver import (
    CoverModel,
    RunningSolve,
    chosen,
    cover_model,
    cp_model,
    loose_options,
    remainder,
)
from tilewright.engines.cpsat.windows import Windows
from tilewright.engines.native import LinksSearch, refuse_stranding, thread_count

LARGE = 1000  # items: from here on, a board is swept if a short solve finds nothing
SHORT = 0.0005  # of the first solve: CP-SAT's own measure of time, for each item of a large board
LONGER = 2  # times as long is the next one
GROWTH, MOST_AT_ONCE = 4, 4096  # covers asked for in one solve


class CpSatSearch(LimitedSearch[ExactCover]):
    """A search by OR-Tools' CP-SAT; see `tilewright.engines.Search` for what it promises.

    The first cover is looked for by itself, with as many workers as there are threads; on a large
    board by solves that are limited, each longer than the one before, and sweeps, in turns.
    Further ones are listed by one worker, a few in one solve, then more and more.  Covers that were
    found are forbidden in the solves that follow.  With the same seed and the same number of
    threads the same covers come in the same order, if nothing stops the search.

    Options of a cover are in the order of their numbers.  In `counters`, nodes are the branches of
    CP-SAT, all on one level; they say how long it took, but do not add up: what is searched in
    parts takes more of them.  `fraction_explored` is 0 until all is done.

    >>> from tilewright.cover import parse_cover
    >>> list(map(list, CpSatSearch(parse_cover("a b\\na b\\n"))))[-1]
    []
    """

    def _prepare(self) -> None:
        problem = self.problem
        _refuse(self._options)
        cp_model()
        if self._start != Subtree():
            LinksSearch(problem, start=self._start)  # complains if it does not fit the problem
        self._workers = thread_count(replace(self._options, max_solutions=None))
        self._loose = frozenset(loose_options(problem))
        self._model: CoverModel | None = None  # made when the first iteration begins
        self._found: list[Cover] = []  # and handed out
        self._forbidden = 0  # of those, in the model
        self._branches = 0
        self._large = Windows.suits(problem) and problem.primary >= LARGE
        self._turns = 0  # so often the first cover of a large board was looked for
        self._wanted = 1  # in the next solve
        self._done = False

    @property
    def finished(self) -> bool:
        """Is nothing left to explore?"""
        return self._done

    @property
    def counters(self) -> Counters:
        """What has been done so far."""
        return Counters((self._branches,) if self._branches else (), (), len(self._found))

    @property
    def fraction_explored(self) -> float:
        """0 or 1: CP-SAT does not go through a tree from one side to the other."""
        return float(self.finished)

    def _batches(self) -> Iterator[Batch]:
        while self._remainder is None and not (self._done or self._limit_reached()):
            by_turns = self._large and not self._found
            yield from self._turn() if by_turns else self._solve()
            if self._stopped:
                break

    def _rest(self) -> list[Subtree]:
        return [] if self._done else remainder(self.problem, self._start, self._found)

    def _turn(self) -> Iterator[Batch]:
        """A short solve, which is enough where one choice forces many others; then a sweep."""
        limit = SHORT * self.problem.primary * LONGER**self._turns
        yield from self._solve(max_deterministic_time=limit)
        if not (self._done or self._stopped or self._limit_reached() or self._found):
            yield from self._sweep()
        self._turns += 1

    def _sweep(self) -> Iterator[Batch]:
        """The first cover of a large board, window by window, if that leads to one."""
        seed = self._options.seed
        if self._turns:  # not the same sweep again
            seed = (seed or 0) + self._turns
        windows = Windows(self.problem, self._start, seed)
        for _ in windows.steps(lambda: not (self._stopped or self._limit_reached())):
            yield self._batch(())
        self._branches += windows.branches
        if windows.cover is not None:
            batch = self._batch([windows.cover])
            self._found.append(windows.cover)
            yield batch

    def _solve(self, **parameters: float) -> Iterator[Batch]:
        """One solve for some more covers."""
        wanted = self._wanted
        if self._options.max_solutions is not None:
            wanted = min(wanted, self._options.max_solutions - len(self._found))
        found: list[Cover] = []  # by this solve
        handed_out = 0
        solving = self._begin(found, wanted, parameters)
        try:
            over = False
            while not over:
                over = solving.wait()
                if self._stopped or time.monotonic() >= self._deadline:
                    solving.stop()
                some = found[handed_out:wanted]
                handed_out += len(some)
                batch = self._batch(some)
                if over:
                    result = solving.result()
                    self._branches += result.branches
                    self._done = result.proved and handed_out < wanted
                self._found += some
                yield batch
        finally:
            if not solving.abandon():
                self._model = None  # it is still being looked at, so it must not change
        if handed_out == wanted:
            self._wanted = min(GROWTH * self._wanted, MOST_AT_ONCE)

    def _begin(
        self, found: list[Cover], wanted: int, parameters: Mapping[str, Any]
    ) -> RunningSolve:
        """A solve that puts N `wanted` covers, different from those before, into `found`."""

        def meet(values: Sequence[bool]) -> bool:
            found.append(chosen(values))
            return len(found) < wanted

        if self._model is None:
            self._model, self._forbidden = cover_model(self.problem, self._start), 0
        literals = self._model.options
        for cover in self._found[self._forbidden :]:
            self._model.forbid(cover, self._loose.difference(cover))
        self._forbidden = len(self._found)
        if self._large and self._found:  # on a large board, the next cover is looked for nearby
            last = frozenset(self._found[-1])
            self._model.model.clear_hints()  # type: ignore[no-untyped-call]
            for option, literal in enumerate(literals):
                self._model.model.add_hint(literal, option in last)
        return RunningSolve(
            self._model.model,
            self._model.options,
            seed=self._options.seed or 0,
            workers=self._workers if wanted == 1 else 1,
            max_seconds=self._deadline - time.monotonic(),
            on_solution=meet,
            every=wanted > 1,
            interleave_search=wanted == 1 < self._workers,  # so that no clock decides
            permute_variable_randomly=self._options.seed is not None,
            **parameters,
        )

    def _batch(self, covers: Sequence[Cover]) -> Batch:
        if not self._collect:
            covers = ()
        options = np.array([option for cover in covers for option in cover], dtype=np.uint32)
        ends = np.cumsum([len(cover) for cover in covers], dtype=np.uint64)
        first = self.problem.entries[self.problem.starts[options].astype(np.intp)]
        return Batch(options, first, ends)

    def _limit_reached(self) -> bool:
        most = self._options.max_solutions
        return time.monotonic() >= self._deadline or (most is not None and len(self._found) >= most)


def _refuse(options: SearchOptions) -> None:
    """Raise OptionError if something is asked for that has no meaning here."""
    refuse_stranding(options)
    if options.rule != "fewest" or options.order:
        raise OptionError(
            "engine cpsat branches as it likes, so that it has no rule and no order: leave them "
            "out, or use engine='links'"
        )
    for name, what in (("max_nodes", "does not stop at a node"), ("max_levels", "has no levels")):
        if getattr(options, name) is not None:
            raise OptionError(
                f"{name} is {getattr(options, name)}, but engine cpsat {what}: leave it out, use "
                f"max_seconds, or use engine='links'"
            )
