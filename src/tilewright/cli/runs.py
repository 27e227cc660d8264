"""Searches that are stored in a file: begun or resumed, with progress, and what is printed."""

import json
import shlex
import sys
import time
from contextlib import ExitStack
from typing import TYPE_CHECKING

from tilewright import runs
from tilewright.cli.answers import (
    BAD_INPUT,
    Clock,
    Ending,
    amount,
    classes_entry,
    compare_numbers,
    counted_up_to,
    duration,
    percent,
    picked,
    print_json,
    print_numbers,
    status_of,
)
from tilewright.cli.options import Invocation, WorkerChoice
from tilewright.cli.puzzles import NamedPuzzle
from tilewright.cli.reasons import print_reason, reason_entry
from tilewright.cli.terminal import Progress, console, on_signal
from tilewright.engines import Counters
from tilewright.polygons.search.jigsaw import Jigsaw

if TYPE_CHECKING:
    from rich import progress as rich_progress

QUIET_SECONDS = 1.0  # a run shorter than this shows nothing
# Seconds between two reports, and how long descents are drawn for each.
TERMINAL, LOG, EVENTS = (0.5, 0.015), (60.0, 0.6), (2.0, 0.05)


class RunProgress(Progress):
    """Shows the state of a run: a bar on a terminal, a line a minute in a log, events as JSON."""

    def __init__(self, run: runs.Run, *, json: bool, quiet: bool) -> None:
        super().__init__(quiet=quiet)
        self._run, self._json = run, json
        terminal = sys.stderr.isatty() and not json
        self._interval, self._effort = EVENTS if json else TERMINAL if terminal else LOG
        self._next = self._began + max(QUIET_SECONDS, self._interval)
        self._forecast = runs.Forecast(run)
        self._bar: rich_progress.Progress | None = _bar() if terminal else None

    def clear(self) -> None:
        """Leave nothing on the terminal."""
        if self._bar:
            self._bar.stop()

    def tell(self, executor: runs.Executor) -> None:
        """Say where the run is, if it is time."""
        if not self.due:
            return
        jobs = [*executor.at_work.values(), *self._run.open]
        prospect = self._forecast.refine(jobs, self._effort, executor.spent())
        self._next = time.monotonic() + self._interval
        workers = executor.workers.capacity()
        if self._json:
            _say(json.dumps(event(self._run, prospect, workers)))
            return
        solutions, nodes = self._run.solutions, self._run.counters.nodes
        so_far = f"{amount(solutions, 'solution')}, {amount(nodes, 'node')}"
        words = f"{so_far}, {prospect_in_words(prospect, workers)}"
        if self._bar is None:
            _say(words)
            return
        self._bar.start()
        self._bar.update(
            self._bar.task_ids[0], completed=prospect.fraction_explored, description=words
        )


def _bar() -> "rich_progress.Progress":
    from rich import progress

    columns = (progress.BarColumn(bar_width=20), progress.TextColumn("{task.description}"))
    bar = progress.Progress(*columns, console=console(), transient=True)
    bar.add_task("", total=1.0)
    return bar


def prospect_in_words(prospect: runs.Prospect, workers: int) -> str:
    """Fraction explored and time left, each with its error."""
    if prospect.left == 0:
        return "100 % done"
    if prospect.early:
        return "too early to tell how much is left"
    low, high = percent(prospect.fraction_explored_low), percent(prospect.fraction_explored_high)
    explored = f"{percent(prospect.fraction_explored)} % done ({low} to {high} %)"
    seconds = prospect.seconds / max(1, workers)
    least, most = duration(seconds / prospect.spread), duration(seconds * prospect.spread)
    return f"{explored}, about {duration(seconds)} left ({least} to {most})"


def event(run: runs.Run, prospect: runs.Prospect, workers: int) -> dict[str, object]:
    """The same, for a program."""
    seconds = prospect.seconds / max(1, workers)
    return {
        "event": "progress",
        "time": round(time.time(), 3),
        "solutions": run.solutions,
        "nodes": run.counters.nodes,
        "early": prospect.early,
        "nodes_left": [prospect.left, prospect.low, prospect.high],
        "fraction_explored": [
            prospect.fraction_explored,
            prospect.fraction_explored_low,
            prospect.fraction_explored_high,
        ],
        "seconds_left": [seconds, seconds / prospect.spread, seconds * prospect.spread],
        "workers": workers,
        "jobs_done": run.done,
        "jobs_open": len(run.open),
    }


def answer_run(invocation: Invocation) -> int:
    """Search in the run that is requested; returns the status.

    The run in that file is resumed if there is one, which must be this search.
    """
    clock, path = Clock(), invocation.run
    assert path is not None
    model = runs.run_model(invocation.puzzle.puzzle)
    part = runs.WHOLE if invocation.part is None else runs.Part.parse(invocation.part)
    new = not path.exists()
    if new:
        run = runs.begin_run(path, model, invocation.request(), part, invocation.puzzle.name)
    else:
        runs.require_same(path, model, invocation.request(), part)
        run = runs.open_run(path, write=True, model=model)
    return resume_run(run, invocation, clock, puzzle=invocation.puzzle, new=new)


def resume_run(
    run: runs.Run,
    work: WorkerChoice,
    clock: Clock,
    *,
    puzzle: NamedPuzzle | None = None,
    new: bool = False,
) -> int:
    """Work on a run, print how it ends, and return the status.

    A `new` one is removed again if nobody comes to work on it.
    """
    working = [True]
    with ExitStack() as held:
        if new:  # also if that is interrupted
            held.callback(_remove_unused, run)
        held.enter_context(run)
        interrupted = held.enter_context(on_signal(working.clear))
        if not run.finished:
            where = work.local_cluster if work.scheduler is None else work.scheduler
            workers = None
            if where is not None:
                from tilewright.runs.cluster import ClusterWorkers

                workers = ClusterWorkers(run.plan.stages, where, message=_say)
            with RunProgress(run, json=work.json, quiet=work.quiet) as progress:
                runs.resume(
                    run,
                    threads=work.threads,
                    processes=work.processes,
                    workers=workers,
                    max_seconds=work.max_seconds,
                    stopped=lambda: not working,
                    progress=progress.tell,
                    message=_say,
                )
        run.check()
        ending = Ending(clock, run.solutions, interrupted, done=run.finished)
        if work.json:
            print_json(_entry(run, ending))
        else:
            _print(run, ending)
        sys.stdout.flush()
        if puzzle and not run.plan.request.require:
            compare_numbers(puzzle, run.numbers)
    if run.file.trouble:
        _say(f"error: {run.file.trouble}")
        return BAD_INPUT
    # A part without solutions says nothing about the puzzle.
    return status_of(ending.found if run.complete else 1, ending.stopped_by)


def _say(what: str) -> None:
    print(what, file=sys.stderr, flush=True)


def _remove_unused(run: runs.Run) -> None:
    """Remove a run that nobody has ever worked on."""
    if not run.finished and not run.file.used:
        run.path.unlink(missing_ok=True)


def _counters(run: runs.Run) -> Counters:
    """Those of the search for solutions; of a part, those of all that it has done."""
    return run.counters if run.about.missing else run.search_counters


def _print(run: runs.Run, ending: Ending) -> None:
    """Print for people what a run has come to."""
    path, request = shlex.quote(str(run.path)), run.plan.request
    when = "now" if len(run.file.sessions()) > 1 else "in all"
    nodes = amount(_counters(run).nodes, "node")
    work = f"{nodes}, {run.seconds:.2f} s of work, {ending.seconds:.2f} s {when}"
    if run.numbers:
        print_numbers(run.numbers, *run.plan.orders)
        print_reason(run.refutation)
        print(f"{work}; stored in {run.path}")
        return
    listing = request.task == "solve"
    found = amount(run.solutions, "solution")
    if listing and request.up_to != "nothing":
        found += f" up to {request.up_to}"
    total_known = request.task == "count" and run.total_known
    so_far = "" if run.finished else " in all" if total_known else " so far"
    print(f"{found}{so_far}; {work}; stored in {run.path}")
    print_reason(run.refutation)
    if ending.stopped_by:
        before = f" before {counted_up_to(request)}" if total_known else ""
        print(f"stopped by {ending.stopped_by}{before}; to resume it: tilewright resume {path}")
    elif run.about.missing:
        names = ", ".join(f"{k}/{run.about.of}" for k in run.about.parts)
        merging = "tilewright runs merge … --to ALL.run"
        print(f"part {names} is done; when all {run.about.of} are: {merging}")
    elif listing and run.solutions:
        print(f"to see them: tilewright runs export {path} --to solutions.txt")


def _entry(run: runs.Run, ending: Ending) -> dict[str, object]:
    """The same for a program."""
    request = run.plan.request
    return {
        "run": str(run.path),
        "puzzle": run.about.name,
        "task": request.task,
        "engine": run.plan.engine,
        "solutions": run.solutions,
        "up_to": request.up_to if request.task == "solve" or request.only else None,
        **classes_entry(run.numbers),
        "solutions_complete": run.complete or (request.task == "count" and run.total_known),
        **({"certified": True} if isinstance(run.model, Jigsaw) else {}),
        **picked(run.about, "parts", "of"),
        **picked(_counters(run), "nodes", "updates"),
        "jobs_done": run.done,
        "jobs_open": len(run.open),
        "work_seconds": round(run.seconds, 6),
        **reason_entry(run.refutation),
        **ending.entry(),
        "complete": run.complete,
    }
