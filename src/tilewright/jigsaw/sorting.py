"""Which solutions are new: not the same as one before, but for a symmetry of the puzzle."""

import math

import numpy as np
import numpy.typing as npt

from tilewright.polygons.congruence import (
    Isometry,
    corners_only,
    kind_images,
    kinds,
    puzzle_size,
    puzzle_symmetries,
)
from tilewright.polygons.puzzle import PolygonPuzzle
from tilewright.polygons.solution import PlacedPolygon

__all__ = ["Sorter"]

Place = tuple[int, ...]  # a kind, then numbers of the coordinates of the ends of sides, sorted
NEAR = 2e-8  # of the size: coordinates that differ by less are one


class Sorter:
    """Tells solutions apart, one after the other, up to some symmetries of their puzzle."""

    def __init__(self, puzzle: PolygonPuzzle, up_to: str, tolerance: float = NEAR) -> None:
        self._motions = [Isometry()] if up_to == "nothing" else puzzle_symmetries(puzzle)
        if up_to == "rotation":
            self._motions = [motion for motion in self._motions if not motion.flipped]
        self._coordinates = _Coordinates(max(tolerance, NEAR) * puzzle_size(puzzle))
        alike = tolerance * puzzle_size(puzzle) if tolerance > NEAR else None
        numbers = kinds(puzzle, alike)
        names = [piece.name for piece in puzzle.pieces]
        self._kind = dict(zip(names, numbers, strict=True))
        self._images = [images or [] for images in kind_images(puzzle, self._motions, alike)]
        self._rings = {
            piece.name: [corners_only(ring) for ring in piece.shape.floats]
            for piece in puzzle.pieces
        }
        self._places: dict[PlacedPolygon, tuple[Place, ...]] = {}
        self._seen: set[tuple[Place, ...]] = set()

    def is_new(self, placed: tuple[PlacedPolygon, ...]) -> bool:
        """Has no solution like this been shown before?"""
        places = [self._of(one) for one in placed]
        least = min(tuple(sorted(p[k] for p in places)) for k in range(len(self._motions)))
        if least in self._seen:
            return False
        self._seen.add(least)
        return True

    def _of(self, one: PlacedPolygon) -> tuple[Place, ...]:
        """The place of a piece in each of the images of a solution."""
        if one not in self._places:
            here = Isometry(one.flipped, one.cos, one.sin, one.dx, one.dy)
            rings = [here.apply(ring) for ring in self._rings[one.piece]]
            kind = self._kind[one.piece]
            self._places[one] = tuple(
                (images[kind], *self._numbers([motion.apply(ring) for ring in rings]))
                for motion, images in zip(self._motions, self._images, strict=True)
            )
        return self._places[one]

    def _numbers(self, rings: list[npt.NDArray[np.float64]]) -> list[int]:
        """The sides, whichever way they run: corners alone do not tell how they are joined."""
        of = self._coordinates.of
        sides = []
        for ring in rings:
            points = [(of(x), of(y)) for x, y in ring]
            pairs = zip(points, [*points[1:], points[0]], strict=True)
            sides += [tuple(sorted(pair)) for pair in pairs]
        return [number for side in sorted(sides) for point in side for number in point]


class _Coordinates:
    """Numbers for coordinates, the same for those that differ by less than the tolerance."""

    def __init__(self, tolerance: float) -> None:
        self._tolerance = tolerance
        self._cells: dict[int, list[tuple[float, int]]] = {}
        self._count = 0

    def of(self, x: float) -> int:
        cell = math.floor(x / (2 * self._tolerance))
        for near in (cell, cell - 1, cell + 1):
            for value, number in self._cells.get(near, ()):
                if abs(value - x) <= self._tolerance:
                    return number
        self._count += 1
        self._cells.setdefault(cell, []).append((float(x), self._count))
        return self._count
