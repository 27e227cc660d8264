"""Boards, pieces and the rules between them."""

from tilewright.puzzle.build import board_of_drawing, box, make_puzzle, piece_of_drawing
from tilewright.puzzle.forms import forms, is_chiral, is_welded
from tilewright.puzzle.piece import Count, EdgeMark, Piece, PuzzleError, motion_of_word
from tilewright.puzzle.puzzle import NOTHING, PLAIN, Board, Fixed, Marks, Puzzle, reading_order
from tilewright.puzzle.sets import piece_set, piece_set_lattice, piece_set_names

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
