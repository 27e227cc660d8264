"""Boards, pieces and the rules between them."""

from tilewright.puzzle.build import (
    board_of_drawing,
    box,
    make_puzzle,
    piece_of_drawing,
    piece_set,
    piece_set_lattice,
    piece_set_names,
)
from tilewright.puzzle.polyforms import forms, is_chiral, is_welded
from tilewright.puzzle.puzzle import (
    NOTHING,
    PLAIN,
    Board,
    Count,
    EdgeMark,
    Fixed,
    Marks,
    Piece,
    Puzzle,
    PuzzleError,
    at_home,
    motion_of_word,
    reading_order,
)

__all__ = [
    "NOTHING",
    "PLAIN",
    "Board",
    "Count",
    "EdgeMark",
    "Fixed",
    "Marks",
    "Piece",
    "Puzzle",
    "PuzzleError",
    "at_home",
    "board_of_drawing",
    "box",
    "forms",
    "is_chiral",
    "is_welded",
    "make_puzzle",
    "motion_of_word",
    "piece_of_drawing",
    "piece_set",
    "piece_set_lattice",
    "piece_set_names",
    "reading_order",
]
