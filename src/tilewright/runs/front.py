"""Go on with a run, in Python."""

from collections.abc import Callable
from contextlib import closing
from importlib.metadata import version

from tilewright.engines import SearchOptions, thread_count
from tilewright.execution import Workers
from tilewright.execution.executor import Executor
from tilewright.runs.run import Run
from tilewright.runs.workers import ProcessWorkers, ThreadWorkers

__all__ = ["go_on"]


def go_on(
    run: Run,
    *,
    threads: int = 0,
    processes: int | None = None,
    workers: Workers | None = None,
    max_seconds: float | None = None,
    stopped: Callable[[], bool] = lambda: False,
    show: Callable[[Executor], None] = lambda _: None,
    say: Callable[[str], None] = lambda _: None,
) -> bool:
    """Have the jobs of a run done, until all are (True), the time is over or `stopped` says so.

    By threads, as many as there are cores unless told; by processes; or by other workers.  What is
    done is stored all the time.  `show` is called now and then, to tell how it goes; `say` is told
    what somebody who waits should know.

    >>> import tempfile, tilewright as tw
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with tw.create_run(f"{folder}/soma.run", tw.load("soma")) as run:
    ...         go_on(run, threads=1)
    ...         print(run.counts)
    True
    11,520 solutions, 480 up to rotation, 240 up to symmetry
    """
    if run.finished:
        if workers is not None:
            workers.close()
        return True
    cores = thread_count(SearchOptions(threads=threads))
    if workers is None:
        stages = run.plan.stages
        workers = ProcessWorkers(stages, processes) if processes else ThreadWorkers(stages, cores)
    with closing(workers):
        run.file.begin_session(workers.name, version("tilewright"))
        executor = Executor(run, workers, frontier_threads=cores, say=say)
        return executor.drive(stopped, max_seconds=max_seconds, show=lambda: show(executor))
