"""How many solutions a puzzle of the catalogue has: all, up to rotation, and up to symmetry."""

from typing import Any

from tilewright.catalogue import load
from tilewright.papers.tasks.drawn import to_draw
from tilewright.papers.tasks.task import Given, Outcome, Pace, Task
from tilewright.puzzle import Puzzle
from tilewright.tiling import Counting, solve

__all__ = ["CLASSES"]


def _compute(given: Given, pace: Pace, _saved: Any = None, /) -> Outcome:
    """With one solution to be drawn, if `drawn`."""
    puzzle = load(given["puzzle"])
    assert isinstance(puzzle, Puzzle)
    left = None if pace.left == float("inf") else pace.left
    counting = Counting(puzzle, max_seconds=left, threads=pace.threads)
    for _ in counting:
        if pace.over:
            counting.stop()
    if counting.counts is None:
        return Outcome(None)
    found = counting.counts
    values: dict[str, Any] = {
        "solutions": found.solutions,
        "up_to_rotation": found.up_to_rotation,
        "up_to_symmetry": found.up_to_symmetry,
    }
    if given.get("drawn"):
        first = next(solve(puzzle, limit=1, threads=1))
        values["figure"] = to_draw(given["puzzle"], first.placed)
    return Outcome(values)


CLASSES = Task(_compute)
