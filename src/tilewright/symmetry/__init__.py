"""Groups at work: what symmetries do to placements, how they are broken, and what they fix."""

from tilewright.symmetry.action import UP_TO, Action, Permutation, least_image
from tilewright.symmetry.breaking import (
    SearchPart,
    break_symmetries,
    largest,
    parts_of,
)
from tilewright.symmetry.burnside import NUMBERS, Burnside, Counts, TooManyWays, fixed_problems

__all__ = [
    "NUMBERS",
    "UP_TO",
    "Action",
    "Burnside",
    "Counts",
    "Permutation",
    "SearchPart",
    "TooManyWays",
    "break_symmetries",
    "fixed_problems",
    "largest",
    "least_image",
    "parts_of",
]
