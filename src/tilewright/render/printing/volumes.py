"""What volume a printed piece must have, computed without any mesh.

For cubes it is known exactly.  A cube has eight octants; how much is left of one depends only on
which of the eight cells round its corner belong to the piece.  Let the corner be the origin, the
octant all x, y, z > 0, d the inset, t the chamfer and s = d + t.  With h half a cell, the octant is
cut at s along each axis; S is the set of axes along which a part of it is near the corner.  A part
near in S is in the core if all cells that differ from the octant's own along axes of S only are in
the piece: say S is full.  What is left of the part near in S, grown by the chamfer's octahedron,
are the points y (measured from s towards the corner, 0 <= y_i <= s) for which some full T in S has

    sum of y_i over i in S but not in T  <=  t

which is a union of prisms over simplices; the volume of each intersection of them is in a table.
"""

import math
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations, product
from typing import TYPE_CHECKING

import numpy as np

from tilewright.lattices import Cell, lattice
from tilewright.puzzle import Puzzle
from tilewright.render.outlines import Floats
from tilewright.render.printing.options import PrintOptions
from tilewright.render.printing.shaping import (
    DEEP,
    OFF,
    ball,
    body_volume,
    library,
    segments_of,
    slab_bounds,
    together,
)
from tilewright.render.scene import PictureError
from tilewright.render.space import Body, SolidBall
from tilewright.render.space.solids import Face
from tilewright.render.views import AnyPuzzle

if TYPE_CHECKING:
    from manifold3d import Manifold


NEAR = 1e-6
USUAL_NECK = 0.5  # of the radius of a ball

Pair = tuple[SolidBall, SolidBall]


def joined_balls(body: Body, cell: float, options: PrintOptions, whose: str) -> "Manifold":
    """Balls and the necks between them, in millimetres."""
    if options.edge:
        raise PictureError(
            f"{whose} is made of balls, which have no edges to be cut off or rounded: leave "
            f"chamfer and rounding out"
        )
    balls, pairs = _in_mm(body, cell, options)
    least = min(one.radius for one in balls)
    if least <= 0:
        raise PictureError(
            f"nothing is left of {whose} with a clearance of {options.clearance} mm: expected less "
            f"than {2 * (least + options.inset):.3g} mm"
        )
    round_one = cache(ball)
    parts = [round_one(one.radius).translate(one.centre) for one in balls]
    parts += [_neck(*pair, _neck_radius(pair, options, whose)) for pair in pairs]
    return together(parts)


def touching_balls(balls: Sequence[SolidBall]) -> list[Pair]:
    """The pairs that touch."""
    return [
        (one, other)
        for one, other in combinations(balls, 2)
        if math.dist(one.centre, other.centre) <= one.radius + other.radius + NEAR
    ]


def _in_mm(body: Body, cell: float, options: PrintOptions) -> tuple[list[SolidBall], list[Pair]]:
    """The balls, less their clearance, and the pairs that are joined by necks."""

    def made(one: SolidBall) -> SolidBall:
        x, y, z = one.centre
        return SolidBall((x * cell, y * cell, z * cell), one.radius * cell - options.inset)

    pairs = [(made(one), made(other)) for one, other in touching_balls(body.balls)]
    return list(map(made, body.balls)), pairs


def _neck_radius(pair: Pair, options: PrintOptions, whose: str) -> float:
    """How thick the neck between two balls is."""
    thinner = min(one.radius for one in pair)
    radius = USUAL_NECK * thinner if options.neck is None else options.neck
    if radius >= thinner:
        raise PictureError(
            f"{whose} would have necks with a radius of {radius} mm: its balls have {thinner:.4g} "
            f"mm; expected less, such as neck={thinner / 2:.2g}"
        )
    return radius


def _neck(one: SolidBall, other: SolidBall, radius: float) -> "Manifold":
    segments = max(12, segments_of(radius, OFF))
    # as much area as a circle
    corner = radius * math.sqrt(math.tau / segments / math.sin(math.tau / segments))
    length = math.dist(one.centre, other.centre)
    x, y, z = ((q - p) / length for p, q in zip(one.centre, other.centre, strict=True))
    tilt, turn = math.degrees(math.acos(max(-1.0, min(1.0, z)))), math.degrees(math.atan2(y, x))
    made: Manifold = library().Manifold.cylinder(length, corner, corner, segments)
    return made.rotate((0, tilt, 0)).rotate((0, 0, turn)).translate(one.centre)


def _balls_bounds(body: Body, cell: float, options: PrintOptions) -> tuple[float, float]:
    """Those of round balls with round necks, which must not meet outside of the balls."""
    balls, pairs = _in_mm(body, cell, options)
    total = sum(4 / 3 * math.pi * one.radius**3 for one in balls)
    for pair in pairs:
        neck = _neck_radius(pair, options, body.name)
        total += math.pi * neck**2 * math.dist(pair[0].centre, pair[1].centre)
        for one in pair:  # what lies in a ball already: a cylinder and a cap
            reach = math.sqrt(one.radius**2 - neck**2)
            cap = one.radius - reach
            total -= math.pi * (neck**2 * reach + cap**2 * (3 * one.radius - cap) / 3)
    return total - DEEP * sum(4 * math.pi * one.radius**2 for one in balls), total


Axes = frozenset[int]

CLOSE = 1e-3  # part of the volume

SUBSETS = [frozenset(some) for size in range(4) for some in combinations(range(3), size)]


def require_volume(
    puzzle: AnyPuzzle, body: Body, scale: Floats, options: PrintOptions, volume: float
) -> None:
    """Raise PictureError if a piece does not have the volume that it should have."""
    low, high = _bounds(puzzle, body, scale, options)
    if not low * (1 - CLOSE) <= volume <= high * (1 + CLOSE):
        raise PictureError(
            f"piece {body.name!r} came out with {volume:.2f} mm³ instead of {low:.2f} to "
            f"{high:.2f}: a mistake of this program; try another clearance or chamfer, and tell us"
        )


def _bounds(
    puzzle: AnyPuzzle, body: Body, scale: Floats, options: PrintOptions
) -> tuple[float, float]:
    """The least and the largest volume that is right; the same number where it is known."""
    cell, on = float(scale[0]), puzzle.lattice if isinstance(puzzle, Puzzle) else None
    if body.balls:
        return _balls_bounds(body, cell, options)
    ideal = body_volume(body, scale)
    if not options.inset and not options.edge:
        return ideal, ideal
    if on == lattice("cube"):  # rounding takes less than a chamfer
        least = cubes_volume(body.cells, cell, options.inset, options.edge)
        most = cubes_volume(body.cells, cell, options.inset, 0) if options.rounding else least
        return least, most
    if on is None or on.flat:
        return slab_bounds(body, scale, options)
    deep = options.inset + options.edge
    return max(0.0, ideal - sum(_most_taken(face, scale, deep) for face in body.faces)), ideal


def _most_taken(face: Face, scale: Floats, deep: float) -> float:
    """What can be lost at a face: it reaches no farther than twice as far sideways as down."""
    corners = np.array(face) * scale
    sides = np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1).sum()
    crosses = np.cross(corners[1:-1] - corners[0], corners[2:] - corners[0])
    area = np.linalg.norm(crosses.sum(axis=0)) / 2
    return float(deep * (area + 2 * deep * sides + 4 * math.pi * deep**2))


def cubes_volume(cells: Iterable[Cell], cell: float, inset: float, chamfer: float) -> float:
    """The volume of cubes in mm³, with clearance and chamfer.

    >>> cubes_volume([(0, 0, 0)], 10, 0.5, 0)
    729.0
    >>> round(cubes_volume([(0, 0, 0)], 10, 0, 1), 6)  # 12 edges less, 8 corners differ
    945.333333
    """
    own = set(cells)
    return math.fsum(
        _octant(_full_sets(own, cube, away), cell / 2, inset, chamfer)
        for cube in sorted(own)
        for away in product((-1, 1), repeat=3)
    )


def _full_sets(own: set[Cell], cube: Cell, away: Sequence[int]) -> frozenset[Axes]:
    steps = list(enumerate(zip(cube, away, strict=True)))
    near = {axes: tuple(x + dx * (k in axes) for k, (x, dx) in steps) in own for axes in SUBSETS}
    return frozenset(axes for axes in SUBSETS if all(near[a] for a in SUBSETS if a <= axes))


@cache
def _octant(full: frozenset[Axes], half: float, inset: float, chamfer: float) -> float:
    s = inset + chamfer
    return sum(
        (half - s) ** (3 - len(near))
        * _union_volume([near - axes for axes in full if axes <= near], len(near), s, chamfer)
        for near in SUBSETS
    )


def _union_volume(sums: Sequence[Axes], size: int, side: float, most: float) -> float:
    """Of the points of a cube for which one of these sums is at most `most`."""
    least = [a for a in sums if not any(b < a for b in sums)]
    return math.fsum(
        -((-1) ** count) * _meet_volume(some, size, side, most)
        for count in range(1, len(least) + 1)
        for some in combinations(least, count)
    )


def _meet_volume(sums: Sequence[Axes], size: int, side: float, most: float) -> float:
    """Of the points of a cube for which all of these sums, none inside another, are small."""
    touched = frozenset[int]().union(*sums)
    free = side ** (size - len(touched))
    shape = sorted(len(a) for a in sums)
    parts = {
        (): 1.0,
        (0,): 1.0,
        (1,): most,
        (2,): most**2 / 2,
        (3,): most**3 / 6,
        (1, 1): most**2,
        (1, 2): most**3 / 2,
        (1, 1, 1): most**3,
        (2, 2): most**3 / 3,
        (2, 2, 2): most**3 / 4,
    }
    return float(free * parts[tuple(shape)])
