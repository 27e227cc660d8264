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
    Require,
    Rule,
    RunPath,
    Seed,
    Stranding,
    Strategy,
    Threads,
    Tolerance,
    how_to_search,
    print_choice,
    refuse_in_run,
    refuse_requirements,
    require_run,
)
from tilewright.cli.puzzles import AnyGiven, about, polygons_of, refuse_lattice, sound_any
from tilewright.cli.terminal import Progress, on_signal
from tilewright.cli.working import Crew, begun_run, go_on
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
    found = sound_any(puzzle)
    polygons = polygons_of(
        found,
        {
            "--rule": rule,
            "--seed": seed,
            "--stranding": stranding,
            "--memory": memory,
            "--device": device,
            "--max-nodes": max_nodes,
            "--require": require,
        },
    )
    how = how_to_search(engine, rule, seed, stranding, threads, memory, device)
    if run is not None:
        refuse_in_run(
            {
                "--max-nodes": max_nodes,
                "--explain-choice": explain_choice or None,
                "--strategy": strategy,
                "--tolerance": tolerance,
            }
        )
        refuse_requirements(require, "--run")
        kept = begun_run(run, found, task="count", part=part, **how)
        crew = Crew(threads, processes)
        return go_on(kept, crew, json=json, quiet=quiet, max_seconds=max_seconds, puzzle=found)
    require_run({"--part": part, "--processes": processes})
    if polygons is not None:
        from tilewright.cli.polygons import count_polygons
        from tilewright.jigsaw import PolygonCounting

        ways = PolygonCounting(
            polygons,
            engine=engine,
            strategy=strategy or "fewest",
            tolerance=tolerance,
            max_seconds=max_seconds,
        )
        if explain_choice and not json:
            typer.echo(f"engine {ways.way.engine}: {ways.way.reason}")
        return count_polygons(found, ways, json=json, quiet=quiet)
    refuse_lattice(found, {"--strategy": strategy, "--tolerance": tolerance})
    how |= {"max_nodes": max_nodes, "max_seconds": max_seconds}
    counting = puzzle_counting(found.on_lattice().puzzle, require or (), **how)
    began = time.monotonic()
    with Progress(quiet=quiet) as progress, on_signal(counting.stop) as interrupted:
        if explain_choice and not json:
            print_choice(counting.choice, engine)
        for _ in counting:
            progress.show(counting, counting.solutions)
    seconds = time.monotonic() - began
    done = counting.counts is not None
    stopped_by = why_stopped(done=done, interrupted=bool(interrupted))
    if json:
        value = _answer(found, counting, stopped_by, device or "cpu")
        value |= {"require": require} if require else {}
        typer.echo(json_text.dumps({**value, "seconds": round(seconds, 6)}))
    else:
        _print(counting, stopped_by, seconds)
    sys.stdout.flush()
    if counting.counts and not require:
        compare_counts(found, counting.counts)
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


def _answer(
    puzzle: AnyGiven,
    counting: Counting | RequiredCounting,
    stopped_by: StoppedBy,
    device: str,
) -> dict[str, object]:
    counts = counting.counts
    return {
        "puzzle": about(puzzle),
        "task": "count",
        "engine": counting.engine,
        "device": device,
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
    }
