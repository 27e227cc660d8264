"""The tables of a run file, and opening one: an SQLite database with a name tag of its own.

Every way in which a file can be of no use ends in a `RunError` that says so; the file stays as it
is.  `MIGRATIONS` are steps from one version of the tables to the next: a new file takes them all,
an old one those it lacks.
"""

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tilewright.errors import TilewrightError
from tilewright.execution import Request
from tilewright.execution.planner import SEARCH
from tilewright.runs.scheduling import Part

APPLICATION = 0x54574C52  # "TWLR": what `file` and we know a run by

MIGRATIONS = (
    """
    CREATE TABLE about (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
    CREATE TABLE sessions (
        id INTEGER PRIMARY KEY,
        host TEXT NOT NULL,
        process INTEGER NOT NULL,
        workers TEXT NOT NULL,
        version TEXT NOT NULL,
        began REAL NOT NULL,
        ended REAL
    ) STRICT;
    CREATE TABLE jobs (
        id INTEGER PRIMARY KEY,
        part INTEGER NOT NULL,
        stage INTEGER NOT NULL,
        place BLOB NOT NULL,
        parent INTEGER REFERENCES jobs (id),
        starts BLOB NOT NULL,
        done INTEGER NOT NULL DEFAULT 0,
        counters TEXT,
        kept TEXT,
        rest BLOB,
        session INTEGER REFERENCES sessions (id),
        worker TEXT,
        seconds REAL,
        ended REAL,
        digest BLOB NOT NULL,
        UNIQUE (stage, place)
    ) STRICT;
    CREATE INDEX jobs_open ON jobs (stage, place) WHERE done = 0;
    CREATE TABLE covers (
        job INTEGER PRIMARY KEY REFERENCES jobs (id),
        data BLOB NOT NULL
    ) STRICT;
    """,
    """
    CREATE TABLE halfway (
        id INTEGER PRIMARY KEY,
        job INTEGER NOT NULL REFERENCES jobs (id),
        number INTEGER NOT NULL,
        seconds REAL NOT NULL,
        data BLOB NOT NULL,
        UNIQUE (job, number)
    ) STRICT;
    """,
    """
    CREATE TABLE seal (name TEXT PRIMARY KEY, sum BLOB NOT NULL) STRICT, WITHOUT ROWID;
    """,
)
SCHEMA = len(MIGRATIONS)

# Rows that belong to nothing.
STRAYS = {
    "a job is neither open nor done": "SELECT id FROM jobs WHERE done NOT IN (0, 1)",
    "a job was made by one that is not done": (
        "SELECT c.id FROM jobs c JOIN jobs p ON p.id = c.parent WHERE p.done <> 1"
    ),
    "covers are stored of a job that is not done": (
        "SELECT job FROM covers LEFT JOIN jobs ON jobs.id = job WHERE done IS NOT 1"
    ),
}

# A run may come from anywhere.  What SQLite shall not do on behalf of a file:
WARY = ("trusted_schema = OFF", "cell_size_check = ON", "mmap_size = 0")
LIMITS = {
    sqlite3.SQLITE_LIMIT_SQL_LENGTH: 10_000,
    sqlite3.SQLITE_LIMIT_COLUMN: 50,
    sqlite3.SQLITE_LIMIT_EXPR_DEPTH: 20,
    sqlite3.SQLITE_LIMIT_COMPOUND_SELECT: 5,
    sqlite3.SQLITE_LIMIT_VDBE_OP: 25_000,
    sqlite3.SQLITE_LIMIT_FUNCTION_ARG: 8,
    sqlite3.SQLITE_LIMIT_VARIABLE_NUMBER: 50,
    sqlite3.SQLITE_LIMIT_TRIGGER_DEPTH: 1,
}
# From Python 3.12 on: whether it is to be so.
CONFIG = {"DEFENSIVE": True, "TRUSTED_SCHEMA": False, "ENABLE_TRIGGER": False, "ENABLE_VIEW": False}


class RunError(TilewrightError):
    """A run file cannot be used."""


def connect(path: Path, *, write: bool, create: bool = False) -> sqlite3.Connection:
    """Open a run file, or begin a new one.  Raises RunError if it is none, or damaged."""
    if not create and not path.exists():
        raise RunError(f"{path}: no such run; `tilewright count PUZZLE --run {path}` begins one")
    if path.is_dir():
        raise RunError(f"{path} is a folder: a run is one file")
    if not create and path.stat().st_size == 0:
        raise RunError(f"{path} is empty, so it is no run")
    with explained(path):
        if write:
            return _opened(path, "rwc" if create else "rw")
        try:
            return _opened(path, "ro")
        except sqlite3.OperationalError as error:
            # To read while somebody else may write needs files of SQLite beside the run, where the
            # writer was killed.  If they cannot be made there, as on a read-only disk, nobody
            # writes either.
            unwritable = _code(error) in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY)
            if not unwritable or Path(f"{path}-wal").exists():
                raise
            return _opened(path, "ro&immutable=1")


def _opened(path: Path, mode: str) -> sqlite3.Connection:
    uri = f"{path.absolute().as_uri()}?mode={mode}"
    connection = sqlite3.connect(uri, uri=True, timeout=10, isolation_level=None)
    try:
        for what, most in LIMITS.items():
            connection.setlimit(what, most)
        if hasattr(connection, "setconfig"):
            for name, wanted in CONFIG.items():
                connection.setconfig(getattr(sqlite3, f"SQLITE_DBCONFIG_{name}"), wanted)
        for pragma in WARY:
            connection.execute(f"PRAGMA {pragma}")
        if mode == "rwc":
            connection.execute(f"PRAGMA application_id = {APPLICATION}")
        else:
            _require_ours(connection, path)
        if mode.startswith("rw"):
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = FULL")
            _migrate(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def _require_ours(connection: sqlite3.Connection, path: Path) -> None:
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    if application != APPLICATION:
        raise RunError(f"{path} is an SQLite database, but not a run of Tilewright")
    (page,) = connection.execute("PRAGMA page_size").fetchone()
    # SQLite sees it only where something was.  While there is a log, the file may be behind.
    if path.stat().st_size % page and not Path(f"{path}-wal").exists():
        raise RunError(f"{path} is damaged: its end is missing; resume from a copy")
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version > SCHEMA:
        raise RunError(
            f"{path} was made by a newer Tilewright: its tables have version {version}, and this "
            f"one knows them up to {SCHEMA}; use the newer one"
        )
    _require_tables(connection, path, version)


def _require_tables(connection: sqlite3.Connection, path: Path, version: int) -> None:
    """Nothing is there but our tables, as we made them: no trigger, no view, nothing foreign."""
    ours, found = _tables(version), _schema(connection)
    foreign = [f"{kind} `{name}`" for kind, name, *_ in sorted(found - ours, key=repr)]
    missing = [f"{kind} `{name}`" for kind, name, *_ in sorted(ours - found, key=repr)]
    if foreign:
        raise RunError(
            f"{path} is not as Tilewright made it: its {foreign[0]} is none of ours, and may do "
            f"anything; resume from a copy"
        )
    if missing:
        raise RunError(f"{path} is damaged: its {missing[0]} is missing; resume from a copy")


@cache
def _tables(version: int) -> frozenset[tuple[str, ...]]:
    """The tables of that version, as SQLite describes them."""
    with closing(sqlite3.connect(":memory:")) as connection:
        for step in MIGRATIONS[: max(0, version)]:
            connection.executescript(step)
        return _schema(connection)


def _schema(connection: sqlite3.Connection) -> frozenset[tuple[str, ...]]:
    rows = connection.execute("SELECT type, name, tbl_name, sql FROM sqlite_schema").fetchall()
    return frozenset(tuple(" ".join(str(value).split()) for value in row) for row in rows)


def _migrate(connection: sqlite3.Connection) -> None:
    """Bring the tables up to date, all or nothing."""
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version == SCHEMA:
        return
    with transaction(connection):
        for step in MIGRATIONS[version:]:
            for statement in step.split(";"):
                connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {SCHEMA}")


def remove(path: Path) -> None:
    """Delete a run, if there is one, and what SQLite has beside it."""
    path.unlink(missing_ok=True)
    remove_logs(path)


def remove_logs(path: Path) -> None:
    """Delete what SQLite has beside a run."""
    for kind in ("wal", "shm", "journal"):
        Path(f"{path}-{kind}").unlink(missing_ok=True)


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """All of it, or nothing."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        with suppress(sqlite3.Error):
            if connection.in_transaction:
                connection.execute("ROLLBACK")
        raise


@contextmanager
def explained(path: Path) -> Iterator[None]:
    """What SQLite complains about, in words that help."""
    try:
        yield
    except sqlite3.Error as error:
        raise RunError(f"{path}: {_explanation(error, path)}") from error
    except UnicodeDecodeError as error:
        raise RunError(f"{path} is damaged: a text in it is none ({error})") from error


def _code(error: sqlite3.Error) -> int:
    """SQLite's; some errors are those of Python, and have none."""
    return int(getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)) & 0xFF


def _explanation(error: sqlite3.Error, path: Path) -> str:
    code = _code(error)
    still = "everything that was stored is still there"
    match code:
        case sqlite3.SQLITE_NOTADB:
            return "this is not a run of Tilewright, or its beginning is damaged"
        case sqlite3.SQLITE_CORRUPT:
            return (
                f"the file is damaged ({error}); resume from a copy, or `sqlite3 {path.name} "
                f".recover` may save most of it"
            )
        case sqlite3.SQLITE_FULL:
            return f"the disk is full; {still}: make room, then `tilewright resume {path}`"
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_CANTOPEN | sqlite3.SQLITE_PERM:
            return (
                f"cannot be written here ({error}): a run needs a folder it may write to; copy "
                f"the file to one"
            )
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return "another program holds the file: wait until it is through, or stop it"
        case sqlite3.SQLITE_CONSTRAINT:
            return (
                f"jobs contradict each other ({error}), so something is damaged: `tilewright runs "
                f"verify` says what"
            )
        case sqlite3.SQLITE_IOERR:
            return f"reading or writing failed ({error}); {still}: look after the disk"
    return f"{error}"


AS_THEY_ARE = ("name", "puzzle", "fingerprint", "plan")  # stored so, of the fields of `About`


@dataclass(frozen=True, slots=True, kw_only=True)
class About:
    """The puzzle as text, what was asked for, and names (fingerprints) for what that came to."""

    name: str
    puzzle: str
    fingerprint: str  # of the puzzle's problem
    request: Request
    engines: tuple[str, ...]  # of each stage
    plan: str  # its fingerprint
    of: int  # parts
    parts: tuple[int, ...]  # those in this file
    search: int

    @classmethod
    def read(cls, rows: Mapping[str, str], path: Path) -> "About":
        """From the rows of a file.  Raises RunError if they are damaged, or of another version."""
        try:
            found = cls(
                **{name: rows[name] for name in AS_THEY_ARE},
                request=Request.from_json(rows["wish"]),
                engines=tuple(rows["engines"].split()),
                of=int(rows["of"]),
                parts=tuple(sorted(map(int, rows["parts"].split(",")))),
                search=int(rows["search"]),
            )
            for part in found.parts:
                Part(part, found.of)
        except (KeyError, ValueError, TypeError, RecursionError, TilewrightError) as error:
            raise damaged(path, error) from None
        if not 1 <= found.search <= SEARCH:
            raise RunError(
                f"{path} was begun by a Tilewright that searches differently (way "
                f"{found.search}, this one knows ways 1 to {SEARCH}): resume it with that version"
            )
        return found

    def rows(self) -> dict[str, str]:
        """As rows of a file."""
        return {
            **{name: getattr(self, name) for name in AS_THEY_ARE},
            "wish": self.request.to_json(),
            "engines": " ".join(self.engines),
            "of": str(self.of),
            "parts": ",".join(map(str, self.parts)),
            "search": str(self.search),
        }

    @property
    def missing(self) -> Sequence[int]:
        """The parts that are not in this file."""
        here = set(self.parts)
        return [k for k in range(1, self.of + 1) if k not in here]

    def __str__(self) -> str:
        words = [f"task {self.request.task}", f"engine {self.request.engine}"]
        if self.request.task == "solve" or self.request.only:
            words.append(f"up to {self.request.up_to}")
        words += [f"require {name}" for name in self.request.require]
        words += [f"{name} {value}" for name, value in self.request.options]
        if self.of > 1:
            words.append(f"part {', '.join(f'{k}/{self.of}' for k in self.parts)}")
        return ", ".join(words)


def damaged(path: Path, error: Exception) -> RunError:
    """What to say of a file that cannot be understood."""
    return RunError(f"{path}: what the run is about is damaged ({error}): resume from a copy")
