"""The queue is bounded, jobs are limited, and workers that die take nothing with them."""

import asyncio
import errno
import math
import os
import signal
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from fastapi import HTTPException

from tests.web.working import in_a_thread
from tilewright.runs import RunError
from tilewright.web.jobs.found import FORMATS, MEDIA, Readers, event_stream
from tilewright.web.jobs.messages import JobRequest, Task
from tilewright.web.jobs.queue import JobQueue, ServerJob, new_job
from tilewright.web.jobs.store import Record
from tilewright.web.settings import Limits, Settings
from tilewright.web.wire import PuzzleSource

LONG = "pentominoes-5x4x3"  # some seconds
LONG_ANSWER = 3940
LIMITS = Limits(max_queue=2, max_stored=4, max_threads=1, max_cells=30, max_pieces=7)


@asynccontextmanager
async def started(folder: Path, limits: Limits = LIMITS) -> AsyncIterator[JobQueue]:
    jobs = JobQueue(Settings(folder, limits=limits))
    await jobs.start()
    try:
        yield jobs
    finally:
        await jobs.stop()


async def added(jobs: JobQueue, puzzle: str = "soma", task: Task = "count") -> ServerJob:
    given = JobRequest(puzzle=PuzzleSource(name=puzzle), task=task)
    return await jobs.add(*new_job(given, Limits()))


async def refused(jobs: JobQueue, status: int) -> str:
    with pytest.raises(HTTPException) as error:
        await added(jobs)
    assert error.value.status_code == status
    return str(error.value.detail)


async def until(job: ServerJob, *states: str) -> None:
    async with asyncio.timeout(60):
        while True:
            happening = job.next_change
            if job.record.state in states and job.work is None:
                return
            await happening.wait()


async def until_found(job: ServerJob) -> None:
    async with asyncio.timeout(60):
        while not job.record.solutions:
            await job.next_change.wait()
    assert job.record.state == "running"


def worker_of(job: ServerJob) -> int:
    assert job.worker is not None
    return job.worker.process


def test_a_full_queue_takes_no_more(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with started(tmp_path) as jobs:
            first, *waiting = [await added(jobs) for _ in range(3)]
            assert first.record.state == "running"
            assert [jobs.report(job).waiting for job in (first, *waiting)] == [None, 1, 2]
            assert "2 jobs are waiting" in await refused(jobs, 429)
            await jobs.pause(waiting[0])
            assert [jobs.report(job).waiting for job in waiting] == [None, 1]
            last = await added(jobs)
            with pytest.raises(HTTPException) as error:
                await jobs.resume(waiting[0])
            assert error.value.status_code == 429
            await jobs.delete(waiting[1])
            assert waiting[1] not in jobs.all()
            await jobs.cancel(last)
            assert last.record.state == "cancelled"
            await until(first, "done")
            await jobs.resume(waiting[0])
            await until(waiting[0], "done")
            assert waiting[0].record.counts is not None
            assert waiting[0].record.counts.up_to_symmetry == 240

    in_a_thread(scenario())


def test_so_many_jobs_are_kept_and_no_more(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with started(tmp_path) as jobs:
            kept = []
            for _ in range(4):
                kept.append(await added(jobs))
                await jobs.cancel(kept[-1])
            assert "delete some" in await refused(jobs, 429)
            await jobs.delete(kept[0])
            await jobs.cancel(await added(jobs))

    in_a_thread(scenario())


def test_jobs_come_back_in_their_order(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with started(tmp_path) as jobs:
            numbers = [(await added(jobs)).record.id for _ in range(3)]
        async with started(tmp_path) as jobs:
            assert [job.record.id for job in reversed(jobs.all())] == numbers
            assert [job.record.state for job in reversed(jobs.all())] == [
                "running",
                "queued",
                "queued",
            ]
            for job in jobs.all():
                await jobs.cancel(job)

    in_a_thread(scenario())


def test_who_pauses_while_the_server_ends_finds_the_job_paused(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with started(tmp_path) as jobs:
            pausing = asyncio.create_task(jobs.pause(await added(jobs, LONG)))
            await asyncio.sleep(0)
        await pausing
        async with started(tmp_path) as jobs:
            assert [job.record.state for job in jobs.all()] == ["paused"]

    in_a_thread(scenario())


@pytest.mark.parametrize("text", ["", "{", "[]", '{"version": 2}', '{"id": "../x"}'])
def test_what_is_damaged_is_left_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str
) -> None:
    path = tmp_path / f"{'a' * 16}.json"
    path.write_text(text)
    (tmp_path / "notes.json").write_text("mine")

    async def scenario() -> None:
        async with started(tmp_path) as jobs:
            assert jobs.all() == []

    in_a_thread(scenario())
    assert path.read_text() == text
    assert "left out" in capsys.readouterr().err


def test_a_count_of_before_tells_three_numbers() -> None:
    """Records of version 1 had an `up_to` that counts did not look at."""
    facts = {"id": "a" * 16, "title": "", "puzzle_name": "soma", "kind": "lattice", "threads": 1}
    facts |= {"engine": "auto", "created": 0.0, "max_seconds": 9.0, "up_to": "rotation"}
    for version, task, up_to in (
        (1, "count", None),
        (1, "all", "rotation"),
        (2, "count", "rotation"),
    ):
        record = Record(**facts, version=version, task=task)
        assert (record.version, record.up_to) == (2, up_to)


def test_a_full_disk_is_told_and_does_no_harm(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    async def scenario() -> None:
        async with started(tmp_path) as jobs:
            job = await added(jobs, LONG)
            await jobs.pause(job)
            with monkeypatch.context() as patch:
                patch.setattr(jobs.store, "write", full)
                await jobs.resume(job)
                await until(job, "failed")
            assert job.record.message == "The server could not work on this job."
            await jobs.resume(job)
            await jobs.cancel(job)
            assert job.record.state == "cancelled"

    in_a_thread(scenario())


def test_a_damaged_run_is_told_and_left_alone(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with started(tmp_path) as jobs:
            job = await added(jobs, "ascii-3x3", "all")
            await until(job, "done")
            path = jobs.store.run(job.record.id)
            path.write_bytes(b"SQLite format 3" + bytes(5000))
            job.record.state = "paused"
            await jobs.resume(job)
            await until(job, "failed")
            message = job.record.message or ""
            assert "the run" in message
            assert str(tmp_path) not in message
            with pytest.raises(RunError):
                await Readers(jobs.store).page(job, 0, 10)
            stream = event_stream(jobs, Readers(jobs.store), job, asyncio.Event(), 0)
            told = [part.split("\n")[0] async for part in stream]
            assert told == ["retry: 1000", "event: job", "event: end"]
            assert path.stat().st_size == 5015

    in_a_thread(scenario())


def test_a_puzzle_over_the_limit_is_refused() -> None:
    def status(puzzle: PuzzleSource) -> int:
        with pytest.raises(HTTPException) as error:
            new_job(JobRequest(puzzle=puzzle, task="one"), LIMITS)
        return error.value.status_code

    assert status(PuzzleSource(toml='lattice = "square"\n[board]\nbox = [31, 1]\n')) == 413
    pieces = "".join(f'[[piece]]\nname = "{k}"\ndrawing = "##"\n' for k in range(8))
    assert status(PuzzleSource(toml=f'lattice = "square"\n[board]\nbox = [16, 1]\n{pieces}')) == 413
    soma = PuzzleSource(name="soma")
    for wish in ({"threads": 2}, {"max_seconds": math.nextafter(3600.0, math.inf)}):
        with pytest.raises(HTTPException, match="at most"):
            new_job(JobRequest(puzzle=soma, task="one", **wish), LIMITS)


def test_a_worker_that_is_killed_costs_nothing(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with started(tmp_path) as jobs:
            job = await added(jobs, LONG, "all")
            await until_found(job)
            os.kill(worker_of(job), signal.SIGKILL)
            await until(job, "failed")
            assert "SIGKILL" in (job.record.message or "")
            found = job.record.solutions
            await jobs.resume(job)
            await until(job, "done", "failed")
            assert (job.record.state, job.record.solutions) == ("done", LONG_ANSWER)
            assert (job.record.message, found > 0) == (None, True)
            await jobs.delete(job)
            assert list(tmp_path.iterdir()) == []

    in_a_thread(scenario())


def test_a_worker_that_is_told_to_stop_pauses_its_job(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with started(tmp_path) as jobs:
            job = await added(jobs, "bedlam", "all")
            await until_found(job)
            os.kill(worker_of(job), signal.SIGTERM)
            await until(job, "paused")
            assert "stopped from outside" in (job.record.message or "")
            await jobs.cancel(job)

    in_a_thread(scenario())


def test_time_and_memory_are_limited(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with started(tmp_path, replace(LIMITS, max_memory_mib=64)) as jobs:
            job = await added(jobs)
            await until(job, "failed")
            assert "64 MiB" in (job.record.message or "")
        async with started(tmp_path, replace(LIMITS, max_seconds=0.5)) as jobs:
            job = await added(jobs, "bedlam")
            await until(job, "paused")
            assert "0.5 s" in (job.record.message or "")
            assert not job.record.complete
            await jobs.cancel(job)

    in_a_thread(scenario())


def test_nothing_is_left_behind(tmp_path: Path) -> None:
    """Whoever waits for a job does not keep the server from ending."""

    async def scenario() -> None:
        async with started(tmp_path) as jobs:
            await added(jobs, "bedlam")
            began = time.monotonic()
        assert time.monotonic() - began < 30
        assert asyncio.all_tasks() == {asyncio.current_task()}

    in_a_thread(scenario())


def test_each_format_of_a_picture_has_a_media_type() -> None:
    assert set(FORMATS) <= MEDIA.keys()
