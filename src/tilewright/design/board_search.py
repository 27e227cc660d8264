"""Change a pattern of black cells, step by step, until one solution is left.

A pattern is as good as its solutions are few; they are counted up to a limit.  Where a solution is
known that has the symmetry of the pattern, one of its units *slides*: it goes where its own cells
and black ones make room for it, so that the pattern stays solvable.  Units are chosen where the
solution differs from another one.  Otherwise black cells *jump* to where white ones are, and
patterns without a solution are thrown away.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, reduce
from itertools import compress
from operator import add, or_

import numpy as np

from tilewright.cover import ExactCover
from tilewright.design.common import members, placement_cells, quick_engine
from tilewright.design.generated import MOST_NODES, Trial, WalkPlace, rate
from tilewright.encoding import Encoding, encode
from tilewright.engines.covers import search
from tilewright.lattices import Motion
from tilewright.orientations import TypeImages
from tilewright.puzzle import Board, Puzzle

PACK_STEPS = 4000
WHIM = 0.05  # so often any unit is laid, not the one that disturbs the least
GUESSES = 300  # patterns that are thrown at random before a walk by jumps
STRAY = 0.2  # so often a step is made where solutions do not differ


@dataclass(frozen=True, slots=True)
class Unit:
    """Placements that are laid together: their cells, and how many there are of each type."""

    placements: tuple[int, ...]
    cells: int
    size: int
    usage: tuple[int, ...]


class PatternBoard:
    """A whole board with pieces, and the motions that patterns on it keep.

    Cells and placements are numbers, sets of cells are bits of a number.  With a symmetry, a
    solution that is the only one is symmetric itself; so placements are laid in *units*, each a
    placement with its images.  The exact cover problem of a pattern is the whole board's, with the
    black cells' items and options left out.
    """

    def __init__(self, puzzle: Puzzle, motions: Sequence[Motion]) -> None:
        self.puzzle = puzzle
        self.motions = tuple(motions)
        self.encoding: Encoding = encode(puzzle)
        placements = self.encoding.placements
        self.types = placements.types
        self.cells = placements.ground.cells
        self.everything = (1 << len(self.cells)) - 1
        number = {cell: k for k, cell in enumerate(self.cells)}
        self._moved = [[number[motion(cell)] for cell in self.cells] for motion in motions]
        images = TypeImages(puzzle, self.types)
        self._images = [images[motion] for motion in motions]
        self._rows = placement_cells(self.encoding)
        self._masks = [sum(1 << cell for cell in row) for row in self._rows]
        self.engine = quick_engine(self.encoding.problem)
        self._owners = self.encoding.problem.owners
        self._lengths = np.bincount(self._owners)

    @cached_property
    def cell_orbits(self) -> tuple[int, ...]:
        """Cells that the motions map to each other, as sets."""
        orbits = ({moved[cell] for moved in self._moved} for cell in range(len(self.cells)))
        return tuple(dict.fromkeys(sum(1 << cell for cell in orbit) for orbit in orbits))

    @property
    def pieces_move(self) -> bool:
        """Do the motions of the patterns map the pieces to each other?"""
        return all(images is not None for images in self._images)

    @cached_property
    def units(self) -> tuple[Unit, ...]:
        """The placements with their images; only those that can be laid together.

        There are none if the motions do not map the pieces to each other.
        """
        if not self.pieces_move:
            return ()
        types = self.encoding.type_of_option.tolist()
        numbers = {(types[k], mask): k for k, mask in enumerate(self._masks)}
        found: dict[tuple[int, ...], None] = {}
        for k, row in enumerate(self._rows):
            orbit = {
                numbers[images[types[k]], sum(1 << moved[cell] for cell in row)]
                for moved, images in zip(self._moved, self._images, strict=True)
                if images is not None
            }
            found[tuple(sorted(orbit))] = None
        units = []
        for placements in found:
            cells = reduce(or_, (self._masks[k] for k in placements))
            size = sum(len(self._rows[k]) for k in placements)
            uses = Counter(types[k] for k in placements)
            usage = tuple(uses[kind] for kind in range(len(self.types)))
            if cells.bit_count() == size and self.may_use(usage, and_more=True):
                units.append(Unit(placements, cells, size, usage))
        return tuple(units)

    @cached_property
    def units_at(self) -> tuple[tuple[int, ...], ...]:
        """The numbers of the units on each cell."""
        found: list[list[int]] = [[] for _ in self.cells]
        for number, unit in enumerate(self.units):
            for cell in members(unit.cells):
                found[cell].append(number)
        return tuple(map(tuple, found))

    def may_use(self, usage: Sequence[int], *, and_more: bool = False) -> bool:
        """Is that how often the pieces may be used, or, with `and_more`, not too often?"""
        return all(
            (and_more or kind.count.lo <= used) and (kind.count.hi is None or used <= kind.count.hi)
            for kind, used in zip(self.types, usage, strict=True)
        )

    def problem(self, white: int) -> tuple[ExactCover, np.ndarray[tuple[int], np.dtype[np.intp]]]:
        """The exact cover problem of the white cells, and the placement of each option."""
        whole = self.encoding.problem
        cells = len(self.cells)
        packed = np.frombuffer(white.to_bytes(cells // 8 + 1, "little"), dtype=np.uint8)
        there = np.ones(whole.item_count, dtype=np.bool_)
        there[:cells] = np.unpackbits(packed, bitorder="little")[:cells]
        stay = np.ones(whole.option_count, dtype=np.bool_)
        stay[self._owners[~there[whole.entries]]] = False
        numbers = np.cumsum(there) - 1
        problem = ExactCover(
            items=tuple(compress(whole.items, there)),
            starts=np.concatenate(([0], np.cumsum(self._lengths[stay]))),
            entries=numbers[whole.entries[stay[self._owners]]].astype(np.uint32),
        )
        return problem, np.flatnonzero(stay)

    def rate(self, white: int, progress: Callable[[], None]) -> int:
        """How many solutions a pattern has: see `tilewright.design.generated.rate`."""
        return rate(self.problem(white)[0], self.engine, progress)

    def other_solution(
        self, white: int, own: set[int], progress: Callable[[], None]
    ) -> set[int] | None:
        """Another solution than a set of placements, if one is soon found."""
        problem, numbers = self.problem(white)
        other = None
        for batch in search(problem, engine=self.engine, max_solutions=2, max_nodes=MOST_NODES):
            progress()
            for found in (set(numbers[list(cover)].tolist()) for cover in batch):
                other = other if found == own else found
        return other


@dataclass(frozen=True)
class Pattern(WalkPlace):
    """The white cells of a pattern; and the units of a solution that slides along."""

    white: int
    units: tuple[int, ...] = ()
    usage: tuple[int, ...] = ()


@dataclass
class _PatternWalk:
    """Walks from pattern to pattern with a number of black cells."""

    stage: PatternBoard
    black: int
    trial: Trial

    def puzzle(self, place: Pattern) -> Puzzle:
        """The puzzle with the white cells as its board."""
        white = [self.stage.cells[cell] for cell in members(place.white)]
        return replace(self.stage.puzzle, board=Board(tuple(white)))


class Slides(_PatternWalk):
    """Walks that carry a solution along."""

    _open: tuple[Pattern | None, list[int]] = None, []  # the last place, and its open units

    def start(self) -> Pattern | None:
        """Pack the pieces at random, so that the wanted number of cells stays free.

        Each step lays a unit on some free cell, one that displaces few cells.
        """
        stage, random = self.stage, self.trial.random
        packing = _Packing(stage)
        target = len(stage.cells) - self.black
        for _ in range(PACK_STEPS):
            self.trial.progress()
            covered = packing.covered.bit_count()
            if covered == target and stage.may_use(packing.usage):
                white = packing.covered
                rating = stage.rate(white, self.trial.progress)
                return Pattern(rating, white, tuple(packing.units), tuple(packing.usage))
            if covered >= target and packing.units:
                packing.remove(random.choice(list(packing.units)))
                continue
            here = stage.units_at[random.choice(members(stage.everything & ~packing.covered))]
            if not here:
                continue
            number = random.choice(here)
            if random.random() >= WHIM:
                number = min(here, key=lambda n: (packing.loss(n), random.random()))
            for other in packing.in_the_way(number):
                packing.remove(other)
            packing.add(number)
        return None

    def step(self, place: Pattern) -> Pattern | None:
        """Let a unit slide."""
        if self._open[0] is not place:
            self._open = place, self._open_units(place)
        stage, random, open_units = self.stage, self.trial.random, self._open[1]
        stray = not open_units or random.random() < STRAY
        going = random.choice(place.units if stray else open_units)
        found = self._places(place, going)
        if not found:
            return None
        coming, usage = random.choice(found)
        white = place.white & ~stage.units[going].cells | stage.units[coming].cells
        units = tuple(coming if unit == going else unit for unit in place.units)
        return Pattern(stage.rate(white, self.trial.progress), white, units, usage)

    def _places(self, place: Pattern, going: int) -> list[tuple[int, tuple[int, ...]]]:
        """Where a unit could slide, on its own cells and black ones; with the usage after that."""
        stage = self.stage
        unit = stage.units[going]
        room = unit.cells | stage.everything & ~place.white
        found = dict.fromkeys(
            number
            for cell in members(room)
            for number in stage.units_at[cell]
            if not stage.units[number].cells & ~room and stage.units[number].size == unit.size
        )
        del found[going]
        others = [a - b for a, b in zip(place.usage, unit.usage, strict=True)]
        after = ((number, tuple(map(add, others, stage.units[number].usage))) for number in found)
        return [(number, usage) for number, usage in after if stage.may_use(usage)]

    def _open_units(self, pattern: Pattern) -> list[int]:
        """The units by which the solution differs from another one."""
        if pattern.solutions == 1:
            return []
        units = self.stage.units
        own = {n for unit in pattern.units for n in units[unit].placements}
        other = self.stage.other_solution(pattern.white, own, self.trial.progress)
        return [u for u in pattern.units if other and not other.issuperset(units[u].placements)]


class _Packing:
    """Units on a board: laid one by one, whatever is in the way taken off."""

    def __init__(self, stage: PatternBoard) -> None:
        self._types, self._all_units = stage.types, stage.units
        self.covered = 0
        self.usage = [0] * len(stage.types)
        self.units: dict[int, None] = {}
        self._owner = [-1] * len(stage.cells)

    def add(self, number: int) -> None:
        """Lay a unit on free cells."""
        unit = self._all_units[number]
        self.units[number] = None
        self.covered |= unit.cells
        for cell in members(unit.cells):
            self._owner[cell] = number
        self.usage = [a + b for a, b in zip(self.usage, unit.usage, strict=True)]

    def remove(self, number: int) -> None:
        """Take a unit off."""
        unit = self._all_units[number]
        del self.units[number]
        self.covered &= ~unit.cells
        self.usage = [a - b for a, b in zip(self.usage, unit.usage, strict=True)]

    def loss(self, number: int) -> int:
        """How many cells fewer are covered after a unit has been laid."""
        units = self._all_units
        return sum(units[n].size for n in self.in_the_way(number)) - units[number].size

    def in_the_way(self, number: int) -> list[int]:
        """The units that have to go if this one is laid: on its cells, or too many of a type."""
        unit = self._all_units[number]
        gone = dict.fromkeys(self._owner[cell] for cell in members(unit.cells & self.covered))
        for k, (kind, more) in enumerate(zip(self._types, unit.usage, strict=True)):
            if not more or kind.count.hi is None:
                continue
            excess = self.usage[k] + more - kind.count.hi
            excess -= sum(self._all_units[other].usage[k] for other in gone)
            for other in self.units:
                if excess <= 0:
                    break
                if other not in gone and self._all_units[other].usage[k]:
                    gone[other] = None
                    excess -= self._all_units[other].usage[k]
        return list(gone)


class Jumps(_PatternWalk):
    """Walks of black cells alone."""

    def start(self) -> Pattern | None:
        """Throw black cells until there is a solution."""
        for _ in range(GUESSES):
            self.trial.progress()
            if pattern := self._rated(self.stage.everything & ~self._thrown()):
                return pattern
        return None

    def step(self, place: Pattern) -> Pattern | None:
        """Exchange a black cell and a white one, with all their images."""
        random, orbits = self.trial.random, self.stage.cell_orbits
        going = random.choice([orbit for orbit in orbits if not orbit & place.white])
        alike = [o for o in orbits if o & place.white and o.bit_count() == going.bit_count()]
        return self._rated(place.white & ~random.choice(alike) | going) if alike else None

    def _thrown(self) -> int:
        """So many black cells at random, with all their images."""
        orbits = list(self.stage.cell_orbits)
        self.trial.random.shuffle(orbits)
        sums = [1]  # bit k: the orbits from here on can make k cells
        for orbit in reversed(orbits):
            sums.append(sums[-1] | sums[-1] << orbit.bit_count())
        black, left = 0, self.black
        for orbit, rest in zip(orbits, sums[-2::-1], strict=True):
            size = orbit.bit_count()
            if size <= left and rest >> (left - size) & 1:
                black |= orbit
                left -= size
        return black

    def _rated(self, white: int) -> Pattern | None:
        solutions = self.stage.rate(white, self.trial.progress)
        return Pattern(solutions, white) if solutions else None
