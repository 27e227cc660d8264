"""Which solutions of a polygon puzzle count, up to symmetry.  It needs no memory of those before.

A piece in its place gets numbers: smooth functions of its sides, which no symmetry leaves as they
are but for those that leave the place as it is.  A solution has their sums, and it counts if it has
the least sums of all its images.  Rounding changes such sums by far less than they differ, so that
every worker on every machine lets the same solutions through.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property

import numpy as np
import numpy.typing as npt

from tilewright.polygons.model.arrangements import Arrangements
from tilewright.polygons.model.congruence import (
    Isometry,
    corners_only,
    kind_images,
    kinds,
    puzzle_size,
    puzzle_symmetries,
)
from tilewright.polygons.model.puzzle import PolygonPuzzle
from tilewright.polygons.model.solution import PlacedPolygon

SUMS = 3  # of a solution; if the first are equal, the next ones decide
SAME = 1e-7  # sums that differ by less are equal
SMALLEST = 1e-4  # of the size: shorter sides are not looked at more closely
WAVES, SPREAD = 9.0, 8.0  # how fast the functions change

Floats = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]


def symmetry_group(puzzle: PolygonPuzzle, up_to: str) -> tuple[Isometry, ...]:
    """The motions that make solutions alike; the identity is the first."""
    motions = [Isometry()] if up_to == "nothing" else puzzle_symmetries(puzzle)
    return tuple(m for m in motions if up_to == "symmetry" or not m.flipped)


@dataclass(frozen=True, eq=False)
class PlaceSieve:
    """Lets one solution of each class through, if the motions are a group; see above.

    The first motion is the identity.
    """

    puzzle: PolygonPuzzle
    motions: tuple[Isometry, ...]

    def passes(self, found: Arrangements) -> Flags:
        """Which of these solutions count."""
        passes = np.ones(len(found), dtype=np.bool_)
        if not len(found):
            return passes
        values = self._values(found.table)
        own = values[0][found.rows].sum(axis=1)
        for image in values[1:]:
            more = image[found.rows].sum(axis=1) - own
            differs = np.abs(more) > SAME
            first = differs.argmax(axis=1)[:, None]  # or 0, if it is the same solution
            passes &= np.take_along_axis(more, first, axis=1)[:, 0] > -SAME
        return passes

    def _values(self, table: Sequence[PlacedPolygon]) -> Floats:
        """The numbers of the image of each place under each motion, worked out once."""
        new = [one for one in table if one not in self._known]
        self._known.update(zip(new, self._new_values(new).swapaxes(0, 1), strict=True))
        return np.stack([self._known[one] for one in table], axis=1)

    @cached_property
    def _known(self) -> dict[PlacedPolygon, Floats]:
        return {}

    def __getstate__(self) -> dict[str, object]:
        """To travel: what was worked out stays here."""
        return {"puzzle": self.puzzle, "motions": self.motions}

    def _new_values(self, table: Sequence[PlacedPolygon]) -> Floats:
        values = np.empty((len(self.motions), len(table), SUMS))
        by_piece: dict[str, list[int]] = {}
        for number, one in enumerate(table):
            by_piece.setdefault(one.piece, []).append(number)
        for name, numbers in by_piece.items():
            kind, ends = self._pieces[name]
            here = _moved(ends, [table[number] for number in numbers])
            for k, (motion, images) in enumerate(zip(self.motions, self._images, strict=True)):
                there = (motion.apply(here) - self._centre) / self._unit
                values[k, numbers] = _numbers(there, images[kind])
        return values

    @cached_property
    def _pieces(self) -> dict[str, tuple[int, Floats]]:
        """The kind of each piece; where its sides begin, then where they end."""
        found = {}
        for piece, kind in zip(self.puzzle.pieces, kinds(self.puzzle), strict=True):
            rings = [corners_only(ring) for ring in piece.shape.floats]
            nexts = [np.roll(ring, -1, axis=0) for ring in rings]
            found[piece.name] = kind, np.concatenate([*rings, *nexts])
        return found

    @cached_property
    def _images(self) -> list[list[int]]:
        """Which kind a kind becomes, for each motion."""
        return [images or [] for images in kind_images(self.puzzle, self.motions)]

    @cached_property
    def _unit(self) -> float:
        """The shortest side of a piece: where sides are short, so are the ways between places."""
        shortest = min(
            float(np.hypot(*(ends[: len(ends) // 2] - ends[len(ends) // 2 :]).T).min())
            for _, ends in self._pieces.values()
        )
        return max(shortest, SMALLEST * puzzle_size(self.puzzle))

    @cached_property
    def _centre(self) -> Floats:
        points = np.concatenate([ring for part in self.puzzle.board for ring in part.floats])
        centre: Floats = (points.max(axis=0) + points.min(axis=0)) / 2
        return centre


def _moved(points: Floats, placed: Sequence[PlacedPolygon]) -> Floats:
    """The points of a piece in each of these places."""
    motions = np.array([(one.cos, one.sin, one.dx, one.dy) for one in placed])
    cos, sin, dx, dy = motions.T[:, :, None]
    over = np.array([-1.0 if one.flipped else 1.0 for one in placed])[:, None]
    x, y = over * points[:, 0], points[:, 1]
    return np.stack([cos * x - sin * y + dx, sin * x + cos * y + dy], axis=-1)


def _numbers(ends: Floats, kind: int) -> Floats:
    """The numbers of places of one kind, given by where their sides begin, then where they end.

    They do not depend on the order of the sides, nor on the way that these run.
    """
    half = ends.shape[1] // 2
    numbers = np.empty((len(ends), SUMS))
    for k in range(SUMS):
        a, b, shift = _chance(3, f"waves {k}")
        waves = np.sin(WAVES * ((a + 0.5) * ends[..., 0] + (b - 1.5) * ends[..., 1]) + shift)
        sides = (waves[:, :half] * waves[:, half:]).mean(axis=1)
        # Not linear: or else two pieces together could be the same as two others.
        turn = 2 * np.pi * _chance(1, f"kind {k} {kind}")[0]
        numbers[:, k] = np.sin(SPREAD * sides + turn)
    return numbers


@cache
def _chance(count: int, what: str) -> tuple[float, ...]:
    """Numbers from 0 to 1 that are nothing special, and everywhere the same."""
    from hashlib import sha256  # takes time to load

    digest = sha256(f"{count} {what}".encode()).digest()
    return tuple(int.from_bytes(digest[4 * k : 4 * k + 4], "big") / 2**32 for k in range(count))
