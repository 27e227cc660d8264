"""Ways to colour a lattice that repeat after a few steps."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from math import prod

import numpy as np

from tilewright.lattice import Lattice
from tilewright.lattice.lattice import Matrix, Translations
from tilewright.placements import Numbers

__all__ = ["Period", "classes_of", "periods"]

Period = Translations


@lru_cache(maxsize=512)
def periods(on: Lattice, index: int) -> tuple[Period, ...]:
    """The translations of which every `index`-th remains, the most symmetric choices first.

    >>> from tilewright.lattice import lattice
    >>> [period.basis for period in periods(lattice("square"), 2)]
    [[(1, 1), (0, 2)], [(2, 0), (0, 1)], [(1, 0), (0, 2)]]
    """
    basis = on.translations.basis
    found = [
        Translations(_combined(rows, basis), on.dimension) for rows in _matrices(len(basis), index)
    ]
    return tuple(sorted(found, key=lambda period: (-_symmetry(on, period), period.basis[::-1])))


def _combined(rows: Matrix, basis: list[tuple[int, ...]]) -> Matrix:
    return tuple(
        tuple(sum(n * vector[axis] for n, vector in zip(row, basis, strict=True)) for axis in axes)
        for axes in [range(len(basis[0]))]
        for row in rows
    )


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


def _symmetry(on: Lattice, period: Period) -> int:
    """How many motions of the lattice keep it."""
    return sum(all(motion.turn(v) in period for v in period.basis) for motion in on.motions)


def classes_of(period: Period, places: Numbers) -> tuple[Numbers, int]:
    """The number of each cell's class, and how many there are."""
    reduced = period.reduce_all(places)
    low = reduced.min(axis=0)
    sides = reduced.max(axis=0) - low + 1
    flat = (reduced - low) @ np.concatenate(([1], np.cumprod(sides[:-1])))
    found, numbers = np.unique(flat, return_inverse=True)
    return numbers.reshape(-1).astype(np.int64), len(found)
