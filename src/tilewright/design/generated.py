"""What generators of puzzles have in common: their answer, and when they give up."""

import time
from collections.abc import Callable
from dataclasses import dataclass

from tilewright.design.grade import LEVELS, Grade, grade
from tilewright.design.unique import judge
from tilewright.encoding import encode
from tilewright.engines import require_one_of
from tilewright.errors import TilewrightError
from tilewright.puzzle import Puzzle
from tilewright.solutions import UP_TO, Solution

__all__ = ["MOST_STARTS", "Generated", "NothingMadeError", "Trial", "Tried"]

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
