"""Tilewright: exact covers and tiling puzzles.

>>> import tilewright as tw
>>> problem = tw.parse_cover("a b | c\\na c:1\\nb c:1\\nb c:2\\n")
>>> list(tw.solve(problem))
[(0, 1)]
"""

from importlib.metadata import version

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
from tilewright.engines import Batch, Counters, Cover, Estimate, Search
from tilewright.errors import TilewrightError
from tilewright.solve import count, estimate, search, solve, split

__version__ = version("tilewright")

__all__ = [
    "Batch",
    "Counters",
    "Cover",
    "Estimate",
    "ExactCover",
    "Item",
    "Search",
    "Subtree",
    "TilewrightError",
    "__version__",
    "check_cover",
    "count",
    "estimate",
    "format_cover",
    "from_matrix",
    "from_options",
    "parse_cover",
    "read_cover",
    "search",
    "solve",
    "split",
    "write_cover",
]
