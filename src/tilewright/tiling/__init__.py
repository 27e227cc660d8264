"""The front door for puzzles: find, list, count."""

from tilewright.tiling.count import Counting, Counts
from tilewright.tiling.front import count, estimate, solve
from tilewright.tiling.search import UP_TO, PuzzleSearch

__all__ = ["UP_TO", "Counting", "Counts", "PuzzleSearch", "count", "estimate", "solve"]
