"""What makers and judges of puzzles have in common: sets as bits, and a quick engine."""

from tilewright.cover import ExactCover
from tilewright.engines.registry import takes


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
