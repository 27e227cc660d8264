"""Cells as solids: where a cell lies in space and what it looks like, from its lattice's own data.

Space is right-handed, with z up.  Columns of a lattice go to the right, rows towards the viewer
and layers down, so that a drawing is seen from above as it is written, and nothing is mirrored.
"""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, pairwise

import numpy as np

from tilewright.lattices import Cell, Kind, Lattice
from tilewright.render.cells import from_point, written_value
from tilewright.render.outlines import around, shape_of, signed_area
from tilewright.render.scene import PictureError, Point, Ring

Vec = tuple[float, float, float]
Face = tuple[Vec, ...]

DECIMALS = 9  # to which corners are rounded, so that neighbours share them
NEAR = 1e-7
ARC = math.tau / 48  # an arc is drawn as a chain of chords, each over such an angle
THICKNESS = 0.3  # of flat pieces, where a cell is about 1 wide


@dataclass(frozen=True, slots=True)
class Solid:
    """A convex polyhedron; its faces are rings of corners, anticlockwise seen from outside."""

    faces: tuple[Face, ...]

    def moved(self, dx: float, dy: float, dz: float) -> "Solid":
        """The same somewhere else."""
        return self.mapped(lambda p: shifted(p, (dx, dy, dz)))

    def mapped(self, place: Callable[[Vec], Vec]) -> "Solid":
        """The same with other corners."""
        return Solid(tuple(tuple(map(place, face)) for face in self.faces))


@dataclass(frozen=True, slots=True)
class SolidBall:
    """A ball."""

    centre: Vec
    radius: float

    def moved(self, dx: float, dy: float, dz: float) -> "SolidBall":
        """The same somewhere else."""
        return self.mapped(lambda p: shifted(p, (dx, dy, dz)))

    def mapped(self, place: Callable[[Vec], Vec]) -> "SolidBall":
        """The same with another centre."""
        return SolidBall(place(self.centre), self.radius)


def place_of(on: Lattice, cell: Sequence[float]) -> Vec:
    """Where a point of a lattice lies in space.

    >>> from tilewright.lattices import lattice
    >>> place_of(lattice("cube"), (1, 2, 3))
    (1.0, -2.0, -3.0)
    """
    return rounded(_unrounded_place(on, cell))


def _unrounded_place(on: Lattice, cell: Sequence[float]) -> Vec:
    x = y = z = 0.0
    for k, (ax, ay, az) in zip(cell, _axes(on), strict=True):
        x, y, z = x + k * ax, y - k * ay, z - k * az
    return x, y, z


def cell_solids(on: Lattice, cell: Cell) -> tuple[Solid | SolidBall, ...]:
    """What a cell is made of: a convex solid, several of them if it is not convex, or a ball.

    >>> from tilewright.lattices import lattice
    >>> (cube,) = cell_solids(lattice("cube"), (0, 0, 0))
    >>> len(cube.faces)
    6
    """
    kind = on.kind(cell)
    if kind is None:
        raise PictureError(f"{cell} is no cell of lattice {on.name!r}")
    there = _unrounded_place(on, cell)
    return tuple(part.moved(*there).mapped(rounded) for part in _at_origin(on, kind.name))


@lru_cache(maxsize=256)
def _at_origin(on: Lattice, name: str) -> tuple[Solid | SolidBall, ...]:
    """A cell of a kind, about its own place."""
    kind = next(kind for kind in on.kinds if kind.name == name)
    corners = [_unrounded_place(on, [written_value(x) for x in corner]) for corner in kind.corners]
    match kind.shape:
        case "sphere":
            return (SolidBall((0.0, 0.0, 0.0), _ball_radius(on, kind)),)
        case "hull" if len(corners) >= 4:
            return (_hull(on, corners),)
        case "sector" if len(corners) in (2, 5):
            return _sector(on, corners)
        case "polygon" if on.flat and len(corners) >= 3:
            ring = tuple((x, y) for x, y, _ in corners)
            return area_solids([ring], THICKNESS)
    raise PictureError(
        f"lattice {on.name!r} does not say how cells of kind {kind.name!r} look in space: give the "
        f'kind shape = "hull" and its corners, or shape = "sphere" or "sector"'
    )


def _axes(on: Lattice) -> tuple[Vec, ...]:
    """Where the unit vectors of a lattice point, before rows and layers are turned."""
    width = on.dimension
    rows = [[written_value(x) for x in row] for row in on.embedding] or np.eye(width).tolist()
    if len(rows) != width or any(len(row) not in (2, 3) for row in rows):
        raise PictureError(
            f"lattice {on.name!r} has no place in space: expected an embedding of {width} rows of "
            f"three numbers, where its unit vectors point"
        )
    return tuple((row[0], row[1], row[2] if len(row) > 2 else 0.0) for row in rows)


def _ball_radius(on: Lattice, kind: Kind) -> float:
    """Half as far as the nearest neighbour."""
    steps = [math.hypot(*_unrounded_place(on, step)) for step in kind.edges.values()]
    return round(min(steps, default=1.0) / 2, DECIMALS)


def _hull(on: Lattice, corners: Sequence[Vec]) -> Solid:
    """The convex hull of a few points: planes with all of them on one side are its faces."""
    middle = mean(corners)
    faces: dict[frozenset[int], Face] = {}
    for a, b, c in combinations(range(len(corners)), 3):
        normal = cross(minus(corners[b], corners[a]), minus(corners[c], corners[a]))
        length = math.hypot(*normal)
        if length < NEAR:
            continue
        heights = [dot(normal, minus(p, corners[a])) / length for p in corners]
        if dot(normal, minus(middle, corners[a])) > 0:
            normal, heights = minus((0.0, 0.0, 0.0), normal), [-h for h in heights]
        if max(heights) < NEAR:
            on_plane = frozenset(k for k, h in enumerate(heights) if h > -NEAR)
            if on_plane not in faces:
                faces[on_plane] = _around([corners[k] for k in sorted(on_plane)], normal)
    if len(faces) < 4:
        raise PictureError(f"corners of a cell of lattice {on.name!r} lie in one plane")
    return Solid(tuple(faces.values()))


def _around(points: Sequence[Vec], normal: Vec) -> Face:
    """Corners of a face, anticlockwise seen from where the normal points to."""
    middle = mean(points)
    first = minus(points[0], middle)
    second = cross(normal, first)

    def angle(p: Vec) -> float:
        along, across = dot(minus(p, middle), first), dot(minus(p, middle), second)
        return math.atan2(across / math.hypot(*second), along / math.hypot(*first))

    return tuple(sorted(points, key=angle))


def _sector(on: Lattice, corners: Sequence[Vec]) -> tuple[Solid, ...]:
    """Part of a disc, cut into pieces so thin that each is convex; or a whole disc."""
    up = math.hypot(*_unrounded_place(on, (0,) * (on.dimension - 1) + (1,))) / 2
    (cx, cy, cz), *rest = corners
    at = cz - up, cz + up
    if len(rest) == 1:
        radius = math.hypot(rest[0][0] - cx, rest[0][1] - cy)
        start = math.atan2(rest[0][1] - cy, rest[0][0] - cx)
        steps = round(math.tau / ARC)
        angles = [start + math.tau * k / steps for k in range(steps)]
        return (_prism([from_point((cx, cy), radius, angle) for angle in angles], *at),)
    near, _, _, far = rest
    inner, outer = (math.hypot(p[0] - cx, p[1] - cy) for p in (near, far))
    start, end = (math.atan2(p[1] - cy, p[0] - cx) for p in rest[:2])
    turn = (end - start + math.pi) % math.tau - math.pi
    steps = max(1, round(abs(turn) / ARC))
    angles = [start + turn * k / steps for k in range(steps + 1)]
    parts = []
    for one, other in pairwise(angles):
        ends = ((inner, one), (outer, one), (outer, other), (inner, other))
        ring = [from_point((cx, cy), far, angle) for far, angle in ends]
        parts.append(_prism(ring if inner > NEAR else ring[:3], *at))
    return tuple(parts)


def area_solids(rings: Iterable[Ring], thickness: float) -> tuple[Solid, ...]:
    """An area of the plane as a plate that lies on z = 0, cut into convex parts.

    >>> (plate,) = area_solids([((0, 0), (1, 0), (1, 1), (0, 1))], 0.25)
    >>> plate.faces[0]
    ((0, 0, 0.25), (1, 0, 0.25), (1, 1, 0.25), (0, 1, 0.25))
    """
    rings = [ring for ring in rings if len(ring) >= 3]
    if len(rings) == 1 and _is_convex(rings[0]):
        return (_prism(rings[0], 0.0, thickness),)
    return tuple(_prism(ring, 0.0, thickness) for ring in _triangles(rings))


def _triangles(rings: Sequence[Ring]) -> list[Ring]:
    import shapely

    triangles = shapely.constrained_delaunay_triangles(shape_of(rings)).geoms
    found = [tuple((x, y) for x, y in t.exterior.coords[:3]) for t in triangles]
    return sorted(ring for ring in found if abs(signed_area(ring)) > NEAR**2)


def _is_convex(ring: Ring) -> bool:
    steps = [(bx - ax, by - ay) for (ax, ay), (bx, by) in around(ring)]
    turns = [a * d - b * c for (a, b), (c, d) in around(steps)]
    return min(turns) > -NEAR or max(turns) < NEAR


def _prism(ring: Sequence[Point], bottom: float, top: float) -> Solid:
    """What is above a convex ring, between two heights."""
    if signed_area(ring) < 0:
        ring = tuple(reversed(ring))
    low = [(x, y, bottom) for x, y in ring]
    high = [(x, y, top) for x, y in ring]
    sides = [(low[k - 1], low[k], high[k], high[k - 1]) for k in range(len(ring))]
    return Solid((tuple(high), tuple(reversed(low)), *sides))


def shifted(a: Vec, b: Vec) -> Vec:
    """The sum of two vectors."""
    return a[0] + b[0], a[1] + b[1], a[2] + b[2]


def minus(a: Vec, b: Vec) -> Vec:
    """The difference of two vectors."""
    return a[0] - b[0], a[1] - b[1], a[2] - b[2]


def dot(a: Vec, b: Vec) -> float:
    """The scalar product of two vectors."""
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def cross(a: Vec, b: Vec) -> Vec:
    """The vector product of two vectors."""
    return (
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    )


def unit(direction: Vec) -> Vec:
    """The same direction with length 1.

    >>> unit((0.0, 3.0, 4.0))
    (0.0, 0.6, 0.8)
    """
    x, y, z = direction
    length = math.hypot(x, y, z) or 1.0
    return x / length, y / length, z / length


def y_up(p: Vec) -> Vec:
    """The same where y points up, as in many formats, and z towards us."""
    return p[0], p[2], -p[1]


def rounded(p: Vec, decimals: int = DECIMALS) -> Vec:
    """A corner as neighbours share it."""
    return (
        round(p[0], decimals) + 0.0,  # and no -0.0
        round(p[1], decimals) + 0.0,
        round(p[2], decimals) + 0.0,
    )


def half_turn(p: Vec) -> Vec:
    """A point after half a turn about the x axis."""
    return rounded((p[0], -p[1], -p[2]))


def mean(points: Sequence[Vec]) -> Vec:
    """The middle of some points."""
    x, y, z = (sum(axis) / len(points) for axis in zip(*points, strict=True))
    return x, y, z
