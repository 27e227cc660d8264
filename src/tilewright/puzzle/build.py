"""Short ways to write boards and pieces in Python."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import product

from tilewright.errors import refuse_text
from tilewright.lattice import Cell, Lattice, lattice
from tilewright.lattice.drawing import read_drawing
from tilewright.puzzle.piece import Count, Piece, PuzzleError
from tilewright.puzzle.puzzle import Board, Puzzle

__all__ = ["board_of_drawing", "box", "make_puzzle", "piece_of_drawing"]


def box(*sides: int) -> tuple[Cell, ...]:
    """All cells of a box (a rectangle, for two sides) of a square or cubic lattice.

    >>> box(2, 2)
    ((0, 0), (1, 0), (0, 1), (1, 1))
    """
    if not sides or any(side < 1 for side in sides):
        raise PuzzleError(
            f"a box of {'×'.join(map(str, sides)) or 'no sides'}: each side is 1 or more"
        )
    return tuple(cell[::-1] for cell in product(*(range(side) for side in reversed(sides))))


def board_of_drawing(on: Lattice, drawing: str) -> Board:
    """A board from a drawing: `#` must be filled, `?` may be, letters are colours.

    >>> from tilewright.lattice import lattice
    >>> board_of_drawing(lattice("square"), "##\\n#?").may
    ((1, 1),)
    """
    marks = read_drawing(on, drawing)
    return Board(
        must=tuple(m.cell for m in marks if m.letter != "?"),
        may=tuple(m.cell for m in marks if m.letter == "?"),
        colours={m.cell: m.letter for m in marks if m.letter.isalnum()},
    )


def piece_of_drawing(
    on: Lattice,
    name: str,
    drawing: str,
    count: int | str | Count = 1,
    *,
    turn: bool = True,
    flip: bool | None = None,
) -> Piece:
    """A piece from a drawing: letters are colours, every other mark is a plain cell."""
    marks = read_drawing(on, drawing)
    return Piece(
        name,
        tuple(m.cell for m in marks),
        Count.of(count),
        tuple(m.letter if m.letter.isalnum() else "" for m in marks),
        turn=turn,
        flip=flip,
    )


def make_puzzle(
    on: str | Lattice,
    board: str | Iterable[Cell] | Board,
    pieces: Mapping[str, str | Iterable[Cell]] | Iterable[Piece],
    *,
    title: str = "",
) -> Puzzle:
    """A puzzle from drawings or cells.

    Letters in drawings are colours if board and pieces both have them, as in puzzle files.

    >>> corner = make_puzzle("square", "###\\n###\\n###", {"A": "##\\n#.", "B": "##\\n##\\n##"})
    >>> [piece.size for piece in corner.pieces]
    [3, 6]
    """
    on = lattice(on) if isinstance(on, str) else on
    spelt = isinstance(board, Board) and bool(board.colours)  # colours given as such
    if isinstance(board, str):
        board = board_of_drawing(on, board)
    elif not isinstance(board, Board):
        board = Board(tuple(board))
    if isinstance(pieces, Mapping):
        made = [_piece(on, name, shape) for name, shape in pieces.items()]
    else:
        refuse_text(pieces, "pieces", PuzzleError)
        made = list(pieces)
        for piece in made:
            if not isinstance(piece, Piece):
                raise PuzzleError(
                    f"a piece is {piece!r:.60}: expected a Piece, or a dict of names and drawings"
                )
        spelt |= any(piece.colours for piece in made)
    if not spelt and not (board.colours and any(piece.colours for piece in made)):
        board = replace(board, colours={})
        made = [replace(piece, colours=()) for piece in made]
    return Puzzle(on, board, tuple(made), title=title)


def _piece(on: Lattice, name: str, shape: str | Iterable[Cell]) -> Piece:
    if isinstance(shape, str):
        return piece_of_drawing(on, name, shape)
    return Piece(name, tuple(shape))
