"""Files as text, and what they hold."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tilewright.document import Complaint, FileError, parse_document

__all__ = ["describes_lattice", "describes_puzzle", "is_lattice_file", "read_text"]

LARGEST = 1 << 24  # bytes


def read_text(path: str | Path) -> str:
    """The text of a file.  Raises FileError if it is too large or no text."""
    path = Path(path)
    if path.stat().st_size > LARGEST:
        raise FileError(str(path), [Complaint(0, f"the file is larger than {LARGEST} bytes")])
    try:
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise FileError(str(path), [Complaint(line, "this is not text in UTF-8")]) from None


def is_lattice_file(path: str | Path) -> bool:
    """Does a file describe a lattice, not a puzzle?  False if it cannot be read."""
    try:
        data = parse_document(read_text(path), str(path)).data
    except (OSError, FileError):
        return False
    return describes_lattice(data)


def describes_lattice(data: Mapping[str, Any]) -> bool:
    """Is this a lattice, not a puzzle, going by its fields?"""
    own = data.keys() & {"kind", "labels", "translations", "symmetry"}
    return bool(own) and not describes_puzzle(data)


def describes_puzzle(data: Mapping[str, Any]) -> bool:
    """Is this a puzzle, going by its fields?"""
    return bool(data.keys() & {"board", "piece", "pieces", "lattice"})
