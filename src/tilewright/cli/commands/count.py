"""`tilewright count`: how many solutions a puzzle has."""

import json as json_text
import sys
import time

import typer

from tilewright.cli.answers import (
    StoppedBy,
    amount,
    compare_counts,
    part_explored,
    print_counts,
    status_of,
    why_stopped,
)
from tilewright.cli.options import (
    Device,
    Engine,
    ExplainChoice,
    Invocation,
    Json,
    MaxNodes,
    MaxSeconds,
    Memory,
    Part,
    Processes,
    Puzzle,
    Quiet,
    Require,
    Rule,
    RunPath,
    Seed,
    Stranding,
    Strategy,
    Threads,
    Tolerance,
    print_choice,
)
from tilewright.cli.puzzles import about
from tilewright.cli.runs import answer_run
from tilewright.cli.terminal import Progress, on_signal
from tilewright.encoding import encode
from tilewright.execution import Execution
from tilewright.symmetry import Action


def count(
    puzzle: Puzzle,
    require: Require = None,
    engine: Engine = "auto",
    rule: Rule = None,
    seed: Seed = None,
    stranding: Stranding = None,
    explain_choice: ExplainChoice = False,
    threads: Threads = 0,
    memory: Memory = None,
    device: Device = None,
    strategy: Strategy = None,
    tolerance: Tolerance = None,
    max_nodes: MaxNodes = None,
    max_seconds: MaxSeconds = None,
    run: RunPath = None,
    part: Part = None,
    processes: Processes = None,
    json: Json = False,
    quiet: Quiet = False,
) -> int:
    """Count a puzzle's solutions: all of them, up to rotation, and up to symmetry.

    Exit status: 0 there are some, 1 there is none, 2 bad input, 3 stopped by a limit before all
    were counted, 130 interrupted.
    """
    return answer_count(Invocation.parsed("count", locals()))


def answer_count(invocation: Invocation) -> int:
    """Count as requested, and return the status."""
    if invocation.run is not None:
        return answer_run(invocation)
    if (polygons := invocation.polygons) is not None:
        from tilewright.cli.commands.polygons import count_polygons  # brings exact arithmetic along

        return count_polygons(invocation, polygons)
    return _count(invocation)


def _count(invocation: Invocation) -> int:
    puzzle = invocation.puzzle.on_lattice()
    limits = {"max_nodes": invocation.max_nodes, "max_seconds": invocation.max_seconds}
    encoding = encode(puzzle.puzzle)
    counting = Execution(encoding, invocation.request(**limits), threads=invocation.threads)
    began = time.monotonic()
    with Progress(quiet=invocation.quiet) as progress, on_signal(counting.stop) as interrupted:
        if invocation.explain_choice and not invocation.json:
            print_choice(counting.choice, invocation.engine)
        for _ in counting:
            progress.show(counting, counting.solutions)
    seconds = time.monotonic() - began
    stopped_by = why_stopped(done=counting.counts is not None, interrupted=bool(interrupted))
    if invocation.json:
        value = _entry(invocation, counting, Action.of(encoding), stopped_by)
        typer.echo(json_text.dumps({**value, "seconds": round(seconds, 6)}))
    else:
        _print(counting, stopped_by, seconds)
    sys.stdout.flush()
    if counting.counts and not invocation.require:
        compare_counts(puzzle, counting.counts)
    if counting.total_known and stopped_by == "limit":
        stopped_by = None  # whether there are some, which the status says, is known
    return status_of(counting.solutions, stopped_by)


def _print(counting: Execution, stopped_by: StoppedBy, seconds: float) -> None:
    counts, nodes = counting.counts, amount(counting.counters.nodes, "node")
    if counts:
        print_counts(counts)
        typer.echo(f"{nodes}, {seconds:.2f} s")
        return
    if counting.total_known:
        typer.echo(f"{amount(counting.solutions, 'solution')} in all; {nodes}, {seconds:.2f} s")
        typer.echo(f"stopped by {stopped_by} before they were counted up to symmetry")
        return
    typer.echo(f"{amount(counting.solutions, 'solution')} so far; {nodes}, {seconds:.2f} s")
    typer.echo(f"stopped by {stopped_by}, {part_explored(counting.fraction_explored)}")


def _entry(
    invocation: Invocation, counting: Execution, action: Action, stopped_by: StoppedBy
) -> dict[str, object]:
    counts = counting.counts
    return {
        "puzzle": about(invocation.puzzle),
        "task": "count",
        "engine": counting.engine,
        "device": invocation.options.get("device", "cpu"),
        "choice": str(counting.choice) if counting.choice else None,
        "solutions": counting.solutions,
        "up_to_rotation": counts.up_to_rotation if counts else None,
        "up_to_symmetry": counts.up_to_symmetry if counts else None,
        "rotations": len(action.rotations.motions),
        "symmetries": len(action.motions),
        "solutions_complete": counting.total_known,
        "complete": counts is not None,
        "stopped_by": stopped_by,
        "fraction_explored": 1.0 if counts else counting.fraction_explored,
        "nodes": counting.counters.nodes,
        "updates": counting.counters.updates,
        **({"require": invocation.require} if invocation.require else {}),
    }
