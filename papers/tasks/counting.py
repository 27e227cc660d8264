"""How many solutions a puzzle of the catalogue has.

A count is done in one go; a *long count* can be stopped and resumed, and is estimated by random
descents as long as it is not done.
"""

from typing import Any

from papers.tasks.classes import Sweep, estimated, guessed
from papers.tasks.drawn import to_draw
from papers.tasks.printed import lattice_puzzle
from papers.tasks.task import Given, Guess, Outcome, Pace, Task, Values
from tilewright.encoding import encode
from tilewright.engines import Batch
from tilewright.solutions import Decoder
from tilewright.solving import Counting, solve

__all__ = ["COUNT", "ESTIMATE_CLASSES", "LONG_COUNT", "TOTAL"]


def _count(given: Given, pace: Pace, _saved: Any = None, /) -> Outcome:
    """All solutions of `puzzle`, up to rotation and up to symmetry; only those that are as
    `require` says.  The first one is drawn, if there is any."""
    values = _counts(given["puzzle"], given, pace)
    if values is None:
        return Outcome(None)
    exists = values["solutions"] > 0
    return Outcome({**values, "exists": exists, "figure": _first(given["puzzle"], given)})


def _total(given: Given, pace: Pace, _saved: Any = None, /) -> Outcome:
    """The same for each of some `puzzles`, and for all of them together."""
    found = [_counts(name, given, pace) for name in given["puzzles"]]
    counts = [values for values in found if values]
    if len(counts) < len(found):
        return Outcome(None)
    return Outcome({name: sum(values[name] for values in counts) for name in counts[0]})


def _counts(name: str, given: Given, pace: Pace) -> Values | None:
    counting = Counting(
        encode(lattice_puzzle(name)),
        require=given.get("require", ()),
        engine=given.get("engine", "auto"),
        threads=pace.threads,
        max_seconds=None if pace.left == float("inf") else pace.left,
    )
    for _ in counting:
        if pace.over:
            counting.stop()
    counts = counting.counts
    if counts is None:
        return None
    return {
        "solutions": counts.solutions,
        "up_to_rotation": counts.up_to_rotation,
        "up_to_symmetry": counts.up_to_symmetry,
    }


def _first(name: str, given: Given) -> Values | None:
    """One solution, always the same."""
    asked = {"require": given["require"]} if "require" in given else {}
    for solution in solve(lattice_puzzle(name), max_solutions=1, threads=1, **asked):
        return to_draw(name, solution.placed)
    return None


def _long_count(given: Given, pace: Pace, saved: Any = None, /) -> Outcome:
    """One of each class is looked for; those kept to be drawn are the first by their numbers."""
    encoding = encode(lattice_puzzle(given["puzzle"]))
    sweep = Sweep.of(saved and saved["sweep"])
    first: list[int] = saved["first"] if saved else []

    def take(batch: Batch) -> None:
        nonlocal first
        least = min(sorted(cover) for cover in batch)
        first = min(first, least) if first else least

    done = sweep.go_on(encoding, given["engine"], pace, take if given.get("drawn") else None)
    if not done:
        return Outcome(None, {"sweep": sweep.saved(), "first": first})
    figure = to_draw(given["puzzle"], Decoder(encoding).solution(first).placed) if first else None
    return Outcome(
        {"solutions": sweep.solutions, "up_to_symmetry": sweep.classes, "figure": figure}
    )


def _guess(given: Given, pace: Pace) -> dict[str, Guess]:
    return guessed(encode(lattice_puzzle(given["puzzle"])), given["engine"], pace)


def _estimate_classes(given: Given, pace: Pace, _saved: Any = None, /) -> Outcome:
    """The tree of a search for one solution of each class, by so many random descents, always the
    same: nodes and updates, each with the ends of its interval of confidence."""
    encoding = encode(lattice_puzzle(given["puzzle"]))
    figures, whole = estimated(encoding, "links", given["samples"], pace)
    if not whole:
        return Outcome(None)
    values: Values = {}
    for name in ("nodes", "updates"):
        figure = figures[name]
        values[name] = figure.mean
        values[f"{name}_low"], values[f"{name}_high"] = figure.low, figure.high
    return Outcome(values)


COUNT = Task(_count)
TOTAL = Task(_total)
LONG_COUNT = Task(_long_count, _guess)
ESTIMATE_CLASSES = Task(_estimate_classes)
