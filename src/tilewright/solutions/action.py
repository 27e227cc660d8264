"""How the symmetries of a puzzle move its placements."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from tilewright.encoding import Encoding
from tilewright.lattice import Motion
from tilewright.placements import Numbers, Placements
from tilewright.symmetry import symmetries, type_images

__all__ = ["Action", "Permutation", "least_image"]

Permutation = npt.NDArray[np.uint32]


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
        return Action(encoding, motions, _permutations(encoding, motions))

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


def _permutations(encoding: Encoding, motions: Sequence[Motion]) -> tuple[Permutation, ...]:
    """The permutation of each motion; only those of a few generators are worked out afresh."""
    found = {motions[0].matrix: np.arange(encoding.problem.option_count, dtype=np.uint32)}
    generators: list[tuple[Motion, Permutation]] = []
    for motion in motions:
        if motion.matrix in found:
            continue
        generators.append((motion, _permutation(encoding, motion)))
        todo = [m for m in motions if m.matrix in found]
        for known in todo:
            for generator, permutation in generators:
                made = generator.after(known)
                if made.matrix not in found:
                    found[made.matrix] = permutation[found[known.matrix]]
                    todo.append(made)
    return tuple(found[motion.matrix] for motion in motions)


def _permutation(encoding: Encoding, motion: Motion) -> Permutation:
    """What a motion makes of every option."""
    placements = encoding.placements
    ground = placements.ground
    moved = ground.places @ np.array(motion.matrix, dtype=np.int64).T + motion.shift
    order = np.lexsort(moved.T)
    becomes = np.empty(len(order), dtype=np.int64)  # of each cell, the cell it is moved to
    becomes[order] = np.arange(len(order))
    blocks = {(b.type, b.orientation): k for k, b in enumerate(placements.blocks)}
    images = type_images(placements.puzzle, placements.types, motion)
    assert images is not None, "this is no symmetry of the puzzle"
    result = np.empty(encoding.problem.option_count, dtype=np.uint32)
    for k, block in enumerate(placements.blocks):
        image = block.orientation.moved(placements.puzzle.lattice, motion)
        target = blocks[images[block.type], image]
        first = block.orientation.first_after(motion)
        anchors = becomes[placements.cells(block)[:, first]]
        rows = _rows(placements, target, len(order))[anchors]
        assert (rows >= 0).all(), "a symmetry moved a placement to where none is"
        begin = int(placements.starts[k])
        result[begin : begin + len(block)] = rows + int(placements.starts[target])
    base = len(placements)
    of_cell = {cell: base + k for k, cell in enumerate(encoding.empty)}
    for k, cell in enumerate(encoding.empty):
        result[base + k] = of_cell[int(becomes[cell])]
    return result


def _rows(placements: Placements, block: int, cells: int) -> Numbers:
    """The row of a block in which each cell is the first, -1 if in none."""
    rows = np.full(cells, -1, dtype=np.int64)
    anchors = placements.blocks[block].anchors
    rows[anchors] = np.arange(len(anchors))
    return rows


def least_image(cover: Sequence[int], permutations: Sequence[Permutation]) -> tuple[int, ...]:
    """The least of all images of a cover, as sorted tuples: the same for each of them."""
    options = np.array(cover, dtype=np.int64)
    return min(tuple(sorted(p[options].tolist())) for p in permutations)
