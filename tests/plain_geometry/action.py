"""How the symmetries of a puzzle move its placements."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from tests.plain_geometry.encoding import Encoding
from tests.plain_geometry.orientations import symmetries, type_images
from tests.plain_geometry.placements import Numbers
from tilewright.errors import SelfCheckError
from tilewright.lattices import Motion
from tilewright.puzzle import PuzzleError

Permutation = npt.NDArray[np.uint32]

UP_TO = ("symmetry", "rotation", "nothing")  # which solutions count as the same
NOWHERE = "a symmetry moved a placement to where none is: please report this"
MOST_ENTRIES = 5_000_000  # cells of all placements, for looking them up by their sets


def permutations(encoding: Encoding, motions: Sequence[Motion]) -> tuple[Permutation, ...]:
    """The permutation of each motion; only those of a few generators are worked out afresh."""
    found = {motions[0].matrix: np.arange(encoding.problem.option_count, dtype=np.uint32)}
    generators: list[tuple[Motion, Permutation]] = []
    images = _Images(encoding)
    for motion in motions:
        if motion.matrix in found:
            continue
        generators.append((motion, images.under(motion)))
        todo = [m for m in motions if m.matrix in found]
        for known in todo:
            for generator, permutation in generators:
                made = generator.after(known)
                if made.matrix not in found:
                    found[made.matrix] = permutation[found[known.matrix]]
                    todo.append(made)
    return tuple(found[motion.matrix] for motion in motions)


class _Images:
    """What motions make of the options of a puzzle."""

    def __init__(self, encoding: Encoding) -> None:
        self._encoding = encoding
        self._placements = encoding.placements

    def under(self, motion: Motion) -> Permutation:
        """What a symmetry of the puzzle makes of every option."""
        placements = self._placements
        becomes = placements.ground.moved_by(motion)
        types = type_images(placements.puzzle, placements.types, motion)
        if types is None:
            raise PuzzleError(f"the motion {' '.join(motion.word)!r} is no symmetry of the puzzle")
        result = np.empty(self._encoding.problem.option_count, dtype=np.uint32)
        base = len(placements)
        if self._plain:
            result[:base] = self._by_cells(becomes, np.array(types, dtype=np.int64))
        else:
            result[:base] = self._by_orientation(motion, becomes, types)
        result[base:] = self._encoding.empty_images(becomes)
        return result

    @cached_property
    def _plain(self) -> bool:
        pieces = self._placements.puzzle.pieces
        entries = sum(len(b) * len(b.orientation.cells) for b in self._placements.blocks)
        return entries <= MOST_ENTRIES and not any(p.colours or p.marks for p in pieces)

    @cached_property
    def _sets(self) -> tuple[Numbers, Numbers]:
        """The type of each placement; and its cells in increasing order, -1 before the first."""
        placements = self._placements
        widest = max((len(b.orientation.cells) for b in placements.blocks), default=0)
        cells = np.full((len(placements), widest), -1, dtype=np.int64)
        types = np.empty(len(placements), dtype=np.int64)
        for k, block in enumerate(placements.blocks):
            begin = int(placements.starts[k])
            rows = slice(begin, begin + len(block))
            here = np.sort(placements.cells(block), axis=1)
            cells[rows, widest - here.shape[1] :] = here
            types[rows] = block.type
        return types, cells

    def _by_cells(self, becomes: Numbers, types: Numbers) -> Numbers:
        own, cells = self._sets
        there = np.sort(np.append(becomes, -1)[cells], axis=1)
        keys, wanted = self._keys(own, cells), self._keys(types[own], there)
        order = np.argsort(keys)
        found: Numbers = order[np.minimum(np.searchsorted(keys[order], wanted), len(keys) - 1)]
        if (cells[found] != there).any() or (own[found] != types[own]).any():
            raise SelfCheckError(NOWHERE)
        return found

    def _keys(self, types: Numbers, cells: Numbers) -> npt.NDArray[np.uint64]:
        """A number for each set of cells; should two have the same, the checks would tell."""
        of_cell = _scattered(len(self._placements.ground.cells) + 1)
        of_cell[-1] = 0  # stands for no cell
        of_type = _scattered(len(self._placements.types))
        keys: npt.NDArray[np.uint64] = of_cell[cells].sum(axis=1, dtype=np.uint64)
        return keys * np.uint64(3) + of_type[types]

    def _by_orientation(self, motion: Motion, becomes: Numbers, types: Sequence[int]) -> Numbers:
        placements = self._placements
        blocks = {(b.type, b.orientation): k for k, b in enumerate(placements.blocks)}
        result = np.empty(len(placements), dtype=np.int64)
        for k, block in enumerate(placements.blocks):
            image = block.orientation.moved(placements.puzzle.lattice, motion)
            target = blocks[types[block.type], image]
            first = block.orientation.first_after(motion)
            anchors = becomes[placements.cells(block)[:, first]]
            images = placements.by_anchor(target)[anchors]
            if (images < 0).any():
                raise SelfCheckError(NOWHERE)
            begin = int(placements.starts[k])
            result[begin : begin + len(block)] = images
        return result


def _scattered(count: int) -> npt.NDArray[np.uint64]:
    """So many numbers of 64 bits without a pattern (the last step of splitmix64)."""
    x = np.arange(1, count + 1, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return x ^ (x >> np.uint64(31))


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
