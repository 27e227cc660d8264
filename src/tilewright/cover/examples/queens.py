"""N queens that do not attack each other."""

from tilewright.cover.build import from_options
from tilewright.cover.problem import ExactCover

__all__ = ["organ_pipe_order", "queens"]


def organ_pipe_order(n: int) -> list[int]:
    """0..n-1 from the middle outwards: for 8 it is 4 3 5 2 6 1 7 0.

    >>> organ_pipe_order(8)
    [4, 3, 5, 2, 6, 1, 7, 0]
    """
    return sorted(range(n), key=lambda i: (abs(i - n // 2), i))


def queens(n: int, *, files_secondary: bool = False) -> ExactCover:
    """One queen on every rank and file, at most one on every diagonal.

    Ranks and files stand in organ-pipe order, R4 F4 R3 F3 …, so that ties are broken towards the
    middle of the board.  With `files_secondary` only the ranks are primary, which gives the usual
    rank-by-rank search (the R-columns of Knuth's table).  The diagonals of a single square are left
    out, as in the paper.
    """
    ranks = [f"R{i}" for i in organ_pipe_order(n)]
    files = [f"F{i}" for i in organ_pipe_order(n)]
    if files_secondary:
        primary, secondary = ranks, files
    else:
        primary, secondary = [name for pair in zip(ranks, files, strict=True) for name in pair], []
    long_diagonals = range(1, 2 * n - 2)
    secondary += [f"{kind}{k}" for kind in "AB" for k in long_diagonals]
    options = [
        [f"R{i}", f"F{j}"]
        + [f"A{k}" for k in (i + j,) if k in long_diagonals]
        + [f"B{k}" for k in (n - 1 - i + j,) if k in long_diagonals]
        for i in range(n)
        for j in range(n)
    ]
    return from_options(options, primary=primary, secondary=secondary)
