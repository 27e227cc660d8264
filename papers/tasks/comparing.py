"""Several searches side by side: what each counts, level by level, and ratios between them."""

import time
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from papers.tasks.problems import problem_of
from papers.tasks.searching import SEARCH, counted
from papers.tasks.task import Given, Guess, Outcome, Pace, Task, Values, at_once
from tilewright.engines.covers import search

__all__ = ["COMPARE", "HYBRID"]


def profile(found: Mapping[str, Any]) -> Values:
    """What tables by level print besides nodes and updates, rounded as they do; and the numbers of
    each level by themselves, `nodes_level_0` and so on."""
    nodes, updates = found["nodes_per_level"], found["updates_per_level"]
    values = {
        "nodes_percent": [_rounded(100 * n, found["nodes"]) for n in nodes],
        "updates_percent": [_rounded(100 * u, found["updates"]) for u in updates],
        "updates_per_node_by_level": [_tenths(u, n) for u, n in zip(updates, nodes, strict=True)],
        "updates_per_node": _tenths(found["updates"], found["nodes"]),
    }
    for level, (n, u) in enumerate(zip(nodes, updates, strict=True)):
        values[f"nodes_level_{level}"] = n
        values[f"updates_level_{level}"] = u
        values[f"nodes_share_from_level_{level}"] = sum(nodes[level:]) / max(found["nodes"], 1)
        values[f"updates_share_to_level_{level}"] = sum(updates[: level + 1]) / found["updates"]
    return values


def _rounded(top: int, below: int) -> int:
    """Half is rounded up."""
    return (2 * top + below) // (2 * below) if below else 0


def _tenths(top: int, below: int) -> float:
    return _rounded(10 * top, below) / 10


def _compute(given: Given, pace: Pace, saved: Any = None, /) -> Outcome:
    """Part by part, each a search; what is saved are the values of those that are done, and what
    the one under way needs to go on."""
    done: dict[str, Values] = dict(saved["done"]) if saved else {}
    rest = saved["rest"] if saved else None
    for name, part in given["parts"].items():
        if name in done:
            continue
        outcome = SEARCH.compute(part, pace, rest)
        if outcome.values is None:
            return Outcome(None, {"done": done, "rest": outcome.saved})
        done[name], rest = outcome.values, None
    values = {
        f"{name}_{key}": value
        for name, counted in done.items()
        for key, value in {**counted, **profile(counted)}.items()
    }
    ratios = given.get("ratios", {})
    return Outcome({**values, **{name: _ratio(values, **of) for name, of in ratios.items()}})


def _ratio(
    values: Values, *, times: float = 1, of: str = "", each: float = 1, to: str = ""
) -> float:
    """So many `times` a value `of` the parts, to so many for `each` of another."""
    return times * (values[of] if of else 1) / (each * (values[to] if to else 1))


def _guess(given: Given, pace: Pace) -> dict[str, Guess]:
    parts = given["parts"]
    share = pace.left / len(parts)
    guesses = {}
    for name, part in parts.items():
        found = SEARCH.guess(part, replace(pace, deadline=time.monotonic() + share))
        guesses.update({f"{name}_{key}": guess for key, guess in found.items()})
    return guesses


COMPARE = Task(_compute, _guess)


def _hybrid(given: Given) -> Values:
    """Branch on the item with fewest options up to level `until`, and on the leftmost deeper down;
    the items of `first` are leftmost."""
    problem = problem_of(given)
    options = {"engine": "links", "order": given.get("first", ()), "collect": False}
    above = search(problem, max_levels=given["until"], **options)
    counters = above.run()
    counters += search(problem, start=above.remainder(), rule="leftmost", **options).run()
    values = counted(counters)
    return {**values, **profile(values)}


HYBRID = at_once(_hybrid)
