"""The routes about jobs and their solutions."""

from typing import Annotated, Any

from anyio import to_thread
from fastapi import APIRouter, Depends, Header, HTTPException, Path, Query, Request, Response
from fastapi.responses import StreamingResponse

from tilewright.formats import parse_file
from tilewright.web.jobs.found import (
    FORMATS,
    Readers,
    download_name,
    event_stream,
    solution_file,
    solution_view,
)
from tilewright.web.jobs.messages import JobList, JobReport, JobRequest, SolutionPage
from tilewright.web.jobs.queue import JobQueue, ServerJob, new_job
from tilewright.web.jobs.store import ID
from tilewright.web.puzzles.documents import doc_of_file
from tilewright.web.puzzles.messages import ReadPuzzle
from tilewright.web.routing import AllSettings, AllTurns, sends, shared

MOST = 1 << 62  # numbers of solutions are smaller
LONGEST_CONDITION = 200

router = APIRouter(prefix="/api/jobs", tags=["jobs"])


AllJobs = Annotated[JobQueue, shared("jobs")]
AllReaders = Annotated[Readers, shared("readers")]


async def _job(
    id: Annotated[str, Path(description="The id of a job.")],  # noqa: A002
    jobs: AllJobs,
) -> ServerJob:
    if not ID.fullmatch(id):
        raise HTTPException(404, "There is no such job.")
    return jobs.get(id)


OneJob = Annotated[ServerJob, Depends(_job)]
Number = Annotated[int, Path(ge=1, le=MOST, description="The number of a solution.")]
Where = Annotated[
    list[Annotated[str, Query(max_length=LONGEST_CONDITION)]] | None,
    Query(max_length=20, description="A condition, such as 'X at 3,4', 'symmetric'."),
]


@router.post("", status_code=201)
async def post_job(
    given: JobRequest, jobs: AllJobs, turns: AllTurns, settings: AllSettings
) -> JobReport:
    """Put a job into the queue."""
    record, puzzle = await turns.take(lambda: new_job(given, settings.limits))
    return jobs.report(await jobs.add(record, puzzle))


@router.get("")
async def get_jobs(jobs: AllJobs) -> JobList:
    """All jobs, the newest first."""
    return JobList(jobs=[jobs.report(job) for job in jobs.all()])


@router.get("/{id}")
async def get_job(job: OneJob, jobs: AllJobs) -> JobReport:
    """One job."""
    return jobs.report(job)


@router.post("/{id}/pause")
async def pause_job(job: OneJob, jobs: AllJobs) -> JobReport:
    """Stop working on a job for now."""
    await jobs.pause(job)
    return jobs.report(job)


@router.post("/{id}/resume")
async def resume_job(job: OneJob, jobs: AllJobs) -> JobReport:
    """Put a paused job into the queue again."""
    await jobs.resume(job)
    return jobs.report(job)


@router.post("/{id}/cancel")
async def cancel_job(job: OneJob, jobs: AllJobs) -> JobReport:
    """Stop working on a job for good.  What was found is stored."""
    await jobs.cancel(job)
    return jobs.report(job)


@router.delete("/{id}", status_code=204)
async def delete_job(job: OneJob, jobs: AllJobs, readers: AllReaders) -> Response:
    """Delete a job, and all that it found."""
    await jobs.delete(job)
    readers.forget(job)
    return Response(status_code=204)


@router.get("/{id}/events", **sends("text/event-stream", "Events."))
async def get_events(
    job: OneJob,
    jobs: AllJobs,
    readers: AllReaders,
    request: Request,
    solutions: Annotated[bool, Query(description="Tell solutions, too.")] = False,
    after: Annotated[int, Query(ge=0, le=MOST, description="Begin after this solution.")] = 0,
    last_event_id: Annotated[str | None, Header(max_length=40)] = None,
) -> StreamingResponse:
    """Events `job`, `solution` and at last `end`, as they happen."""
    if last_event_id and last_event_id.isascii() and last_event_id.isdigit():
        after = min(int(last_event_id), MOST)
    leaving = request.app.state.leaving
    return StreamingResponse(
        event_stream(jobs, readers, job, leaving, after if solutions else None),
        media_type="text/event-stream",
        headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"},
    )


@router.get("/{id}/solutions", response_model=SolutionPage)
async def get_solutions(
    job: OneJob,
    readers: AllReaders,
    first: Annotated[int, Query(ge=0, le=MOST)] = 0,
    limit: Annotated[int, Query(ge=1, le=500)] = 50,
    where: Where = None,
) -> Response:
    """Solutions in the order in which they were found, those that meet all conditions."""
    page = await readers.page(job, first, limit, where or ())
    return Response(page, media_type="application/json")


@router.get("/{id}/solutions/{number}/file.{kind}", **sends("application/octet-stream", "A file."))
async def get_solution_file(
    job: OneJob,
    number: Number,
    readers: AllReaders,
    kind: Annotated[str, Path(max_length=10, description="The kind of file, such as svg.")],
    view: Annotated[str | None, Query(max_length=20, description="How it is shown.")] = None,
) -> Response:
    """A solution as a file."""
    if kind not in FORMATS:
        known = f"{', '.join(FORMATS[:-1])} or {FORMATS[-1]}"
        raise HTTPException(404, f"There are no files that end in {kind!r}: expected {known}.")
    solution = await readers.one(job, number)
    name, media, data = await to_thread.run_sync(
        solution_file, solution, number, _name(job), kind, view, limiter=readers.drawing
    )
    return _download(name, media, data)


@router.get("/{id}/solutions/{number}/viewer.json", response_model=dict[str, Any])
async def get_solution_view(job: OneJob, number: Number, readers: AllReaders) -> Response:
    """A solution for the viewer, with an order in which its pieces can be put together."""
    solution = await readers.one(job, number)
    data = await to_thread.run_sync(solution_view, solution, number, limiter=readers.drawing)
    return Response(data, media_type="application/json")


@router.get("/{id}/puzzle")
async def get_puzzle(job: OneJob, jobs: AllJobs, turns: AllTurns) -> ReadPuzzle:
    """The puzzle of a job, as the editor takes it."""
    text = await to_thread.run_sync(jobs.store.puzzle, job.record.id)
    return await turns.take(lambda: doc_of_file(parse_file(text, "puzzle", None)))


@router.get("/{id}/puzzle.toml", **sends("application/toml", "A puzzle file."))
async def get_puzzle_file(job: OneJob, jobs: AllJobs) -> Response:
    """The puzzle of a job as a file."""
    text = await to_thread.run_sync(jobs.store.puzzle, job.record.id)
    return _download(download_name(_name(job), ".toml"), "application/toml", text)


def _download(name: str, media: str, data: str | bytes) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(data, media_type=media, headers=headers)


def _name(job: ServerJob) -> str:
    return job.record.puzzle_name or job.record.title
