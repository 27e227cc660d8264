"""How the symmetries of a puzzle move its placements."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from tilewright.encoding import Encoding
from tilewright.lattice import Motion
from tilewright.placements import Numbers
from tilewright.solutions.permutations import Permutation, permutations
from tilewright.symmetry import symmetries

__all__ = ["UP_TO", "Action", "least_image"]

# Which solutions count as the same.
UP_TO = ("symmetry", "rotation", "nothing")


@dataclass(frozen=True, eq=False)
class Action:
    """A group of motions, each with the permutation of the options that it makes."""

    encoding: Encoding
    motions: tuple[Motion, ...]
    permutations: tuple[Permutation, ...]

    @staticmethod
    def of(encoding: Encoding) -> "Action":
        """All symmetries of the puzzle."""
        placements = encoding.placements
        motions = tuple(symmetries(placements.puzzle, placements.types))
        return Action(encoding, motions, permutations(encoding, motions))

    @cached_property
    def rotations(self) -> "Action":
        """Only those that mirror nothing."""
        keep = [k for k, motion in enumerate(self.motions) if not motion.mirror]
        return Action(
            self.encoding,
            tuple(self.motions[k] for k in keep),
            tuple(self.permutations[k] for k in keep),
        )

    def conjugacy_classes(self) -> list[tuple[int, int]]:
        """One motion (its number) of each class of like motions, and the size of the class."""
        products = self._products
        inverse = np.argmin(products, axis=1)  # the product with it is the identity, number 0
        classes = []
        left = np.ones(len(products), dtype=np.bool_)
        for k in range(len(products)):
            if left[k]:
                like = np.unique(products[products[:, k], inverse])
                left[like] = False
                classes.append((k, len(like)))
        return classes

    @cached_property
    def _products(self) -> Numbers:
        """The number of the motion that two motions make, the second one first."""
        matrices = np.array([motion.matrix for motion in self.motions], dtype=np.int64)
        numbers = {matrix.tobytes(): k for k, matrix in enumerate(matrices)}
        made = matrices[:, None] @ matrices[None, :]
        return np.array([[numbers[m.tobytes()] for m in row] for row in made], dtype=np.int64)


def least_image(cover: Sequence[int], permutations: Sequence[Permutation]) -> tuple[int, ...]:
    """The least of all images of a cover, as sorted tuples: the same for each of them."""
    options = np.array(cover, dtype=np.int64)
    return min(tuple(sorted(p[options].tolist())) for p in permutations)
