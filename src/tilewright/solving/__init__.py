"""The front door for puzzles: find, list, count, draw at random."""

from typing import TYPE_CHECKING

from tilewright.later import load_later
from tilewright.solving.front import Counting, PuzzleSearch, count, estimate, solve
from tilewright.symmetry import Counts

if TYPE_CHECKING:
    from tilewright.solving.best_solutions import BestSolutions, best
    from tilewright.solving.expectation import EngineOutlook, Outlook, outlook
    from tilewright.solving.polygons import PolygonCounting, PolygonCounts, PolygonSearch
    from tilewright.solving.sampling import sample
    from tilewright.solving.share_table import Shares, shares
else:  # type checkers would take any name for granted
    __getattr__, __dir__ = load_later(
        __name__,
        {
            "best_solutions": ("BestSolutions", "best"),
            "expectation": ("EngineOutlook", "Outlook", "outlook"),
            "polygons": ("PolygonCounting", "PolygonCounts", "PolygonSearch"),
            "sampling": ("sample",),
            "share_table": ("Shares", "shares"),
        },
    )

__all__ = [
    "BestSolutions",
    "Counting",
    "Counts",
    "EngineOutlook",
    "Outlook",
    "PolygonCounting",
    "PolygonCounts",
    "PolygonSearch",
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
