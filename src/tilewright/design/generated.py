"""What generators of puzzles have in common: a walk to few solutions, an answer, an end.

Puzzles are changed step by step until they have few solutions; whatever may have only one is
examined by two engines.
"""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Protocol, TypeVar

from tilewright.cover import ExactCover
from tilewright.design.common import Deadline, KeepGoing, quick_engine
from tilewright.design.grading import LEVELS, Grade, grade
from tilewright.design.uniqueness import judge
from tilewright.encoding import encode
from tilewright.engines import require_one_of
from tilewright.engines.covers import search
from tilewright.errors import TilewrightError
from tilewright.puzzle import Puzzle
from tilewright.solutions import Solution
from tilewright.symmetry import UP_TO

MANY = 2000  # solutions are counted so far
MOST_NODES = 100_000  # nor is a puzzle worth more search than this
STUCK = 150  # steps without progress after which another start is better
COLDNESS = 3.0  # how seldom a worse puzzle is taken
DENSITY = 100  # what solutions for each node weigh, where they were not counted to the end
MOST_STARTS = 200  # random ones, before it is given up
HOPELESS = 25  # starts without a solution in any, after which it is given up


class NothingMadeError(TilewrightError):
    """No such puzzle was made.  `stopped_by` is "limit" or "interrupt" if that was the reason."""

    def __init__(self, message: str, stopped_by: str | None = None) -> None:
        super().__init__(message)
        self.stopped_by = stopped_by


@dataclass(frozen=True, slots=True)
class Tried:
    """What was tried: random starts, puzzles looked at, and those that were unique.

    The last are more than one if the first ones were not as hard as wanted.
    """

    starts: int = 0
    looks: int = 0
    unique: int = 0


@dataclass(frozen=True, slots=True)
class Generated:
    """A new puzzle, its one solution, how hard it is, and the engines that agree on it."""

    puzzle: Puzzle
    solution: Solution
    grade: Grade
    engines: tuple[str, ...]
    seed: int
    tried: Tried


@dataclass(frozen=True)
class WalkPlace:
    """A puzzle on a walk, and how many solutions it has, as `rate` tells."""

    solutions: int


P = TypeVar("P", bound=WalkPlace)


class Walk(Protocol[P]):
    """A way to go from place to place."""

    def start(self) -> P | None:
        """A random place that has a solution; None if none was found this time."""

    def step(self, place: P) -> P | None:
        """A place nearby; None if there is none this time."""

    def puzzle(self, place: P) -> Puzzle:
        """The puzzle there."""


def rate(problem: ExactCover, engine: str, progress: Callable[[], None], copies: int = 1) -> int:
    """How many solutions a problem has, each with a number of copies.

    Beyond a limit it is a number that is the larger the more solutions there are for each node.
    `progress` is called meanwhile, and may raise an error to end it.
    """
    at_work = search(
        problem, engine=engine, collect=False, max_solutions=MANY * copies, max_nodes=MOST_NODES
    )
    for _ in at_work:
        progress()
    counters = at_work.counters
    if at_work.finished:
        return -(-counters.solutions // copies)
    return round(MANY * (1 + DENSITY * counters.solutions / copies / counters.nodes))


@dataclass
class Trial:
    """One search for a puzzle: keeps count, asks whether to stop, and examines what is found."""

    seed: int
    up_to: str
    difficulty: str | None
    max_starts: int
    max_seconds: float | None
    keep_going: KeepGoing
    report: Callable[[Tried], None]

    def __post_init__(self) -> None:
        require_one_of("up_to", self.up_to, UP_TO)
        if self.difficulty is not None:
            require_one_of("difficulty", self.difficulty, LEVELS)
        self.random = Random(self.seed)
        self._deadline = Deadline(self.max_seconds, self.keep_going)
        self._starts = self._looks = self._unique = 0

    def run(self, walk: Walk[P], few: int, advice: str) -> Generated:
        """Walk from random starts, and examine the puzzles with at most `few` solutions.

        Raises NothingMadeError, with the advice, if no start leads to a puzzle as it is wanted.
        """
        hopeful = False
        for _ in range(self.max_starts):
            self._starts += 1
            start = walk.start()
            hopeful = hopeful or start is not None
            for place in self._improved(walk, start, few):
                self._look()
                if place and (made := self._examined(walk.puzzle(place))):
                    return made
            if not hopeful and self._starts == HOPELESS:
                break
        raise self._nothing(advice)

    def run_once(self, puzzle: Puzzle, advice: str) -> Generated:
        """Examine the only puzzle that there is.  Raises NothingMadeError like `run`."""
        self._starts = 1
        self._look()
        problem = encode(puzzle).problem
        quick = rate(problem, quick_engine(problem), self.progress) < MANY  # so are two engines
        if quick and (made := self._examined(puzzle)):
            return made
        raise self._nothing(advice)

    def progress(self) -> None:
        """Raise NothingMadeError if it is time to stop."""
        if not self.keep_going():
            why, stopped_by = "interrupted", "interrupt"
        elif self._deadline.left == 0:
            why, stopped_by = "the time is up", "limit"
        else:
            return
        raise NothingMadeError(f"{why}: no such puzzle was found {self._where()}", stopped_by)

    def _improved(self, walk: Walk[P], place: P | None, few: int) -> Iterator[P | None]:
        """Walk from a start, if it is one; gives places with at most `few` solutions, else None.

        Worse places are taken, too, the much worse ones seldom.  The walk ends when the fewest
        solutions met so far have not become fewer for a while.
        """
        yield place if place and place.solutions <= few else None
        if place is None:
            return
        stuck, best = 0, place.solutions
        while stuck < STUCK:
            stuck += 1
            seen = walk.step(place)
            if seen is None:
                yield None
                continue
            worse = math.log(seen.solutions / place.solutions)
            taken = worse <= 0 or self.random.random() < math.exp(-COLDNESS * worse)
            if taken:
                place = seen
                if place.solutions < best:
                    stuck, best = 0, place.solutions
            yield place if taken and place.solutions <= few else None

    def _look(self) -> None:
        self._looks += 1
        self.report(Tried(self._starts, self._looks, self._unique))
        self.progress()

    def _examined(self, puzzle: Puzzle) -> Generated | None:
        """The puzzle, if two engines find the same single solution, and it is as hard as wanted."""
        encoding = encode(puzzle)
        left = self._deadline.left
        verdict = judge(encoding, up_to=self.up_to, max_seconds=left, keep_going=self.keep_going)
        if not verdict.unique:
            return None
        self._unique += 1
        graded = grade(encoding, progress=self.progress)
        if self.difficulty not in (None, graded.level):
            return None
        tried = Tried(self._starts, self._looks, self._unique)
        return Generated(puzzle, verdict.solutions[0], graded, verdict.engines, self.seed, tried)

    def _nothing(self, advice: str) -> NothingMadeError:
        return NothingMadeError(f"no such puzzle was found {self._where()}: {advice}")

    def _where(self) -> str:
        of_these = ""
        if self.difficulty is not None:
            of_these = f", {self._unique:,} of them unique, none {self.difficulty}"
        return f"from {self._starts:,} random starts, {self._looks:,} puzzles{of_these}"
