"""Famous exact cover problems, generated.  The docs, tests and benchmarks draw on them."""

from tilewright.cover.examples.catalogue import EXAMPLES, make_example
from tilewright.cover.examples.dominoes import dominoes, mutilated_chessboard
from tilewright.cover.examples.langford import langford
from tilewright.cover.examples.pentominoes import dudeney, pentominoes, pentominoes_6x10, scott
from tilewright.cover.examples.queens import organ_pipe_order, queens
from tilewright.cover.examples.sudoku import sudoku
from tilewright.cover.examples.word_squares import common_words, read_square, word_squares

__all__ = [
    "EXAMPLES",
    "common_words",
    "dominoes",
    "dudeney",
    "langford",
    "make_example",
    "mutilated_chessboard",
    "organ_pipe_order",
    "pentominoes",
    "pentominoes_6x10",
    "queens",
    "read_square",
    "scott",
    "sudoku",
    "word_squares",
]
