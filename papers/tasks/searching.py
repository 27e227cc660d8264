"""Search through one problem, or through several cases one after the other, and count."""

from collections.abc import Mapping
from typing import Any

from papers.tasks.problems import problem_of
from papers.tasks.task import Given, Guess, Outcome, Pace, Task, Values
from tilewright.cover import Subtree
from tilewright.engines import Counters, Estimate
from tilewright.engines.covers import search
from tilewright.engines.estimates import estimate

__all__ = ["MOST_SAMPLES", "SEARCH", "counted", "sum_of"]

MOST_SAMPLES = 2_000_000


def counted(counters: Counters) -> Values:
    """What a search counted.  Sources differ in what a node is:

    `nodes` are the options tried, `nodes_with_root` one more for the root of the tree, and
    `inner_nodes` root and tried options, but not those that complete a solution.
    """
    return {
        "solutions": counters.solutions,
        "nodes": counters.nodes,
        "nodes_with_root": counters.nodes + 1,
        "inner_nodes": counters.nodes + 1 - counters.solutions,
        "branches": counters.branches,
        "updates": counters.updates,
        "nodes_per_level": list(counters.nodes_per_level),
        "updates_per_level": list(counters.updates_per_level),
    }


def _cases(given: Given) -> list[Given]:
    return list(given["cases"]) if "cases" in given else [given]


def _options(given: Given) -> dict[str, Any]:
    return {
        "engine": given.get("engine", "links"),
        "rule": given.get("rule", "fewest"),
        "order": given.get("first", ()),
        "stranding": given.get("stranding", "none"),
    }


def _compute(given: Given, pace: Pace, saved: Any = None, /) -> Outcome:
    """Case by case; what is saved are the counters of each case so far, and what is left of the
    last one."""
    found: list[Counters] = []
    rest = None
    if saved is not None:
        found = [_counters(entries) for entries in saved["cases"]]
        rest = [Subtree.from_json(part) for part in saved["rest"]]
    cases = _cases(given)
    before = found.pop() if rest is not None else Counters()
    for case in cases[len(found) :]:
        problem = problem_of(case)
        left = None if pace.left == float("inf") else pace.left
        part = search(
            problem,
            start=rest,
            collect=False,
            threads=pace.threads,
            max_seconds=left,
            **_options(given),
        )
        for _ in part:
            if pace.over:
                part.stop()
        found.append(before + part.counters)
        if not part.finished:
            left_over = [subtree.to_json() for subtree in part.remainder()]
            return Outcome(None, {"cases": list(map(_plain, found)), "rest": left_over})
        rest, before = None, Counters()
    return Outcome(_values(cases, found))


def _values(cases: list[Given], found: list[Counters]) -> Values:
    """What all cases come to, and each one that has a name: `c_solutions` are those of case c."""
    values = counted(sum(found, Counters()))
    for case, counters in zip(cases, found, strict=True):
        if "case" in case:
            values |= {f"{case['case']}_{key}": value for key, value in counted(counters).items()}
    values["most_updates_of_a_case"] = max(one.updates for one in found)
    values["fewest_updates_of_a_case"] = min(one.updates for one in found)
    return values


def _plain(counters: Counters) -> dict[str, Any]:
    return {
        "nodes_per_level": counters.nodes_per_level,
        "updates_per_level": counters.updates_per_level,
        "solutions": counters.solutions,
        "stranded": counters.stranded,
    }


def _counters(entries: Mapping[str, Any]) -> Counters:
    return Counters(
        tuple(entries["nodes_per_level"]),
        tuple(entries["updates_per_level"]),
        entries["solutions"],
        entries["stranded"],
    )


def _guess(given: Given, pace: Pace) -> dict[str, Guess]:
    """By random descents, as many as there is time for.  Cases add up, and so do their errors."""
    cases = _cases(given)
    share = pace.left / len(cases)
    found = [
        estimate(
            problem_of(case),
            samples=MOST_SAMPLES,
            max_seconds=share,
            keep_going=lambda: not pace.stopped(),
            **_options(given),
        )
        for case in cases
    ]
    guesses = _guesses(found)
    for case, one in zip(cases, found, strict=True):
        if "case" in case:
            guesses |= {f"{case['case']}_{key}": guess for key, guess in _guesses([one]).items()}
    return guesses


def _guesses(found: list[Estimate]) -> dict[str, Guess]:
    guesses = {
        name: sum_of([getattr(one, name) for one in found])
        for name in ("solutions", "nodes", "updates")
    }
    for name in ("nodes_with_root", "inner_nodes", "branches"):
        guesses[name] = guesses["nodes"]  # the root and the solutions are next to nothing
    return guesses


def sum_of(figures: list[Guess]) -> Guess:
    """The sum of independent figures: the lengths of the intervals add up in squares."""
    mean = sum(f.mean for f in figures)
    below = sum((f.mean - f.low) ** 2 for f in figures) ** 0.5
    error = sum(f.error**2 for f in figures) ** 0.5
    highs = [f.high for f in figures]
    if any(high is None for high in highs):
        return Guess(mean, max(0.0, mean - below), None, error)
    above = sum((h - f.mean) ** 2 for h, f in zip(highs, figures, strict=True) if h) ** 0.5
    return Guess(mean, max(0.0, mean - below), mean + above, error)


SEARCH = Task(_compute, _guess)
