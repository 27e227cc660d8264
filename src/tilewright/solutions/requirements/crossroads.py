"""Solutions in which no four pieces meet in a point."""

import re
from collections.abc import Iterable, Mapping
from decimal import Decimal, localcontext
from fractions import Fraction
from functools import cached_property, lru_cache
from operator import add

import numpy as np

from tilewright.cover import Item
from tilewright.encoding import Encoding
from tilewright.engines import OptionError
from tilewright.lattices import Cell, Kind, Lattice, plus
from tilewright.puzzle import Puzzle
from tilewright.solutions.requirements.requirement import (
    Extra,
    Requirement,
)
from tilewright.solutions.solution import Solution

Point = tuple[Fraction, ...]

DIGITS = 12  # to which square roots are taken; points are told apart by half as many
NEAR = Fraction(1, 10 ** (DIGITS // 2))
LATTICES = 64  # that are kept
FOUR = 4  # pieces make a crossroads


class NoCrossroads(Requirement):
    """Nowhere do four different pieces, or more, meet in a point."""

    name = "no-crossroads"

    def __init__(self, puzzle: Puzzle) -> None:
        self._must = set(puzzle.board.must)
        around = meeting_cells(puzzle.lattice, puzzle.board.cells).values()
        self._points = [cells for cells in around if len(cells) >= FOUR]

    def holds(self, solution: Solution) -> bool:
        """Are there at most three pieces round each point?"""
        of = solution.owners
        return all(len({of[cell] for cell in cells if cell in of}) < FOUR for cells in self._points)

    def extra(self, encoding: Encoding) -> Extra:
        """An item for each point where four cells meet: one or two pieces have two of them.

        Where more cells meet, or one may stay empty, an item cannot say it.
        """
        plain = self._plain
        points_of: dict[int, list[int]] = {}  # of each cell, by number
        numbers = encoding.placements.cell_numbers
        for point, cells in enumerate(plain):
            for cell in cells:
                points_of.setdefault(numbers[cell], []).append(point)
        options, found = [], []
        placements = encoding.placements
        for k, block in enumerate(placements.blocks):
            for row, cells in enumerate(placements.cells(block).tolist()):
                met = [point for cell in cells for point in points_of.get(cell, ())]
                twice = {point for point in met if met.count(point) > 1}
                options += [int(placements.starts[k]) + row] * len(twice)
                found += sorted(twice)
        items = tuple(Item(f"{self.name}.{point}", 1, 2) for point in range(len(plain)))
        complete = len(plain) == len(self._points)
        return Extra(items, np.array(options, np.int64), np.array(found, np.int64), complete)

    @cached_property
    def _plain(self) -> list[tuple[Cell, ...]]:
        """The points where four cells meet, all of which must be covered."""
        return [c for c in self._points if len(c) == FOUR and self._must.issuperset(c)]


def meeting_cells(on: Lattice, cells: Iterable[Cell]) -> Mapping[Point, tuple[Cell, ...]]:
    """The cells round each point where some of these have a corner, or a stick has its end.

    A cell is also there if the point lies on one of its sides.  Corners come from the lattice's
    file.  They are fractions, so that cells that share one agree about it exactly.  A square root
    is taken to many digits, and points are told apart to a few less.
    """
    found: dict[Point, list[Cell]] = {}
    outlines = _outlines(on)
    for cell in cells:
        kind = on.kind_at(cell)
        for corner in outlines[kind.at]:
            point = tuple(round(at, DIGITS // 2) for at in map(add, cell, corner))
            found.setdefault(point, []).append(cell)
    return {point: tuple(some) for point, some in found.items()}


@lru_cache(maxsize=LATTICES)
def _outlines(on: Lattice) -> Mapping[Cell, tuple[Point, ...]]:
    """The corners of each kind, seen from its cell, with those of neighbours on its sides."""
    plain = {kind.at: _corners(on, kind) for kind in on.kinds}
    return {
        kind.at: plain[kind.at]
        if kind.shape == "segment"
        else _with_points_on_sides(plain[kind.at], _corners_around(on, kind, plain))
        for kind in on.kinds
    }


def _corners(on: Lattice, kind: Kind) -> tuple[Point, ...]:
    if not on.flat or kind.shape not in ("polygon", "segment"):
        raise OptionError(
            f"no-crossroads is about points where pieces meet in the plane: the cells of lattice "
            f"{on.name!r} are no polygons or sticks there"
        )
    return tuple(tuple(map(_value, corner)) for corner in kind.corners)


def _corners_around(
    on: Lattice, kind: Kind, plain: Mapping[Cell, tuple[Point, ...]]
) -> list[Point]:
    found: list[Point] = []
    for step in kind.edges.values():
        other = on.kind(plus(kind.at, step))
        assert other is not None
        found += [tuple(map(add, step, corner)) for corner in plain[other.at]]
    return found


def _with_points_on_sides(ring: tuple[Point, ...], points: list[Point]) -> tuple[Point, ...]:
    """Of cells that tile the plane, only neighbours can have a corner on a side."""
    sides = list(zip(ring, (*ring[1:], *ring[:1]), strict=True))
    found = {point: None for point in points if any(_inside(point, *side) for side in sides)}
    return (*ring, *(p for p in found if all(_apart(p, corner) for corner in ring)))


def _inside(point: Point, start: Point, end: Point) -> bool:
    """Is the point on the line between the two, and neither of them?"""
    (x, y), (a, b), (c, d) = point, start, end
    length = (c - a) ** 2 + (d - b) ** 2
    if abs((x - a) * (d - b) - (y - b) * (c - a)) > NEAR * length:
        return False
    return NEAR * length < (x - a) * (c - a) + (y - b) * (d - b) < (1 - NEAR) * length


def _apart(one: Point, other: Point) -> bool:
    return any(abs(a - b) > NEAR for a, b in zip(one, other, strict=True))


def _value(text: str) -> Fraction:
    """What an expression such as -1/2+2sqrt(3)/3 is worth."""
    return sum((_term(term) for term in re.findall(r"[+-]?[^+-]+", text)), Fraction(0))


def _term(text: str) -> Fraction:
    value = Fraction(-1 if text.startswith("-") else 1)
    above, _, below = text.lstrip("+-").partition("/")
    for radicand in re.findall(r"sqrt\((\d+)\)", above):
        value *= _root(int(radicand))
    for factor in re.findall(r"\d+", re.sub(r"sqrt\(\d+\)", "", above)):
        value *= int(factor)
    return value / int(below or 1)


def _root(number: int) -> Fraction:
    with localcontext() as context:
        context.prec = 2 * DIGITS + len(str(number))
        return Fraction(Decimal(number).sqrt()).limit_denominator(10**DIGITS)
