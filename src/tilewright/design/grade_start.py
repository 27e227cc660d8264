"""Where a person begins: if all solutions are copies of one, the symmetries are broken first."""

import numpy as np

from tilewright.cover import Subtree
from tilewright.design.common import quick_engine
from tilewright.encoding import Encoding
from tilewright.engines import Cover
from tilewright.errors import TilewrightError
from tilewright.solutions import Action, least_image, parts_of
from tilewright.solve import search

__all__ = ["GradeError", "only_cover"]


class GradeError(TilewrightError, ValueError):
    """A puzzle that has no solution, or several, has no grade."""


def only_cover(encoding: Encoding) -> tuple[Cover, tuple[int, ...]]:
    """The only cover, and the options that have to be left out so that it has no copies.

    Raises GradeError if there is none, or if there are several that are not copies of each other.
    """
    covers = _first(encoding, 2)
    if not covers:
        raise GradeError("there is no solution: a grade is for puzzles that have exactly one")
    if len(covers) == 1:
        return covers[0], ()
    action = Action.of(encoding)
    covers = _first(encoding, len(action.permutations) + 1)
    if len({least_image(cover, action.permutations) for cover in covers}) > 1:
        raise GradeError("there are several solutions: a grade is for puzzles with exactly one")
    for part in parts_of(action):
        found = _first(encoding, 2, part.start)
        if len(found) == 1:
            return found[0], part.start.excluded
    return _told_apart(encoding, covers)


def _told_apart(encoding: Encoding, covers: list[Cover]) -> tuple[Cover, tuple[int, ...]]:
    """A cover, and options by which its copies differ from it: some of each copy."""
    problem = encoding.problem
    cover, *copies = covers
    items = [k for k in range(problem.primary) if problem.items[k].hi == 1]
    dropped: set[int] = set()
    while copies:
        item = max(items, key=lambda k: len(_others(encoding, cover, copies, k)))
        theirs = _others(encoding, cover, copies, item)
        if not theirs:
            raise GradeError("the solution has copies: fix one piece where it belongs")
        dropped.update(theirs.values())
        copies = [copy for copy in copies if copy not in theirs]
    return cover, tuple(sorted(dropped))


def _others(encoding: Encoding, cover: Cover, copies: list[Cover], item: int) -> dict[Cover, int]:
    """The copies that have another option of an item than a cover has, with that option."""
    own = _option_of(encoding, cover, item)
    theirs = {copy: _option_of(encoding, copy, item) for copy in copies}
    return {copy: option for copy, option in theirs.items() if option not in (own, -1)}


def _option_of(encoding: Encoding, cover: Cover, item: int) -> int:
    starts, entries = encoding.problem.starts, encoding.problem.entries
    for option in cover:
        if np.any(entries[int(starts[option]) : int(starts[option + 1])] == item):
            return option
    return -1


def _first(encoding: Encoding, most: int, start: Subtree | None = None) -> list[Cover]:
    engine = quick_engine(encoding.problem)
    found = search(encoding.problem, engine=engine, start=start, max_solutions=most)
    return [cover for batch in found for cover in batch]
