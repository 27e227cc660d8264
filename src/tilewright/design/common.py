"""What makers and judges of puzzles have in common: sets as bits, names, a quick engine, an end."""

import time
from collections.abc import Callable
from string import ascii_uppercase

from tilewright.cover import ExactCover
from tilewright.encoding import Encoding
from tilewright.engines.registry import takes

KeepGoing = Callable[[], bool]


class Deadline:
    """The end of some work: after a number of seconds, or when `keep_going` says no."""

    def __init__(self, max_seconds: float | None, keep_going: KeepGoing) -> None:
        self._end = None if max_seconds is None else time.monotonic() + max_seconds
        self._keep_going = keep_going

    @property
    def left(self) -> float | None:
        """Seconds that are left; None without a limit."""
        return None if self._end is None else max(0.0, self._end - time.monotonic())

    def keep_going(self) -> bool:
        """Is there time left, and has nobody said no?"""
        return self.left != 0 and self._keep_going()


def members(some: int) -> list[int]:
    """The numbers in a set of bits, in order.

    >>> members(0b10110)
    [1, 2, 4]
    """
    found = []
    while some:
        low = some & -some
        found.append(low.bit_length() - 1)
        some ^= low
    return found


def quick_engine(problem: ExactCover) -> str:
    """The engine that is quick to begin with: bits if it takes the problem, else links."""
    return "bits" if takes("bits", problem) else "links"


def placement_cells(encoding: Encoding) -> list[list[int]]:
    """The numbers of the cells of each placement; options are numbered in the same order."""
    placements = encoding.placements
    return [row for block in placements.blocks for row in placements.cells(block).tolist()]


def letter_name(number: int) -> str:
    """A, B, …, Z, A2, B2, …

    >>> letter_name(0), letter_name(27)
    ('A', 'B2')
    """
    again, letter = divmod(number, len(ascii_uppercase))
    return ascii_uppercase[letter] + (str(again + 1) if again else "")
