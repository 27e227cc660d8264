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
    Json,
    MaxNodes,
    MaxSeconds,
    Memory,
    Part,
    Processes,
    Puzzle,
    Quiet,
    Request,
    Require,
    Rule,
    RunPath,
    Seed,
    Stranding,
    Strategy,
    Threads,
    Tolerance,
    print_choice,
    search_options,
)
from tilewright.cli.puzzles import about, sound_any
from tilewright.cli.terminal import Progress, on_signal
from tilewright.cli.working import answer_run
from tilewright.tiling import Counting, RequiredCounting, puzzle_counting

__all__ = ["count"]


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
    return answer_count(
        Request(
            task="count",
            puzzle=sound_any(puzzle),
            require=tuple(require or ()),
            engine=engine,
            options=search_options(rule, seed, stranding, memory, device),
            strategy=strategy,
            tolerance=tolerance,
            max_nodes=max_nodes,
            explain_choice=explain_choice,
            run=run,
            part=part,
            threads=threads,
            processes=processes,
            max_seconds=max_seconds,
            json=json,
            quiet=quiet,
        )
    )


def answer_count(request: Request) -> int:
    """Count as requested, and return the status."""
    if request.run is not None:
        return answer_run(request)
    if (polygons := request.polygons) is not None:
        from tilewright.cli.polygons import count_polygons  # brings exact arithmetic along

        return count_polygons(request, polygons)
    return _count(request)


def _count(request: Request) -> int:
    puzzle = request.puzzle.on_lattice()
    counting = puzzle_counting(puzzle.puzzle, request.require, **request.how)
    began = time.monotonic()
    with Progress(quiet=request.quiet) as progress, on_signal(counting.stop) as interrupted:
        if request.explain_choice and not request.json:
            print_choice(counting.choice, request.engine)
        for _ in counting:
            progress.show(counting, counting.solutions)
    seconds = time.monotonic() - began
    stopped_by = why_stopped(done=counting.counts is not None, interrupted=bool(interrupted))
    if request.json:
        value = _entry(request, counting, stopped_by)
        typer.echo(json_text.dumps({**value, "seconds": round(seconds, 6)}))
    else:
        _print(counting, stopped_by, seconds)
    sys.stdout.flush()
    if counting.counts and not request.require:
        compare_counts(puzzle, counting.counts)
    if counting.total_known and stopped_by == "limit":
        stopped_by = None  # whether there are some, which the status says, is known
    return status_of(counting.solutions, stopped_by)


def _print(counting: Counting | RequiredCounting, stopped_by: StoppedBy, seconds: float) -> None:
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
    typer.echo(f"stopped by {stopped_by}, {part_explored(counting.explored)}")


def _entry(
    request: Request, counting: Counting | RequiredCounting, stopped_by: StoppedBy
) -> dict[str, object]:
    counts = counting.counts
    return {
        "puzzle": about(request.puzzle),
        "task": "count",
        "engine": counting.engine,
        "device": request.options.get("device", "cpu"),
        "choice": str(counting.choice) if counting.choice else None,
        "solutions": counting.solutions,
        "up_to_rotation": counts.up_to_rotation if counts else None,
        "up_to_symmetry": counts.up_to_symmetry if counts else None,
        "rotations": len(counting.action.rotations.motions),
        "symmetries": len(counting.action.motions),
        "solutions_complete": counting.total_known,
        "complete": counts is not None,
        "stopped_by": stopped_by,
        "explored": 1.0 if counts else counting.explored,
        "nodes": counting.counters.nodes,
        "updates": counting.counters.updates,
        **({"require": request.require} if request.require else {}),
    }
