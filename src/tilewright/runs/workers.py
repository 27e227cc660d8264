"""Who does the jobs of a run: threads of this process, or processes of this machine."""

import ctypes
import multiprocessing
import os
import queue
import signal
import threading
import time
from collections.abc import Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from functools import partial
from socket import gethostname
from typing import Generic, TypeVar

from tilewright.execution.job import JobOrder, JobResult, Report, explore
from tilewright.execution.plan import Stage
from tilewright.runs.schema import RunError

MOST_DEATHS = 5  # of processes, with nothing done in between


R = TypeVar("R")


class ReportQueue(Generic[R]):
    """What workers report, each with its ticket; errors wait until all before them is taken."""

    def __init__(self) -> None:
        self._queue: queue.SimpleQueue[tuple[int, R | BaseException]] = queue.SimpleQueue()

    def put(self, ticket: int, report: R | BaseException) -> None:
        """From any thread."""
        self._queue.put((ticket, report))

    def take(self, seconds: float) -> list[tuple[int, R]]:
        """What was reported; waits at most so long for something.  Raises the errors among it."""
        taken: list[tuple[int, R]] = []
        with suppress(queue.Empty):
            while True:
                ticket, report = self._queue.get(timeout=0 if taken else seconds)
                if not isinstance(report, BaseException):
                    taken.append((ticket, report))
                elif taken:
                    self.put(ticket, report)
                    break
                else:
                    raise report
        return taken


class _LocalWorkers:
    """Workers of this machine, as many as were asked for."""

    def __init__(self, stages: Sequence[Stage], count: int) -> None:
        self._stages, self._count = stages, count

    def capacity(self) -> int:
        """As many as there are."""
        return self._count

    def seconds(self) -> float:
        """Handing over costs next to nothing."""
        return 2.0


class ThreadWorkers(_LocalWorkers):
    """Threads: the searches run in native code, side by side."""

    def __init__(self, stages: Sequence[Stage], count: int) -> None:
        self.name = f"{count} thread{'s' * (count != 1)}"
        super().__init__(stages, count)
        self._todo: queue.SimpleQueue[tuple[int, JobOrder] | None] = queue.SimpleQueue()
        self._done: ReportQueue[Report] = ReportQueue()
        self._stopped = threading.Event()
        host = gethostname()
        self._threads = [
            threading.Thread(target=self._serve, args=(f"{host} thread {k + 1}",), daemon=True)
            for k in range(count)
        ]
        for thread in self._threads:
            thread.start()

    def submit(self, ticket: int, order: JobOrder) -> None:
        """Have a job done."""
        self._todo.put((ticket, order))

    def reports(self, seconds: float) -> list[tuple[int, Report]]:
        """What was done meanwhile."""
        return self._done.take(seconds)

    def stop(self) -> None:
        """Have all jobs end soon."""
        self._stopped.set()

    def close(self) -> None:
        """End the threads."""
        self.stop()
        for _ in self._threads:
            self._todo.put(None)
        for thread in self._threads:
            while thread.is_alive():  # native code must not be left behind: it ends soon anyway
                with suppress(KeyboardInterrupt):
                    thread.join()

    def _serve(self, name: str) -> None:
        while (item := self._todo.get()) is not None:
            ticket, order = item
            stage = self._stages[order.stage]
            report = partial(self._done.put, ticket)
            try:
                report(explore(stage, order, name, self._stopped.is_set, report))
            except BaseException as error:
                report(error)


class ProcessWorkers(_LocalWorkers):
    """Processes of this machine.  One that is killed is replaced, and its job done again."""

    def __init__(self, stages: Sequence[Stage], count: int) -> None:
        self.name = f"{count} process{'es' * (count != 1)}"
        super().__init__(stages, count)
        self._context = multiprocessing.get_context("spawn")
        # Not an Event, which has a lock: whoever is killed while it holds that never lets go.
        self._stopped = self._context.RawValue(ctypes.c_bool, False)
        self._pool = self._new_pool()
        self._at_work: dict[Future[JobResult], tuple[int, JobOrder]] = {}
        self._deaths = 0

    def submit(self, ticket: int, order: JobOrder) -> None:
        """Have a job done."""
        try:
            # Processes that this starts ignore SIGINT from their birth on.
            before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
            try:
                future = self._pool.submit(_do, order)
            finally:
                signal.pthread_sigmask(signal.SIG_SETMASK, before)
            self._at_work[future] = ticket, order
        except BrokenProcessPool:
            self._begin_again([(ticket, order)])

    def reports(self, seconds: float) -> list[tuple[int, JobResult]]:
        """What was done meanwhile."""
        if not self._at_work:
            time.sleep(seconds)
            return []
        done, _ = wait(self._at_work, timeout=seconds, return_when=FIRST_COMPLETED)
        found: list[tuple[int, JobResult]] = []
        lost: list[tuple[int, JobOrder]] = []
        for future in done:
            item = self._at_work[future]
            try:
                found.append((item[0], future.result()))
            except BrokenProcessPool:
                lost.append(item)
            except BaseException:
                if not found:
                    raise
                continue  # what was done comes first; this one is still there to be raised
            del self._at_work[future]
        if found:
            self._deaths = 0
        if lost:
            self._begin_again(lost)
        return found

    def stop(self) -> None:
        """Have all jobs end soon."""
        self._stopped.value = True

    def close(self) -> None:
        """End the processes."""
        self.stop()
        self._pool.shutdown(wait=True, cancel_futures=True)

    def _begin_again(self, lost: list[tuple[int, JobOrder]]) -> None:
        """A process was killed, and took the pool with it: begin a new one with all its jobs."""
        self._deaths += 1
        if self._deaths > MOST_DEATHS:
            raise RunError(
                "the processes that search are killed again and again; is there too little "
                "memory? What was done is stored."
            )
        lost = [*lost, *self._at_work.values()]
        self._at_work = {}
        self._pool.shutdown(wait=False, cancel_futures=True)
        self._pool = self._new_pool()
        for ticket, order in lost:
            self.submit(ticket, order)

    def _new_pool(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(
            self._count,
            mp_context=self._context,
            initializer=_begin,
            initargs=(self._stages, self._stopped),
        )


_STAGES: Sequence[Stage] = ()
_STOPPED = ctypes.c_bool(False)


def _begin(stages: Sequence[Stage], stopped: ctypes.c_bool) -> None:
    """In a new process: Ctrl-C is for the process that hands out the jobs; its end is ours."""
    global _STAGES, _STOPPED
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _STAGES, _STOPPED = stages, stopped
    threading.Thread(target=end_with_parent, daemon=True).start()


def end_with_parent() -> None:
    """Wait for the end of the process that made this one, and follow at once."""
    parent = multiprocessing.parent_process()
    if parent is None:
        raise RunError("this process was not begun by another one, so it does not end with one")
    parent.join()
    os._exit(1)


def _do(order: JobOrder) -> JobResult:
    name = f"{gethostname()} process {os.getpid()}"
    return explore(_STAGES[order.stage], order, name, lambda: _STOPPED.value)
