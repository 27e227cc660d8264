"""The jobs of a run as rows of its file, and checksums of them."""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, cast

from tilewright.cover import Subtree
from tilewright.engines import Counters
from tilewright.execution.job import Job


def spell_kept(kept: int, tallies: Sequence[int]) -> str:
    """How many covers count, and the tallies of the stage."""
    return " ".join(map(str, (kept, *tallies)))


def spell_counters(counters: Counters) -> str:
    """Counters as text, always the same."""
    return json.dumps(
        [
            counters.nodes_per_level,
            counters.updates_per_level,
            counters.solutions,
            counters.stranded,
        ]
    )


def read_counters(text: str) -> Counters:
    """Back from what `spell_counters` gave."""
    nodes, updates, solutions, stranded = json.loads(text)
    return Counters(tuple(nodes), tuple(updates), solutions, stranded)


def digest_of_rest(rest: Sequence[Subtree]) -> bytes:
    """A checksum of what a job left."""
    return digest(json.dumps([[s.chosen, sorted(s.excluded), s.via] for s in rest]).encode())


def digest(*parts: bytes) -> bytes:
    """A checksum of bytes."""
    found = hashlib.sha256()
    for part in parts:
        found.update(part)
    return found.digest()[:16]


OF_JOB = (int, bytes, int, int, bytes, int | None, bytes)  # what their columns hold
OF_DONE = (str, str, bytes, int | None, str, float, float)


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
    return digest(head.encode(), job.place, cast("bytes", job.starts), rest, covers)
