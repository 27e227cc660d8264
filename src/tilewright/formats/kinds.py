"""The two kinds of puzzles that files hold: on a lattice, and of free polygons."""

from tilewright.polygons import PolygonPuzzle
from tilewright.puzzle import Puzzle, PuzzleError

__all__ = ["POLYGON", "AnyPuzzle", "require_lattice"]

POLYGON = "polygon"  # what a file has in place of a lattice

AnyPuzzle = Puzzle | PolygonPuzzle


def require_lattice(puzzle: AnyPuzzle, name: str) -> Puzzle:
    """The puzzle, if it is on a lattice.  Raises PuzzleError if it is made of free polygons."""
    if isinstance(puzzle, PolygonPuzzle):
        raise PuzzleError(
            f"{name} is made of free polygons, and this is for puzzles on a lattice: "
            f"`tilewright show` and `tilewright check` take both kinds"
        )
    return puzzle
