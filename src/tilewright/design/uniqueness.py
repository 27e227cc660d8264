"""Has a puzzle exactly one solution?  Two engines that share no code each answer on their own."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tilewright.cover import CoverChecker, ExactCover
from tilewright.design.common import Deadline, quick_engine
from tilewright.document.text import brief_repr
from tilewright.encoding import Encoding, encode
from tilewright.engines import Cover, OptionError, require_one_of
from tilewright.engines.covers import search
from tilewright.engines.cpsat.solver import installed
from tilewright.errors import SelfCheckError, refuse_text
from tilewright.faults import sound_placements
from tilewright.puzzle import Puzzle
from tilewright.solutions import Decoder, Solution, check_solution
from tilewright.symmetry import UP_TO, Action, Permutation, least_image


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
    up_to: str = "symmetry",
    max_seconds: float | None = None,
    keep_going: Callable[[], bool] = lambda: True,
) -> Verdict:
    """Look for two different solutions, with each of the engines; they must agree.

    Without `engines` those of `judges` are asked.  `up_to` says which solutions count as the same,
    as in `PuzzleSearch`; with "nothing" a solution and its mirror image are two.  The limit is for
    all engines together.  Every solution is checked by code that shares nothing with the engines.
    Raises SelfCheckError if engines disagree.

    >>> from tilewright.puzzle import box, make_puzzle
    >>> judge(make_puzzle("square", "####\\n##..", {"I": "###", "L": "##\\n#."})).unique
    True
    >>> dominoes = make_puzzle("square", box(2, 2), {"I": "##", "J": "##"})
    >>> judge(dominoes).unique, judge(dominoes, up_to="nothing").unique
    (True, False)
    """
    require_one_of("up_to", up_to, UP_TO)
    refuse_text(engines, "engines", OptionError)
    encoding = puzzle if isinstance(puzzle, Encoding) else encode(sound_placements(puzzle))
    names = tuple(engines) or judges(encoding.problem)
    images: tuple[Permutation, ...] = ()
    if up_to != "nothing":
        action = Action.of(encoding)
        images = (action if up_to == "symmetry" else action.rotations).permutations
    deadline = Deadline(max_seconds, keep_going)
    answers: dict[str, list[Cover]] = {}
    for name in names:
        found, complete = different_covers(
            encoding.problem, name, 2, images, deadline.left, keep_going
        )
        if not complete:
            best = max((*answers.values(), found), key=len)
            return Verdict(checked_solutions(encoding, best), tuple(answers), complete=False)
        answers[name] = found
    if len({len(found) for found in answers.values()}) > 1:
        words = ("no solution", "one solution", "more than one solution")
        spelt = "; ".join(f"{name} found {words[len(found)]}" for name, found in answers.items())
        raise SelfCheckError(f"the engines disagree, so that one of them is wrong: {spelt}")
    return Verdict(checked_solutions(encoding, answers[names[0]]), names, complete=True)


def judges(problem: ExactCover) -> tuple[str, str]:
    """The two engines that are asked about a problem: bits or links, then cpsat.

    Where OR-Tools is not installed, anchor takes its place.
    """
    return quick_engine(problem), "cpsat" if installed() else "anchor"


# `PuzzleSearch` could be asked for two solutions as well, but then both engines would rely on the
# same code that breaks symmetries, and the quick one would take several times as long.
def different_covers(
    problem: ExactCover,
    engine: str,
    most: int,
    images: Sequence[Permutation],
    max_seconds: float | None,
    keep_going: Callable[[], bool],
) -> tuple[list[Cover], bool]:
    """So many covers, at most, that are not alike; and whether that is all, or as many as asked."""
    found: dict[Cover, Cover] = {}  # by what is the same for all covers that are alike
    enough = max(1, len(images)) * (most - 1) + 1  # of which so many are not alike
    at_work = search(problem, engine=engine, max_solutions=enough, max_seconds=max_seconds)
    for batch in at_work:
        for cover in batch:
            alike = least_image(cover, images) if images else tuple(sorted(cover))
            found.setdefault(alike, cover)
        if len(found) >= most or not keep_going():
            break
    return list(found.values())[:most], len(found) >= most or at_work.finished


def checked_solutions(encoding: Encoding, covers: Sequence[Cover]) -> tuple[Solution, ...]:
    """The solutions, checked."""
    checker = CoverChecker(encoding.problem)
    decoder = Decoder(encoding)
    found = []
    for cover in covers:
        checker.check(cover)
        solution = decoder.solution(cover)
        check_solution(solution.puzzle, solution)
        found.append(solution)
    return tuple(found)
