"""The twelve pentominoes on boards of squares, as Knuth set them up.

Items are the squares, rank by rank and named by rank and file, then the pieces in Golomb's order
F I L P N T U V W X Y Z.  With ties broken in this order the counters agree with those of Knuth's
paper to the digit.
"""

from collections.abc import Callable, Iterable, Mapping

from tilewright.cover.build import from_options
from tilewright.cover.problem import CoverProblemError, ExactCover

__all__ = ["dudeney", "pentominoes", "pentominoes_6x10", "scott"]

Square = tuple[int, int]  # rank and file, counted from 1
Shape = tuple[Square, ...]

_DRAWINGS = {
    "F": ".## ##. .#.",
    "I": "#####",
    "L": "#### #...",
    "P": "## ## #.",
    "N": "##.. .###",
    "T": "### .#. .#.",
    "U": "#.# ###",
    "V": "#.. #.. ###",
    "W": "#.. ##. .##",
    "X": ".#. ### .#.",
    "Y": "#### .#..",
    "Z": "##. .#. .##",
}
_SQUARE_TETROMINO = {"O": "## ##"}
_FILE_NAMES = "123456789abcdefghijklmnopqrstuvwxyz"


def pentominoes(
    board: Iterable[Square],
    *,
    extra: Mapping[str, str] | None = None,
    one_sided: Iterable[str] = (),
    allow: Callable[[str, Shape], bool] = lambda _piece, _placed: True,
) -> ExactCover:
    """Cover a board with the twelve pentominoes, each used once.

    `extra` adds pieces as drawings; pieces in `one_sided` may be turned but not flipped over;
    `allow` decides on each placement.  The last item of an option is its piece.
    """
    squares = sorted(board)
    if any(not 1 <= number <= len(_FILE_NAMES) for square in squares for number in square):
        raise CoverProblemError(f"ranks and files must be numbers from 1 to {len(_FILE_NAMES)}")
    pieces = {**_DRAWINGS, **(extra or {})}
    options = [
        [*map(_name, placed), piece]
        for piece, drawing in pieces.items()
        for placed in _placements(drawing, set(squares), flip=piece not in set(one_sided))
        if allow(piece, placed)
    ]
    return from_options(options, primary=[*map(_name, squares), *pieces])


def scott(centre_of_x: Square | None = None) -> ExactCover:
    """Dana Scott's problem: the chessboard without its four central squares.

    Its 520 covers are 65 turned and reflected.  To meet each of the 65 once, put the X at one of
    the three places (2, 3), (2, 4) and (3, 3), and in the last case do not flip the P.
    """
    board = {(r, f) for r in range(1, 9) for f in range(1, 9)} - {(4, 4), (4, 5), (5, 4), (5, 5)}

    def allow(piece: str, placed: Shape) -> bool:
        return piece != "X" or centre_of_x is None or _centre(placed) == centre_of_x

    return pentominoes(board, one_sided="P" if centre_of_x == (3, 3) else "", allow=allow)


def pentominoes_6x10(*, all_symmetric_copies: bool = False) -> ExactCover:
    """The 6×10 rectangle, with the X in the upper left quarter unless all copies are wanted."""

    def allow(piece: str, placed: Shape) -> bool:
        rank, file = _centre(placed)
        return piece != "X" or all_symmetric_copies or (rank <= 3 and file <= 5)

    return pentominoes({(r, f) for r in range(1, 7) for f in range(1, 11)}, allow=allow)


def dudeney(centre_of_x: Square | None = None, *, one_sided: Iterable[str] = ()) -> ExactCover:
    """The whole chessboard, covered by the pentominoes and a square tetromino O."""

    def allow(piece: str, placed: Shape) -> bool:
        return piece != "X" or centre_of_x is None or _centre(placed) == centre_of_x

    board = {(r, f) for r in range(1, 9) for f in range(1, 9)}
    return pentominoes(board, extra=_SQUARE_TETROMINO, one_sided=one_sided, allow=allow)


def _name(square: Square) -> str:
    return f"{square[0]}{_FILE_NAMES[square[1] - 1]}"


def _centre(placed: Shape) -> Square:
    return sorted(placed)[2]  # of an X: the middle one in rank order


def _orientations(drawing: str, *, flip: bool) -> list[Shape]:
    shape = [(r, f) for r, row in enumerate(drawing.split()) for f, c in enumerate(row) if c == "#"]
    turned = []
    for mirrored in (shape, [(r, -f) for r, f in shape])[: 2 if flip else 1]:
        for _ in range(4):
            mirrored = [(f, -r) for r, f in mirrored]
            low_r, low_f = min(r for r, _ in mirrored), min(f for _, f in mirrored)
            turned.append(tuple(sorted((r - low_r, f - low_f) for r, f in mirrored)))
    return sorted(set(turned))


def _placements(drawing: str, board: set[Square], *, flip: bool) -> Iterable[Shape]:
    for shape in _orientations(drawing, flip=flip):
        for rank, file in sorted({(r - shape[0][0], f - shape[0][1]) for r, f in board}):
            placed = tuple((r + rank, f + file) for r, f in shape)
            if board.issuperset(placed):
                yield placed
