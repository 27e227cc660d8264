"""Jobs: runs that the server takes care of, one after the other.

All that changes here changes on the event loop, so that there are no locks; files are written by
threads.  A job is on the disk before anybody hears of it.
"""

import asyncio
import logging
import time
from contextlib import aclosing, suppress
from typing import Any

from anyio import to_thread
from fastapi import HTTPException

from tilewright.catalogue import catalogue_name
from tilewright.document import Complaint, FileError
from tilewright.document.reading import data_text
from tilewright.execution import Request, one_number
from tilewright.export.stored import stored_solution_count
from tilewright.formats import PuzzleFile
from tilewright.polygons import PolygonPuzzle
from tilewright.puzzle import Puzzle
from tilewright.runs import RunError
from tilewright.runs.run import require_exact
from tilewright.solutions.requirements import requirements
from tilewright.web.jobs.messages import (
    FINAL,
    NAMES,
    Counting,
    FoundCount,
    JobFacts,
    JobReport,
    JobRequest,
    ProgressReport,
    State,
    SweepReport,
)
from tilewright.web.jobs.process import WorkerProcess
from tilewright.web.jobs.store import JobStore, Record, new_id
from tilewright.web.jobs.worker import Order
from tilewright.web.puzzles.documents import file_of
from tilewright.web.puzzles.limits import look_over, work_of
from tilewright.web.settings import Limits, Settings
from tilewright.web.wire import SolutionCounts

LOG = logging.getLogger("tilewright.web")
CANCEL_PATIENCE = 0.7  # seconds for a worker to store what it has, when its job is cancelled
PAUSE_PATIENCE = 3.0  # the same when it is to be resumed later
OVERTIME = 10.0  # seconds after which a worker is stopped that does not watch its time
MOST_WORK = 50_000_000  # to find all placements; see `work_of`


def new_job(given: JobRequest, limits: Limits) -> tuple[Record, str]:
    """A job, and the text of its puzzle.  Raises what is wrong with it, or with what is asked."""
    for what, value, most in (
        ("threads", given.threads, limits.max_threads),
        ("max_seconds", given.max_seconds, limits.max_seconds),
    ):
        if value is not None and value > most:
            raise HTTPException(422, f"{what} is {value:g}: this server allows at most {most:g}.")
    task = "count" if given.task == "count" else "solve"
    up_to = given.up_to if task == "count" else given.up_to or "symmetry"
    asked = one_number(up_to) if task == "count" else {"up_to": up_to}
    request = Request(task=task, engine=given.engine, require=given.require, **asked)
    file = file_of(given.puzzle, limits)
    _require_sound(file)
    puzzle = file.puzzle
    if isinstance(puzzle, PolygonPuzzle):
        require_exact(puzzle)
        request.for_run(polygons=True)
    else:
        request.for_run(polygons=False)
        requirements(puzzle, request.require)
    name, text = None, given.puzzle.toml
    if text is None:
        name = catalogue_name(given.puzzle.name or "")
        text = data_text(f"puzzles/{name}.toml")
    record = Record(
        id=new_id(),
        title=given.title or puzzle.title or name or "Your puzzle",
        puzzle_name=name,
        kind="lattice" if isinstance(puzzle, Puzzle) else "polygon",
        **given.model_dump(include={"task", "require", "engine"}),
        up_to=up_to,
        threads=given.threads or max(1, limits.max_threads // limits.at_once),
        max_seconds=given.max_seconds or limits.max_seconds,
        created=time.time(),
    )
    return record, text


def _require_sound(file: PuzzleFile) -> None:
    if isinstance(file.puzzle, Puzzle) and work_of(file.puzzle) > MOST_WORK:
        raise HTTPException(
            413, "This puzzle is too large for this server: its pieces fit in too many places."
        )
    problems, _ = look_over(file.drawn or file.puzzle, file.line)
    errors = [Complaint(p.line or 0, p.message) for p in problems if p.severity == "error"]
    if errors:
        raise FileError(file.document.name, errors)


class ServerJob:
    """A job as the server has it in memory."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.next_change = asyncio.Event()  # take it before you look at the job
        self.progress: ProgressReport | None = None
        self.sweep: SweepReport | None = None
        self.counting: Counting | None = None  # at last
        self.worker: WorkerProcess | None = None
        self.work: asyncio.Task[None] | None = None  # while someone works on it
        self.began = 0.0  # that work, by the monotonic clock
        self.wanted: State | None = None  # what it shall become when the worker has stopped
        self.overtime = False
        self.deleted = False
        self.saving = asyncio.Lock()

    def changed(self) -> None:
        """Wake all who wait for the next change."""
        self.next_change.set()
        self.next_change = asyncio.Event()

    @property
    def final(self) -> bool:
        """Will nothing more happen to it by itself?"""
        return self.record.state in FINAL or self.deleted

    @property
    def solutions(self) -> int:
        """How many solutions are reported: of one that looks for one, no more than that."""
        return min(self.record.solutions, 1 if self.record.task == "one" else 1 << 62)

    @property
    def found(self) -> FoundCount | None:
        """The same with its name; None while a count knows nothing yet.

        A count adds up all solutions, whatever it was asked for: the other two numbers are known
        only when it is through.  A listing stores one of each class.
        """
        record = self.record
        complete = record.complete or self.counting == "symmetric"
        if record.task == "count" and not self.solutions and not complete:
            return None
        name = NAMES[record.up_to or "nothing"] if record.task == "all" else "solutions"
        return FoundCount(number=self.solutions, name=name, complete=complete)


class JobQueue:
    """All jobs of a server."""

    def __init__(self, settings: Settings) -> None:
        self._limits = settings.limits
        self._folder = settings.folder
        self.store = JobStore(settings.folder)
        self._jobs: dict[str, ServerJob] = {}
        self._queue: list[ServerJob] = []
        self._coming = 0  # jobs that are not on the disk yet
        self._at_work: set[ServerJob] = set()
        self._leaving = False

    async def start(self) -> None:
        """Take up what the folder has: what was not through is in the queue again."""
        await to_thread.run_sync(lambda: self._folder.mkdir(parents=True, exist_ok=True))
        for record in await to_thread.run_sync(lambda: list(self.store.read())):
            job = self._jobs[record.id] = ServerJob(record)
            if record.state in ("queued", "running"):
                record.state = "queued"
                self._queue.append(job)
        self._next_please()

    async def stop(self) -> None:
        """Have all workers end; their jobs are resumed when the server comes back."""
        self._leaving = True
        await asyncio.gather(
            *(self._stopped(job, job.wanted or "queued", CANCEL_PATIENCE) for job in self._at_work)
        )

    def all(self) -> list[ServerJob]:
        """All jobs, the newest first."""
        return sorted(self._jobs.values(), key=lambda job: job.record.created, reverse=True)

    def get(self, number: str) -> ServerJob:
        """The job of that id."""
        job = self._jobs.get(number)
        if job is None:
            raise HTTPException(404, "There is no such job. Maybe it was deleted.")
        return job

    async def add(self, record: Record, puzzle: str) -> ServerJob:
        """A new job, at the end of the queue; `puzzle` is the text of its file."""
        self._require_room(new=True)
        job = ServerJob(record)
        self._coming += 1  # so that the queue cannot overflow meanwhile
        try:
            text = record.model_dump_json()
            await to_thread.run_sync(self.store.begin, record.id, puzzle, text)
        finally:
            self._coming -= 1
        self._jobs[record.id] = job
        self._queue.append(job)
        self._next_please()
        return job

    async def pause(self, job: ServerJob) -> None:
        """Stop working on it for now."""
        await self._halt(job, "paused", PAUSE_PATIENCE, "pause")

    async def cancel(self, job: ServerJob) -> None:
        """Stop working on it for good; what was found is stored."""
        await self._halt(job, "cancelled", CANCEL_PATIENCE, "cancel")

    async def _halt(self, job: ServerJob, wanted: State, patience: float, what: str) -> None:
        state = job.record.state
        if state == "running":
            await self._stopped(job, wanted, patience)
        elif state in ("queued", "paused") and state != wanted:
            self._leave_queue(job)
            await self._settle(job, wanted, None)
        else:
            raise HTTPException(409, f"This job is {state}: there is nothing to {what}.")

    async def resume(self, job: ServerJob) -> None:
        """Resume it when it is its turn."""
        if job.record.state not in ("paused", "failed"):
            raise HTTPException(
                409, f"This job is {job.record.state}: only a paused one can be resumed."
            )
        self._require_room(new=False)
        job.record.state, job.record.message, job.record.ended = "queued", None, None
        self._queue.append(job)
        with suppress(OSError):  # if the disk is full, that is told when it is worked on
            await self._save(job)
        self._next_please()

    async def delete(self, job: ServerJob) -> None:
        """Forget it, and delete its run."""
        if job.work:
            raise HTTPException(409, "This job is running: pause or cancel it first.")
        self._leave_queue(job)
        self._jobs.pop(job.record.id, None)
        job.deleted = True
        async with job.saving:
            await to_thread.run_sync(self.store.delete, job.record.id)
        job.changed()

    def report(self, job: ServerJob) -> JobReport:
        """A job, and how it is going."""
        record = job.record
        seconds = record.seconds
        if record.state == "running" and job.began:
            seconds += time.monotonic() - job.began
        waiting = len(self._at_work) + self._queue.index(job) if job in self._queue else None
        facts = record.model_dump(include=set(JobFacts.model_fields))
        facts["seconds"] = round(seconds, 3)
        if record.task == "one":
            facts["counts"] = None  # older records have some
        return JobReport(
            **facts,
            found=job.found,
            counting=job.counting if record.state == "running" else None,
            progress=job.progress,
            sweep=job.sweep,
            waiting=waiting,
        )

    def _require_room(self, *, new: bool) -> None:
        """Room in the queue, and for a new job also in the folder."""
        if len(self._queue) + self._coming >= self._limits.max_queue:
            raise HTTPException(
                429, f"{len(self._queue)} jobs are waiting, which is the most: try again later."
            )
        if new and len(self._jobs) + self._coming >= self._limits.max_stored:
            raise HTTPException(
                429, f"{len(self._jobs)} jobs are stored here, which is the most: delete some."
            )

    def _next_please(self) -> None:
        """Work on as many as may be worked on together."""
        while self._queue and len(self._at_work) < self._limits.at_once and not self._leaving:
            job = self._queue.pop(0)
            self._at_work.add(job)
            job.record.state, job.wanted, job.began = "running", None, time.monotonic()
            job.record.started = job.record.started or time.time()
            job.work = asyncio.create_task(self._work(job))
        self._tell_queue()

    def _tell_queue(self) -> None:
        for job in self._queue:
            job.changed()

    def _leave_queue(self, job: ServerJob) -> None:
        if job in self._queue:
            self._queue.remove(job)
            self._tell_queue()

    async def _stopped(self, job: ServerJob, wanted: State, patience: float) -> None:
        """Wait until the worker has stopped; it may turn out that it was through anyway."""
        job.wanted = wanted
        if job.worker:
            job.worker.stop(patience)
        if job.work:
            await asyncio.wait([job.work])

    async def _work(self, job: ServerJob) -> None:
        """Have a worker work on it, and see what becomes of that."""
        record = job.record
        record.message, record.ended, job.overtime = None, None, False
        last: dict[str, Any] = {}
        state: State = "failed"
        message: str | None = "The server could not work on this job."
        try:
            await self._save(job)
            job.changed()
            last = await self._listen(job)
            if last.get("event") != "end":
                await self._look(job)
            state, message = self._outcome(job, last)
        except OSError as error:
            LOG.error("job %s cannot be worked on: %s", record.id, error)
        finally:
            job.worker = job.work = None
            self._at_work.discard(job)
            record.seconds += time.monotonic() - job.began
            await self._settle(job, state, message)
            self._next_please()

    async def _listen(self, job: ServerJob) -> dict[str, Any]:
        """What the worker says at last."""
        record, limits, last = job.record, self._limits, {}
        seconds = min(record.max_seconds, limits.max_seconds)  # these may have changed
        order = Order(
            path=str(self.store.run(record.id)),
            puzzle=await to_thread.run_sync(self.store.puzzle, record.id),
            name=record.puzzle_name or record.title,
            **record.model_dump(include={"task", "up_to", "require", "engine"}),
            threads=min(record.threads, limits.max_threads),
            max_seconds=seconds,
            max_memory_mib=limits.max_memory_mib,
        )
        worker = job.worker = await WorkerProcess.start(order)
        if job.wanted:  # somebody was quicker
            worker.stop(CANCEL_PATIENCE)
        too_long = asyncio.get_running_loop().call_later(seconds + OVERTIME, self._too_long, job)
        try:
            async with aclosing(worker.events()) as events:
                async for event in events:
                    if event.get("event") in ("progress", "end"):
                        self._hear(job, event)
                    if event.get("event") in ("end", "failed"):
                        last = event
        finally:
            too_long.cancel()
        if not last and (by := worker.ended_by):
            last = {"event": "killed", "by": by}
        return last

    def _too_long(self, job: ServerJob) -> None:
        job.overtime = True
        if job.worker:
            job.worker.stop(PAUSE_PATIENCE)

    def _hear(self, job: ServerJob, event: dict[str, Any]) -> None:
        record = job.record
        record.solutions, record.nodes = event["solutions"], event["nodes"]
        record.engine_used, record.reason = event["engine"], event.get("reason")
        record.complete = event["complete"] and not (record.task == "one" and record.solutions)
        record.counts = SolutionCounts(**event["counts"]) if event.get("counts") else None
        job.counting = event["counting"]
        job.progress = ProgressReport(**event["progress"]) if event["progress"] else None
        job.sweep = SweepReport(**event["sweep"]) if event["sweep"] else None
        job.changed()

    async def _look(self, job: ServerJob) -> None:
        """See what a worker has stored that could not say so."""
        path = self.store.run(job.record.id)
        with suppress(RunError):
            found = await to_thread.run_sync(stored_solution_count, path)
            job.record.solutions = max(job.record.solutions, found)

    def _outcome(self, job: ServerJob, last: dict[str, Any]) -> tuple[State, str | None]:
        """What a job becomes, by the last words of its worker."""
        limit = f"{self._limits.max_memory_mib} MiB of memory"
        stored = "What was found is stored, and it can be resumed"
        if last.get("how") == "done":
            return "done", None
        if job.wanted:
            return job.wanted, None
        if last.get("how") == "time" or job.overtime:
            seconds = min(job.record.max_seconds, self._limits.max_seconds)
            return "paused", f"The time limit of {seconds:g} s was reached. {stored}."
        if last.get("how") == "stopped":
            return "paused", f"The search was stopped from outside. {stored}."
        if last.get("why") == "memory":
            return "failed", f"The search needed more than {limit}."
        if "message" in last:
            return "failed", str(last["message"])
        by = f" by {last['by']}" if "by" in last else ""
        return "failed", (
            f"The search was ended{by} before it was through; maybe it needed more than {limit}. "
            f"{stored}."
        )

    async def _settle(self, job: ServerJob, state: State, message: str | None) -> None:
        """Nobody works on it any more."""
        record = job.record
        record.state, record.message = state, message
        record.ended = time.time() if state in FINAL else None
        job.sweep = None  # such a count begins anew
        if job.final:
            job.progress = None
        with suppress(OSError):  # the disk may be full; what matters is in the run
            await self._save(job)
        job.changed()

    async def _save(self, job: ServerJob) -> None:
        async with job.saving:
            if not job.deleted:
                text = job.record.model_dump_json()
                await to_thread.run_sync(self.store.write, job.record.id, text)
