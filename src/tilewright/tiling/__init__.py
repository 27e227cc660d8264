"""The front door for puzzles: find, list, count, draw at random."""

from tilewright.tiling.classes import Burnside, Counts
from tilewright.tiling.count import Counting
from tilewright.tiling.front import count, estimate, solve
from tilewright.tiling.sample import sample
from tilewright.tiling.search import UP_TO, PuzzleSearch
from tilewright.tiling.shares import Shares, shares

__all__ = [
    "UP_TO",
    "Burnside",
    "Counting",
    "Counts",
    "PuzzleSearch",
    "Shares",
    "count",
    "estimate",
    "sample",
    "shares",
    "solve",
]
