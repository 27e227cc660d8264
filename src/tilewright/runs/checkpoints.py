"""The checkpoints of counts on a device, as the run file has them (its table `halfway`)."""

import sqlite3
from collections.abc import Iterator
from contextlib import suppress
from itertools import chain
from pathlib import Path

from tilewright.engines import CheckpointError, pack_checkpoint, unpack_checkpoint
from tilewright.execution.device_progress import DeviceCheckpoint
from tilewright.runs.schema import RunError, explained, transaction

MOST_BYTES = 2**26  # of a row: SQLite takes up to a thousand million
MUCH = 2**24  # bytes of a file that nothing is in


class CheckpointTable:
    """A checkpoint of each open job that has one."""

    def __init__(self, db: sqlite3.Connection, path: Path) -> None:
        self._db, self._path = db, path

    def store(self, job: int, checkpoint: DeviceCheckpoint) -> None:
        """Store a checkpoint of a job, in place of the one before."""
        if checkpoint.state is None:
            raise RunError(f"{self._path}: job {job} has no checkpoint ({checkpoint.why})")
        with explained(self._path), transaction(self._db):
            forget(self._db, job)
            for number, data in enumerate(pack_checkpoint(checkpoint.state, MOST_BYTES)):
                self._db.execute(
                    "INSERT INTO halfway (job, number, seconds, data) VALUES (?, ?, ?, ?)",
                    (job, number, checkpoint.seconds, data),
                )

    def of(self, job: int) -> DeviceCheckpoint | None:
        """The checkpoint of a job, if it has one."""
        rows = self._rows(job)
        number, seconds, first = next(rows, (None, 0.0, b""))
        if number != 0:
            return None
        try:
            pieces = chain([first], (data for _, _, data in rows))
            return DeviceCheckpoint(unpack_checkpoint(pieces), seconds)
        except CheckpointError as error:
            raise RunError(f"{self._path}: job {job}: {error}") from None

    def shrink(self) -> None:
        """Give the room back to the disk that states took which are gone."""
        with suppress(sqlite3.Error):  # it is no harm if it stays
            (pages,) = self._db.execute("PRAGMA freelist_count").fetchone()
            (size,) = self._db.execute("PRAGMA page_size").fetchone()
            if pages * size >= MUCH:
                self._db.execute("VACUUM")

    def faults(self) -> list[str]:
        """What is wrong with what is stored."""
        there = "SELECT count(*) FROM sqlite_schema WHERE name = 'halfway'"
        jobs = "SELECT job, done FROM halfway LEFT JOIN jobs ON jobs.id = job GROUP BY job"
        found: list[str] = []
        with explained(self._path):
            if self._db.execute(there).fetchone() == (0,):  # the tables are older
                return found
            rows = self._db.execute(jobs).fetchall()
        for job, done in rows:
            if done != 0:
                found.append(f"job {job}: it is not open, but has a checkpoint")
            try:
                if self.of(job) is None:
                    found.append(f"job {job}: the beginning of its checkpoint is missing")
            except RunError as error:
                found.append(str(error))
        return found

    def _rows(self, job: int) -> Iterator[tuple[int, float, bytes]]:
        what = "SELECT number, seconds, data FROM halfway WHERE job = ? ORDER BY number"
        with explained(self._path):
            # Not `yield from`, which would close the cursor, perhaps after the connection.
            for row in self._db.execute(what, (job,)):  # noqa: UP028
                yield row


def forget(db: sqlite3.Connection, job: int) -> None:
    """A job is done, or has another checkpoint now."""
    db.execute("DELETE FROM halfway WHERE job = ?", (job,))
