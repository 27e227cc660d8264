"""Files of every kind, read within limits: none is endless or waited for in vain."""

import os
import select
import stat
import time
from io import FileIO
from pathlib import Path
from typing import BinaryIO

from tilewright.document.toml import Complaint, FileError

LARGEST = 1 << 24  # bytes of a file that people write
LONGEST_LIST = 1 << 28  # bytes of one that programs write: covers, solutions, remainders
PATIENCE = 5.0  # seconds in which somebody has to open a named pipe for writing
_AT_ONCE = getattr(os, "O_NONBLOCK", 0)  # or opening a pipe waits until somebody writes to it


def read_text(path: str | Path) -> str:
    """The text of a file.  Raises FileError if it is too large or no text."""
    return text_of(read_bytes(path), str(path))


def text_of(data: bytes, name: str) -> str:
    """Bytes as text.  Raises FileError if they are none."""
    try:
        return data.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise FileError(name, [Complaint(line, "this is not text in UTF-8")]) from None


def read_bytes(path: str | Path, most: int = LARGEST) -> bytes:
    """What is in a file, which may be a pipe or a device.  Raises FileError if it is too large."""
    with open(path, "rb", buffering=0, opener=_open) as file:
        first = b""
        if stat.S_ISFIFO(os.fstat(file.fileno()).st_mode):
            first = _awaited(file.fileno(), str(path))
        if _AT_ONCE:
            os.set_blocking(file.fileno(), True)
        return read_stream(file, str(path), most, first)


def _open(path: str, flags: int) -> int:
    return os.open(path, flags | _AT_ONCE)


def read_stream(
    file: BinaryIO | FileIO, name: str, most: int = LARGEST, first: bytes = b""
) -> bytes:
    """What `first` and an open file have.  Raises FileError if it is too large."""
    parts = [first]
    left = most + 1 - len(first)
    while left > 0 and (part := file.read(min(left, 1 << 20))):
        parts.append(part)
        left -= len(part)
    if left <= 0:
        message = f"this has more than {most >> 20} MiB, which is the most that is read"
        raise FileError(name, [Complaint(0, message)])
    return b"".join(parts)


def _awaited(file: int, name: str) -> bytes:
    """The first of what is in a pipe, once somebody has opened it for writing."""
    end = time.monotonic() + PATIENCE
    poll = select.poll()
    poll.register(file, select.POLLIN)
    while True:
        try:
            first = os.read(file, LARGEST)
        except BlockingIOError:
            return b""  # somebody has, and did not write yet
        if first or poll.poll(0):  # or has come and gone
            return first
        if time.monotonic() > end:
            message = (
                f"this is a pipe that nobody has written to for {PATIENCE:.0f} s: first start what "
                f"writes to it"
            )
            raise FileError(name, [Complaint(0, message)])
        poll.poll(100)


# The package has a native part, so it always lies in a folder, and `importlib.resources`, which
# takes ten milliseconds to import, is not needed.
_FOLDER = Path(__file__).parents[1] / "data"


def data_text(name: str) -> str:
    """The text of a file that comes with the package."""
    return (_FOLDER / name).read_text(encoding="utf-8")


def data_names(folder: str) -> tuple[str, ...]:
    """The names of the package's TOML files in a folder, in order, without their ending."""
    files = os.listdir(_FOLDER / folder)
    return tuple(sorted(name.removesuffix(".toml") for name in files if name.endswith(".toml")))
