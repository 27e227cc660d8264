"""What files hold."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tilewright.document import FileError, parse_document, read_text

__all__ = ["describes_lattice", "describes_puzzle", "is_lattice_file"]


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
