"""What the processes of the fault tests do, and how they are started and killed.

They are forked off a server that has everything imported, so that starting one takes no time.
"""

import asyncio
import logging
import multiprocessing
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import numpy as np
from distributed import Scheduler, Worker

import tilewright as tw
from tilewright.execution import executor
from tilewright.runs import (
    Executor,
    Run,
    ThreadWorkers,
    Workers,
    cluster,
    create_run,
    open_run,
)
from tilewright.runs.file import RunFile

PAUSE = 0.004  # seconds between two looks at the workers
LIFETIME = 90.0  # seconds: no process here should need as many

server = multiprocessing.get_context("forkserver")
server.set_forkserver_preload(["__main__", __name__])


@dataclass(frozen=True)
class Task:
    """A run to drive, with jobs of so many seconds; by Dask, if there is a scheduler file."""

    path: Path
    puzzle: str
    wish: dict[str, str]
    seconds: float
    scheduler: str = ""


class QuickThreads(ThreadWorkers):
    def __init__(self, run: Run, seconds: float) -> None:
        super().__init__(run.plan.stages, 2)
        self._seconds = seconds

    def seconds(self) -> float:
        return self._seconds


def begin_or_go_on(task: Task) -> None:
    """What `tilewright count --run` does, but for the length of jobs."""
    executor.SHORT = 0.2
    if task.path.exists():
        run = open_run(task.path, write=True)
    else:
        run = create_run(task.path, tw.load(task.puzzle), **task.wish)
    with run:
        workers: Workers
        if task.scheduler:
            cluster.SECONDS, cluster.LOOK = task.seconds, 0.05
            workers = cluster.ClusterWorkers(run.plan.stages, task.scheduler)
        else:
            workers = QuickThreads(run, task.seconds)
        try:
            run.file.begin_session(workers.name, "under test")
            # It would be over too soon if it were not held up.
            Executor(run, workers).drive(progress=lambda: time.sleep(PAUSE))
        finally:
            workers.close()


def be_scheduler(file: str) -> None:
    _serve(
        lambda: Scheduler(scheduler_file=file, host="127.0.0.1", dashboard_address="127.0.0.1:0")
    )


def be_worker(file: str) -> None:
    _serve(lambda: Worker(scheduler_file=file, nthreads=1, host="127.0.0.1"))


def _serve(make: Callable[[], Any]) -> None:
    logging.disable()

    async def serve() -> None:
        async with make() as one:
            await one.finished()

    asyncio.run(serve())


class Child(AbstractContextManager["Child"]):
    """A process that does not outlive the test."""

    def __init__(self, what: Callable[..., None], *arguments: Any) -> None:
        self._process = server.Process(target=what, args=arguments, daemon=True)
        self._process.start()
        assert self._process.pid is not None
        self.pid = self._process.pid

    def ended(self, seconds: float) -> bool:
        """Whether it ends by itself within so many seconds; if so, it must have done well."""
        self._process.join(seconds)
        if self._process.is_alive():
            return False
        assert self._process.exitcode == 0
        return True

    def finish(self) -> None:
        assert self.ended(LIFETIME), "it does not end"

    def kill(self) -> None:
        self._process.kill()
        self._process.join(LIFETIME)

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.kill()

    def __enter__(self) -> Self:
        return self


class Cluster(ExitStack):
    """A scheduler and two workers, each a process."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self.file = str(folder / "scheduler.json")
        self._scheduler = self._new(be_scheduler)
        self._workers: list[Child] = []
        self.add_workers()

    def add_workers(self, number: int = 2) -> None:
        self._workers += [self._new(be_worker) for _ in range(number)]

    def kill_workers(self, number: int = 2) -> None:
        for _ in range(number):
            self._workers.pop(0).kill()

    def replace_worker(self) -> None:
        self.kill_workers(1)
        self.add_workers(1)

    def replace_scheduler(self) -> None:
        """Its workers leave with it."""
        self._scheduler.kill()
        Path(self.file).unlink()
        self._scheduler = self._new(be_scheduler)
        for worker in self._workers:
            worker.finish()
        self._workers.clear()
        self.add_workers()

    def _new(self, what: Callable[[str], None]) -> Child:
        return self.enter_context(Child(what, self.file))


def answer(path: Path) -> dict[str, Any]:
    """All that must not depend on what happened to a run."""
    with open_run(path) as run:
        assert run.complete
        covers = [
            options.tolist()
            for block, ends in run.blocks()
            for options in np.split(block, ends[:-1].astype(int))
        ]
        found, counts, counters = run.found, run.counts, run.counters
        return {"found": found, "counts": counts, "counters": counters, "covers": covers}


def explored(path: Path) -> int:
    """The nodes that are done with."""
    if not path.exists():
        return 0
    file = RunFile(path, write=False)
    try:
        return sum(done.counters.nodes for done in file.done_jobs())
    finally:
        file.close()
