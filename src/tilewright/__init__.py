"""Tilewright: tiling puzzles on any lattice, free polygons, and exact covers.

>>> import tilewright as tw
>>> print(tw.count(tw.load("soma")))
11,520 solutions, 480 up to rotation, 240 up to symmetry

What most people need is here; the rest is in `tw.cover` and `tw.engines` (exact covers),
`tw.puzzle`, `tw.lattices`, `tw.polygons`, `tw.solutions`, `tw.formats`, `tw.solving`, `tw.runs`,
`tw.design` and `tw.render`, which are loaded when they are asked for.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from tilewright.catalogue import catalogue_names, load
from tilewright.cover import ExactCover
from tilewright.errors import TilewrightError
from tilewright.formats import parse_puzzle, read_puzzle
from tilewright.later import load_later
from tilewright.lattices import Lattice, lattice, lattice_names, parse_lattice
from tilewright.polygons import PolygonPiece, PolygonPuzzle, PolygonSolution
from tilewright.puzzle import Board, Piece, Puzzle, box, make_puzzle, piece_set, piece_set_names
from tilewright.solutions import Solution, check_solution
from tilewright.solving import count, estimate, solve
from tilewright.symmetry import Counts

if TYPE_CHECKING:
    from tilewright import cover as cover
    from tilewright import dataset as dataset
    from tilewright import design as design
    from tilewright import encoding as encoding
    from tilewright import engines as engines
    from tilewright import export as export
    from tilewright import formats as formats
    from tilewright import lattices as lattices
    from tilewright import polygons as polygons
    from tilewright import puzzle as puzzle
    from tilewright import render as render
    from tilewright import runs as runs
    from tilewright import solutions as solutions
    from tilewright import solving as solving
    from tilewright.engines import Estimate
    from tilewright.explanations import Explanation, explain
    from tilewright.formats import format_puzzle, write_puzzle
    from tilewright.render import picture_of, save
    from tilewright.solving import Shares, best, sample, shares

    __version__: str

__all__ = [
    "Board",
    "Counts",
    "Estimate",
    "ExactCover",
    "Explanation",
    "Lattice",
    "Piece",
    "PolygonPuzzle",
    "PolygonSolution",
    "Puzzle",
    "Shares",
    "Solution",
    "TilewrightError",
    "__version__",
    "best",
    "box",
    "catalogue_names",
    "check_solution",
    "count",
    "estimate",
    "explain",
    "format_puzzle",
    "lattice",
    "lattice_names",
    "load",
    "make_puzzle",
    "parse_lattice",
    "parse_puzzle",
    "picture_of",
    "piece_set",
    "piece_set_names",
    "read_puzzle",
    "sample",
    "save",
    "shares",
    "solve",
    "write_puzzle",
]

_PACKAGES = ("dataset", "design", "export", "render", "runs")


if not TYPE_CHECKING:  # type checkers would take any name for granted
    _named, _ = load_later(
        __name__,
        {
            "engines": ("Estimate",),
            "explanations": ("Explanation", "explain"),
            "formats": ("format_puzzle", "write_puzzle"),
            "render": ("picture_of", "save"),
            "solving": ("Shares", "best", "sample", "shares"),
        },
    )

    def __getattr__(name: str) -> Any:
        """What is loaded when it is asked for."""
        if name == "__version__":
            from importlib.metadata import version

            return version("tilewright")
        return import_module(f"{__name__}.{name}") if name in _PACKAGES else _named(name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__, *_PACKAGES})


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
