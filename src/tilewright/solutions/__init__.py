"""Covers as solutions of puzzles, one for each class of symmetric ones."""

from typing import TYPE_CHECKING

from tilewright.later import load_later
from tilewright.solutions.decode import Decoder
from tilewright.solutions.solution import Placed, Solution, placed_entry
from tilewright.solutions.verify import NotASolution, check_solution

if TYPE_CHECKING:
    from tilewright.solutions.scoring import Ranking, Scores, Scoring, most_symmetric, scores
else:  # type checkers would take any name for granted
    __getattr__, __dir__ = load_later(
        __name__, {"scoring": ("Ranking", "Scores", "Scoring", "most_symmetric", "scores")}
    )

__all__ = [
    "Decoder",
    "NotASolution",
    "Placed",
    "Ranking",
    "Scores",
    "Scoring",
    "Solution",
    "check_solution",
    "most_symmetric",
    "placed_entry",
    "scores",
]
