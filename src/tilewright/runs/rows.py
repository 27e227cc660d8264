"""The jobs of a run as rows of its file, and sums by which the file is known to be whole.

Each row has a checksum.  It says that this row is right, not that no other is missing.  So each row
also has a number that follows from all that is in it, and the file stores the sum of these for each
table (its *seal*), changed in the same transaction as the rows.  A row that was lost, doubled, or
is of another time or another run makes the sum another one; and what is read one way or the other,
by an index or not, has to add up to it.
"""

import hashlib
import json
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from tilewright.cover import Subtree
from tilewright.engines import Counters
from tilewright.execution.job import Job

JOB_COLUMNS = (int, bytes, int, int, bytes, int | None, bytes)  # what they hold
DONE_COLUMNS = (str, str, bytes, int | None, str, float, float)

ABOUT, JOBS, SESSIONS = "about", "jobs", "sessions"
SIZE = 16  # bytes of a checksum or a sum
ALL = {
    ABOUT: "SELECT name, value FROM about",
    JOBS: "SELECT id, parent, done, session, worker, seconds, ended, digest FROM jobs",
    SESSIONS: "SELECT id, host, process, workers, version, began, ended FROM sessions",
}


@dataclass(frozen=True, slots=True)
class DoneJob:
    """What the file knows of a job that is done, but for the covers themselves."""

    job: Job
    counters: Counters
    found: int
    rest: bytes  # a checksum of what it left
    session: int | None
    worker: str
    seconds: float
    ended: float
    digest: bytes = b""
    tallies: tuple[int, ...] = ()


def parse_job(row: tuple[Any, ...], *, check: bool) -> tuple[Job, bytes]:
    """An open job and its checksum, from its row.  Raises ValueError if it is damaged."""
    *columns, checksum = sound(row, JOB_COLUMNS)
    job = Job(*columns)
    if check and checksum != row_digest(job):
        raise _wrong(job)
    return job, checksum


def parse_done(row: tuple[Any, ...], *, check: bool) -> tuple[DoneJob, bytes]:
    """A job that is done and its covers, from its row.  Raises ValueError if it is damaged."""
    job, checksum = parse_job(row[: len(JOB_COLUMNS)], check=False)
    *others, covers = row[len(JOB_COLUMNS) :]
    counters, numbers, rest, *who = sound(tuple(others), DONE_COLUMNS)
    (covers,) = sound((b"" if covers is None else covers,), (bytes,))
    # As the text is: whatever is read from here on was written by us.
    if check and checksum != _digest(job, counters, numbers, rest, covers):
        raise _wrong(job)
    try:
        nodes, updates, solutions, stranded = json.loads(counters)
        parsed = Counters(tuple(nodes), tuple(updates), solutions, stranded)
        found, *tallies = map(int, numbers.split(" "))
        values: tuple[Any, ...] = (parsed, found, rest, *who, checksum, tuple(tallies))
        return DoneJob(job, *values), covers
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


def format_numbers(done: DoneJob) -> tuple[str, str]:
    """The counters of a job; how many covers count, and the tallies.  Always the same text."""
    c = done.counters
    counters = [c.nodes_per_level, c.updates_per_level, c.solutions, c.stranded]
    return json.dumps(counters), " ".join(map(str, (done.found, *done.tallies)))


def digest_of_rest(rest: Sequence[Subtree]) -> bytes:
    """A checksum of what a job left."""
    return _sha(json.dumps([[s.chosen, sorted(s.excluded), s.via] for s in rest]).encode())


def row_digest(job: Job | DoneJob, covers: bytes = b"") -> bytes:
    """A checksum of a job, open or done; who did it, and when, is not part of it."""
    if isinstance(job, Job):
        return _digest(job)
    return _digest(job.job, *format_numbers(job), job.rest, covers)


def _digest(
    job: Job, counters: str | None = None, numbers: str = "", rest: bytes = b"", covers: bytes = b""
) -> bytes:
    head = f"{job.part} {job.stage} {len(job.place)} {len(job.starts)}"
    if counters is not None:
        head += f" {counters} {numbers} {len(rest)}"
    return _sha(head.encode(), job.place, cast("bytes", job.starts), rest, covers)


def _sha(*parts: bytes) -> bytes:
    found = hashlib.sha256()
    for part in parts:
        found.update(part)
    return found.digest()[:SIZE]


def summand(row: Job | DoneJob | Iterable[object]) -> int:
    """What a row adds to the sum of its table.  Of a job, its checksum has the remainder."""
    match row:
        case Job():
            row = (row.id, row.parent, 0, None, None, None, None, row_digest(row))
        case DoneJob():
            who = (row.session, row.worker, row.seconds, row.ended, row.digest)
            row = (row.job.id, row.job.parent, 1, *who)
    return int.from_bytes(_sha(ascii(tuple(row)).encode()), "big")


def total(rows: Iterable[Job | DoneJob | Iterable[object]]) -> int:
    """The sum of some rows."""
    return shortened(sum(map(summand, rows)))


def shortened(number: int) -> int:
    """A sum as it is stored."""
    return number % (1 << 8 * SIZE)


def read_seal(db: sqlite3.Connection) -> dict[str, int]:
    """The sum of each table, -1 if it is none; empty, if the file is of an earlier version."""
    there = "SELECT count(*) FROM sqlite_schema WHERE name = 'seal'"
    if db.execute(there).fetchone() == (0,):
        return {}
    rows = db.execute("SELECT name, sum FROM seal").fetchall()
    return {
        name: int.from_bytes(found, "big") if isinstance(found, bytes) else -1
        for name, found in rows
    }


def write_seal(db: sqlite3.Connection) -> None:
    """From now on the file is whole if it is as it is now."""
    db.execute("DELETE FROM seal")
    for table, rows in ALL.items():
        _write(db, table, total(db.execute(rows)))


def is_whole(db: sqlite3.Connection) -> bool:
    """Are all rows there?  Their checksums are not looked at."""
    seal = read_seal(db)
    return not seal or seal == {table: total(db.execute(rows)) for table, rows in ALL.items()}


def add_to_seal(db: sqlite3.Connection, more: Mapping[str, int]) -> None:
    """Rows were added, or took the place of others.  A file that has no sums gets none."""
    seal = read_seal(db)
    for table, number in more.items():
        if table in seal:
            _write(db, table, shortened(seal[table] + number))


def _write(db: sqlite3.Connection, table: str, number: int) -> None:
    db.execute("REPLACE INTO seal VALUES (?, ?)", (table, number.to_bytes(SIZE, "big")))
