"""The folder in which a server keeps its jobs: one server at a time."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tilewright.errors import TilewrightError

__all__ = ["FolderError", "held", "usual_folder"]


class FolderError(TilewrightError):
    """The folder cannot be used."""


def usual_folder() -> Path:
    """Where jobs are kept unless told."""
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
            f"{folder}: jobs cannot be kept here ({error.strerror}): name another folder with "
            f"--keep"
        ) from None
    try:
        try:
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise FolderError(
                f"{folder}: another server keeps its jobs here: use that one, or name another "
                f"folder with --keep"
            ) from None
        yield
    finally:
        os.close(file)
