"""The exact cover problems that jobs search, by what the manifest says about them."""

from collections.abc import Callable, Mapping
from typing import Any

from papers.tasks.problems_knuth import KNUTH
from papers.tasks.problems_reduced import reduced
from papers.tasks.problems_shapes import SHAPES
from tilewright.catalogue import load
from tilewright.cover import ExactCover
from tilewright.cover.examples import make_example
from tilewright.encoding import encode
from tilewright.errors import TilewrightError
from tilewright.puzzle import Puzzle

__all__ = ["MADE", "problem_of"]

# Problems that need more than an example or a puzzle: a maker by name; the other words of `made`
# are its arguments.
MADE: dict[str, Callable[..., ExactCover]] = {**KNUTH, **SHAPES, "reduced": reduced}


def problem_of(given: Mapping[str, Any]) -> ExactCover:
    """The problem of an `example`, of a `puzzle` of the catalogue, or one that is `made`."""
    if "example" in given:
        name, *arguments = given["example"]
        return make_example(name, arguments)
    if "puzzle" in given:
        puzzle = load(given["puzzle"])
        assert isinstance(puzzle, Puzzle)
        return encode(puzzle).problem
    if "made" in given:
        name, *arguments = given["made"]
        return MADE[name](*arguments)
    raise TilewrightError(f"a job is given {dict(given)}: expected example, puzzle or made")
