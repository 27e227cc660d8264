"""The two kinds of puzzles that files hold: on a lattice, and of free polygons."""

from tilewright.polygons import PolygonPuzzle
from tilewright.puzzle import Puzzle, PuzzleError

__all__ = ["POLYGON", "AnyPuzzle", "require_lattice", "require_polygons"]

POLYGON = "polygon"  # what a file has in place of a lattice

AnyPuzzle = Puzzle | PolygonPuzzle


def require_lattice(puzzle: AnyPuzzle, name: str) -> Puzzle:
    """The puzzle, if it is on a lattice.  Raises PuzzleError if it is made of free polygons."""
    if isinstance(puzzle, PolygonPuzzle):
        raise PuzzleError(
            f"{name} is made of free polygons, and this is for puzzles on a lattice: "
            f"`tilewright solve`, `count`, `show` and `check` take both kinds"
        )
    return puzzle


def require_polygons(puzzle: AnyPuzzle, name: str) -> PolygonPuzzle:
    """The puzzle, if it is made of free polygons.  Raises PuzzleError if it is on a lattice."""
    if isinstance(puzzle, Puzzle):
        raise PuzzleError(
            f"{name} is on the lattice {puzzle.lattice.name!r}, and this is for free polygons: "
            f"write it as .toml"
        )
    return puzzle
