"""Tilewright: tiling puzzles on any lattice, and exact covers.

>>> import tilewright as tw
>>> problem = tw.parse_cover("a b | c\\na c:1\\nb c:1\\nb c:2\\n")
>>> list(tw.solve(problem))
[(0, 1)]
"""

from tilewright.catalogue import catalogue_names, load
from tilewright.cover import (
    ExactCover,
    Item,
    Subtree,
    check_cover,
    format_cover,
    from_matrix,
    from_options,
    parse_cover,
    read_cover,
    write_cover,
)
from tilewright.encoding import encode
from tilewright.engines import Batch, Choice, Counters, Cover, Estimate, Search
from tilewright.errors import TilewrightError
from tilewright.formats import format_puzzle, parse_puzzle, read_puzzle, write_puzzle
from tilewright.lattice import Lattice, lattice, lattice_names, parse_lattice
from tilewright.puzzle import (
    Board,
    Count,
    EdgeMark,
    Fixed,
    Marks,
    Piece,
    Puzzle,
    PuzzleError,
    box,
    forms,
    make_puzzle,
    piece_set,
    piece_set_names,
)
from tilewright.solutions import Placed, Solution, check_solution
from tilewright.solve import choose, search, split
from tilewright.tiling import (
    Counting,
    Counts,
    PuzzleSearch,
    Shares,
    count,
    estimate,
    sample,
    shares,
    solve,
)

__all__ = [
    "Batch",
    "Board",
    "Choice",
    "Count",
    "Counters",
    "Counting",
    "Counts",
    "Cover",
    "EdgeMark",
    "Estimate",
    "ExactCover",
    "Fixed",
    "Item",
    "Lattice",
    "Marks",
    "Piece",
    "Placed",
    "Puzzle",
    "PuzzleError",
    "PuzzleSearch",
    "Search",
    "Shares",
    "Solution",
    "Subtree",
    "TilewrightError",
    "__version__",
    "box",
    "catalogue_names",
    "check_cover",
    "check_solution",
    "choose",
    "count",
    "encode",
    "estimate",
    "format_cover",
    "format_puzzle",
    "forms",
    "from_matrix",
    "from_options",
    "lattice",
    "lattice_names",
    "load",
    "make_puzzle",
    "parse_cover",
    "parse_lattice",
    "parse_puzzle",
    "piece_set",
    "piece_set_names",
    "read_cover",
    "read_puzzle",
    "sample",
    "search",
    "shares",
    "solve",
    "split",
    "write_cover",
    "write_puzzle",
]


def __getattr__(name: str) -> str:
    """`__version__`, looked up when it is asked for: that takes longer than all the rest."""
    if name != "__version__":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib.metadata import version

    return version("tilewright")
