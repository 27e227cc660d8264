"""`tilewright solve` and `tilewright count` for free polygons."""

import sys
from typing import Any

from tilewright.cli.answers import (
    UNDECIDED,
    Clock,
    Ending,
    amount,
    classes_entry,
    compare_numbers,
    counted_up_to,
    part_explored,
    picked,
    print_json,
    print_numbers,
    status_of,
)
from tilewright.cli.options import Invocation, print_choice
from tilewright.cli.puzzles import about
from tilewright.cli.solutions import (
    JsonSolutions,
    Sheet,
    answer_to,
    certificate_entry,
    certificate_words,
    hand_on,
)
from tilewright.cli.terminal import Progress, on_signal
from tilewright.execution.planner import MOST_LISTED
from tilewright.polygons import PolygonPuzzle
from tilewright.polygons.grid import Way
from tilewright.solving.polygons import PolygonCounting, PolygonSearch


def solve_polygons(invocation: Invocation, puzzle: PolygonPuzzle) -> int:
    """Print solutions as they are found, and how it ended; returns the status."""
    sheet, wanted = Sheet(invocation.render, puzzle), invocation.wanted
    search = PolygonSearch(
        puzzle,
        up_to=invocation.up_to,
        # One thread knows the regions met before.
        threads=1 if wanted == 1 else invocation.threads or 1,
        max_solutions=wanted,
        max_nodes=invocation.max_nodes,
        **_how(invocation),
    )
    _announce(search.way, invocation)
    answer = answer_to(invocation, search.engine)
    clock = Clock()
    interrupted = hand_on(search, answer, sheet, clock, quiet=invocation.quiet)
    # Of a noisy puzzle it is never known that there is no more, or none.
    found = search.solutions
    undecided = search.tried_all and not found
    done = search.finished or found == wanted or (search.noisy and found > 0) or undecided
    ending = Ending(clock, found, interrupted, done=done, search=search)
    if isinstance(answer, JsonSolutions):
        tail = {
            "found": found,
            "certified": answer.certified,
            "tolerance": search.tolerance,
            "not_found_at": max(search.tried, default=None) if not found else None,
        }
        answer.close(tail | ending.entry())
    else:
        _print_ending(search, ending, invocation.up_to)
    sys.stdout.flush()
    sheet.save()
    return UNDECIDED if undecided else ending.status


def _print_ending(search: PolygonSearch, ending: Ending, up_to: str) -> None:
    if not search.noisy or search.solutions:
        print(ending.summary(up_to))
        if ending.stopped_by and not search.noisy:
            print(ending.stop)
        return
    at = f"not found at tolerance {max(search.tried):g}" if search.tried else "not found"
    print(f"{at}; {amount(search.counters.nodes, 'node')}, {ending.seconds:.2f} s")
    if ending.stopped_by:
        print(f"stopped by {ending.stopped_by}; larger tolerances were not tried")


def count_polygons(invocation: Invocation, puzzle: PolygonPuzzle) -> int:
    """Count, print the numbers, and return the status."""
    counting = PolygonCounting(puzzle, up_to=invocation.one_number, **_how(invocation))
    _announce(counting.way, invocation)
    clock = Clock()
    with Progress(quiet=invocation.quiet) as progress, on_signal(counting.stop) as interrupted:
        for _ in counting:
            progress.show(counting, counting.solutions)
    counts = counting.counts
    ending = Ending(clock, counting.solutions, interrupted, done=counts is not None)
    if invocation.json:
        print_json(_count_entry(invocation, counting, ending))
    else:
        _print_counts(invocation, counting, ending)
    sys.stdout.flush()
    if counts and not counting.noisy:
        compare_numbers(invocation.puzzle, counting.numbers)
    if counts is not None and counting.noisy and not counts.solutions:
        return UNDECIDED
    return status_of(ending.found, ending.stopped_by, total_known=_total_known(counting))


def _how(invocation: Invocation) -> dict[str, Any]:
    strategy = invocation.strategy or "fewest"
    return {"strategy": strategy, **picked(invocation, "engine", "tolerance", "max_seconds")}


def _announce(way: Way, invocation: Invocation) -> None:
    """Say which engine it is and why, if that is asked for; and warn, if that is needed."""
    print_choice(invocation, lambda: f"engine {way.engine}: {way.reason}")
    if way.warning:
        print(f"warning: {way.warning}", file=sys.stderr)


def _count_entry(
    invocation: Invocation, counting: PolygonCounting, ending: Ending
) -> dict[str, object]:
    counts = counting.counts
    return {
        "puzzle": about(invocation.puzzle),
        "task": "count",
        "up_to": invocation.one_number,
        "engine": counting.engine,
        "choice": f"{counting.way.engine}: {counting.way.reason}",
        "solutions": counting.solutions,
        **classes_entry(counting.numbers),
        "solutions_complete": _total_known(counting),
        "rotations": sum(not motion.flipped for motion in counting.motions),
        "symmetries": len(counting.motions),
        **certificate_entry(counts.certificate if counts else None),
        "tolerance": counts.tolerance if counts else None,
        "fraction_explored": counting.fraction_explored,
        "nodes": counting.counters.nodes,
        "regions": counting.regions,
        **ending.entry(),
        "complete": ending.complete and not counting.noisy and not counting.way.warning,
    }


def _total_known(counting: PolygonCounting) -> bool:
    """Are all solutions known?  Of a noisy puzzle that is never certain."""
    return counting.total_known and not counting.noisy and not counting.way.warning


def _print_counts(invocation: Invocation, counting: PolygonCounting, ending: Ending) -> None:
    counts = counting.counts
    work = f"{amount(counting.counters.nodes, 'node')}, {ending.seconds:.2f} s"
    if counts is None and counting.total_known:
        print(f"{amount(ending.found, 'solution')} in all, not certified; {work}")
        print(f"stopped by {ending.stopped_by} before {counted_up_to(invocation.request())}")
        return
    if counts is None:
        print(f"stopped before anything was counted to the end; {work}")
        print(f"stopped by {ending.stopped_by}, {part_explored(counting.fraction_explored)}")
        return
    if counting.noisy and not counts.solutions:
        print(f"not found at tolerance {counts.tolerance:g}; {work}")
        return
    rotations = sum(not motion.flipped for motion in counting.motions)
    known = counting.numbers or {"nothing": counts.solutions}
    print_numbers(known, rotations, len(counting.motions))
    if counting.noisy:
        print(f"found at tolerance {counts.tolerance:g}; there may be more")
    elif invocation.up_to not in counting.numbers:
        print(
            f"only counted: more than {MOST_LISTED:,} are neither certified nor sorted by symmetry"
        )
    print("; ".join(filter(None, [certificate_words(counts.certificate), work])))
