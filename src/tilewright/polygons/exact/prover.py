"""Puts pieces into their exact places, and sums up their sides.

Each directed side p→q on a line counts +1 at q and -1 at p, on that line.  Pieces tile a region if
and only if the sums over all of their sides are those over the sides of the region.
"""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

from tilewright.errors import TilewrightError
from tilewright.polygons.exact.fields import Arithmetic
from tilewright.polygons.model.puzzle import PolygonPiece, Shape
from tilewright.polygons.model.solution import PlacedPolygon

Vector = tuple[Any, Any]  # of elements
Rings = list[list[Vector]]
TURNS = 10_000_000  # angles are told apart by half a turn over this
ANGLE = 1e-8  # the angles that a search gives are better than this
WIDTH = 8  # tolerances that a bucket is wide
Chain = dict[int, int]  # what a piece counts where: columns are numbered
Key = tuple[str, bool, int, int, int, int]
STEP = 1e-9  # of the size: placements that differ by less share their exact place


@dataclass(frozen=True, slots=True)
class Direction:
    """A direction, forth or back: a vector, the square of its length, and its angle."""

    vector: Vector
    square: Any
    angle: float


class Plane:
    """What is known of the plane: each point, direction and line has a number.

    They are known exactly, and found again by their doubles.  Doubles only tell where to look: that
    two things are the same is always decided in the field.
    """

    def __init__(self, field: Arithmetic, tolerance: float) -> None:
        self.field, self.tolerance = field, tolerance
        self.points: list[Vector] = []
        self.places: list[tuple[float, float]] = []
        self.directions: list[Direction] = []
        self._points: dict[tuple[int, int], list[int]] = {}
        self._directions: dict[int, list[int]] = {}
        self._lines: dict[tuple[int, int], list[tuple[int, Any]]] = {}
        self._line_count = 0

    def near(self, x: float, y: float) -> int | None:
        """The known point that is here, as far as doubles tell."""
        numbers = self._points.get((self._bucket(x), self._bucket(y)), ())
        away = [(math.dist(self.places[number], (x, y)), number) for number in numbers]
        return min(away)[1] if away and min(away)[0] <= self.tolerance else None

    def point(self, vector: Vector, x: float, y: float) -> int:
        """The number of a point, a new one if need be."""
        is_zero = self.field.is_zero
        for number in self._points.get((self._bucket(x), self._bucket(y)), ()):
            known = self.points[number]
            if is_zero(vector[0] - known[0]) and is_zero(vector[1] - known[1]):
                return number
        self.points.append(vector)
        self.places.append((x, y))
        for key in product(self._buckets(x), self._buckets(y)):
            self._points.setdefault(key, []).append(len(self.points) - 1)
        return len(self.points) - 1

    def parallel(self, angle: float) -> Direction | None:
        """A known direction at this angle, forth or back, as far as doubles tell."""
        for number in self._directions.get(_sector(angle), ()):
            if abs(math.sin(self.directions[number].angle - angle)) <= ANGLE:
                return self.directions[number]
        return None

    def direction(self, vector: Vector, square: Any, angle: float) -> int:
        """The number of a direction, a new one if need be."""
        for number in self._directions.get(_sector(angle), ()):
            if self.field.is_zero(_cross(self.directions[number].vector, vector)):
                return number
        self.directions.append(Direction(vector, square, angle))
        for key in {_sector(angle - ANGLE), _sector(angle + ANGLE)}:
            self._directions.setdefault(key, []).append(len(self.directions) - 1)
        return len(self.directions) - 1

    def line(self, direction: int, vector: Vector, x: float, y: float) -> int:
        """The number of the line through a point in a direction, a new one if need be."""
        known = self.directions[direction]
        offset = _cross(known.vector, vector)
        away = math.cos(known.angle) * y - math.sin(known.angle) * x
        for number, other in self._lines.get((direction, self._bucket(away)), ()):
            if self.field.is_zero(offset - other):
                return number
        self._line_count += 1
        for bucket in self._buckets(away):
            self._lines.setdefault((direction, bucket), []).append((self._line_count, offset))
        return self._line_count

    def _bucket(self, x: float) -> int:
        return round(x / (WIDTH * self.tolerance))

    def _buckets(self, x: float) -> Iterator[int]:
        low, high = self._bucket(x - 2 * self.tolerance), self._bucket(x + 2 * self.tolerance)
        return iter(range(low, high + 1))


def _sector(angle: float) -> int:
    return round(angle / math.pi * TURNS) % TURNS


def _cross(a: Vector, b: Vector) -> Any:
    return a[0] * b[1] - a[1] * b[0]


class NotCertified(TilewrightError):  # noqa: N818  (says what it is)
    """Some placed pieces are not proved to tile the board."""


# A piece as it is turned, not yet shifted: exact corners, and directions of sides, by ring.
_Turned = tuple[Rings, list[list[int]]]


class Prover:
    """Exact places of pieces on a board."""

    def __init__(
        self,
        field: Arithmetic,
        board: Iterable[Shape],
        pieces: Sequence[PolygonPiece],
        tolerance: float,
    ) -> None:
        self.field, self.tolerance = field, tolerance
        self.plane = Plane(field, tolerance)
        self.pieces: Mapping[str, PolygonPiece] = {piece.name: piece for piece in pieces}
        self.chains: list[Chain] = []
        self.columns: list[tuple[int, int]] = []  # line and point
        self._column: dict[tuple[int, int], int] = {}
        self._located: dict[Key, int] = {}
        self._drawn = {piece.name: piece.shape.evaluated(field) for piece in pieces}
        self._turned: dict[tuple[str, bool, int, int], _Turned] = {}
        self._zero: Any = field.rational(Fraction(0))
        self._one: Any = field.rational(Fraction(1))
        self.board: Chain = {}
        for shape in board:
            turned = self._turn(shape.evaluated(field), (self._one, self._zero))
            self._add(self.board, turned, [ring.tolist() for ring in shape.floats], 1)

    def locate(self, placed: Sequence[PlacedPolygon]) -> list[int]:
        """The numbers of the chains of these pieces, after they have been put in exact places."""
        keys = [self._key(one) for one in placed]
        waiting = [i for i, key in enumerate(keys) if key not in self._located]
        while waiting:
            still = [i for i in waiting if not self._place(keys[i], placed[i])]
            if len(still) == len(waiting):
                one = placed[still[0]]
                raise NotCertified(
                    f"piece {one.piece!r} at ({one.dx:.9g}, {one.dy:.9g}) has no corner at a "
                    "corner of the board or of another piece, side along side: "
                    "it is not part of an exact solution"
                )
            waiting = still
        return [self._located[key] for key in keys]

    def where(self, column: int) -> tuple[float, float]:
        """The point of a column."""
        return self.plane.places[self.columns[column][1]]

    def _key(self, one: PlacedPolygon) -> Key:
        cos, sin = round(one.cos / STEP), round(one.sin / STEP)
        dx, dy = (round(8 * shift / self.tolerance) for shift in (one.dx, one.dy))
        return one.piece, one.flipped, cos, sin, dx, dy

    def _place(self, key: Key, one: PlacedPolygon) -> bool:
        """Find the exact place of a piece, if enough is known around it."""
        turned = self._turning(key, one)
        if turned is None:
            return False
        drawn, directions = turned
        floats = [ring.tolist() for ring in one.rings(self.pieces[one.piece].shape)]
        for ring, places in zip(drawn, floats, strict=True):
            for corner, place in zip(ring, places, strict=True):
                known = self.plane.near(*place)
                if known is None:
                    continue
                anchor = self.plane.points[known]
                shift = (anchor[0] - corner[0], anchor[1] - corner[1])
                rings = [[(x + shift[0], y + shift[1]) for x, y in r] for r in drawn]
                if self._close(rings, floats):
                    chain: Chain = {}
                    self._add(chain, (rings, directions), floats, -1 if one.flipped else 1)
                    self._located[key] = len(self.chains)
                    self.chains.append(chain)
                    return True
        return False

    def _close(self, rings: Rings, floats: list[list[list[float]]]) -> bool:
        return all(
            abs(float(exact) - x) <= self.tolerance
            for ring, places in zip(rings, floats, strict=True)
            for corner, place in zip(ring, places, strict=True)
            for exact, x in zip(corner, place, strict=True)
        )

    def _turning(self, key: Key, one: PlacedPolygon) -> _Turned | None:
        """The piece turned exactly: some side of it is parallel to a known direction."""
        turned = self._turned.get(key[:4])
        if turned is not None:
            return turned
        piece = self.pieces[one.piece]
        if one.flipped and not piece.flip:
            raise NotCertified(f"piece {one.piece!r} is flipped, which it may not be")
        drawn = self._drawn[one.piece]
        if one.flipped:
            drawn = [[(self._zero - x, y) for x, y in ring] for ring in drawn]
        unit = self._unit(drawn, one)
        if unit is None:
            return None
        zero = self.field.is_zero
        if not zero(unit[0] * unit[0] + unit[1] * unit[1] - self._one):
            raise NotCertified(f"piece {one.piece!r} has been stretched")
        if not piece.turn and not (zero(unit[0] - self._one) and zero(unit[1])):
            raise NotCertified(f"piece {one.piece!r} is turned, which it may not be")
        turned = self._turned[key[:4]] = self._turn(drawn, unit)
        return turned

    def _unit(self, drawn: Rings, one: PlacedPolygon) -> Vector | None:
        """The exact cosine and sine of the angle by which a piece is turned."""
        angle = math.atan2(one.sin, one.cos)
        for ring in drawn:
            for p, q in zip(ring, ring[1:] + ring[:1], strict=True):
                x, y = q[0] - p[0], q[1] - p[1]
                direction = math.atan2(float(y), float(x)) + angle
                known = self.plane.parallel(direction)
                if known is None:
                    continue
                kx, ky = known.vector
                square = x * x + y * y
                same = self.field.is_zero(square - known.square)
                length = square if same else self.field.sqrt(square * known.square)
                if math.cos(known.angle - direction) < 0:
                    length = self._zero - length
                return (kx * x + ky * y) / length, (ky * x - kx * y) / length
        return None

    def _turn(self, drawn: Rings, unit: Vector) -> _Turned:
        cos, sin = unit
        plain = self.field.is_zero(sin) and self.field.is_zero(cos - self._one)
        rings, directions = [], []
        for ring in drawn:
            turned = ring if plain else [(cos * x - sin * y, sin * x + cos * y) for x, y in ring]
            numbers = []
            for i in range(len(ring)):
                p, q = ring[i - 1], ring[i]
                square = (q[0] - p[0]) * (q[0] - p[0]) + (q[1] - p[1]) * (q[1] - p[1])
                p, q = turned[i - 1], turned[i]
                vector = (q[0] - p[0], q[1] - p[1])
                angle = math.atan2(float(vector[1]), float(vector[0]))
                numbers.append(self.plane.direction(vector, square, angle))
            rings.append(turned)
            directions.append(numbers[1:] + numbers[:1])
        return rings, directions

    def _add(
        self, chain: Chain, turned: _Turned, floats: list[list[list[float]]], way: int
    ) -> None:
        """Add the sides of rings to a chain."""
        for ring, numbers, places in zip(*turned, floats, strict=True):
            points = [
                self.plane.point(corner, *place) for corner, place in zip(ring, places, strict=True)
            ]
            for i, direction in enumerate(numbers):
                line = self.plane.line(direction, ring[i], *places[i])
                for point, sign in ((points[i], -way), (points[(i + 1) % len(points)], way)):
                    column = self._column.setdefault((line, point), len(self.columns))
                    if column == len(self.columns):
                        self.columns.append((line, point))
                    total = chain.get(column, 0) + sign
                    if total:
                        chain[column] = total
                    else:
                        del chain[column]
