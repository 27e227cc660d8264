"""Drawings of models in space as they are seen from one side, such as isometric ones."""

import math
from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from tilewright.render.outlines import Floats
from tilewright.render.palette import mixed
from tilewright.render.scene import (
    DARK,
    WHITE,
    Ball,
    Box,
    Element,
    Lines,
    Patch,
    Point,
    Ring,
    Scene,
)
from tilewright.render.space.bodies import Body, Model
from tilewright.render.space.painter import painting_order
from tilewright.render.space.surface import Corner, Facet, Side, facets
from tilewright.render.space.view import ISOMETRIC, View

__all__ = ["iso_scene"]

LIGHT = (-0.35, 0.8, 0.49)  # where it comes from: right, up, towards the eye
MIDDLE = 0.35  # how well a face is lit that has the colour of its piece
LIGHTER, DARKER = 0.5, 0.5  # how much white or black goes into others
BLACK = "#000000"

PEN = 1 / 260  # the width of lines, as a part of the picture
SEAM = 0.4  # of a line's width: how far faces reach over their sides, so that no gap is seen
MARGIN = 0.04  # round the picture, as a part of it
DECIMALS = 6


def iso_scene(model: Model, *, turn: float = ISOMETRIC.turn, tilt: float = ISOMETRIC.tilt) -> Scene:
    """The model, seen from the front right above unless told otherwise; angles are in degrees."""
    view = View(turn, tilt)
    return bodies_scene(model.bodies, view, model.title)


def bodies_scene(bodies: Sequence[Body], view: View, title: str = "") -> Scene:
    """Bodies as they are seen from somewhere."""
    box = seen_box(bodies, view)
    pen = PEN * math.sqrt(box.width * box.height)
    return Scene(tuple(painted(bodies, view, pen)), box.wider(MARGIN * box.longest), title)


def painted(bodies: Sequence[Body], view: View, pen: float) -> Iterator[Element]:
    """What bodies look like, from back to front; lines are as wide as `pen`."""
    surface = facets(bodies, view)
    balls = [(body, ball) for body in bodies for ball in body.balls]
    centres = view.seen(np.array([ball.centre for _, ball in balls]).reshape(-1, 3))
    rings = [facet.ring for facet in surface]
    rings += [_disc(c, ball.radius) for c, (_, ball) in zip(centres, balls, strict=True)]
    groups = [*(facet.plane for facet in surface), *range(len(balls))]
    for run in painting_order(rings, groups):
        number = run[0] - len(surface)
        if number >= 0:
            body, ball = balls[number]
            x, y, _ = centres[number].tolist()
            yield Ball((round(x, DECIMALS), round(y, DECIMALS)), ball.radius, body.colour, body.name)
        else:
            some = [surface[k] for k in run]
            yield from _flat_part(some, bodies[some[0].body], pen)


def seen_box(bodies: Iterable[Body], view: View) -> Box:
    """The part of the picture in which bodies are seen."""
    points, reaches = [], []
    for body in bodies:
        for face in body.faces:
            points += face
            reaches += [0.0] * len(face)
        points += [ball.centre for ball in body.balls]
        reaches += [ball.radius for ball in body.balls]
    seen = view.seen(np.array(points, dtype=np.float64))[:, :2]
    reach = np.array(reaches)[:, None]
    low, high = (seen - reach).min(axis=0).tolist(), (seen + reach).max(axis=0).tolist()
    return Box(*(round(x, DECIMALS) for x in (*low, *high)))


def shade(colour: str, normal: Floats) -> str:
    """The colour of a face that looks into this direction: right, up, towards the eye."""
    light = float(normal @ LIGHT) - MIDDLE
    if light > 0:
        return mixed(colour, WHITE, round(LIGHTER * light, 3))
    return mixed(colour, BLACK, round(min(0.6, -DARKER * light), 3))


def _flat_part(some: Sequence[Facet], body: Body, pen: float) -> Iterator[Element]:
    """Facets in one plane as one patch, and the lines round it."""
    places: dict[Corner, Point] = {}
    for facet in some:
        for corner, (x, y, _) in zip(facet.corners, facet.ring.tolist(), strict=True):
            places[corner] = round(x, DECIMALS), round(y, DECIMALS)
    bends = frozenset[Side]().union(*(facet.bends for facet in some))
    border: dict[Side, None] = {}
    for facet in some:
        for start, end in facet.sides:
            if (end, start) in border:
                del border[end, start]
            else:
                border[start, end] = None
    fill = shade(body.colour, some[0].normal)
    rings = tuple(tuple(places[c] for c in ring) for ring in _rings(border))
    lines = [side for side in border if side in bends]
    if len(lines) == len(border):
        yield Patch(rings, fill, DARK, pen, title=body.name)
        return
    yield Patch(rings, fill, fill, SEAM * pen, title=body.name)
    if lines:
        yield Lines(tuple(tuple(places[c] for c in line) for line in _chains(lines)), DARK, pen)


def _rings(sides: Iterable[Side]) -> Iterator[list[Corner]]:
    for chain in _chains(sides):
        yield chain[:-1]


def _chains(sides: Iterable[Side]) -> Iterator[list[Corner]]:
    """Sides joined to chains, as long as possible."""
    out: dict[Corner, list[Corner]] = {}
    into: dict[Corner, int] = {}
    for start, end in sides:
        out.setdefault(start, []).append(end)
        into[end] = into.get(end, 0) + 1
    ends = [corner for corner, some in out.items() if len(some) > into.get(corner, 0)]
    for corner in (*ends, *out):
        while out.get(corner):
            chain = [corner]
            while out.get(chain[-1]):
                chain.append(out[chain[-1]].pop())
            yield chain


def _disc(centre: Floats, radius: float) -> Floats:
    """A polygon round a ball."""
    x, y, depth = centre.tolist()
    far = radius / math.cos(math.pi / 12)
    angles = [math.tau * k / 12 for k in range(12)]
    return np.array([(x + far * math.cos(a), y + far * math.sin(a), depth) for a in angles])
