"""The file of a run under its name: one writer at a time, and is it still there?

The lock dies with its owner, whatever kills it.  SQLite goes on writing to a file that was deleted,
renamed or replaced, and says nothing; what is still known through the open file is then copied to
a new one.
"""

import ctypes
import errno
import fcntl
import json
import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from socket import gethostname

from tilewright.runs.rows import is_whole
from tilewright.runs.schema import RunError

LOGS = ("-wal", "-shm")
NO_LINKS = (errno.EPERM, errno.ENOTSUP, errno.EOPNOTSUPP, errno.EMLINK)  # on such disks


class RunBusyError(RunError):
    """Somebody else is working on a run."""


@contextmanager
def alone(path: Path) -> Iterator[None]:
    """Be the only one who writes to a run.  Raises RunBusyError if somebody else does.

    The lock is on a file beside the run, because SQLite has locks of its own on the run itself.
    """
    beside = Path(f"{path.resolve()}-lock")  # the same by whatever name the run is called
    try:
        handle = _locked(path, beside)
    except OSError as error:
        if not path.parent.is_dir():
            raise RunError(f"{path}: there is no folder {path.parent}; make it first") from None
        raise RunError(
            f"{path}: cannot be written here ({error.strerror}): a run needs a folder it may write "
            f"to; copy the file to one"
        ) from None
    try:
        owner = {"host": gethostname(), "process": os.getpid(), "since": time.time()}
        with suppress(OSError):  # it is only for those who wait to read
            os.truncate(handle, 0)
            os.pwrite(handle, json.dumps(owner).encode(), 0)
        yield
    finally:
        with suppress(OSError):
            beside.unlink()
        os.close(handle)


def _locked(path: Path, beside: Path) -> int:
    while True:
        handle = os.open(beside, os.O_RDWR | os.O_CREAT, 0o666)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            who = _owner(os.pread(handle, 1000, 0))
            os.close(handle)
            raise RunBusyError(
                f"{path} is being worked on by {who}: wait until it is through, or stop it "
                f"(it saves what it has)"
            ) from None
        # The owner before us takes the file away when it is through; then ours is not there.
        with suppress(FileNotFoundError):
            if os.path.samestat(os.fstat(handle), os.stat(beside)):
                return handle
        os.close(handle)


def _owner(text: bytes) -> str:
    try:
        owner = json.loads(text)
        since = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(owner["since"]))
        return f"process {owner['process']} on {owner['host']} since {since}"
    except (ValueError, KeyError, TypeError):
        return "another process"


class FileIdentity:
    """A file that was just opened to be written, and those that SQLite has beside it."""

    def __init__(self, path: Path, db: sqlite3.Connection) -> None:
        self._path, self._db = path, db
        self._files = {end: _identity(Path(f"{path}{end}")) for end in ("", *LOGS)}
        self._size = path.stat().st_size

    def trouble(self) -> str | None:
        """What has happened to the file, if something has."""
        try:
            now = self._path.stat()
        except FileNotFoundError:
            return "was deleted or renamed"
        if (now.st_dev, now.st_ino) != self._files[""]:
            return "was replaced by another file"
        # It only becomes smaller when SQLite has fewer pages to keep.
        (pages,) = self._db.execute("PRAGMA page_count").fetchone()
        (size,) = self._db.execute("PRAGMA page_size").fetchone()
        if now.st_size < min(self._size, pages * size):
            return "was cut short"
        self._size = now.st_size
        return None

    @property
    def moved(self) -> bool:
        """Is it not under its name any more?  It may be elsewhere, or deleted."""
        return _identity(self._path) != self._files[""]

    def leave(self) -> None:
        """Never touch the files again; those of SQLite beside them go, if they are ours.

        Closing the connection would delete its log by name, and that may be somebody else's by now.
        """
        if self.moved:  # wherever it is now, it shall have all that was stored
            with suppress(sqlite3.Error):
                self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        ctypes.pythonapi.Py_IncRef(ctypes.py_object(self._db))
        for end in LOGS:
            beside = Path(f"{self._path}{end}")
            if self._files[end] is not None and _identity(beside) == self._files[end]:
                beside.unlink(missing_ok=True)


def _identity(path: Path) -> tuple[int, int] | None:  # device and number
    with suppress(FileNotFoundError):
        found = path.stat()
        return found.st_dev, found.st_ino
    return None


def give_name(new: Path, path: Path) -> None:
    """Have a file appear under its name.  Raises FileExistsError if there is one."""
    try:
        os.link(new, path)
    except OSError as error:
        if error.errno not in NO_LINKS or path.exists():
            raise
        new.rename(path)


def free_name(path: Path) -> Path:
    """The same name, or one like it if there is something else."""
    names = [path, *(path.with_name(f"{path.stem}-kept{k}{path.suffix}") for k in ("", 2, 3, 4, 5))]
    for name in names:
        if not name.exists():
            return name
    raise RunError(f"{names[-1]} is there already")


def saved(db: sqlite3.Connection, path: Path) -> None:
    """Copy all that a connection sees to a new file, if it is whole.  Raises RunError if not."""
    new = Path(f"{path}-new")
    try:
        with closing(sqlite3.connect(new, isolation_level=None)) as copy:
            db.backup(copy)
            copy.execute("PRAGMA journal_mode = DELETE")
            if copy.execute("PRAGMA quick_check").fetchall() != [("ok",)] or not is_whole(copy):
                raise RunError("what is left of it is damaged")
        give_name(new, path)
    except (sqlite3.Error, OSError) as error:
        raise RunError(f"it cannot be written to {path}: {error}") from None
    finally:
        new.unlink(missing_ok=True)
