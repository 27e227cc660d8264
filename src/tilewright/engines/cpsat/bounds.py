"""Numbers on items such that no option has much, and all items together have more (Farkas)."""

import threading
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from tilewright.engines.cpsat.solver import INSTALL, SLICE_SECONDS, CpSatError

__all__ = ["find_bound"]

LARGEST_DENOMINATOR = 60


def find_bound(
    items: int,
    kinds: Sequence[tuple[int, int, Sequence[Sequence[int]]]],
    *,
    max_work: float,
    keep_going: Callable[[], bool] = lambda: True,
) -> list[Fraction] | None:
    """Numbers on items with a sum that no choice of options reaches, and small ones at that.

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
    ended: list[Any] = []
    thread = threading.Thread(target=lambda: ended.append(solver.Solve()), name="glop", daemon=True)
    thread.start()
    try:
        while thread.is_alive():
            thread.join(SLICE_SECONDS)
            if not keep_going():
                solver.InterruptSolve()
    except BaseException:
        solver.InterruptSolve()
        raise
    return ended[0] if ended else None


def _glop() -> Any:
    try:
        from ortools.linear_solver import pywraplp  # type: ignore[import-untyped, unused-ignore]
    except ImportError as error:
        raise CpSatError(f"linear programs need OR-Tools ({error}): {INSTALL}") from None
    return pywraplp.Solver.CreateSolver("GLOP")
