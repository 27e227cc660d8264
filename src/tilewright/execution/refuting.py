"""When to look for a proof that there is no solution: before a long search, or during one.

A small puzzle must not pay for it, nor one of which a solution has been met.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

from tilewright.encoding import Encoding
from tilewright.engines.choice import THINKING
from tilewright.engines.patience import OutOfTime, patiently
from tilewright.engines.registry import AUTO
from tilewright.execution.plan import Plan

if TYPE_CHECKING:
    from tilewright.invariants.finding import Refutation

LONG = 1.0  # seconds: what takes less is searched
SHARE, LONGEST = 0.05, 2.0  # of the seconds that are expected; and so many at most


def seconds_before(plan: Plan) -> float:
    """How long to look for a proof before anything is searched: 0 if that is not worth it.

    How long it takes to find a few solutions, nobody knows beforehand; and nodes may be few.
    """
    request = plan.request
    expected = max((s.choice.seconds or 0.0 for s in plan.search if s.choice), default=0.0)
    limited = request.max_solutions is not None or request.max_nodes is not None
    if limited or expected < LONG or not _in_doubt(plan):
        return 0.0
    left = LONGEST if request.max_seconds is None else THINKING * request.max_seconds
    return min(LONGEST, SHARE * expected, left)


def seconds_during(plan: Plan) -> float:
    """The same once the search has gone on for a `LONG` time without a solution."""
    return LONGEST if _in_doubt(plan) and not seconds_before(plan) else 0.0


def _in_doubt(plan: Plan) -> bool:
    """Is no solution known?  Who names an engine wants its answer."""
    if plan.refutation or plan.request.engine != AUTO:
        return False
    return not any(stage.choice and stage.choice.solvable for stage in plan.search)


def refute(
    encoding: Encoding, seconds: float, keep_going: Callable[[], bool]
) -> "Refutation | None":
    """A proof that this has no solution; None if there is none, or no time to find it."""
    if not seconds:
        return None
    from tilewright.invariants.finding import find_refutation  # takes time to load

    placements = encoding.placements
    try:
        return patiently(lambda: find_refutation(placements, seconds, keep_going), keep_going)
    except OutOfTime:
        return None
