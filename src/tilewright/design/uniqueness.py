"""Has a puzzle exactly one solution?  Two engines that share no code each answer on their own."""

import math
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from tilewright.cover import CoverChecker, ExactCover
from tilewright.design.common import quick_engine
from tilewright.document.brief import brief_repr
from tilewright.encoding import Encoding, encode
from tilewright.engines import Cover, OptionError, require_one_of
from tilewright.engines.covers import search
from tilewright.engines.cpsat.solver import installed
from tilewright.errors import TilewrightError, refuse_text
from tilewright.faults import sound_placements
from tilewright.puzzle import Puzzle
from tilewright.solutions import Decoder, Solution, check_solution
from tilewright.symmetry import UP_TO, Action, Permutation, least_image


class Disagreement(TilewrightError):  # noqa: N818 - named after what happened
    """Two engines found different numbers of solutions: one of them is wrong."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """None, one or two different solutions, and the engines that came to it, each on its own.

    Two solutions stand for two or more.  Without `complete` a limit or a stop came first, and
    there may be more solutions than are shown.
    """

    solutions: tuple[Solution, ...]
    engines: tuple[str, ...]
    complete: bool

    __repr__ = brief_repr

    @property
    def unique(self) -> bool | None:
        """Is there exactly one solution?  None if that is not known."""
        if len(self.solutions) > 1:
            return False
        return len(self.solutions) == 1 if self.complete else None


def judge(
    puzzle: Puzzle | Encoding,
    *,
    engines: Sequence[str] = (),
    up_to: str = "nothing",
    max_seconds: float | None = None,
    keep_going: Callable[[], bool] = lambda: True,
) -> Verdict:
    """Look for two different solutions, with each of the engines; they must agree.

    Without `engines` those of `judges` are asked.  `up_to` says which solutions count as the same:
    by default none, so that a solution and its mirror image are two; "rotation" and "symmetry" as
    in `PuzzleSearch`.  The limit is for all engines together.  Every solution is checked by code
    that shares nothing with the engines.  Raises Disagreement if engines disagree.

    >>> from tilewright.puzzle import box, make_puzzle
    >>> judge(make_puzzle("square", "####\\n##..", {"I": "###", "L": "##\\n#."})).unique
    True
    >>> judge(make_puzzle("square", box(2, 2), {"I": "##", "J": "##"})).unique
    False
    """
    require_one_of("up_to", up_to, UP_TO)
    refuse_text(engines, "engines", OptionError)
    encoding = encode(sound_placements(puzzle)) if isinstance(puzzle, Puzzle) else puzzle
    names = tuple(engines) or judges(encoding.problem)
    look = _Look(encoding, up_to)
    deadline = math.inf if max_seconds is None else time.monotonic() + max_seconds
    answers: dict[str, list[Cover]] = {}
    for name in names:
        found, complete = look.look(name, deadline, keep_going)
        if not complete:
            best = max((*answers.values(), found), key=len)
            return Verdict(look.solutions(best), tuple(answers), complete=False)
        answers[name] = found
    _require_agreement(answers)
    return Verdict(look.solutions(answers[names[0]]), names, complete=True)


def judges(problem: ExactCover) -> tuple[str, str]:
    """The two engines that are asked about a problem: bits or links, then cpsat.

    Where OR-Tools is not installed, anchor takes its place.
    """
    return quick_engine(problem), "cpsat" if installed() else "anchor"


class _Look:
    """Looks for two solutions that are not alike."""

    def __init__(self, encoding: Encoding, up_to: str) -> None:
        self._encoding = encoding
        self._images: tuple[Permutation, ...] = ()
        if up_to != "nothing":
            action = Action.of(encoding)
            self._images = (action if up_to == "symmetry" else action.rotations).permutations

    def look(
        self, engine: str, deadline: float, keep_going: Callable[[], bool]
    ) -> tuple[list[Cover], bool]:
        """At most two covers that are not alike; and whether the question is answered."""
        found: dict[Cover, Cover] = {}
        enough = max(1, len(self._images)) + 1  # among so many, not all are alike
        left = None if deadline == math.inf else max(0.0, deadline - time.monotonic())
        engine_at_work = search(
            self._encoding.problem, engine=engine, max_solutions=enough, max_seconds=left
        )
        for batch in engine_at_work:
            for cover in batch:
                found.setdefault(self._class(cover), cover)
            if len(found) > 1 or not keep_going():
                break
        return list(found.values())[:2], len(found) > 1 or engine_at_work.finished

    def _class(self, cover: Cover) -> Cover:
        """The same for all covers that are alike."""
        return least_image(cover, self._images) if self._images else tuple(sorted(cover))

    def solutions(self, covers: Sequence[Cover]) -> tuple[Solution, ...]:
        """The solutions, checked."""
        checker = CoverChecker(self._encoding.problem)
        decoder = Decoder(self._encoding)
        found = []
        for cover in covers:
            checker.check(cover)
            solution = decoder.solution(cover)
            check_solution(solution.puzzle, solution)
            found.append(solution)
        return tuple(found)


def _require_agreement(answers: Mapping[str, Sequence[Cover]]) -> None:
    if len({len(found) for found in answers.values()}) > 1:
        words = ("no solution", "one solution", "more than one solution")
        spelt = "; ".join(f"{name} found {words[len(found)]}" for name, found in answers.items())
        raise Disagreement(f"the engines disagree, so that one of them is wrong: {spelt}")
