"""Squares of letters in which every row, column and diagonal is a word."""

from collections.abc import Iterable

from tilewright.cover.build import from_options
from tilewright.cover.problem import CoverProblemError, ExactCover
from tilewright.document.data import data_text

__all__ = ["common_words", "read_square", "word_squares"]

# The eight lines of a 3×3 square, as places 0..8 row by row.  The second diagonal is read upwards,
# as in the five squares that Knuth shows.
_LINES = {
    "R1": (0, 1, 2),
    "R2": (3, 4, 5),
    "R3": (6, 7, 8),
    "C1": (0, 3, 6),
    "C2": (1, 4, 7),
    "C3": (2, 5, 8),
    "D1": (0, 4, 8),
    "D2": (6, 4, 2),
}


def common_words() -> list[str]:
    """Common English words of three letters."""
    text = data_text("words3.txt")
    return [w for line in text.splitlines() if not line.startswith("#") for w in line.split()]


def word_squares(words: Iterable[str]) -> ExactCover:
    """3×3 squares whose rows, columns and diagonals are all among the words.

    An item for each line says that it holds a word; a secondary item for each place has the
    letter there as its colour, so that crossing words must agree.  Options are labelled
    (line, word).
    """
    options = {}
    for word in dict.fromkeys(words):
        if len(word) != 3:
            raise CoverProblemError(f"the word {word!r} has {len(word)} letters: expected 3")
        for line, places in _LINES.items():
            letters = {f"p{place}": letter for place, letter in zip(places, word, strict=True)}
            options[line, word] = {line: None, **letters}
    return from_options(options, primary=_LINES, secondary=[f"p{place}" for place in range(9)])


def read_square(problem: ExactCover, cover: Iterable[int]) -> tuple[str, str, str]:
    """The three rows of the square that a cover stands for."""
    words = {
        str(item): "".join(str(colour) for colour in option.colours[1:])
        for option in map(problem.option, cover)
        for item in option.items[:1]
    }
    return words["R1"], words["R2"], words["R3"]
