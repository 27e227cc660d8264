"""A run file: jobs that are open, jobs that are done, what they found, and who did them.

The jobs of a stage stand in the order of the search.  Each has a *place*, a list of numbers, and
lists are in order as words are.  When a job is done its rest becomes one new job or several, which
stand right behind it and before whatever came next:

    one:      (..., x)  ->  (..., x + 1)
    several:  (..., x)  ->  (..., x + 1, 0), (..., x + 1, 2**40), (..., x + 1, 2 * 2**40), ...

so that between two jobs there is always room for more.  A job and its rest are written in one
transaction: whatever happens, a job is either open, or done with all that it found and left.
"""

import errno
import math
import os
import sqlite3
import struct
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, replace
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from socket import gethostname
from typing import Any

from tilewright.engines import Counters
from tilewright.runs.halfway import HalfwayTable, forget
from tilewright.runs.job import Outcome
from tilewright.runs.lock import alone
from tilewright.runs.schema import RunError, connect, explained, remove, remove_logs, transaction
from tilewright.runs.spelling import (
    digest,
    digest_of_rest,
    read_counters,
    spell_counters,
    spell_kept,
)

__all__ = ["FIRST", "Done", "Job", "RunFile", "places_after", "row_digest"]

ROOM = 1 << 40  # places between two jobs that are made at once
NUMBER = struct.Struct(">Q")  # places as bytes, which compare as the lists of numbers do
FIRST = NUMBER.pack(0)
NO_LINKS = (errno.EPERM, errno.ENOTSUP, errno.EOPNOTSUPP, errno.EMLINK)  # on such disks
SESSION = 5  # its column, after the parent
OF_JOB = (int, bytes, int, int, bytes, int | None)  # what their columns hold
OF_DONE = (str, str, bytes, int | None, str, float, float, bytes)
STRAYS = {
    "a job is neither open nor done": "SELECT id FROM jobs WHERE done NOT IN (0, 1)",
    "a job was made by one that is not done": (
        "SELECT c.id FROM jobs c JOIN jobs p ON p.id = c.parent WHERE p.done <> 1"
    ),
    "covers were kept by a job that is not done": (
        "SELECT job FROM covers LEFT JOIN jobs ON jobs.id = job WHERE done IS NOT 1"
    ),
}


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


class RunFile:
    """The tables of a run as values.  Changes are made by one process at a time."""

    def __init__(self, path: str | Path, *, write: bool) -> None:
        self.path = Path(path)
        self._held = ExitStack()
        with ExitStack() as held:
            if write:
                held.enter_context(alone(self.path))
            self._db = connect(self.path, write=write)
            held.callback(self._disconnect, write=write)
            self._held = held.pop_all()
        self.halfway = HalfwayTable(self._db, self.path)
        self._session: int | None = None
        self._latest: float | None = None  # when something was stored last

    @classmethod
    def create(
        cls,
        path: str | Path,
        about: Mapping[str, str],
        jobs: Sequence[tuple[Job, Outcome | None]] = (),
        others: Sequence["RunFile"] = (),
    ) -> "RunFile":
        """A new run, with these jobs and those of other runs, done or open, and who did them.

        It appears under its name when it is complete, and overwrites nothing.
        """
        path = Path(path)
        new = Path(f"{path}-new")
        with alone(path):
            if path.exists():
                raise _taken(path)
            # SQLite would take the log of a run that was killed and then deleted for this one's.
            remove_logs(path)
            with ExitStack() as after:
                after.callback(remove, new)
                remove(new)
                db = connect(new, write=True, create=True)
                after.callback(db.close)
                with explained(path), transaction(db):
                    db.executemany("INSERT INTO about VALUES (?, ?)", sorted(about.items()))
                    for job, outcome in jobs:
                        inserted = _insert(db, job)
                        if outcome:
                            _finish(db, inserted, outcome, session=None, ended=time.time())
                for other in others:
                    with explained(path), transaction(db):
                        _absorb(db, other)
                with explained(path):
                    db.execute("PRAGMA journal_mode = DELETE")
                db.close()
                try:
                    os.link(new, path)  # fails if there is one already
                except FileExistsError:
                    raise _taken(path) from None
                except OSError as error:
                    if error.errno not in NO_LINKS or path.exists():
                        raise
                    new.rename(path)
        return cls(path, write=True)

    def close(self) -> None:
        """Nothing more will be read or written."""
        with self._held:
            if self._session is not None:
                session, self._session = self._session, None
                with explained(self.path), transaction(self._db):
                    now = time.time()
                    self._db.execute("UPDATE sessions SET ended = ? WHERE id = ?", (now, session))

    def _disconnect(self, *, write: bool) -> None:
        if write:
            # One plain file is left, which can be read even where nothing can be written; but not
            # while somebody reads it.
            with suppress(sqlite3.Error):
                self._db.execute("PRAGMA journal_mode = DELETE")
        self._db.close()

    def about(self) -> dict[str, str]:
        """What the run is about."""
        return dict(self._sound(row, (str, str)) for row in self._rows("SELECT * FROM about"))

    def open_jobs(self) -> list[Job]:
        """The jobs that are not done, in order."""
        what = "SELECT stage, place, part, id, starts, parent FROM jobs WHERE done = 0"
        return sorted(map(self._job, self._rows(what)))

    def done_jobs(self) -> Iterator[Done]:
        """The jobs that are done, in order."""
        what = (
            "SELECT stage, place, part, id, starts, parent, counters, kept, rest, session, worker, "
            "seconds, ended, digest FROM jobs WHERE done = 1 ORDER BY stage, place"
        )
        for row in self._rows(what):
            job = self._job(row[:6])
            counters, numbers, *others = self._sound(row[6:], OF_DONE)
            try:
                kept, *tallies = map(int, numbers.split(" "))
                values = (read_counters(counters), kept, *others, tuple(tallies))
                done = Done(job, *values)
            except (TypeError, ValueError) as error:
                raise self._damaged(f"what job {job.id} did cannot be read: {error}") from None
            yield done

    def covers(self) -> Iterator[tuple[int, bytes]]:
        """What was kept, in order of the search: the job, and its covers, packed."""
        what = "SELECT job, data FROM covers JOIN jobs ON jobs.id = job ORDER BY stage, place"
        for job, data in self._rows(what):
            self._sound((data,), (bytes,))
            yield job, data

    def kept_since(self, moment: float) -> Iterator[tuple[float, int, int]]:
        """The jobs that were done later than that: when, which one, and how many covers count.

        They come in the order in which they were stored, and no two at the same moment.
        """
        what = "SELECT ended, id, kept FROM jobs WHERE done = 1 AND ended > ? ORDER BY ended, id"
        for row in self._rows(what, moment):
            ended, job, numbers = self._sound(row, (float, int, str))
            try:
                yield ended, job, int(numbers.split(" ")[0])
            except ValueError as error:
                raise self._damaged(f"what job {job} did cannot be read: {error}") from None

    def covers_of(self, job: int) -> bytes:
        """What one job has kept."""
        found = list(self._rows("SELECT data FROM covers WHERE job = ?", job))
        return bytes(self._sound(found[0], (bytes,))[0]) if found else b""

    def digest_of(self, job: Job) -> bytes:
        """The checksum stored with a job that is open."""
        (row,) = self._rows("SELECT digest FROM jobs WHERE id = ?", job.id)
        return bytes(self._sound(row, (bytes,))[0])

    def sessions(self) -> list[tuple[int, str, int, str, str, float, float | None]]:
        """Who worked on it: number, host, process, workers, version, when it began and ended."""
        return list(self._rows("SELECT * FROM sessions ORDER BY id"))

    def integrity(self) -> list[str]:
        """What SQLite finds wrong with the file; then nothing in it can be relied on."""
        return [row[0] for row in self._rows("PRAGMA integrity_check") if row[0] != "ok"]

    def strays(self) -> list[str]:
        """Rows that belong to nothing."""
        found = []
        for table, number, other, _ in self._rows("PRAGMA foreign_key_check"):
            found.append(f"row {number} of {table} refers to one of {other} that is not there")
        for what, query in STRAYS.items():
            found += [f"{what}: number {number}" for (number,) in self._rows(query)]
        return found

    def families(self) -> Iterator[tuple[Job, bytes, list[Job]]]:
        """Each job that is done, the checksum of what it left, and the jobs made of that.

        Parents are in order of their numbers, and the children of each in order of the search.
        """
        what = (
            "SELECT p.stage, p.place, p.part, p.id, p.starts, p.parent, p.rest, "
            "c.stage, c.place, c.part, c.id, c.starts, c.parent FROM jobs p "
            "LEFT JOIN jobs c ON c.parent = p.id WHERE p.done = 1 ORDER BY p.id, c.place"
        )
        for _, group in groupby(self._rows(what), key=itemgetter(3)):
            rows = list(group)
            children = [self._job(row[7:]) for row in rows if row[7:][3] is not None]
            yield self._job(rows[0][:6]), rows[0][6], children

    def children(self, job: int) -> list[Job]:
        """The jobs made of what a job left, in order."""
        what = "SELECT stage, place, part, id, starts, parent FROM jobs WHERE parent = ?"
        return sorted(map(self._job, self._rows(what, job)))

    def begin_session(self, workers: str, version: str) -> None:
        """From now on jobs are done by these workers."""
        row = (gethostname(), os.getpid(), workers, version, time.time())
        with explained(self.path), transaction(self._db):
            self._session = self._db.execute(
                "INSERT INTO sessions (host, process, workers, version, began) "
                "VALUES (?, ?, ?, ?, ?)",
                row,
            ).lastrowid

    def record(self, results: Sequence[tuple[Job, Outcome, Sequence[bytes]]]) -> list[Job]:
        """Store what jobs have done, and what they left as new jobs, which are returned.

        All of it or, if that fails, nothing.
        """
        made: list[Job] = []
        with explained(self.path), transaction(self._db):
            for job, outcome, rests in results:
                _finish(self._db, job, outcome, self._session, self._moment())
                for place, starts in zip(places_after(job.place, len(rests)), rests, strict=True):
                    child = Job(job.stage, place, job.part, 0, starts, job.id)
                    made.append(_insert(self._db, child))
        return made

    def _moment(self) -> float:
        """Now, or a little later: after all that is stored, though the clock be put back."""
        if self._latest is None:
            ((latest,),) = self._rows("SELECT max(ended) FROM jobs")
            self._latest = latest or 0.0
        self._latest = max(time.time(), math.nextafter(self._latest, math.inf))
        return self._latest

    def _job(self, row: tuple[Any, ...]) -> Job:
        return Job(*self._sound(row, OF_JOB))

    def _sound(self, row: tuple[Any, ...], kinds: Sequence[Any]) -> tuple[Any, ...]:
        """The same; it cannot be otherwise, unless a bit of the file has turned over."""
        for value, kind in zip(row, kinds, strict=True):
            if not isinstance(value, kind):
                raise self._damaged(f"{value!r} is where something else should be, in {row!r}")
        return row

    def _damaged(self, what: str) -> RunError:
        return RunError(f"{self.path} is damaged: {what}; go on from a copy")

    @contextmanager
    def unchanged(self) -> Iterator[None]:
        """While this lasts all that is read belongs together, whoever writes meanwhile."""
        with explained(self.path):
            self._db.execute("BEGIN")
        try:
            yield
        finally:
            with suppress(sqlite3.Error):  # an error may have ended it
                self._db.execute("ROLLBACK")

    def _rows(self, what: str, *values: object) -> Iterator[tuple[Any, ...]]:
        with explained(self.path):
            yield from self._db.execute(what, values)


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
    head = f"{job.part} {job.stage} {len(job.place)} {len(job.starts)}"
    if counters is not None:
        head += f" {spell_counters(counters)} {spell_kept(kept, tallies)} {len(rest)}"
    return digest(head.encode(), job.place, job.starts, rest, covers)


def _taken(path: Path) -> RunError:
    return RunError(f"{path} is there already: a run needs a name of its own")


def _absorb(db: sqlite3.Connection, other: RunFile) -> None:
    """Take over all jobs of another run, and give them and those who did them new numbers."""
    (jobs,) = db.execute("SELECT coalesce(max(id), 0) FROM jobs").fetchone()
    (sessions,) = db.execute("SELECT coalesce(max(id), 0) FROM sessions").fetchone()
    with other.unchanged():
        for number, *row in other._rows("SELECT * FROM sessions"):
            _put(db, "sessions", [number + sessions, *row])
        # A parent is older than its children, and has the smaller number.
        for number, part, stage, place, parent, *row in other._rows(
            "SELECT * FROM jobs ORDER BY id"
        ):
            row[SESSION] = None if row[SESSION] is None else row[SESSION] + sessions
            above = None if parent is None else parent + jobs
            _put(db, "jobs", [number + jobs, part, stage, place, above, *row])
        for job, data in other._rows("SELECT * FROM covers"):
            _put(db, "covers", [job + jobs, data])


def _put(db: sqlite3.Connection, table: str, row: list[Any]) -> None:
    db.execute(f"INSERT INTO {table} VALUES ({', '.join('?' * len(row))})", row)


def _insert(db: sqlite3.Connection, job: Job) -> Job:
    number = db.execute(
        "INSERT INTO jobs (part, stage, place, parent, starts, digest) VALUES (?, ?, ?, ?, ?, ?)",
        (job.part, job.stage, job.place, job.parent, job.starts, row_digest(job)),
    ).lastrowid
    assert number is not None
    return replace(job, id=number)


def _finish(
    db: sqlite3.Connection, job: Job, outcome: Outcome, session: int | None, ended: float
) -> None:
    rest = digest_of_rest(outcome.rest)
    kept, tallies = outcome.kept, outcome.tallies
    checksum = row_digest(job, outcome.counters, kept, rest, outcome.covers, tallies)
    changed = db.execute(
        "UPDATE jobs SET done = 1, counters = ?, kept = ?, rest = ?, session = ?, worker = ?, "
        "seconds = ?, ended = ?, digest = ? WHERE id = ? AND done = 0",
        (
            *(spell_counters(outcome.counters), spell_kept(kept, tallies), rest, session),
            *(outcome.worker, outcome.seconds, ended, checksum, job.id),
        ),
    ).rowcount
    if changed != 1:
        raise RunError(f"job {job.id} is done already: does another process work on this run?")
    forget(db, job.id)
    if outcome.covers:
        db.execute("INSERT INTO covers VALUES (?, ?)", (job.id, outcome.covers))
