"""Is this a cover?  Shares no code with the engines."""

from collections import Counter
from collections.abc import Iterable
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from tilewright.cover.problem import ExactCover
from tilewright.errors import TilewrightError

COVERS_AT_A_TIME = 512  # so that what is being added up stays in the processor's cache

Numbers = npt.NDArray[np.int64]


class NotACover(TilewrightError, ValueError):  # noqa: N818 - named after the mistake
    """Some options were said to be a cover and are not."""


def check_cover(problem: ExactCover, chosen: Iterable[int]) -> None:
    """Raise NotACover unless the chosen options are a cover of the problem."""
    CoverChecker(problem).check(chosen)


class CoverChecker:
    """Checks many claimed covers of one problem."""

    def __init__(self, problem: ExactCover) -> None:
        self._problem = problem
        self._bounds = list(zip(problem.core.lo.tolist(), problem.core.hi.tolist(), strict=True))
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

    def are_covers(
        self, options: npt.NDArray[np.uint32], ends: npt.NDArray[np.uint64]
    ) -> npt.NDArray[np.bool_]:
        """Which of many claimed covers are covers; cover j is `options[ends[j - 1] : ends[j]]`.

        The same answers as those of `check`, without the reasons, in a tenth of the time.
        """
        stops = ends.astype(np.int64)
        table = _Table(self._problem, len(self._bounds))
        found = np.zeros(len(ends), dtype=np.bool_)
        for first in range(0, len(ends), COVERS_AT_A_TIME):
            some = stops[first : first + COVERS_AT_A_TIME]
            begin = int(stops[first - 1]) if first else 0
            lengths = np.diff(some, prepend=begin)
            chosen = options[begin : int(some[-1])].astype(np.int64)
            found[first : first + len(some)] = table.are_covers(chosen, lengths)
        return found

    def _name(self, item: int) -> str:
        return repr(self._problem.names[item])


class _Table:
    """A problem as arrays, to look at many claimed covers at a time."""

    def __init__(self, problem: ExactCover, primary: int) -> None:
        self._entries = problem.entries.astype(np.int64)
        self._starts = problem.starts.astype(np.int64)
        self._colours = problem.entry_colours.astype(np.int64)
        self._items, self._primary = problem.item_count, primary
        self._lo = problem.lo[:primary].astype(np.int64)
        self._hi = problem.hi[:primary].astype(np.int64)
        owners = np.repeat(np.arange(problem.option_count), np.diff(self._starts))
        self._useful = np.zeros(problem.option_count, dtype=np.bool_)
        self._useful[owners[self._entries < primary]] = True
        # An option with an item that has room for one cannot be there twice unnoticed.
        room = np.append(self._hi, [2] * self._items)
        alone = np.zeros(problem.option_count, dtype=np.bool_)
        alone[owners[room[self._entries] == 1]] = True
        self._may_repeat = bool((self._useful & ~alone).any())

    def are_covers(self, chosen: Numbers, lengths: Numbers) -> npt.NDArray[np.bool_]:
        """Which of these are covers."""
        covers = np.repeat(np.arange(len(lengths)), lengths)  # that each option belongs to
        fine = np.ones(len(lengths), dtype=np.bool_)
        there = chosen < len(self._useful)
        there[there] = self._useful[chosen[there]]
        fine[covers[~there]] = False
        chosen, covers = chosen[there], covers[there]
        if self._may_repeat:
            fine[self._twice(chosen, covers)] = False
        sizes = self._starts[chosen + 1] - self._starts[chosen]
        before = np.cumsum(sizes) - sizes
        where = np.arange(int(sizes.sum())) + np.repeat(self._starts[chosen] - before, sizes)
        places = np.repeat(covers, sizes) * self._items + self._entries[where]
        uses = self._added(places, len(lengths))
        times = uses[:, : self._primary]
        fine &= ((times >= self._lo) & (times <= self._hi)).all(axis=1)
        if self._items > self._primary:
            fine &= self._agree(places, where, uses)
        return fine

    def _twice(self, chosen: Numbers, covers: Numbers) -> Numbers:
        """The covers that have an option twice."""
        keys = np.sort(covers * len(self._useful) + chosen)
        twice: Numbers = keys[1:][keys[1:] == keys[:-1]] // max(1, len(self._useful))
        return twice

    def _agree(self, places: Numbers, where: Numbers, uses: Numbers) -> npt.NDArray[np.bool_]:
        """Is each secondary item used once, or always with the same colour?

        Numbers are all equal just if n times the sum of their squares is the square of their sum.
        """
        several = uses[:, self._primary :]
        if not len(self._colours):
            return np.asarray((several <= 1).all(axis=1))
        colours = self._colours[where]
        total = self._added(places, len(uses), colours)[:, self._primary :]
        squares = self._added(places, len(uses), colours * colours)[:, self._primary :]
        equal = (several * squares == total * total) & (total > 0)
        return np.asarray(((several <= 1) | equal).all(axis=1))

    def _added(self, places: Numbers, covers: int, values: Numbers | None = None) -> Numbers:
        """The sum of the values, or the number of uses, for each cover and item."""
        sums = np.bincount(places, values, minlength=covers * self._items)
        numbers: Numbers = sums.astype(np.int64, copy=False).reshape(covers, self._items)
        return numbers
