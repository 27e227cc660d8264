"""Why is there no solution?  What is the same in all?"""

from collections.abc import Callable

from tilewright.explain.explanation import Explanation
from tilewright.formats import AnyPuzzle
from tilewright.polygons import PolygonPuzzle
from tilewright.puzzle import Puzzle, PuzzleError

__all__ = ["explain"]


def explain(
    puzzle: AnyPuzzle,
    *,
    max_seconds: float | None = None,
    keep_going: Callable[[], bool] = lambda: True,
    watch: Callable[[str], None] = lambda _: None,
) -> Explanation:
    """Why a puzzle has no solution; or if it has some, what is the same in all of them.

    The first reason that is proved is given; every proof has passed a checker that shares no code
    with what found it.  `watch` is told now and then what is being tried.  If `max_seconds` are
    over, or `keep_going` says no, the answer is what is known by then, and not `complete`.

    >>> import tilewright as tw
    >>> print(tw.explain(tw.make_puzzle("square", ".##\\n###\\n##.", {"I": "##"})).kind)
    sizes
    """
    if isinstance(puzzle, PolygonPuzzle):
        from tilewright.explain.polygons import explain_polygons

        return explain_polygons(puzzle, max_seconds=max_seconds, keep_going=keep_going)
    if not isinstance(puzzle, Puzzle):
        raise PuzzleError(f"a {type(puzzle).__name__} is no puzzle, and only puzzles are explained")
    from tilewright.explain.stages import explain_puzzle  # few need it, and it takes a while

    return explain_puzzle(puzzle, max_seconds=max_seconds, keep_going=keep_going, watch=watch)
