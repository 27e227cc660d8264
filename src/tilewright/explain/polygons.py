"""Free polygons: areas, or a search."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from tilewright.explain.explanation import UNKNOWN, Explanation
from tilewright.polygons import PolygonPuzzle
from tilewright.puzzle import PuzzleError

if TYPE_CHECKING:
    from tilewright.tiling.polygons import PolygonSearch

__all__ = ["explain_polygons"]


def explain_polygons(
    puzzle: PolygonPuzzle,
    *,
    max_seconds: float | None = None,
    keep_going: Callable[[], bool] = lambda: True,
) -> Explanation:
    """Whether the pieces have another area than the board, or what a search says."""
    from tilewright.polygons.check import area_faults, find_polygon_faults
    from tilewright.tiling.polygons import PolygonSearch

    areas = list(area_faults(puzzle))
    faults = [fault for fault in find_polygon_faults(puzzle) if fault.serious]
    if faults and faults == areas:
        text = faults[0].message
        return Explanation(puzzle, "sizes", (f"{text[0].upper()}{text[1:]}.",))
    if faults:
        raise PuzzleError("\n".join(fault.message for fault in faults))
    searching = PolygonSearch(puzzle, max_solutions=2, max_seconds=max_seconds)
    for _ in searching:
        if not keep_going():
            searching.stop()
    nodes = f"{searching.counters.nodes:,} nodes"
    why = "Reasons other than areas are not looked for where pieces are free polygons."
    if searching.solutions > 1 or not searching.finished:
        return _so_far(searching)
    if searching.solutions:
        text = "There is exactly one solution, up to symmetry."
        return Explanation(puzzle, "unique", (text,))
    text = f"There is no solution: all of it was searched, {nodes}."
    return Explanation(puzzle, "search", (text, why))


def _so_far(searching: "PolygonSearch") -> Explanation:
    """What a search that has not ended says."""
    puzzle, nodes = searching.puzzle, f"{searching.counters.nodes:,} nodes"
    if searching.solutions > 1:
        text = "There is more than one solution; what they have in common is not looked for where "
        return Explanation(puzzle, "many", (f"{text}pieces are free polygons.",))
    if searching.solutions:
        text = f"There is a solution; it is not known whether there is another one: {nodes}."
        return Explanation(puzzle, "some", (text,))
    text = f"It is not known whether there is a solution: {nodes} showed none."
    return Explanation(puzzle, UNKNOWN, (text,))
