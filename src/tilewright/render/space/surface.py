"""The parts of bodies that look at the eye: facets, and which of their sides are drawn as lines."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from tilewright.render.outlines import Floats, straightened
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
        return zip(self.corners, (*self.corners[1:], self.corners[0]), strict=True)


def facets(bodies: Sequence[Body], view: View, *, covered: bool = False) -> list[Facet]:
    """All facets that look at the eye; those where two bodies touch each other only if wanted."""
    found: list[Facet] = []
    seen = _Seen(bodies, view, covered=covered)
    for body in range(len(bodies)):
        found += seen.facets(body)
    return found


class _Seen:
    """What is known of all bodies, from one view."""

    def __init__(self, bodies: Sequence[Body], view: View, *, covered: bool) -> None:
        self.faces = [body.faces for body in bodies]
        self.corners = [[tuple(map(_corner, face)) for face in body.faces] for body in bodies]
        times: dict[frozenset[Corner], int] = {}
        for corners in self.corners:
            for ring in corners:
                times[frozenset(ring)] = times.get(frozenset(ring), 0) + 1
        self.times = times
        self.view = view
        self.covered = covered

    def facets(self, body: int) -> Iterator[Facet]:
        rows = []
        pairs = zip(self.faces[body], self.corners[body], strict=True)
        for number, (face, corners) in enumerate(pairs):
            if self.covered or self.times[frozenset(corners)] == 1:
                ring = self.view.seen(np.array(face, dtype=np.float64))
                normal = _normal(ring)
                if normal[2] > EDGE_ON:
                    rows.append((number, corners, ring, normal))
        smooth = _smooth_sides([(corners, normal) for _, corners, _, normal in rows])
        sheets = _sheets([corners for _, corners, _, _ in rows], smooth)
        for (number, corners, ring, normal), sheet in zip(rows, sheets, strict=True):
            plane = body, *_whole(normal), round(float(normal @ ring[0]) * 1e4)
            bends = frozenset(side for side in _sides(corners) if side not in smooth)
            for part in _parts(len(ring)):
                some = tuple(corners[k] for k in part)
                yield Facet(body, number, ring[part], some, normal, plane, (body, sheet), bends)


def _smooth_sides(faces: Sequence[tuple[Corners, Floats]]) -> set[Side]:
    """Sides beyond which the surface goes on in nearly the same direction."""
    normals: dict[Side, list[Floats]] = {}
    for corners, normal in faces:
        for side in _sides(corners):
            normals.setdefault(side, []).append(normal)
    return {
        (start, end)
        for corners, normal in faces
        for start, end in _sides(corners)
        if any(normal @ other >= SMOOTH for other in normals.get((end, start), ()))
    }


def _sheets(faces: Sequence[Corners], smooth: set[Side]) -> list[int]:
    """A number for each face, the same for those that smooth sides join."""
    owners = {side: number for number, corners in enumerate(faces) for side in _sides(corners)}
    sheets = [-1] * len(faces)
    for first in range(len(faces)):
        todo = [first] if sheets[first] < 0 else []
        while todo:
            number = todo.pop()
            if sheets[number] < 0:
                sheets[number] = first
                near = (side[::-1] for side in _sides(faces[number]) if side in smooth)
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


def _sides(corners: Sequence[Corner]) -> Iterator[Side]:
    return zip(corners, (*corners[1:], corners[0]), strict=True)


def _corner(point: tuple[float, float, float]) -> Corner:
    x, y, z = point
    return round(x * FINE), round(y * FINE), round(z * FINE)


def _normal(ring: Floats) -> Floats:
    arms = ring[1:] - ring[0]
    normal = np.cross(arms[:-1], arms[1:]).sum(axis=0)
    return np.asarray(normal / (np.linalg.norm(normal) or 1.0))


def _whole(normal: Floats) -> tuple[int, ...]:
    return tuple(round(x * 1e4) for x in normal.tolist())
