"""The parts of a search that give one cover of each class of symmetric ones.

An item that every cover has exactly once, and that every symmetry maps to itself, breaks them: of
each orbit of its options one will do.  `core/include/tilewright/breaking.hpp` has the rest.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from tilewright import _core
from tilewright.cover import Subtree
from tilewright.symmetry.action import Action, Permutation

MOST_PARTS = 256  # so many, and what is left of the symmetries is not broken


@dataclass(frozen=True, eq=False)
class SearchPart:
    """A part of a search.

    Every cover found there stands for `weight` solutions, itself among them.  `group` are the
    permutations of the options that map the part to itself: those found there that one of them
    joins are alike.  No two are if it is the identity alone.
    """

    start: Subtree
    weight: int
    group: tuple[Permutation, ...]


@dataclass(frozen=True, eq=False)
class BrokenSymmetries:
    """The parts that need be searched to find one of each class, and weights of options.

    The weights of all covers in all `parts` add up to the number of all solutions.  And so do the
    products of the `weights` of the options of each cover of the whole: for one item that every
    cover has exactly once, the representative of each orbit has the orbit's size, the other
    options 0; all options without that item have 1.  None if there is no such item, or nothing to
    gain.
    """

    parts: list[SearchPart]
    weights: npt.NDArray[np.uint32] | None


def break_symmetries(action: Action) -> BrokenSymmetries:
    """How a group's symmetries are broken."""
    permutations = action.permutations
    problem = action.encoding.problem.core
    parts, weights = _core.break_symmetries(problem, list(permutations), MOST_PARTS)
    return BrokenSymmetries(
        [
            SearchPart(Subtree(excluded=tuple(out)), weight, tuple(permutations[k] for k in rows))
            for out, weight, rows in parts
        ],
        weights if len(weights) else None,
    )


def parts_of(action: Action) -> list[SearchPart]:
    """The parts that need be searched to find one of each class."""
    return break_symmetries(action).parts


def largest(parts: Sequence[SearchPart]) -> Subtree | None:
    """The start of the part that probably takes longest: whose covers stand for most solutions."""
    return max(parts, key=lambda part: part.weight).start if parts else None
