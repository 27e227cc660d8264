"""Pack pieces on a board at random so that the wanted number of cells stays free."""

from collections.abc import Callable
from random import Random

from tilewright.design.boards_stage import Stage
from tilewright.design.common import members

__all__ = ["Packing", "pack"]

WHIM = 0.05  # so often any unit is laid, not the one that disturbs the least


class Packing:
    """Units on a board: laid one by one, whatever is in the way taken off."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.covered = 0
        self.usage = [0] * len(stage.types)
        self.units: dict[int, None] = {}
        self._owner = [-1] * len(stage.cells)

    def add(self, number: int) -> None:
        """Lay a unit on free cells."""
        unit = self.stage.units[number]
        self.units[number] = None
        self.covered |= unit.cells
        for cell in members(unit.cells):
            self._owner[cell] = number
        self.usage = [a + b for a, b in zip(self.usage, unit.usage, strict=True)]

    def remove(self, number: int) -> None:
        """Take a unit off."""
        unit = self.stage.units[number]
        del self.units[number]
        self.covered &= ~unit.cells
        self.usage = [a - b for a, b in zip(self.usage, unit.usage, strict=True)]

    def in_the_way(self, number: int) -> list[int]:
        """The units that have to go if this one is laid: on its cells, or too many of a type."""
        unit = self.stage.units[number]
        gone = dict.fromkeys(self._owner[cell] for cell in members(unit.cells & self.covered))
        for k, (kind, more) in enumerate(zip(self.stage.types, unit.usage, strict=True)):
            if not more or kind.count.hi is None:
                continue
            excess = self.usage[k] + more - kind.count.hi
            excess -= sum(self.stage.units[other].usage[k] for other in gone)
            for other in self.units:
                if excess <= 0:
                    break
                if other not in gone and self.stage.units[other].usage[k]:
                    gone[other] = None
                    excess -= self.stage.units[other].usage[k]
        return list(gone)


def pack(
    stage: Stage, black: int, random: Random, steps: int, pulse: Callable[[], None]
) -> Packing | None:
    """Units that leave `black` cells free, by so many steps at most; None if that was too few.

    Each step lays a unit on some free cell, one that displaces few cells.  `pulse` is called
    meanwhile, and may raise an error to end it.
    """
    packing = Packing(stage)
    target = len(stage.cells) - black
    for _ in range(steps):
        pulse()
        covered = packing.covered.bit_count()
        if covered == target and stage.may_use(packing.usage):
            return packing
        if covered >= target and packing.units:
            packing.remove(random.choice(list(packing.units)))
            continue
        free = members(stage.everything & ~packing.covered)
        here = stage.units_at[random.choice(free)]
        if not here:
            continue
        number = random.choice(here)
        if random.random() >= WHIM:
            number = min(here, key=lambda n: (_loss(packing, n), random.random()))
        for other in packing.in_the_way(number):
            packing.remove(other)
        packing.add(number)
    return None


def _loss(packing: Packing, number: int) -> int:
    """How many cells fewer are covered after a unit has been laid."""
    units = packing.stage.units
    return sum(units[n].size for n in packing.in_the_way(number)) - units[number].size
