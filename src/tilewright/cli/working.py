"""Going on with a run in the shell: by whom, with progress, and what is printed at the end."""

import json as json_text
import shlex
import sys
import time
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

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
from tilewright.cli.puzzles import AnyGiven
from tilewright.cli.run_progress import RunProgress
from tilewright.cli.terminal import on_signal
from tilewright.engines import OptionError
from tilewright.polygons.jigsaw import Jigsaw

if TYPE_CHECKING:
    from tilewright.runs import Run, Workers

__all__ = ["Crew", "begun_run", "go_on"]


@dataclass(frozen=True, slots=True)
class Crew:
    """Who shall work: threads unless something else is said."""

    threads: int = 0
    processes: int | None = None
    scheduler: str | None = None
    local_cluster: int | None = None

    def __post_init__(self) -> None:
        ways = {
            "--processes": self.processes,
            "--scheduler": self.scheduler,
            "--local-cluster": self.local_cluster,
        }
        given = [name for name, value in ways.items() if value is not None]
        if len(given) > 1:
            raise OptionError(f"{' and '.join(given)} exclude each other")

    def workers(self, run: "Run") -> "Workers | None":
        """Have a cluster come, if one is asked for."""
        if self.scheduler is None and self.local_cluster is None:
            return None
        from tilewright.runs.cluster import ClusterWorkers

        stages = run.plan.stages
        if self.scheduler is not None:
            return ClusterWorkers(stages, self.scheduler, say=_say)
        assert self.local_cluster is not None
        return ClusterWorkers.local(stages, self.local_cluster, say=_say)


def _say(what: str) -> None:
    print(what, file=sys.stderr, flush=True)


def begun_run(
    path: Path,
    puzzle: AnyGiven,
    *,
    task: str,
    part: str | None,
    up_to: str = "symmetry",
    **how: Any,
) -> "Run":
    """The run in that file if there is one, which must be this search; else a new one."""
    from tilewright.runs import WHOLE, Share, Wish, create_run, open_run, require_same

    share = WHOLE if part is None else Share.parse(part)
    options = {name: value for name, value in how.items() if name not in ("engine", "threads")}
    wish = Wish(task=task, up_to=up_to, engine=how["engine"], options=tuple(options.items()))
    if not path.exists():
        return create_run(
            path,
            puzzle.puzzle,
            task=task,
            up_to=up_to,
            engine=how["engine"],
            part=share,
            name=puzzle.name,
            **options,
        )
    require_same(path, puzzle.puzzle, wish, share)
    return open_run(path, write=True)


def go_on(
    run: "Run",
    crew: Crew,
    *,
    json: bool,
    quiet: bool,
    max_seconds: float | None = None,
    puzzle: AnyGiven | None = None,
    new: bool = False,
) -> int:
    """Go on with a run, print how it ends, and leave with the status that says so.

    A `new` one is removed again if nobody comes to work on it.
    """
    from tilewright.runs import go_on as work

    began = time.monotonic()
    answer = _Answer(run, json=json, puzzle=puzzle)
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
            workers = crew.workers(run)
            with RunProgress(run, json=json, quiet=quiet) as progress:
                work(
                    run,
                    threads=crew.threads,
                    processes=crew.processes,
                    workers=workers,
                    max_seconds=max_seconds,
                    stopped=lambda: stopped,
                    show=progress.show,
                    say=_say,
                )
        done = run.finished
        stopped_by = why_stopped(done=done, interrupted=bool(interrupted))
        answer.finish(stopped_by, time.monotonic() - began)
    sys.stdout.flush()
    if run.file.trouble:
        _say(f"error: {run.file.trouble}")
        return BAD_INPUT
    # A part without solutions says nothing about the puzzle.
    found = run.solutions if run.complete else 1
    return status_of(found, stopped_by)


def _remove_unused(run: "Run") -> None:
    """Remove a run that nobody has ever worked on."""
    if not run.finished and not run.file.used:
        run.path.unlink(missing_ok=True)


class _Answer:
    """Prints what a run has come to: for people, or as one JSON object."""

    def __init__(self, run: "Run", *, json: bool, puzzle: AnyGiven | None) -> None:
        self._run, self._json, self._puzzle = run, json, puzzle

    def finish(self, stopped_by: StoppedBy, seconds: float) -> None:
        """That was all, at least for now."""
        run = self._run
        if self._json:
            typer.echo(json_text.dumps(self._object(stopped_by, seconds)))
        else:
            self._print(stopped_by, seconds)
        if self._puzzle and run.counts:
            sys.stdout.flush()
            compare_counts(self._puzzle, run.counts)

    def _print(self, stopped_by: StoppedBy, seconds: float) -> None:
        run = self._run
        work = (
            f"{amount(run.counters.nodes, 'node')}, {run.seconds:.2f} s of work, "
            f"{seconds:.2f} s {'now' if len(run.file.sessions()) > 1 else 'in all'}"
        )
        if run.counts:
            print_counts(run.counts)
            typer.echo(f"{work}; kept in {run.path}")
            return
        listing = run.plan.wish.task == "solve"
        what = "solution" + ("" if run.solutions == 1 else "s")
        if listing and run.plan.wish.up_to != "nothing":
            what += f" up to {run.plan.wish.up_to}"
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

    def _object(self, stopped_by: StoppedBy, seconds: float) -> dict[str, object]:
        run, counts = self._run, self._run.counts
        return {
            "run": str(run.path),
            "puzzle": run.about.name,
            "task": run.plan.wish.task,
            "engine": run.plan.stages[0].engine if run.plan.stages else None,
            "solutions": run.solutions,
            "up_to": run.plan.wish.up_to if run.plan.wish.task == "solve" else None,
            "up_to_rotation": counts.up_to_rotation if counts else None,
            "up_to_symmetry": counts.up_to_symmetry if counts else None,
            **({"certified": True} if isinstance(run.model, Jigsaw) else {}),
            "complete": run.complete,
            "parts": list(run.about.parts),
            "of": run.about.of,
            "stopped_by": stopped_by,
            "nodes": run.counters.nodes,
            "updates": run.counters.updates,
            "jobs_done": run.done,
            "jobs_open": len(run.open),
            "work_seconds": round(run.seconds, 6),
            "seconds": round(seconds, 6),
        }
