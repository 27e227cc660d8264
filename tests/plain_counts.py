"""Tilings counted in plain Python: a board is cut into connected parts, without pieces or motions.

Where all forms of a size may be used any number of times, that is the same number; where only some
may, a filter tells which.  Nothing is shared with the engines, the placements or the symmetries.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from functools import cache
from math import cos, pi

Cell = tuple[int, ...]
Part = frozenset[Cell]
Neighbours = Callable[[Cell], Iterable[Cell]]
Allowed = Callable[[Part], bool]


def partitions(
    cells: Collection[Cell],
    neighbours: Neighbours,
    sizes: Collection[int],
    allowed: Allowed = lambda _: True,
) -> int:
    """In how many ways the cells can be cut into connected parts of these sizes."""
    order = _along(cells)
    number = {cell: k for k, cell in enumerate(order)}
    around = [
        sorted({number[other] for other in neighbours(cell) if other in number}) for cell in order
    ]
    fits = cache(lambda part: allowed(frozenset(order[k] for k in part)))

    @cache
    def ways(free: int) -> int:
        if not free:
            return 1
        first = (free & -free).bit_length() - 1
        return sum(
            ways(free & ~sum(1 << k for k in part))
            for part in _parts(first, free, around, sizes)
            if fits(part)
        )

    return ways((1 << len(order)) - 1)


def _along(cells: Collection[Cell]) -> list[Cell]:
    """The cells in order along the longest side of the board, so that few states come up."""
    extents = [max(axis) - min(axis) for axis in zip(*cells, strict=True)]
    axes = sorted(range(len(extents)), key=lambda axis: -extents[axis])
    return sorted(cells, key=lambda cell: [cell[axis] for axis in axes])


def _parts(
    first: int, free: int, around: list[list[int]], sizes: Collection[int]
) -> Iterator[frozenset[int]]:
    """The connected parts with the first free cell, size by size."""
    now = {frozenset([first])}
    for size in range(1, max(sizes) + 1):
        if size in sizes:
            yield from now
        now = {
            part | {k}
            for part in now
            for one in part
            for k in around[one]
            if free >> k & 1 and k not in part
        }


def kasteleyn(rows: int, columns: int) -> int:
    """Domino tilings of a rectangle: the closed formula of Kasteleyn, Temperley and Fisher."""
    product = 1.0
    for j in range(1, (rows + 1) // 2 + 1):
        for k in range(1, (columns + 1) // 2 + 1):
            product *= 4 * cos(pi * j / (rows + 1)) ** 2 + 4 * cos(pi * k / (columns + 1)) ** 2
    return round(product)


def domino_classes(height: int, width: int) -> tuple[int, int, int]:
    """Domino tilings of an oblong with even sides: all, up to rotation, up to symmetry.

    Column by column; a profile is the set of cells of a column that dominoes from the left reach.
    A half turn keeps the tilings whose profile in the middle reads the same from below, and whose
    left half is any.  One mirror image keeps those with any profile there.  Those that the other
    one keeps are half as high, and the dominoes across the axis are single cells.
    """
    half = _profiles(height, width // 2)
    everything = _profiles(height, width)[0]
    turned = sum(n for p, n in half.items() if p == _reversed(p, height))
    mirrored = sum(half.values()) + _profiles(height // 2, width, single=True)[0]
    return everything, (everything + turned) // 2, (everything + turned + mirrored) // 4


def _profiles(height: int, columns: int, *, single: bool = False) -> Counter[int]:
    """In how many ways so many columns can be filled, by profile.

    With `single`, the last cell of a column may be covered alone.
    """

    @cache
    def steps(free: int) -> list[int]:
        """The profiles of the next column, if these cells of a column are free."""
        if not free:
            return [0]
        cell = free & -free
        made = [cell | other for other in steps(free & ~cell)]
        if free & cell << 1:
            made += steps(free & ~cell & ~(cell << 1))
        if single and cell == 1 << height - 1:
            made += steps(free & ~cell)
        return made

    now = Counter({0: 1})
    for _ in range(columns):
        before, now = now, Counter()
        for profile, ways in before.items():
            for there in steps((1 << height) - 1 & ~profile):
                now[there] += ways
    return now


def _reversed(profile: int, height: int) -> int:
    return int(f"{profile:0{height}b}"[::-1], 2)


def langford(pairs: int) -> int:
    """Sequences in which the two numbers k stand k places apart, for k from 1 on."""

    def ways(k: int, taken: int) -> int:
        if k == 0:
            return 1
        steps = range(2 * pairs - k - 1)
        both = [(1 << i) | (1 << i + k + 1) for i in steps]
        return sum(ways(k - 1, taken | two) for two in both if not taken & two)

    return ways(pairs, 0)


def macmahon(side: int) -> int:
    """Lozenge tilings of a hexagon."""
    above = below = 1
    for i in range(1, side + 1):
        for j in range(1, side + 1):
            for k in range(1, side + 1):
                above, below = above * (i + j + k - 1), below * (i + j + k - 2)
    return above // below
