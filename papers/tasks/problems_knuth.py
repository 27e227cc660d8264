"""Problems of Knuth's paper that are no examples of their own."""

from collections.abc import Callable
from functools import partial

from tilewright.cover import ExactCover, from_options
from tilewright.cover.examples import dudeney, organ_pipe_order, pentominoes

__all__ = ["KNUTH"]


def _matrix_3() -> ExactCover:
    """The matrix numbered (3), with its columns named A to G."""
    rows = ["CEF", "ADG", "BCF", "AD", "BG", "DEG"]
    return from_options([list(row) for row in rows], primary=list("ABCDEFG"))


def _dudeney(place: str, one_sided: str = "") -> ExactCover:
    """The chessboard, with the X centred on a square, such as 23: rank 2, file 3."""
    rank, file = map(int, place)
    return dudeney((rank, file), one_sided=one_sided)


def _scott_33(*orientations: str) -> ExactCover:
    """Scott's problem with the X at 33, and the P in the orientations that are drawn."""
    kept = {
        frozenset(
            (r, f) for r, row in enumerate(drawing.split()) for f, c in enumerate(row) if c == "#"
        )
        for drawing in orientations
    }

    def allow(piece: str, placed: tuple[tuple[int, int], ...]) -> bool:
        low_r, low_f = min(r for r, _ in placed), min(f for _, f in placed)
        if piece == "X":
            return (low_r, low_f) == (2, 2)
        return piece != "P" or frozenset((r - low_r, f - low_f) for r, f in placed) in kept

    hole = {(4, 4), (4, 5), (5, 4), (5, 5)}
    board = {(r, f) for r in range(1, 9) for f in range(1, 9)} - hole
    return pentominoes(board, allow=allow)


def _queens(n: int, order: str, *, corners: bool = True) -> ExactCover:
    """N queens, with the diagonals of a single square or without.

    `order` is natural, R0 R1 … F0 F1 …, or organ-pipe, R4 F4 R3 F3 … from the middle outwards.
    """
    if order == "natural":
        primary = [f"{kind}{i}" for kind in "RF" for i in range(n)]
    else:
        primary = [f"{kind}{i}" for i in organ_pipe_order(n) for kind in "RF"]
    numbers = range(2 * n - 1) if corners else range(1, 2 * n - 2)
    diagonals = [f"{kind}{k}" for kind in "AB" for k in numbers]
    known = {*primary, *diagonals}
    rows = [
        [f"R{i}", f"F{j}", f"A{i + j}", f"B{n - 1 - i + j}"] for i in range(n) for j in range(n)
    ]
    options = [[name for name in row if name in known] for row in rows]
    return from_options(options, primary=primary, secondary=diagonals)


KNUTH: dict[str, Callable[..., ExactCover]] = {
    "matrix-3": _matrix_3,
    "dudeney": _dudeney,
    "scott-33": _scott_33,
    "queens": _queens,
    "queens-long-diagonals": partial(_queens, corners=False),
}
