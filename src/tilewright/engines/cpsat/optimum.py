"""The cheapest covers by CP-SAT: the cheapest, then without it the cheapest again."""

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from tilewright.cover import ExactCover
from tilewright.engines.contract import Cover
from tilewright.engines.cpsat.solver import CoverModel, cover_model, loose_options, run

ROUNDING = 1e-9  # bounds are told in floating point: relative error, generously


@dataclass(frozen=True, slots=True)
class Optimum:
    """The covers, the cheapest first; if `proved`, the k cheapest or all there are.

    No cover costs less than `bound`.
    """

    covers: tuple[Cover, ...]
    proved: bool
    bound: int
    branches: int


def optimum(
    problem: ExactCover,
    k: int,
    *,
    at_least: int = 0,
    hint: Cover = (),
    seed: int = 0,
    deadline: float = math.inf,
    keep_going: Callable[[], bool] = lambda: True,
    tell: Callable[[Cover], None] = lambda _: None,
    max_deterministic_time: float = math.inf,
) -> Optimum:
    """The k cheapest covers, as far as they are found before the deadline, a `time.monotonic()`.

    `hint` is a cover to begin with; `tell` is told, in another thread, of covers met.
    `max_deterministic_time` limits each solve, whatever the clock says.  One worker, so that the
    same seed gives the same answer.
    """
    made = cover_model(problem)
    costs = problem.costs.tolist() or [0] * problem.option_count
    total = sum(cost * option for cost, option in zip(costs, made.options, strict=True) if cost)
    if any(costs):
        made.model.minimize(total)
        made.model.add(total >= at_least)
    for option in hint:
        made.model.add_hint(made.options[option], 1)
    loose = frozenset(loose_options(problem))
    found: list[Cover] = []
    met: list[Cover] = []  # the others, met on the way
    bound, branches, proved = at_least, 0, True

    def meet(values: Sequence[bool]) -> bool:
        met.append(_cover(values))
        tell(met[-1])
        return True

    while proved and len(found) < k:
        solved = run(
            made.model,
            made.options,
            seed=seed,
            max_seconds=None if deadline == math.inf else max(0.0, deadline - time.monotonic()),
            keep_going=keep_going,
            on_solution=meet,
            max_deterministic_time=max_deterministic_time,
        )
        branches += solved.branches
        proved = solved.proved
        if not found and any(costs) and not (solved.proved and solved.values is None):
            bound = max(bound, _whole(solved.bound))
        if solved.values is None:
            break
        found.append(_cover(solved.values))
        if solved.proved:
            made.model.clear_hints()  # type: ignore[no-untyped-call]
            _continue(made, found[-1], loose, costs, total)
    if not proved:
        found = _cheapest([*found, *met], costs)[:k]
    return Optimum(tuple(found), proved, bound, branches)


def _cover(values: Sequence[bool]) -> Cover:
    return tuple(option for option, taken in enumerate(values) if taken)


def _continue(
    made: CoverModel, cover: Cover, loose: frozenset[int], costs: Sequence[int], total: Any
) -> None:
    """From now on another cover, which then costs no less."""
    others = loose.difference(cover)
    without_one = [~made.options[option] for option in cover]
    made.model.add_bool_or(without_one + [made.options[option] for option in sorted(others)])
    if any(costs):
        made.model.add(total >= sum(costs[option] for option in cover))


def _whole(bound: float) -> int:
    """The least whole number that a bound, which may be a little too large, leaves possible."""
    return math.ceil(bound - max(1e-6, abs(bound) * ROUNDING)) if math.isfinite(bound) else 0


def _cheapest(covers: Sequence[Cover], costs: Sequence[int]) -> list[Cover]:
    distinct = dict.fromkeys(covers)
    return sorted(distinct, key=lambda cover: sum(costs[option] for option in cover))
