"""The run file: results, what is left of unfinished jobs, and guesses.  An SQLite database.

A result is found again only under its fingerprint, and only if its seal is unbroken: a row that
was damaged or edited costs a computation, and yields no "same".  Who computes seals anew can forge
a file, which nothing here prevents; `--fresh` believes no file at all.
"""

import hashlib
import json
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from papers.verdicts import Finding
from tilewright.engines import Figure as Guess
from tilewright.errors import TilewrightError

__all__ = ["PapersError", "Store"]

APPLICATION = 0x54574C50  # "TWLP": what we know such a file by
# All at once: others may open the file meanwhile.
TABLES = f"""
BEGIN IMMEDIATE;
PRAGMA application_id = {APPLICATION};
CREATE TABLE IF NOT EXISTS results (
    fingerprint TEXT PRIMARY KEY, job TEXT NOT NULL, found TEXT NOT NULL, seal TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS rests (
    fingerprint TEXT PRIMARY KEY, job TEXT NOT NULL, saved TEXT NOT NULL, seal TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS guesses (
    fingerprint TEXT PRIMARY KEY, job TEXT NOT NULL, found TEXT NOT NULL, seal TEXT NOT NULL
) STRICT, WITHOUT ROWID;
COMMIT;
"""


class PapersError(TilewrightError):
    """The file cannot be used, or a job cannot be done."""


class Store:
    """A run file, made if there is none."""

    def __init__(self, path: Path) -> None:
        self.path = path
        path.parent.mkdir(parents=True, exist_ok=True)
        with self._explained():
            self._base = sqlite3.connect(path, timeout=1.0, isolation_level=None)
            self._base.execute("BEGIN")
            (tables,) = self._base.execute("SELECT count(*) FROM sqlite_schema").fetchone()
            (application,) = self._base.execute("PRAGMA application_id").fetchone()
            self._base.execute("COMMIT")
        if application != APPLICATION:
            if application or tables:
                raise PapersError(
                    f"{path}: this is a database, but not one of `make papers`: name another file"
                )
            with self._explained():
                self._base.executescript(TABLES)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._base.close()

    def result(self, fingerprint: str) -> Finding | None:
        """What a job came to, if that is known."""
        entries = self._read("results", "found", fingerprint)
        return None if entries is None else Finding(**entries, earlier=True)

    def keep_result(
        self, fingerprint: str, job: str, values: Mapping[str, Any], seconds: float
    ) -> None:
        """A job is done: what it came to, and how long that took in all."""
        self._write("results", "found", fingerprint, job, {"values": values, "seconds": seconds})
        for table in ("rests", "guesses"):
            with self._explained():
                self._base.execute(f"DELETE FROM {table} WHERE fingerprint = ?", [fingerprint])

    def rest(self, fingerprint: str) -> tuple[Any, float]:
        """What a job that was left needs to go on, and how long it took so far."""
        entries = self._read("rests", "saved", fingerprint)
        return (None, 0.0) if entries is None else (entries["saved"], entries["seconds"])

    def keep_rest(self, fingerprint: str, job: str, saved: Any, seconds: float) -> None:
        """A job was left."""
        self._write("rests", "saved", fingerprint, job, {"saved": saved, "seconds": seconds})

    def guesses(self, fingerprint: str) -> Finding:
        """What was guessed about a job."""
        entries = self._read("guesses", "found", fingerprint) or {}
        return Finding(guesses={name: Guess(**guess) for name, guess in entries.items()})

    def keep_guesses(self, fingerprint: str, job: str, guesses: Mapping[str, Guess]) -> None:
        """Guesses about a job that was not finished."""
        entries = {name: asdict(guess) for name, guess in guesses.items()}
        self._write("guesses", "found", fingerprint, job, entries)

    def _read(self, table: str, column: str, fingerprint: str) -> Any:
        with self._explained():
            row = self._base.execute(
                f"SELECT {column}, seal FROM {table} WHERE fingerprint = ?", [fingerprint]
            ).fetchone()
        if row is None or row[1] != _seal(fingerprint, row[0]):
            return None
        return json.loads(row[0])

    def _write(self, table: str, column: str, fingerprint: str, job: str, entries: Any) -> None:
        text = json.dumps(entries)
        with self._explained():
            self._base.execute(
                f"INSERT OR REPLACE INTO {table} (fingerprint, job, {column}, seal) "
                f"VALUES (?, ?, ?, ?)",
                [fingerprint, job, text, _seal(fingerprint, text)],
            )

    @contextmanager
    def _explained(self) -> Iterator[None]:
        """Say in a sentence why the file is of no use."""
        try:
            yield
        except sqlite3.OperationalError as error:
            if "locked" in str(error):
                raise PapersError(
                    f"{self.path} is in use by another program: wait for it, or name another file"
                ) from None
            raise PapersError(f"{self.path}: {error}") from None
        except sqlite3.DatabaseError:
            raise PapersError(
                f"{self.path} is no file of `make papers`, or is damaged: name another file"
            ) from None


def _seal(fingerprint: str, text: str) -> str:
    return hashlib.sha256(f"{fingerprint}\n{text}".encode()).hexdigest()
