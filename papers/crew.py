"""Processes that do jobs: each one job at a time, and each can be ended at once."""

import ctypes
import multiprocessing
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from types import TracebackType
from typing import Any, Self

from papers.claims import Job
from papers.tasks import TASKS, Guess, Outcome, Pace
from tilewright.errors import TilewrightError
from tilewright.runs.workers import end_with_parent

__all__ = ["Crew", "Order", "Report"]

GRACE = 2.0  # seconds that a job may take to begin, and to leave off after its time


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """What a process is to do: a job, or a guess at what it would come to."""

    job: Job
    seconds: float
    threads: int = 1
    saved: Any = None
    guess: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """What became of an order.  `error` says what went wrong; it does not stop the other jobs."""

    order: Order
    seconds: float
    outcome: Outcome | None = None
    guesses: dict[str, Guess] | None = None
    error: str = ""


class _Worker:
    def __init__(self, context: Any, stopped: Any) -> None:
        self.mine, theirs = context.Pipe()
        self.process = context.Process(target=_serve, args=(theirs, stopped), daemon=True)
        # Processes ignore SIGINT from the start.
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            self.process.start()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
        theirs.close()
        self.order: Order | None = None
        self.began = 0.0

    def give(self, order: Order) -> None:
        self.order, self.began = order, time.monotonic()
        self.mine.send(order)

    @property
    def overdue(self) -> bool:
        late = time.monotonic() - self.began - GRACE
        return self.order is not None and late > self.order.seconds

    def end(self) -> None:
        self.process.kill()
        self.process.join()
        self.mine.close()


class Crew:
    """So many processes."""

    def __init__(self, count: int) -> None:
        self._context = multiprocessing.get_context("spawn")
        self._stopped = self._context.RawValue(ctypes.c_bool, False)
        self._workers = [_Worker(self._context, self._stopped) for _ in range(count)]

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for worker in self._workers:
            worker.end()

    @property
    def at_work(self) -> list[Order]:
        """What is being done."""
        return [worker.order for worker in self._workers if worker.order]

    @property
    def idle(self) -> bool:
        """Has someone nothing to do?"""
        return any(worker.order is None for worker in self._workers)

    def give(self, order: Order) -> None:
        """Have it done by someone who is idle."""
        worker = next(worker for worker in self._workers if worker.order is None)
        try:
            worker.give(order)
        except OSError:  # it was killed while it had nothing to do
            self._replace(worker).give(order)

    def stop(self) -> None:
        """Have all jobs end soon; may be called from a signal handler."""
        self._stopped.value = True

    def reports(self, seconds: float) -> Iterator[Report]:
        """What was done meanwhile; waits at most so long.  Who does not leave off in time is
        ended, and its work is lost."""
        busy = {worker.mine: worker for worker in self._workers if worker.order}
        for ready in wait(list(busy), timeout=seconds):
            worker = busy[ready]
            assert worker.order is not None
            took = time.monotonic() - worker.began
            try:
                report = worker.mine.recv()
            except (EOFError, OSError):
                yield Report(order=worker.order, seconds=took, error="its process was killed")
                self._replace(worker)
                continue
            worker.order = None
            yield report
        for worker in self._workers:
            if worker.order is not None and worker.overdue:
                yield Report(
                    order=worker.order,
                    seconds=time.monotonic() - worker.began,
                    outcome=Outcome(None),
                )
                self._replace(worker)

    def _replace(self, worker: _Worker) -> _Worker:
        worker.end()
        another = _Worker(self._context, self._stopped)
        self._workers[self._workers.index(worker)] = another
        return another


def _serve(orders: Connection, stopped: Any) -> None:
    """In a process of its own.  Ctrl-C is for the one that gives the orders; its end is ours."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=end_with_parent, daemon=True).start()
    with suppress(EOFError, BrokenPipeError):
        while True:
            orders.send(_done(orders.recv(), stopped))


def _done(order: Order, stopped: Any) -> Report:
    began = time.monotonic()
    pace = Pace(
        threads=order.threads,
        deadline=began + order.seconds,
        stopped=lambda: bool(stopped.value),
    )
    task = TASKS[order.job.task]
    outcome = guesses = None
    error = ""
    try:
        if order.guess:
            guesses = task.guess(order.job.given, pace)
        else:
            outcome = task.compute(order.job.given, pace, order.saved)
    except MemoryError:
        error = "it does not fit into memory"
    except Exception as mistake:  # one job must not take the others with it
        error = str(mistake) if isinstance(mistake, TilewrightError) else repr(mistake)
    seconds = time.monotonic() - began
    return Report(order=order, seconds=seconds, outcome=outcome, guesses=guesses, error=error)
