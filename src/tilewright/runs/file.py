"""A run file: jobs that are open, jobs that are done, what they found, and who did them.

A job and its remainder are written in one transaction: whatever happens, a job is either open, or
done with all that it found and left.  Nothing that is read is trusted: each row has a checksum, and
each table a sum (see `rows`).
"""

import math
import os
import sqlite3
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import replace
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from socket import gethostname
from typing import Any, TypeVar, cast

from tilewright.execution.job import Job, JobResult, Packed, places_after
from tilewright.runs.checkpoints import CheckpointTable, forget
from tilewright.runs.lock import FileIdentity, alone, free_name, give_name, saved
from tilewright.runs.rows import (
    ABOUT,
    ALL,
    DONE_KINDS,
    JOB,
    JOB_KINDS,
    JOBS,
    SESSIONS,
    STATE,
    DoneJob,
    StoredJob,
    add_to_seal,
    checked_row,
    digest_of_rest,
    is_whole,
    parse_job,
    read_seal,
    row_digest,
    shortened,
    summand,
    total,
    write_seal,
)
from tilewright.runs.schema import (
    STRAYS,
    RunError,
    connect,
    explained,
    remove,
    remove_logs,
    transaction,
)

S = TypeVar("S", bound=StoredJob)
T = TypeVar("T")

MOVED = (
    "what was stored is where it was moved to (`tilewright resume` resumes it there), or lost if "
    "it was deleted"
)
THERE_ALREADY = "{} is there already: a run needs a name of its own"
SESSION_COLUMNS = (int, str, int, str, str, float, float | None)  # what they hold
STORED = f"SELECT {JOB}, {STATE}, covers.data FROM jobs LEFT JOIN covers ON covers.job = jobs.id"


class RunFile:
    """The tables of a run as values.  Changes are made by one process at a time.

    What does not fit its checksum is refused; without `check` it is read all the same, by those who
    want to know all that is wrong.
    """

    def __init__(self, path: str | Path, *, write: bool, check: bool = True) -> None:
        self.path = Path(path)
        self.check = check
        self._sum: int | None = None  # the sum of all jobs, once something was stored
        self._held = ExitStack()
        with ExitStack() as held:
            if write:
                held.enter_context(alone(self.path))
            self._db = connect(self.path, write=write)
            held.callback(self._require_stored)
            held.callback(self._disconnect, write=write)
            self._where = FileIdentity(self.path, self._db) if write else None
            self._held = held.pop_all()
        self.checkpoints = CheckpointTable(self._db, self.path)
        self.trouble: str | None = None  # what happened to the file, and where it is now
        self._lost: str | None = None  # the same, if it cannot be resumed
        self.used = False  # has somebody begun to work, since it was opened?
        self._session: tuple[Any, ...] | None = None  # its row
        self._latest: float | None = None  # when something was stored last

    @classmethod
    def create(
        cls,
        path: str | Path,
        about: Mapping[str, str],
        jobs: Sequence[tuple[Job, JobResult | None]] = (),
        others: Sequence["RunFile"] = (),
    ) -> "RunFile":
        """A new run, with these jobs and those of other runs, done or open, and who did them.

        It appears under its name when it is complete, and overwrites nothing.
        """
        path = Path(path)
        new = Path(f"{path}-new")
        with alone(path):
            if path.exists():
                raise RunError(THERE_ALREADY.format(path))
            try:
                # SQLite would take the log of a run that was killed and then deleted for ours.
                remove_logs(path)
                remove(new)
                with closing(connect(new, write=True, create=True)) as db, explained(path):
                    with transaction(db):
                        db.executemany("INSERT INTO about VALUES (?, ?)", sorted(about.items()))
                        for job, result in jobs:
                            inserted = _insert(db, _signed(StoredJob(job)))
                            if result:
                                _finish(db, inserted.job, result, session=None, ended=time.time())
                    for other in others:
                        with transaction(db):
                            _absorb(db, other)
                    with transaction(db):
                        write_seal(db)
                    db.execute("PRAGMA journal_mode = DELETE")
                give_name(new, path)
            except FileExistsError:
                raise RunError(THERE_ALREADY.format(path)) from None
            finally:
                remove(new)
        return cls(path, write=True)

    def close(self) -> None:
        """Nothing more will be read or written."""
        with self._held:
            if self._session is not None and self._where is not None:  # it was not left
                before, self._session = self._session, None
                self.see_that_it_is_there()
                with explained(self.path), transaction(self._db):
                    session, *row, _ = before
                    now = time.time()
                    self._db.execute("UPDATE sessions SET ended = ? WHERE id = ?", (now, session))
                    more = summand((session, *row, now)) - summand(before)
                    add_to_seal(self._db, {SESSIONS: more})

    def see_that_it_is_there(self) -> None:
        """If the file is not under its name any more, continue in another one.

        Then `trouble` tells, and `path` is the new one.  Raises RunError if that cannot be, now and
        ever after.
        """
        if self._lost is not None:
            raise RunError(self._lost)
        if self._where is None:
            return
        with explained(self.path):
            what = self._where.trouble()
        if what is None:
            return
        what, old = f"{self.path} {what} while it was worked on", self.path
        try:
            new = free_name(old)
            if new != old:
                self._held.enter_context(alone(new))
            saved(self._db, new)
        except RunError as error:
            fate = MOVED if self._where.moved else "what was done is lost"
            self._where.leave()
            self._where = self._sum = None
            self._lost = f"{what}, and {fate}: {error}"
            raise RunError(self._lost) from None
        self._where.leave()
        self._db = connect(new, write=True)
        self._where = FileIdentity(new, self._db)
        self.path, self.checkpoints = new, CheckpointTable(self._db, new)
        self.trouble = f"{what}; what was done is stored in {new}, written anew"

    def _require_stored(self) -> None:
        """What was stored is under its name: somebody may have written something else there."""
        if self._sum is None:
            return
        try:
            with closing(connect(self.path, write=False)) as db, explained(self.path):
                found = read_seal(db).get(JOBS) if is_whole(db) else None
        except RunError:
            found = None
        if found != self._sum:
            raise RunError(
                f"{self.path} is not what was stored there: it was changed while it was worked "
                f"on, and what was done is lost"
            )

    def _disconnect(self, *, write: bool) -> None:
        if write and self._where is None:
            return  # it was left
        if write:
            # One plain file is left, which can be read even where nothing can be written; but not
            # while somebody reads it.
            with suppress(sqlite3.Error):
                self._db.execute("PRAGMA journal_mode = DELETE")
        self._db.close()

    def about(self) -> dict[str, str]:
        """What the run is about."""
        return dict(self._table(ABOUT, (str, str)))

    def sessions(self) -> list[tuple[int, str, int, str, str, float, float | None]]:
        """Who worked on it: number, host, process, workers, version, when it began and ended."""
        return self._table(SESSIONS, SESSION_COLUMNS)

    def _table(self, table: str, kinds: tuple[Any, ...]) -> list[Any]:
        with self.unchanged():
            rows = [self._parsed(checked_row, row, kinds) for row in self._rows(ALL[table])]
            self.require(table, total(rows))
        return rows

    def jobs(self) -> Iterator[StoredJob]:
        """All jobs, in order.  Raises RunError in the end if these are not all there should be.

        The file must be `unchanged` meanwhile.
        """
        found = 0
        for one in self._in_order("done IN (0, 1)"):
            found += summand(one)
            yield one
        self.require(JOBS, shortened(found))

    def open_jobs(self) -> Iterator[StoredJob]:
        """The jobs that are not done, in order."""
        return self._in_order("done = 0")

    def done_jobs(self) -> Iterator[DoneJob]:
        """The jobs that are done, in order."""
        return cast("Iterator[DoneJob]", self._in_order("done = 1"))

    def _in_order(self, which: str) -> Iterator[StoredJob]:
        before = None
        for one in self._stored(f"{which} ORDER BY stage, place"):
            here = (one.job.stage, one.job.place)
            if before is not None and here <= before:
                raise self.damaged(f"job {one.job.id} is not where it should be")
            before = here
            yield one

    def done_since(self, moment: float) -> Iterator[DoneJob]:
        """The jobs that were done later than that, in the order in which they were stored."""
        which = "done = 1 AND ended > ? ORDER BY ended, id"
        return cast("Iterator[DoneJob]", self._stored(which, moment))

    def covers_of(self, job: int) -> bytes:
        """The covers of a job that is done, packed."""
        return b"".join(one.covers for one in self._stored("done = 1 AND id = ?", job))

    def _stored(self, which: str, *values: object) -> Iterator[StoredJob]:
        for row in self._rows(f"{STORED} WHERE {which}", *values):
            yield self._parsed(parse_job, row, check=self.check)

    @property
    def sealed(self) -> bool:
        """Does it tell whether it is whole?  Those of earlier versions do not."""
        with explained(self.path):
            return bool(read_seal(self._db))

    def seal(self) -> None:
        """It is whole as it is."""
        with explained(self.path), transaction(self._db):
            write_seal(self._db)

    def require(self, table: str, found: int) -> None:
        """Raise RunError if rows with this sum are not the whole table.

        They must have been read while the file was `unchanged`, and it still is.
        """
        if self.check and (fault := self._seal_fault(table, found)):
            raise self.damaged(fault)

    def seal_faults(self, jobs: int) -> list[str]:
        """What is wrong with the sums, if that is the sum of all jobs."""
        sums = {table: total(self._rows(ALL[table])) for table in (ABOUT, SESSIONS)}
        faults = (self._seal_fault(*item) for item in (*sums.items(), (JOBS, jobs)))
        return [fault for fault in faults if fault]

    def _seal_fault(self, table: str, found: int) -> str | None:
        with explained(self.path):
            seal = read_seal(self._db)
        if not seal or seal.get(table) == found:
            return None
        return f"rows of its table `{table}` are missing, doubled, or not those that were stored"

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
        parent, child = (", ".join(f"{one}.{name}" for name in JOB.split(", ")) for one in "pc")
        what = (
            f"SELECT p.id, c.id, p.rest, {parent}, {child} "
            "FROM jobs p LEFT JOIN jobs c ON c.parent = p.id "
            "WHERE p.done = 1 ORDER BY p.id, c.place"
        )
        width = len(JOB_KINDS)
        for _, group in groupby(self._rows(what), key=itemgetter(0)):
            rows = list(group)
            (_, _, rest, *columns) = rows[0]
            children = [self._job(row[-width:]) for row in rows if row[1] is not None]
            yield self._job(tuple(columns[:width])), rest, children

    def children(self, job: int) -> list[Job]:
        """The jobs made of what a job left, in order."""
        return sorted(map(self._job, self._rows(f"SELECT {JOB} FROM jobs WHERE parent = ?", job)))

    def _job(self, row: tuple[Any, ...]) -> Job:
        """As it is; checksums are looked at where jobs are read first."""
        return Job(*self._parsed(checked_row, row, JOB_KINDS))

    def begin_session(self, workers: str, version: str) -> None:
        """From now on jobs are done by these workers."""
        self.see_that_it_is_there()
        row = (gethostname(), os.getpid(), workers, version, time.time())
        with explained(self.path), transaction(self._db):
            what = "INSERT INTO sessions VALUES (NULL, ?, ?, ?, ?, ?, NULL)"
            session = (self._db.execute(what, row).lastrowid, *row, None)
            add_to_seal(self._db, {SESSIONS: summand(session)})
        self._session = session
        self.used = True

    def record(self, results: Sequence[tuple[Job, JobResult, Sequence[Packed]]]) -> list[Job]:
        """Store what jobs have done, and what they left as new jobs, which are returned.

        All of it or, if that fails, nothing.
        """
        self.see_that_it_is_there()
        made: list[StoredJob] = []
        more = 0
        session = self._session[0] if self._session else None
        with explained(self.path), transaction(self._db):
            for job, result, rests in results:
                done = _finish(self._db, job, result, session, self._moment())
                more += summand(done) - summand(_signed(StoredJob(job)))
                for place, starts in zip(places_after(job.place, len(rests)), rests, strict=True):
                    child = Job(job.stage, place, job.part, 0, starts, job.id)
                    made.append(_insert(self._db, _signed(StoredJob(child))))
            more += sum(map(summand, made))
            add_to_seal(self._db, {JOBS: more})
            stored = read_seal(self._db).get(JOBS)
        self._sum = stored
        return [one.job for one in made]

    def _moment(self) -> float:
        """Now, or a little later: after all that is stored, though the clock be put back."""
        if self._latest is None:
            ((latest,),) = self._rows("SELECT max(ended) FROM jobs")
            (self._latest,) = self._parsed(checked_row, (latest or 0.0,), (float,))
        self._latest = max(time.time(), math.nextafter(self._latest, math.inf))
        return self._latest

    def _parsed(self, parse: Callable[..., T], *row: Any, **options: bool) -> T:
        try:
            return parse(*row, **options)
        except ValueError as error:
            raise self.damaged(str(error)) from None

    def damaged(self, what: str) -> RunError:
        """What to say of a file in which something is wrong."""
        return RunError(
            f"{self.path} is damaged: {what}; resume from a copy (`tilewright runs verify` tells "
            f"all that is wrong)"
        )

    @contextmanager
    def unchanged(self) -> Iterator[None]:
        """While this lasts all that is read belongs together, whoever writes meanwhile."""
        with explained(self.path):
            begun = not self._db.in_transaction  # otherwise somebody sees to it already
            if begun:
                self._db.execute("BEGIN")
        try:
            yield
        finally:
            if begun:
                with suppress(sqlite3.Error):  # an error may have ended it
                    self._db.execute("ROLLBACK")

    def _rows(self, what: str, *values: object) -> Iterator[tuple[Any, ...]]:
        with explained(self.path):
            # Not `yield from`, which would close the cursor, perhaps after the connection.
            for row in self._db.execute(what, values):  # noqa: UP028
                yield row


def _absorb(db: sqlite3.Connection, other: RunFile) -> None:
    """Take over all jobs of another run, and give them and those who did them new numbers.

    What is taken is what was read and found whole.
    """
    (jobs,) = db.execute("SELECT coalesce(max(id), 0) FROM jobs").fetchone()
    (sessions,) = db.execute("SELECT coalesce(max(id), 0) FROM sessions").fetchone()
    for number, *row in other.sessions():
        db.execute("INSERT INTO sessions VALUES (?, ?, ?, ?, ?, ?, ?)", (number + sessions, *row))
    for one in other.jobs():
        parent = None if one.job.parent is None else one.job.parent + jobs
        one = replace(one, job=replace(one.job, id=one.job.id + jobs, parent=parent))
        if isinstance(one, DoneJob) and one.session is not None:
            one = replace(one, session=one.session + sessions)
        _insert(db, one)


def _signed(one: S) -> S:
    """With its checksum."""
    return replace(one, digest=row_digest(one))


def _insert(db: sqlite3.Connection, one: StoredJob) -> StoredJob:
    """Put in a job; without a number, it gets the next one."""
    job = one.job
    columns = (job.stage, job.place, job.part, job.id or None, job.starts, job.parent)
    number = db.execute(
        f"INSERT INTO jobs ({JOB}, {STATE}) VALUES ({_marks(JOB)}, {_marks(STATE)})",
        (*columns, *_state(one)),
    ).lastrowid
    _insert_covers(db, one)
    return replace(one, job=replace(job, id=int(number or 0)))


def _finish(
    db: sqlite3.Connection, job: Job, result: JobResult, session: int | None, ended: float
) -> DoneJob:
    """Store what a job has done."""
    rest, who = digest_of_rest(result.rest), (session, result.worker, result.seconds, ended)
    done = DoneJob(job, result.counters, result.found, rest, *who, result.tallies)
    done = _signed(replace(done, covers=result.covers))
    changed = db.execute(
        f"UPDATE jobs SET ({STATE}) = ({_marks(STATE)}) WHERE id = ? AND done = 0",
        (*_state(done), job.id),
    ).rowcount
    if changed != 1:
        raise RunError(f"job {job.id} is done already: does another process work on this run?")
    _insert_covers(db, done)
    forget(db, job.id)
    return done


def _marks(columns: str) -> str:
    """A question mark for each column."""
    return ", ".join("?" for _ in columns.split(", "))


def _state(one: StoredJob) -> tuple[Any, ...]:
    """The columns of `STATE`."""
    did = one.done_columns()
    return (one.digest, 1, *did) if did else (one.digest, 0, *(None for _ in DONE_KINDS))


def _insert_covers(db: sqlite3.Connection, one: StoredJob) -> None:
    if one.covers:
        db.execute("INSERT INTO covers VALUES (?, ?)", (one.job.id, one.covers))
