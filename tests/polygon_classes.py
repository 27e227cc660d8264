"""Which solutions are the same but for a symmetry of the puzzle.

A solution is a set of pieces in their places, and a piece in its place is a kind and a set of
directed sides: so turning a symmetric piece onto itself changes nothing.  Sides get numbers, then
places get numbers, for all images of all placements; the rest is sums of random numbers, whose
answer is checked.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

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

__all__ = ["Classes", "classify"]

TOLERANCE = 2e-8  # of the size: coordinates that differ by less are one

Numbers = npt.NDArray[np.int64]
Mixed = npt.NDArray[np.uint64]
Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Classes:
    """How many solutions are different: as they are, but for rotations, but for all symmetries.

    `representatives` are the numbers of the first solutions of the classes up to symmetry.
    """

    different: int
    up_to_rotation: int
    up_to_symmetry: int
    representatives: Numbers


def classify(
    puzzle: PolygonPuzzle,
    solutions: Arrangements | Sequence[Sequence[PlacedPolygon]],
    tolerance: float | None = None,
) -> Classes:
    """Sort solutions, which have been certified, into classes.

    Coordinates nearer than `tolerance` are one, and so are pieces and symmetries.
    """
    limit = TOLERANCE * puzzle_size(puzzle) if tolerance is None else tolerance
    if not isinstance(solutions, Arrangements):
        solutions = Arrangements.of(solutions, puzzle_size(puzzle))
    if not len(solutions):
        return Classes(0, 0, 0, np.empty(0, dtype=np.int64))
    motions = puzzle_symmetries(puzzle, tolerance)
    found = zip(motions, kind_images(puzzle, motions, tolerance), strict=True)
    images = {motion: image for motion, image in found if image is not None}
    places = _places(puzzle, solutions.table, kinds(puzzle, tolerance), images, limit)
    proper = [i for i, motion in enumerate(images) if not motion.flipped]
    representatives = _firsts(solutions.rows, places)
    return Classes(
        len(_firsts(solutions.rows, places[:1])),
        len(_firsts(solutions.rows, places[proper])),
        len(representatives),
        representatives,
    )


def _places(
    puzzle: PolygonPuzzle,
    table: Sequence[PlacedPolygon],
    kind: Sequence[int],
    images: Mapping[Isometry, list[int]],
    tolerance: float,
) -> Numbers:
    """The number of each place, a kind and its sides: a row for each motion of the puzzle.

    `kind` has the kinds of the pieces, `images` for each motion what they become.
    """
    motions, become = list(images), np.array(list(images.values()), dtype=np.int64)
    by_piece: dict[str, list[int]] = {}
    for number, one in enumerate(table):
        by_piece.setdefault(one.piece, []).append(number)
    groups: list[tuple[list[int], int, int]] = []
    starts: list[Floats] = []
    ends: list[Floats] = []
    for index, piece in enumerate(puzzle.pieces):
        numbers = by_piece.get(piece.name)
        if numbers:
            rings = [corners_only(ring) for ring in piece.shape.floats]
            p, q = np.concatenate(rings), np.concatenate([np.roll(r, -1, axis=0) for r in rings])
            groups.append((numbers, kind[index], len(p)))
            for corners, found in ((p, starts), (q, ends)):
                here = _moved(corners, [table[i] for i in numbers])
                found.append(np.stack([motion.apply(here) for motion in motions]))
    # Images that are flipped in all run the other way round.
    way = np.array([motion.flipped for motion in motions])
    point = _point_numbers([*starts, *ends], tolerance)
    keys: dict[int, list[tuple[Numbers, Numbers]]] = {}
    for (numbers, number, sides), p_, q_ in zip(
        groups, point[: len(groups)], point[len(groups) :], strict=True
    ):
        over = np.array([table[i].flipped for i in numbers])
        back = (way[:, None] != over[None, :])[:, :, None]
        side = np.where(back, q_, p_) * (1 << 31) + np.where(back, p_, q_)
        which = np.broadcast_to(become[:, number, None, None], (*side.shape[:2], 1))
        keys.setdefault(sides, []).append(
            (np.concatenate([which, np.sort(side, axis=2)], axis=2), np.array(numbers))
        )
    places = np.empty((len(motions), len(table)), dtype=np.int64)
    first = 0
    for found_keys in keys.values():
        rows = np.concatenate([key for key, _ in found_keys], axis=1)
        numbers_ = np.concatenate([number for _, number in found_keys])
        _, which = np.unique(rows.reshape(-1, rows.shape[2]), axis=0, return_inverse=True)
        places[:, numbers_] = first + which.reshape(rows.shape[:2])
        first += int(which.max()) + 1
    return places


def _moved(corners: Floats, placed: Sequence[PlacedPolygon]) -> Floats:
    """The corners of each of these placements of a piece."""
    motion = np.array([(one.cos, one.sin, one.dx, one.dy) for one in placed])[:, :, None]
    over = np.array([-1.0 if one.flipped else 1.0 for one in placed])[:, None]
    cos, sin, dx, dy = motion[:, 0], motion[:, 1], motion[:, 2], motion[:, 3]
    x, y = over * corners[:, 0], corners[:, 1]
    return np.stack([cos * x - sin * y + dx, sin * x + cos * y + dy], axis=-1)


def _point_numbers(points: Sequence[Floats], tolerance: float) -> list[Numbers]:
    """A number for each point, the same for points that coincide."""
    flat = np.concatenate([part.reshape(-1, 2) for part in points])
    x, y = _steps(flat[:, 0], tolerance), _steps(flat[:, 1], tolerance)
    _, numbers = np.unique(x * (int(y.max()) + 1) + y, return_inverse=True)
    cuts = np.cumsum([part.size // 2 for part in points])[:-1]
    parts = np.split(numbers.ravel().astype(np.int64), cuts)
    return [part.reshape(given.shape[:-1]) for part, given in zip(parts, points, strict=True)]


def _steps(values: Floats, tolerance: float) -> Numbers:
    """Numbers for values such that those with no gap between them have the same."""
    order = np.argsort(values)
    numbers = np.empty(len(values), dtype=np.int64)
    numbers[order] = np.concatenate([[0], np.cumsum(np.diff(values[order]) > tolerance)])
    return numbers


def _firsts(rows: Numbers, places: Numbers) -> Numbers:
    """The number of the first solution of each class, if solutions are mapped in these ways.

    The key of a solution is the sum of random numbers of its places, and that of its class the
    least of the keys of its images.
    """
    for seed in range(100):
        random = np.random.default_rng(seed).integers(
            2**64, size=int(places.max()) + 1, dtype=np.uint64
        )
        least, which = _key(rows, random[places[0]]), np.zeros(len(rows), dtype=np.int64)
        for number in range(1, len(places)):
            key = _key(rows, random[places[number]])
            less = key < least
            least[less], which[less] = key[less], number
        _, first, group = np.unique(least, return_index=True, return_inverse=True)
        image = np.sort(places[which[:, None], rows], axis=1)
        if np.array_equal(image, image[first][group.ravel()]):
            return np.sort(first)
    raise AssertionError("random numbers that are not")


def _key(rows: Numbers, random: Mixed) -> Mixed:
    total: Mixed = random[rows[:, 0]]
    for column in range(1, rows.shape[1]):
        total = total + random[rows[:, column]]
    return total
