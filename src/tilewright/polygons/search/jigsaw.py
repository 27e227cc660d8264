"""A jigsaw is what the search takes: a polygon puzzle as numbers, congruent pieces as one kind.

The rings of a shape that touches itself are linked anew, so that every wedge is a corner of its
own.  Where a hole touches the outline, the shape has two wedges, one on each side of the hole;
drawn as two rings, it has a corner of the outline and one of the hole.  The search wants the
wedges.
"""

import cmath
import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from tilewright import _core
from tilewright.errors import TilewrightError
from tilewright.polygons.model.congruence import (
    Isometry,
    corners_only,
    isometries,
    kinds,
    puzzle_size,
)
from tilewright.polygons.model.puzzle import (
    Floats,
    PolygonPiece,
    PolygonPuzzle,
    corner_angles,
    side_lengths,
)
from tilewright.polygons.model.solution import PlacedPolygon


def linked(rings: Sequence[Floats], tolerance: float) -> list[Floats]:
    """The same shape; the rings themselves if nothing touches.

    >>> outer = np.array([(0.0, 0), (3, 0), (3, 3), (0, 3)])
    >>> hole = np.array([(0.0, 0), (1, 2), (2, 1)])
    >>> [len(ring) for ring in linked([outer, hole], 1e-9)]
    [7]
    """
    points = [ring[:, 0] + 1j * ring[:, 1] for ring in rings]
    starts = np.concatenate(points)
    vectors = np.concatenate([np.roll(ring, -1) - ring for ring in points])
    lengths = np.abs(vectors)
    # How far along each side, and how far off it, is each corner?
    apart = (starts[None, :] - starts[:, None]) * (vectors.conj() / lengths)[:, None]
    along, off = apart.real, np.abs(apart.imag)
    on = (off <= tolerance) & (along > -tolerance) & (along < lengths[:, None] + tolerance)
    if on.sum() == 2 * len(starts):  # each side has its two ends, and nothing else
        return list(rings)
    met: list[complex] = []
    number = []
    for start in starts.tolist():
        near = next((k for k, p in enumerate(met) if abs(p - start) <= tolerance), len(met))
        met += [start] if near == len(met) else []
        number.append(near)
    leaving: dict[int, list[int]] = defaultdict(list)
    for here, places in zip(on, along, strict=True):
        cuts = sorted(np.flatnonzero(here), key=places.__getitem__)
        for a, b in pairwise(dict.fromkeys(number[j] for j in cuts)):
            leaving[a].append(b)
    return _traced(met, leaving)


def _traced(points: list[complex], leaving: dict[int, list[int]]) -> list[Floats]:
    rings = []
    while any(leaving.values()):
        start = next(point for point, ways in leaving.items() if ways)
        first = leaving[start].pop()
        here, there, ring = start, first, [start]
        while True:
            ways, clockwise = leaving[there], partial(_clockwise, points, here, there)
            onward = min(ways, key=clockwise, default=first)
            if there == start and clockwise(first) <= clockwise(onward):
                break
            ways.remove(onward)
            ring.append(there)
            here, there = there, onward
        rings.append(np.array([(points[k].real, points[k].imag) for k in ring]))
    return rings


def _clockwise(points: list[complex], here: int, there: int, onward: int) -> float:
    """The angle at a point, from where we come to where we may go."""
    angle = cmath.phase((points[here] - points[there]) / (points[onward] - points[there]))
    return angle if angle > 0 else angle + math.tau


EXACT = 1e-10  # of the size: what doubles make of equal lengths in exact puzzles differs by less
SAFE = 100  # lengths and angles that differ must differ by N tolerances
MOST_CORNERS = 1_000_000  # of the board times those of the pieces
LONGER = 2  # sides of pieces are longer than N tolerances
SHORT = 1e-5  # of the largest coordinate: rounding turns shorter sides by too much
TOUCHING = 1e-6  # of the size: where a shape comes so near to itself, it touches itself
ROUNDED, MEASURED = 1e-9, 1e-3  # of the size: pieces, exact or not, that differ by less are alike
NOISE = 1e-13  # of the size: what rounding alone does to the lengths of pieces


class JigsawError(TilewrightError, ValueError):
    """A polygon puzzle cannot be searched safely."""


@dataclass(frozen=True, eq=False)
class PieceKind:
    """Pieces that are congruent.

    `rings` is the shape of the first, moved so that its first corner is at the origin; `others`
    take the shapes of all of them, as drawn, to that of the first.  It has `corners` that are told
    apart, up to its rotations.
    """

    pieces: tuple[str, ...]  # their names, each as often as it is there
    others: tuple[Isometry, ...]
    rings: tuple[Floats, ...]
    turn: bool
    flips: bool  # may it be turned over, and does that make a difference?
    mirrors: bool  # is its mirror image allowed, or the same?
    corners: tuple[int, ...]
    origin: tuple[float, float]


@dataclass(frozen=True, eq=False)
class Jigsaw:
    """A polygon puzzle for the search.

    Its `tolerance` is a length.  With `noisy`, sides and corners need only fit up to it.
    """

    puzzle: PolygonPuzzle
    board: tuple[Floats, ...]
    kinds: tuple[PieceKind, ...]
    tolerance: float
    angle_tolerance: float
    noisy: bool
    origin: tuple[float, float]  # of the board

    @cached_property
    def options(self) -> npt.NDArray[np.uint32]:
        """A row for each: kind, flipped, corner."""
        rows = [
            (number, flipped, corner)
            for number, kind in enumerate(self.kinds)
            for flipped in ((False, True) if kind.flips else (False,))
            for corner in kind.corners
        ]
        return np.array(rows, dtype=np.uint32).reshape(-1, 3)

    @cached_property
    def native(self) -> _core.Jigsaw:
        """As the core takes it."""
        shapes = [self.board, *(kind.rings for kind in self.kinds)]
        rings = [ring for shape in shapes for ring in shape]
        return _core.Jigsaw(
            np.concatenate(rings).ravel(),
            np.cumsum([len(ring) for ring in rings], dtype=np.uint32),
            np.cumsum([len(shape) for shape in shapes], dtype=np.uint32),
            np.array([len(kind.pieces) for kind in self.kinds], dtype=np.uint32),
            np.array([kind.turn for kind in self.kinds], dtype=np.uint32),
            self.options.ravel(),
            tolerance=self.tolerance,
            angle_tolerance=self.angle_tolerance,
            noisy=self.noisy,
            mirrors=all(kind.mirrors for kind in self.kinds),
        )

    @cached_property
    def fingerprint(self) -> str:
        """A name for what is searched."""
        from hashlib import sha256  # takes time to load

        digest = sha256(repr((self.tolerance, self.angle_tolerance, self.noisy)).encode())
        for shape in (self.board, *(kind.rings for kind in self.kinds)):
            for ring in shape:
                digest.update(np.round(ring / self.tolerance / 1e3).astype("<i8").tobytes())
            digest.update(b"|")
        digest.update(self.options.tobytes())
        digest.update(repr([(len(kind.pieces), kind.turn) for kind in self.kinds]).encode())
        return digest.hexdigest()

    def placed(self, row: tuple[int, bool, float, float, float, float]) -> PlacedPolygon:
        """A row of the core as a placement of the first piece of its kind."""
        number, flipped, cos, sin, dx, dy = row
        kind = self.kinds[number]
        x, y = (-kind.origin[0] if flipped else kind.origin[0]), kind.origin[1]
        return PlacedPolygon(
            kind.pieces[0],
            flipped,
            cos,
            sin,
            dx + self.origin[0] - (cos * x - sin * y),
            dy + self.origin[1] - (sin * x + cos * y),
        )

    def named(self, placed: Sequence[PlacedPolygon]) -> tuple[PlacedPolygon, ...]:
        """Placements with the names of all pieces of a kind, one after the other."""
        left = {kind.pieces[0]: zip(kind.pieces, kind.others, strict=True) for kind in self.kinds}
        named = ((one.motion, *next(left[one.piece])) for one in placed)
        return tuple(PlacedPolygon.by(name, motion @ other) for motion, name, other in named)


def make_jigsaw(puzzle: PolygonPuzzle, tolerance: float | None = None) -> Jigsaw:
    """The jigsaw of a puzzle.  With a `tolerance`, a part of the size, it is a noisy one.

    Raises JigsawError if lengths or angles of an exact puzzle are too close to be told apart.
    """
    puzzle.require_ways()
    size = puzzle_size(puzzle)
    limit = size * (EXACT if tolerance is None else tolerance)
    rings = [ring for shape in puzzle.board for ring in shape.floats]
    if tolerance is not None:
        rings = [_simplified(ring, limit) for ring in rings]
    rings = [corners_only(ring, tolerance or 1e-9) for ring in rings]
    _require_small(puzzle, rings)
    origin = rings[0].mean(axis=0)
    shortest = min(side_lengths(ring).min() for shape in puzzle.shapes() for ring in shape.floats)
    if tolerance is not None:
        _require_longer(puzzle, limit)
    jigsaw = Jigsaw(
        puzzle,
        tuple(ring - origin for ring in rings),
        _kinds(puzzle, _alike(puzzle, limit), min(limit, size * TOUCHING)),
        limit,
        EXACT if tolerance is None else min(4 * limit / float(shortest), 0.1),
        tolerance is not None,
        (float(origin[0]), float(origin[1])),
    )
    if tolerance is None:
        _require_directions(puzzle)
        _require_apart(jigsaw)
    return jigsaw


def _simplified(ring: Floats, tolerance: float) -> Floats:
    """A ring with fewer corners, nowhere farther away than the tolerance."""
    from shapely import LinearRing

    fewer = np.array(LinearRing(ring).simplify(tolerance).coords)[:-1]
    return fewer if len(fewer) >= 3 else ring


def _require_small(puzzle: PolygonPuzzle, board: list[Floats]) -> None:
    on_board = sum(map(len, board))
    on_pieces = sum(piece.shape.corner_count for piece in puzzle.pieces)
    if on_board * on_pieces > MOST_CORNERS:
        raise JigsawError(
            f"the board has {on_board:,} corners and the pieces have {on_pieces:,}: that is too "
            f"many for a search; draw them with fewer corners"
        )


def _require_longer(puzzle: PolygonPuzzle, tolerance: float) -> None:
    """Sides of pieces that are no longer than the tolerance would vanish."""
    for piece in puzzle.pieces:
        shortest = min(float(side_lengths(ring).min()) for ring in piece.shape.floats)
        if shortest <= LONGER * tolerance:
            raise JigsawError(
                f"piece {piece.name!r} has a side of length {shortest:.4g}: too short for a "
                f"tolerance of {tolerance:.4g}; draw it with fewer corners, or choose a smaller "
                f"tolerance"
            )


def _alike(puzzle: PolygonPuzzle, tolerance: float) -> float:
    """How far pieces may differ that count as congruent.

    Not by as much as the board is off: then pieces would be exchanged that are different, and those
    not turned over that are nearly symmetric.
    """
    exact = all(piece.shape.exact for piece in puzzle.pieces)
    return min(tolerance, (ROUNDED if exact else MEASURED) * puzzle_size(puzzle))


def _kinds(puzzle: PolygonPuzzle, tolerance: float, touching: float) -> tuple[PieceKind, ...]:
    members: dict[int, list[PolygonPiece]] = {}
    for piece, kind in zip(puzzle.pieces, kinds(puzzle, tolerance), strict=True):
        members.setdefault(kind, []).append(piece)
    return tuple(_kind(pieces, tolerance, touching) for pieces in members.values())


def _kind(pieces: list[PolygonPiece], tolerance: float, touching: float) -> PieceKind:
    first = pieces[0]
    drawn = linked([corners_only(ring) for ring in first.shape.floats], touching)
    names: list[str] = []
    others: list[Isometry] = []
    for piece in pieces:
        motion = Isometry()
        if piece is not first:
            rings = linked([corners_only(ring) for ring in piece.shape.floats], touching)
            found = isometries(rings, drawn, 4 * tolerance, mirror=first.flip, turn=first.turn)
            if not found:
                raise JigsawError(
                    f"pieces {first.name!r} and {piece.name!r} are nearly the same: draw them alike"
                )
            motion = found[0]
        names += [piece.name] * piece.count
        others += [motion] * piece.count
    own = isometries(drawn, drawn, 4 * tolerance, turn=first.turn)
    mirrored = any(motion.flipped for motion in own)
    origin = drawn[0][0]
    return PieceKind(
        tuple(names),
        tuple(others),
        tuple(ring - origin for ring in drawn),
        first.turn,
        first.flip and not mirrored,
        first.flip or mirrored,
        _corners(drawn, own) if first.turn else tuple(range(sum(map(len, drawn)))),
        (float(origin[0]), float(origin[1])),
    )


def _corners(drawn: list[Floats], own: list[Isometry]) -> tuple[int, ...]:
    """One corner of each class that the rotations of a shape map to each other."""
    points = np.concatenate(drawn)
    leaving = np.concatenate([np.roll(ring, -1, axis=0) - ring for ring in drawn])
    middles = points + leaving / 3  # corners may touch, sides do not
    classes: dict[int, None] = {}
    for corner, middle in enumerate(middles):
        images = [
            int(np.argmin(np.abs(middles - motion.apply(middle)).sum(axis=1)))
            for motion in own
            if not motion.flipped
        ]
        classes.setdefault(min([*images, corner]))
    return tuple(classes)


def _require_directions(puzzle: PolygonPuzzle) -> None:
    """Rounding must not turn a short side by more than the tolerance."""
    for shape in puzzle.shapes():
        if all(c.text.lstrip("-").isdigit() for ring in shape.rings for xy in ring for c in xy):
            continue  # nothing was rounded
        away = max(float(np.abs(ring).max()) for ring in shape.floats)
        shortest = min(float(side_lengths(ring).min()) for ring in shape.floats)
        if shortest < SHORT * away:
            raise JigsawError(
                f"a side is only {shortest:.3g} long, in a shape that reaches to {away:.3g}: too "
                f"short to tell its direction safely; leave out so short a side, or write its ends "
                f"as decimals, so that they need not fit exactly"
            )


def _require_apart(jigsaw: Jigsaw) -> None:
    """Lengths and angles are the same, up to rounding, or clearly different."""
    shapes = [("the board", list(jigsaw.board))]
    shapes += (
        (piece.name, [corners_only(ring) for ring in piece.shape.floats])
        for piece in jigsaw.puzzle.pieces
    )
    shortest = min(float(side_lengths(ring).min()) for _, rings in shapes for ring in rings)
    drawn = [ring for shape in jigsaw.puzzle.shapes() for ring in shape.floats]
    farthest = max(float(np.abs(ring).max()) for ring in drawn)
    rounding = 4 * float(np.finfo(np.float64).eps) * farthest  # of a side far from the origin
    noise = jigsaw.tolerance / EXACT * NOISE + rounding
    for what, of, limit, same in (
        ("sides", side_lengths, jigsaw.tolerance, noise),
        ("angles", corner_angles, jigsaw.angle_tolerance, noise / shortest),
    ):
        sizes = sorted(
            (float(size), name) for name, rings in shapes for ring in rings for size in of(ring)
        )
        for (a, first), (b, second) in pairwise(sizes):
            if min(same, limit) < b - a < SAFE * limit:
                raise JigsawError(
                    f"{what} of {first!r} and {second!r} are {a:.12g} and {b:.12g}: too close to "
                    f"be told apart safely, and not equal; make them equal, or write them as "
                    f"decimals, so that they need not fit exactly"
                )
