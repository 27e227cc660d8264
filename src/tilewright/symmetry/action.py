"""How the symmetries of a puzzle move its placements."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from tilewright import _core
from tilewright.encoding import Encoding
from tilewright.errors import SelfCheckError
from tilewright.lattices import Motion, motion_table
from tilewright.orientations import TypeImages, symmetries
from tilewright.placements import Numbers
from tilewright.puzzle import PuzzleError

Permutation = npt.NDArray[np.uint32]

SCATTER = np.int64(6364136223846793005)
UP_TO = ("symmetry", "rotation", "nothing")  # which solutions count as the same


def permutations(encoding: Encoding, motions: Sequence[Motion]) -> tuple[Permutation, ...]:
    """What each motion of a group makes of the options."""
    placements = encoding.placements
    types = TypeImages(encoding.puzzle, placements.types)
    images = []
    for motion in motions:
        image = types[motion]
        if image is None:
            raise PuzzleError(f"the motion {' '.join(motion.word)!r} is no symmetry of the puzzle")
        images.append(image)
    table = motion_table(encoding.puzzle.lattice.dimension, motions)
    try:
        return tuple(placements.core.permutations(table, images, encoding.empty))
    except _core.ContractViolation as error:
        raise SelfCheckError(f"{error}: please report this") from None


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

    def conjugacy_classes(self, *, mirrors: bool = True) -> list[tuple[int, int]]:
        """One motion (its number) of each class of like motions, and the size of the class.

        Without `mirrors`, of the rotations, of which only such are alike that a rotation makes so.
        """
        numbers = [k for k, motion in enumerate(self.motions) if mirrors or not motion.mirror]
        products, group = self._products, np.array(numbers)
        inverse = np.argmin(products[group], axis=1)  # the product with it is the identity, 0
        classes = []
        done: set[int] = set()
        for k in numbers:
            if k not in done:
                like = set(products[products[group, k], inverse].tolist())
                done |= like
                classes.append((k, len(like)))
        return classes

    @cached_property
    def _products(self) -> Numbers:
        """The number of the motion that two motions make, the second one first."""
        matrices = np.array([motion.matrix for motion in self.motions], dtype=np.int64)
        made = matrices[:, None] @ matrices[None, :]
        # A number for each matrix; should two have the same, the check would tell.
        place = np.cumprod(np.full(matrices[0].shape, SCATTER)).reshape(matrices[0].shape)
        keys = (matrices * place).sum(axis=(1, 2))
        order = np.argsort(keys)
        wanted = np.searchsorted(keys[order], (made * place).sum(axis=(2, 3)))
        products: Numbers = order[np.minimum(wanted, len(keys) - 1)]
        if (matrices[products] != made).any():
            raise SelfCheckError("two symmetries make none: please report this")
        return products


def least_image(cover: Sequence[int], permutations: Sequence[Permutation]) -> tuple[int, ...]:
    """The least of all images of a cover, as sorted tuples: the same for each of them."""
    options = np.array(cover, dtype=np.int64)
    return min(tuple(sorted(p[options].tolist())) for p in permutations)
