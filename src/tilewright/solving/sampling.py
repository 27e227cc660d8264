"""Solutions drawn at random, all equally likely."""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from random import Random
from typing import Unpack, overload

from tilewright.cover import CoverChecker, ExactCover, Subtree
from tilewright.encoding import Encoding, encode
from tilewright.engines import (
    Batch,
    Counters,
    Cover,
    FrontierError,
    FrontierTable,
    OptionError,
    Search,
    Weights,
    frontier_probe,
    search_options,
)
from tilewright.engines.choice import MARGIN, choose
from tilewright.engines.contract import Tactics
from tilewright.engines.covers import LIMITS, refuse, search
from tilewright.engines.registry import AUTO, ENGINES, engine_named
from tilewright.execution.sieve import cover_at
from tilewright.faults import sound_placements
from tilewright.puzzle import Puzzle
from tilewright.solutions import Decoder, Solution, check_solution
from tilewright.symmetry import Action, Permutation, SearchPart, break_symmetries, largest

# A way through all solutions, so that some can be drawn at random, or all of them added up.
#
# There are two: a table of all states, with the number of their completions; or a list.  Either
# needs but one solution of each class of symmetric ones: each stands for as many as its weight
# says, and a symmetry drawn at random, or the mean over all symmetries, makes up for the others.


PROBED_STATES = 3_000  # of each stage
TABLE_PER_COUNT = 3  # keeping all states, and sweeping back, takes so many times a count
BYTES_PER_STATE = 64


class HowToSample(Tactics, total=False):
    """How to go through all solutions."""

    threads: int


class HowToDraw(HowToSample, total=False):
    """The same, and what is drawn."""

    seed: int
    engine: str
    verify: bool


class Tour:
    """All covers of a problem, or those of a puzzle, in one of the two ways.

    `progress` is called now and then; it may raise, and so end everything.  `passes` says how often
    the covers will be gone through if they are listed.
    """

    def __init__(
        self,
        problem: ExactCover | Encoding,
        *,
        engine: str,
        passes: int,
        progress: Callable[["Tour"], None] = lambda _: None,
        **options: Unpack[HowToSample],
    ) -> None:
        refuse(options, "all solutions are looked at", *LIMITS)
        refuse(options, "whole solutions are looked at", "collect", "start", "up_to")
        self.permutations: tuple[Permutation, ...] = ()  # what symmetries make of the options
        self.parts = [SearchPart(Subtree(), 1, ())]
        self._weights: Weights | None = None
        if isinstance(problem, Encoding):
            action = Action.of(problem)
            broken = break_symmetries(action)
            self.permutations, self.parts = action.permutations, broken.parts
            self._weights = broken.weights
            problem = problem.problem
        self.problem = problem
        self._options = options
        self._chosen = search_options(problem, **options)
        self._passes = passes
        self._progress = progress
        self.solutions = 0  # found so far, when the covers are gone through for the first time
        self._done = 0
        self._counters = Counters()
        self._current: Search | None = None
        self._searching: str | None = None  # the engine to fall back on
        self.engine = self._choose() if engine == AUTO else engine_named(engine).name

    def _report(self) -> None:
        self._progress(self)

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
        probe = frontier_probe(
            self.problem,
            self._chosen,
            self._weights,
            max_states=PROBED_STATES,
            symmetries=False,
        )
        fits = BYTES_PER_STATE * probe.states <= self._chosen.max_memory
        return "frontier" if fits else self._searching

    @property
    def counters(self) -> Counters:
        """What the searches have done so far."""
        return self._counters + (self._current.counters if self._current else Counters())

    @property
    def fraction_explored(self) -> float:
        """Fraction explored of all searches, roughly."""
        inside = self._current.fraction_explored if self._current else 0.0
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
                self.problem, self._chosen, weights=self._weights, progress=self._report
            )
        except FrontierError:
            if self._searching is None:
                raise
        self.engine = self._searching
        return None

    def count(self, part: SearchPart) -> int:
        """How many covers there are in a part."""
        searching = self._begin(part, collect=False)
        for _ in self._watched(searching, part):
            pass
        return searching.counters.solutions

    def covers(self, part: SearchPart) -> Iterator[Batch]:
        """The covers of a part, always in the same order."""
        return self._watched(self._begin(part, collect=True), part)

    def _begin(self, part: SearchPart, *, collect: bool) -> Search:
        return search(
            self.problem, start=part.start, engine=self.engine, collect=collect, **self._options
        )

    def _watched(self, searching: Search, part: SearchPart) -> Iterator[Batch]:
        self._current = searching
        try:
            for batch in searching:
                yield batch
                self._report()
        finally:  # whoever reads the covers may have enough of them
            self._current = None
            self._counters += searching.counters
            if self._done < len(self.parts):
                self.solutions += part.weight * searching.counters.solutions
            self._done += 1


@overload
def sample(problem: Puzzle, draws: int, **options: Unpack[HowToDraw]) -> list[Solution]: ...


@overload
def sample(problem: ExactCover, draws: int, **options: Unpack[HowToDraw]) -> list[Cover]: ...


def sample(
    problem: Puzzle | ExactCover,
    draws: int,
    *,
    seed: int = 0,
    engine: str = AUTO,
    verify: bool = False,
    **options: Unpack[HowToSample],
) -> list[Solution] | list[Cover]:
    """Draw solutions of a puzzle, or covers of an exact cover problem, at random.

    All solutions are equally likely, symmetric copies included, and each draw is made without
    regard to the others: so the same solution may come twice.  The list is empty if there is no
    solution.  The same seed gives the same draws (with the same engine).

    Engine frontier draws from a table of states, and does not mind how many solutions there are.
    The others count the solutions and list them.  Further options: `verify`, and the fields of
    `SearchOptions` but its limits and its seed.

    >>> import tilewright as tw
    >>> for solution in tw.sample(tw.load("ascii-3x3"), 2, seed=1):
    ...     print(solution, end="\\n--\\n")
    CCC
    CBA
    CBB
    --
    CCC
    ABC
    BBC
    --
    """
    if isinstance(problem, Puzzle):
        encoding = encode(sound_placements(problem))
        drawn = draw(encoding, draws, seed=seed, engine=engine, **options)
        return list(solutions_of(encoding, drawn.covers, verify=verify))
    covers = draw(problem, draws, seed=seed, engine=engine, **options).covers
    if verify:
        checker = CoverChecker(problem)
        for cover in covers:
            checker.check(cover)
    return covers


@dataclass(frozen=True, slots=True)
class Sample:
    """Covers drawn at random, and from how many."""

    covers: list[Cover]
    solutions: int
    engine: str


def draw(
    problem: Encoding | ExactCover,
    draws: int,
    *,
    seed: int = 0,
    engine: str = AUTO,
    progress: Callable[[Tour], None] = lambda _: None,
    **options: Unpack[HowToSample],
) -> Sample:
    """Draw covers, see `sample`; `progress` is called now and then."""
    for name, value, most in (("draws", draws, None), ("seed", seed, 2**64 - 1)):
        if not isinstance(value, int) or isinstance(value, bool):
            raise OptionError(f"{name} is {value!r}: expected a whole number")
        if value < 0 or (most is not None and value > most):
            limit = "or more" if most is None else f"to {most}"
            raise OptionError(f"{name} is {value}: expected 0 {limit}")
    tour = Tour(problem, engine=engine, passes=2, progress=progress, **options)
    chance = Random(seed)
    table = tour.table()
    if table is not None:
        solutions, covers = table.count, table.sample(draws, seed)
    else:
        solutions, covers = _from_list(tour, draws, chance)
    if tour.permutations:
        covers = [_turned(cover, chance.choice(tour.permutations)) for cover in covers]
    return Sample(covers, solutions, tour.engine)


def solutions_of(
    encoding: Encoding, covers: Iterable[Cover], *, verify: bool
) -> Iterator[Solution]:
    """The solutions that covers stand for, checked by independent code if wanted."""
    decoder = Decoder(encoding)
    checker = CoverChecker(encoding.problem) if verify else None
    for cover in covers:
        solution = decoder.solution(cover)
        if checker:
            checker.check(cover)
            check_solution(solution.puzzle, solution.placed)
        yield solution


def _from_list(tour: Tour, n: int, chance: Random) -> tuple[int, list[Cover]]:
    """Count; draw numbers of solutions; list, and take those.

    The solutions are numbered part by part, those that one cover stands for one after the other.
    """
    ends = list(accumulate((part.weight * tour.count(part) for part in tour.parts), initial=0))
    solutions = ends[-1]
    if not solutions:
        return 0, []
    numbers = [chance.randrange(solutions) for _ in range(n)]
    wanted = sorted(set(numbers))
    found: dict[int, Cover] = {}
    for part, (start, end) in zip(tour.parts, pairwise(ends), strict=True):
        here = wanted[bisect_left(wanted, start) : bisect_left(wanted, end)]
        places = [(number - start) // part.weight for number in here]
        found.update(zip(here, _picked(tour.covers(part), places), strict=True))
    return solutions, [found[number] for number in numbers]


def _picked(batches: Iterable[Batch], places: Sequence[int]) -> Iterator[Cover]:
    """The covers at these places of a list; places are in order, and one may come twice."""
    passed = 0
    for batch in batches if places else ():
        here = slice(bisect_left(places, passed), bisect_left(places, passed + len(batch)))
        for place in places[here]:
            yield tuple(cover_at((batch.options, batch.ends), place - passed))
        passed += len(batch)
        if places[-1] < passed:
            return


def _turned(cover: Cover, permutation: Permutation) -> Cover:
    return tuple(permutation[list(cover)].tolist())
