"""Lattices as the browser needs them: everything that follows from their tables, worked out.

Cells are drawn as rings in the plane, and as solids in space.  Rings are about the cell's own
place, x to the right and y down.  Cells of one layer do not overlap, whatever the lattice, so that
a click meets one cell.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache

import shapely
import shapely.affinity

from tilewright.errors import TilewrightError
from tilewright.lattices import Cell, Kind, Lattice, lattice, lattice_names, minus
from tilewright.render.cells import corners
from tilewright.render.scene import Point, Ring
from tilewright.render.space.solids import (
    THICKNESS,
    Solid,
    SolidBall,
    Vec,
    area_solids,
    cell_solids,
    place_of,
)
from tilewright.web.puzzles.messages import (
    KindShape,
    LatticeShape,
    MotionShape,
    SolidShape,
    Space,
    SpaceKind,
)
from tilewright.web.wire import Problem

DECIMALS = 6
NEAR = 1e-6
FARTHEST = 1e6  # no number of an embedding is larger
BAND = 0.14  # half the width of a stick, where it is 1 long
ROUND = 32  # corners of a circle
SMALL = 0.8  # of a cell that has no shape of its own, compared with one that touches its neighbour
AROUND = 3  # steps to cells that may overlap a cell of their layer
MOST_AROUND = 20_000  # cells that are compared

Looks = tuple[Ring, tuple[Solid | SolidBall, ...]]


def axes_of(on: Lattice) -> tuple[tuple[Vec, ...], bool]:
    """Where the unit vectors point in space, and whether the lattice says so itself.

    >>> from tilewright.lattices import lattice
    >>> axes_of(lattice("square"))
    (((1.0, 0.0, 0.0), (0.0, -1.0, 0.0)), True)
    """
    width = on.dimension
    with suppress(TilewrightError):
        axes = tuple(place_of(on, [k == row for k in range(width)]) for row in range(width))
        if all(math.isfinite(x) and abs(x) < FARTHEST for axis in axes for x in axis):
            return axes, True
    return ((1.0, 0.0, 0.0), (0.0, -1.0, 0.0), (0.0, 0.0, -1.0))[:width], False


@lru_cache(maxsize=64)
def looks_of(on: Lattice) -> tuple[dict[str, Looks], list[str]]:
    """How a cell of each kind looks, and the kinds for which that had to be made up."""
    axes, placed = axes_of(on)
    found: dict[str, Looks] = {}
    unknown = []
    for kind in on.kinds:
        looks = _sound_looks(on, kind, axes) if placed else None
        if looks is None:
            unknown.append(kind.name)
        found[kind.name] = looks or _small(kind, axes)
    if not on.flat and _overlap(on, {name: ring for name, (ring, _) in found.items()}, axes):
        found = {name: (_section(parts) or ring, parts) for name, (ring, parts) in found.items()}
    return found, unknown


def _sound_looks(on: Lattice, kind: Kind, axes: Sequence[Vec]) -> Looks | None:
    """How a cell looks; None if the lattice does not say so, or what it says cannot be drawn."""
    try:
        ring, parts = _looks(on, kind, axes)
    except (TilewrightError, shapely.errors.ShapelyError):
        return None
    area = shapely.Polygon(ring)
    far = max(abs(x) for point in ring for x in point)
    return (ring, parts) if area.is_valid and area.area > NEAR and far < FARTHEST else None


def _looks(on: Lattice, kind: Kind, axes: Sequence[Vec]) -> Looks:
    u, v, w = _place(kind.at, axes)
    if kind.shape == "segment" and on.flat:
        ring = tuple((x - u, y - v) for x, y in _band(on, corners(on, kind.at), axes))
        return _down(ring), area_solids([ring], THICKNESS)
    parts = tuple(part.moved(-u, -v, -w) for part in cell_solids(on, kind.at))
    if on.flat and kind.shape == "polygon":
        return _down((x - u, y - v) for x, y in corners(on, kind.at)), parts
    return _from_above(parts), parts


def _place(cell: Sequence[int], axes: Sequence[Vec]) -> Vec:
    x, y, z = (sum(k * axis[i] for k, axis in zip(cell, axes, strict=True)) for i in range(3))
    return x, y, z


def _down(ring: Iterable[Point]) -> Ring:
    return tuple((_short(x), _short(-y)) for x, y in ring)


def _band(on: Lattice, ends: Ring, axes: Sequence[Vec]) -> Ring:
    """A stick as wide as can be seen, and so sharp that it leaves others at its ends alone."""
    (ax, ay), (bx, by) = ends[:2]
    length = math.hypot(bx - ax, by - ay) or 1.0
    ux, uy = (bx - ax) / length, (by - ay) / length
    slope = math.tan(_sharpest(on, axes) / 2)
    half = min(BAND, slope / 2) * length
    tip = half / slope
    return (
        (ax, ay),
        (ax + ux * tip + uy * half, ay + uy * tip - ux * half),
        (bx - ux * tip + uy * half, by - uy * tip - ux * half),
        (bx, by),
        (bx - ux * tip - uy * half, by - uy * tip + ux * half),
        (ax + ux * tip - uy * half, ay + uy * tip + ux * half),
    )


def _sharpest(on: Lattice, axes: Sequence[Vec]) -> float:
    """The sharpest angle between sticks that meet, at most a right angle."""
    found = [math.pi / 2]
    for junction in on.junctions:
        places = [_place(step, axes) for step in junction.sticks]
        angles = sorted(math.atan2(y, x) for x, y, _ in places)
        gaps = [(b - a) % math.tau for a, b in zip(angles, (*angles[1:], *angles[:1]), strict=True)]
        found += [gap for gap in gaps if gap > NEAR]
    return max(min(found), math.radians(10))


def _from_above(parts: Sequence[Solid | SolidBall]) -> Ring:
    """The outline of solids, seen from above."""
    areas = []
    for part in parts:
        if isinstance(part, SolidBall):
            areas.append(shapely.Polygon(_circle(part.centre[:2], part.radius)))
        else:
            points = [(x, y) for face in part.faces for x, y, _ in face]
            areas.append(shapely.MultiPoint(points).convex_hull)
    if len(areas) > 1:
        areas = [area.buffer(NEAR) for area in areas]  # so that parts that touch are joined
    whole = shapely.union_all(areas).simplify(2 * NEAR)
    if isinstance(whole, shapely.MultiPolygon):
        whole = whole.convex_hull
    return _down(whole.exterior.coords[:-1])


def _section(parts: Sequence[Solid | SolidBall]) -> Ring:
    """The outline of a solid at the height of its own place; empty if it has nothing there."""
    points = []
    for part in parts:
        for face in part.faces if isinstance(part, Solid) else ():
            for (ax, ay, az), (bx, by, bz) in zip(face, (*face[1:], face[0]), strict=True):
                if min(az, bz) <= NEAR and max(az, bz) >= -NEAR:
                    t = az / (az - bz) if abs(az - bz) > NEAR else 0.0
                    points.append((ax + t * (bx - ax), ay + t * (by - ay)))
    hull = shapely.MultiPoint(points).convex_hull
    if not isinstance(hull, shapely.Polygon) or hull.area < NEAR:
        return ()
    return _down(hull.simplify(2 * NEAR).exterior.coords[:-1])


def _overlap(on: Lattice, rings: Mapping[str, Ring], axes: Sequence[Vec]) -> bool:
    """Does a cell overlap another one of the same layer?"""
    areas = {name: shapely.Polygon(ring) for name, ring in rings.items()}
    looked = 0
    for kind in on.kinds:
        near: dict[Cell, None] = {kind.at: None}
        for _ in range(AROUND):
            near |= {there: None for cell in near for there in on.neighbours(cell).values()}
        looked += len(near)
        if looked > MOST_AROUND:
            return True
        for cell in near:
            x, y, z = _place(minus(cell, kind.at), axes)
            other = on.kind(cell)
            if cell == kind.at or other is None or abs(z) > NEAR:
                continue
            there = shapely.affinity.translate(areas[other.name], x, -y)
            both = shapely.intersection(areas[kind.name], there, grid_size=NEAR)
            if both.area > math.sqrt(NEAR):
                return True
    return False


def _small(kind: Kind, axes: Sequence[Vec]) -> Looks:
    """A disc, or a ball, for a cell of which nobody says how it looks."""
    steps = [math.hypot(*_place(step, axes)) for step in kind.edges.values()]
    radius = SMALL / 2 * min((step for step in steps if step > NEAR), default=1.0)
    ring = _circle((0.0, 0.0), radius)
    ball = SolidBall((0.0, 0.0, 0.0), round(radius, DECIMALS))
    return _down(ring), area_solids([ring], THICKNESS) if len(axes) == 2 else (ball,)


def _circle(centre: Sequence[float], radius: float) -> Ring:
    angles = [math.tau * k / ROUND for k in range(ROUND)]
    return tuple(
        (centre[0] + radius * math.cos(a), centre[1] + radius * math.sin(a)) for a in angles
    )


@lru_cache(maxsize=64)
def lattice_shape(on: Lattice) -> LatticeShape:
    """A lattice with all that is needed to draw on it."""
    axes, _ = axes_of(on)
    looks, _ = looks_of(on)
    builtin = on.name in lattice_names() and lattice(on.name) == on
    numbers = {motion.matrix: number for number, motion in enumerate(on.motions)}
    return LatticeShape(
        name=on.name,
        about=on.about,
        dimension=on.dimension,
        builtin=builtin,
        definition=None if builtin else dict(on.definition),
        flat=on.flat,
        sticks=any(kind.shape == "segment" for kind in on.kinds),
        basis=on.translations.basis,
        embedding=[(x, -y + 0.0, -z + 0.0)[: on.dimension] for x, y, z in axes],
        kinds=[
            KindShape(
                name=kind.name,
                at=kind.at,
                steps=list(dict.fromkeys(kind.edges.values())),
                outline=looks[kind.name][0],
            )
            for kind in on.kinds
        ],
        motions=[
            MotionShape(matrix=m.matrix, shift=m.shift, mirror=m.mirror, word=" ".join(m.word))
            for m in on.motions
        ],
        generators={name: numbers[motion.matrix] for name, motion in on.generators.items()},
        space=Space(
            axes=list(axes),
            kinds=[_space_kind(looks[kind.name][1]) for kind in on.kinds],
        ),
    )


def lattice_notes(on: Lattice) -> list[Problem]:
    """What is odd about how a lattice is drawn."""
    _, unknown = looks_of(on)
    if not unknown:
        return []
    names = ", ".join(map(repr, unknown[:4])) + (" and others" if len(unknown) > 4 else "")
    what = "discs" if on.flat else "balls"
    return [
        Problem(
            severity="note",
            place=["lattice"],
            message=f"Lattice {on.name!r} does not say how cells of kind {names} look. They are "
            f"shown as small {what}.",
        )
    ]


def _space_kind(parts: Iterable[Solid | SolidBall]) -> SpaceKind:
    solids, balls = [], []
    for part in parts:
        if isinstance(part, SolidBall):
            balls.append(list(map(_short, (*part.centre, part.radius))))
            continue
        numbers: dict[tuple[float, ...], int] = {}
        faces = [
            tuple(numbers.setdefault(tuple(map(_short, p)), len(numbers)) for p in face)
            for face in part.faces
        ]
        solids.append(SolidShape(points=list(numbers), faces=faces))
    return SpaceKind(solids=solids, balls=balls)


def _short(x: float) -> float:
    return round(x, DECIMALS) + 0.0
