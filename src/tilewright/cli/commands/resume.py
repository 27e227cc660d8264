"""`tilewright run` and `tilewright resume`: searches that are kept in a file, by any crew."""

from pathlib import Path
from typing import Annotated

import typer

from tilewright.cli.options import (
    Device,
    Engine,
    Invocation,
    Json,
    LocalCluster,
    MaxSeconds,
    Memory,
    Part,
    Processes,
    Puzzle,
    Quiet,
    Require,
    Rule,
    RunPath,
    Scheduler,
    Seed,
    Stranding,
    Strategy,
    Threads,
    WorkerChoice,
)
from tilewright.cli.puzzles import sound_any
from tilewright.cli.runs import answer_run, resume_run


def resume(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A run.")],
    threads: Threads = 0,
    processes: Processes = None,
    scheduler: Scheduler = None,
    local_cluster: LocalCluster = None,
    max_seconds: MaxSeconds = None,
    json: Json = False,
    quiet: Quiet = False,
) -> int:
    """Go on with a run, wherever it was stopped or killed.

    Exit status: 0 done, 1 done and there is no solution, 2 bad input, 3 the time is over, 130
    interrupted; what was done is kept.
    """
    from tilewright.runs import open_run

    work = WorkerChoice(
        threads=threads,
        processes=processes,
        scheduler=scheduler,
        local_cluster=local_cluster,
        max_seconds=max_seconds,
        json=json,
        quiet=quiet,
    )
    return resume_run(open_run(file, write=True), work)


def run(
    puzzle: Puzzle,
    file: RunPath = None,
    solutions: Annotated[
        bool, typer.Option("--solutions", help="Keep all solutions, do not only count them.")
    ] = False,
    up_to: Annotated[
        str | None,
        typer.Option(
            help="With --solutions: one of each class by 'symmetry', or by 'rotation'; or "
            "'nothing': keep all copies."
        ),
    ] = None,
    require: Require = None,
    engine: Engine = "auto",
    rule: Rule = None,
    seed: Seed = None,
    stranding: Stranding = None,
    strategy: Strategy = None,
    threads: Threads = 0,
    processes: Processes = None,
    scheduler: Scheduler = None,
    local_cluster: LocalCluster = None,
    memory: Memory = None,
    device: Device = None,
    part: Part = None,
    max_seconds: MaxSeconds = None,
    json: Json = False,
    quiet: Quiet = False,
) -> int:
    """Count a puzzle's solutions, or keep them all, in a run: by threads, processes or a cluster.

    The run is kept in the file that --run names, or else in PUZZLE.run in this folder; if it is
    there already, it is gone on with.

    Exit status: 0 there are solutions, 1 there is none, 2 bad input, 3 the time is over, 130
    interrupted; what was done is kept.
    """
    given, found = locals(), sound_any(puzzle)
    more = {"puzzle": found, "up_to": up_to or "symmetry", "run": file or Path(f"{found.name}.run")}
    return answer_run(Invocation.parsed("solve" if solutions else "count", given, **more))
