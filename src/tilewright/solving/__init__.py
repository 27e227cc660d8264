"""The front door for puzzles: find, list, count, draw at random."""

from typing import TYPE_CHECKING, Any

from tilewright.solving.best_solutions import BestSolutions, best
from tilewright.solving.expectation import EngineOutlook, Outlook, outlook
from tilewright.solving.front import Counting, PuzzleSearch, count, estimate, solve
from tilewright.solving.sampling import sample
from tilewright.solving.share_table import Shares, shares
from tilewright.symmetry import Counts

if TYPE_CHECKING:
    from tilewright.solving.polygons import PolygonCounting, PolygonCounts, PolygonSearch

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


if not TYPE_CHECKING:

    def __getattr__(name: str) -> Any:
        """Searches for polygons, which bring exact arithmetic along, are loaded when asked for."""
        if not name.startswith("Polygon"):
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from tilewright.solving import polygons

        return getattr(polygons, name)
