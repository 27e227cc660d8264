"""Keys and locks: marks on edges as bumps and notches, so that one sees which of them fit.

Marks that are paired with others become bumps (keys) and notches (locks) of the same form; a key
that goes into locks of several forms is a slim peg.  Marks that face their own kind, or that can
not be told apart like that, become half discs of a colour, which meet to whole ones.
"""

import math
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from tilewright.lattices import Cell, Lattice, Vector, plus
from tilewright.puzzle import NOTHING, PLAIN, EdgeMark, Marks, Puzzle
from tilewright.render.cells import Edge, corners, from_point, has_sticks
from tilewright.render.outlines import around, centroid
from tilewright.render.palette import colour
from tilewright.render.scene import Point, Ring
from tilewright.render.signs import Sign, colour_named, filled, letters_at, telling_letters

KEY = re.compile(
    r"key|tab|peg|plug|pin|knob|bump|tongue|tooth|(?<!fe)male|out|joker|\+", re.IGNORECASE
)
LOCK = re.compile(r"lock|slot|hole|socket|notch|groove|pocket|female|in\b|-", re.IGNORECASE)

# Half of each form: points from the edge outwards, as (beside the middle, above the edge), where
# the cell is about 1 wide.  The other half is its mirror image, so that forms fit turned over too.
FORMS: tuple[tuple[Point, ...], ...] = (
    (
        (0.065, 0.0),
        *(
            (0.12 * math.cos(math.radians(a)), 0.13 + 0.12 * math.sin(math.radians(a)))
            for a in range(-57, 90, 14)
        ),
        (0.0, 0.25),
    ),
    ((0.11, 0.0), (0.11, 0.2)),
    ((0.17, 0.0), (0.0, 0.22)),
    ((0.07, 0.0), (0.15, 0.18)),
    ((0.18, 0.0), (0.18, 0.08), (0.07, 0.08), (0.07, 0.2)),
    ((0.2, 0.0), (0.08, 0.18)),
)
SLIM = ((0.045, 0.0), (0.045, 0.17), (0.0, 0.2))  # goes into any of them
DISC = 0.2  # the radius of half discs
LETTER, SIZE = 0.45, 0.6  # how far in their letters stand and how large, where the radius is 1


@dataclass(frozen=True)
class Joints:
    """How the marks of a puzzle look."""

    on: Lattice
    marks: Marks

    @classmethod
    def of(cls, puzzle: Puzzle) -> "Joints":
        """Those of a puzzle; sticks show none, and neither does a board without pieces that do."""
        seen = any(piece.marks for piece in puzzle.pieces) and not has_sticks(puzzle.lattice)
        return cls(puzzle.lattice, puzzle.marks if seen and puzzle.marks else Marks())

    def detours(self, marks: Iterable[EdgeMark]) -> dict[Edge, Ring]:
        """For each side with a bump or a notch, how the outline goes there."""
        return {
            side: _detour(side, form, scale)
            for mark in marks
            if (form := self._forms.get(mark.mark))
            for side, scale in self._sides(mark.cell, mark.step)
        }

    def board_detours(self, cells: Iterable[Cell]) -> dict[Edge, Ring]:
        """The same for a board whose border has a mark: what is a lock there, is a bump here."""
        form = self._forms.get(self.marks.border)
        if form is None:
            return {}
        board = set(cells)
        inverse = tuple((x, -y) for x, y in form)
        return {
            side: _detour(side, inverse, scale)
            for cell in sorted(board)
            for step, there in self.on.neighbours(cell).items()
            if there not in board
            for side, scale in self._sides(cell, step)
        }

    def signs(self, marks: Iterable[EdgeMark]) -> tuple[Sign, ...]:
        """The half discs."""
        found: list[Sign] = []
        letters = telling_letters(self._fills)
        for mark in marks:
            fill = self._fills.get(mark.mark, "")
            for ((ax, ay), (bx, by)), scale in self._sides(mark.cell, mark.step) if fill else ():
                at, radius = ((ax + bx) / 2, (ay + by) / 2), DISC * scale
                start = math.atan2(by - ay, bx - ax)
                ring = tuple(from_point(at, radius, start + math.pi * k / 12) for k in range(13))
                found.append(filled((ring,), fill, 0.1 * radius))
                if letter := letters.get(mark.mark):
                    inside = from_point(at, LETTER * radius, start + math.pi / 2)
                    found.append(letters_at(inside, letter, SIZE * radius, fill))
        return tuple(found)

    @cached_property
    def _partners(self) -> dict[str, frozenset[str]]:
        """Which marks face which, apart from plain edges and the outside."""
        names = sorted(self.marks.names - {PLAIN, NOTHING})
        return {one: frozenset(b for b in names if self.marks.fit(one, b)) for one in names}

    @cached_property
    def _keys(self) -> dict[str, bool]:
        """Is it a key?  Marks that are neither key nor lock are left out."""
        found: dict[str, bool] = {}
        for name in sorted(self._partners, key=_how_clear):
            if name in found:
                continue
            group = {name: not (LOCK.search(name) and not KEY.search(name))}
            todo, sound = [name], bool(self._partners[name])
            while todo:
                one = todo.pop()
                for other in sorted(self._partners[one]):
                    if other not in group:
                        group[other] = not group[one]
                        todo.append(other)
                    sound = sound and group[other] != group[one]
            if sound:
                found |= group
        return found

    @cached_property
    def _forms(self) -> Mapping[str, tuple[Point, ...]]:
        """Half the outline of each key and lock; that of a lock goes inwards."""
        by_partners: dict[frozenset[str], tuple[Point, ...]] = {}
        found: dict[str, tuple[Point, ...]] = {}
        locks = [name for name, key in self._keys.items() if not key]
        for name in sorted(locks):
            form = by_partners.setdefault(
                self._partners[name], FORMS[len(by_partners) % len(FORMS)]
            )
            found[name] = tuple((x, -y) for x, y in form)
        for name in (name for name, key in self._keys.items() if key):
            forms = {found[lock] for lock in self._partners[name]}
            found[name] = tuple((x, -y) for x, y in forms.pop()) if len(forms) == 1 else SLIM
        return found

    @cached_property
    def _fills(self) -> Mapping[str, str]:
        """The colour of each half disc; marks that face the same ones have the same."""
        groups = {
            name: partners or frozenset((name,))
            for name, partners in self._partners.items()
            if name not in self._keys
        }
        numbers = {group: number for number, group in enumerate(dict.fromkeys(groups.values()))}
        return {name: colour_named(name) or colour(numbers[one]) for name, one in groups.items()}

    def _sides(self, cell: Cell, step: Vector) -> Iterator[tuple[Edge, float]]:
        """The longest side that a cell shares with its neighbour, if any: the cell is to its left.

        Its scale, too: what is on it is as large as the side and both its cells allow.
        """
        rings = [corners(self.on, one) for one in (cell, plus(cell, step))]
        there = {(end, start) for start, end in around(rings[1])}
        shared = [side for side in around(rings[0]) if side in there]
        if shared:
            side = max(shared, key=lambda side: round(math.dist(*side), 6))
            (ax, ay), (bx, by) = side
            length = math.dist(*side)
            middles = map(centroid, rings)
            far = (abs((x - ax) * (by - ay) - (y - ay) * (bx - ax)) for x, y in middles)
            yield side, min(length, *(2 * one / length for one in far))


def _how_clear(name: str) -> tuple[bool, bool]:
    """Names that say key come first, then those that say lock."""
    return not KEY.search(name), not LOCK.search(name)


def _detour(side: Edge, form: tuple[Point, ...], scale: float) -> Ring:
    """The points of a form on a side; what is outside of the cell is to the right of it."""
    (ax, ay), (bx, by) = side
    length = math.dist(*side)
    ux, uy = (bx - ax) / length, (by - ay) / length
    mx, my = (ax + bx) / 2, (ay + by) / 2
    whole = [(-x, y) for x, y in form] + [(x, y) for x, y in reversed(form) if x]
    return tuple(
        (
            round(mx + scale * (x * ux + y * uy), 9) + 0.0,
            round(my + scale * (x * uy - y * ux), 9) + 0.0,
        )
        for x, y in whole
    )
