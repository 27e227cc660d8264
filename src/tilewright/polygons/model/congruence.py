"""Which motions take one region to another: congruent pieces, and the symmetries of a board.

A region is a list of rings, as `Shape.floats` has them.  Two regions are the same if their directed
sides are: how rings are linked where corners touch does not matter.  A motion is guessed from the
corner that is farthest from the centre and then fitted to all of them.
"""

import cmath
import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache

import numpy as np
import numpy.typing as npt

from tilewright.polygons.model.puzzle import Floats, Numbers, PolygonPuzzle

Complexes = npt.NDArray[np.complex128]
Region = Sequence[Floats]

TOLERANCE = 1e-9  # of the size, by default
WEIGHTS = np.array([0.5377, -0.8339, 0.2588, 0.8622])  # any direction that is nothing special


@dataclass(frozen=True, slots=True)
class Isometry:
    """A motion of the plane.

    A point (x, y) goes to (cos·x' - sin·y + dx, sin·x' + cos·y + dy), where x' is -x if it is
    flipped, else x.
    """

    flipped: bool = False
    cos: float = 1.0
    sin: float = 0.0
    dx: float = 0.0
    dy: float = 0.0

    @classmethod
    def of(cls, flipped: bool, turn: complex, shift: complex) -> "Isometry":
        """From a turn and a shift as complex numbers."""
        return cls(flipped, turn.real, turn.imag, shift.real, shift.imag)

    def apply(self, points: Floats) -> Floats:
        """Where points, the rows of an array, go."""
        x, y = (-points[..., 0] if self.flipped else points[..., 0]), points[..., 1]
        there = (self.cos * x - self.sin * y + self.dx, self.sin * x + self.cos * y + self.dy)
        return np.stack(there, axis=-1)

    def move(self, region: Region) -> list[Floats]:
        """Where a region goes; its rings keep their ways (counter-clockwise if outer)."""
        return [self.apply(ring)[:: -1 if self.flipped else 1] for ring in region]

    def __matmul__(self, first: "Isometry") -> "Isometry":
        """This motion after another.

        >>> quarter = Isometry(cos=0.0, sin=1.0)
        >>> (quarter @ Isometry(dx=2.0)).apply(np.array([1.0, 0.0])).tolist()
        [0.0, 3.0]
        """
        turn, shift = complex(first.cos, first.sin), complex(first.dx, first.dy)
        if self.flipped:
            turn, shift = turn.conjugate(), -shift.conjugate()
        here, there = complex(self.cos, self.sin), complex(self.dx, self.dy)
        return Isometry.of(self.flipped != first.flipped, here * turn, here * shift + there)

    def inverse(self) -> "Isometry":
        """The motion that undoes this one."""
        turn, shift = complex(self.cos, -self.sin), complex(self.dx, self.dy)
        back = -turn * shift
        if self.flipped:
            turn, back = turn.conjugate(), -back.conjugate()
        return Isometry.of(self.flipped, turn, back)


def isometries(
    a: Region, b: Region, tolerance: float, *, mirror: bool = True, turn: bool = True
) -> list[Isometry]:
    """All motions that take region a to region b, by at most `tolerance` at each corner.

    Rings have no straight corners.  Without `turn`, only translations, and reflections left to
    right.  Those that do not flip come first, by their angles.

    >>> square = [np.array([(0.0, 0), (1, 0), (1, 1), (0, 1)])]
    >>> len(isometries(square, square, 1e-9))
    8
    """
    drawn, there = _Sides(a), _Sides(b)
    found = []
    for flipped in (False, True) if mirror else (False,):
        here = drawn.mirrored() if flipped else drawn
        if here.might_be(there, tolerance):
            turns = sorted(_turns(here, there, tolerance, turn), key=_angle)
            found += [Isometry.of(flipped, u, d) for u, d in turns]
    return found


def symmetries(region: Region, tolerance: float | None = None) -> list[Isometry]:
    """The motions that take a region to itself; the identity is the first."""
    given = [corners_only(ring) for ring in region]
    return isometries(given, given, TOLERANCE * _size(given) if tolerance is None else tolerance)


def corners_only(ring: Floats, tolerance: float = 1e-9) -> Floats:
    """A ring without its straight corners: those nearer than `tolerance` of the size to a chord."""
    before, after = np.roll(ring, 1, axis=0), np.roll(ring, -1, axis=0)
    chord = after - before
    cross = chord[:, 0] * (ring - before)[:, 1] - chord[:, 1] * (ring - before)[:, 0]
    ahead = np.sum((ring - before) * (after - ring), axis=1) > 0
    straight = ahead & (np.abs(cross) <= tolerance * _size([ring]) * np.hypot(*chord.T))
    corners: Floats = ring[~straight]
    return corners


def puzzle_size(puzzle: PolygonPuzzle) -> float:
    """How wide or high the board is, whichever is more."""
    return _size([ring for shape in puzzle.board for ring in shape.floats])


def kinds(puzzle: PolygonPuzzle, tolerance: float | None = None) -> list[int]:
    """The kind of each piece of the list: pieces of a kind can lie in the same places.

    They are congruent, by motions that the pieces are allowed, and allowed the same.
    """
    return _orbits(puzzle, tolerance)[0]


def kind_images(
    puzzle: PolygonPuzzle, motions: Sequence[Isometry], tolerance: float | None = None
) -> list[list[int] | None]:
    """For each motion, which kind a kind becomes; None if moved solutions are no solutions.

    The kinds are those of `kinds`.
    """
    numbers, orbits = _orbits(puzzle, tolerance)
    if all(piece.turn and piece.flip for piece in puzzle.pieces):
        return [list(range(len(orbits))) for _ in motions]
    counts = [0] * len(orbits)
    for piece, kind in zip(puzzle.pieces, numbers, strict=True):
        counts[kind] += piece.count

    def image(kind: int, motion: Isometry) -> int | None:
        moved = orbits[kind].moved(motion)
        choice = (k for k, count in enumerate(counts) if count == counts[kind])
        return next((k for k in choice if moved.same(orbits[k])), None)

    @cache
    def images(manner: Isometry) -> list[int] | None:
        found = [image(kind, manner) for kind in range(len(orbits))]
        whole = [kind for kind in found if kind is not None]
        return whole if len(whole) == len(found) else None

    # Shifts do not matter for the kinds, and turns only if some pieces may not be turned.
    turns = all(piece.turn for piece in puzzle.pieces)
    manners = (Isometry(m.flipped) if turns else replace(m, dx=0.0, dy=0.0) for m in motions)
    return [images(manner) for manner in manners]


def puzzle_symmetries(puzzle: PolygonPuzzle, tolerance: float | None = None) -> list[Isometry]:
    """The symmetries of the board that take solutions to solutions; the identity is the first.

    Mirror images count if the mirrored set of pieces is the same, or pieces may be flipped.
    """
    motions = symmetries([ring for part in puzzle.board for ring in part.floats], tolerance)
    if all(piece.turn and piece.flip for piece in puzzle.pieces):
        return motions
    images = kind_images(puzzle, motions, tolerance)
    return [motion for motion, image in zip(motions, images, strict=True) if image is not None]


class _Sides:
    """The directed sides of a region, as complex numbers relative to its centre."""

    def __init__(self, region: Region) -> None:
        self.region = region
        points = [ring[:, 0] + 1j * ring[:, 1] for ring in region]
        starts = np.concatenate(points)
        ends = np.concatenate([np.roll(ring, -1) for ring in points])
        lengths = np.abs(ends - starts)
        self.length = float(lengths.sum())
        self.centre = complex(np.dot(lengths, starts + ends) / (2 * self.length))
        self.starts: Complexes = starts - self.centre
        self.ends: Complexes = ends - self.centre
        keys = _keys(self.starts, self.ends)
        self.order: Numbers = np.argsort(keys).astype(np.int64)
        self.sorted = keys[self.order]

    def mirrored(self) -> "_Sides":
        return _Sides(Isometry(flipped=True).move(self.region))

    def might_be(self, other: "_Sides", tolerance: float) -> bool:
        number = len(self.starts)
        return (
            number == len(other.starts)
            and abs(self.length - other.length) <= 2 * number * tolerance
        )

    def match(self, starts: Complexes, ends: Complexes, tolerance: float) -> Numbers | None:
        """For each of these sides the side of the region that it is, or None if one is not."""
        keys = _keys(starts, ends)
        low = np.searchsorted(self.sorted, keys - 3 * tolerance)
        high = np.searchsorted(self.sorted, keys + 3 * tolerance)
        if np.any(low == high):
            return None
        best = self.order[low]
        for i in np.flatnonzero(high - low > 1):
            near = self.order[low[i] : high[i]]
            away = np.maximum(
                np.abs(self.starts[near] - starts[i]), np.abs(self.ends[near] - ends[i])
            )
            best[i] = near[np.argmin(away)]
        off = np.maximum(np.abs(self.starts[best] - starts), np.abs(self.ends[best] - ends))
        taken = np.bincount(best, minlength=len(self.starts))
        return None if off.max() > tolerance or taken.max() > 1 else best


class _Orbit:
    """All places that a piece may have, but for translations or for turns, too."""

    def __init__(self, drawn: Iterable[_Sides], turn: bool, tolerance: float) -> None:
        self.turn, self.tolerance = turn, tolerance
        self.drawn: list[_Sides] = []
        for sides in drawn:
            if not self._has(sides):
                self.drawn.append(sides)

    def _has(self, sides: _Sides) -> bool:
        return any(
            sides.might_be(other, self.tolerance)
            and next(_turns(sides, other, self.tolerance, self.turn), None) is not None
            for other in self.drawn
        )

    def same(self, other: "_Orbit") -> bool:
        return (
            self.turn == other.turn
            and len(self.drawn) == len(other.drawn)
            and all(other._has(sides) for sides in self.drawn)
        )

    def moved(self, motion: Isometry) -> "_Orbit":
        moved = (_Sides(motion.move(sides.region)) for sides in self.drawn)
        return _Orbit(moved, self.turn, self.tolerance)


def _orbits(puzzle: PolygonPuzzle, tolerance: float | None) -> tuple[list[int], list[_Orbit]]:
    """The kind of each piece, and the orbit of each kind."""
    limit = TOLERANCE * puzzle_size(puzzle) if tolerance is None else tolerance
    numbers: list[int] = []
    orbits: list[_Orbit] = []
    for piece in puzzle.pieces:
        sides = _Sides([corners_only(ring) for ring in piece.shape.floats])
        orbit = _Orbit([sides, sides.mirrored()] if piece.flip else [sides], piece.turn, limit)
        kind = next((k for k, other in enumerate(orbits) if orbit.same(other)), len(orbits))
        orbits += [orbit] if kind == len(orbits) else []
        numbers.append(kind)
    return numbers, orbits


def _turns(a: _Sides, b: _Sides, tolerance: float, turn: bool) -> Iterator[tuple[complex, complex]]:
    """The turns and shifts that take sides a to sides b."""
    far = int(np.argmax(np.abs(a.starts)))
    if turn:
        alike = np.abs(np.abs(b.starts) - abs(a.starts[far])) <= 4 * tolerance
        alike &= np.abs(np.abs(b.ends) - abs(a.ends[far])) <= 4 * tolerance
        guesses = [complex(b.starts[i] / a.starts[far]) for i in np.flatnonzero(alike)]
    else:
        guesses = [1 + 0j]
    known: list[complex] = []
    for guess in guesses:
        u = guess / abs(guess)
        if any(abs(u - other) * abs(a.starts[far]) <= 8 * tolerance for other in known):
            continue  # from another corner at the same point
        some = slice(None, None, len(a.starts) // 8 + 1)  # most guesses fail at once
        if b.match(u * a.starts[some], u * a.ends[some], 8 * tolerance) is None:
            continue
        matched = b.match(u * a.starts, u * a.ends, 8 * tolerance)
        if matched is None:
            continue
        there = b.starts[matched]
        if turn:
            middle, image = a.starts.mean(), there.mean()
            fitted = complex(np.vdot(a.starts - middle, there - image))
            u = _tidy(fitted / abs(fitted))
        shift = complex((there - u * a.starts).mean())
        if np.abs(u * a.starts + shift - there).max() <= tolerance:
            known.append(u)
            yield u, shift + b.centre - u * a.centre


def _keys(starts: Complexes, ends: Complexes) -> Floats:
    w = WEIGHTS
    keys: Floats = w[0] * starts.real + w[1] * starts.imag + w[2] * ends.real + w[3] * ends.imag
    return keys


def _tidy(u: complex) -> complex:
    """Half and quarter turns without the noise of rounding."""
    near = complex(round(u.real), round(u.imag))
    return near if abs(u - near) < 1e-13 else u


def _angle(turned: tuple[complex, complex]) -> float:
    u = turned[0]
    return cmath.phase(u) % math.tau if abs(u - 1) > 1e-9 else 0.0


def _size(region: Region) -> float:
    points = np.concatenate(list(region))
    return float(np.ptp(points, axis=0).max())
