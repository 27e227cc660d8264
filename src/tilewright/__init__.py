"""Tilewright: tiling puzzles on any lattice, and exact covers.

>>> import tilewright as tw
>>> problem = tw.parse_cover("a b | c\\na c:1\\nb c:1\\nb c:2\\n")
>>> list(tw.solve(problem))
[(0, 1)]
"""

from typing import TYPE_CHECKING, Any

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
from tilewright.engines import Batch, Best, Choice, Counters, Cover, Estimate, Search, best_covers
from tilewright.errors import TilewrightError
from tilewright.explain import Explanation, explain
from tilewright.formats import format_puzzle, parse_puzzle, read_puzzle, write_puzzle
from tilewright.lattice import Lattice, lattice, lattice_names, parse_lattice
from tilewright.polygons import PolygonPiece, PolygonPuzzle, PolygonSolution, Shape
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
from tilewright.solutions import Placed, Scores, Solution, check_solution, most_symmetric, scores
from tilewright.solve import choose, search, split
from tilewright.tiling import (
    BestSolutions,
    Counting,
    Counts,
    PuzzleSearch,
    Shares,
    best,
    count,
    estimate,
    sample,
    shares,
    solve,
)

if TYPE_CHECKING:
    from tilewright.design.boards import generate_board
    from tilewright.design.cuts import cut_board
    from tilewright.design.grade import Grade, grade
    from tilewright.design.grade_words import Step, steps
    from tilewright.design.lpanel import LPanel, generate_panel, judge_panel
    from tilewright.design.unify import Hint, Unified, unify
    from tilewright.design.unique import Verdict, judge
    from tilewright.formats.drawings import read_svg, write_svg
    from tilewright.polygons.dissect import dissection
    from tilewright.render import picture_of, save
    from tilewright.render.space.notebook import view
    from tilewright.runs import Run, create_run, go_on, open_run
    from tilewright.tiling.polygons import PolygonCounting, PolygonCounts, PolygonSearch

__all__ = [
    "Batch",
    "Best",
    "BestSolutions",
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
    "Explanation",
    "Fixed",
    "Grade",
    "Hint",
    "Item",
    "LPanel",
    "Lattice",
    "Marks",
    "Piece",
    "Placed",
    "PolygonCounting",
    "PolygonCounts",
    "PolygonPiece",
    "PolygonPuzzle",
    "PolygonSearch",
    "PolygonSolution",
    "Puzzle",
    "PuzzleError",
    "PuzzleSearch",
    "Run",
    "Scores",
    "Search",
    "Shape",
    "Shares",
    "Solution",
    "Step",
    "Subtree",
    "TilewrightError",
    "Unified",
    "Verdict",
    "__version__",
    "best",
    "best_covers",
    "box",
    "catalogue_names",
    "check_cover",
    "check_solution",
    "choose",
    "count",
    "create_run",
    "cut_board",
    "dissection",
    "encode",
    "estimate",
    "explain",
    "format_cover",
    "format_puzzle",
    "forms",
    "from_matrix",
    "from_options",
    "generate_board",
    "generate_panel",
    "go_on",
    "grade",
    "judge",
    "judge_panel",
    "lattice",
    "lattice_names",
    "load",
    "make_puzzle",
    "most_symmetric",
    "open_run",
    "parse_cover",
    "parse_lattice",
    "parse_puzzle",
    "picture_of",
    "piece_set",
    "piece_set_names",
    "read_cover",
    "read_puzzle",
    "read_svg",
    "sample",
    "save",
    "scores",
    "search",
    "shares",
    "solve",
    "split",
    "steps",
    "unify",
    "view",
    "write_cover",
    "write_puzzle",
    "write_svg",
]


# Where to find what is looked up only when it is asked for: it takes longer than all the rest.
_LATER = {
    "Grade": "tilewright.design.grade",
    "Hint": "tilewright.design.unify",
    "LPanel": "tilewright.design.lpanel",
    "PolygonCounting": "tilewright.tiling.polygons",
    "PolygonCounts": "tilewright.tiling.polygons",
    "PolygonSearch": "tilewright.tiling.polygons",
    "Run": "tilewright.runs",
    "Step": "tilewright.design.grade_words",
    "Unified": "tilewright.design.unify",
    "Verdict": "tilewright.design.unique",
    "create_run": "tilewright.runs",
    "cut_board": "tilewright.design.cuts",
    "dissection": "tilewright.polygons.dissect",
    "generate_board": "tilewright.design.boards",
    "generate_panel": "tilewright.design.lpanel",
    "go_on": "tilewright.runs",
    "grade": "tilewright.design.grade",
    "judge": "tilewright.design.unique",
    "judge_panel": "tilewright.design.lpanel",
    "open_run": "tilewright.runs",
    "picture_of": "tilewright.render",
    "read_svg": "tilewright.formats.drawings",
    "save": "tilewright.render",
    "steps": "tilewright.design.grade_words",
    "unify": "tilewright.design.unify",
    "view": "tilewright.render.space.notebook",
    "write_svg": "tilewright.formats.drawings",
}


def __getattr__(name: str) -> Any:
    """What is looked up only when it is asked for."""
    if name == "__version__":
        from importlib.metadata import version

        return version("tilewright")
    if name in _LATER:
        from importlib import import_module

        return getattr(import_module(_LATER[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def _notebook_picture(shown: Any) -> str | None:
    """What notebooks show.  Values do not know pictures, so they learn it here, above both."""
    from tilewright.render import notebook_svg

    return notebook_svg(shown)


def _notebook_bundle(shown: Any, **_: object) -> dict[str, str]:
    """The same, and in space a picture that can be turned."""
    from tilewright.render.space.notebook import notebook_bundle

    return notebook_bundle(shown)


def _notebook_piece(shown: Any, **_: object) -> dict[str, str]:
    """The picture of a polygon, as the only piece of a puzzle that it solves."""
    puzzle = PolygonPuzzle((shown.shape,), (shown,), title=shown.name)
    return {**_notebook_bundle(puzzle), "text/plain": repr(shown)}


setattr(PolygonPiece, "_repr_mimebundle_", _notebook_piece)  # noqa: B010
for _shown in (Puzzle, Solution, PolygonPuzzle, PolygonSolution):
    setattr(_shown, "_repr_svg_", _notebook_picture)  # noqa: B010
    setattr(_shown, "_repr_mimebundle_", _notebook_bundle)  # noqa: B010
