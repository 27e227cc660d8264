"""Files as text, and what they hold."""

from pathlib import Path

from tilewright.document import Complaint, FileError, parse_document

__all__ = ["is_lattice_file", "read_text"]

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
    return not data.keys() & {"board", "piece", "pieces", "lattice"} and bool(
        data.keys() & {"kind", "labels", "translations", "symmetry"}
    )
