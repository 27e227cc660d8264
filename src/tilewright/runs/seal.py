"""Sums by which a run file is known to be whole.

The checksum of a row says that this row is right, not that no other is missing.  So each row has a
number that follows from all that is in it, and the file keeps the sum of these for each table,
changed in the same transaction as the rows.  A row that was lost, doubled, or is of another time
or another run makes the sum another one; and what is read one way or the other, by an index or
not, has to add up to it.
"""

import sqlite3
from collections.abc import Iterable, Mapping

from tilewright.execution.job import Job
from tilewright.runs.rows import Done, digest, row_digest

ABOUT, JOBS, SESSIONS = TABLES = ("about", "jobs", "sessions")
SIZE = 16  # bytes of a sum
NONE = -1  # is the sum of nothing
ALL = {
    ABOUT: "SELECT name, value FROM about",
    JOBS: "SELECT id, parent, done, session, worker, seconds, ended, digest FROM jobs",
    SESSIONS: "SELECT id, host, process, workers, version, began, ended FROM sessions",
}


def summand(row: Job | Done | Iterable[object]) -> int:
    """What a row adds to the sum of its table.  Of a job, the rest is in its checksum."""
    match row:
        case Job():
            row = (row.id, row.parent, 0, None, None, None, None, row_digest(row))
        case Done():
            who = (row.session, row.worker, row.seconds, row.ended, row.digest)
            row = (row.job.id, row.job.parent, 1, *who)
    return int.from_bytes(digest(ascii(tuple(row)).encode()), "big")


def total(rows: Iterable[Job | Done | Iterable[object]]) -> int:
    """The sum of some rows."""
    return shortened(sum(map(summand, rows)))


def read_seal(db: sqlite3.Connection) -> dict[str, int]:
    """The sum of each table; none, if the file is of an earlier version."""
    there = "SELECT count(*) FROM sqlite_schema WHERE name = 'seal'"
    if db.execute(there).fetchone() == (0,):
        return {}
    rows = db.execute("SELECT name, sum FROM seal").fetchall()
    return {
        name: int.from_bytes(found, "big") if isinstance(found, bytes) else NONE
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


def shortened(number: int) -> int:
    """A sum as it is kept."""
    return number % (1 << 8 * SIZE)
