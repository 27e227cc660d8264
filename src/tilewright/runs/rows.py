"""The jobs of a run as values, and checksums of them.

The jobs of a stage stand in the order of the search.  Each has a *place*, a list of numbers, and
lists are in order as words are.  When a job is done its rest becomes one new job or several, which
stand right behind it and before whatever came next:

    one:      (..., x)  ->  (..., x + 1)
    several:  (..., x)  ->  (..., x + 1, 0), (..., x + 1, 2**40), (..., x + 1, 2 * 2**40), ...

so that between two jobs there is always room for more.
"""

import struct
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tilewright.engines import Counters
from tilewright.runs.spelling import digest, read_counters, spell_counters, spell_kept

__all__ = ["FIRST", "Done", "Job", "places_after", "read_done", "read_job", "row_digest", "sound"]

ROOM = 1 << 40  # places between two jobs that are made at once
NUMBER = struct.Struct(">Q")  # places as bytes, which compare as the lists of numbers do
FIRST = NUMBER.pack(0)
OF_JOB = (int, bytes, int, int, bytes, int | None, bytes)  # what their columns hold
OF_DONE = (str, str, bytes, int | None, str, float, float)


@dataclass(frozen=True, slots=True, order=True)
class Job:
    """Some subtrees to search; jobs sort in the order of the search."""

    stage: int
    place: bytes
    part: int
    id: int
    starts: bytes
    parent: int | None = None


@dataclass(frozen=True, slots=True)
class Done:
    """What the file knows of a job that is done, but for the covers themselves."""

    job: Job
    counters: Counters
    kept: int
    rest: bytes
    session: int | None
    worker: str
    seconds: float
    ended: float
    digest: bytes
    tallies: tuple[int, ...] = ()


def read_job(row: tuple[Any, ...], *, check: bool) -> tuple[Job, bytes]:
    """An open job and its checksum, from its row.  Raises ValueError if it is damaged."""
    *columns, checksum = sound(row, OF_JOB)
    job = Job(*columns)
    if check and checksum != row_digest(job):
        raise _wrong(job)
    return job, checksum


def read_done(row: tuple[Any, ...], *, check: bool) -> tuple[Done, bytes]:
    """A job that is done and its covers, from its row.  Raises ValueError if it is damaged."""
    *columns, checksum = sound(row[: len(OF_JOB)], OF_JOB)
    job = Job(*columns)
    *others, covers = row[len(OF_JOB) :]
    counters, numbers, rest, *who = sound(tuple(others), OF_DONE)
    (covers,) = sound((b"" if covers is None else covers,), (bytes,))
    # As it is spelt: whatever is read from here on was written by us.
    if check and checksum != _digest(job, counters, numbers, rest, covers):
        raise _wrong(job)
    try:
        kept, *tallies = map(int, numbers.split(" "))
        values = (read_counters(counters), kept, rest, *who, checksum, tuple(tallies))
        return Done(job, *values), covers
    except (TypeError, ValueError, RecursionError) as error:
        raise ValueError(f"what job {job.id} did cannot be read: {error}") from None


def _wrong(job: Job) -> ValueError:
    return ValueError(f"the checksum of job {job.id} is wrong")


def sound(row: tuple[Any, ...], kinds: Sequence[Any]) -> tuple[Any, ...]:
    """The same; it cannot be otherwise, unless a bit of the file has turned over."""
    for value, kind in zip(row, kinds, strict=True):
        if not isinstance(value, kind):
            shown = repr(value)
            shown = shown if len(shown) < 100 else f"{shown[:100]}…"
            raise ValueError(f"{shown} is where something else should be")
    return row


def places_after(place: bytes, number: int) -> list[bytes]:
    """Places for so many jobs right behind a job."""
    *_, last = NUMBER.iter_unpack(place)
    behind = place[: -NUMBER.size] + NUMBER.pack(last[0] + 1)
    if number == 1:
        return [behind]
    return [behind + NUMBER.pack(k * ROOM) for k in range(number)]


def row_digest(
    job: Job,
    counters: Counters | None = None,
    kept: int = 0,
    rest: bytes = b"",
    covers: bytes = b"",
    tallies: Sequence[int] = (),
) -> bytes:
    """A checksum of a job, open or done; who did it, and when, is not part of it."""
    if counters is None:
        return _digest(job)
    return _digest(job, spell_counters(counters), spell_kept(kept, tallies), rest, covers)


def _digest(
    job: Job, counters: str | None = None, kept: str = "", rest: bytes = b"", covers: bytes = b""
) -> bytes:
    head = f"{job.part} {job.stage} {len(job.place)} {len(job.starts)}"
    if counters is not None:
        head += f" {counters} {kept} {len(rest)}"
    return digest(head.encode(), job.place, job.starts, rest, covers)
