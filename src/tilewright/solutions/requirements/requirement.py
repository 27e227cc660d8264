"""What is asked of solutions beyond solving the puzzle."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from tilewright.cover import Item
from tilewright.encoding import Encoding
from tilewright.placements import Block, Numbers, Placements
from tilewright.solutions.solution import Solution
from tilewright.symmetry.action import Action


@dataclass(frozen=True, eq=False)
class Extra:
    """Items to add to a puzzle's exact cover problem.

    Option `options[k]` gets item `numbers[k]` of these.  If `complete`, the covers are then those
    that satisfy the requirement; otherwise some of them do not, but none that does is lost.
    """

    items: tuple[Item, ...]
    options: Numbers
    numbers: Numbers
    complete: bool


def met_by(
    placements: Placements, numbers: Sequence[Sequence[int]], count: int
) -> Iterator[tuple[Block, Numbers, Numbers, Numbers]]:
    """What placements meet, if some of `count` things are at each cell, by number.

    For each block its options, what each of them meets, and at how many of its cells.
    """
    widest = max(map(len, numbers), default=0)
    padded = [[*some, *[-1] * (widest - len(some))] for some in numbers]
    of_cell = np.array(padded, dtype=np.int64).reshape(len(padded), widest)
    for block, start in zip(placements.blocks, placements.starts.tolist(), strict=False):
        met = of_cell[placements.cells(block)]
        rows = np.arange(start, start + len(met))[:, None, None] * count + met
        found, times = np.unique(rows[met >= 0], return_counts=True)
        yield block, *np.divmod(found, max(count, 1)), times


class Requirement(ABC):
    """A property that solutions of one puzzle may have or not.

    `holds` is its definition, straight from the solution.  Further methods help to search for such
    solutions only.
    """

    name: str

    @abstractmethod
    def holds(self, solution: Solution) -> bool:
        """Has a solution this property?"""

    def extra(self, encoding: Encoding) -> Extra | None:
        """The same as items of the puzzle's exact cover problem; None if that cannot be said."""
        del encoding
        return None

    def kept_by(self, action: Action) -> bool:
        """If a solution has it, do its images under these motions have it, too?"""
        del action
        return True

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.name}>"
