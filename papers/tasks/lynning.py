"""Lynning's search for polygonal jigsaws, each of his strategies with a switch.

A node is a piece that has been put somewhere.  Where he leaves something open, a seed decides: of
equally good corners the one is taken that lies farthest in some direction, and pieces of the same
size and their corners are tried in some order.  What is switched off changes nothing of that.
"""

import cmath
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

from papers.tasks.splice import Polygon, area, interior_angle, is_simple, rest_of
from tilewright.engines import OptionError, require_one_of
from tilewright.polygons.search.jigsaw import Jigsaw

__all__ = ["WORTHS", "LynningSearch", "Placing", "Rules", "Tried"]

ALMOST = 1e-9
DIGITS = 6  # of coordinates that tell places apart
# Fields of his records: of a corner, of a polygon, and of a free piece.
CORNER_WORDS, POLYGON_WORDS, PIECE_WORDS = 5, 3, 4

# What makes a corner good: the least of these, for its angle and the sum of its two sides.
WORTHS: dict[str, Callable[[float, float], tuple[float, ...]]] = {
    "product": lambda angle, sides: (round(angle * sides, 9),),
    "sides": lambda angle, sides: (round(sides, 9), round(angle, 9)),
    "angle": lambda angle, sides: (round(angle, 9), round(sides, 9)),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """What he does, and what can be left out.

    `larger_first`: larger pieces are tried before smaller ones, else after them.
    `smallest_polygon`: a piece goes into the smallest polygon, else into the first of the list.
    `best_vertex`: into the best corner, else into the first that has less than 180°.
    `areas`: give up where a polygon is smaller than every free piece.
    `sides`: give up where a side between two corners of less than 180° is shorter than every side
    of a free piece.
    `memory`: give up where the same region was met before, with the same pieces, in vain.
    """

    larger_first: bool = True
    smallest_polygon: bool = True
    best_vertex: bool = True
    areas: bool = True
    sides: bool = True
    memory: bool = True


@dataclass(frozen=True, slots=True)
class Placing:
    """Where a piece was tried: its corner in the first corner of a polygon, and what was left.

    `rest` is None if it did not fit.
    """

    polygon: Polygon
    piece: Polygon
    corner: int
    rest: list[Polygon] | None


Tried = dict[object, dict[int, Placing]]  # by what is seen from a corner, and by option


@dataclass(frozen=True, slots=True)
class _Option:
    """A corner of a piece, as it is or turned over."""

    number: int
    kind: int
    polygon: Polygon
    corner: int
    angle: float


class LynningSearch:
    """Iterate: each step is a solution found.  `nodes` says what it took so far.

    `words` has for each node how many words his records take there.  `worth` is one of `WORTHS`:
    he does not say what the best corner is, only that short sides and a small angle are good.
    Searches of the same jigsaw may share what they have `tried`.  `at_node` is called at each node,
    and may raise something to end the search.
    """

    def __init__(
        self,
        jigsaw: Jigsaw,
        rules: Rules | None = None,
        *,
        worth: str = "product",
        seed: int = 0,
        tried: Tried | None = None,
        at_node: Callable[[], None] = lambda: None,
    ) -> None:
        require_one_of("worth", worth, WORTHS)
        self.rules = rules or Rules()
        self.nodes = 0
        self.words: list[int] = []
        self.tried: Tried = {} if tried is None else tried
        self._worth = WORTHS[worth]
        self._at_node = at_node
        random = Random(seed)
        self._direction = cmath.rect(1, random.uniform(0, 2 * math.pi))
        self._board = [_clockwise(complex(x, y) for x, y in ring) for ring in jigsaw.board]
        if not all(map(is_simple, self._board)) or any(s.holes for s in jigsaw.puzzle.shapes()):
            raise OptionError("Lynning's outlines have no holes, and touch themselves nowhere")
        self._shapes = [tuple(complex(x, y) for x, y in kind.rings[0]) for kind in jigsaw.kinds]
        self._areas = [area(shape) for shape in self._shapes]
        self._shortest = [
            min(abs(b - a) for a, b in zip(shape, (*shape[1:], shape[0]), strict=True))
            for shape in self._shapes
        ]
        self._free = [len(kind.pieces) for kind in jigsaw.kinds]
        self._options = self._in_order(list(self._all_options(jigsaw)), random)
        self._in_vain: set[object] = set()

    def _all_options(self, jigsaw: Jigsaw) -> Iterator[_Option]:
        for number, (kind, flipped, corner) in enumerate(jigsaw.options.tolist()):
            shape = self._shapes[kind]
            if flipped:
                shape = tuple(point.conjugate() for point in reversed(shape))
            angle = interior_angle(shape, corner, clockwise=False)
            yield _Option(number, kind, shape, corner, angle)

    def _in_order(self, options: list[_Option], random: Random) -> list[_Option]:
        """By size; the options of a piece stay together."""
        random.shuffle(options)
        turns = {kind: random.random() for kind in range(len(self._free))}
        sign = -1 if self.rules.larger_first else 1
        return sorted(options, key=lambda o: (sign * round(self._areas[o.kind], 9), turns[o.kind]))

    def __iter__(self) -> Iterator[None]:
        yield from self._fill(self._board)

    def _fill(self, region: list[Polygon]) -> Iterator[None]:
        if not any(self._free):
            if not region:
                yield None
            return
        if not region or self._is_hopeless(region):
            return
        key = self._key(region)
        if self.rules.memory and key in self._in_vain:
            return
        place = self._place(region)
        polygon = region[place]
        corner, angle = self._corner(polygon)
        found = False
        here = polygon[corner]
        ahead = polygon[(corner + 1) % len(polygon)] - here
        turn = ahead / abs(ahead)
        seen = tuple((p - here) / turn for p in (*polygon[corner:], *polygon[:corner]))
        known = self.tried.setdefault(tuple(map(_rounded, seen)), {})
        for option in self._options:
            if not self._free[option.kind] or option.angle > angle + ALMOST:
                continue
            placing = known.get(option.number)
            if placing is None:
                placing = known[option.number] = _try(seen, option)
            if placing.rest is None:
                continue
            rest = [tuple(turn * p + here for p in one) for one in placing.rest]
            self._free[option.kind] -= 1
            after = [*region[:place], *rest, *region[place + 1 :]]
            self.nodes += 1
            self.words.append(self._words(after))
            self._at_node()
            for solution in self._fill(after):
                found = True
                yield solution
            self._free[option.kind] += 1
        if not found:
            self._in_vain.add(key)

    def _words(self, region: list[Polygon]) -> int:
        outlines = sum(POLYGON_WORDS + CORNER_WORDS * len(polygon) for polygon in region)
        return outlines + PIECE_WORDS * sum(self._free)

    def _is_hopeless(self, region: list[Polygon]) -> bool:
        free = [kind for kind, count in enumerate(self._free) if count]
        least = min(self._areas[kind] for kind in free) - ALMOST
        if self.rules.areas and any(-area(polygon) < least for polygon in region):
            return True
        shortest = min(self._shortest[kind] for kind in free) - ALMOST
        return self.rules.sides and any(_has_short_side(polygon, shortest) for polygon in region)

    def _key(self, region: list[Polygon]) -> object:
        """Which pieces are free, and the sides of the region, where they are."""
        sides = frozenset(
            (_rounded(a), _rounded(b)) for polygon in region for a, b in _sides(polygon)
        )
        return tuple(self._free), sides

    def _place(self, region: list[Polygon]) -> int:
        if not self.rules.smallest_polygon:
            return 0
        areas = [round(-area(polygon), 9) for polygon in region]
        return areas.index(min(areas))

    def _corner(self, polygon: Polygon) -> tuple[int, float]:
        """The corner that is to be filled, and its angle."""
        angles = _angles(polygon)
        convex = [corner for corner, angle in enumerate(angles) if angle < math.pi - ALMOST]
        if not self.rules.best_vertex:
            return convex[0], angles[convex[0]]
        worths = [self._worth(angles[corner], _sides_at(polygon, corner)) for corner in convex]
        best = [c for c, worth in zip(convex, worths, strict=True) if worth == min(worths)]
        corner = max(best, key=lambda c: round((polygon[c] * self._direction).real, 9))
        return corner, angles[corner]


def _try(seen: Polygon, option: _Option) -> Placing:
    rest = rest_of(seen, 0, option.polygon, option.corner)
    return Placing(seen, option.polygon, option.corner, rest)


def _clockwise(points: Iterator[complex]) -> Polygon:
    polygon = tuple(points)
    return polygon if area(polygon) < 0 else polygon[::-1]


def _sides(polygon: Polygon) -> Iterator[tuple[complex, complex]]:
    return zip(polygon, (*polygon[1:], polygon[0]), strict=True)


def _sides_at(polygon: Polygon, corner: int) -> float:
    here = polygon[corner]
    return abs(polygon[corner - 1] - here) + abs(polygon[(corner + 1) % len(polygon)] - here)


def _angles(polygon: Polygon) -> list[float]:
    return [interior_angle(polygon, corner, clockwise=True) for corner in range(len(polygon))]


def _has_short_side(polygon: Polygon, shortest: float) -> bool:
    """Between two corners of less than 180°."""
    convex = [angle < math.pi - ALMOST for angle in _angles(polygon)]
    return any(
        abs(b - a) < shortest and convex[k] and convex[(k + 1) % len(polygon)]
        for k, (a, b) in enumerate(_sides(polygon))
    )


def _rounded(point: complex) -> tuple[float, float]:
    return round(point.real, DIGITS), round(point.imag, DIGITS)
