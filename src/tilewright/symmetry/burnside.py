"""How many classes of solutions there are: the three numbers, by Burnside's lemma."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from tilewright.document.text import html_table
from tilewright.errors import SelfCheckError
from tilewright.symmetry.action import Action


@dataclass(frozen=True, slots=True)
class Counts:
    """The three numbers, and how many rotations and symmetries the puzzle has."""

    solutions: int
    up_to_rotation: int
    up_to_symmetry: int
    rotations: int
    symmetries: int

    def __str__(self) -> str:
        what = "solution" if self.solutions == 1 else "solutions"
        return (
            f"{self.solutions:,} {what}, {self.up_to_rotation:,} up to rotation, "
            f"{self.up_to_symmetry:,} up to symmetry"
        )

    def _repr_html_(self) -> str:
        return html_table(
            "",
            {
                "solutions": self.solutions,
                "up to rotation": self.up_to_rotation,
                "up to symmetry": self.up_to_symmetry,
            },
        )


class Burnside:
    """The number of classes is the mean, over all symmetries, of the solutions each one fixes.

    Like symmetries fix equally many, so one of each sort will do: `motions` are the numbers of
    those for which the solutions have to be counted.  Motions that move no placement fix all.
    """

    def __init__(self, action: Action) -> None:
        self._orders = (len(action.rotations.motions), len(action.motions))
        self._sorts = []  # for the rotations, and for all: (motion, how many are like it)
        identity = action.permutations[0]
        still = {k for k, p in enumerate(action.permutations) if np.array_equal(p, identity)}
        for group in (action.rotations, action):
            numbers = [action.motions.index(motion) for motion in group.motions]
            self._sorts.append([(numbers[k], like) for k, like in group.conjugacy_classes()])
        self._still = still
        self.motions = list(dict.fromkeys(k for s in self._sorts for k, _ in s if k not in still))

    def counts(self, solutions: int, fixed: Mapping[int, int]) -> Counts:
        """The numbers, given how many solutions each of `motions` fixes."""
        classes = []
        for order, sorts in zip(self._orders, self._sorts, strict=True):
            total = sum(n * (solutions if k in self._still else fixed[k]) for k, n in sorts)
            whole, odd = divmod(total, order)
            if odd:
                raise SelfCheckError(
                    f"{total} solutions fixed by {order} symmetries make no whole number of "
                    f"classes: please report this"
                )
            classes.append(whole)
        return Counts(solutions, classes[0], classes[1], *self._orders)
