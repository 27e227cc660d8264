"""Going on with a run: hand its jobs to workers, and store what comes back.

Jobs are taken in the order of the search.  A job that is not through after a while gives back what
is left; when few jobs wait, that is divided among new jobs, and jobs become short, so that heavy
subtrees are shared again and again until the end.
"""

import time
from bisect import insort
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from tilewright.cover import Subtree
from tilewright.runs.file import Job
from tilewright.runs.job import Outcome, Work, pack_starts
from tilewright.runs.run import Run
from tilewright.runs.workers import Workers

__all__ = ["Driver"]

POLL = 0.1  # seconds between two looks at whether to stop
SHORT = 0.05  # of the usual time, where jobs are to be divided soon
JOBS_PER_WORKER = 3  # that should wait, so that nobody is without
PATIENCE = 1.5  # seconds for workers to hand back what they have, when all is stopped


@dataclass
class Driver:
    """Has the jobs of a run done by workers."""

    run: Run
    workers: Workers
    frontier_threads: int = 1
    at_work: dict[int, Job] = field(default_factory=dict)
    begun: dict[int, float] = field(default_factory=dict)  # when, by the monotonic clock
    _first: int = field(init=False)  # open jobs that the run began with

    def __post_init__(self) -> None:
        self._begin()

    def _begin(self) -> None:
        """Nobody is at work."""
        self.at_work.clear()
        self.begun.clear()
        self._first = sum(job.parent is None for job in self.run.open)

    def drive(
        self,
        stopped: Callable[[], bool] = lambda: False,
        *,
        max_seconds: float | None = None,
        show: Callable[[], None] = lambda: None,
    ) -> bool:
        """Go on until everything is done (True), or it is stopped, or the time is over.

        `show` is called now and then.
        """
        try:
            self._drive(stopped, max_seconds, show)
        except BaseException:
            # What was handed out, or half stored, is not known here any more; the file knows.
            self.run.reload()
            self._begin()
            raise
        return self.run.finished

    def _drive(
        self, stopped: Callable[[], bool], max_seconds: float | None, show: Callable[[], None]
    ) -> None:
        deadline = None if max_seconds is None else time.monotonic() + max_seconds
        while self.run.open or self.at_work:
            if stopped() or (deadline is not None and time.monotonic() >= deadline):
                self._hand_back()
                break
            self._hand_out()
            self._store(self.workers.outcomes(POLL))
            show()
        show()

    def spent(self) -> dict[int, float]:
        """The seconds that jobs have been worked on, all threads together."""
        now, stages = time.monotonic(), self.run.plan.stages
        return {
            ticket: (now - self.begun[ticket])
            * (1 if stages[job.stage].divides else self.frontier_threads)
            for ticket, job in self.at_work.items()
        }

    def _hand_out(self) -> None:
        """As many jobs as there are workers, and one more for the first that is through."""
        run = self.run
        while run.open and len(self.at_work) <= self.workers.capacity():
            job = run.open.pop(0)
            self._first -= job.parent is None
            self.at_work[job.id] = job
            self.begun[job.id] = time.monotonic()
            short = job.parent is None or self._short_of_jobs()
            seconds = self.workers.seconds() * (SHORT if short else 1)
            threads = 1 if run.plan.stages[job.stage].divides else self.frontier_threads
            self.workers.submit(
                job.id, Work(job.stage, job.starts, seconds=seconds, threads=threads)
            )

    def _short_of_jobs(self, made: int = 0) -> bool:
        waiting = len(self.run.open) - self._first + made
        return waiting < JOBS_PER_WORKER * self.workers.capacity()

    def _put_back(self, job: Job) -> None:
        self._first += job.parent is None
        insort(self.run.open, job)

    def _store(self, outcomes: Sequence[tuple[int, Outcome]]) -> None:
        results: list[tuple[Job, Outcome, list[bytes]]] = []
        made = 0
        for ticket, outcome in outcomes:
            job = self.at_work.pop(ticket)
            del self.begun[ticket]
            start = self.run.plan.stages[job.stage].start
            rests = [pack_starts(rest, start) for rest in self._divided(outcome.rest, made)]
            made += len(rests)
            if rests == [job.starts]:  # nothing was done
                self._put_back(job)
            else:
                results.append((job, outcome, rests))
        if results:
            self.run.record(results)

    def _divided(self, rest: Sequence[Subtree], made: int) -> list[Sequence[Subtree]]:
        """The last subtrees are the largest: each becomes a job of its own while jobs are few."""
        if not rest:
            return []
        alone = 0
        if self._short_of_jobs(made):
            alone = min(len(rest) - 1, JOBS_PER_WORKER * self.workers.capacity())
        cut = len(rest) - alone
        return [rest[:cut], *([one] for one in rest[cut:])]

    def _hand_back(self) -> None:
        """Let the workers end, and store what they have; what they do not bring is still open."""
        self.workers.stop()
        deadline = time.monotonic() + PATIENCE
        while self.at_work and time.monotonic() < deadline:
            outcomes = self.workers.outcomes(POLL)
            self._store(outcomes)
            if outcomes:
                deadline = time.monotonic() + PATIENCE
        for job in self.at_work.values():
            self._put_back(job)
        self.at_work.clear()
        self.begun.clear()
