"""Drawings of models in space as they are seen from one side, such as isometric ones."""

import math
from collections.abc import Container, Iterator, Sequence
from operator import itemgetter

from tilewright.render.outlines import fitting_place, fitting_size
from tilewright.render.palette import ink_on, mixed
from tilewright.render.scene import (
    DARK,
    WHITE,
    Ball,
    Element,
    Lines,
    Patch,
    Point,
    Scene,
    Text,
    shortened,
)
from tilewright.render.shading import shade
from tilewright.render.space.bodies import Body, Model
from tilewright.render.space.depth import painting_order
from tilewright.render.space.sight import (
    ISOMETRIC,
    Facet,
    Part,
    SeenBall,
    Side,
    Sight,
    Spots,
    View,
    border,
    chains,
    places_of,
    rings_of,
    seen_area,
    seen_box,
)
from tilewright.render.space.spots import drawn_spot

LONGEST = 16  # letters of a name
SMALLEST = 0.3  # of the wished size: smaller names are left out
ROOM = 0.8  # of what would fit
BALL = 0.75  # of its radius: where there is room on a ball
UPRIGHT = 0.2  # how much rather names are written on top of bodies
FEW = 3  # surfaces of a body that are looked at


def names(sight: Sight, size: float, *, only: Container[int] | None = None) -> Iterator[Text]:
    """The name of each body that has room for it, in letters of this size or smaller.

    If numbers of bodies are given, `only` those have names.
    """
    found: list[list[Part]] = [[] for _ in sight.bodies]
    for part, clear in zip(sight.parts, sight.clear.tolist(), strict=True):
        if clear and (only is None or part.body in only):
            found[part.body].append(part)
    for body, parts in zip(sight.bodies, found, strict=True):
        text = shortened(body.name, LONGEST)
        rooms = _rooms(sight, parts, body, text) if text else ()
        best = max(rooms, key=itemgetter(1), default=None)
        if best and best[1] >= SMALLEST * size:
            place, room, ground = best
            yield Text(place, text, min(size, ROOM * room), ink_on(ground))


def _rooms(
    sight: Sight, parts: Sequence[Part], body: Body, text: str
) -> Iterator[tuple[Point, float, str]]:
    """Places on a body where its name can be written, the size of the letters, and the ground.

    Names are written between the dots that are on a body, or on a dot.
    """
    sheets: dict[object, list[Facet]] = {}
    for part in sorted(parts, key=lambda part: -part.depth):
        spot = sight.spot(part)
        if spot and not spot.startswith("#"):
            continue  # letters among letters are not read as a name
        if isinstance(part, SeenBall):
            radius, ground = (part.reach, spot) if spot else (part.radius, body.colour)
            yield part.at, fitting_size(text, BALL * radius), ground
            continue
        sheets.setdefault(part.sheet, []).append(part)
        if spot:
            place, room = fitting_place([part.dot], text)
            yield place, room, spot
    largest = sorted(sheets.values(), key=lambda some: sum(map(seen_area, some)), reverse=True)
    for some in largest[:FEW]:
        dots = [facet.dot for facet in some if sight.spot(facet)]
        place, room = fitting_place([*rings_of(some), *dots], text)
        normal = some[len(some) // 2].normal
        yield place, (1 + UPRIGHT * float(normal[1])) * room, shade(body.colour, normal)


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
    """The model, by default seen from the front right above; angles are in degrees.

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
        parts = [sight.parts[number] for number in run]  # facets of one surface, or one ball
        body, white = sight.bodies[parts[0].body], PALE if parts[0].body in pale else 0.0
        colour, ink = mixed(body.colour, WHITE, white), mixed(DARK, WHITE, PALE_INK * white)
        if facets := [part for part in parts if isinstance(part, Facet)]:
            yield from _sheet(facets, colour, body.name, ink, pen, grid=grid)
        for part in parts:
            if isinstance(part, SeenBall):
                yield Ball(part.at, part.radius, colour, body.name)
            yield from drawn_spot(part, sight.spot(part), colour, white)


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
