"""A colouring that repeats, of which the board has too many or too few cells of one colour.

If every piece covers the same number of coloured cells however it lies, or at least the same number
modulo g, or at most N, then one knows how many all of them cover.
"""

from collections.abc import Callable, Iterator, Sequence
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
    """The best colouring by these classes for each way of telling it, each with its rank."""
    numbers = np.arange(1, (1 << count) - 1, dtype=np.int64)
    subsets: Numbers = numbers[:, None] >> np.arange(count) & 1
    tables = [subsets]  # a row for each colouring, with the number of each class
    if any(lo != hi for lo, hi in facts.counts):  # then what a piece covers had better be 0
        tables.append(2 * subsets - 1)
    profiles = [supply.profile(classes, count) for supply in facts.supplies]
    found: list[tuple[tuple[int, ...], Weighing]] = []
    for table in tables:
        for how, fails, modulus in _failures(facts, classes, profiles, table):
            if fails.any():
                # All classes being alike, a colour that is rare takes fewer words.
                size, row = min((int(table[k].sum()), k) for k in np.flatnonzero(fails).tolist())
                weights = dict(zip(facts.cells, table[row][classes].tolist(), strict=True))
                found.append(((how, order, size), Weighing(weights, modulus)))
    return found


def _failures(
    facts: Facts, classes: Numbers, profiles: Sequence[Numbers], table: Numbers
) -> Iterator[tuple[int, npt.NDArray[np.bool_], int]]:
    """How it fails, for which colourings, and the modulus."""
    count = table.shape[1]
    least, most, apart = np.zeros((3, len(table)), dtype=np.int64)
    above = True  # does no piece cover less than 0?
    for profile, (fewest, end) in zip(profiles, facts.counts, strict=True):
        rows = profile if len(profile) else np.zeros((1, count), dtype=np.int64)
        covered = table @ rows.T
        least += fewest * covered.min(axis=1)
        most += end * covered.max(axis=1)
        above = above and covered.min() >= 0
        # The greatest common divisor of what else can happen.
        if end:
            apart = np.gcd(apart, np.gcd.reduce(covered - covered[:, :1], axis=1))
        if fewest != end:
            apart = np.gcd(apart, covered[:, 0])
    board, optional = (
        np.bincount(classes[some], minlength=count) for some in (facts.must, facts.may)
    )
    must = table @ board
    less, more = np.minimum(table, 0) @ optional, np.maximum(table, 0) @ optional
    apart = np.where(more > less, 1, apart)
    yield EXACT, (apart == 0) & (least != must), 0
    for modulus in (2, 3, 4, 5, 6, 7, 8):
        odd = (apart > 0) & (apart % modulus == 0)
        yield MODULAR, odd & ((least - must) % modulus != 0), modulus
    if above:
        yield BOUNDED, (most < must + less) | (least > must + more), 0
