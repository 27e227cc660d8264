"""What files hold."""

from pathlib import Path

from tilewright.document import FileError, parse_document, read_text
from tilewright.lattice import Lattice, parse_lattice

__all__ = ["is_lattice_file", "read_lattice"]


def read_lattice(path: str | Path) -> Lattice:
    """Read a lattice file.  Raises FileError with everything that is wrong with it."""
    return parse_lattice(read_text(path), str(path))


def is_lattice_file(path: str | Path) -> bool:
    """Does a file describe a lattice, not a puzzle?  False if it cannot be read."""
    try:
        data = parse_document(read_text(path), str(path)).data
    except (OSError, FileError):
        return False
    return not data.keys() & {"board", "piece", "pieces", "lattice"} and bool(
        data.keys() & {"kind", "labels", "translations", "symmetry"}
    )
