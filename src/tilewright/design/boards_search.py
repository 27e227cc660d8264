"""Change a pattern of black cells, step by step, until one solution is left.

A pattern is as good as its solutions are few; they are counted up to a limit.  Where a solution is
known that has the symmetry of the pattern, one of its units *slides*: it goes where its own cells
and black ones make room for it, so that the pattern stays solvable.  Units are chosen where the
solution differs from another one.  Otherwise black cells *jump* to where white ones are, and
patterns without a solution are thrown away.
"""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from tilewright.design.boards_pack import pack
from tilewright.design.boards_stage import Stage
from tilewright.design.common import members

__all__ = ["Jumps", "Pattern", "Slides"]

PACK_STEPS = 4000
GUESSES = 300  # patterns that are thrown at random before a walk by jumps
STRAY = 0.2  # so often a step is made where solutions do not differ


@dataclass(frozen=True, slots=True)
class Pattern:
    """The white cells of a pattern, and how many solutions it has, as `rate` tells."""

    white: int
    solutions: int


class Slides:
    """Walks that carry a solution along."""

    def __init__(self, stage: Stage, black: int, random: Random, pulse: Callable[[], None]) -> None:
        self._stage = stage
        self._black = black
        self._random = random
        self._pulse = pulse
        self._units: list[int] = []
        self._usage: list[int] = []
        self._open: list[int] = []  # units that are not in all solutions
        self._change = (0, 0)  # the unit that goes, and the one that comes
        self._white = 0

    def start(self) -> Pattern | None:
        """Pack the pieces at random."""
        packing = pack(self._stage, self._black, self._random, PACK_STEPS, self._pulse)
        if packing is None:
            return None
        self._units, self._usage = list(packing.units), packing.usage
        return self._stand(self._valued(packing.covered))

    def step(self) -> Pattern | None:
        """Let a unit slide."""
        random, stage = self._random, self._stage
        stray = not self._open or random.random() < STRAY
        going = random.choice(self._units if stray else self._open)
        coming = self._places(going)
        if not coming:
            return None
        self._change = going, random.choice(coming)
        old, new = (stage.units[number].cells for number in self._change)
        return self._valued(self._white & ~old | new)

    def keep(self, pattern: Pattern) -> None:
        """Let the unit stay where it slid."""
        going, coming = self._change
        self._units[self._units.index(going)] = coming
        self._usage = self._usage_after(going, coming)
        self._stand(pattern)

    def _places(self, going: int) -> list[int]:
        """Where a unit could slide: on its own cells and black ones, some of both or not."""
        stage = self._stage
        unit = stage.units[going]
        room = unit.cells | stage.everything & ~self._white
        found = dict.fromkeys(
            number
            for cell in members(room)
            for number in stage.units_at[cell]
            if not stage.units[number].cells & ~room and stage.units[number].size == unit.size
        )
        del found[going]
        return [n for n in found if stage.may_use(self._usage_after(going, n))]

    def _usage_after(self, going: int, coming: int) -> list[int]:
        old, new = (self._stage.units[number].usage for number in (going, coming))
        return [a - b + c for a, b, c in zip(self._usage, old, new, strict=True)]

    def _valued(self, white: int) -> Pattern:
        return Pattern(white, self._stage.rate(white, self._pulse))

    def _stand(self, pattern: Pattern) -> Pattern:
        """Note where the solution differs from another one."""
        self._white = pattern.white
        self._open = []
        if pattern.solutions > 1:
            own = {n for unit in self._units for n in self._stage.units[unit].placements}
            for other in self._stage.solutions(pattern.white, 2, self._pulse):
                if other != own:
                    units = self._stage.units
                    self._open = [
                        u for u in self._units if not other.issuperset(units[u].placements)
                    ]
        return pattern


class Jumps:
    """Walks of black cells alone."""

    def __init__(self, stage: Stage, black: int, random: Random, pulse: Callable[[], None]) -> None:
        self._stage = stage
        self._black = black
        self._random = random
        self._pulse = pulse
        self._white = 0

    def start(self) -> Pattern | None:
        """Throw black cells until there is a solution."""
        for _ in range(GUESSES):
            self._pulse()
            pattern = self._valued(self._stage.everything & ~self._thrown())
            if pattern:
                self._white = pattern.white
                return pattern
        return None

    def step(self) -> Pattern | None:
        """Exchange a black cell and a white one, with all their images."""
        random, orbits = self._random, self._stage.cell_orbits
        going = random.choice([orbit for orbit in orbits if not orbit & self._white])
        alike = [o for o in orbits if o & self._white and o.bit_count() == going.bit_count()]
        if not alike:
            return None
        return self._valued(self._white & ~random.choice(alike) | going)

    def keep(self, pattern: Pattern) -> None:
        """Make it so."""
        self._white = pattern.white

    def _thrown(self) -> int:
        """So many black cells at random, with all their images."""
        orbits = list(self._stage.cell_orbits)
        self._random.shuffle(orbits)
        sums = [1]  # bit k: the orbits from here on can make k cells
        for orbit in reversed(orbits):
            sums.append(sums[-1] | sums[-1] << orbit.bit_count())
        black, left = 0, self._black
        for orbit, rest in zip(orbits, sums[-2::-1], strict=True):
            size = orbit.bit_count()
            if size <= left and rest >> (left - size) & 1:
                black |= orbit
                left -= size
        return black

    def _valued(self, white: int) -> Pattern | None:
        solutions = self._stage.rate(white, self._pulse)
        return Pattern(white, solutions) if solutions else None
