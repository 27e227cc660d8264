"""Rows of a run file, written."""

import sqlite3
import time
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from tilewright.execution.job import Job, JobResult
from tilewright.runs.checkpoints import forget
from tilewright.runs.file_identity import give_name
from tilewright.runs.lock import alone
from tilewright.runs.rows import Done, digest_of_rest, row_digest, spell_counters, spell_kept
from tilewright.runs.schema import RunError, connect, explained, remove, remove_logs, transaction
from tilewright.runs.seal import JOBS, shortened, summand, write_seal

if TYPE_CHECKING:
    from tilewright.runs.file import RunFile


def write_new(
    path: Path,
    about: Mapping[str, str],
    jobs: Sequence[tuple[Job, JobResult | None]],
    others: Sequence["RunFile"],
) -> None:
    """Make a new run file, complete; see `RunFile.create`."""
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
                    inserted = insert(db, job)
                    if outcome:
                        finish(db, inserted, outcome, session=None, ended=time.time())
            for other in others:
                with explained(path), transaction(db):
                    _absorb(db, other)
            with explained(path), transaction(db):
                write_seal(db)
            with explained(path):
                db.execute("PRAGMA journal_mode = DELETE")
            db.close()
            try:
                give_name(new, path)
            except FileExistsError:
                raise _taken(path) from None


def _taken(path: Path) -> RunError:
    return RunError(f"{path} is there already: a run needs a name of its own")


def _absorb(db: sqlite3.Connection, other: "RunFile") -> None:
    """Take over all jobs of another run, and give them and those who did them new numbers.

    What is taken is what was read and found whole.
    """
    (jobs,) = db.execute("SELECT coalesce(max(id), 0) FROM jobs").fetchone()
    (sessions,) = db.execute("SELECT coalesce(max(id), 0) FROM sessions").fetchone()
    for number, *row in other.sessions():
        db.execute("INSERT INTO sessions VALUES (?, ?, ?, ?, ?, ?, ?)", (number + sessions, *row))
    found = 0
    for job in other.open_jobs():
        found += summand(job)
        insert(db, _renumbered(job, jobs))
    for done, covers in other.done_with_covers():
        found += summand(done)
        session = None if done.session is None else done.session + sessions
        insert(db, _renumbered(done.job, jobs))
        _finished(db, replace(done, job=_renumbered(done.job, jobs), session=session), covers)
    other.require(JOBS, shortened(found))


def _renumbered(job: Job, more: int) -> Job:
    parent = None if job.parent is None else job.parent + more
    return replace(job, id=job.id + more, parent=parent)


def insert(db: sqlite3.Connection, job: Job) -> Job:
    """Put in an open job; without a number, it gets the next one."""
    number = db.execute(
        "INSERT INTO jobs (id, part, stage, place, parent, starts, digest) "
        "VALUES (?, ?, ?, ?, ?, ?, ?)",
        (
            *(job.id or None, job.part, job.stage, job.place),
            *(job.parent, job.starts, row_digest(job)),
        ),
    ).lastrowid
    return replace(job, id=int(number or 0))


def finish(
    db: sqlite3.Connection, job: Job, outcome: JobResult, session: int | None, ended: float
) -> Done:
    """Store what a job has done."""
    counters, kept, tallies = outcome.counters, outcome.kept, outcome.tallies
    rest = digest_of_rest(outcome.rest)
    checksum = row_digest(job, counters, kept, rest, outcome.covers, tallies)
    worker, seconds = outcome.worker, outcome.seconds
    done = Done(job, counters, kept, rest, session, worker, seconds, ended, checksum, tallies)
    _finished(db, done, outcome.covers)
    forget(db, job.id)
    return done


def _finished(db: sqlite3.Connection, done: Done, covers: bytes) -> None:
    changed = db.execute(
        "UPDATE jobs SET done = 1, counters = ?, kept = ?, rest = ?, session = ?, worker = ?, "
        "seconds = ?, ended = ?, digest = ? WHERE id = ? AND done = 0",
        (
            *(spell_counters(done.counters), spell_kept(done.kept, done.tallies), done.rest),
            *(done.session, done.worker, done.seconds, done.ended, done.digest, done.job.id),
        ),
    ).rowcount
    if changed != 1:
        raise RunError(f"job {done.job.id} is done already: does another process work on this run?")
    if covers:
        db.execute("INSERT INTO covers VALUES (?, ?)", (done.job.id, covers))
