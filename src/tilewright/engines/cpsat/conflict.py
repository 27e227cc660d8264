"""Why an exact cover problem has no cover: a few bounds of items that are too much together.

Each bound in question holds if an assumption does.  CP-SAT names assumptions that cannot all hold;
these are made fewer by leaving out one after the other and asking again.
"""

import time
from collections.abc import Callable, Collection, Sequence
from concurrent.futures import wait
from dataclasses import dataclass
from fractions import Fraction
from math import inf
from typing import Any, Literal

from tilewright.cover import ExactCover, Item
from tilewright.engines.cpsat.solver import (
    INSTALL,
    SLICE_SECONDS,
    CpSatError,
    Solved,
    cover_model,
    run,
)
from tilewright.engines.patience import in_thread

LEAST: Literal["least"] = "least"
MOST: Literal["most"] = "most"
Bound = tuple[int, Literal["least", "most"]]  # an item, and which of its bounds
WORK_FOR_ONE = 3.0  # a question that takes more is left open: the bound is kept
LARGEST_DENOMINATOR = 60


def find_bound(
    items: int,
    kinds: Sequence[tuple[int, int, Sequence[Sequence[int]]]],
    *,
    max_work: float,
    keep_going: Callable[[], bool] = lambda: True,
) -> list[Fraction] | None:
    """Numbers on items with a sum that no choice of options reaches (Farkas), and small ones.

    Of each kind of option there are from so many to so many in a choice; an option is the items
    that it has.  The numbers come from a linear program in floating point, so they are to be
    checked.  None if it finds none.  The limit is of work as the solver measures it, the same on
    every machine.  Raises CpSatError without OR-Tools.
    """
    solver = _glop()
    solver.SetSolverSpecificParametersAsString(f"max_deterministic_time: {max_work}")
    endless = solver.infinity()
    above = [solver.NumVar(0, endless, "") for _ in range(items)]
    below = [solver.NumVar(0, endless, "") for _ in range(items)]
    objective = solver.Objective()
    objective.SetMinimization()
    more = solver.Constraint(1, endless)  # all items have 1 more than any choice
    for up, down in zip(above, below, strict=True):
        for variable, sign in ((up, 1), (down, -1)):
            objective.SetCoefficient(variable, 1)
            more.SetCoefficient(variable, sign)
    for lo, hi, options in kinds:
        most = solver.NumVar(-endless, endless, "")  # that one option has
        total = solver.NumVar(-endless, endless, "")  # that all of them have
        more.SetCoefficient(total, -1)
        for times in {lo, hi}:
            row = solver.Constraint(0, endless)
            row.SetCoefficient(total, 1)
            row.SetCoefficient(most, -times)
        for option in options:
            row = solver.Constraint(0, endless)
            row.SetCoefficient(most, 1)
            for item in option:
                row.SetCoefficient(above[item], -1)
                row.SetCoefficient(below[item], 1)
    if _solved(solver, keep_going) != solver.OPTIMAL:
        return None
    return [
        Fraction(up.solution_value() - down.solution_value()).limit_denominator(LARGEST_DENOMINATOR)
        for up, down in zip(above, below, strict=True)
    ]


def _solved(solver: Any, keep_going: Callable[[], bool]) -> Any:
    """Solve in a thread of its own, so that it can be stopped."""
    status = in_thread(solver.Solve)
    try:
        while not status.done():
            wait([status], SLICE_SECONDS)
            if not keep_going():
                solver.InterruptSolve()
    except BaseException:
        solver.InterruptSolve()
        raise
    return status.result()


def _glop() -> Any:
    try:
        from ortools.linear_solver import pywraplp  # type: ignore[import-untyped, unused-ignore]
    except ImportError as error:
        raise CpSatError(f"linear programs need OR-Tools ({error}): {INSTALL}") from None
    return pywraplp.Solver.CreateSolver("GLOP")


@dataclass(frozen=True, slots=True)
class Clash:
    """Bounds that no choice of options satisfies.  If `minimal`, any bound fewer, and one does."""

    bounds: tuple[Bound, ...]
    minimal: bool


def find_clash(
    problem: ExactCover,
    bounds: Sequence[Bound],
    *,
    max_work: float = inf,
    max_seconds: float | None = None,
    keep_going: Callable[[], bool] = lambda: True,
) -> Clash | None:
    """Some of these bounds that cannot be satisfied, whatever the others are.

    Bounds of primary items that are not named, and secondary items, are taken for granted.  None
    if there is a cover, or if that is not decided in time.  With a limit of work, as CP-SAT
    measures it, instead of seconds the answer is the same on every machine.
    """
    asking = _Asking(problem, bounds, max_work, max_seconds, keep_going)
    first = asking.ask(bounds)
    if first is None or not first.proved or first.values is not None:
        return None
    return asking.fewer(asking.core(first, bounds))


class _Asking:
    def __init__(
        self,
        problem: ExactCover,
        bounds: Sequence[Bound],
        max_work: float,
        max_seconds: float | None,
        keep_going: Callable[[], bool],
    ) -> None:
        made = cover_model(_loosened(problem, bounds))
        self.model, self.variables = made.model, made.options
        self.assumed: dict[Bound, Any] = {}
        for item, side in bounds:
            uses, wanted = made.uses[item], problem.items[item]
            holds = self.assumed[item, side] = self.model.new_bool_var("")
            if side == MOST:
                self.model.add(sum(uses) <= wanted.hi).only_enforce_if(holds)
            elif wanted.lo == 1:
                self.model.add_bool_or(uses).only_enforce_if(holds)
            else:
                self.model.add(sum(uses) >= wanted.lo).only_enforce_if(holds)
        self._bound_of = {holds.index: bound for bound, holds in self.assumed.items()}
        self._work = max_work  # that is left
        self._deadline = None if max_seconds is None else time.monotonic() + max_seconds
        self._keep_going = keep_going

    def ask(self, bounds: Collection[Bound], most: float = inf) -> Solved | None:
        """Can these hold together?  None if there is no time to ask."""
        left = None if self._deadline is None else self._deadline - time.monotonic()
        if not self._keep_going() or self._work <= 0 or (left is not None and left <= 0):
            return None
        self.model.clear_assumptions()
        self.model.add_assumptions([self.assumed[bound] for bound in bounds])
        solved = run(
            self.model,
            self.variables,
            max_seconds=left,
            keep_going=self._keep_going,
            max_deterministic_time=min(self._work, most),
        )
        self._work -= solved.work
        return solved

    def core(self, solved: Solved, bounds: Sequence[Bound]) -> list[Bound]:
        """Those of the bounds that were named as too much, in their order."""
        named = {self._bound_of[number] for number in solved.core if number in self._bound_of}
        return [bound for bound in bounds if bound in named] if solved.core else []

    def fewer(self, bounds: list[Bound]) -> Clash:
        """Leave out what can be left out: many at a time at first, in the end one by one."""
        sure = True
        size = max(1, len(bounds) // 2)
        while True:
            start = 0
            while start < len(bounds):
                tried = bounds[:start] + bounds[start + size :]
                solved = self.ask(tried, WORK_FOR_ONE)
                if solved is None:
                    return Clash(tuple(bounds), False)
                if solved.proved and solved.values is None:
                    bounds = self.core(solved, tried)
                else:
                    sure = sure and (size > 1 or solved.values is not None)
                    start += size
            if size == 1:
                return Clash(tuple(bounds), sure)
            size //= 2


def _loosened(problem: ExactCover, bounds: Collection[Bound]) -> ExactCover:
    """The same problem without these bounds; but an item that is covered once still is at most."""
    least = {item for item, side in bounds if side == LEAST}
    most = {item for item, side in bounds if side == MOST}
    items: list[Item] = []
    for number, item in enumerate(problem.items):
        lo = 0 if number in least else item.lo
        hi = max(1, problem.option_count) if number in most else item.hi
        items.append(item if item.secondary else Item(item.name, lo, hi))
    return problem.with_parts(items=tuple(items))
