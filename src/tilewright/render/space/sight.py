"""What is seen of bodies from somewhere: facets and balls, all of them as flat polygons."""

import math
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from tilewright.render.outlines import Floats, signed_area
from tilewright.render.scene import Box, Point
from tilewright.render.signs import circle
from tilewright.render.space.bodies import Body
from tilewright.render.space.depth import Bools, Polygons, uncovered
from tilewright.render.space.surface import DECIMALS, Facet, facets
from tilewright.render.space.view import View

INNER = 0.7  # of the way from the middle of a part to its corners
Spots = tuple[tuple[str, ...], ...]

CORNERS = 12  # of the polygon that stands for a ball


@dataclass(frozen=True, slots=True)
class SeenBall:
    """A ball of a body, its number there, and where its middle is seen."""

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


@dataclass(frozen=True)
class Sight:
    """Bodies, and from where they are looked at.

    `spots` has, for each body, the colours or the letters on its faces and, after those, on its
    balls; or nothing.
    """

    bodies: Sequence[Body]
    view: View
    spots: Spots = ()

    def spot(self, part: Facet | SeenBall) -> str:
        """The colour or the letters on a part; "" is nothing."""
        spots = self.spots[part.body] if self.spots else ()
        if not spots:
            return ""
        first = 0 if isinstance(part, Facet) else len(self.bodies[part.body].faces)
        return spots[first + part.number]

    @cached_property
    def parts(self) -> tuple[Facet | SeenBall, ...]:
        """All that looks at the eye."""
        return (*facets(self.bodies, self.view), *self._balls())

    def _balls(self) -> Iterable[SeenBall]:
        balls = [
            (body, number, ball)
            for body, one in enumerate(self.bodies)
            for number, ball in enumerate(one.balls)
        ]
        if not balls:
            return
        seen = self.view.seen(np.array([ball.centre for _, _, ball in balls]))
        for (body, number, ball), (x, y, depth) in zip(balls, seen.tolist(), strict=True):
            at = round(x, DECIMALS) + 0.0, round(y, DECIMALS) + 0.0
            yield SeenBall(body, number, at, depth, ball.radius)

    @cached_property
    def polygons(self) -> Polygons:
        """The parts as polygons."""
        return Polygons.of([part.ring for part in self.parts])

    @property
    def groups(self) -> list[Hashable]:
        """Equal for parts that are drawn together, if that is possible."""
        return [
            part.sheet if isinstance(part, Facet) else number
            for number, part in enumerate(self.parts)
        ]

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


def seen_area(part: Facet | SeenBall) -> float:
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
