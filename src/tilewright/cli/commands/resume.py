"""`tilewright run` and `tilewright resume`: searches that are stored in a file, by any workers."""

from pathlib import Path
from typing import Annotated, Any

import typer

from tilewright.cli import options
from tilewright.cli.answers import Clock
from tilewright.cli.options import Invocation, RunChoice, WorkerChoice
from tilewright.cli.puzzles import any_puzzle
from tilewright.cli.runs import answer_run, resume_run
from tilewright.execution import one_number
from tilewright.runs import open_run


def resume(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A run.")], work: WorkerChoice
) -> int:
    """Resume a run, wherever it was stopped or killed.

    Exit status: 0 done, 1 done and there is no solution, 2 bad input, 3 the time is over, 130
    interrupted; what was done is stored.
    """
    clock = Clock()
    return resume_run(open_run(file, write=True), work, clock)


def run(
    puzzle: options.Puzzle,
    solutions: Annotated[
        bool, options.common("--solutions", help="Store all solutions, do not only count them.")
    ] = False,
    up_to: Annotated[
        str | None,
        options.common(
            help="Store one solution of each class by 'symmetry', or by 'rotation', or all copies "
            "by 'nothing'. Without --solutions: tell that number only, not all three."
        ),
    ] = None,
    scheduler: options.Scheduler = None,
    local_cluster: options.LocalCluster = None,
    *,
    choice: RunChoice,
) -> int:
    """Count a puzzle's solutions, or store them all, in a run: by threads, processes or a cluster.

    The run is stored in the file that --run names, or else in PUZZLE.run in this folder; if it is
    there already, it is resumed.

    Exit status: 0 there are solutions, 1 there is none, 2 bad input, 3 the time is over, 130
    interrupted; what was done is stored.
    """
    found, task = any_puzzle(puzzle), "solve" if solutions else "count"
    more: dict[str, Any] = {"up_to": up_to or "symmetry"} if solutions else one_number(up_to)
    more["run"] = choice.run or Path(f"{found.name}.run")
    cluster = {"scheduler": scheduler, "local_cluster": local_cluster}
    return answer_run(Invocation.of(task, found, choice, **more, **cluster))
