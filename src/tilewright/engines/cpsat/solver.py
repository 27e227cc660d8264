"""CP-SAT at work: loaded when it is needed, in a thread of its own, so that it can be stopped."""

import math
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from itertools import groupby, pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from tilewright.cover import ExactCover, Subtree
from tilewright.engines.contract import Cover
from tilewright.engines.patience import in_thread
from tilewright.errors import TilewrightError, how_to_install

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel

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
    bound: float  # of the objective
    branches: int
    core: tuple[int, ...]
    work: float


class RunningSolve:
    """A solve of a model under way, in a thread of its own.

    The values of a solution are those of these Boolean variables.  `on_solution` is told each
    solution met, in the solver's thread, and says whether to go on; with `every` all solutions are
    met.  With one worker the same seed gives the same answer.
    """

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
        self._solver = solver = cp.CpSolver()
        settings = solver.parameters
        settings.num_workers = 1 if every else workers
        settings.random_seed = seed % 2**31
        settings.catch_sigint_signal = False
        settings.enumerate_all_solutions = every
        if max_seconds is not None and math.isfinite(max_seconds):
            settings.max_time_in_seconds = max(0.0, max_seconds)
        for name, value in parameters.items():
            setattr(settings, name, value)
        callback = _callback(cp, variables, on_solution) if on_solution else None
        self._status = in_thread(lambda: solver.solve(model, callback))

    def wait(self, seconds: float = SLICE_SECONDS) -> bool:
        """Wait so long for the end.  Has it come?"""
        from concurrent.futures import wait  # takes time to load

        wait([self._status], seconds)
        return self._status.done()

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
        cp, solver, status = self._cp, self._solver, self._status.result()
        found = status in (cp.OPTIMAL, cp.FEASIBLE)
        infeasible = status == cp.INFEASIBLE
        core = tuple(solver.sufficient_assumptions_for_infeasibility()) if infeasible else ()
        return Solved(
            proved=status in (cp.OPTIMAL, cp.INFEASIBLE),
            values=[bool(solver.value(v)) for v in self._variables] if found else None,
            bound=solver.best_objective_bound if self._model.has_objective() else 0.0,
            branches=solver.num_branches,
            core=core,
            work=solver.response_proto.deterministic_time,
        )


def run(
    model: "CpModel",
    variables: Sequence[Any],
    *,
    keep_going: Callable[[], bool] = lambda: True,
    **how: Any,
) -> Solved:
    """Solve a model to its end; `how` is what `RunningSolve` takes.

    `keep_going` is asked every twentieth of a second, in the caller's thread, so that signals are
    handled; when it says no, the solve is stopped.
    """
    solving = RunningSolve(model, variables, **how)
    try:
        while not solving.wait():
            if not keep_going():
                solving.stop()
    except BaseException:
        solving.abandon()
        raise
    return solving.result()


def _callback(cp: Any, variables: Sequence[Any], go_on: Callable[[Sequence[bool]], bool]) -> Any:
    class Callback(cp.CpSolverSolutionCallback):  # type: ignore[misc]
        def on_solution_callback(self) -> None:
            if not go_on([bool(self.value(v)) for v in variables]):
                self.stop_search()

    return Callback()


@dataclass(frozen=True, slots=True)
class CoverModel:
    """The model, a Boolean variable for each option, and for each item those that use it."""

    model: "CpModel"
    options: list[Any]
    uses: list[list[Any]]

    def forbid(self, cover: Cover, others: Iterable[int]) -> None:
        """From now on another cover; `others` are the loose options that this one has not."""
        without_one = [~self.options[option] for option in cover]
        self.model.add_bool_or(without_one + [self.options[option] for option in others])


def chosen(values: Sequence[bool]) -> Cover:
    """The options that a solution has."""
    return tuple(option for option, taken in enumerate(values) if taken)


def cover_model(problem: ExactCover, start: Subtree | None = None) -> CoverModel:
    """The model whose solutions are the covers of a problem, or of a subtree of it.

    Each item limits how many of its options are chosen.  On a secondary item, options of one
    colour agree: each colour has a variable of its own, and at most one of these is true.
    """
    model = cp_model().CpModel()
    options = [model.new_bool_var("") for _ in range(problem.option_count)]
    uses: list[list[Any]] = [[] for _ in problem.items]
    coloured: dict[int, dict[int, list[Any]]] = defaultdict(lambda: defaultdict(list))
    entries, colours = problem.entries.tolist(), problem.entry_colours.tolist()
    for option, (begin, end) in zip(options, pairwise(problem.starts.tolist()), strict=True):
        for k in range(begin, end):
            uses[entries[k]].append(option)
            if colours and colours[k]:
                coloured[entries[k]][colours[k]].append(option)
    for number, item in enumerate(problem.items):
        if number in coloured:
            _agree(model, uses[number], coloured[number])
        elif (item.lo, item.hi) == (1, 1):
            model.add_exactly_one(uses[number])
        elif item.hi == 1:
            model.add_at_most_one(uses[number])
        else:
            model.add_linear_constraint(sum(uses[number]), item.lo, item.hi)
    for idle in problem.idle_options:
        model.add(options[idle] == 0)
    for chosen in start.chosen if start else ():
        model.add(options[chosen] == 1)
    for excluded in start.excluded if start else ():
        model.add(options[excluded] == 0)
    return CoverModel(model, options, uses)


def _agree(model: "CpModel", uses: list[Any], coloured: dict[int, list[Any]]) -> None:
    """At most one colour; an option without one excludes all others."""
    with_colour = {id(option) for some in coloured.values() for option in some}
    alternatives = [option for option in uses if id(option) not in with_colour]
    for some in coloured.values():
        has = model.new_bool_var("")
        for option in some:
            model.add_implication(option, has)
        model.add_bool_or([~has, *some])  # so that each cover is one solution
        alternatives.append(has)
    model.add_at_most_one(alternatives)


def loose_options(problem: ExactCover) -> tuple[int, ...]:
    """Options that may be left out of one cover, and added to make another of it.

    All their primary items may be covered more or fewer times.  Where there are none, no cover
    contains another.
    """
    if not problem.option_count:
        return ()
    exact = np.array([i.lo == i.hi and not i.secondary for i in problem.items], dtype=np.bool_)
    starts = problem.starts[:-1].astype(np.intp)
    loose = ~np.logical_or.reduceat(exact[problem.entries], starts)
    loose[list(problem.idle_options)] = False
    return tuple(np.flatnonzero(loose).tolist())


def remainder(problem: ExactCover, start: Subtree, covers: Sequence[Cover]) -> list[Subtree]:
    """The covers of a subtree without these, however they were found, as disjoint subtrees.

    The covers, each as ordered numbers, make a tree of prefixes.  What leaves that tree at one of
    its nodes is a subtree: it has the options of the prefix, and none of those that follow it.

    >>> from tilewright.cover import from_options
    >>> problem = from_options([["a"], ["b"], ["a", "b"], ["b"]])
    >>> for part in remainder(problem, Subtree(), [(0, 1)]):
    ...     print(part)
    Subtree(chosen=(), excluded=(0,), via=None)
    Subtree(chosen=(0,), excluded=(1,), via=None)
    """
    given = set(start.chosen)
    parts: list[Subtree] = []
    loose = loose_options(problem)
    tails = sorted(tuple(option for option in cover if option not in given) for cover in covers)
    waiting = [(start.chosen, start.excluded, tails)]
    while waiting:
        chosen, excluded, tails = waiting.pop()
        depth = len(chosen) - len(start.chosen)
        ends_here = bool(tails) and len(tails[0]) == depth
        for option, group in groupby(tails[ends_here:], key=lambda tail: tail[depth]):
            waiting.append(((*chosen, option), excluded, list(group)))
            excluded = (*excluded, option)
        if not ends_here:
            parts.append(Subtree(chosen, excluded))
        else:
            parts += _larger(problem, chosen, excluded, loose)
    return parts


def _larger(
    problem: ExactCover, cover: Cover, excluded: tuple[int, ...], loose: Sequence[int]
) -> Iterator[Subtree]:
    """The covers that contain this one, and none of the excluded options, without itself."""
    out = {*excluded, *cover}
    for option in loose:
        if option not in out and _fits(problem, cover, option):
            yield Subtree((*cover, option), excluded)
            excluded = (*excluded, option)


def _fits(problem: ExactCover, cover: Cover, option: int) -> bool:
    """May this option be added, as far as the upper bounds and the colours are concerned?"""
    uses: dict[int, list[int]] = defaultdict(list)
    for one in (*cover, option):
        span = slice(int(problem.starts[one]), int(problem.starts[one + 1]))
        items = problem.entries[span].tolist()
        colours = problem.entry_colours[span].tolist() or [0] * len(items)
        for item, colour in zip(items, colours, strict=True):
            uses[item].append(colour)
    return all(
        len(colours) <= problem.items[item].hi or (colours[0] and len(set(colours)) == 1)
        for item, colours in uses.items()
    )
