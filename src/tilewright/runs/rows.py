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
from dataclasses import dataclass, field
from typing import Any, cast

from tilewright.cover import Subtree
from tilewright.engines import Counters
from tilewright.execution.job import Job

# The columns of a job as they are read and written, and what they hold; of `STATE` the digest and
# whether it is done, then what only a job has that is done.
JOB = "stage, place, part, id, starts, parent"
STATE = "digest, done, counters, kept, rest, session, worker, seconds, ended"
JOB_KINDS = (int, bytes, int, int, bytes, int | None)
DONE_KINDS = (str, str, bytes, int | None, str, float, float)

ABOUT, JOBS, SESSIONS = "about", "jobs", "sessions"
SIZE = 16  # bytes of a checksum or a sum
ALL = {
    ABOUT: "SELECT name, value FROM about",
    JOBS: "SELECT id, parent, done, session, worker, seconds, ended, digest FROM jobs",
    SESSIONS: "SELECT id, host, process, workers, version, began, ended FROM sessions ORDER BY id",
}


@dataclass(frozen=True, slots=True)
class StoredJob:
    """A job as the file has it, open or done, with its checksum and its covers."""

    job: Job
    digest: bytes = field(default=b"", kw_only=True)
    covers: bytes = field(default=b"", kw_only=True)

    def done_columns(self) -> tuple[Any, ...]:
        """What it did, as columns, always the same; nothing if it is open."""
        return ()


@dataclass(frozen=True, slots=True)
class DoneJob(StoredJob):
    """A job that is done."""

    counters: Counters
    found: int
    rest: bytes  # a checksum of what it left
    session: int | None
    worker: str
    seconds: float
    ended: float
    tallies: tuple[int, ...] = ()

    def done_columns(self) -> tuple[Any, ...]:
        """The columns of `DONE_KINDS`."""
        c = self.counters
        counters = [c.nodes_per_level, c.updates_per_level, c.solutions, c.stranded]
        kept = " ".join(map(str, (self.found, *self.tallies)))
        who = (self.session, self.worker, self.seconds, self.ended)
        return json.dumps(counters), kept, self.rest, *who


def parse_job(row: tuple[Any, ...], *, check: bool) -> StoredJob:
    """A job, from its columns and its covers.  Raises ValueError if it is damaged."""
    always = (*JOB_KINDS, bytes, int)
    *columns, digest, done = checked_row(row[: len(always)], always)
    job, covers = Job(*columns), b""
    did: list[Any] = []
    if done:
        stored = b"" if row[-1] is None else row[-1]
        *did, covers = checked_row((*row[len(always) : -1], stored), (*DONE_KINDS, bytes))
    # As the text is: whatever is read from here on was written by us.
    if check and digest != _digest(job, did, covers):
        raise ValueError(f"the checksum of job {job.id} is wrong")
    if not did:
        return StoredJob(job, digest=digest)
    counters, kept, *who = did
    try:
        nodes, updates, solutions, stranded = json.loads(counters)
        parsed = Counters(tuple(nodes), tuple(updates), solutions, stranded)
        found, *tallies = map(int, kept.split(" "))
    except (TypeError, ValueError, RecursionError) as error:
        raise ValueError(f"what job {job.id} did cannot be read: {error}") from None
    values: tuple[Any, ...] = (parsed, found, *who, tuple(tallies))
    return DoneJob(job, *values, digest=digest, covers=covers)


def checked_row(row: tuple[Any, ...], kinds: Sequence[Any]) -> tuple[Any, ...]:
    """The same; it cannot be otherwise, unless a bit of the file has turned over."""
    for value, kind in zip(row, kinds, strict=True):
        if not isinstance(value, kind):
            shown = repr(value)
            shown = shown if len(shown) < 100 else f"{shown[:100]}…"
            raise ValueError(f"{shown} is where something else should be")
    return row


def digest_of_rest(rest: Sequence[Subtree]) -> bytes:
    """A checksum of what a job left."""
    return _sha(json.dumps([[s.chosen, sorted(s.excluded), s.via] for s in rest]).encode())


def row_digest(row: StoredJob) -> bytes:
    """A checksum of a job and its covers; who did it, and when, is not part of it."""
    return _digest(row.job, row.done_columns(), row.covers)


def _digest(job: Job, did: Sequence[Any], covers: bytes) -> bytes:
    head, rest = f"{job.part} {job.stage} {len(job.place)} {len(job.starts)}", b""
    if did:
        counters, kept, rest, *_ = did
        head += f" {counters} {kept} {len(rest)}"
    return _sha(head.encode(), job.place, cast("bytes", job.starts), rest, covers)


def _sha(*parts: bytes) -> bytes:
    return hashlib.sha256(b"".join(parts)).digest()[:SIZE]


def summand(row: StoredJob | Iterable[object]) -> int:
    """What a row adds to the sum of its table.  Of a job, its checksum has the remainder."""
    if isinstance(row, StoredJob):
        who: tuple[object, ...] = (0, None, None, None, None)
        if isinstance(row, DoneJob):
            who = (1, row.session, row.worker, row.seconds, row.ended)
        row = (row.job.id, row.job.parent, *who, row.digest)
    return int.from_bytes(_sha(ascii(tuple(row)).encode()), "big")


def total(rows: Iterable[StoredJob | Iterable[object]]) -> int:
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
