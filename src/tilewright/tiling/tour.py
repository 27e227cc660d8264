"""A way through all solutions, so that some can be drawn at random, or all of them added up.

There are two: a table of all states, with the number of their completions; or a list.  Either needs
but one solution of each class of symmetric ones: each stands for as many as its weight says, and
a symmetry drawn at random, or the mean over all symmetries, makes up for the others.
"""

from collections.abc import Callable, Iterator
from typing import Any

from tilewright.cover import ExactCover, Subtree
from tilewright.encoding import Encoding
from tilewright.engines import (
    Batch,
    Counters,
    FrontierError,
    FrontierTable,
    Search,
    Weights,
    frontier_probe,
    search_options,
)
from tilewright.engines.choice import MARGIN
from tilewright.engines.registry import AUTO, ENGINES, engine_named
from tilewright.solutions import Action, Part, Permutation, largest, orbit_weights, parts_of
from tilewright.solve import LIMITS, choose, refuse, search

__all__ = ["Tour"]

PROBED_STATES = 3_000  # of each stage
TABLE_PER_COUNT = 3  # keeping all states, and sweeping back, takes so many times a count
BYTES_PER_STATE = 64


class Tour:
    """All covers of a problem, or those of a puzzle, in one of the two ways.

    `watch` is called now and then; it may raise, and so end everything.  `passes` says how often
    the covers will be gone through if they are listed.
    """

    def __init__(
        self,
        problem: ExactCover | Encoding,
        *,
        engine: str,
        passes: int,
        watch: Callable[["Tour"], None] | None = None,
        **options: Any,
    ) -> None:
        refuse(options, "all solutions are looked at", *LIMITS)
        refuse(options, "whole solutions are looked at", "collect", "start", "up_to")
        self.permutations: tuple[Permutation, ...] = ()  # what symmetries make of the options
        self.parts = [Part(Subtree(), 1, ())]
        self._weights: Weights | None = None
        if isinstance(problem, Encoding):
            action = Action.of(problem)
            self.permutations, self.parts = action.permutations, parts_of(action)
            self._weights = orbit_weights(action)
            problem = problem.problem
        self.problem = problem
        self._options = options
        self._chosen = search_options(problem, **options)
        self._passes = passes
        self._watch = watch
        self.solutions = 0  # found so far, when the covers are gone through for the first time
        self._done = 0
        self._counters = Counters()
        self._current: Search | None = None
        self._searching: str | None = None  # the engine to fall back on
        self.engine = self._choose() if engine == AUTO else engine_named(engine).name

    def _choose(self) -> str:
        """The engine that takes least, as far as probes can tell, and fits into memory."""
        choice = choose(
            self.problem,
            collect=False,
            start=largest(self.parts),
            weights=self._weights,
            **self._options,
        )
        seconds = {candidate.engine: candidate.seconds for candidate in choice.candidates}
        sweeping = seconds.get("frontier")
        if sweeping is None:
            return choice.engine
        sweeping *= TABLE_PER_COUNT
        self._searching = choice.candidates[0].engine  # the best of those that search
        searching = seconds[self._searching]
        assert searching is not None
        if sweeping >= MARGIN * self._passes * searching:
            return self._searching
        probe = frontier_probe(self.problem, self._chosen, self._weights, max_states=PROBED_STATES)
        fits = BYTES_PER_STATE * probe.states <= self._chosen.max_memory
        return "frontier" if fits else self._searching

    @property
    def counters(self) -> Counters:
        """What the searches have done so far."""
        return self._counters + (self._current.counters if self._current else Counters())

    @property
    def explored(self) -> float:
        """Rough share of the searches that lies behind."""
        inside = self._current.explored if self._current else 0.0
        return min(1.0, (self._done + inside) / max(1, self._passes * len(self.parts)))

    def table(self) -> FrontierTable | None:
        """The table, where its engine is the one to use; None if the covers are to be listed.

        If the engine was left to us, and there are more states than there is room for, another
        one takes its place.
        """
        if ENGINES[self.engine].samples is not True:
            return None
        try:
            return FrontierTable(
                self.problem, self._chosen, weights=self._weights, watch=self._look
            )
        except FrontierError:
            if self._searching is None:
                raise
        self.engine = self._searching
        return None

    def count(self, part: Part) -> int:
        """How many covers there are in a part."""
        searching = self._begin(part, collect=False)
        for _ in self._watched(searching, part):
            pass
        return searching.counters.solutions

    def covers(self, part: Part) -> Iterator[Batch]:
        """The covers of a part, always in the same order."""
        return self._watched(self._begin(part, collect=True), part)

    def _look(self) -> None:
        if self._watch:
            self._watch(self)

    def _begin(self, part: Part, *, collect: bool) -> Search:
        return search(
            self.problem, start=part.start, engine=self.engine, collect=collect, **self._options
        )

    def _watched(self, searching: Search, part: Part) -> Iterator[Batch]:
        self._current = searching
        try:
            for batch in searching:
                yield batch
                self._look()
        finally:  # whoever reads the covers may have enough of them
            self._current = None
            self._counters += searching.counters
            if self._done < len(self.parts):
                self.solutions += part.weight * searching.counters.solutions
            self._done += 1
