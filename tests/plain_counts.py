"""Tilings counted in plain Python: a board is cut into connected parts, without pieces or motions.

Where all forms of a size may be used any number of times, that is the same number; where only some
may, a filter tells which.  Nothing is shared with the engines, the placements or the symmetries.
"""

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


def macmahon(side: int) -> int:
    """Lozenge tilings of a hexagon."""
    above = below = 1
    for i in range(1, side + 1):
        for j in range(1, side + 1):
            for k in range(1, side + 1):
                above, below = above * (i + j + k - 1), below * (i + j + k - 2)
    return above // below
