"""One job, worked on in a process of its own: `python -m tilewright.web.jobs.worker`.

So a search that takes all its memory, or crashes, hurts nobody else.  The first line on stdin is an
`Order`; anything more, or the end of stdin, means to stop, as SIGTERM does.  Whatever happens, what
was stored stays in the run.  Each line on stdout is an object with an `event`: "progress" now and
then, and at last either "end", with `how` ("done", "stopped" or "time"), or "failed", with a
message.
"""

import ctypes
import errno
import json
import os
import resource
import signal
import sys
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from io import FileIO
from pathlib import Path
from typing import Any

from tilewright.errors import TilewrightError
from tilewright.export.stored import listing_counts
from tilewright.formats import parse_puzzle
from tilewright.puzzle import Puzzle
from tilewright.runs import Forecast, Run, RunBusyError, create_run, open_run, resume
from tilewright.symmetry import NUMBERS

PROGRESS = 0.2  # seconds between two lines
FORECAST = (1.0, 0.03)  # seconds between two forecasts, and how long descents are drawn for each
WIDE = 0.6  # an interval of shares that says no more than that it is too early to tell
WAIT = 10.0  # seconds for a worker before us to let go of the run
LAST_WILL = 5.0  # seconds to stop in, when told to
DEATH_SIGNAL = 1  # what prctl calls the signal that comes when the parent dies
MEBI = 1 << 20
LARGEST_FILE = 8 << 30  # bytes of a run
LONGEST_MESSAGE = 5000
TABLES = 4  # engine frontier gets this part of the memory for its tables

Say = Callable[..., None]


@dataclass(frozen=True, slots=True)
class Order:
    """What is to be done.  `puzzle` is the text of its file; `task` is "one", "all" or "count"."""

    path: str
    puzzle: str
    name: str
    task: str
    up_to: str | None
    engine: str
    threads: int
    max_seconds: float
    max_memory_mib: int
    require: Sequence[str] = ()

    def to_line(self) -> bytes:
        """As a line for the worker."""
        return json.dumps(asdict(self)).encode() + b"\n"


class StopFlag:
    """Shall the work stop?  It has no lock, as a `threading.Event` has.

    A signal may come while its own thread holds that lock, and its handler would wait for ever.
    """

    def __init__(self) -> None:
        self._set = False

    def set(self) -> None:
        """Yes; from any thread, or a signal handler."""
        self._set = True

    def is_set(self) -> bool:
        """Has somebody said so?"""
        return self._set


class _StoppedError(Exception):
    """It was stopped before it had begun."""


def main() -> None:
    """Do what stdin says."""
    stopped = StopFlag()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server is told, and tells us
    signal.signal(signal.SIGTERM, lambda *_: stopped.set())
    _die_with_parent(os.getppid())
    line = FileIO(0, closefd=False).readline()  # and no byte more
    if not line.endswith(b"\n"):
        return
    order = Order(**json.loads(line))
    threading.Thread(target=_watch, args=(stopped,), daemon=True).start()
    say = partial(_say, stopped)
    _limit(order.max_memory_mib)
    try:
        _Worker(order, stopped, say).work()
    except _StoppedError:
        return
    except (MemoryError, TilewrightError, OSError) as error:
        if isinstance(error, MemoryError) or getattr(error, "errno", None) == errno.ENOMEM:
            say("failed", why="memory")
            return
        say("failed", message=str(error).replace(order.path, "the run")[:LONGEST_MESSAGE])


def _say(stopped: StopFlag, event: str, **values: Any) -> None:
    try:
        os.write(1, json.dumps({"event": event, **values}).encode() + b"\n")
    except OSError:  # nobody listens
        stopped.set()


def _die_with_parent(parent: int) -> None:
    """Where the system can do that, have it stop us when the server is killed."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(DEATH_SIGNAL, signal.SIGTERM)
        if os.getppid() != parent:
            sys.exit(1)


def _watch(stopped: StopFlag) -> None:
    """Wait to be told to stop.  Who does not stop then, dies."""
    os.read(0, 1)
    stopped.set()
    time.sleep(LAST_WILL)
    os._exit(1)


def _limit(mebibytes: int) -> None:
    """What is allocated is limited, not what is mapped: libraries and stacks count little."""
    memory = resource.RLIMIT_DATA if sys.platform == "linux" else resource.RLIMIT_AS
    for kind, limit in ((memory, mebibytes * MEBI), (resource.RLIMIT_FSIZE, LARGEST_FILE)):
        _, most = resource.getrlimit(kind)
        resource.setrlimit(kind, (limit if most < 0 else min(limit, most), most))


class _Worker:
    """Resumes a run, and reports its progress."""

    def __init__(self, order: Order, stopped: StopFlag, say: Say) -> None:
        self._order, self._stopped, self._say = order, stopped, say
        self._deadline = time.monotonic() + order.max_seconds
        self._run = self._opened()
        self._forecast = Forecast(self._run)
        self._progress: dict[str, object] | None = None
        self._next = 0.0
        self._next_forecast = time.monotonic() + FORECAST[0]

    def work(self) -> None:
        """Search until it is done, or stopped, or the time is over."""
        with self._run as run:
            self._say("progress", **self._numbers())
            resume(
                run,
                threads=self._order.threads,
                max_seconds=max(0.0, self._deadline - time.monotonic()),
                stopped=lambda: self._stopped.is_set() or self._enough(),
                progress=self._show,
            )
            how = "done" if run.finished or self._enough() else "time"
            if how == "time" and self._stopped.is_set():
                how = "stopped"
            numbers = self._numbers()
            counts = None if self._order.task == "one" else _counts(run)
        self._say("end", how=how, counts=counts, **numbers)

    def _opened(self) -> Run:
        """The run; what may still hold it, dying, is waited for."""
        path = Path(self._order.path)
        deadline = time.monotonic() + WAIT
        while not self._stopped.is_set():
            try:
                return open_run(path, write=True) if path.exists() else self._created(path)
            except RunBusyError:
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.1)
        raise _StoppedError

    def _created(self, path: Path) -> Run:
        order = self._order
        puzzle = parse_puzzle(order.puzzle, "the puzzle")
        options: dict[str, Any] = {}
        tables = order.max_memory_mib * MEBI // TABLES
        if isinstance(puzzle, Puzzle) and tables < 1 << 30:
            options["max_memory"] = tables
        return create_run(
            path,
            puzzle,
            task="count" if order.task == "count" else "solve",
            up_to=order.up_to,
            engine=order.engine,
            require=order.require,
            name=order.name,
            **options,
        )

    def _enough(self) -> bool:
        return self._order.task == "one" and self._run.solutions > 0

    def _numbers(self, executor: Any = None) -> dict[str, object]:
        run = self._run
        at_work = executor.at_work if executor else {}  # these are not open, and not done either
        left = [*at_work.values(), *run.open]
        sweeps = [executor.sweeps[n] for n in sorted(at_work) if n in executor.sweeps]
        return {
            "engine": run.plan.engine,
            "solutions": run.solutions,
            "nodes": run.search_counters.nodes,
            "complete": run.complete and not left,
            "reason": str(run.refutation) if run.refutation else None,
            "counting": self._counting(left),
            "progress": self._progress if left else None,
            "sweep": asdict(sweeps[0]) if sweeps else None,
        }

    def _counting(self, left: list[Any]) -> str | None:
        """What is left to be counted: solutions, or only those that a symmetry leaves as they are.

        From these, and the number of all, the other two numbers follow.
        """
        if self._order.task != "count" or not left:
            return None
        plain = any(job.stage < len(self._run.plan.search) for job in left)
        return "solutions" if plain else "symmetric"

    def _show(self, executor: Any) -> None:
        now = time.monotonic()
        if now < self._next:
            return
        if now >= self._next_forecast:
            jobs = [*executor.at_work.values(), *self._run.open]
            prospect = self._forecast.refine(jobs, FORECAST[1], executor.spent())
            seconds = prospect.seconds / max(1, executor.workers.capacity())
            self._progress = {
                "fraction_explored": prospect.fraction_explored,
                "fraction_explored_low": prospect.fraction_explored_low,
                "fraction_explored_high": prospect.fraction_explored_high,
                "seconds_left": seconds,
                "seconds_left_low": seconds / prospect.spread,
                "seconds_left_high": seconds * prospect.spread,
                "early": prospect.early
                or prospect.fraction_explored_high - prospect.fraction_explored_low > WIDE,
            }
            self._next_forecast = time.monotonic() + FORECAST[0]
        self._say("progress", **self._numbers(executor))
        self._next = time.monotonic() + PROGRESS


def _counts(run: Run) -> dict[str, int] | None:
    """The three numbers, or those of them that are known."""
    counts = listing_counts(run)
    numbers = counts.numbers if counts else run.numbers
    if run.complete and not numbers:
        numbers = {run.plan.request.up_to: run.solutions}
    return {NUMBERS[up_to]: number for up_to, number in numbers.items()} or None


if __name__ == "__main__":
    main()
