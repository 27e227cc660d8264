"""CP-SAT at work: loaded when it is needed, in a thread of its own, so that it can be stopped."""

import math
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from tilewright.errors import TilewrightError, how_to_install

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel

__all__ = ["INSTALL", "CpSatError", "Running", "Solved", "cp_model", "installed", "run"]

SLICE_SECONDS = 0.05  # the caller looks for signals, and is asked whether to go on, this often
PATIENCE = 2.0  # seconds to wait for a solver that was told to stop


INSTALL = how_to_install("cpsat")


class CpSatError(TilewrightError):
    """OR-Tools is not installed."""


def installed() -> bool:
    """Is OR-Tools there?  Does not load it."""
    return find_spec("ortools") is not None


def cp_model() -> Any:
    """OR-Tools' module of that name.  Raises CpSatError where there is none."""
    try:
        from ortools.sat.python import cp_model as module
    except ImportError as error:
        raise CpSatError(f"engine cpsat needs OR-Tools ({error}): {INSTALL}") from None
    return module


@dataclass(frozen=True, slots=True)
class Solved:
    """How a solve ended: `proved` if the answer is final, the best or the only one there is.

    Without a solution `values` is None; then `proved` says that there is none.  `core` holds the
    numbers of the assumptions that cannot all hold, if that is why.  `work` is the solver's own
    measure of what it did, the same on every machine: about a second each.
    """

    proved: bool
    values: Sequence[bool] | None
    objective: float
    bound: float
    branches: int
    conflicts: int
    seconds: float
    core: tuple[int, ...] = ()
    work: float = 0.0


class Running:
    """A solve under way, in a thread of its own; `run` says what it takes."""

    def __init__(
        self,
        model: "CpModel",
        variables: Sequence[Any],
        *,
        seed: int = 0,
        workers: int = 1,
        max_seconds: float | None = None,
        on_solution: Callable[[Sequence[bool]], bool] | None = None,
        every: bool = False,
        **parameters: Any,
    ) -> None:
        cp = cp_model()
        self._cp, self._model, self._variables = cp, model, variables
        self._solver = cp.CpSolver()
        settings = self._solver.parameters
        settings.num_workers = 1 if every else workers
        settings.random_seed = seed % 2**31
        settings.catch_sigint_signal = False
        settings.enumerate_all_solutions = every
        if max_seconds is not None and math.isfinite(max_seconds):
            settings.max_time_in_seconds = max(0.0, max_seconds)
        for name, value in parameters.items():
            setattr(settings, name, value)
        self._callback = _callback(cp, variables, on_solution) if on_solution else None
        self._began = time.monotonic()
        self._status: Any = None
        self._failure: BaseException | None = None
        self._thread = threading.Thread(target=self._work, name="cp-sat", daemon=True)
        self._thread.start()

    def wait(self, seconds: float = SLICE_SECONDS) -> bool:
        """Wait so long for the end.  Has it come?"""
        self._thread.join(seconds)
        return not self._thread.is_alive()

    def stop(self) -> None:
        """Ask it to end soon.  A solve that is only beginning may not hear it: ask again."""
        self._solver.stop_search()

    def abandon(self) -> bool:
        """Stop it, and wait for it a while.  Has it ended?"""
        deadline = time.monotonic() + PATIENCE
        while not self.wait(0) and time.monotonic() < deadline:
            self.stop()
            self.wait()
        return self.wait(0)

    def result(self) -> Solved:
        """How it ended.  Raises what was raised in its thread."""
        if self._failure is not None:
            raise self._failure
        cp, solver, status = self._cp, self._solver, self._status
        found = status in (cp.OPTIMAL, cp.FEASIBLE)
        infeasible = status == cp.INFEASIBLE
        core = tuple(solver.sufficient_assumptions_for_infeasibility()) if infeasible else ()
        has_objective = self._model.has_objective()
        return Solved(
            proved=status in (cp.OPTIMAL, cp.INFEASIBLE),
            values=[bool(solver.value(v)) for v in self._variables] if found else None,
            objective=solver.objective_value if found and has_objective else 0.0,
            bound=solver.best_objective_bound if has_objective else 0.0,
            branches=solver.num_branches,
            conflicts=solver.num_conflicts,
            seconds=time.monotonic() - self._began,
            core=core,
            work=solver.response_proto.deterministic_time,
        )

    def _work(self) -> None:
        try:
            self._status = self._solver.solve(self._model, self._callback)
        except BaseException as error:  # told to the caller, whose thread this is not
            self._failure = error


def run(
    model: "CpModel",
    variables: Sequence[Any],
    *,
    seed: int = 0,
    workers: int = 1,
    max_seconds: float | None = None,
    keep_going: Callable[[], bool] = lambda: True,
    on_solution: Callable[[Sequence[bool]], bool] | None = None,
    every: bool = False,
    **parameters: Any,
) -> Solved:
    """Solve a model; the values are those of these Boolean variables.

    `keep_going` is asked every twentieth of a second, in the caller's thread, so that signals are
    heard.  `on_solution` is told each solution met, in the solver's thread, and says whether to go
    on; with `every` all solutions are met.  With one worker the same seed gives the same answer.
    """
    solving = Running(
        model,
        variables,
        seed=seed,
        workers=workers,
        max_seconds=max_seconds,
        on_solution=on_solution,
        every=every,
        **parameters,
    )
    try:
        while not solving.wait():
            if not keep_going():
                solving.stop()
    except BaseException:
        solving.abandon()
        raise
    return solving.result()


def _callback(cp: Any, variables: Sequence[Any], tell: Callable[[Sequence[bool]], bool]) -> Any:
    class Told(cp.CpSolverSolutionCallback):  # type: ignore[misc]
        def on_solution_callback(self) -> None:
            if not tell([bool(self.value(v)) for v in variables]):
                self.stop_search()

    return Told()
