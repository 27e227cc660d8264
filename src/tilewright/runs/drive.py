"""Going on with a run: hand its jobs to workers, and store what comes back.

Jobs are taken in the order of the search.  A job that is not through after a while gives back what
is left; when few jobs wait, that is divided among new jobs, and jobs become short, so that heavy
subtrees are shared again and again until the end.
"""

import time
from bisect import insort
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from tilewright.cover import Subtree
from tilewright.runs.halfway import Halfway, Sweep
from tilewright.runs.job import Outcome, Work, pack_starts
from tilewright.runs.plan import Stage
from tilewright.runs.rows import Job
from tilewright.runs.run import Run
from tilewright.runs.schema import RunError
from tilewright.runs.workers import Workers

__all__ = ["Driver"]

POLL = 0.1  # seconds between two looks at whether to stop
SHORT = 0.05  # of the usual time, where jobs are to be divided soon
JOBS_PER_WORKER = 3  # that should wait, so that nobody is without
PATIENCE = 1.5  # seconds for workers to hand back what they have, when all is stopped
DEVICE_PATIENCE = 600.0  # the same, for a device to finish a stage and hand back all its states


@dataclass
class Driver:
    """Has the jobs of a run done by workers."""

    run: Run
    workers: Workers
    frontier_threads: int = 1
    say: Callable[[str], None] = lambda _: None  # is told what somebody who waits should know
    at_work: dict[int, Job] = field(default_factory=dict)
    begun: dict[int, float] = field(default_factory=dict)  # when, by the monotonic clock
    sweeps: dict[int, Sweep] = field(default_factory=dict)  # how far those of engine frontier are
    _first: int = field(init=False)  # open jobs that the run began with
    _trouble: str | None = None  # that was told

    def __post_init__(self) -> None:
        self._begin()

    def _begin(self) -> None:
        """Nobody is at work."""
        self._forget()
        self._first = sum(job.parent is None for job in self.run.open)

    def _forget(self) -> None:
        for known in (self.at_work, self.begun, self.sweeps):
            known.clear()

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
            # What was handed out, or half stored, is not known here any more; the file knows,
            # unless something is wrong with it, which is what is raised then.
            with suppress(RunError):
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
        self.run.file.see_that_it_is_there()
        self._tell_trouble()
        show()

    def spent(self) -> dict[int, float]:
        """The seconds that jobs have been worked on, all threads together."""
        now = time.monotonic()
        return {
            ticket: (now - self.begun[ticket]) * self._threads(job)
            for ticket, job in self.at_work.items()
        }

    def _threads(self, job: Job) -> int:
        stage = self._stage(job)
        return 1 if stage.divides or stage.on_device else self.frontier_threads

    def _stage(self, job: Job) -> Stage:
        return self.run.plan.stages[job.stage]

    def _device_at_work(self) -> bool:
        return any(self._stage(job).on_device for job in self.at_work.values())

    def _hand_out(self) -> None:
        """As many jobs as there are workers, and one more for the first that is through."""
        run = self.run
        while run.open and len(self.at_work) <= self.workers.capacity():
            stage = self._stage(run.open[0])
            if stage.on_device and self._device_at_work():
                break
            job = run.open.pop(0)
            self._first -= job.parent is None
            self.at_work[job.id] = job
            self.begun[job.id] = time.monotonic()
            short = job.parent is None or self._short_of_jobs()
            seconds = self.workers.seconds() * (SHORT if short else 1)
            halfway = run.file.halfway.of(job.id) if stage.on_device else None
            work = Work(
                job.stage,
                job.starts,
                seconds=seconds,
                threads=self._threads(job),
                halfway=halfway,
            )
            self.workers.submit(job.id, work)

    def _short_of_jobs(self, made: int = 0) -> bool:
        waiting = len(self.run.open) - self._first + made
        return waiting < JOBS_PER_WORKER * self.workers.capacity()

    def _put_back(self, job: Job) -> None:
        self._first += job.parent is None
        insort(self.run.open, job)

    def _store(self, outcomes: Sequence[tuple[int, Outcome | Halfway | Sweep]]) -> None:
        results: list[tuple[Job, Outcome, list[bytes]]] = []
        made = 0
        for ticket, outcome in outcomes:
            if isinstance(outcome, Sweep):
                self.sweeps[ticket] = outcome
                continue
            if isinstance(outcome, Halfway):
                self._keep(self.at_work[ticket], outcome)
                continue
            job = self.at_work.pop(ticket)
            del self.begun[ticket]
            self.sweeps.pop(ticket, None)
            start = self.run.plan.stages[job.stage].start
            rests = [pack_starts(rest, start) for rest in self._divided(outcome.rest, made)]
            made += len(rests)
            if rests == [job.starts]:  # nothing was done, or nothing that adds up
                if outcome.halfway:
                    self._keep(job, outcome.halfway)
                self._put_back(job)
            else:
                results.append((job, outcome, rests))
        if results:
            self.run.record(results)
            self._tell_trouble()
        if any(self._stage(job).on_device for job, _, _ in results):
            self.run.file.halfway.shrink()

    def _keep(self, job: Job, halfway: Halfway) -> None:
        """Store where a job stands.  If that cannot be, the job goes on all the same.

        But not if the file is gone: raises RunError.
        """
        if halfway.checkpoint is None:
            self.say(halfway.why)
            return
        self.run.file.see_that_it_is_there()
        try:
            self.run.file.halfway.keep(job.id, halfway)
        except RunError as error:
            self.say(f"where the count stands is not kept: {error}")

    def _tell_trouble(self) -> None:
        """Say so if something has happened to the file."""
        if self.run.file.trouble != self._trouble:
            self._trouble = self.run.file.trouble
            self.say(str(self._trouble))

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
        patience = DEVICE_PATIENCE if self._device_at_work() else PATIENCE
        deadline = time.monotonic() + patience
        while self.at_work and time.monotonic() < deadline:
            outcomes = self.workers.outcomes(POLL)
            self._store(outcomes)
            if outcomes:
                patience = DEVICE_PATIENCE if self._device_at_work() else PATIENCE
                deadline = time.monotonic() + patience
        for job in self.at_work.values():
            self._put_back(job)
        self._forget()
