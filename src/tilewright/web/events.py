"""What happens to a job, as a stream of events.

A stream keeps nothing for its reader: the job is told as it stands when the reader is ready for it,
and solutions are read from the run, each once and in order.  So a slow reader costs nothing, and
one who comes back misses nothing.
"""

import asyncio
import time
from collections.abc import AsyncIterator
from typing import Literal

from tilewright.errors import TilewrightError
from tilewright.web.jobs import Job, Jobs
from tilewright.web.solutions import Readers

__all__ = ["event_stream"]

HEARTBEAT = 10.0  # seconds after which a comment is sent
PACE = 0.2  # seconds between two events about the same job
RETRY = 1000  # milliseconds after which a browser asks again that was cut off
PAGE = 100  # solutions that are read at a time


async def event_stream(
    jobs: Jobs, readers: Readers, job: Job, leaving: asyncio.Event, after: int | None
) -> AsyncIterator[str]:
    """Events of a job until it is through; with `after`, solutions from the next number on."""
    told, when = "", 0.0
    going = asyncio.create_task(leaving.wait())
    try:
        yield f"retry: {RETRY}\n\n"
        while not (leaving.is_set() or job.deleted):
            happening, final = job.changed.next, job.final
            more = False
            if (now := jobs.told(job).model_dump_json()) != told and (
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
                yield f"event: end\ndata: {jobs.told(job).model_dump_json()}\n\n"
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
