"""Searches that are kept in a file: begun or resumed, with progress, and what is printed then."""

import json as json_text
import shlex
import sys
import time
from contextlib import ExitStack
from typing import TYPE_CHECKING

import typer

from tilewright.cli.answers import (
    BAD_INPUT,
    StoppedBy,
    amount,
    compare_counts,
    print_counts,
    status_of,
    why_stopped,
)
from tilewright.cli.options import Invocation, Work
from tilewright.cli.puzzles import AnyGiven
from tilewright.cli.run_progress import RunProgress
from tilewright.cli.terminal import on_signal
from tilewright.engines import Counters
from tilewright.polygons.jigsaw import Jigsaw

if TYPE_CHECKING:
    from tilewright.runs import Run, Workers

__all__ = ["answer_run", "resume_run"]


def answer_run(invocation: Invocation) -> int:
    """Search in the run that is requested; returns the status.

    The run in that file is resumed if there is one, which must be this search.
    """
    from tilewright.runs import WHOLE, Share, begin_run, open_run, require_same, run_model

    path, model = invocation.run, run_model(invocation.puzzle.puzzle)
    assert path is not None
    share = WHOLE if invocation.part is None else Share.parse(invocation.part)
    new = not path.exists()
    if new:
        run = begin_run(path, model, invocation.request(), share, invocation.puzzle.name)
    else:
        require_same(path, model, invocation.request(), share)
        run = open_run(path, write=True, model=model)
    return resume_run(run, invocation, puzzle=invocation.puzzle, new=new)


def resume_run(run: "Run", work: Work, *, puzzle: AnyGiven | None = None, new: bool = False) -> int:
    """Work on a run, print how it ends, and return the status.

    A `new` one is removed again if nobody comes to work on it.
    """
    from tilewright.runs import go_on

    began = time.monotonic()
    stopped = False

    def stop() -> None:
        nonlocal stopped
        stopped = True

    with ExitStack() as held:
        if new:  # also if that is interrupted
            held.callback(_remove_unused, run)
        held.enter_context(run)
        interrupted = held.enter_context(on_signal(stop))
        if not run.finished:
            workers = _cluster(work, run)
            with RunProgress(run, json=work.json, quiet=work.quiet) as progress:
                go_on(
                    run,
                    threads=work.threads,
                    processes=work.processes,
                    workers=workers,
                    max_seconds=work.max_seconds,
                    stopped=lambda: stopped,
                    show=progress.show,
                    say=_say,
                )
        run.check()
        stopped_by = why_stopped(done=run.finished, interrupted=bool(interrupted))
        seconds = time.monotonic() - began
        if work.json:
            typer.echo(json_text.dumps(_object(run, stopped_by, seconds)))
        else:
            _print(run, stopped_by, seconds)
        sys.stdout.flush()
        if puzzle and run.counts and not run.plan.request.require:
            compare_counts(puzzle, run.counts)
    if run.file.trouble:
        _say(f"error: {run.file.trouble}")
        return BAD_INPUT
    # A part without solutions says nothing about the puzzle.
    found = run.solutions if run.complete else 1
    return status_of(found, stopped_by)


def _cluster(work: Work, run: "Run") -> "Workers | None":
    """Have a cluster come, if one is asked for."""
    if work.scheduler is None and work.local_cluster is None:
        return None
    from tilewright.runs.cluster import ClusterWorkers

    stages = run.plan.stages
    if work.scheduler is not None:
        return ClusterWorkers(stages, work.scheduler, say=_say)
    assert work.local_cluster is not None
    return ClusterWorkers.local(stages, work.local_cluster, say=_say)


def _say(what: str) -> None:
    print(what, file=sys.stderr, flush=True)


def _remove_unused(run: "Run") -> None:
    """Remove a run that nobody has ever worked on."""
    if not run.finished and not run.file.used:
        run.path.unlink(missing_ok=True)


def _counters(run: "Run") -> Counters:
    """Those of the search for solutions; of a part, those of all that it has done."""
    return run.counters if run.about.missing else run.search_counters


def _print(run: "Run", stopped_by: StoppedBy, seconds: float) -> None:
    """Print for people what a run has come to."""
    work = (
        f"{amount(_counters(run).nodes, 'node')}, {run.seconds:.2f} s of work, "
        f"{seconds:.2f} s {'now' if len(run.file.sessions()) > 1 else 'in all'}"
    )
    if run.counts:
        print_counts(run.counts)
        typer.echo(f"{work}; kept in {run.path}")
        return
    listing = run.plan.request.task == "solve"
    what = "solution" + ("" if run.solutions == 1 else "s")
    if listing and run.plan.request.up_to != "nothing":
        what += f" up to {run.plan.request.up_to}"
    so_far = "" if run.finished else " so far"
    typer.echo(f"{run.solutions:,} {what}{so_far}; {work}; kept in {run.path}")
    if stopped_by:
        path = shlex.quote(str(run.path))
        typer.echo(f"stopped by {stopped_by}; go on with: tilewright resume {path}")
    elif run.about.missing:
        names = ", ".join(f"{k}/{run.about.of}" for k in run.about.parts)
        merging = "tilewright runs merge … --to ALL.run"
        typer.echo(f"part {names} is done; when all {run.about.of} are: {merging}")
    elif listing and run.solutions:
        path = shlex.quote(str(run.path))
        typer.echo(f"to see them: tilewright runs export {path} --to solutions.txt")


def _object(run: "Run", stopped_by: StoppedBy, seconds: float) -> dict[str, object]:
    """The same for a program."""
    counts = run.counts
    return {
        "run": str(run.path),
        "puzzle": run.about.name,
        "task": run.plan.request.task,
        "engine": run.plan.engine,
        "solutions": run.solutions,
        "up_to": run.plan.request.up_to if run.plan.request.task == "solve" else None,
        "up_to_rotation": counts.up_to_rotation if counts else None,
        "up_to_symmetry": counts.up_to_symmetry if counts else None,
        **({"certified": True} if isinstance(run.model, Jigsaw) else {}),
        "complete": run.complete,
        "parts": list(run.about.parts),
        "of": run.about.of,
        "stopped_by": stopped_by,
        "nodes": _counters(run).nodes,
        "updates": _counters(run).updates,
        "jobs_done": run.done,
        "jobs_open": len(run.open),
        "work_seconds": round(run.seconds, 6),
        "seconds": round(seconds, 6),
    }
