"""Solutions in which no four pieces meet in a point."""

import re
from collections.abc import Iterable, Mapping
from decimal import Decimal, localcontext
from fractions import Fraction
from functools import lru_cache
from operator import add

import numpy as np

from tilewright.cover import Item
from tilewright.encoding import Encoding
from tilewright.engines import OptionError
from tilewright.lattices import Cell, Kind, Lattice, plus
from tilewright.puzzle import Puzzle
from tilewright.solutions.requirements.requirement import Extra, Requirement, met_by
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
        plain = [c for c in self._points if len(c) == FOUR and self._must.issuperset(c)]
        points_of: list[list[int]] = [[] for _ in encoding.placements.ground.cells]
        for point, cells in enumerate(plain):
            for cell in cells:
                points_of[encoding.placements.cell_numbers[cell]].append(point)
        options, found = [np.empty(0, np.int64)], [np.empty(0, np.int64)]
        for _, rows, met, times in met_by(encoding.placements, points_of, len(plain)):
            options.append(rows[times > 1])
            found.append(met[times > 1])
        items = tuple(Item(f"{self.name}.{point}", 1, 2) for point in range(len(plain)))
        complete = len(plain) == len(self._points)
        return Extra(items, np.concatenate(options), np.concatenate(found), complete)


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
    found = {kind.at: _corners(on, kind) for kind in on.kinds}
    plain = dict(found)
    for kind in on.kinds:
        if kind.shape != "segment":
            near = [
                (step, plain[on.kind_at(plus(kind.at, step)).at]) for step in kind.edges.values()
            ]
            points = [tuple(map(add, step, corner)) for step, ring in near for corner in ring]
            found[kind.at] = _with_points_on_sides(plain[kind.at], points)
    return found


def _corners(on: Lattice, kind: Kind) -> tuple[Point, ...]:
    if not on.flat or kind.shape not in ("polygon", "segment"):
        raise OptionError(
            f"no-crossroads is about points where pieces meet in the plane: the cells of lattice "
            f"{on.name!r} are no polygons or sticks there"
        )
    return tuple(tuple(map(_value, corner)) for corner in kind.corners)


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
    total = Fraction(0)
    for sign, above, below in re.findall(r"([+-]?)([^-+/]+)/?(\d*)", text):
        term = Fraction(f"{sign}1/{below or 1}")
        for radicand, factor in re.findall(r"sqrt\((\d+)\)|(\d+)", above):
            term *= _root(int(radicand)) if radicand else int(factor)
        total += term
    return total


def _root(number: int) -> Fraction:
    with localcontext() as context:
        context.prec = 2 * DIGITS + len(str(number))
        return Fraction(Decimal(number).sqrt()).limit_denominator(10**DIGITS)
