"""Points, directions and lines, known exactly and found again by their doubles.

Doubles only tell where to look: that two things are the same is always decided in the field.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any

from tilewright.polygons.fields import Arithmetic

__all__ = ["Direction", "Plane"]

Vector = tuple[Any, Any]  # of elements
TURNS = 10_000_000  # angles are told apart by half a turn over this
ANGLE = 1e-8  # the angles that a search gives are better than this
WIDTH = 8  # tolerances that a bucket is wide


@dataclass(frozen=True, slots=True)
class Direction:
    """A direction, forth or back: a vector, the square of its length, and its angle."""

    vector: Vector
    square: Any
    angle: float


class Plane:
    """What is known of the plane: each point, direction and line has a number."""

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
        numbers = self._points.get((self._bucket(x), self._bucket(y)))
        if not numbers:
            return None
        away = [math.dist(self.places[number], (x, y)) for number in numbers]
        least = min(away)
        return numbers[away.index(least)] if least <= self.tolerance else None

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
