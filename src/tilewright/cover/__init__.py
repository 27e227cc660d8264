"""Exact cover problems: the value, ways to write one down, its text format, and the checker.

Knows nothing of engines; `tilewright.engines.covers` brings the two together.
"""

from tilewright.cover.build import from_matrix, from_options
from tilewright.cover.parts import CoverProblemError, Item, Option, Regions
from tilewright.cover.problem import ExactCover
from tilewright.cover.subtree import Subtree, SubtreeError
from tilewright.cover.text import (
    format_cover,
    parse_cover,
    read_cover,
    write_cover,
)
from tilewright.cover.verify import CoverChecker, NotACover, check_cover

__all__ = [
    "CoverChecker",
    "CoverProblemError",
    "ExactCover",
    "Item",
    "NotACover",
    "Option",
    "Regions",
    "Subtree",
    "SubtreeError",
    "check_cover",
    "format_cover",
    "from_matrix",
    "from_options",
    "parse_cover",
    "read_cover",
    "write_cover",
]
