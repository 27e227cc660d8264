"""A colouring that repeats, of which the board has too many or too few cells of one colour.

If every piece covers the same number of coloured cells however it lies, or at least the same number
modulo g, or at most N, then one knows how many all of them cover.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from math import prod

import numpy as np
import numpy.typing as npt

from tilewright.explanations.facts import Facts
from tilewright.explanations.proofs import Weighing
from tilewright.lattices import Lattice
from tilewright.lattices.model import Matrix, Translations
from tilewright.placements import Numbers

MOST_CLASSES = 12  # of which all subsets are tried
LARGEST_INDEX = {1: 24, 2: 12, 3: 8}  # by dimension
EXACT, MODULAR, BOUNDED = range(3)  # what people like best comes first


@lru_cache(maxsize=512)
def periods(on: Lattice, index: int) -> tuple[Translations, ...]:
    """The translations of which every `index`-th remains, the most symmetric choices first.

    >>> from tilewright.lattices import lattice
    >>> [period.basis for period in periods(lattice("square"), 2)]
    [[(1, 1), (0, 2)], [(2, 0), (0, 1)], [(1, 0), (0, 2)]]
    """
    basis = np.array(on.translations.basis)
    found = [
        Translations(tuple(map(tuple, (np.array(rows) @ basis).tolist())), on.dimension)
        for rows in _matrices(len(basis), index)
    ]
    return tuple(sorted(found, key=lambda period: (-_symmetry(on, period), period.basis[::-1])))


def _matrices(size: int, index: int) -> Iterator[Matrix]:
    """All triangular matrices of whole numbers in normal form with this determinant."""
    for diagonal in product(range(1, index + 1), repeat=size):
        if prod(diagonal) != index:
            continue
        above = [range(diagonal[c]) for r in range(size) for c in range(r + 1, size)]
        for entries in product(*above):
            left = iter(entries)
            yield tuple(
                tuple(0 if c < r else diagonal[r] if c == r else next(left) for c in range(size))
                for r in range(size)
            )


def _symmetry(on: Lattice, period: Translations) -> int:
    """How many motions of the lattice keep it."""
    return sum(all(motion.turn(v) in period for v in period.basis) for motion in on.motions)


def classes_of(period: Translations, places: Numbers) -> tuple[Numbers, int]:
    """The number of each cell's class, and how many there are."""
    reduced = period.reduce_all(places)[:, ::-1]  # so that they are in reading order
    found, numbers = np.unique(reduced, axis=0, return_inverse=True)
    return numbers.reshape(-1).astype(np.int64), len(found)


def colourings(facts: Facts, keep_going: Callable[[], bool]) -> Iterator[Weighing]:
    """Colourings that should prove that there is no solution, those that are best to read first."""
    lattice = facts.puzzle.lattice
    largest = LARGEST_INDEX.get(len(lattice.translations.basis), 4)
    for index in range(1, largest + 1):
        found: list[tuple[tuple[int, ...], Weighing]] = []
        for order, period in enumerate(periods(lattice, index)):
            if not keep_going():
                return
            classes, count = classes_of(period, facts.placements.ground.places)
            if 1 < count <= MOST_CLASSES and count > index // 2:
                found += _of_classes(facts, classes, count, order)
        for _, weighing in sorted(found, key=lambda pair: pair[0]):
            yield weighing


def _of_classes(
    facts: Facts, classes: Numbers, count: int, order: int
) -> list[tuple[tuple[int, ...], Weighing]]:
    """The best colouring by these classes for each way of telling it."""
    subsets = _subsets(count)
    profiles = [supply.profile(classes, count) for supply in facts.supplies]
    found = _of_weights(facts, classes, profiles, subsets, order)
    if any(lo != hi for lo, hi in facts.counts):  # then what a piece covers had better be 0
        found += _of_weights(facts, classes, profiles, 2 * subsets - 1, order)
    return found


def _of_weights(
    facts: Facts, classes: Numbers, profiles: Sequence[Numbers], subsets: Numbers, order: int
) -> list[tuple[tuple[int, ...], Weighing]]:
    """The same, where a row of numbers for the classes is given for each colouring."""
    sums = _Sums.of(facts, classes, profiles, subsets)
    found: list[tuple[tuple[int, ...], Weighing]] = []
    for how, fails, modulus in sums.failures():
        # All classes being alike, a colour that is rare takes fewer words.
        picked = min(
            np.flatnonzero(fails).tolist(), key=lambda k: (int(subsets[k].sum()), k), default=None
        )
        if picked is None:
            continue
        chosen = subsets[picked][classes]
        weights = dict(zip(facts.cells, chosen.tolist(), strict=True))
        found.append(((how, order, int(subsets[picked].sum())), Weighing(weights, modulus)))
    return found


def _subsets(count: int) -> Numbers:
    numbers = np.arange(1, (1 << count) - 1, dtype=np.int64)
    bits: Numbers = numbers[:, None] >> np.arange(count) & 1
    return bits


@dataclass(frozen=True, eq=False)
class _Sums:
    """For many colourings at once: what each supply may cover, and what the board has."""

    low: list[Numbers]
    high: list[Numbers]
    apart: Numbers  # the greatest common divisor of what else can happen
    counts: Sequence[tuple[int, int]]
    must: Numbers
    may: tuple[Numbers, Numbers]  # what optional cells can take away, and add

    @classmethod
    def of(
        cls, facts: Facts, classes: Numbers, profiles: Sequence[Numbers], subsets: Numbers
    ) -> "_Sums":
        low, high, count = [], [], subsets.shape[1]
        apart = np.zeros(len(subsets), dtype=np.int64)
        for profile, (fewest, most) in zip(profiles, facts.counts, strict=True):
            rows = profile if len(profile) else np.zeros((1, count), dtype=np.int64)
            covered = subsets @ rows.T
            low.append(covered.min(axis=1))
            high.append(covered.max(axis=1))
            if most:
                apart = np.gcd(apart, np.gcd.reduce(covered - covered[:, :1], axis=1))
            if fewest != most:
                apart = np.gcd(apart, covered[:, 0])
        board = [np.bincount(classes[some], minlength=count) for some in (facts.must, facts.may)]
        must = subsets @ board[0]
        less, more = (side @ board[1] for side in (np.minimum(subsets, 0), np.maximum(subsets, 0)))
        apart = np.where(more > less, 1, apart)
        return cls(low, high, apart, facts.counts, must, (less, more))

    def failures(self) -> Iterator[tuple[int, npt.NDArray[np.bool_], int]]:
        """How it fails, for which colourings, and the modulus."""
        least, most = np.zeros_like(self.must), np.zeros_like(self.must)
        for (fewest, end), low, high in zip(self.counts, self.low, self.high, strict=True):
            least += fewest * low
            most += end * high
        yield EXACT, (self.apart == 0) & (least != self.must), 0
        for modulus in (2, 3, 4, 5, 6, 7, 8):
            odd = (self.apart > 0) & (self.apart % modulus == 0)
            yield MODULAR, odd & ((least - self.must) % modulus != 0), modulus
        less, more = self.may
        if all(row.min() >= 0 for row in self.low):
            yield BOUNDED, (most < self.must + less) | (least > self.must + more), 0
