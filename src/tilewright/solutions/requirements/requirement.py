"""What is asked of solutions beyond solving the puzzle."""

from abc import ABC, abstractmethod
from dataclasses import dataclass

from tilewright.cover import Item
from tilewright.encoding import Encoding
from tilewright.placements import Numbers
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
