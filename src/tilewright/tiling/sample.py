"""Solutions drawn at random, all equally likely."""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from random import Random
from typing import Any, overload

from tilewright.cover import CoverChecker, ExactCover
from tilewright.encoding import Encoding, encode
from tilewright.engines import Batch, Cover, OptionError
from tilewright.faults import require_sound
from tilewright.puzzle import Puzzle
from tilewright.solutions import Decoder, Permutation, Solution, check_solution
from tilewright.tiling.tour import Tour

__all__ = ["Drawn", "draw", "sample", "solutions_of"]


@overload
def sample(problem: Puzzle, n: int, **options: Any) -> list[Solution]: ...


@overload
def sample(problem: ExactCover, n: int, **options: Any) -> list[Cover]: ...


def sample(
    problem: Puzzle | ExactCover,
    n: int,
    *,
    seed: int = 0,
    engine: str = "auto",
    verify: bool = False,
    **options: Any,
) -> list[Solution] | list[Cover]:
    """Draw n solutions of a puzzle, or covers of an exact cover problem, at random.

    All solutions are equally likely, symmetric copies included, and each draw is made without
    regard to the others: so the same solution may come twice.  The list is empty if there is no
    solution.  The same seed gives the same draws (with the same engine).

    Engine frontier draws from a table of states, and does not mind how many solutions there are.
    The others count the solutions and list them.  Further options: `verify`, and the fields of
    `SearchOptions` but its limits and its seed.

    >>> import tilewright as tw
    >>> for solution in tw.sample(tw.load("ascii-3x3"), 2, seed=1):
    ...     print(solution, end="\\n--\\n")
    CCC
    CBA
    CBB
    --
    CCC
    ABC
    BBC
    --
    """
    if isinstance(problem, Puzzle):
        encoding = encode(require_sound(problem))
        drawn = draw(encoding, n, seed=seed, engine=engine, **options)
        return list(solutions_of(encoding, drawn.covers, verify=verify))
    covers = draw(problem, n, seed=seed, engine=engine, **options).covers
    if verify:
        checker = CoverChecker(problem)
        for cover in covers:
            checker.check(cover)
    return covers


@dataclass(frozen=True, slots=True)
class Drawn:
    """Covers drawn at random, and from how many."""

    covers: list[Cover]
    solutions: int
    engine: str


def draw(
    problem: Encoding | ExactCover,
    n: int,
    *,
    seed: int = 0,
    engine: str = "auto",
    watch: Callable[[Tour], None] | None = None,
    **options: Any,
) -> Drawn:
    """Draw covers, see `sample`; `watch` is called now and then."""
    for name, value, most in (("n", n, None), ("seed", seed, 2**64 - 1)):
        if not isinstance(value, int) or isinstance(value, bool):
            raise OptionError(f"{name} is {value!r}: expected a whole number")
        if value < 0 or (most is not None and value > most):
            limit = "or more" if most is None else f"to {most}"
            raise OptionError(f"{name} is {value}: expected 0 {limit}")
    tour = Tour(problem, engine=engine, passes=2, watch=watch, **options)
    chance = Random(seed)
    table = tour.table()
    if table is not None:
        solutions, covers = table.count, table.sample(n, seed)
    else:
        solutions, covers = _from_list(tour, n, chance)
    if tour.permutations:
        covers = [_turned(cover, chance.choice(tour.permutations)) for cover in covers]
    return Drawn(covers, solutions, tour.engine)


def solutions_of(
    encoding: Encoding, covers: Iterable[Cover], *, verify: bool
) -> Iterator[Solution]:
    """The solutions that covers stand for, checked by independent code if wanted."""
    decoder = Decoder(encoding)
    checker = CoverChecker(encoding.problem) if verify else None
    for cover in covers:
        solution = decoder.solution(cover)
        if checker:
            checker.check(cover)
            check_solution(solution.puzzle, solution.placed)
        yield solution


def _from_list(tour: Tour, n: int, chance: Random) -> tuple[int, list[Cover]]:
    """Count; draw numbers of solutions; list, and take those.

    The solutions are numbered part by part, those that one cover stands for one after the other.
    """
    ends = list(accumulate((part.weight * tour.count(part) for part in tour.parts), initial=0))
    solutions = ends[-1]
    if not solutions:
        return 0, []
    numbers = [chance.randrange(solutions) for _ in range(n)]
    wanted = sorted(set(numbers))
    found: dict[int, Cover] = {}
    for part, (start, end) in zip(tour.parts, pairwise(ends), strict=True):
        here = wanted[bisect_left(wanted, start) : bisect_left(wanted, end)]
        places = [(number - start) // part.weight for number in here]
        found.update(zip(here, _picked(tour.covers(part), places), strict=True))
    return solutions, [found[number] for number in numbers]


def _picked(batches: Iterable[Batch], places: Sequence[int]) -> Iterator[Cover]:
    """The covers at these places of a list; places are in order, and one may come twice."""
    waiting = iter(places)
    place = next(waiting, None)
    passed = 0
    for batch in batches if places else ():
        while place is not None and place < passed + len(batch):
            yield _cover(batch, place - passed)
            place = next(waiting, None)
        if place is None:
            return
        passed += len(batch)


def _cover(batch: Batch, number: int) -> Cover:
    start = int(batch.ends[number - 1]) if number else 0
    return tuple(batch.options[start : int(batch.ends[number])].tolist())


def _turned(cover: Cover, permutation: Permutation) -> Cover:
    return tuple(permutation[list(cover)].tolist())
