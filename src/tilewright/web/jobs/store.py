"""Jobs as files.

ID.json says what is asked for and how it stands, ID.toml is the puzzle, ID.run is the run itself.
One server at a time has the folder.
"""

import fcntl
import os
import re
import secrets
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal, Self

from pydantic import ConfigDict, ValidationError, model_validator

from tilewright.errors import TilewrightError
from tilewright.web.jobs.messages import JobFacts

ID = re.compile(r"[0-9a-f]{16}")
LOGS = ("", "-wal", "-shm", "-journal")
ENDS = (
    *(".json", ".json-new", ".toml", ".toml-new", ".run-lock"),
    *(f".run{end}" for end in LOGS),
    *(f".run-new{end}" for end in LOGS),
)  # of files that belong to a job


class FolderError(TilewrightError):
    """The folder cannot be used."""


def usual_folder() -> Path:
    """Where jobs are stored by default."""
    state = os.environ.get("XDG_STATE_HOME", "")
    base = Path(state) if Path(state).is_absolute() else Path.home() / ".local" / "state"
    return base / "tilewright" / "jobs"


@contextmanager
def held(folder: Path) -> Iterator[None]:
    """Have a folder for oneself, and make it if need be.  Raises FolderError if it is taken.

    The lock dies with the process, whatever kills it; processes that it starts do not inherit it.
    """
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        file = os.open(folder / "server.lock", os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise FolderError(
            f"{folder}: jobs cannot be stored here ({error.strerror}): name another folder with "
            f"--keep"
        ) from None
    try:
        try:
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise FolderError(
                f"{folder}: another server stores its jobs here: use that one, or name another "
                f"folder with --keep"
            ) from None
        yield
    finally:
        os.close(file)


def new_id() -> str:
    """An id that no job has, and nobody can guess."""
    return secrets.token_hex(8)


class Record(JobFacts):
    """What is stored of a job beside its run."""

    model_config = ConfigDict(extra="forbid", allow_inf_nan=False)

    version: Literal[1, 2] = 2
    require: tuple[str, ...] = ()
    max_seconds: float
    solutions: int = 0

    @model_validator(mode="after")
    def _of_before(self) -> Self:
        """Counts of version 1 told three numbers, whatever `up_to` said."""
        if self.version == 1:
            self.version = 2
            self.up_to = None if self.task == "count" else self.up_to
        return self


class JobStore:
    """A folder of jobs.  Only ids that match `ID` become names of files."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def run(self, number: str) -> Path:
        """Where the run of a job is stored."""
        return self._path(number, ".run")

    def read(self) -> Iterator[Record]:
        """All jobs, the oldest first.  What is damaged is left alone."""
        found = []
        for path in self._folder.glob("*.json"):
            if not ID.fullmatch(path.stem):
                continue
            try:
                record = Record.model_validate_json(path.read_bytes())
            except (OSError, ValidationError) as error:
                what = error.strerror if isinstance(error, OSError) else "it is damaged"
                print(f"note: {path} is left out: {what}", file=sys.stderr)
                continue
            if record.id == path.stem:
                found.append(record)
        return iter(sorted(found, key=lambda record: record.created))

    def puzzle(self, number: str) -> str:
        """The text of the puzzle."""
        return self._path(number, ".toml").read_text(encoding="utf-8")

    def begin(self, number: str, puzzle: str, record: str) -> None:
        """Store a new job.  It is one as soon as its record is there."""
        try:
            self._write(self._path(number, ".toml"), puzzle)
            self.write(number, record)
        except BaseException:
            self.delete(number)
            raise

    def write(self, number: str, record: str) -> None:
        """Store a record: whole, whatever happens, and on the disk when this returns."""
        self._write(self._path(number, ".json"), record)

    def _write(self, path: Path, text: str) -> None:
        new = Path(f"{path}-new")
        with new.open("w", encoding="utf-8", newline="") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        new.replace(path)
        self._sync()

    def delete(self, number: str) -> None:
        """Forget a job, its record first: what has none is nothing."""
        for end in ENDS:
            self._path(number, end).unlink(missing_ok=True)
        self._sync()

    def _path(self, number: str, end: str) -> Path:
        if not ID.fullmatch(number):  # or else it might name any file
            raise FolderError(f"{number!r} is no job: expected an id of this server")
        return self._folder / f"{number}{end}"

    def _sync(self) -> None:
        """Have the names of the files on the disk, too."""
        handle = os.open(self._folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
