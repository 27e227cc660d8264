"""Word squares from our list of words."""

from tilewright.cover.examples import common_words, read_square, word_squares
from tilewright.papers.tasks.task import Given, Values, at_once
from tilewright.solve import search

__all__ = ["WORD_SQUARES"]


def _word_squares(given: Given) -> Values:
    """All squares; which of those that are `shown` are among them; and what the search took."""
    words = common_words()
    problem = word_squares(words)
    found = search(problem, engine="links")
    squares = {read_square(problem, cover) for batch in found for cover in batch}
    return {
        "words": len(words),
        "squares": len(squares),
        "shown": [square for square in given["shown"] if tuple(square.split()) in squares],
        "updates": found.counters.updates,
    }


WORD_SQUARES = at_once(_word_squares)
