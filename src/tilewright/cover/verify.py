"""Is this a cover?  Shares no code with the engines."""

from collections import Counter
from collections.abc import Iterable
from itertools import pairwise

from tilewright.cover.problem import ExactCover
from tilewright.errors import TilewrightError

__all__ = ["CoverChecker", "NotACover", "check_cover"]


class NotACover(TilewrightError, ValueError):  # noqa: N818 - named after the mistake
    """Some options were said to be a cover and are not."""


def check_cover(problem: ExactCover, chosen: Iterable[int]) -> None:
    """Raise NotACover unless the chosen options are a cover of the problem."""
    CoverChecker(problem).check(chosen)


class CoverChecker:
    """Checks many claimed covers of one problem."""

    def __init__(self, problem: ExactCover) -> None:
        self._problem = problem
        self._bounds = [(item.lo, item.hi) for item in problem.items if not item.secondary]
        colours = problem.entry_colours.tolist() or [0] * len(problem.entries)
        uses = list(zip(problem.entries.tolist(), colours, strict=True))
        starts = problem.starts.tolist()
        self._options = [uses[a:b] for a, b in pairwise(starts)]

    def check(self, chosen: Iterable[int]) -> None:
        """Raise NotACover unless the chosen options are a cover."""
        numbers = list(chosen)
        for number, times in Counter(numbers).items():
            if times > 1:
                raise NotACover(f"option {number} is chosen {times} times")
            if not 0 <= number < len(self._options):
                raise NotACover(f"option {number} does not exist: there are {len(self._options)}")
        primary = len(self._bounds)
        times_covered = [0] * primary
        colour_of: dict[int, int] = {}
        for number in numbers:
            useful = False
            for item, colour in self._options[number]:
                if item < primary:
                    times_covered[item] += 1
                    useful = True
                elif item not in colour_of:
                    colour_of[item] = colour
                elif colour == 0 or colour_of[item] != colour:
                    raise NotACover(
                        f"secondary item {self._name(item)} is in several of the chosen options, "
                        f"which do not all give it the same colour"
                    )
            if not useful:
                raise NotACover(f"option {number} has no primary item, so it is in no cover")
        for item, (times, (lo, hi)) in enumerate(zip(times_covered, self._bounds, strict=True)):
            if not lo <= times <= hi:
                raise NotACover(
                    f"item {self._name(item)} is in {times} of the chosen options: expected "
                    f"{lo}..{hi}"
                )

    def _name(self, item: int) -> str:
        return repr(self._problem.items[item].name)
