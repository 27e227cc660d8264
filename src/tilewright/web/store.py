"""Jobs as files: ID.json says what is asked for and how it stands, ID.run is the run itself."""

import os
import re
import secrets
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from tilewright.web.messages_jobs import CountsTold, State, Task, UpTo

__all__ = ["ID", "Record", "Store", "new_id"]

ID = re.compile(r"[0-9a-f]{16}")
BESIDE = ("", "-wal", "-shm", "-journal", "-lock", "-new", "-new-wal", "-new-shm", "-new-journal")


def new_id() -> str:
    """An id that no job has, and nobody can guess."""
    return secrets.token_hex(8)


class Record(BaseModel):
    """What is kept of a job beside its run."""

    model_config = ConfigDict(extra="forbid", allow_inf_nan=False)

    version: Literal[1] = 1
    id: str
    title: str
    puzzle_name: str | None
    kind: Literal["lattice", "polygon"]
    toml: str
    task: Task
    up_to: UpTo
    engine: str
    threads: int
    max_seconds: float
    created: float
    state: State = "queued"
    message: str | None = None
    engine_used: str | None = None
    started: float | None = None
    ended: float | None = None
    solutions: int = 0
    nodes: int = 0
    seconds: float = 0.0  # worked, in all
    counts: CountsTold | None = None
    complete: bool = False


class Store:
    """A folder of jobs.  Only ids that match `ID` become names of files."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def run(self, number: str) -> Path:
        """Where the run of a job is kept."""
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

    def write(self, number: str, text: str) -> None:
        """Keep a record: whole, whatever happens, and on the disk when this returns."""
        path = self._path(number, ".json")
        new = path.with_suffix(".json-new")
        with new.open("w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        new.replace(path)
        self._sync()

    def delete(self, number: str) -> None:
        """Forget a job.  Its run goes last: without a record it is nothing."""
        self._path(number, ".json").unlink(missing_ok=True)
        self._path(number, ".json-new").unlink(missing_ok=True)
        for end in BESIDE:
            self._path(number, f".run{end}").unlink(missing_ok=True)
        self._sync()

    def _path(self, number: str, end: str) -> Path:
        assert ID.fullmatch(number)
        return self._folder / f"{number}{end}"

    def _sync(self) -> None:
        """Have the names of the files on the disk, too."""
        handle = os.open(self._folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
