"""Who does the jobs of a run: threads of this process, or processes of this machine."""

import ctypes
import multiprocessing
import os
import queue
import signal
import threading
from collections.abc import Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from functools import partial
from socket import gethostname

from tilewright.execution.job import JobOrder, JobResult, Report, explore
from tilewright.execution.plan import Stage
from tilewright.runs.schema import RunError

MOST_DEATHS = 5  # of processes, with nothing done in between
Reports = queue.SimpleQueue[tuple[int, Report | BaseException]]


class QueuedWorkers:
    """As many workers as there are; what they report waits in a queue, each with its ticket."""

    def __init__(self, count: int) -> None:
        self._count = count
        self._queue: Reports = queue.SimpleQueue()

    def capacity(self) -> int:
        """How many there are."""
        return self._count

    def seconds(self) -> float:
        """Handing over costs next to nothing."""
        return 2.0

    def report(self, ticket: int, report: Report | BaseException) -> None:
        """From any thread."""
        self._queue.put((ticket, report))

    def reports(self, seconds: float) -> list[tuple[int, Report]]:
        """What was done meanwhile; errors are raised once all before them is taken."""
        taken: list[tuple[int, Report]] = []
        with suppress(queue.Empty):
            while True:
                ticket, report = self._queue.get(timeout=0 if taken else seconds)
                if not isinstance(report, BaseException):
                    taken.append((ticket, report))
                elif taken:
                    self.report(ticket, report)
                    break
                else:
                    raise report
        return taken


class ThreadWorkers(QueuedWorkers):
    """Threads: the searches run in native code, side by side."""

    def __init__(self, stages: Sequence[Stage], count: int) -> None:
        self.name = f"{count} thread{'s' * (count != 1)}"
        super().__init__(count)
        self._stages = stages
        self._todo: queue.SimpleQueue[tuple[int, JobOrder] | None] = queue.SimpleQueue()
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
            report = partial(self.report, ticket)
            try:
                report(explore(stage, order, name, self._stopped.is_set, report))
            except BaseException as error:
                report(error)


class ProcessWorkers(QueuedWorkers):
    """Processes of this machine.  One that is killed is replaced, and its job done again."""

    def __init__(self, stages: Sequence[Stage], count: int) -> None:
        self.name = f"{count} process{'es' * (count != 1)}"
        super().__init__(count)
        self._stages = stages
        self._context = multiprocessing.get_context("spawn")
        # Not an Event, which has a lock: whoever is killed while it holds that never lets go.
        self._stopped = self._context.RawValue(ctypes.c_bool, False)
        self._at_work: dict[int, JobOrder] = {}
        self._deaths = 0
        self._open_pool()

    def submit(self, ticket: int, order: JobOrder) -> None:
        """Have a job done."""
        self._at_work[ticket] = order
        # Processes that this starts ignore SIGINT from their birth on.
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            future = self._pool.submit(_do, order)
        except BrokenProcessPool:
            self._begin_again()
        else:
            future.add_done_callback(partial(_report, self._queue, ticket))
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)

    def reports(self, seconds: float) -> list[tuple[int, Report]]:
        """What was done meanwhile."""
        try:
            found = super().reports(seconds)
        except BrokenProcessPool:
            self._begin_again()
            return []
        for ticket, _ in found:
            del self._at_work[ticket]
            self._deaths = 0
        return found

    def stop(self) -> None:
        """Have all jobs end soon."""
        self._stopped.value = True

    def close(self) -> None:
        """End the processes."""
        self.stop()
        self._pool.shutdown(wait=True, cancel_futures=True)

    def _begin_again(self) -> None:
        """A process was killed, and took the pool with it: begin a new one with all its jobs."""
        self._deaths += 1
        if self._deaths > MOST_DEATHS:
            raise RunError(
                "the processes that search are killed again and again; is there too little "
                "memory? What was done is stored."
            )
        self._pool.shutdown(wait=False, cancel_futures=True)
        self._open_pool()
        pool = self._pool
        for ticket, order in list(self._at_work.items()):
            if self._pool is not pool:
                return  # it broke again meanwhile, and all jobs were handed out to another one
            self.submit(ticket, order)

    def _open_pool(self) -> None:
        """A new pool, with a queue of its own: all jobs of the one before are done again."""
        self._queue = queue.SimpleQueue()
        self._pool = ProcessPoolExecutor(
            self._count,
            mp_context=self._context,
            initializer=_begin,
            initargs=(self._stages, self._stopped),
        )


def _report(reports: Reports, ticket: int, future: Future[JobResult]) -> None:
    if not future.cancelled():
        reports.put((ticket, future.exception() or future.result()))


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
