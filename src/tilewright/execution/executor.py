"""The one executor: it hands the jobs of a plan to workers, and what comes back to a store.

Every answer is a run.  One whose store is memory hands covers out as they are found; one whose
store is a file (`tilewright.runs`) survives being killed.

Jobs are taken in the order of the search.  A job that is not through after a while gives back what
is left; when few jobs wait, that is divided among new jobs, and jobs become short, so that heavy
subtrees are shared again and again until the end.
"""

import time
from bisect import insort
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tilewright.cover import Subtree
from tilewright.engines import Counters
from tilewright.errors import SelfCheckError, TilewrightError
from tilewright.execution.device_progress import DeviceCheckpoint, SweepProgress
from tilewright.execution.job import Job, JobOrder, JobResult, Packed, Report, Workers
from tilewright.execution.plan import Plan, Stage
from tilewright.execution.sieve import Covers
from tilewright.symmetry import Counts

if TYPE_CHECKING:
    from tilewright.invariants.finding import Refutation


class Store:
    """What is done, as numbers, and the jobs that are open."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.clear()

    def clear(self) -> None:
        """Nothing is done."""
        self.open: list[Job] = []
        self.found: list[int] = []  # covers that count, by stage
        self.tallies: list[list[int]] = []  # by stage
        self.stage_counters: list[Counters] = []
        self.done = 0  # jobs

    def add_stages(self, stages: Sequence[Stage]) -> None:
        """Nothing is found in these yet."""
        self.found += [0] * len(stages)
        self.tallies += [[0] * len(stage.tallies) for stage in stages]
        self.stage_counters += [Counters()] * len(stages)

    def add(self, job: Job, result: JobResult) -> None:
        """A job is done."""
        tallies = self.tallies[job.stage]
        self.found[job.stage] += result.found
        tallies[:] = [a + b for a, b in zip(tallies, result.tallies, strict=True)]
        self.stage_counters[job.stage] += result.counters
        self.done += 1

    @property
    def counters(self) -> Counters:
        """Those of all stages."""
        return sum(self.stage_counters, Counters())

    @property
    def search_counters(self) -> Counters:
        """Those of the search for solutions; what was searched for their classes is left out."""
        return sum(self.stage_counters[: len(self.plan.search)], Counters())

    @property
    def solutions(self) -> int:
        """Solutions so far: of a listing those that were given out, of a count all of them."""
        if self.plan.request.task == "solve":
            return sum(self.found)
        return self.plan.solutions(self.found, self.tallies)

    @property
    def finished(self) -> bool:
        """Is everything done?"""
        return not self.open

    @property
    def refutation(self) -> "Refutation | None":
        """Why there is no solution, if that was proved without a search."""
        return self.plan.refutation

    def check(self) -> None:
        """Raise CountError if two ways of counting do not agree, when everything is done."""
        if self.refutation and self.solutions:
            raise SelfCheckError(
                f"{self.solutions} solutions were found, and it was proved that there is none "
                f"({self.refutation}): please report this puzzle"
            )
        self.plan.check(self.stage_counters)

    @property
    def complete(self) -> bool:
        """Is everything done, wherever that was?"""
        return self.finished

    @property
    def numbers(self) -> dict[str, int]:
        """How many solutions there are up to what, as far as a count was asked for and is done."""
        return self.plan.numbers(self.found, self.tallies) if self.complete else {}

    @property
    def counts(self) -> Counts | None:
        """The three numbers, when a count that was asked for them is done."""
        return self.plan.counts(self.found, self.tallies) if self.complete else None

    def record(self, results: Sequence[tuple[Job, JobResult, Sequence[Packed]]]) -> None:
        """Store what jobs have done and left; the jobs must have been taken out of `open`."""
        for job in self._stored(results):
            insort(self.open, job)
        for job, result, _ in results:
            self.add(job, result)

    def _stored(self, results: Sequence[tuple[Job, JobResult, Sequence[Packed]]]) -> list[Job]:
        """What was left as new jobs, once that is safe."""
        raise SelfCheckError(f"{len(results)} jobs are done, and nobody stores them")

    def packed(self, starts: Sequence[Subtree], stage: Stage) -> Packed:
        """Subtrees as they are stored."""
        del stage
        return tuple(starts)

    def give(self, stage: int, covers: Covers) -> None:
        """A job gives covers out before it is done: only those in memory do."""
        raise SelfCheckError(f"{len(covers[1])} covers of stage {stage} came before their job")

    def begin_classes(self) -> None:
        """All jobs are done: are there more?"""

    def checkpoint(self, job: Job) -> DeviceCheckpoint | None:
        """The checkpoint of a job, if one was stored."""
        del job
        return None

    def store_checkpoint(self, job: Job, checkpoint: DeviceCheckpoint) -> str | None:
        """Store a checkpoint; or say why that cannot be."""
        del job, checkpoint
        return None

    def tidy(self) -> None:
        """A count on a device is done."""

    def trouble(self) -> str | None:
        """What has happened to it, if anything; raised if it is lost."""

    def reload(self) -> None:
        """Something went wrong: see what is there."""


POLL = 0.1  # seconds between two looks at whether to stop
SHORT = 0.05  # of the usual time, where jobs are to be divided soon
JOBS_PER_WORKER = 3  # that should wait, so that nobody is without
PATIENCE = 1.5  # seconds for workers to hand back what they have, when all is stopped
DEVICE_PATIENCE = 600.0  # the same, for a device to finish a stage and hand back all its states


@dataclass
class Executor:
    """Has the jobs of a store done by workers, within the limits of its request."""

    store: Store
    workers: Workers
    frontier_threads: int = 1
    message: Callable[[str], None] = lambda _: None  # gets what somebody who waits should know
    at_work: dict[int, Job] = field(default_factory=dict)
    begun: dict[int, float] = field(default_factory=dict)  # when, by the monotonic clock
    sweeps: dict[int, SweepProgress] = field(default_factory=dict)  # of engine frontier
    given_up: Counters = field(default_factory=Counters)  # of jobs that have to begin anew
    _first: int = field(init=False)  # open jobs that the run began with
    _returned: bool = False  # has a job come back with nothing that adds up?
    _trouble: str | None = None  # that was reported

    def __post_init__(self) -> None:
        self._begin()

    def _begin(self) -> None:
        """Nobody is at work."""
        self._forget()
        self._first = sum(job.parent is None for job in self.store.open)

    def _forget(self) -> None:
        for known in (self.at_work, self.begun, self.sweeps):
            known.clear()

    def drive(
        self,
        stopped: Callable[[], bool] = lambda: False,
        *,
        max_seconds: float | None = None,
        progress: Callable[[], None] = lambda: None,
    ) -> bool:
        """Continue until everything is done (True), or it is stopped, or the time is over.

        `progress` is called now and then.
        """
        deadline = None if max_seconds is None else time.monotonic() + max_seconds
        try:
            for _ in self.steps(stopped, deadline):
                progress()
        except BaseException:
            # What was handed out, or half stored, is not known here any more; the store knows,
            # unless something is wrong with it, which is what is raised then.
            with suppress(TilewrightError):
                self.store.reload()
            self._begin()
            raise
        return self.store.finished

    def steps(self, stopped: Callable[[], bool], deadline: float | None = None) -> Iterator[None]:
        """The same, step by step."""
        self._returned = False
        while self._unfinished():
            if stopped() or (deadline is not None and time.monotonic() >= deadline):
                self._hand_back()
                break
            self._hand_out(deadline)
            self._store(self.workers.reports(POLL))
            if self._enough():
                self._hand_back()
                break
            yield
        self._report_trouble()
        if self.store.finished:
            self.store.check()
        yield

    def _unfinished(self) -> bool:
        """Is something left to do?"""
        if not (self.store.open or self.at_work):
            self.store.begin_classes()
        return bool(self.store.open or self.at_work)

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
        return self.store.plan.stage(job.stage)

    def _device_at_work(self) -> bool:
        return any(self._stage(job).on_device for job in self.at_work.values())

    def _enough(self) -> bool:
        """Are as many solutions found as were wanted, or as many nodes searched as there may be?"""
        request = self.store.plan.request
        if request.max_solutions is not None and self.store.solutions >= request.max_solutions:
            return True
        if request.max_nodes is None or self.at_work or not self.store.open:
            return False
        # What cannot be cut ends before the limit, and would begin anew without end.
        return self._nodes() >= request.max_nodes or self._returned

    def _nodes(self) -> int:
        return self.store.counters.nodes + self.given_up.nodes

    def _limits(self, stage: Stage) -> tuple[int | None, int | None]:
        """The nodes and covers that a job may still take.

        Where solutions are sieved by what is required of them, it may take any number of covers.
        """
        request, store = self.store.plan.request, self.store
        nodes = stage.tries
        if request.max_nodes is not None:
            nodes = max(0, request.max_nodes - self._nodes())
        if request.max_solutions is None or stage.may_take_any:
            return nodes, None
        return nodes, request.max_solutions - store.solutions

    def _hand_out(self, deadline: float | None) -> None:
        """As many jobs as there are workers, and one more for the first that is through."""
        store = self.store
        while store.open and len(self.at_work) <= self.workers.capacity():
            stage = self._stage(store.open[0])
            if stage.on_device and self._device_at_work():
                break
            job = store.open.pop(0)
            self._first -= job.parent is None
            self.at_work[job.id] = job
            self.begun[job.id] = time.monotonic()
            seconds = self.workers.seconds()
            if seconds is not None:
                short = job.parent is None or self._short_of_jobs()
                # Among polygons, what was proved of places is proved again for each search.
                seconds *= SHORT if short and not stage.on_polygons else 1
            elif deadline is not None:
                seconds = max(0.0, deadline - time.monotonic())
            nodes, solutions = self._limits(stage)
            order = JobOrder(
                job.stage,
                job.starts,
                seconds=seconds,
                nodes=nodes,
                solutions=solutions,
                threads=self._threads(job),
                checkpoint=store.checkpoint(job) if stage.on_device else None,
            )
            self.workers.submit(job.id, order)

    def _short_of_jobs(self, made: int = 0) -> bool:
        waiting = len(self.store.open) - self._first + made
        return waiting < JOBS_PER_WORKER * self.workers.capacity()

    def _put_back(self, job: Job) -> None:
        self._first += job.parent is None
        insort(self.store.open, job)

    def _store(self, reports: Sequence[tuple[int, Report]]) -> None:
        results: list[tuple[Job, JobResult, list[Packed]]] = []
        made = 0
        for ticket, report in reports:
            if isinstance(report, SweepProgress):
                self.sweeps[ticket] = report
                continue
            if isinstance(report, DeviceCheckpoint):
                self._store_checkpoint(self.at_work[ticket], report)
                continue
            if isinstance(report, tuple):
                self.store.give(self.at_work[ticket].stage, report)
                continue
            job = self.at_work.pop(ticket)
            del self.begun[ticket]
            self.sweeps.pop(ticket, None)
            stage = self._stage(job)
            left = () if stage.tries is not None else report.rest
            rests = [self.store.packed(rest, stage) for rest in self._divided(left, made)]
            made += len(rests)
            if rests == [job.starts]:  # nothing was done, or nothing that adds up
                if report.checkpoint:
                    self._store_checkpoint(job, report.checkpoint)
                self.given_up += report.counters
                self._returned = True
                self._put_back(job)
            else:
                results.append((job, report, rests))
        if results:
            self.store.record(results)
            self._report_trouble()
        if any(self._stage(job).on_device for job, _, _ in results):
            self.store.tidy()

    def _store_checkpoint(self, job: Job, checkpoint: DeviceCheckpoint) -> None:
        """If that cannot be, the job goes on all the same.

        But not if the store is gone, which is raised.
        """
        why = checkpoint.why
        if checkpoint.state is not None:
            why = self.store.store_checkpoint(job, checkpoint) or ""
        if why:
            self.message(why)

    def _report_trouble(self) -> None:
        """Say so if something has happened to the store."""
        if (trouble := self.store.trouble()) != self._trouble:
            self._trouble = trouble
            self.message(str(trouble))

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
        heard = time.monotonic()
        while self.at_work:
            patience = DEVICE_PATIENCE if self._device_at_work() else PATIENCE
            if time.monotonic() >= heard + patience:
                break
            if reports := self.workers.reports(POLL):
                self._store(reports)
                heard = time.monotonic()
        self.take_back()

    def take_back(self) -> None:
        """What is at work is open again."""
        for job in self.at_work.values():
            self._put_back(job)
        self._forget()
