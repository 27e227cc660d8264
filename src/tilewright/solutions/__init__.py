"""Covers as solutions of puzzles, one for each class of symmetric ones."""

from tilewright.solutions.decode import Decoder
from tilewright.solutions.scoring import Ranking, Scores, Scoring, most_symmetric, scores
from tilewright.solutions.solution import Placed, Solution, placed_entry
from tilewright.solutions.verify import NotASolution, check_solution

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
