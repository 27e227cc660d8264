"""Random dissections: a board is cut into pieces, which are turned, shifted and named anew.

Cuts run along lines a·x + b·y = c with small whole numbers, and bend where two such lines meet.  So
every corner lies on two such lines (or sides of the board), and its coordinates are fractions with
small denominators, however many cuts there are.

A region is a set of directed sides with its inside on the left.  Cutting it along segments adds
each segment in both directions; then the sides are linked anew: at every point the next side is
the first one clockwise from where one came.  Rings that run counter-clockwise are outlines of
parts, the others are holes.
"""

import math
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import chain, pairwise
from random import Random
from string import ascii_uppercase
from typing import TypeVar

from tilewright.design.generated import NothingMadeError
from tilewright.engines import OptionError, require_one_of
from tilewright.polygons.exact.numbers import Number
from tilewright.polygons.model.puzzle import PolygonPiece, PolygonPuzzle, Shape
from tilewright.polygons.model.solution import PlacedPolygon, PolygonSolution

KINDS = ("convex", "crooked", "commensurable")
BOARDS = ("square", "convex", "star")
MOST_PIECES = 500
MOST_HOLES = 50
TRIES = 80  # cuts of a piece, before another one is looked for
LARGER = 30  # times the board is made larger, if it cannot be cut into N pieces
SMALLEST = Fraction(1, 5)  # share of a piece that a cut leaves on either side
SHORTEST = Fraction(1, 60)  # a side squared, as a share of the area of a piece
STEEPEST = 9  # numbers a and b of a line
STEEP = 2  # the same, if pieces are to be commensurable
PYTHAGOREAN = ((3, 4, 5), (5, 12, 13), (8, 15, 17), (7, 24, 25), (20, 21, 29), (12, 35, 37))

T = TypeVar("T")
Spot = tuple[Fraction, Fraction]
Loop = tuple[Spot, ...]
Segment = tuple[Spot, Spot]


@dataclass(frozen=True, slots=True)
class Line:
    """The points for which a·x + b·y = c."""

    a: int
    b: int
    c: int

    def side(self, spot: Spot) -> Fraction:
        """Zero on the line, positive on one side of it."""
        return self.a * spot[0] + self.b * spot[1] - self.c

    def meet(self, other: "Line") -> Spot | None:
        """Where two lines cross, unless they are parallel."""
        below = self.a * other.b - self.b * other.a
        if below == 0:
            return None
        return (
            Fraction(self.c * other.b - self.b * other.c, below),
            Fraction(self.a * other.c - self.c * other.a, below),
        )


@dataclass(frozen=True, slots=True)
class Region:
    """A polygon, maybe with holes: the outline runs counter-clockwise, the holes clockwise."""

    outline: Loop
    holes: tuple[Loop, ...] = ()

    @property
    def loops(self) -> tuple[Loop, ...]:
        """The outline, then the holes."""
        return (self.outline, *self.holes)

    @property
    def area(self) -> Fraction:
        """Its area, without the holes."""
        return sum(map(loop_area, self.loops), Fraction(0))

    def sides(self) -> Iterator[Segment]:
        """All sides, with the inside on the left."""
        return chain.from_iterable(map(loop_sides, self.loops))

    def contains(self, spot: Spot) -> bool:
        """Is the point inside, and not on the boundary?"""
        inside = False
        for p, q in self.sides():
            if is_between(spot, p, q):
                return False
            if (p[1] > spot[1]) != (q[1] > spot[1]):
                inside ^= (turn(p, q, spot) > 0) == (q[1] > p[1])
        return inside


def loop_sides(loop: Loop) -> Iterator[Segment]:
    """The sides of a loop."""
    return zip(loop, (*loop[1:], loop[0]), strict=True)


def _corners(loop: Loop) -> Iterator[tuple[Spot, Spot, Spot]]:
    """Each corner between those before and after it."""
    return zip((loop[-1], *loop[:-1]), loop, (*loop[1:], loop[0]), strict=True)


def loop_area(loop: Loop) -> Fraction:
    """Positive if the loop runs counter-clockwise."""
    return sum((p[0] * q[1] - p[1] * q[0] for p, q in loop_sides(loop)), Fraction(0)) / 2


def turn(p: Spot, q: Spot, r: Spot) -> Fraction:
    """Positive if the way from p over q to r bends to the left."""
    return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])


def is_between(spot: Spot, p: Spot, q: Spot) -> bool:
    """Is the point on the segment, ends included?"""
    near = all(min(a, b) <= c <= max(a, b) for a, b, c in zip(p, q, spot, strict=True))
    return near and turn(p, q, spot) == 0


def meet(one: Segment, other: Segment) -> bool:
    """Do two segments have a point in common?"""
    (p, q), (r, s) = one, other
    if max(p[0], q[0]) < min(r[0], s[0]) or max(r[0], s[0]) < min(p[0], q[0]):
        return False
    if any(is_between(x, p, q) for x in (r, s)) or any(is_between(x, r, s) for x in (p, q)):
        return True
    return turn(p, q, r) * turn(p, q, s) < 0 and turn(r, s, p) * turn(r, s, q) < 0


def is_simple(loop: Loop) -> bool:
    """Does it run counter-clockwise, meet itself nowhere, and bend at every corner?"""
    sides = list(loop_sides(loop))
    if any(turn(*corner) == 0 for corner in _corners(loop)) or loop_area(loop) <= 0:
        return False
    apart = ((a, b) for n, a in enumerate(sides) for b in sides[n + 2 : len(sides) - (n == 0)])
    return not any(meet(a, b) for a, b in apart)


def straight_cut(region: Region, line: Line) -> list[Segment]:
    """The stretches of a line that lie inside the region."""
    pairs = pairwise(sorted(_crossings(region, line)))
    return [(p, q) for p, q in pairs if region.contains(((p[0] + q[0]) / 2, (p[1] + q[1]) / 2))]


def bent_cut(region: Region, lines: Sequence[Line], ways: Sequence[bool]) -> list[Segment]:
    """A cut that follows one line after the other, from the boundary to the boundary.

    `ways` says in which direction it leaves along the first line, and along the last.  Empty if
    there is no such cut.
    """
    corners = [one.meet(other) for one, other in pairwise(lines)]
    inner = [corner for corner in corners if corner is not None and region.contains(corner)]
    if len(inner) < len(corners):
        return []
    path = [
        _first(region, lines[0], inner[0], forward=ways[0]),
        *inner,
        _first(region, lines[-1], inner[-1], forward=ways[1]),
    ]
    found = list(pairwise(path))
    if any(meet(side, middle) for side in region.sides() for middle in found[1:-1]):
        return []
    apart = [(a, b) for n, a in enumerate(found) for b in found[n + 2 :]]
    return [] if any(meet(a, b) for a, b in apart) else found


def cut(region: Region, segments: Sequence[Segment]) -> list[Region]:
    """The parts into which the segments cut the region; they may also be sides of an island."""
    ends = {spot for segment in segments for spot in segment}
    edges: list[Segment] = [half for s in segments for half in (s, s[::-1])]
    for p, q in region.sides():
        stops = sorted({p, q} | {spot for spot in ends if is_between(spot, p, q)})
        stops = stops if p < q else stops[::-1]
        edges += pairwise(stops)
    loops = [
        tuple(q for p, q, r in _corners(loop) if turn(p, q, r) != 0) for loop in _linked(edges)
    ]
    outlines = [loop for loop in loops if loop_area(loop) > 0]
    holes: dict[Loop, list[Loop]] = {outline: [] for outline in outlines}
    for hole in loops:
        if loop_area(hole) < 0:
            around = [o for o in outlines if Region(o).contains(hole[0])]
            holes[min(around, key=loop_area)].append(hole)
    return [Region(outline, tuple(inside)) for outline, inside in holes.items()]


def _crossings(region: Region, line: Line) -> set[Spot]:
    spots = set()
    for p, q in region.sides():
        a, b = line.side(p), line.side(q)
        if a == 0:
            spots.add(p)
        elif a * b < 0:
            share = a / (a - b)
            spots.add((p[0] + share * (q[0] - p[0]), p[1] + share * (q[1] - p[1])))
    return spots


def _first(region: Region, line: Line, start: Spot, *, forward: bool) -> Spot:
    """Where one leaves the region along the line; forward is towards larger coordinates."""
    ahead = [spot for spot in _crossings(region, line) if (spot > start) == forward]
    return min(ahead) if forward else max(ahead)


def _linked(edges: Sequence[Segment]) -> Iterator[Loop]:
    leaving: dict[Spot, list[Spot]] = defaultdict(list)
    for p, q in edges:
        leaving[p].append(q)
    after = {(p, q): (q, min(leaving[q], key=partial(_clockwise, q, p))) for p, q in edges}
    while after:
        edge, loop = next(iter(after)), []
        while edge in after:
            loop.append(edge[0])
            edge = after.pop(edge)
        yield tuple(loop)


def _clockwise(centre: Spot, start: Spot, spot: Spot) -> Fraction:
    """Grows with the clockwise angle at the centre; 4 for a full turn."""
    (a, b), (c, d) = ((x - centre[0], y - centre[1]) for x, y in (start, spot))
    along, across = a * c + b * d, b * c - a * d
    if across == 0 and along > 0:
        return Fraction(4)
    share = along / (abs(along) + abs(across))
    return 1 - share if across >= 0 else 3 + share


def dissection(pieces: int = 10, seed: int = 7, **options: object) -> PolygonPuzzle:
    """A puzzle with N pieces that has a solution; takes the options of `dissect`.

    >>> puzzle = dissection(6, seed=1)
    >>> puzzle.piece_count, puzzle.exact, [piece.name for piece in puzzle.pieces]
    (6, True, ['A', 'B', 'C', 'D', 'E', 'F'])
    """
    return dissect(pieces, seed, **options).puzzle  # type: ignore[arg-type]


def dissect(
    pieces: int = 10,
    seed: int = 7,
    *,
    kind: str = "convex",
    board: str = "square",
    parts: int = 1,
    holes: int = 0,
    nested: int = 0,
    flip: bool = True,
) -> PolygonSolution:
    """A puzzle with a solution: the way in which its board was cut.

    The same numbers give the same puzzle, today and tomorrow.  Kinds: "convex" is cut straight
    across, so that pieces are convex where the board is; "crooked" is cut along bent lines;
    "commensurable" has all corners on a small grid, where pieces fit together in many wrong ways.
    The board is a "square", or a random "convex" or "star" polygon, or has several parts of that
    kind, and `holes` in all; `nested` pieces lie inside of another piece.
    """
    require_one_of("kind", kind, KINDS)
    require_one_of("board", board, BOARDS)
    _require_numbers(pieces, seed, parts, holes, nested)
    chance = _Chance(seed)
    whole = kind == "commensurable"
    width = max(6, math.ceil((3 if whole else 9) * math.sqrt(pieces / parts)))
    for size in range(LARGER):
        span = width * (8 + size) // 8
        shortest = SHORTEST * Fraction(parts * span**2, pieces)
        plan = _Plan(chance, kind, board, span, shortest)
        with suppress(_NoCut):
            regions, cut_pieces = plan.cut_board(pieces, parts, holes, nested)
            break
    else:
        raise NothingMadeError(
            f"found no {kind} dissection with {pieces} pieces, {holes} holes and {nested} nested "
            f"pieces: ask for fewer holes or nested pieces, or for more pieces"
        )
    mixed = [_mixed(chance, piece, turned=not whole, flip=flip) for piece in cut_pieces]
    mixed.sort(key=lambda one: (-one[0].area, one[0].outline))
    puzzle = PolygonPuzzle(
        tuple(map(_shape, regions)),
        tuple(PolygonPiece(_name(k), _shape(one), flip=flip) for k, (one, _) in enumerate(mixed)),
        title=f"Dissection {seed}: {pieces} pieces",
        about=f"A random dissection ({kind}).",
    )
    return PolygonSolution(puzzle, tuple(put(_name(k)) for k, (_, put) in enumerate(mixed)))


def _require_numbers(pieces: int, seed: int, parts: int, holes: int, nested: int) -> None:
    for name, value, low, high in (
        ("seed", seed, 0, math.inf),
        ("pieces", pieces, 1, MOST_PIECES),
        ("parts", parts, 1, pieces),
        ("holes", holes, 0, MOST_HOLES),
        ("nested", nested, 0, (pieces - parts) // 2),
    ):
        if not low <= value <= high:
            up = "or more" if high == math.inf else f"to {high}"
            raise OptionError(f"{name} is {value}: expected {low} {up}")


class _Chance(Random):
    """Numbers at random, made only of what Python promises to keep: random() of a seed."""

    def below(self, number: int) -> int:
        return int(self.random() * number)

    def within(self, low: int, high: int) -> int:
        """A whole number from low to high."""
        return low + self.below(high - low + 1)

    def one_of(self, things: Sequence[T]) -> T:
        return things[self.below(len(things))]


class _NoCut(Exception):  # noqa: N818 - never seen by a caller
    """Nothing can be cut like that."""


class _Plan:
    """How to make a board of some size, and to cut it."""

    def __init__(
        self, chance: _Chance, kind: str, board: str, span: int, shortest: Fraction
    ) -> None:
        self.chance, self.kind, self.span, self.shortest = chance, kind, span, shortest
        self.whole = kind == "commensurable"
        steep = STEEP if self.whole else STEEPEST
        self.slopes = [
            (a, b)
            for a in range(steep + 1)
            for b in range(-steep, steep + 1)
            if math.gcd(a, b) == 1 and (a, b) > (0, 0)
        ]
        outlines = {"square": self._square, "convex": self._convex, "star": self._star}
        self.outline = outlines[board]

    def cut_board(
        self, pieces: int, parts: int, holes: int, nested: int
    ) -> tuple[list[Region], list[Region]]:
        """A board and its pieces.  Raises _NoCut if it cannot be cut like that."""
        board = []
        for part in range(parts):
            shift = Fraction(part * (self.span + max(1, self.span // 8)))
            board.append(Region(tuple((x + shift, y) for x, y in self.outline())))
        for hole in range(holes):
            board[hole % parts] = self._with_island(board[hole % parts], self.span)[0]
        regions, around = list(board), list[Region]()
        while len(regions) < pieces - nested:
            most = pieces - nested - len(regions) + 1
            regions += self._largest_cut(regions, partial(self._halves, most=most))
        while len(around) < nested:
            outer, *inner = self._largest_cut(regions, self._with_island)
            around.append(outer)
            regions += inner
        return board, regions + around

    def _largest_cut(
        self, regions: list[Region], cut_up: Callable[[Region], list[Region]]
    ) -> list[Region]:
        """The parts of the largest region that can be cut up; it is taken out."""
        for region in sorted(regions, key=lambda region: -region.area):
            with suppress(_NoCut):
                parts = cut_up(region)
                regions.remove(region)
                return parts
        raise _NoCut

    def _halves(self, region: Region, most: int) -> list[Region]:
        for _ in range(TRIES):
            segments = self._cut(region)
            parts = cut(region, segments) if segments else []
            if 2 <= len(parts) <= most and self._is_fair(region, parts):
                return parts
        raise _NoCut

    def _cut(self, region: Region) -> list[Segment]:
        lines = [self._line(region)]
        if self.kind != "convex" and self.chance.below(4):
            lines += [self._line(region) for _ in range(self.chance.within(1, 2))]
            ways = [bool(self.chance.below(2)), bool(self.chance.below(2))]
            return bent_cut(region, lines, ways)
        return straight_cut(region, lines[0])

    def _line(self, region: Region) -> Line:
        """Across the middle, more or less."""
        a, b = self.chance.one_of(self.slopes)
        values = [a * x + b * y for x, y in region.outline]
        low, high = min(values), max(values)
        margin = (high - low) / 6
        return Line(a, b, self.chance.within(math.ceil(low + margin), math.floor(high - margin)))

    def _is_fair(self, region: Region, parts: Sequence[Region]) -> bool:
        """Is no part very small, or thin, and does none touch itself?"""
        for part in parts:
            spots = [spot for loop in part.loops for spot in loop]
            if len(set(spots)) < len(spots) or part.area < SMALLEST * region.area:
                return False
            if self.whole and any(x.denominator > 1 or y.denominator > 1 for x, y in spots):
                return False
            shortest = min((p[0] - q[0]) ** 2 + (p[1] - q[1]) ** 2 for p, q in part.sides())
            if not self.whole and shortest < self.shortest:
                return False
        return True

    def _with_island(self, region: Region, span: int = 0) -> list[Region]:
        """A part with a hole, and the part that lies in it: about a sixth as wide."""
        width = span or math.isqrt(int(region.area))
        sides = [(math.floor(min(v)), math.ceil(max(v))) for v in zip(*region.outline, strict=True)]
        for _ in range(TRIES):
            x, y = (Fraction(self.chance.within(*side)) for side in sides)
            loop = self._small((x, y), max(1, width // 6))
            if loop_area(loop) > 0 and all(map(region.contains, loop)):
                around = list(loop_sides(loop))
                if not any(meet(a, b) for a in around for b in region.sides()):
                    return sorted(cut(region, around), key=lambda part: -part.area)
        raise _NoCut

    def _small(self, corner: Spot, size: int) -> Loop:
        """A triangle or a parallelogram."""
        (x, y), (a, b, c, d) = corner, (self.chance.within(-size, size) for _ in range(4))
        second, third = (x + a, y + b), (x + c, y + d)
        if self.chance.below(2):
            return corner, second, third
        return corner, second, (x + a + c, y + b + d), third

    def _square(self) -> Loop:
        zero, side = Fraction(0), Fraction(self.span)
        return (zero, zero), (side, zero), (side, side), (zero, side)

    def _convex(self) -> Loop:
        """A square, some of whose corners are cut off."""
        region = Region(self._square())
        wanted = self.chance.within(2, 5)
        while wanted:
            parts = cut(region, straight_cut(region, self._line(region)))
            largest = max(parts, key=lambda part: part.area)
            corners = [c.denominator for spot in largest.outline for c in spot]
            if 2 * largest.area > self.span**2 and not (self.whole and max(corners) > 1):
                region = largest
                wanted -= 1
            elif self.chance.below(20) == 0:
                wanted -= 1
        return region.outline

    def _star(self) -> Loop:
        """Corners on whole numbers, near and far in turn."""
        while True:
            points = self.chance.within(4, 7)
            spots = []
            for k in range(2 * points):
                angle = math.pi * (k + self.chance.within(-20, 20) / 100) / points
                low, high = (42, 50) if k % 2 else (24, 34)
                radius = self.span * self.chance.within(low, high) / 100
                x, y = radius * math.cos(angle), radius * math.sin(angle)
                half = self.span / 2
                spots.append((Fraction(round(x + half)), Fraction(round(y + half))))
            if is_simple(tuple(spots)):
                return tuple(spots)


def _mixed(
    chance: _Chance, region: Region, *, turned: bool, flip: bool
) -> tuple[Region, Callable[[str], PlacedPolygon]]:
    """A piece as it is shown, and where it lies, once it has a name.

    It is turned by an angle whose sine and cosine are fractions, flipped or not, and shifted.
    """
    cos, sin = Fraction(1), Fraction(0)
    if turned:
        a, b, c = chance.one_of(PYTHAGOREAN)
        cos, sin = Fraction(a, c), Fraction(b, c)
        if chance.below(2):
            cos, sin = sin, cos
    for _ in range(chance.below(4)):
        cos, sin = -sin, cos
    flipped = flip and bool(chance.below(2))

    def back(spot: Spot) -> Spot:
        x, y = cos * spot[0] + sin * spot[1], cos * spot[1] - sin * spot[0]
        return (-x if flipped else x), y

    loops = [tuple(map(back, loop)) for loop in region.loops]
    at = loops[0].index(min(loops[0]))
    (x, y), shift = loops[0][at], region.outline[at]
    moved = [tuple((p - x, q - y) for p, q in loop) for loop in loops]
    outline, *holes = [_from_first(loop[::-1] if flipped else loop) for loop in moved]
    where = (float(cos), float(sin), float(shift[0]), float(shift[1]))
    return Region(outline, tuple(sorted(holes))), lambda name: PlacedPolygon(name, flipped, *where)


def _from_first(loop: Loop) -> Loop:
    start = loop.index(min(loop))
    return loop[start:] + loop[:start]


def _shape(region: Region) -> Shape:
    outline, *holes = (
        tuple((Number.of(x), Number.of(y)) for x, y in loop) for loop in region.loops
    )
    return Shape(outline, tuple(holes))


def _name(number: int) -> str:
    """A, B, … Z, AA, AB, …"""
    before = _name(number // 26 - 1) if number >= 26 else ""
    return before + ascii_uppercase[number % 26]
