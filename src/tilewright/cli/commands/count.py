"""`tilewright count`: how many solutions a puzzle has."""

import sys

from tilewright.cli import options
from tilewright.cli.answers import (
    Clock,
    Ending,
    amount,
    classes_entry,
    compare_numbers,
    counted_up_to,
    print_json,
    print_numbers,
    status_of,
)
from tilewright.cli.options import Invocation, SearchChoice, print_choice
from tilewright.cli.puzzles import about, any_puzzle
from tilewright.cli.reasons import chosen, print_reason, reason_entry
from tilewright.cli.terminal import Progress, on_signal
from tilewright.encoding import encode
from tilewright.execution import Execution, one_number


def count(puzzle: options.Puzzle, up_to: options.CountUpTo = None, *, choice: SearchChoice) -> int:
    """Count a puzzle's solutions: all of them, up to rotation, and up to symmetry.

    Exit status: 0 there are some, 1 there is none, 2 bad input, 3 stopped by a limit before all
    were counted, 130 interrupted.
    """
    invocation = Invocation.of("count", any_puzzle(puzzle), choice, **one_number(up_to))
    if invocation.run is not None:
        from tilewright.cli.runs import answer_run  # brings a database along

        return answer_run(invocation)
    if (polygons := invocation.polygons) is not None:
        from tilewright.cli.polygons import count_polygons  # brings exact arithmetic along

        return count_polygons(invocation, polygons)
    return _count(invocation)


def _count(invocation: Invocation) -> int:
    limits = {"max_nodes": invocation.max_nodes, "max_seconds": invocation.max_seconds}
    encoding = encode(invocation.puzzle.on_lattice)
    counting = Execution(encoding, invocation.request(**limits), threads=invocation.threads)
    clock = Clock()
    with Progress(quiet=invocation.quiet) as progress, on_signal(counting.stop) as interrupted:
        print_choice(invocation, lambda: chosen(counting))
        if (choice := counting.choice) and choice.advice and not invocation.quiet:
            print(f"note: {choice.advice}", file=sys.stderr)
        for _ in counting:
            progress.show(counting, counting.solutions)
    done = counting.finished
    ending = Ending(clock, counting.solutions, interrupted, done=done, search=counting)
    if invocation.json:
        rotations, symmetries = counting.plan.orders
        entry = {
            "puzzle": about(invocation.puzzle),
            "task": "count",
            "up_to": invocation.one_number,
            "engine": counting.engine,
            "device": invocation.device or "cpu",
            "choice": str(counting.choice) if counting.choice else None,
            "solutions": counting.solutions,
            **classes_entry(counting.numbers),
            "rotations": rotations,
            "symmetries": symmetries,
            "solutions_complete": counting.total_known,
            **reason_entry(counting.refutation),
            **({"require": invocation.require} if invocation.require else {}),
        }
        print_json(entry | ending.entry())
    else:
        _print(counting, ending)
    sys.stdout.flush()
    if not invocation.require:
        compare_numbers(invocation.puzzle, counting.numbers)
    return status_of(ending.found, ending.stopped_by, total_known=counting.total_known)


def _print(counting: Execution, ending: Ending) -> None:
    nodes = amount(counting.counters.nodes, "node")
    if counting.finished:
        print_numbers(counting.numbers, *counting.plan.orders)
        print_reason(counting.refutation)
        print(f"{nodes}, {ending.seconds:.2f} s")
    elif counting.total_known:
        print(f"{amount(ending.found, 'solution')} in all; {nodes}, {ending.seconds:.2f} s")
        print(f"stopped by {ending.stopped_by} before {counted_up_to(counting.request)}")
    else:
        print(ending.summary(), ending.stop, sep="\n")
