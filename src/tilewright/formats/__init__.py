"""Puzzle files: read, checked and written back."""

from typing import TYPE_CHECKING

from tilewright.formats.read import (
    POLYGON,
    AnyPuzzle,
    PuzzleFile,
    check_puzzle,
    parse_file,
    parse_puzzle,
    read_lattice,
    read_puzzle,
    read_svg,
    require_lattice,
    write_svg,
)
from tilewright.later import load_later

if TYPE_CHECKING:
    from tilewright.formats.write import format_puzzle, is_lattice_file, write_puzzle
else:  # type checkers would take any name for granted
    __getattr__, __dir__ = load_later(
        __name__, {"write": ("format_puzzle", "is_lattice_file", "write_puzzle")}
    )

__all__ = [
    "POLYGON",
    "AnyPuzzle",
    "PuzzleFile",
    "check_puzzle",
    "format_puzzle",
    "is_lattice_file",
    "parse_file",
    "parse_puzzle",
    "read_lattice",
    "read_puzzle",
    "read_svg",
    "require_lattice",
    "write_puzzle",
    "write_svg",
]
