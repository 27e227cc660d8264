"""What is seen of bodies from somewhere: facets and balls, all of them as flat polygons.

The picture is orthographic: parallel lines stay parallel, and equal cells are equally large.
"""

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product

import numpy as np

from tilewright.render.outlines import Floats, around, signed_area, straightened
from tilewright.render.scene import Box, PictureError, Point, Ring
from tilewright.render.signs import circle
from tilewright.render.space.bodies import SMOOTH, Body
from tilewright.render.space.depth import Bools, Polygons, uncovered


@dataclass(frozen=True)
class View:
    """One looks from the front: turned to the right, tilted upwards, both in degrees.

    >>> View(turn=0, tilt=0).seen(np.array([[1.0, 2.0, 3.0]])).tolist()
    [[1.0, 3.0, -2.0]]
    """

    turn: float
    tilt: float

    def __post_init__(self) -> None:
        for name, least, most in (("turn", -360, 360), ("tilt", -90, 90)):
            if not least <= getattr(self, name) <= most:
                raise PictureError(
                    f"a {name} of {getattr(self, name)} degrees: expected from {least} to {most}"
                )

    @cached_property
    def axes(self) -> Floats:
        """Where the picture's axes point in space: right, up, and towards the eye."""
        turn, tilt = math.radians(self.turn), math.radians(self.tilt)
        (ct, st), (ce, se) = ((math.cos(a), math.sin(a)) for a in (turn, tilt))
        rows = ((ct, st, 0), (-st * se, ct * se, ce), (st * ce, -ct * ce, se))
        return np.asarray(np.round(rows, 12) + 0.0, dtype=np.float64)

    def seen(self, points: Floats) -> Floats:
        """Points of space as (x, y, depth): nearer ones have the greater depth."""
        return np.asarray(points @ self.axes.T, dtype=np.float64)


ISOMETRIC = View(45, math.degrees(math.atan(math.sqrt(0.5))))  # all three axes equally long
OBLIQUE = View(34, 30)  # corners of cells that are apart are seldom seen at the same place
ABOVE = View(0, 90)


Corner = tuple[int, int, int]
Corners = tuple[Corner, ...]
Side = tuple[Corner, Corner]
Plane = tuple[int, ...]

DECIMALS = 6
FINE = 10.0**DECIMALS  # corners that differ less than 1/FINE are the same
EDGE_ON = 0.01  # faces that are turned away more than that are seen as lines at most
DOT = 0.5  # of the room on a face or a ball
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

    @property
    def at(self) -> Point:
        """Where its middle is seen."""
        x, y, _ = self.ring.mean(axis=0).round(DECIMALS).tolist()
        return x, y

    @property
    def reach(self) -> float:
        """The radius of a dot on it."""
        sides = np.roll(self.ring, -1, axis=0) - self.ring
        arms = np.cross(self.ring.mean(axis=0) - self.ring, sides)
        room = (np.linalg.norm(arms, axis=1) / np.linalg.norm(sides, axis=1)).min()
        return DOT * float(room)

    @property
    def dot(self) -> Ring:
        """The outline of the dot, as it is seen."""
        right = self.ring[1] - self.ring[0]
        right /= np.linalg.norm(right)
        plane = np.array([right, np.cross(self.normal, right)])
        points = self.ring.mean(axis=0) + np.array(circle((0, 0), self.reach)) @ plane
        return tuple((x, y) for x, y, _ in points.round(DECIMALS).tolist())


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
    smooth, sheets = _smooth(faces)
    for face, sheet in zip(faces, sheets, strict=True):
        normal = face.normal
        level = round(float(normal @ face.ring[0]) * 1e4)
        plane = body, *(round(x * 1e4) for x in normal.tolist()), level
        bends = frozenset(side for side in around(face.corners) if side not in smooth)
        for part in _parts(len(face.ring)):
            ring, corners = face.ring[part], tuple(face.corners[k] for k in part)
            yield Facet(body, face.number, ring, corners, normal, plane, (body, sheet), bends)


def _smooth(faces: Sequence[_Seen]) -> tuple[set[Side], list[int]]:
    """Sides beyond which the surface goes on in nearly the same direction.

    And a number for each face, the same for those that such sides join.
    """
    owners: dict[Side, list[int]] = {}
    for number, face in enumerate(faces):
        for side in around(face.corners):
            owners.setdefault(side, []).append(number)
    smooth = {
        (start, end)
        for (start, end), some in owners.items()
        for one, other in product(some, owners.get((end, start), ()))
        if faces[one].normal @ faces[other].normal >= SMOOTH
    }
    sheets = [-1] * len(faces)
    for first in range(len(faces)):
        todo = [first]
        while todo:
            number = todo.pop()
            if sheets[number] < 0:
                sheets[number] = first
                near = (side[::-1] for side in around(faces[number].corners) if side in smooth)
                todo += (owners[side][-1] for side in near)
    return smooth, sheets


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


INNER = 0.7  # of the way from the middle of a part to its corners
Spots = tuple[tuple[str, ...], ...]

CORNERS = 12  # of the polygon that stands for a ball


@dataclass(frozen=True, slots=True)
class SeenBall:
    """A ball of a body, its number there after the faces, and where its middle is seen."""

    body: int
    number: int
    at: Point
    depth: float
    radius: float

    @property
    def ring(self) -> Floats:
        """A polygon round it."""
        points = circle(self.at, self.radius / math.cos(math.pi / CORNERS), CORNERS)
        return np.array([(x, y, self.depth) for x, y in points])

    @property
    def sheet(self) -> tuple[int, int]:
        """A surface of its own."""
        return self.body, self.number

    @property
    def dot(self) -> Ring:
        """The outline of the dot."""
        return circle(self.at, self.reach)

    @property
    def reach(self) -> float:
        """The radius of a dot on it."""
        return DOT * self.radius


Part = Facet | SeenBall


@dataclass(frozen=True)
class Sight:
    """Bodies, and from where they are looked at.

    `spots` has, for each body, the colours or the letters on its faces and, after those, on its
    balls; or nothing.
    """

    bodies: Sequence[Body]
    view: View
    spots: Spots = ()

    def spot(self, part: Part) -> str:
        """The colour or the letters on a part; "" is nothing."""
        spots = self.spots[part.body] if self.spots else ()
        return spots[part.number] if spots else ""

    @cached_property
    def parts(self) -> tuple[Part, ...]:
        """All that looks at the eye."""
        return (*facets(self.bodies, self.view), *self._balls())

    def _balls(self) -> Iterator[SeenBall]:
        for body, one in enumerate(self.bodies):
            for number, ball in enumerate(one.balls, len(one.faces)):
                x, y, depth = self.view.seen(np.array(ball.centre)).tolist()
                at = round(x, DECIMALS) + 0.0, round(y, DECIMALS) + 0.0
                yield SeenBall(body, number, at, depth, ball.radius)

    @cached_property
    def polygons(self) -> Polygons:
        """The parts as polygons."""
        return Polygons.of([part.ring for part in self.parts])

    @property
    def groups(self) -> list[tuple[int, int]]:
        """Equal for parts that are drawn together, if that is possible."""
        return [part.sheet for part in self.parts]

    @cached_property
    def clear(self) -> Bools:
        """Is a part seen as a whole, or hidden by others?"""
        corners = self.polygons.corners
        middles = corners.mean(axis=1, keepdims=True)
        inner = np.concatenate([middles, middles + INNER * (corners - middles)], axis=1)
        seen = uncovered(self.polygons, inner.reshape(-1, 3)).reshape(inner.shape[:2])
        return np.asarray(seen.all(axis=1))

    def seen_of(self, body: int) -> float:
        """How much is seen of what a body turns to the eye, from 0 to 1, by a few points."""
        alone = Sight((self.bodies[body],), self.view)
        numbers = [k for k, part in enumerate(self.parts) if part.body == body]
        corners = self.polygons.corners[numbers]
        middles, after = corners.mean(axis=1, keepdims=True), np.roll(corners, -1, axis=1)
        points = 0.5 * middles + 0.3 * corners + 0.2 * after  # nowhere on lines that often meet
        seen = uncovered(self.polygons, points.reshape(-1, 3)).reshape(points.shape[:2])
        areas = [seen_area(self.parts[number]) for number in numbers]
        return float(seen.mean(axis=1) @ areas) / sum(map(seen_area, alone.parts))


def seen_area(part: Part) -> float:
    """How large a part is in the picture."""
    return signed_area(part.ring[:, :2].tolist())


def seen_box(bodies: Sequence[Body], view: View) -> Box:
    """The part of the picture in which bodies are seen."""
    spheres = [(p, 0.0) for body in bodies for face in body.faces for p in face]
    spheres += [(ball.centre, ball.radius) for body in bodies for ball in body.balls]
    seen = view.seen(np.array([centre for centre, _ in spheres]))[:, :2]
    reach = np.array([radius for _, radius in spheres])[:, None]
    low, high = (seen - reach).min(axis=0).tolist(), (seen + reach).max(axis=0).tolist()
    return Box(*(round(x, DECIMALS) for x in (*low, *high)))
