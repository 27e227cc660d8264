"""`tilewright cover --best`: the cheapest covers of an exact cover problem."""

import json as json_text
import time
from typing import Any

from tilewright.cli.best_progress import BestProgress
from tilewright.cli.statuses import StoppedBy, status_of, why_stopped
from tilewright.cli.words import amount
from tilewright.cover import ExactCover
from tilewright.engines import Best, Cover, best_covers

__all__ = ["print_best"]


def print_best(problem: ExactCover, k: int, *, json: bool, quiet: bool, **options: Any) -> int:
    """Find the k cheapest covers, print them, and return the status."""
    began = time.monotonic()
    with BestProgress("cost", quiet=quiet) as progress:
        best = best_covers(
            problem, k, keep_going=progress.keep_going, tell=progress.tell, **options
        )
    seconds = time.monotonic() - began
    stopped_by = why_stopped(done=best.proved, interrupted=progress.interrupted)
    (_print_json if json else _print_text)(problem, best, stopped_by, seconds)
    return status_of(len(best.covers), stopped_by)


def _print_text(problem: ExactCover, best: Best, stopped_by: StoppedBy, seconds: float) -> None:
    for number, (cost, cover) in enumerate(best.covers, 1):
        print(f"solution {number}: cost {cost:,}", *_lines(problem, cover), sep="\n", end="\n\n")
    print(
        f"{amount(len(best.covers), 'solution')}; {_verdict(best)}; engine {best.engine}, "
        f"{amount(best.counters.nodes, 'node')}, {seconds:.2f} s"
    )
    if stopped_by:
        print(f"stopped by {stopped_by}: it is not proved that none is cheaper")


def _lines(problem: ExactCover, cover: Cover) -> list[str]:
    """The options of a cover, as the text format writes them."""
    options = [problem.option(number) for number in cover]
    return [f"{option} |{option.cost}" if option.cost else str(option) for option in options]


def _verdict(best: Best) -> str:
    if best.proved:
        return "proved: none is cheaper" if best.covers else "proved: there is none"
    return f"none costs less than {best.bound:,}"


def _print_json(problem: ExactCover, best: Best, stopped_by: StoppedBy, seconds: float) -> None:
    covers = [
        {"cost": cost, "options": list(cover), "items": _spelt(problem, cover)}
        for cost, cover in best.covers
    ]
    value = {
        "problem": {"fingerprint": problem.fingerprint, "options": problem.option_count},
        "task": "best",
        "engine": best.engine,
        "covers": covers,
        "solutions": len(covers),
        "bound": best.bound,
        "proved": best.proved,
        "stopped_by": stopped_by,
        "nodes": best.counters.nodes,
        "seconds": round(seconds, 6),
    }
    print(json_text.dumps(value))


def _spelt(problem: ExactCover, cover: Cover) -> list[list[str]]:
    return [[str(name) for name in problem.option(number).items] for number in cover]
