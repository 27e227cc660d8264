"""Drawings of models in space as they are seen from one side, such as isometric ones."""

import math
from collections.abc import Container, Iterator, Sequence

from tilewright.render.palette import mixed
from tilewright.render.scene import DARK, WHITE, Ball, Element, Lines, Patch, Scene
from tilewright.render.space.bodies import Model
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
    rings_of,
)
from tilewright.render.space.view import ISOMETRIC, View

__all__ = ["iso_scene", "painted", "sight_scene"]

PEN = 1 / 260  # the width of lines, as a part of the picture
SEAM = 0.4  # of a line's width: how far faces reach over their sides, so that no gap is seen
LETTERS = 0.05  # the size of names, at most, as a part of the picture
PALE, PALE_INK = 0.72, 0.8  # how much white is in pale bodies; and in their lines, of that
FAINT = 0.35  # the opacity of lines between cells
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


def painted(
    sight: Sight, pen: float, *, pale: Container[int] = (), grid: bool = False
) -> Iterator[Element]:
    """What bodies look like, from back to front; lines are as wide as `pen`.

    Some bodies may be `pale`.  With `grid`, thin lines show the borders of cells.
    """
    for run in painting_order(sight.polygons, sight.groups):
        facets: list[Facet] = []
        for part in (sight.parts[number] for number in run):
            body, white = sight.bodies[part.body], PALE if part.body in pale else 0.0
            colour = mixed(body.colour, WHITE, white)
            if isinstance(part, SeenBall):
                yield Ball(part.at, part.radius, colour, body.name)
                yield from ball_spot(part, sight.spot(part), colour, white)
            else:
                facets.append(part)
        if facets:
            ink = mixed(DARK, WHITE, PALE_INK * white)
            yield from _sheet(facets, colour, body.name, ink, pen, grid=grid)
            for facet in facets:
                yield from facet_spot(facet, sight.spot(facet), colour, white)


def _sheet(
    some: Sequence[Facet], colour: str, name: str, ink: str, pen: float, *, grid: bool
) -> Iterator[Element]:
    """Facets of one smooth surface: a patch for each plane, and the lines round all of them."""
    places, sides = places_of(some), border(some)
    bends = frozenset[Side]().union(*(facet.bends for facet in some))
    lines = [side for side in sides if side in bends]
    planes: dict[object, list[Facet]] = {}
    for facet in some:
        planes.setdefault(facet.plane, []).append(facet)
    whole = len(planes) == 1 and len(lines) == len(sides) and not grid
    for flat in planes.values():
        fill = shade(colour, flat[0].normal)
        stroke, width = (ink, pen) if whole else (fill, SEAM * pen)
        yield Patch(rings_of(flat), fill, stroke, width, title=name)
    if grid:
        inner = tuple((places[a], places[b]) for f in some for a, b in f.sides if a < b)
        yield Lines(inner, ink, pen / 2, FAINT)
    if lines and not whole:
        yield Lines(tuple(tuple(places[c] for c in line) for line in chains(lines)), ink, pen)
