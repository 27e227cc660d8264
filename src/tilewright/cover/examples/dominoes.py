"""Dominoes on chessboards."""

from tilewright.cover.build import from_options
from tilewright.cover.problem import ExactCover

__all__ = ["dominoes", "mutilated_chessboard"]


def dominoes(rows: int, columns: int, *, without: tuple[tuple[int, int], ...] = ()) -> ExactCover:
    """Cover a board with dominoes, leaving out some squares (row, column), counted from 0."""
    board = [(r, c) for r in range(rows) for c in range(columns) if (r, c) not in without]
    squares = set(board)
    options = [
        [(r, c), other] for r, c in board for other in ((r, c + 1), (r + 1, c)) if other in squares
    ]
    named = [[f"{r}.{c}" for r, c in option] for option in options]
    return from_options(named, primary=[f"{r}.{c}" for r, c in board])


def mutilated_chessboard() -> ExactCover:
    """The chessboard without two opposite corners, which no 31 dominoes cover.

    An argument with colours shows it at once; a search has to try.
    """
    return dominoes(8, 8, without=((0, 0), (7, 7)))
