"""The parts of bodies that look at the eye: facets, and which of their sides are drawn as lines."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from tilewright.render.outlines import Floats, around, straightened
from tilewright.render.scene import Point, Ring
from tilewright.render.space.bodies import SMOOTH, Body
from tilewright.render.space.view import View

Corner = tuple[int, int, int]
Corners = tuple[Corner, ...]
Side = tuple[Corner, Corner]
Plane = tuple[int, ...]

DECIMALS = 6
FINE = 10.0**DECIMALS  # corners that differ less than 1/FINE are the same
EDGE_ON = 0.01  # faces that are turned away more than that are seen as lines at most
MOST_CORNERS = 8  # larger faces are cut, so that all are equally easy to compare


@dataclass(frozen=True, slots=True, eq=False)
class Facet:
    """A convex part of the surface of a body, as it is seen.

    `number` is that of its face, among the faces of the body.  `ring` has its corners as (x, y,
    depth), `corners` the same as numbers that neighbours share.  Facets of one body in one plane
    have the same `plane`, those of one smooth surface the same `sheet`; `bends` are the sides where
    that ends.
    """

    body: int
    number: int
    ring: Floats
    corners: Corners
    normal: Floats
    plane: Plane
    sheet: tuple[int, int]
    bends: frozenset[Side]

    @property
    def depth(self) -> float:
        """How near it is, on average."""
        return float(self.ring[:, 2].mean())

    @property
    def sides(self) -> Iterator[Side]:
        """Its sides, anticlockwise."""
        return around(self.corners)


def facets(bodies: Sequence[Body], view: View, *, covered: bool = False) -> list[Facet]:
    """All facets that look at the eye; those where two bodies touch each other only if wanted."""
    shared = [[tuple(map(_corner, face)) for face in body.faces] for body in bodies]
    times = Counter(frozenset(corners) for some in shared for corners in some)
    found: list[Facet] = []
    for number, body in enumerate(bodies):
        seen = [
            _Seen(k, corners, view.seen(np.array(face, dtype=np.float64)))
            for k, (face, corners) in enumerate(zip(body.faces, shared[number], strict=True))
            if covered or times[frozenset(corners)] == 1
        ]
        found += _facets(number, [face for face in seen if face.normal[2] > EDGE_ON])
    return found


@dataclass(frozen=True)
class _Seen:
    """A face of a body from one view: its number, and its corners both ways."""

    number: int
    corners: Corners
    ring: Floats

    @cached_property
    def normal(self) -> Floats:
        arms = self.ring[1:] - self.ring[0]
        normal = np.cross(arms[:-1], arms[1:]).sum(axis=0)
        return np.asarray(normal / (np.linalg.norm(normal) or 1.0))


def _facets(body: int, faces: Sequence[_Seen]) -> Iterator[Facet]:
    smooth = _smooth_sides(faces)
    for face, sheet in zip(faces, _sheets(faces, smooth), strict=True):
        normal = face.normal
        level = round(float(normal @ face.ring[0]) * 1e4)
        plane = body, *(round(x * 1e4) for x in normal.tolist()), level
        bends = frozenset(side for side in around(face.corners) if side not in smooth)
        for part in _parts(len(face.ring)):
            ring, corners = face.ring[part], tuple(face.corners[k] for k in part)
            yield Facet(body, face.number, ring, corners, normal, plane, (body, sheet), bends)


def _smooth_sides(faces: Sequence[_Seen]) -> set[Side]:
    """Sides beyond which the surface goes on in nearly the same direction."""
    normals: dict[Side, list[Floats]] = {}
    for face in faces:
        for side in around(face.corners):
            normals.setdefault(side, []).append(face.normal)
    return {
        (start, end)
        for face in faces
        for start, end in around(face.corners)
        if any(face.normal @ other >= SMOOTH for other in normals.get((end, start), ()))
    }


def _sheets(faces: Sequence[_Seen], smooth: set[Side]) -> list[int]:
    """A number for each face, the same for those that smooth sides join."""
    owners = {side: number for number, face in enumerate(faces) for side in around(face.corners)}
    sheets = [-1] * len(faces)
    for first in range(len(faces)):
        todo = [first] if sheets[first] < 0 else []
        while todo:
            number = todo.pop()
            if sheets[number] < 0:
                sheets[number] = first
                near = (side[::-1] for side in around(faces[number].corners) if side in smooth)
                todo += (owners[side] for side in near if side in owners)
    return sheets


def border(some: Iterable[Facet]) -> dict[Side, None]:
    """The sides round some facets of a body: those that two of them share are left out."""
    sides: dict[Side, None] = {}
    for facet in some:
        for start, end in facet.sides:
            if (end, start) in sides:
                del sides[end, start]
            else:
                sides[start, end] = None
    return sides


def chains(sides: Iterable[Side]) -> Iterator[list[Corner]]:
    """Sides joined to chains, as long as possible; those of a border come back to their start."""
    out: dict[Corner, list[Corner]] = {}
    into: dict[Corner, int] = {}
    for start, end in sides:
        out.setdefault(start, []).append(end)
        into[end] = into.get(end, 0) + 1
    ends = [corner for corner, some in out.items() if len(some) > into.get(corner, 0)]
    for corner in (*ends, *out):
        while out[corner]:
            chain = [corner]
            while out.get(chain[-1]):
                chain.append(out[chain[-1]].pop())
            yield chain


def places_of(some: Iterable[Facet]) -> dict[Corner, Point]:
    """Where the corners of facets are seen."""
    return {
        corner: (round(x, DECIMALS) + 0.0, round(y, DECIMALS) + 0.0)
        for facet in some
        for corner, (x, y, _) in zip(facet.corners, facet.ring.tolist(), strict=True)
    }


def rings_of(some: Sequence[Facet]) -> tuple[Ring, ...]:
    """The outlines of some facets of a body, as they are seen."""
    places = places_of(some)
    return tuple(straightened([places[c] for c in chain[:-1]]) for chain in chains(border(some)))


def _parts(count: int) -> Iterator[list[int]]:
    """The corners of a convex polygon, or of its parts if it has too many."""
    if count <= MOST_CORNERS:
        yield list(range(count))
        return
    step = MOST_CORNERS - 2
    for first in range(1, count - 1, step):
        yield [0, *range(first, min(first + step, count - 1) + 1)]


def _corner(point: tuple[float, float, float]) -> Corner:
    x, y, z = point
    return round(x * FINE), round(y * FINE), round(z * FINE)
