"""Find and count, for puzzles and for exact cover problems alike."""

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar, overload

from tilewright.cover import ExactCover
from tilewright.encoding import encode
from tilewright.engines import Cover, Estimate, OptionError
from tilewright.errors import SelfCheckError
from tilewright.faults import require_sound
from tilewright.plan import Counts
from tilewright.polygons import PolygonPuzzle, PolygonSolution
from tilewright.puzzle import Puzzle
from tilewright.solutions import Solution
from tilewright.solve import LIMITS, refuse
from tilewright.solve import count as count_covers
from tilewright.solve import estimate as estimate_covers
from tilewright.solve import solve as find_covers
from tilewright.tiling.count import Counting
from tilewright.tiling.search import PuzzleSearch

if TYPE_CHECKING:
    from tilewright.tiling.polygons import PolygonCounts

__all__ = ["count", "estimate", "solve"]

Found = TypeVar("Found")


@overload
def solve(problem: Puzzle, *, limit: int | None = None, **options: Any) -> Iterator[Solution]: ...


@overload
def solve(problem: ExactCover, *, limit: int | None = None, **options: Any) -> Iterator[Cover]: ...


@overload
def solve(
    problem: PolygonPuzzle, *, limit: int | None = None, **options: Any
) -> Iterator[PolygonSolution]: ...


def solve(
    problem: Puzzle | ExactCover | PolygonPuzzle, *, limit: int | None = None, **options: Any
) -> Iterator[Solution] | Iterator[Cover] | Iterator[PolygonSolution]:
    """Yield the solutions of a puzzle, or the covers of an exact cover problem.

    Of a puzzle's solutions that are alike, turned or reflected, one is given;
    `up_to="rotation"` keeps mirror images apart, `up_to="nothing"` gives all.  A cover is a tuple
    of option numbers in the order in which they were chosen.  Further options: `engine`,
    `verify`, and the fields of `SearchOptions`; for a polygon puzzle those of `PolygonSearch`.
    `require` names what a puzzle's solutions must be: symmetric, no-crossroads, 3-colourable,
    apart, in a list if several.

    >>> import tilewright as tw
    >>> puzzle = tw.make_puzzle("square", tw.box(4, 2), {"L": "###\\n#..", "J": "#\\n#\\n##"})
    >>> print(next(tw.solve(puzzle)))
    LLLJ
    LJJJ
    """
    if isinstance(problem, Puzzle):
        refuse(options, "solve() takes `limit`", "max_solutions")
        refuse(options, "solve() gives whole solutions", "collect", "start", "max_levels")
        encoding = encode(require_sound(problem))
        return _solutions(PuzzleSearch(encoding, max_solutions=limit, **options))
    refuse(options, "only solutions of puzzles on lattices can be asked for more", "require")
    if isinstance(problem, PolygonPuzzle):
        from tilewright.tiling.polygons import PolygonSearch  # brings exact arithmetic along

        refuse(options, "solve() takes `limit`", "max_solutions")
        with _known_options():
            return _solutions(PolygonSearch(problem, max_solutions=limit, **options))
    return find_covers(problem, limit=limit, **options)


@contextmanager
def _known_options() -> Iterator[None]:
    """An option that is not known is an OptionError, not a TypeError."""
    try:
        yield
    except TypeError as error:
        raise OptionError(re.sub(r"Polygon\w+\.__init__\(\)", "the search", str(error))) from None


def _solutions(batches: Iterable[Iterable[Found]]) -> Iterator[Found]:
    for batch in batches:
        yield from batch


def estimate(problem: Puzzle | ExactCover, **options: Any) -> Estimate:
    """Estimate nodes, updates and number of covers (symmetric ones included) without searching.

    >>> import tilewright as tw
    >>> tw.estimate(tw.load("ascii-3x3"), samples=100).solutions.mean
    16.0
    """
    if isinstance(problem, Puzzle):
        problem = encode(require_sound(problem)).problem
    return estimate_covers(problem, **options)


@overload
def count(problem: Puzzle, **options: Any) -> Counts: ...


@overload
def count(problem: ExactCover, **options: Any) -> int: ...


@overload
def count(problem: PolygonPuzzle, **options: Any) -> "PolygonCounts": ...


def count(
    problem: Puzzle | ExactCover | PolygonPuzzle, **options: Any
) -> "Counts | int | PolygonCounts":
    """How many solutions a puzzle has, or how many covers an exact cover problem.

    `require` is as for `solve`.

    >>> import tilewright as tw
    >>> print(tw.count(tw.load("soma")))
    11,520 solutions, 480 up to rotation, 240 up to symmetry
    >>> print(tw.count(tw.load("soma"), require="3-colourable"))
    336 solutions, 14 up to rotation, 7 up to symmetry
    """
    if isinstance(problem, Puzzle):
        refuse(options, "count() goes to the end: use Counting(…)", *LIMITS)
        refuse(options, "count() counts everything", "collect", "start")
        encoding = encode(require_sound(problem))
        counts = Counting(encoding, **options).run()
        if counts is None:
            raise SelfCheckError("a count without limits did not go to its end: please report this")
        return counts
    refuse(options, "only solutions of puzzles on lattices can be asked for more", "require")
    if isinstance(problem, PolygonPuzzle):
        from tilewright.tiling.polygons import PolygonCounting

        refuse(options, "count() goes to the end: use PolygonCounting(…)", *LIMITS)
        with _known_options():
            counting = PolygonCounting(problem, **options)
        numbers = counting.run()
        if numbers is None:
            raise SelfCheckError("a count without limits did not go to its end: please report this")
        return numbers
    return count_covers(problem, **options)
