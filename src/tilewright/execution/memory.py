"""A plan carried out in memory, by whoever iterates."""

import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from tilewright.encoding import Encoding
from tilewright.engines import Choice, Counters, SearchOptions
from tilewright.execution.executor import Executor, Store
from tilewright.execution.job import (
    FIRST,
    Exploration,
    Job,
    JobOrder,
    JobResult,
    Packed,
    Report,
    places_after,
    unpack_starts,
)
from tilewright.execution.plan import AnyModel, Plan, Request, Stage
from tilewright.execution.planner import make_plan
from tilewright.execution.refuting import LONG, refute, seconds_during
from tilewright.execution.sieve import Covers
from tilewright.symmetry import Counts

if TYPE_CHECKING:
    from tilewright.invariants.finding import Refutation


class MemoryStore(Store):
    """What is done in memory.  Stages for classes begin once solutions are known and call for it.

    `given` are the covers that count and were not taken yet, with the numbers of their stages.
    """

    def __init__(self, plan: Plan) -> None:
        super().__init__(plan)
        self.given: list[tuple[int, Covers]] = []
        self._given_out = self._jobs = 0
        self._begin(plan.search)
        self.searched = False  # are all solutions known, even if their classes are not?

    def _begin(self, stages: Sequence[Stage]) -> None:
        first = len(self.found)
        self.add_stages(stages)
        for number, stage in enumerate(stages, first):
            self.open.append(self._new(Job(number, FIRST, 1, 0, (stage.start,))))

    def _new(self, job: Job) -> Job:
        self._jobs += 1
        return replace(job, id=self._jobs)

    def _stored(self, results: Sequence[tuple[Job, JobResult, Sequence[Packed]]]) -> list[Job]:
        made = []
        for job, _, rests in results:
            places = places_after(job.place, len(rests)) if rests else []
            for place, starts in zip(places, rests, strict=True):
                made.append(self._new(Job(job.stage, place, job.part, 0, starts, job.id)))
        return made

    def give(self, stage: int, covers: Covers) -> None:
        """Hand these out, but no more than are wanted."""
        options, ends = covers
        limit = self.plan.request.max_solutions
        if limit is not None and self._given_out + len(ends) > limit:
            ends = ends[: limit - self._given_out]
            options = options[: int(ends[-1]) if len(ends) else 0]
        self._given_out += len(ends)
        if len(ends):
            self.given.append((stage, (options, ends)))

    @property
    def solutions(self) -> int:
        """Solutions so far: of a listing those that were given out, of a count all of them."""
        if self.plan.request.task == "solve":
            return self._given_out
        return super().solutions

    @property
    def total_known(self) -> bool:
        """Are all solutions found, even if it is not clear yet how to count their classes?"""
        return self.searched or self.done == self._jobs

    @property
    def finished(self) -> bool:
        """Is everything done, and nobody at work?  Or is there nothing to be found?"""
        return self.searched and (self.refutation is not None or self.done == self._jobs)

    def refute(self, refutation: "Refutation") -> None:
        """There is no solution: what is open need not be searched."""
        self.plan, self.searched = replace(self.plan, refutation=refutation), True

    def begin_classes(self) -> None:
        """All solutions are known: begin with their classes, if that is wanted."""
        if self.searched:
            return
        classes = self.plan.classes
        stages = classes.stages if classes and classes.wanted(self.solutions) else ()
        self._begin(stages)
        self.searched = True


class CallingThread:
    """Whoever asks works: one job at a time, by the native threads of its engine."""

    name = "this thread"

    def __init__(self, plan: Plan, threads: int) -> None:
        self._plan, self._threads = plan, threads
        self._stopped = False
        self.ticket = 0
        self.stage = 0
        self.fraction_explored: dict[int, float] = {}  # how much of a stage was, where it was left
        self.current: Exploration | None = None

    def capacity(self) -> int:
        """The next job is handed over when one is done."""
        return 0

    def seconds(self) -> float | None:
        """A job goes to its end."""
        return None

    def submit(self, ticket: int, order: JobOrder) -> None:
        """Begin a job."""
        stage = self._plan.stage(order.stage)
        starts = unpack_starts(order.starts, stage.start)
        options: dict[str, Any] = {
            "threads": self._threads,
            "max_seconds": order.seconds,
            "max_nodes": order.nodes,
            "max_solutions": order.solutions,
        }
        given = {name: value for name, value in options.items() if value is not None}
        whole = len(starts) == 1
        self.ticket, self.stage = ticket, order.stage
        self.current = Exploration(stage, starts[0] if whole else starts, whole=whole, **given)
        if self._is_stopped():  # while it was being built
            self.current.search.stop()

    def reports(self, seconds: float) -> list[tuple[int, Report]]:
        """Work for a while; to the end of the job, if it was stopped."""
        del seconds
        reports: list[tuple[int, Report]] = []
        while self.current is not None:
            covers = self.current.step()
            if covers is None:
                self.fraction_explored[self.stage] = self.stage_explored
                reports.append((self.ticket, self.current.result(self.name)))
                self.current = None
            elif len(covers[1]) and self.current.stage.lists:
                reports.append((self.ticket, covers))
            if not self._is_stopped():
                break
        return reports

    @property
    def stage_explored(self) -> float:
        """Fraction of the stage at work that is explored."""
        before = self.fraction_explored.get(self.stage, 0.0)
        inside = self.current.search.fraction_explored if self.current else 0.0
        return before + (1 - before) * inside

    def stop(self) -> None:
        """Have the job end soon; from any thread or a signal handler."""
        self._stopped = True
        if current := self.current:
            current.search.stop()

    def resume(self) -> None:
        """The stop has been obeyed."""
        self._stopped = False

    def close(self) -> None:
        """There is nothing to close."""

    def _is_stopped(self) -> bool:
        return self._stopped


class Execution:
    """A search or a count under way.

    The plan is made when it is asked for first; that is part of the time that there is.  It can be
    left at any time, and iterating again resumes it; but a listing that ended with an error, or by
    Ctrl-C, ends there.
    """

    def __init__(self, model: AnyModel, request: Request, *, threads: int = 1) -> None:
        self.model, self.request = model, request
        self._threads = SearchOptions(threads=threads).threads
        self._stopped = self._broken = False
        self._deadline: float | None = None  # set when the plan is made
        self._doubted = False  # was a proof looked for that there is no solution?

    @cached_property
    def plan(self) -> Plan:
        """What is searched, and why so."""
        if self.request.max_seconds is not None:
            self._deadline = time.monotonic() + self.request.max_seconds
        return make_plan(self.model, self.request, keep_going=lambda: not self._stopped)

    @cached_property
    def store(self) -> MemoryStore:
        """What is done."""
        return MemoryStore(self.plan)

    @cached_property
    def _workers(self) -> CallingThread:
        return CallingThread(self.plan, self._threads)

    @cached_property
    def _executor(self) -> Executor:
        return Executor(self.store, self._workers)

    @property
    def choice(self) -> Choice | None:
        """Which engine was chosen, and why; None if it was named."""
        return self.plan.choice

    @property
    def engine(self) -> str:
        """The engine that searches."""
        return self.plan.engine

    @property
    def refutation(self) -> "Refutation | None":
        """Why there is no solution, if that was proved without a search, or during it."""
        return self.store.refutation

    @property
    def counts(self) -> Counts | None:
        """The three numbers, once everything is counted; None if only one was asked for."""
        return self.store.counts

    @property
    def numbers(self) -> dict[str, int]:
        """How many solutions there are up to what, as far as a count was asked for and is done."""
        return self.store.numbers

    @property
    def solutions(self) -> int:
        """Solutions found so far."""
        found, current = self.store.solutions, self._workers.current
        if self.request.task == "count" and current and self._searching:
            found += current.stage.solutions(current.found, current.tallies)
        return found

    @property
    def counters(self) -> Counters:
        """What the search for solutions has done so far."""
        done = self.store.search_counters
        if self._workers.current and self._searching:
            return done + self._workers.current.search.counters
        return done if self.store.searched else done + self._executor.given_up

    @property
    def _searching(self) -> bool:
        return self._workers.stage < len(self.plan.search)

    @property
    def fraction_explored(self) -> float:
        """Fraction of the search for solutions that is explored, if all stages weighed the same."""
        if self.store.searched:
            return 1.0
        here, stages = self._workers, len(self.plan.search)
        left = {job.stage: here.fraction_explored.get(job.stage, 0.0) for job in self.store.open}
        if here.current:
            left[here.stage] = here.stage_explored
        return min(1.0, (stages - len(left) + sum(left.values())) / max(1, stages))

    @property
    def total_known(self) -> bool:
        """Are all solutions found, even if their classes are not counted?"""
        return self.store.total_known

    @property
    def finished(self) -> bool:
        """Is everything done?"""
        return self.store.finished

    def stop(self) -> None:
        """Make the iteration end soon; may be called from any thread or a signal handler."""
        self._stopped = True
        if "_workers" in self.__dict__:
            self._workers.stop()

    def __iter__(self) -> Iterator[Any]:
        """Signs of life; those who search for solutions give them."""
        return iter(self.blocks())

    def _refuted(self) -> bool:
        """Is it proved that there is no solution?  That is tried if the search takes long."""
        store = self.store
        if store.refutation or self._doubted or time.monotonic() < self._doubted_at:
            return store.refutation is not None
        if isinstance(self.model, Encoding) and not self.solutions:
            refutation = refute(self.model, seconds_during(store.plan), self._in_time)
            if refutation:
                store.refute(refutation)
        self._doubted = self._in_time()  # else it was cut short, and may be tried again
        return store.refutation is not None

    def _in_time(self) -> bool:
        return not self._stopped and (self._deadline is None or time.monotonic() < self._deadline)

    def blocks(self) -> Iterator[Sequence[tuple[int, Covers]]]:
        """The covers found, in blocks, maybe none, each with the number of its stage."""
        executor = self._executor
        self._doubted_at = time.monotonic() + LONG
        try:
            if self._broken:
                return
            for _ in executor.steps(lambda: self._stopped or self._refuted(), self._deadline):
                given, self.store.given = self.store.given, []
                yield given
        except GeneratorExit:  # it was left, and can be resumed
            raise
        except BaseException:
            # The job at work is not known any more.  It adds up to nothing before it is done, so a
            # count does it again; of a listing, some of it was given out.
            self._workers.current = None
            executor.take_back()
            self._broken = self.request.task == "solve"
            raise
        finally:
            self._stopped = False
            self._workers.resume()
