"""What generators of puzzles have in common: their answer, and when they give up."""

import math
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Protocol, TypeVar

from tilewright.cover import ExactCover
from tilewright.design.grading import LEVELS, Grade, grade
from tilewright.design.uniqueness import judge
from tilewright.encoding import encode
from tilewright.engines import require_one_of
from tilewright.engines.covers import search
from tilewright.errors import TilewrightError
from tilewright.puzzle import Puzzle
from tilewright.solutions import Solution
from tilewright.symmetry import UP_TO

# Walk from puzzle to puzzle, by small changes, to those that have few solutions.


MANY = 2000  # solutions are counted so far
MOST_NODES = 100_000  # nor is a puzzle worth more search than this
STUCK = 150  # steps without progress after which another start is better
COLDNESS = 3.0  # how seldom a worse puzzle is taken
DENSITY = 100  # what solutions for each node weigh, where they were not counted to the end


class Counted(Protocol):
    """Something whose solutions were counted, or judged by how dense they are."""

    @property
    def solutions(self) -> int:
        """How many there are; at least one."""
        ...


def rate(problem: ExactCover, engine: str, pulse: Callable[[], None], copies: int = 1) -> int:
    """How many solutions a problem has, each with so many copies.

    Beyond a limit it is a number that is the larger the more solutions there are for each node.
    `pulse` is called meanwhile, and may raise an error to end it.
    """
    at_work = search(
        problem,
        engine=engine,
        collect=False,
        max_solutions=MANY * copies,
        max_nodes=MOST_NODES,
    )
    for _ in at_work:
        pulse()
    counters = at_work.counters
    if at_work.finished:
        return -(-counters.solutions // copies)
    return round(MANY * (1 + DENSITY * counters.solutions / copies / counters.nodes))


Place = TypeVar("Place", bound=Counted)


class Walk(Protocol[Place]):
    """A way to go from place to place."""

    def start(self) -> Place | None:
        """A random place that has a solution; None if none was found this time."""
        ...

    def step(self) -> Place | None:
        """A place nearby, where we do not go yet; None if there is none this time."""
        ...

    def keep(self, place: Place) -> None:
        """Go to the place that the last step showed."""
        ...


def improve(walk: Walk[Place], random: Random, few: int) -> Iterator[Place | None]:
    """Walk from a random start; gives places with at most `few` solutions, None in between.

    Worse places are taken, too, the much worse ones seldom.  The walk ends when the fewest
    solutions met so far have not become fewer for a while.
    """
    place = walk.start()
    yield place if place and place.solutions <= few else None
    if place is None:
        return
    stuck, best = 0, place.solutions
    while stuck < STUCK:
        stuck += 1
        seen = walk.step()
        if seen is None:
            yield None
            continue
        worse = math.log(seen.solutions / place.solutions)
        taken = worse <= 0 or random.random() < math.exp(-COLDNESS * worse)
        if taken:
            walk.keep(seen)
            place = seen
            if place.solutions < best:
                stuck, best = 0, place.solutions
        yield place if taken and place.solutions <= few else None


MOST_STARTS = 200  # random ones, before it is given up


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


class Trial:
    """One search for a puzzle: keeps count, asks whether to go on, and examines what is found."""

    def __init__(
        self,
        *,
        seed: int,
        up_to: str,
        difficulty: str | None,
        max_seconds: float | None,
        keep_going: Callable[[], bool],
        tell: Callable[[Tried], None],
    ) -> None:
        require_one_of("up_to", up_to, UP_TO)
        if difficulty is not None:
            require_one_of("difficulty", difficulty, LEVELS)
        self._seed = seed
        self._up_to = up_to
        self._difficulty = difficulty
        self._deadline = None if max_seconds is None else time.monotonic() + max_seconds
        self._keep_going = keep_going
        self._tell = tell
        self._starts = self._looks = self._unique = 0

    @property
    def tried(self) -> Tried:
        """What was tried so far."""
        return Tried(self._starts, self._looks, self._unique)

    def begin(self) -> None:
        """One more start."""
        self._starts += 1

    def look(self) -> None:
        """One more puzzle.  Raises NothingMadeError if it is time to stop."""
        self._looks += 1
        self._tell(self.tried)
        self.pulse()

    def pulse(self) -> None:
        """Raise NothingMadeError if it is time to stop."""
        if not self._keep_going():
            raise self._stopped("interrupted", "interrupt")
        if self._left() == 0:
            raise self._stopped("the time is up", "limit")

    def examine(self, puzzle: Puzzle) -> Generated | None:
        """The puzzle, if two engines find the same single solution, and it is as hard as wanted."""
        encoding = encode(puzzle)
        verdict = judge(
            encoding, up_to=self._up_to, max_seconds=self._left(), keep_going=self._keep_going
        )
        if not verdict.unique:
            return None
        self._unique += 1
        graded = grade(encoding, pulse=self.pulse)
        if self._difficulty not in (None, graded.level):
            return None
        solution = verdict.solutions[0]
        return Generated(puzzle, solution, graded, verdict.engines, self._seed, self.tried)

    def nothing(self, advice: str) -> NothingMadeError:
        """Nothing was found, and there is no end in sight."""
        return NothingMadeError(f"no such puzzle was found {self._where()}: {advice}")

    def _stopped(self, why: str, stopped_by: str) -> NothingMadeError:
        return NothingMadeError(f"{why}: no such puzzle was found {self._where()}", stopped_by)

    def _where(self) -> str:
        of_these = ""
        if self._difficulty is not None:
            of_these = f", {self._unique:,} of them unique, none {self._difficulty}"
        return f"from {self._starts:,} random starts, {self._looks:,} puzzles{of_these}"

    def _left(self) -> float | None:
        if self._deadline is None:
            return None
        return max(0.0, self._deadline - time.monotonic())
