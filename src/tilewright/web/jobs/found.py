"""What jobs have found: pages of solutions, files of them, and a stream of what happens.

Solutions are read from the runs of the jobs, by threads, also while these are worked on.
"""

import asyncio
import io
import json
import re
import time
import zipfile
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import asdict
from typing import Any, Literal, TypeVar

from anyio import CapacityLimiter, to_thread
from fastapi import HTTPException

from tilewright.errors import TilewrightError
from tilewright.export.stored import StoredSolutions
from tilewright.polygons import PolygonSolution
from tilewright.polygons.exact.certify import Certifier
from tilewright.render import ENDINGS
from tilewright.render.files import Style, file_contents
from tilewright.render.picture import model_of
from tilewright.render.space.order import assembly_moves
from tilewright.render.space.page import viewer_data
from tilewright.render.space.spots import solution_spots
from tilewright.solutions import Solution, check_solution, placed_entry
from tilewright.web.jobs.queue import JobQueue, ServerJob
from tilewright.web.jobs.store import JobStore

AnySolution = Solution | PolygonSolution

MOST_OPEN = 8  # jobs whose puzzles stay in memory
AT_ONCE = 4  # threads that read
DRAWN_AT_ONCE = 2
DECIMALS = 9  # of the corners of polygons
HEARTBEAT = 10.0  # seconds after which a comment is sent
PACE = 0.2  # seconds between two events about the same job
RETRY = 1000  # milliseconds after which a browser asks again that was cut off
PAGE = 100  # solutions that are read at a time

FORMATS = (*(ending.removeprefix(".") for ending in ENDINGS), "json")
MEDIA = {
    "svg": "image/svg+xml",
    "png": "image/png",
    "pdf": "application/pdf",
    "dxf": "image/vnd.dxf",
    "html": "text/html; charset=utf-8",
    "glb": "model/gltf-binary",
    "gltf": "model/gltf+json",
    "x3d": "model/x3d+xml",
    "stl": "model/stl",
    "3mf": "model/3mf",
    "gif": "image/gif",
    "webp": "image/webp",
    "json": "application/json",
    "zip": "application/zip",
}
OTHER_VIEWS = ("dance",)  # which show no solution, and take long
LONGEST_NAME = 60

T = TypeVar("T")


def solution_json(number: int, solution: AnySolution) -> str:
    """A `NumberedSolution` as JSON.  There may be many, and pydantic takes its time."""
    pieces: list[dict[str, object]] = []
    if isinstance(solution, Solution):
        pieces = [{"piece": one.piece, "cells": one.cells} for one in solution.placed]
    else:
        shapes = {piece.name: piece.shape for piece in solution.puzzle.pieces}
        for placed in solution.placed:
            rings = [r.round(DECIMALS).tolist() for r in placed.rings(shapes[placed.piece])]
            pieces.append({"piece": placed.piece, "rings": rings})
    return json.dumps({"number": number, "pieces": pieces}, separators=(",", ":"))


class Readers:
    """Reads solutions of jobs, also while these are worked on."""

    def __init__(self, store: JobStore) -> None:
        self._store = store
        self._open: OrderedDict[str, StoredSolutions] = OrderedDict()
        self._opening: dict[str, asyncio.Lock] = {}
        self._limiter = CapacityLimiter(AT_ONCE)
        self.drawing = CapacityLimiter(DRAWN_AT_ONCE)  # of what makes pictures of solutions

    async def page(self, job: ServerJob, first: int, limit: int, where: Sequence[str] = ()) -> str:
        """A `SolutionPage` as JSON: some of those that meet all conditions.

        `first` counts from 0.
        """
        only_first = job.record.task == "one"  # though more were found at the same time
        known = job.record.solutions

        def read(stored: StoredSolutions) -> tuple[int, list[str]]:
            start, count = (0, 1) if only_first else (first, limit)
            if where:
                total, found = stored.select(where, start, count, known)
            else:
                total = stored.total(known)
                found = list(enumerate(stored.take(start + 1, count, known), start + 1))
            if only_first:
                found = [(number, one) for number, one in found if number == 1]
                total, found = len(found), found[first:]
            return total, [solution_json(number, one) for number, one in found]

        total, solutions = await self._read(job, read) or (0, [])
        return f'{{"total":{total},"first":{first},"solutions":[{",".join(solutions)}]}}'

    async def lines(self, job: ServerJob, after: int, limit: int) -> list[tuple[int, str]]:
        """The next solutions after that number, each with its number, as JSON."""
        known = job.record.solutions
        limit = min(limit, job.solutions - after)

        def read(stored: StoredSolutions) -> list[tuple[int, str]]:
            taken = enumerate(stored.take(after + 1, limit, known), after + 1)
            return [(number, solution_json(number, one)) for number, one in taken]

        return (await self._read(job, read) if limit > 0 else None) or []

    async def one(self, job: ServerJob, number: int) -> AnySolution:
        """The solution of that number."""
        known, found = job.record.solutions, None
        if 1 <= number <= job.solutions:
            found = await self._read(job, lambda stored: stored.take(number, 1, known))
        if not found:
            raise HTTPException(404, f"This job has no solution {number}, at least not yet.")
        return found[0]

    def forget(self, job: ServerJob) -> None:
        """Forget what is in memory of it."""
        self._open.pop(job.record.id, None)
        self._opening.pop(job.record.id, None)

    async def _read(self, job: ServerJob, what: Callable[[StoredSolutions], T]) -> T | None:
        """What a thread reads of its run; None if there is nothing to be read."""
        if job.record.task == "count" or job.deleted:
            return None
        stored = await self._stored(job)
        if stored is None:
            return None
        return await to_thread.run_sync(what, stored, limiter=self._limiter)

    async def _stored(self, job: ServerJob) -> StoredSolutions | None:
        number = job.record.id
        async with self._opening.setdefault(number, asyncio.Lock()):
            if number not in self._open:
                path = self._store.run(number)
                stored = await to_thread.run_sync(
                    lambda: StoredSolutions(path) if path.exists() else None, limiter=self._limiter
                )
                if stored is None or job.deleted:
                    return None
                self._open[number] = stored
                while len(self._open) > MOST_OPEN:
                    gone, _ = self._open.popitem(last=False)
                    self._opening.pop(gone, None)
            self._open.move_to_end(number)
            return self._open[number]


def checked(solution: AnySolution) -> AnySolution:
    """The same.  Raises an error if it does not solve its puzzle, which cannot be."""
    if isinstance(solution, Solution):
        check_solution(solution.puzzle, solution)
        return solution
    proof = Certifier(solution.puzzle).certificate(solution.placed)
    return PolygonSolution(solution.puzzle, solution.placed, proof)


def download_name(title: str, end: str) -> str:
    """A name for a file that every system takes.

    >>> download_name("Soma cube: 240!", ".toml")
    'soma-cube-240.toml'
    """
    stem = re.sub(r"[^a-z0-9]+", "-", title.lower())[:LONGEST_NAME].strip("-")
    return f"{stem or 'puzzle'}{end}"


def solution_file(
    solution: AnySolution, number: int, title: str, kind: str, view: str | None
) -> tuple[str, str, bytes]:
    """A solution as a file of some kind: its name, its media type, and what is in it.

    Raises PictureError if there is no such view of it.
    """
    name = download_name(title, f"-{number}.{kind}")
    if kind == "json":
        return name, MEDIA[kind], json.dumps(_entry(solution, title)).encode()
    if view in OTHER_VIEWS:
        raise HTTPException(422, f"view {view!r} shows a search, not a solution: leave it out")
    contents = file_contents(checked(solution), name, Style(view=view))
    if len(contents) == 1:
        ((path, data),) = contents.items()
        return path.name, MEDIA[kind], data
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as file:
        for path, data in contents.items():
            file.writestr(path.name, data)
    return f"{name}.zip", MEDIA["zip"], packed.getvalue()


def _entry(solution: AnySolution, title: str) -> dict[str, Any]:
    """What `tilewright solve --json` writes of a solution, and `tilewright render` reads."""
    entry: object
    if isinstance(solution, Solution):
        entry = list(map(placed_entry, solution.placed))
    else:
        entry = {"placed": [asdict(one) for one in solution.placed]}
    return {"puzzle": {"name": title}, "solutions": [entry]}


def solution_view(solution: AnySolution, number: int) -> bytes:
    """What the viewer is told of a solution: its bodies, and in which order they come together."""
    model = model_of(checked(solution))
    spots = solution_spots(solution, model.bodies) if isinstance(solution, Solution) else ()
    data = viewer_data(
        [model],
        captions=[f"solution {number}"],
        orders=[assembly_moves(solution)],
        spots=[spots],
    )
    return json.dumps(data, separators=(",", ":")).encode()


async def event_stream(
    jobs: JobQueue, readers: Readers, job: ServerJob, leaving: asyncio.Event, after: int | None
) -> AsyncIterator[str]:
    """Events of a job until it is through; with `after`, solutions from the next number on.

    A stream stores nothing for its reader: the job is told as it stands when the reader is ready
    for it, and solutions are read from the run, each once and in order.  So a slow reader costs
    nothing, and one who comes back misses nothing.
    """
    told, when = "", 0.0
    going = asyncio.create_task(leaving.wait())
    try:
        yield f"retry: {RETRY}\n\n"
        while not (leaving.is_set() or job.deleted):
            happening, final = job.next_change, job.final
            more = False
            if (now := jobs.report(job).model_dump_json()) != told and (
                final or not told or time.monotonic() - when >= PACE
            ):
                told, when = now, time.monotonic()
                yield f"event: job\ndata: {told}\n\n"
            if after is not None:
                try:
                    lines = await readers.lines(job, after, PAGE)
                except TilewrightError:  # the run is damaged, as pages of its solutions will tell
                    after, lines = None, []
                if lines:
                    after = lines[-1][0]
                    yield "".join(f"id: {n}\nevent: solution\ndata: {d}\n\n" for n, d in lines)
                more = len(lines) == PAGE
            if more:
                continue
            if final and job.final:  # nobody has resumed it meanwhile
                yield f"event: end\ndata: {jobs.report(job).model_dump_json()}\n\n"
                return
            if not await _happened(happening, going, HEARTBEAT):
                yield ": still here\n\n"
            elif (rest := when + PACE - time.monotonic()) > 0:
                await asyncio.sleep(rest)
    finally:
        going.cancel()


async def _happened(
    happening: asyncio.Event, going: "asyncio.Task[Literal[True]]", seconds: float
) -> bool:
    """Wait for the next thing to happen, but not for ever; False if nothing did."""
    waiting = asyncio.create_task(happening.wait())
    try:
        done, _ = await asyncio.wait(
            [waiting, going], timeout=seconds, return_when=asyncio.FIRST_COMPLETED
        )
        return bool(done)
    finally:
        waiting.cancel()
