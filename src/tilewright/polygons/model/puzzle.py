"""Puzzles whose pieces are polygons, to be put anywhere and turned by any angle."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from tilewright.document.text import MOST, many, shortened
from tilewright.errors import TilewrightError
from tilewright.polygons.exact.numbers import Field, Number

Point = tuple[Number, Number]
Ring = tuple[Point, ...]
Floats = npt.NDArray[np.float64]
Numbers = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]


class WrongWayError(TilewrightError, ValueError):
    """A ring runs the wrong way."""


@dataclass(frozen=True)
class Shape:
    """A polygon, maybe with holes.  Its outer ring runs counter-clockwise, its holes clockwise."""

    outer: Ring
    holes: tuple[Ring, ...] = ()

    @classmethod
    def of(
        cls,
        outer: Sequence[Sequence[int | float | str | Number]],
        holes: Sequence[Sequence[Sequence[int | float | str | Number]]] = (),
    ) -> "Shape":
        """From points as they are written; the rings are turned round if they run the wrong way.

        >>> Shape.of([(0, 0), (0, 1), (1, 0)]).area
        0.5
        """
        return cls(_ring(outer), tuple(map(_ring, holes))).turned_round()

    def turned_round(self) -> "Shape":
        """The same, with those rings turned round that run the wrong way."""
        return Shape(_running(self.outer, 1), tuple(_running(hole, -1) for hole in self.holes))

    def simplified(self, tolerance: float = 1e-12) -> "Shape":
        """The same without straight corners: those where the sine of the turn is no larger.

        >>> Shape.of([(0, 0), (1, 0), (2, 0), (2, 2)]).simplified().outer
        ((Number(0), Number(0)), (Number(2), Number(0)), (Number(2), Number(2)))
        """
        rings = [
            _without_straight(r, f, tolerance) for r, f in zip(self.rings, self.floats, strict=True)
        ]
        return Shape(rings[0], tuple(rings[1:]))

    def __repr__(self) -> str:
        holes = f", {many(len(self.holes), 'hole')}" if self.holes else ""
        return f"<Shape: {many(self.corner_count, 'corner')}{holes}>"

    @property
    def rings(self) -> tuple[Ring, ...]:
        """The outer ring, then the holes."""
        return (self.outer, *self.holes)

    @cached_property
    def floats(self) -> tuple[Floats, ...]:
        """The rings as arrays of rows x, y."""
        return tuple(map(_floats, self.rings))

    def evaluated(self, field: Field) -> list[list[tuple[Any, Any]]]:
        """The rings, their coordinates being elements of a field."""
        return [[(x.evaluate(field), y.evaluate(field)) for x, y in ring] for ring in self.rings]

    @cached_property
    def area(self) -> float:
        """Its area, without the holes."""
        return sum(signed_area(ring) for ring in self.floats)

    @property
    def corner_count(self) -> int:
        """How many corners it has in all."""
        return sum(map(len, self.rings))

    @property
    def exact(self) -> bool:
        """Are all coordinates known exactly?"""
        return all(c.exact for ring in self.rings for point in ring for c in point)


@dataclass(frozen=True)
class PolygonPiece:
    """A piece: how many there are, and whether it may be turned, and turned over.

    A piece that may be flipped but not turned is there as drawn, and reflected left to right.
    """

    name: str
    shape: Shape
    count: int = 1
    turn: bool = True
    flip: bool = True

    def __repr__(self) -> str:
        count = "" if self.count == 1 else f", count {self.count}"
        corners = many(self.shape.corner_count, "corner")
        return f"<PolygonPiece {shortened(self.name, 40)!r}{count}: {corners}>"


@dataclass(frozen=True)
class PolygonPuzzle:
    """Fill the board, one or more polygons that do not overlap, with all of the pieces."""

    board: tuple[Shape, ...]
    pieces: tuple[PolygonPiece, ...]
    title: str = ""
    about: str = ""
    source: str = ""

    def __repr__(self) -> str:
        names = ", ".join(piece.name for piece in self.pieces[:MOST])
        called = f" {shortened(self.title, 60)!r}" if self.title else ""
        return shortened(f"<PolygonPuzzle{called}: {many(len(self.pieces), 'piece')}: {names}>")

    @property
    def exact(self) -> bool:
        """Are all coordinates known exactly?"""
        return all(shape.exact for shape in self.shapes())

    def require_ways(self) -> None:
        """Raise WrongWayError unless outlines run counter-clockwise, and holes clockwise."""
        for shape in self.shapes():
            outer, *holes = map(signed_area, shape.floats)
            if outer <= 0 or any(hole >= 0 for hole in holes):
                raise WrongWayError(
                    f"the outline that begins at {shape.outer[0]} or a hole of it runs the wrong "
                    f"way: make the shape with Shape.of(), or turn it with .turned_round()"
                )

    def shapes(self) -> Iterator[Shape]:
        """The shapes of the board, then those of the pieces."""
        yield from self.board
        for piece in self.pieces:
            yield piece.shape

    @property
    def piece_count(self) -> int:
        """How many pieces there are in all."""
        return sum(piece.count for piece in self.pieces)

    @property
    def area(self) -> float:
        """The area of the board."""
        return sum(part.area for part in self.board)


def signed_area(ring: Floats) -> float:
    """Positive if the ring runs counter-clockwise."""
    x, y = ring[:, 0] - ring[:1, 0], ring[:, 1] - ring[:1, 1]
    return float(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1))) / 2


def side_lengths(ring: Floats) -> Floats:
    """The lengths of a ring's sides; the first begins at the first corner."""
    lengths: Floats = np.hypot(*(np.roll(ring, -1, axis=0) - ring).T)
    return lengths


def corner_angles(ring: Floats) -> Floats:
    """The interior angles of a ring, the interior on its left."""
    after = np.roll(ring, -1, axis=0) - ring
    before = np.roll(after, 1, axis=0)
    cross = before[:, 0] * after[:, 1] - before[:, 1] * after[:, 0]
    angles: Floats = math.pi - np.arctan2(cross, (before * after).sum(axis=1))
    return angles


def _ring(points: Sequence[Sequence[int | float | str | Number]]) -> Ring:
    return tuple((Number.of(x), Number.of(y)) for x, y in points)


def _running(ring: Ring, way: int) -> Ring:
    return ring if signed_area(_floats(ring)) * way >= 0 else ring[::-1]


def _floats(ring: Ring) -> Floats:
    return np.array([(x.value, y.value) for x, y in ring], dtype=np.float64).reshape(-1, 2)


def _without_straight(ring: Ring, floats: Floats, tolerance: float) -> Ring:
    kept = list(range(len(ring)))
    k = 0
    while k < len(kept) and len(kept) > 3:
        before, here, after = (floats[kept[(k + d) % len(kept)]] for d in (-1, 0, 1))
        (ax, ay), (bx, by) = here - before, after - here
        sine, cosine = ax * by - ay * bx, ax * bx + ay * by
        if abs(sine) <= tolerance * np.hypot(ax, ay) * np.hypot(bx, by) and cosine >= 0:
            del kept[k]
            k = max(k - 1, 0)
        else:
            k += 1
    return tuple(ring[i] for i in kept)
