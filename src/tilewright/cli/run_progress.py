"""How a run is going: a bar on a terminal, one line a minute in a log, events as JSON."""

import json as json_text
import sys
import time
from types import TracebackType
from typing import TYPE_CHECKING, Self

from tilewright.cli.answers import amount, duration, percent
from tilewright.cli.terminal import console

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

    from tilewright.runs import Executor, Prospect, Run

__all__ = ["RunProgress", "event", "prospect_in_words"]

QUIET_SECONDS = 1.0  # a run shorter than this shows nothing
# Seconds between two reports, and how long descents are drawn for each.
TERMINAL, LOG, EVENTS = (0.5, 0.015), (60.0, 0.6), (2.0, 0.05)


class RunProgress:
    """Shows the state of a run while it is worked on."""

    def __init__(self, run: "Run", *, json: bool, quiet: bool) -> None:
        from tilewright.runs import Forecast

        self._run, self._json, self._quiet = run, json, quiet
        terminal = sys.stderr.isatty() and not json
        self._interval, self._effort = EVENTS if json else TERMINAL if terminal else LOG
        self._next = time.monotonic() + max(QUIET_SECONDS, self._interval)
        self._forecast = Forecast(run)
        self._bar: Progress | None = _bar() if terminal else None
        self._task: TaskID | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._bar:
            self._bar.stop()

    def show(self, executor: "Executor") -> None:
        """Say where the run is, if it is time."""
        now = time.monotonic()
        if self._quiet or now < self._next:
            return
        jobs = [*executor.at_work.values(), *self._run.open]
        prospect = self._forecast.refine(jobs, self._effort, executor.spent())
        self._next = time.monotonic() + self._interval
        workers = executor.workers.capacity()
        if self._json:
            print(json_text.dumps(event(self._run, prospect, workers)), file=sys.stderr, flush=True)
        elif self._bar is None:
            line = f"{_so_far(self._run)}, {prospect_in_words(prospect, workers)}"
            print(line, file=sys.stderr, flush=True)
        else:
            if self._task is None:
                self._bar.start()
                self._task = self._bar.add_task("", total=1.0)
            words = f"{_so_far(self._run)}, {prospect_in_words(prospect, workers)}"
            self._bar.update(self._task, completed=prospect.share, description=words)


def _bar() -> "Progress":
    from rich.progress import BarColumn, Progress, TextColumn

    columns = (BarColumn(bar_width=20), TextColumn("{task.description}"))
    return Progress(*columns, console=console(), transient=True)


def _so_far(run: "Run") -> str:
    return f"{amount(run.solutions, 'solution')}, {amount(run.counters.nodes, 'node')}"


def prospect_in_words(prospect: "Prospect", workers: int) -> str:
    """Share done and time left, each with its error."""
    if prospect.left == 0:
        return "100 % done"
    if prospect.early:
        return "too early to tell how much is left"
    low, high = percent(prospect.share_low), percent(prospect.share_high)
    share = f"{percent(prospect.share)} % done ({low} to {high} %)"
    seconds = prospect.seconds / max(1, workers)
    least, most = duration(seconds / prospect.spread), duration(seconds * prospect.spread)
    return f"{share}, about {duration(seconds)} left ({least} to {most})"


def event(run: "Run", prospect: "Prospect", workers: int) -> dict[str, object]:
    """The same, for a program."""
    seconds = prospect.seconds / max(1, workers)
    return {
        "event": "progress",
        "time": round(time.time(), 3),
        "solutions": run.solutions,
        "nodes": run.counters.nodes,
        "early": prospect.early,
        "nodes_left": [prospect.left, prospect.low, prospect.high],
        "done": [prospect.share, prospect.share_low, prospect.share_high],
        "seconds_left": [seconds, seconds / prospect.spread, seconds * prospect.spread],
        "workers": workers,
        "jobs_done": run.done,
        "jobs_open": len(run.open),
    }
