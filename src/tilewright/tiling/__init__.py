"""The front door for puzzles: find, list, count, draw at random."""

from tilewright.tiling.best import AIMS, BestSolutions, best
from tilewright.tiling.classes import Burnside, Counts
from tilewright.tiling.count import Counting
from tilewright.tiling.front import count, estimate, solve
from tilewright.tiling.outlook import EngineOutlook, Outlook, outlook
from tilewright.tiling.required import RequiredSearch, puzzle_search
from tilewright.tiling.required_count import RequiredCounting, puzzle_counting
from tilewright.tiling.sample import sample
from tilewright.tiling.search import UP_TO, PuzzleSearch
from tilewright.tiling.shares import Shares, shares

__all__ = [
    "AIMS",
    "UP_TO",
    "BestSolutions",
    "Burnside",
    "Counting",
    "Counts",
    "EngineOutlook",
    "Outlook",
    "PuzzleSearch",
    "RequiredCounting",
    "RequiredSearch",
    "Shares",
    "best",
    "count",
    "estimate",
    "outlook",
    "puzzle_counting",
    "puzzle_search",
    "sample",
    "shares",
    "solve",
]
