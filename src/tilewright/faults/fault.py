"""A fault of a puzzle, and which pieces a solution cannot do without."""

from dataclasses import dataclass

from tilewright.puzzle import Piece, Puzzle

__all__ = ["Fault", "must_be_used"]


@dataclass(frozen=True, slots=True)
class Fault:
    """Something about a puzzle.  `place` is a field of it, such as ("piece", "X").

    If `serious`, the puzzle contradicts itself, or it can be seen that it has no solution: one
    that has solutions has no serious fault.
    """

    place: tuple[str, ...]
    message: str
    serious: bool = True


def must_be_used(puzzle: Puzzle, piece: Piece) -> bool:
    """Is there no solution without this piece?  False where that takes more than a look."""
    if puzzle.spare is None:
        return piece.count.lo > 0
    spare, most = puzzle.spare.hi, piece.count.hi
    return spare is not None and most is not None and most > spare
