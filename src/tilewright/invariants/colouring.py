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

from tilewright.invariants.facts import Facts
from tilewright.invariants.proofs import Weighing
from tilewright.lattices import Lattice
from tilewright.lattices.model import Matrix, Translations
from tilewright.placements import Numbers

MOST_CLASSES = 12  # of which all subsets are tried
LARGEST_INDEX = {1: 24, 2: 12, 3: 8}  # by dimension
EXACT, MODULAR, BOUNDED = range(3)  # what people like best comes first
MODULI = (2, 3, 4, 5, 6, 7, 8)
EXACTLY, ALWAYS = 1 << len(MODULI), (2 << len(MODULI)) - 1


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
    matrices = np.array([motion.matrix for motion in on.motions], dtype=np.int64)
    moved = np.array(period.basis, dtype=np.int64) @ matrices.transpose(0, 2, 1)
    return int((period.reduce_all(moved) == 0).all(axis=(1, 2)).sum())


@lru_cache(maxsize=64)
def _divisors(largest: int) -> npt.NDArray[np.uint8]:
    """For each number the moduli that divide it, a bit for each, and EXACTLY if it is 0."""
    bits = [sum((n % m == 0) << k for k, m in enumerate(MODULI)) for n in range(largest + 1)]
    bits[0] |= EXACTLY
    return np.array(bits, dtype=np.uint8)


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
    known = all(lo == hi for lo, hi in facts.counts)
    halved = known and not facts.may.any()  # then black says the same as white
    full = (1 << count) - 1
    profiles = [supply.profile(classes, count) for supply in facts.supplies]
    sums = [_sums(profile, halved=halved) for profile in profiles]
    found: list[tuple[tuple[int, ...], Weighing]] = []
    for white in (0,) if known else (0, -1):  # what a piece covers had better be 0
        for how, fails, modulus in _failures(facts, classes, count, sums, white):
            numbers = [k for k in np.flatnonzero(fails).tolist() if 0 < k < full]
            if halved:
                numbers = [k if 2 * k.bit_count() <= count else full ^ k for k in numbers]
            if numbers:
                # All classes being alike, a colour that is rare takes fewer words.
                size, number = min((k.bit_count(), k) for k in numbers)
                own = np.where(number >> classes & 1, 1, white).tolist()
                weights = dict(zip(facts.cells, own, strict=True))
                found.append(((how, order, size), Weighing(weights, modulus)))
    return found


def _sums(rows: Numbers, *, halved: bool = False) -> npt.NDArray[np.int16]:
    """For each row and each set of its columns the sum of these; a set is the bits of a number.

    >>> _sums(np.array([[1, 2, 4]])).tolist()
    [[0, 1, 2, 3, 4, 5, 6, 7]]
    """
    narrow = rows.astype(np.int16) if len(rows) else np.zeros((1, rows.shape[1]), dtype=np.int16)
    sums = np.zeros((len(narrow), 1), dtype=np.int16)
    for column in narrow.T[: len(narrow.T) - halved]:
        sums = np.concatenate((sums, sums + column[:, None]), axis=1)
    return sums


def _failures(
    facts: Facts, classes: Numbers, count: int, sums: Sequence[npt.NDArray[np.int16]], white: int
) -> Iterator[tuple[int, npt.NDArray[np.bool_], int]]:
    """How it fails, for which colourings, and the modulus; black cells count 1."""
    colourings = sums[0].shape[1] if sums else 1
    numbers = np.arange(colourings)
    must, less, more = np.zeros((3, colourings), dtype=np.int64)
    for number in range(count):
        own = np.where(numbers >> number & 1, 1, white)
        here = classes == number
        must += own * int((here & facts.must).sum())
        optional = int((here & facts.may).sum())
        less += np.minimum(own, 0) * optional
        more += np.maximum(own, 0) * optional
    least, most = np.zeros((2, colourings), dtype=np.int64)
    alike = np.full(colourings, ALWAYS, dtype=np.uint8)  # modulo what pieces cover the same
    above = True  # does no piece cover less than 0?
    for supply, black, (fewest, end) in zip(facts.supplies, sums, facts.counts, strict=True):
        covered = (1 - white) * black + np.int16(white * supply.size)
        low, high = covered.min(axis=0), covered.max(axis=0)
        least += fewest * low.astype(np.int64)
        most += end * high.astype(np.int64)
        above = above and int(low.min()) >= 0
        divisors = _divisors(2 * supply.size)
        if end:
            alike &= np.bitwise_and.reduce(divisors[covered - low], axis=0)
        if fewest != end:
            alike &= divisors[np.abs(low)]
    alike[more > less] = 0
    exact = alike & EXACTLY > 0
    yield EXACT, exact & (least != must), 0
    for bit, modulus in enumerate(MODULI):
        odd = (alike >> bit & 1 > 0) & ~exact
        yield MODULAR, odd & ((least - must) % modulus != 0), modulus
    if above:
        yield BOUNDED, (most < must + less) | (least > must + more), 0
