"""The cheapest covers by CP-SAT: the cheapest, then without it the cheapest again."""

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tilewright.cover import ExactCover
from tilewright.engines.contract import Cover
from tilewright.engines.cpsat.solver import chosen, cover_model, loose_options, run

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
    progress: Callable[[Cover], None] = lambda _: None,
    max_deterministic_time: float = math.inf,
) -> Optimum:
    """The k cheapest covers, as far as they are found before the deadline, a `time.monotonic()`.

    `hint` is a cover to begin with; `progress` is called, in another thread, with covers met.
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

    def cost(cover: Cover) -> int:
        return sum(costs[option] for option in cover)

    def meet(values: Sequence[bool]) -> bool:
        met.append(chosen(values))
        progress(met[-1])
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
        found.append(chosen(solved.values))
        if solved.proved:
            made.model.clear_hints()  # type: ignore[no-untyped-call]
            made.forbid(found[-1], sorted(loose.difference(found[-1])))
            if any(costs):  # and then it costs no less
                made.model.add(total >= cost(found[-1]))
    if not proved:
        found = sorted(dict.fromkeys([*found, *met]), key=cost)[:k]
    return Optimum(tuple(found), proved, bound, branches)


def _whole(bound: float) -> int:
    """The least whole number that a bound, which may be a little too large, leaves possible."""
    return math.ceil(bound - max(1e-6, abs(bound) * ROUNDING)) if math.isfinite(bound) else 0
