"""The examples by name, for the shell."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tilewright.cover.examples.dominoes import dominoes, mutilated_chessboard
from tilewright.cover.examples.langford import langford
from tilewright.cover.examples.pentominoes import dudeney, pentominoes_6x10, scott
from tilewright.cover.examples.queens import queens
from tilewright.cover.examples.sudoku import sudoku
from tilewright.cover.examples.word_squares import common_words, word_squares
from tilewright.cover.problem import CoverProblemError, ExactCover
from tilewright.document import read_text

__all__ = ["EXAMPLES", "Example", "make_example"]

MOST_QUEENS = 500
MOST_SQUARES = 100_000
MOST_PAIRS = 500


@dataclass(frozen=True, slots=True)
class Example:
    """An example, what it takes, and what it is."""

    make: Callable[[Sequence[str]], ExactCover]
    arguments: str
    about: str


def _number(words: Sequence[str], index: int, default: int, most: int) -> int:
    if index >= len(words):
        return default
    word = words[index]
    plain = word.isascii() and word.isdigit() and len(word) <= 9
    if not plain or not 1 <= int(word) <= most:
        raise CoverProblemError(f"{word!r}: expected a whole number from 1 to {most}")
    return int(words[index])


def _scott(words: Sequence[str]) -> ExactCover:
    if not words:
        return scott()
    places = {"23": (2, 3), "24": (2, 4), "33": (3, 3)}
    if words[0] not in places:
        raise CoverProblemError(f"the X cannot be at {words[0]!r}: expected 23, 24 or 33")
    return scott(places[words[0]])


def _dominoes(words: Sequence[str]) -> ExactCover:
    rows, columns = (_number(words, i, 8, MOST_SQUARES) for i in (0, 1))
    if rows * columns > MOST_SQUARES:
        raise CoverProblemError(f"a board of {rows}×{columns} has more than {MOST_SQUARES} squares")
    return dominoes(rows, columns)


def _sudoku(words: Sequence[str]) -> ExactCover:
    return sudoku("".join(words) or "." * 81)


def _word_squares(words: Sequence[str]) -> ExactCover:
    if not words:
        return word_squares(common_words())
    try:
        return word_squares(read_text(words[0]).split())
    except UnicodeDecodeError:
        raise CoverProblemError(f"{words[0]} is not a list of words in UTF-8") from None


EXAMPLES = {
    "dominoes": Example(_dominoes, "[ROWS [COLUMNS]]", "dominoes on a board, 8×8 unless told"),
    "dudeney": Example(lambda _: dudeney(), "", "chessboard, pentominoes and a square tetromino"),
    "langford": Example(
        lambda w: langford(_number(w, 0, 8, MOST_PAIRS)), "[N]", "Langford pairs of 1..N"
    ),
    "mutilated-chessboard": Example(
        lambda _: mutilated_chessboard(), "", "31 dominoes, two corners missing: impossible"
    ),
    "pentominoes-6x10": Example(
        lambda _: pentominoes_6x10(), "", "the 6×10 rectangle, X in a quarter: 2339 solutions"
    ),
    "pentominoes-6x10-all": Example(
        lambda _: pentominoes_6x10(all_symmetric_copies=True), "", "all 9356 solutions"
    ),
    "queens": Example(
        lambda w: queens(_number(w, 0, 8, MOST_QUEENS)), "[N]", "N queens, organ-pipe order"
    ),
    "queens-by-rank": Example(
        lambda w: queens(_number(w, 0, 8, MOST_QUEENS), files_secondary=True),
        "[N]",
        "N queens, files secondary",
    ),
    "scott": Example(_scott, "[23|24|33]", "Scott's pentomino problem, X where told"),
    "sudoku": Example(_sudoku, "[CLUES]", "81 digits, . for an empty cell"),
    "word-squares": Example(_word_squares, "[FILE]", "3×3 squares of words, from a list"),
}


def make_example(name: str, arguments: Sequence[str] = ()) -> ExactCover:
    """Build an example by name, from words as they come from a shell.

    >>> make_example("queens", ["6"]).option_count
    36
    """
    if name not in EXAMPLES:
        raise CoverProblemError(f"no example {name!r}: there are {', '.join(EXAMPLES)}")
    example = EXAMPLES[name]
    if len(arguments) > len(example.arguments.split()) and name != "sudoku":
        raise CoverProblemError(f"{name} takes {example.arguments or 'no arguments'}")
    return example.make(arguments)
