"""Drawings of models in space as they are seen from one side, such as isometric ones."""

import math
from collections.abc import Iterator, Sequence

from tilewright.render.scene import DARK, Ball, Element, Lines, Patch, Scene
from tilewright.render.space.bodies import Body, Model
from tilewright.render.space.lighting import shade
from tilewright.render.space.names import names
from tilewright.render.space.painter import painting_order
from tilewright.render.space.sight import SeenBall, Sight, Spots, seen_box
from tilewright.render.space.spots import ball_spot, facet_spot
from tilewright.render.space.surface import (
    Facet,
    Side,
    border,
    chains,
    places_of,
    straightened,
)
from tilewright.render.space.view import ISOMETRIC, View

__all__ = ["iso_scene", "painted", "sight_scene"]

PEN = 1 / 260  # the width of lines, as a part of the picture
SEAM = 0.4  # of a line's width: how far faces reach over their sides, so that no gap is seen
LETTERS = 0.05  # the size of names, at most, as a part of the picture
MARGIN = 0.04  # round the picture, as a part of it


def iso_scene(
    model: Model,
    *,
    turn: float = ISOMETRIC.turn,
    tilt: float = ISOMETRIC.tilt,
    labels: bool = False,
    spots: Spots = (),
) -> Scene:
    """The model, seen from the front right above unless told otherwise; angles are in degrees.

    With `labels`, pieces that can be seen have their names; `spots` are colours of their cells.
    """
    return sight_scene(Sight(model.bodies, View(turn, tilt), spots), model.title, labels=labels)


def sight_scene(sight: Sight, title: str = "", *, labels: bool = False) -> Scene:
    """Bodies as they are seen from somewhere."""
    box = seen_box(sight.bodies, sight.view)
    elements = list(painted(sight, PEN * math.sqrt(box.width * box.height)))
    if labels:
        elements += names(sight, LETTERS * box.longest)
    return Scene(tuple(elements), box.wider(MARGIN * box.longest), title)


def painted(sight: Sight, pen: float) -> Iterator[Element]:
    """What bodies look like, from back to front; lines are as wide as `pen`."""
    for run in painting_order(sight.polygons, sight.groups):
        facets: list[Facet] = []
        for part in (sight.parts[number] for number in run):
            if isinstance(part, SeenBall):
                body = sight.bodies[part.body]
                yield Ball(part.at, part.radius, body.colour, body.name)
                yield from ball_spot(part, sight.spot(part), body.colour)
            else:
                facets.append(part)
        if facets:
            body = sight.bodies[facets[0].body]
            yield from _flat_part(facets, body, pen)
            for facet in facets:
                yield from facet_spot(facet, sight.spot(facet), body.colour)


def _flat_part(some: Sequence[Facet], body: Body, pen: float) -> Iterator[Element]:
    """Facets in one plane as one patch, and the lines round it."""
    places, sides = places_of(some), border(some)
    bends = frozenset[Side]().union(*(facet.bends for facet in some))
    fill = shade(body.colour, some[0].normal)
    rings = tuple(straightened([places[c] for c in chain[:-1]]) for chain in chains(sides))
    lines = [side for side in sides if side in bends]
    if len(lines) == len(sides):
        yield Patch(rings, fill, DARK, pen, title=body.name)
        return
    yield Patch(rings, fill, fill, SEAM * pen, title=body.name)
    if lines:
        yield Lines(tuple(tuple(places[c] for c in line) for line in chains(lines)), DARK, pen)
