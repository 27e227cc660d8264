"""One writer at a time: a lock that dies with its owner, whatever kills it."""

import fcntl
import json
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from socket import gethostname

from tilewright.runs.schema import RunError


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
