"""Hints about cells as colours: of the board, and of the pieces."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from tilewright.lattice import Cell
from tilewright.puzzle import Count, Piece, Puzzle
from tilewright.symmetry import PieceType

__all__ = ["painted"]

Paint = tuple[str, str]  # the colour there was, and the one that is added


def painted(
    puzzle: Puzzle, types: Sequence[PieceType], tags: Sequence[str], told: Mapping[Cell, str]
) -> Puzzle:
    """The puzzle with a colour for each type of piece, its tag, and cells that ask for theirs.

    Cells about which nothing is told take every tag.  Colours that were there before count as
    they did.
    """
    tag_of = dict.fromkeys(range(len(puzzle.pieces)), "")  # of those that are never used
    tag_of |= {number: tags[k] for k, kind in enumerate(types) for number in kind.pieces}
    on_pieces = {
        (colour, tag_of[number])
        for number, piece in enumerate(puzzle.pieces)
        for colour in piece.colours or ("",)
    }
    board = {
        cell: (puzzle.board.colours.get(cell, ""), told.get(cell, ""))
        for cell in puzzle.board.cells
    }
    piece_names, board_names = _names(on_pieces), _names(set(board.values()))
    fits = {
        (board_names[here], piece_names[mine])
        for here in set(board.values())
        for mine in on_pieces
        if here[1] in ("", mine[1]) and _fitted(puzzle, here[0], mine[0])
    }
    usable = {mine for _, mine in fits}
    made = replace(
        puzzle,
        board=replace(puzzle.board, colours={c: board_names[p] for c, p in board.items()}),
        pieces=tuple(
            replace(
                piece,
                colours=tuple(
                    piece_names[colour, tag_of[number]]
                    for colour in piece.colours or ("",) * piece.size
                ),
            )
            for number, piece in enumerate(puzzle.pieces)
        ),
        colour_fits=frozenset(fits),
    )
    return _without([p for p in made.pieces if not usable.issuperset(p.colours or ("",))], made)


def _without(pieces: Sequence[Piece], puzzle: Puzzle) -> Puzzle:
    """The puzzle without pieces that fit nowhere: they would be left over."""
    spare = puzzle.spare
    for piece in pieces if spare else ():
        most = piece.count.hi or 0
        assert spare is not None
        hi = None if spare.hi is None else max(0, spare.hi - most)
        spare = Count(max(0, spare.lo - most), hi)
    names = {piece.name for piece in pieces}
    kept = tuple(piece for piece in puzzle.pieces if piece.name not in names)
    return replace(puzzle, pieces=kept, spare=spare)


def _fitted(puzzle: Puzzle, board: str, piece: str) -> bool:
    fits = puzzle.colour_fits
    return board == piece if fits is None else (board, piece) in fits


def _names(paints: set[Paint]) -> dict[Paint, str]:
    """A name for each, told apart even where old and new colours are called the same."""
    names: dict[Paint, str] = {}
    for old, new in sorted(paints):
        name = wish = " ".join(part for part in (old, new) if part)
        number = 1
        while name in names.values():
            number += 1
            name = f"{wish} {number}"
        names[old, new] = name
    return names
