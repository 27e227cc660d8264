"""The size of a search tree by Monte Carlo, where that is what a source prints."""

from typing import Any

from tilewright.papers.tasks.problems import problem_of
from tilewright.papers.tasks.task import Given, Outcome, Pace, Task
from tilewright.solve import estimate

__all__ = ["ESTIMATE"]


def _compute(given: Given, pace: Pace, _saved: Any = None, /) -> Outcome:
    """So many random descents, always the same: nodes, updates and solutions, each with the ends
    of its interval of confidence, and how far a single descent strays.

    Fewer descents would be another number, so an estimate that is left begins anew."""
    samples = given["samples"]
    found = estimate(
        problem_of(given),
        samples=samples,
        rule=given.get("rule", "fewest"),
        order=given.get("first", ()),
        keep_going=lambda: not pace.over,
    )
    if found.samples < samples:
        return Outcome(None)
    values: dict[str, Any] = {}
    for name in ("nodes", "updates", "solutions"):
        figure = getattr(found, name)
        values[name] = figure.mean
        values[f"{name}_low"], values[f"{name}_high"] = figure.low, figure.high
        values[f"{name}_deviation"] = figure.error * samples**0.5
    return Outcome(values)


ESTIMATE = Task(_compute)
