"""Pictures of what the sources describe in words, and what the words say about them."""

from tilewright.catalogue import load
from tilewright.cover import from_options
from tilewright.cover.examples.word_squares import common_words, read_square, word_squares
from tilewright.errors import TilewrightError
from tilewright.papers.tasks.drawn import to_draw
from tilewright.papers.tasks.task import Given, Values, at_once
from tilewright.solve import solve as find_covers
from tilewright.tiling import solve

__all__ = ["DRAWN_MATRIX", "DRAWN_WORD_SQUARES", "FIGURE"]


def _figure(given: Given) -> Values:
    """A solution of a puzzle, the first that is found; or only its board, if `solved` is false."""
    name = given["puzzle"]
    if not given.get("solved", True):
        return {"figure": {"puzzle": name}}
    first = next(iter(solve(load(name), limit=1, threads=1)), None)
    if first is None:
        raise TilewrightError(f"{name} has no solution to be drawn")
    return {"figure": to_draw(name, first.placed)}


def _matrix(given: Given) -> Values:
    """A matrix of noughts and ones, and the rows that cover each column once, from 1 on."""
    matrix: list[list[int]] = given["rows"]
    names = given["names"]
    problem = from_options(
        [[name for name, entry in zip(names, row, strict=True) if entry] for row in matrix],
        primary=names,
    )
    covers = [sorted(cover) for cover in find_covers(problem, engine="links", threads=1)]
    return {
        "solutions": len(covers),
        "rows": [number + 1 for number in covers[0]],
        "figure": {"matrix": matrix, "chosen": covers[0], "names": names},
    }


def _word_squares(given: Given) -> Values:
    """Which of some squares are among those of our words?"""
    problem = word_squares(common_words())
    found = {
        " ".join(read_square(problem, cover)).upper() for cover in find_covers(problem, threads=1)
    }
    there = [square for square in given["squares"] if square in found]
    letters = [{"letters": square.split()} for square in there]
    return {
        "found": len(there),
        "figure": {"several": letters, "columns": len(letters)} if letters else None,
    }


FIGURE = at_once(_figure)
DRAWN_MATRIX = at_once(_matrix)
DRAWN_WORD_SQUARES = at_once(_word_squares)
