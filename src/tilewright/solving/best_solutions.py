"""The best that can be done: most cells covered, fewest pieces, least cost."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from tilewright.cover import ExactCover
from tilewright.document.text import brief_repr, many
from tilewright.encoding import Encoding, encode
from tilewright.engines import Counters, Cover, OptionError, require_one_of
from tilewright.engines.cheapest import best_covers
from tilewright.faults import sound_placements
from tilewright.placements import Numbers, Placements
from tilewright.puzzle import Board, Count, Puzzle, PuzzleError
from tilewright.solutions import Decoder, Solution, check_solution
from tilewright.symmetry import UP_TO, Action, Permutation, least_image

# Puzzles as exact cover problems with costs; for coverage, with cells that may stay empty.


@dataclass(frozen=True, eq=False)
class Priced:
    """A puzzle's problem with costs; the options of `encoding` come first, and mean the same.

    `worth` tells placements apart that are not worth the same, so that no symmetry may exchange
    them.  No cover costs less than `at_least`.
    """

    encoding: Encoding
    problem: ExactCover
    worth: Numbers
    at_least: int = 0
    dropped: tuple[str, ...] = ()


def _relaxed_placements(puzzle: Puzzle) -> Placements:
    """Those of the same puzzle, but any cell may stay empty, and no piece has to be used.

    Raises PuzzleError if something else is wrong with the puzzle, or if nothing fits.
    """
    cells, colours = puzzle.board.cells, puzzle.board.colours
    pieces = tuple(replace(p, count=Count(0, p.count.hi)) for p in puzzle.pieces)
    free = replace(puzzle, board=Board((), cells, colours), pieces=pieces, spare=None)
    return sound_placements(free)


def coverage_problem(puzzle: Puzzle) -> Priced:
    """Cover as much as can be: a cell that is not covered, but should be, costs 1."""
    placements = _relaxed_placements(puzzle)
    must = set(puzzle.board.must)
    required = np.array([cell in must for cell in placements.ground.cells], dtype=np.bool_)
    if puzzle.marks:
        # Marks look at empty cells, so that these are options already.
        encoding = encode(placements)
        empty = required[list(encoding.empty)].astype(np.int64)
        problem = encoding.problem.with_parts(
            costs=np.concatenate((np.zeros(len(placements), np.int64), empty)),
        )
    else:
        strict = replace(placements.puzzle, board=puzzle.board)
        inner = encode(replace(placements, puzzle=strict))
        encoding = Encoding(placements, inner.problem, inner.empty)
        problem = _with_empty_cells(inner.problem, required)
    worth = [required[placements.cells(block)].sum(axis=1) for block in placements.blocks]
    spare = f"spare = {puzzle.spare} is not looked at: any piece may be left over"
    return Priced(
        encoding,
        problem,
        np.concatenate([np.empty(0, np.int64), *worth]),
        _least_empty(puzzle),
        () if puzzle.spare is None else (spare,),
    )


def _with_empty_cells(problem: ExactCover, required: npt.NDArray[np.bool_]) -> ExactCover:
    """One more option for each required cell, at cost 1: it stays empty."""
    assert problem.regions is not None
    cells = problem.regions.cells[required]
    starts = problem.starts[-1] + np.arange(1, len(cells) + 1, dtype=np.uint64)
    colours = problem.entry_colours
    if len(colours):
        colours = np.concatenate((colours, np.zeros(len(cells), np.uint32)))
    costs = np.repeat(np.array([0, 1], np.int64), [problem.option_count, len(cells)])
    return problem.with_parts(
        starts=np.concatenate((problem.starts, starts)),
        entries=np.concatenate((problem.entries, cells)),
        entry_colours=colours,
        costs=costs,
        regions=None,
    )


def _least_empty(puzzle: Puzzle) -> int:
    """So many cells stay empty at least, judging by the sizes of the pieces."""
    must, cells = len(puzzle.board.must), len(puzzle.board.cells)
    sums = 1  # bit n: pieces can have n cells together
    for piece in puzzle.pieces:
        fitting = cells // piece.size
        left = fitting if piece.count.hi is None else min(fitting, piece.count.hi)
        times = 1
        while left > 0:  # 1, 2, 4, … and what is left make any number of them
            some = min(times, left)
            sums |= sums << (some * piece.size)
            sums &= (2 << cells) - 1
            left -= some
            times *= 2
    return max(0, must - (sums.bit_length() - 1))


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
            return many(cost, "piece")
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
    max_solutions: int = 1,
    *,
    costs: Mapping[str, int] | None = None,
    up_to: str = "symmetry",
    engine: str = "auto",
    seed: int | None = None,
    max_nodes: int | None = None,
    max_seconds: float | None = None,
    keep_going: Callable[[], bool] = lambda: True,
    progress: Callable[[int], None] = lambda _: None,
) -> BestSolutions:
    """The best solutions of a puzzle, one of each class of symmetric ones.

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
    _refuse(aim, up_to, max_solutions, costs)
    priced = _priced(puzzle, aim, costs or {})
    group = _group(priced, up_to)
    found = best_covers(
        priced.problem,
        (max_solutions - 1) * len(group) + 1,  # they belong to that many classes at least
        engine=engine,
        at_least=priced.at_least,
        seed=seed,
        max_nodes=max_nodes,
        max_seconds=max_seconds,
        keep_going=keep_going,
        progress=progress,
    )
    encoding = priced.encoding
    kept = _one_of_each(found.covers, len(encoding.placements), group)[:max_solutions]
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


def _refuse(aim: str, up_to: str, most: Any, costs: Mapping[str, int] | None) -> None:
    require_one_of("aim", aim, AIMS)
    require_one_of("up_to", up_to, UP_TO)
    if not isinstance(most, int) or isinstance(most, bool) or most < 1:
        raise OptionError(f"max_solutions is {most!r}: expected a whole number, 1 or more")
    if costs and aim != "cheapest":
        raise OptionError(f"costs have no place here: the aim is {aim!r}, not 'cheapest'")


def _priced(puzzle: Puzzle, aim: str, costs: Mapping[str, int]) -> Priced:
    if not isinstance(puzzle, Puzzle):
        raise PuzzleError(f"a {type(puzzle).__name__} is not a puzzle on a lattice, as this needs")
    if aim == "coverage":
        return coverage_problem(puzzle)
    encoding = encode(sound_placements(puzzle))
    worth = _placement_costs(encoding, costs)
    nothing = np.zeros(len(encoding.empty), dtype=np.int64)  # is what empty cells cost
    problem = encoding.problem.with_parts(costs=np.concatenate((worth, nothing)))
    return Priced(encoding, problem, worth)


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
