"""Covers as solutions of puzzles, one for each class of symmetric ones."""

from tilewright.solutions.action import UP_TO, Action, Permutation, least_image
from tilewright.solutions.decode import Decoder
from tilewright.solutions.parts import Part, largest, orbit_weights, parts_of
from tilewright.solutions.quotient import TooManyWays, fixed_problems, orbit_problems
from tilewright.solutions.scores import Ranking, Scores, Scoring, most_symmetric, scores
from tilewright.solutions.solution import Placed, Solution, placed_entry
from tilewright.solutions.verify import NotASolution, check_solution

__all__ = [
    "UP_TO",
    "Action",
    "Decoder",
    "NotASolution",
    "Part",
    "Permutation",
    "Placed",
    "Ranking",
    "Scores",
    "Scoring",
    "Solution",
    "TooManyWays",
    "check_solution",
    "fixed_problems",
    "largest",
    "least_image",
    "most_symmetric",
    "orbit_problems",
    "orbit_weights",
    "parts_of",
    "placed_entry",
    "scores",
]
