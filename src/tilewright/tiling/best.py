"""The best that can be done: most cells covered, fewest pieces, least cost."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from tilewright.document.brief import brief_repr
from tilewright.encoding import Encoding, encode
from tilewright.engines import Counters, Cover, OptionError, require_one_of
from tilewright.engines.best import best_covers
from tilewright.faults import require_sound
from tilewright.placements import Numbers
from tilewright.puzzle import Puzzle, PuzzleError
from tilewright.solutions import (
    UP_TO,
    Action,
    Decoder,
    Permutation,
    Solution,
    check_solution,
    least_image,
)
from tilewright.tiling.relaxed import Priced, coverage_problem, priced_problem

__all__ = ["AIMS", "BestSolutions", "best"]

AIMS = ("coverage", "fewest", "cheapest")


@dataclass(frozen=True, slots=True)
class BestSolutions:
    """The best solutions, the best first, each with its cost.

    For aim "coverage" the cost is the number of cells that should be covered and are not, for
    "fewest" the number of pieces, for "cheapest" the sum of their costs.  If `proved`, none is
    better than these; in any case none costs less than `bound`.  The solutions solve `puzzle`: for
    "coverage" that is the one given with all cells allowed to stay empty, and no piece required.
    `dropped` says in words which rules were let go for that.
    """

    aim: str
    puzzle: Puzzle
    cells: int  # how many should be covered
    solutions: tuple[tuple[int, Solution], ...]
    proved: bool
    bound: int
    engine: str
    counters: Counters
    dropped: tuple[str, ...] = ()

    __repr__ = brief_repr

    def __str__(self) -> str:
        if not self.solutions:
            return "no solution" if self.proved else "no solution found yet"
        return f"{self.reached(self.solutions[0][0])}; {self._verdict()}"

    def reached(self, cost: int) -> str:
        """A cost in words."""
        if self.aim == "coverage":
            return f"{self.cells - cost:,} of {self.cells:,} cells covered"
        if self.aim == "fewest":
            return f"{cost:,} piece{'s' * (cost != 1)}"
        return f"cost {cost:,}"

    def left_over(self, solution: Solution) -> dict[str, int]:
        """The pieces that a solution does not use, and how many of each; not of endless ones."""
        used = Counter(placed.piece for placed in solution.placed)
        left = {p.name: (p.count.hi or 0) - used[p.name] for p in self.puzzle.pieces}
        return {name: number for name, number in left.items() if number > 0}

    def _verdict(self) -> str:
        more = {"coverage": "no more", "fewest": "no fewer", "cheapest": "no less"}[self.aim]
        if self.bound == self.solutions[0][0]:
            return f"proved: {more} can be"
        if self.aim == "coverage":
            return f"at most {self.cells - self.bound:,} by the bound"
        return f"at least {self.bound:,} by the bound"


def best(
    puzzle: Puzzle,
    aim: str = "coverage",
    k: int = 1,
    *,
    costs: Mapping[str, int] | None = None,
    up_to: str = "symmetry",
    engine: str = "auto",
    seed: int | None = None,
    max_nodes: int | None = None,
    max_seconds: float | None = None,
    keep_going: Callable[[], bool] = lambda: True,
    tell: Callable[[int], None] = lambda _: None,
) -> BestSolutions:
    """The k best solutions of a puzzle, one of each class of symmetric ones.

    `aim` says what is good:

    - "coverage": as many cells as possible are covered.  Each piece is used at most as often as
      its count says, and any cell may stay empty.
    - "fewest": a solution with as few pieces as possible; some counts should be ranges or `any`.
    - "cheapest": a solution whose pieces cost least; `costs` maps names of pieces to whole
      numbers, 1 for those it leaves out.

    `up_to` says which solutions count as the same, as for `solve`.  The rest is as for
    `best_covers`.

    >>> import tilewright as tw
    >>> puzzle = tw.make_puzzle("square", tw.box(4, 4), {"X": ".#.\\n###\\n.#.", "I": "####"})
    >>> found = tw.best(puzzle)
    >>> print(found)
    9 of 16 cells covered; proved: no more can be
    >>> print(found.solutions[0][1])
    IIII
    .X..
    XXX.
    .X..
    """
    _refuse(aim, up_to, k, costs)
    priced = _priced(puzzle, aim, costs or {})
    group = _group(priced, up_to)
    found = best_covers(
        priced.problem,
        (k - 1) * len(group) + 1,  # so many belong to k classes at least
        engine=engine,
        at_least=priced.at_least,
        seed=seed,
        max_nodes=max_nodes,
        max_seconds=max_seconds,
        keep_going=keep_going,
        tell=tell,
    )
    encoding = priced.encoding
    kept = _one_of_each(found.covers, len(encoding.placements), group)[:k]
    decoder = Decoder(encoding)
    solutions = tuple((cost, decoder.solution(cover)) for cost, cover in kept)
    for _, solution in solutions:
        check_solution(encoding.puzzle, solution)
    return BestSolutions(
        aim,
        encoding.puzzle,
        len(puzzle.board.must),
        solutions,
        found.proved,
        found.bound,
        found.engine,
        found.counters,
        priced.dropped,
    )


def _refuse(aim: str, up_to: str, k: Any, costs: Mapping[str, int] | None) -> None:
    require_one_of("aim", aim, AIMS)
    require_one_of("up_to", up_to, UP_TO)
    if not isinstance(k, int) or isinstance(k, bool) or k < 1:
        raise OptionError(f"k is {k!r}: expected a whole number, 1 or more")
    if costs and aim != "cheapest":
        raise OptionError(f"costs have no place here: the aim is {aim!r}, not 'cheapest'")


def _priced(puzzle: Puzzle, aim: str, costs: Mapping[str, int]) -> Priced:
    if not isinstance(puzzle, Puzzle):
        raise PuzzleError(f"a {type(puzzle).__name__} is not a puzzle on a lattice, as this needs")
    if aim == "coverage":
        return coverage_problem(puzzle)
    encoding = encode(require_sound(puzzle))
    return priced_problem(encoding, _placement_costs(encoding, costs))


def _placement_costs(encoding: Encoding, costs: Mapping[str, int]) -> Numbers:
    """What each placement costs: the same for all identical pieces."""
    pieces = encoding.puzzle.pieces
    for name, cost in costs.items():
        encoding.puzzle.piece(name)
        if not isinstance(cost, int) or isinstance(cost, bool) or cost < 0:
            raise OptionError(f"the cost of {name!r} is {cost!r}: expected a whole number from 0")
    of_type = []
    for kind in encoding.placements.types:
        names = [pieces[n].name for n in kind.pieces]
        paid = {name: costs.get(name, 1) for name in names}
        if len(set(paid.values())) > 1:
            spelt = ", ".join(f"{name} costs {cost}" for name, cost in paid.items())
            raise OptionError(f"pieces that cannot be told apart have different costs: {spelt}")
        of_type.append(paid[names[0]])
    blocks = encoding.placements.blocks
    each = np.array([of_type[block.type] for block in blocks], dtype=np.int64)
    return np.repeat(each, [len(block) for block in blocks])


def _group(priced: Priced, up_to: str) -> list[Permutation]:
    """The symmetries, as permutations of the placements, under which all that counts is kept."""
    count = len(priced.encoding.placements)
    if up_to == "nothing":
        return [np.arange(count, dtype=np.uint32)]
    action = Action.of(priced.encoding)
    action = action if up_to == "symmetry" else action.rotations
    worth = priced.worth
    return [p for p in action.permutations if np.array_equal(worth[p[:count]], worth)]


def _one_of_each(
    covers: tuple[tuple[int, Cover], ...], placements: int, group: list[Permutation]
) -> list[tuple[int, Cover]]:
    """The first cover of each class; only the placements in it tell classes apart."""
    classes: dict[Cover, tuple[int, Cover]] = {}
    for cost, cover in covers:
        placed = [option for option in cover if option < placements]
        classes.setdefault(least_image(placed, group), (cost, cover))
    return list(classes.values())
