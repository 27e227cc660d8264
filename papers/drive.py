"""Do the jobs of the manifest within a budget, and guess at the rest.

First come the jobs that take the least time for each of their claims.

Short jobs run side by side, each in one thread; long ones one after the other, in all threads.
What is left of the budget when only long jobs remain that do not fit goes into them all the same:
they are kept, and go on next time.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Any

from papers.claims import Chapter, Job
from papers.crew import Crew, Order, Report
from papers.fingerprints import fingerprint
from papers.store import Store
from papers.verdicts import Finding, Judged, judge

__all__ = ["Progress", "Recomputing"]

LONG = 60.0  # seconds from which a job gets all threads
LEAST_SECONDS = 0.5  # no job is begun with less
LIKELY_SHARE = 0.7  # of the budget: what should be done by then will be done by its end
GUESS_SHARE = 0.1  # of the budget, and at most
GUESS_SECONDS = 60.0  # for each job
LEAST_GUESS_SECONDS = 0.05


@dataclass(frozen=True, slots=True)
class Progress:
    """Where it is: jobs done of all, what is being worked on, and what is left of the budget."""

    done: int
    jobs: int
    at_work: Sequence[str]
    left: float  # seconds of the budget


@dataclass(slots=True)
class Recomputing:
    """The jobs of some chapters, what was found, and what went wrong.

    What the file has from earlier runs of the same program is taken, unless `fresh`.
    """

    chapters: Sequence[Chapter]
    store: Store
    threads: int
    fresh: bool = False
    findings: dict[str, Finding] = field(default_factory=dict)
    errors: dict[str, str] = field(default_factory=dict)
    _stopped: bool = False
    _crew: Crew | None = None

    @property
    def jobs(self) -> list[Job]:
        """All jobs."""
        return [job for chapter in self.chapters for job in chapter.jobs]

    @property
    def unfinished(self) -> list[Job]:
        """Jobs whose values are not known."""
        known = {name for name, finding in self.findings.items() if finding.values is not None}
        return [job for job in self.jobs if job.name not in known]

    @property
    def judged(self) -> list[Judged]:
        """The verdicts on all claims."""
        return [
            judge(job, claim, self.findings.get(job.name, Finding()))
            for job in self.jobs
            for claim in job.claims
        ]

    def stop(self) -> None:
        """End soon; may be called from a signal handler."""
        self._stopped = True
        if self._crew:
            self._crew.stop()

    def __post_init__(self) -> None:
        for job in () if self.fresh else self.jobs:
            key = fingerprint(job)
            known = self.store.result(key)
            if known is None or not _answers(job, known.values):
                known = self.store.guesses(key)
            self.findings[job.name] = known

    def work(self, budget: float, show: Callable[[Progress], None] = lambda _: None) -> None:
        """Compute until everything is known or the budget is spent."""
        began = time.monotonic()
        todo = sorted(self.unfinished, key=lambda job: job.seconds / max(1, len(job.claims)))
        if not todo:
            return
        for_guesses = self._set_aside(todo, budget)
        with Crew(self.threads) as self._crew:
            self._compute(todo, began + budget - for_guesses, show)
            if self.unfinished and not self._stopped:
                self._guess(self.unfinished, began + budget)
        self._crew = None

    def _set_aside(self, todo: Sequence[Job], budget: float) -> float:
        """How much of the budget is kept for guesses at jobs that will hardly fit into it."""
        ends = accumulate(job.seconds / self.threads for job in todo)
        late = sum(end > LIKELY_SHARE * budget for end in ends)
        return min(GUESS_SHARE * budget, GUESS_SECONDS * late / self.threads)

    def _compute(self, todo: list[Job], deadline: float, show: Callable[[Progress], None]) -> None:
        assert self._crew is not None
        todo = list(todo)
        while todo or self._crew.at_work:
            left = deadline - time.monotonic()
            if self._stopped or left < LEAST_SECONDS:
                todo.clear()
            while todo and self._may_begin(todo[0]):
                self._begin(todo.pop(0), left)
            for report in self._crew.reports(0.1):
                self._take(report)
            if self._stopped and time.monotonic() > deadline:
                return
            if self._stopped:
                deadline = min(deadline, time.monotonic() + 0.7)  # who does not leave off is ended
            at_work = [order.job.subject for order in self._crew.at_work]
            jobs, left = len(self.jobs), max(0.0, deadline - time.monotonic())
            show(Progress(jobs - len(self.unfinished), jobs, at_work, left))

    def _may_begin(self, job: Job) -> bool:
        assert self._crew is not None
        at_work = self._crew.at_work
        if job.seconds >= LONG:
            return not at_work
        return self._crew.idle and not any(order.job.seconds >= LONG for order in at_work)

    def _begin(self, job: Job, seconds: float) -> None:
        assert self._crew is not None
        saved, _ = self._rest(job)
        threads = self.threads if job.seconds >= LONG else 1
        self._crew.give(Order(job=job, seconds=seconds, threads=threads, saved=saved))

    def _rest(self, job: Job) -> tuple[Any, float]:
        """What an earlier run has left of a job, and how long that took."""
        return (None, 0.0) if self.fresh else self.store.rest(fingerprint(job))

    def _take(self, report: Report) -> None:
        job = report.order.job
        key = fingerprint(job)
        if report.error:
            self.errors.setdefault(job.name, report.error)
            return
        if report.guesses is not None:
            self.store.keep_guesses(key, job.name, report.guesses)
            self.findings[job.name] = Finding(guesses=report.guesses)
            return
        outcome = report.outcome
        if outcome and outcome.values is not None and not _answers(job, outcome.values):
            self.errors.setdefault(job.name, "it does not tell all that is claimed")
            return
        if outcome is None or (outcome.values is None and outcome.saved is None):
            return
        seconds = report.seconds + self._rest(job)[1]
        if outcome.values is None:
            self.store.keep_rest(key, job.name, outcome.saved, seconds)
        else:
            self.store.keep_result(key, job.name, outcome.values, seconds)
            self.findings[job.name] = Finding(values=outcome.values, seconds=seconds)

    def _guess(self, jobs: Sequence[Job], deadline: float) -> None:
        """Guess at jobs that were not finished, as well as the time that is left allows."""
        assert self._crew is not None
        waiting = list(jobs)
        share = min(GUESS_SECONDS, (deadline - time.monotonic()) * self.threads / len(waiting))
        if share < LEAST_GUESS_SECONDS:
            return
        while (waiting or self._crew.at_work) and not self._stopped:
            if time.monotonic() > deadline:
                waiting.clear()
            while waiting and self._crew.idle:
                self._crew.give(Order(job=waiting.pop(0), seconds=share, guess=True))
            for report in self._crew.reports(0.1):
                self._take(report)


def _answers(job: Job, values: Mapping[str, Any] | None) -> bool:
    """Do the values have something on each of its claims?"""
    return values is not None and all(claim.key in values for claim in job.claims)
