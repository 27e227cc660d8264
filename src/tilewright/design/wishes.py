"""Boards and pieces as words: `8x8`, `tetrominoes:L`, or a puzzle that has them."""

import re
from dataclasses import replace
from pathlib import Path

from tilewright.catalogue import catalogue_name, catalogue_names, load, load_file
from tilewright.document.text import close_matches
from tilewright.lattices import Lattice, lattice
from tilewright.polygons import PolygonPuzzle
from tilewright.puzzle import (
    Board,
    Count,
    Piece,
    Puzzle,
    PuzzleError,
    box,
    piece_set,
    piece_set_lattice,
    piece_set_names,
)


def board_of_words(words: str) -> tuple[Lattice, Board]:
    """A board: its sides, such as `8x8` or `3x3x3`, or that of a puzzle, by name or from a file.

    The file may have a board alone, without pieces.

    >>> on, board = board_of_words("4x2")
    >>> on, len(board.must)
    (Lattice('square'), 8)
    """
    if is_size(words):
        sides = [int(side) for side in re.findall("[0-9]+", words)]
        return lattice("square" if len(sides) == 2 else "cube"), Board(box(*sides))
    if re.fullmatch(r"\d(?:[\dxX×*,;:/ -]|by)*", words) and not Path(words).exists():
        raise PuzzleError(f"the board is {words!r:.60}: write its sides such as 8x8 or 3x3x3")
    puzzle = _puzzle(words, board_alone=True)
    if puzzle.board.may:
        raise PuzzleError(f"the board of {words} has cells that may stay empty: draw it without")
    return puzzle.lattice, Board(puzzle.board.must)


def is_size(words: str) -> bool:
    """Are these the sides of a board, such as `8x8`?"""
    return re.fullmatch(r"\d{1,4}([xX×]\d{1,4}){1,2}", words) is not None


def pieces_of_words(words: str, times: str | None = None) -> tuple[Lattice, tuple[Piece, ...]]:
    """Pieces: a set of pieces or a puzzle that has them, with a colon and names only those.

    `times` is how often each may be used, such as "1", "any" or "0..2"; otherwise as it is there.

    >>> on, (ell,) = pieces_of_words("tetrominoes:L", "any")
    >>> ell.name, str(ell.count)
    ('L', 'any')
    """
    name, colon, names = words.partition(":")
    if name in piece_set_names():
        on, pieces = piece_set_lattice(name), piece_set(name)
    else:
        if catalogue_name(name) is None and not Path(name).exists():
            near = close_matches(name, [*piece_set_names(), *catalogue_names()])
            hint = f"did you mean {near[0]}?" if near else "`tilewright show --set` lists the sets"
            raise PuzzleError(f"no set of pieces and no puzzle is called {name!r}; {hint}")
        puzzle = _puzzle(name)
        on, pieces = puzzle.lattice, puzzle.pieces
    if colon:
        wanted = [one.strip() for one in names.split(",")]
        known = {piece.name: piece for piece in pieces}
        for one in wanted:
            if one not in known:
                raise PuzzleError(f"{name} has no piece {one!r}; it has {', '.join(known)}")
        pieces = tuple(known[one] for one in wanted)
    if times is not None:
        count = Count.of(times)
        pieces = tuple(replace(piece, count=count) for piece in pieces)
    return on, pieces


def sizes_of_words(words: str) -> tuple[int, int]:
    """The least and the most cells of a piece.

    >>> sizes_of_words("4"), sizes_of_words("3..6")
    ((4, 4), (3, 6))
    """
    count = Count.of(words)
    if count.hi is None:
        raise PuzzleError(f"sizes are {words!r}: expected a number, or such as 3..6")
    return count.lo, count.hi


def _puzzle(name: str, *, board_alone: bool = False) -> Puzzle:
    """A puzzle that is sound; with `board_alone` it may lack pieces."""
    if board_alone:
        file = load_file(name)
        if isinstance(file.puzzle, Puzzle) and not file.puzzle.pieces:
            faults = [fault.place for _, fault in file.faults()]
            if faults == [("pieces",)]:
                return file.puzzle
    puzzle = load(name)
    if isinstance(puzzle, PolygonPuzzle):
        raise PuzzleError(f"{name} is made of free polygons: see `tilewright generate dissection`")
    return puzzle
