"""Find and count, for puzzles and for exact cover problems alike."""

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, TypeVar, Unpack, overload

from tilewright.cover import CoverChecker, ExactCover, Subtree
from tilewright.encoding import Encoding, encode
from tilewright.engines import Cover, OptionError
from tilewright.engines.contract import HowToSearch
from tilewright.engines.covers import LIMITS, refuse
from tilewright.engines.covers import count as count_covers
from tilewright.engines.covers import solve as find_covers
from tilewright.engines.registry import AUTO
from tilewright.errors import SelfCheckError
from tilewright.execution import Execution, Request, one_number
from tilewright.execution.sieve import each
from tilewright.faults import sound_placements
from tilewright.polygons import PolygonPuzzle, PolygonSolution
from tilewright.puzzle import Puzzle
from tilewright.solutions import Decoder, NotASolution, Solution, check_solution
from tilewright.solutions.requirements import requirements
from tilewright.symmetry import Action, Counts

if TYPE_CHECKING:
    from tilewright.engines import Estimate
    from tilewright.solving.polygons import PolygonCounts


# The solutions of a puzzle, one for each class of symmetric ones unless all copies are wanted.
#
# The symmetries are broken before the search, see `tilewright.symmetry.breaking`; where that leaves
# solutions that are alike, the least of them stands for its class.


class PuzzleSearch(Execution):
    """A search for the solutions of a puzzle.  Iterate to get them in batches, maybe empty ones.

    `require` names what solutions must be.  `up_to` says which solutions count as the same: those
    that a symmetry of the puzzle maps to each other ("symmetry"), only a rotation ("rotation"), or
    none ("nothing").  One of each class is given, always the same one; but whoever wants a single
    solution gets the first that is found.  Further keywords are those of `tilewright.search`;
    limits hold for the search as a whole.  With `verify`, every solution is checked against the
    puzzle by code that shares nothing with the search.
    """

    def __init__(
        self,
        puzzle: Puzzle | Encoding,
        require: str | Iterable[str] = (),
        *,
        up_to: str = "symmetry",
        engine: str = AUTO,
        verify: bool = False,
        threads: int = 1,
        max_solutions: int | None = None,
        max_nodes: int | None = None,
        max_seconds: float | None = None,
        **options: Unpack[HowToSearch],
    ) -> None:
        self.encoding = encode(puzzle) if isinstance(puzzle, Puzzle) else puzzle
        request = Request.of(
            require,
            options,
            task="solve",
            up_to=up_to,
            engine=engine,
            max_solutions=max_solutions,
            max_nodes=max_nodes,
            max_seconds=max_seconds,
        )
        super().__init__(self.encoding, request, threads=threads)
        self.requirements = requirements(self.encoding.puzzle, request.require)
        self._decoder = Decoder(self.encoding)
        self._checker = CoverChecker(self.encoding.problem) if verify else None

    @property
    def kept(self) -> bool:
        """Does a solution still have what is required when it is turned?"""
        action = Action.of(self.encoding)
        return all(one.kept_by(action) for one in self.requirements)

    def __iter__(self) -> Iterator[list[Solution]]:
        for blocks in self.blocks():
            yield [self._solution(cover) for _, covers in blocks for cover in each(covers)]

    def _solution(self, cover: Cover) -> Solution:
        solution = self._decoder.solution(cover)
        if self._checker:
            self._checker.check(cover)
            check_solution(solution.puzzle, solution.placed)
            if not all(one.holds(solution) for one in self.requirements):
                raise NotASolution("the solution lacks what was required of it")
        return solution


# How many solutions a puzzle has: all, up to rotation, and up to symmetry.


class Counting(Execution):
    """A count under way.  Iterate for signs of life; then `counts` has the numbers.

    `require` names what solutions must be; else all are counted.  With `up_to`, one number is
    wanted: then `counts` stays None, and `numbers` has it.  If it is stopped before the end, both
    stay empty, and `solutions` says how many had been found: all of them if `total_known`.
    `counters` are those of the search for all solutions.  Further keywords are those of
    `tilewright.search`.
    """

    def __init__(
        self,
        puzzle: Puzzle | Encoding,
        require: str | Iterable[str] = (),
        *,
        up_to: str | None = None,
        engine: str = AUTO,
        threads: int = 1,
        max_seconds: float | None = None,
        max_nodes: int | None = None,
        **options: Unpack[HowToSearch],
    ) -> None:
        self.encoding = encode(puzzle) if isinstance(puzzle, Puzzle) else puzzle
        request = Request.of(
            require,
            options,
            **one_number(up_to),
            engine=engine,
            max_nodes=max_nodes,
            max_seconds=max_seconds,
        )
        super().__init__(self.encoding, request, threads=threads)

    @property
    def action(self) -> Action:
        """The puzzle's symmetries, and what they make of its placements."""
        return Action.of(self.encoding)

    def run(self) -> Counts | None:
        """Iterate to the end; None if a limit was reached before, or one number was asked for."""
        for _ in self:
            pass
        return self.counts


Made = TypeVar("Made")


@overload
def solve(
    problem: Puzzle,
    *,
    up_to: str = "symmetry",
    require: str | Iterable[str] = (),
    engine: str = AUTO,
    verify: bool = False,
    threads: int = 1,
    max_solutions: int | None = None,
    max_nodes: int | None = None,
    max_seconds: float | None = None,
    **options: Unpack[HowToSearch],
) -> Iterator[Solution]: ...


@overload
def solve(
    problem: PolygonPuzzle,
    *,
    up_to: str = "symmetry",
    engine: str = AUTO,
    strategy: str = "fewest",
    tolerance: float | None = None,
    threads: int = 1,
    max_solutions: int | None = None,
    max_nodes: int | None = None,
    max_seconds: float | None = None,
) -> Iterator[PolygonSolution]: ...


@overload
def solve(
    problem: ExactCover,
    *,
    start: Subtree | Iterable[Subtree] | None = None,
    engine: str = AUTO,
    verify: bool = False,
    threads: int = 1,
    max_solutions: int | None = None,
    max_nodes: int | None = None,
    max_seconds: float | None = None,
    max_levels: int | None = None,
    **options: Unpack[HowToSearch],
) -> Iterator[Cover]: ...


def solve(
    problem: Puzzle | PolygonPuzzle | ExactCover, **options: Any
) -> Iterator[Solution] | Iterator[PolygonSolution] | Iterator[Cover]:
    """Yield the solutions of a puzzle, or the covers of an exact cover problem.

    Of a puzzle's solutions that are alike, turned or reflected, one is given;
    `up_to="rotation"` keeps mirror images apart, `up_to="nothing"` gives all.  A cover is a tuple
    of option numbers in the order in which they were chosen.  `max_solutions`, `max_nodes` and
    `max_seconds` are limits.  Further options: `engine`, `verify`, and the fields of
    `SearchOptions`; for a polygon puzzle `strategy` and `tolerance`, see `PolygonSearch`.
    `require` names what a puzzle's solutions must be: symmetric, no-crossroads, 3-colourable,
    apart, in a list if several.  Options are checked at once; the search begins with the first
    solution that is asked for.

    >>> import tilewright as tw
    >>> puzzle = tw.make_puzzle("square", tw.box(4, 2), {"L": "###\\n#..", "J": "#\\n#\\n##"})
    >>> print(next(tw.solve(puzzle)))
    LLLJ
    LJJJ
    """
    if isinstance(problem, Puzzle):
        refuse(options, "solve() gives whole solutions", "collect", "start", "max_levels")
        found = PuzzleSearch(encode(sound_placements(problem)), **options)
        return (solution for batch in found for solution in batch)
    refuse(options, "only solutions of puzzles on lattices can be asked for more", "require")
    if isinstance(problem, PolygonPuzzle):
        from tilewright.solving import polygons  # brings exact arithmetic along

        made = _made(polygons.PolygonSearch, problem, options)
        return (solution for batch in made for solution in batch)
    return find_covers(problem, **options)


def _made(kind: Callable[..., Made], problem: PolygonPuzzle, options: dict[str, Any]) -> Made:
    """An option that is not known is an OptionError, not a TypeError."""
    try:
        return kind(problem, **options)
    except TypeError as error:
        raise OptionError(f"the search{str(error).partition('()')[2]}") from None


def estimate(
    problem: Puzzle | ExactCover,
    *,
    engine: str = "links",
    samples: int = 10_000,
    max_seconds: float | None = None,
    sample_seed: int = 0,
    confidence: float = 0.95,
    **options: Unpack[HowToSearch],
) -> "Estimate":
    """Estimate nodes, updates and number of covers (symmetric ones included) without searching.

    >>> import tilewright as tw
    >>> tw.estimate(tw.load("ascii-3x3"), samples=100).solutions.mean
    16.0
    """
    if isinstance(problem, Puzzle):
        problem = encode(sound_placements(problem)).problem
    from tilewright.engines.estimates import estimate as estimate_covers

    return estimate_covers(
        problem,
        engine=engine,
        samples=samples,
        max_seconds=max_seconds,
        sample_seed=sample_seed,
        confidence=confidence,
        **options,
    )


@overload
def count(
    problem: Puzzle,
    *,
    up_to: None = None,
    require: str | Iterable[str] = (),
    engine: str = AUTO,
    threads: int = 1,
    **options: Unpack[HowToSearch],
) -> Counts: ...


@overload
def count(
    problem: Puzzle,
    *,
    up_to: str,
    require: str | Iterable[str] = (),
    engine: str = AUTO,
    threads: int = 1,
    **options: Unpack[HowToSearch],
) -> int: ...


@overload
def count(
    problem: PolygonPuzzle,
    *,
    engine: str = AUTO,
    strategy: str = "fewest",
    tolerance: float | None = None,
    up_to: str | None = None,
) -> "PolygonCounts": ...


@overload
def count(
    problem: ExactCover,
    *,
    start: Subtree | Iterable[Subtree] | None = None,
    engine: str = AUTO,
    threads: int = 1,
    **options: Unpack[HowToSearch],
) -> int: ...


def count(
    problem: Puzzle | PolygonPuzzle | ExactCover, **options: Any
) -> "Counts | PolygonCounts | int":
    """How many solutions a puzzle has, or how many covers an exact cover problem.

    A puzzle has three numbers.  `up_to` asks for one of them, without the work for the others:
    "nothing" tells all solutions, also those that are alike.  `require` is as for `solve`.

    >>> import tilewright as tw
    >>> print(tw.count(tw.load("soma")))
    11,520 solutions, 480 up to rotation, 240 up to symmetry
    >>> tw.count(tw.load("soma"), up_to="nothing")
    11520
    >>> print(tw.count(tw.load("soma"), require="3-colourable"))
    336 solutions, 14 up to rotation, 7 up to symmetry
    """
    if isinstance(problem, Puzzle):
        refuse(options, "count() goes to the end: use Counting(…)", *LIMITS)
        refuse(options, "count() counts everything", "collect", "start")
        counting = Counting(encode(sound_placements(problem)), **options)
        if (up_to := options.get("up_to")) is not None:
            counting.run()
            return _required(counting.numbers.get(up_to))
    else:
        refuse(options, "only solutions of puzzles on lattices can be asked for more", "require")
        if not isinstance(problem, PolygonPuzzle):
            return count_covers(problem, **options)
        from tilewright.solving import polygons  # brings exact arithmetic along

        refuse(options, "count() goes to the end: use PolygonCounting(…)", *LIMITS)
        return _required(_made(polygons.PolygonCounting, problem, options).run())
    return _required(counting.run())


def _required(answer: Made | None) -> Made:
    if answer is None:
        raise SelfCheckError("a count without limits did not go to its end: please report this")
    return answer
