"""The front door for puzzles: find, list, count, draw at random."""

from tilewright.plan import Burnside, Counts
from tilewright.tiling.best import AIMS, BestSolutions, best
from tilewright.tiling.count import Counting
from tilewright.tiling.front import count, estimate, solve
from tilewright.tiling.outlook import EngineOutlook, Outlook, outlook
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
    "Shares",
    "best",
    "count",
    "estimate",
    "outlook",
    "sample",
    "shares",
    "solve",
]
