"""Which sums the pieces of a puzzle can have, if numbers stand on the cells.

A set of sums is the bits of a number.  States are told apart by how many cells are covered and, if
it matters, by how many pieces are used; each has its set of sums.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tilewright.explain.laid import Ground, Stock
from tilewright.lattice import Cell

__all__ = ["adds_up", "sums_of"]

States = dict[tuple[int, int], int]  # (pieces, cells): sums


def sums_of(stock: Stock, weights: Mapping[Cell, int], modulus: int = 0) -> tuple[int, ...]:
    """The different sums of numbers that such a piece can cover, in order."""
    sums = {sum(weights.get(cell, 0) for cell in place) for place in stock.places}
    return tuple(sorted({total % modulus for total in sums} if modulus else sums))


def adds_up(ground: Ground, weights: Mapping[Cell, int], modulus: int = 0) -> bool:
    """Can the pieces, as often as they may be used, have the sum of the cells they must cover?"""
    lowest = 0 if modulus else min((0, *weights.values()))
    cells = {*ground.must, *ground.may}
    # To add the same number to all cells changes nothing, as all states know how many they cover.
    lifted = {cell: weights.get(cell, 0) - lowest for cell in cells}
    sums = _Sums(modulus, sum(lifted.values()) + 1)
    wanted = _wanted(ground, lifted, sums)
    states: States = {(0, 0): 1}
    for stock in ground.stocks:
        ways = sums_of(stock, lifted, modulus)
        counted = ground.most is not None
        states = _with(states, stock, ways, sums, len(cells), counted=counted)
    return any(
        wanted.get(covered, 0) & some
        for (used, covered), some in states.items()
        if ground.most is None or ground.least <= used <= ground.most
    )


@dataclass(frozen=True)
class _Sums:
    modulus: int
    width: int

    def plus(self, some: int, ways: Iterable[int]) -> int:
        """All sums, each with one of these added."""
        found = 0
        for way in ways:
            found |= some << way
        if self.modulus:
            return (found | found >> self.modulus) & ((1 << self.modulus) - 1)
        return found & ((1 << self.width) - 1)


def _wanted(ground: Ground, weights: Mapping[Cell, int], sums: _Sums) -> dict[int, int]:
    """For each number of covered cells, the sums that they may have."""
    least = sum(weights[cell] for cell in ground.must)
    start = 1 << (least % sums.modulus if sums.modulus else least)
    wanted = {len(ground.must): start}
    for cell in sorted(ground.may):
        way = weights[cell] % sums.modulus if sums.modulus else weights[cell]
        for covered, some in sorted(wanted.items(), reverse=True):
            wanted[covered + 1] = wanted.get(covered + 1, 0) | sums.plus(some, (way,))
    return wanted


def _with(
    states: States, stock: Stock, ways: tuple[int, ...], sums: _Sums, room: int, *, counted: bool
) -> States:
    """What the states become when pieces are added, as often as they may be."""
    most = room // stock.size
    most = most if stock.hi is None else min(most, stock.hi)
    if stock.lo > most:
        return {}
    layer = _times(states, stock, ways, sums, room, counted=counted)
    found = dict(layer)
    if most == room // stock.size:  # the board ends it, not the count
        return _closed(found, stock, ways, sums, room, counted=counted)
    for _ in range(stock.lo, most):
        layer = _once(layer, stock, ways, sums, room, counted=counted)
        if not layer:
            break
        for state, some in layer.items():
            found[state] = found.get(state, 0) | some
    return found


def _times(
    states: States, stock: Stock, ways: tuple[int, ...], sums: _Sums, room: int, *, counted: bool
) -> States:
    """The states after as many pieces as must be used."""
    added, power, left = 1, sums.plus(1, ways), stock.lo
    while left:  # by doubling
        if left & 1:
            added = _sumset(added, power, sums)
        power, left = _sumset(power, power, sums) if left > 1 else power, left >> 1
    cells, pieces = stock.lo * stock.size, stock.lo if counted else 0
    moved = {
        (used + pieces, covered + cells): _sumset(some, added, sums)
        for (used, covered), some in states.items()
        if covered + cells <= room
    }
    return {state: some for state, some in moved.items() if some}


def _sumset(one: int, other: int, sums: _Sums) -> int:
    few, many = sorted((one, other), key=int.bit_count)
    return sums.plus(many, (k for k in range(few.bit_length()) if few >> k & 1))


def _closed(
    states: States, stock: Stock, ways: tuple[int, ...], sums: _Sums, room: int, *, counted: bool
) -> States:
    """The states when any number of pieces is added: a piece leads to states with more cells."""
    there: list[set[int]] = [set() for _ in range(room + 1)]
    for used, covered in states:
        there[covered].add(used)
    for covered in range(room + 1 - stock.size):
        for used in there[covered]:
            state = {(used, covered): states[used, covered]}
            for new, some in _once(state, stock, ways, sums, room, counted=counted).items():
                states[new] = states.get(new, 0) | some
                there[new[1]].add(new[0])
    return states


def _once(
    states: States, stock: Stock, ways: tuple[int, ...], sums: _Sums, room: int, *, counted: bool
) -> States:
    found: States = {}
    for (used, covered), some in states.items():
        more = sums.plus(some, ways)
        if covered + stock.size <= room and more:
            found[used + counted, covered + stock.size] = more
    return found
