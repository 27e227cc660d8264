"""Names of bodies, written where most is seen of them."""

from collections.abc import Container, Iterator, Sequence

from tilewright.render.labels import fitting_place, fitting_size
from tilewright.render.outlines import signed_area
from tilewright.render.palette import ink_on
from tilewright.render.scene import Point, Text, shortened
from tilewright.render.space.bodies import Body
from tilewright.render.space.lighting import shade
from tilewright.render.space.sight import SeenBall, Sight
from tilewright.render.space.spots import DOT, dot_ring
from tilewright.render.space.surface import Facet, rings_of

__all__ = ["names"]

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
    found: list[list[Facet | SeenBall]] = [[] for _ in sight.bodies]
    for part, clear in zip(sight.parts, sight.clear.tolist(), strict=True):
        if clear and (only is None or part.body in only):
            found[part.body].append(part)
    for body, parts in zip(sight.bodies, found, strict=True):
        text = shortened(body.name, LONGEST)
        rooms = list(_rooms(sight, parts, body, text)) if text else []
        if rooms:
            place, room, ground = max(rooms, key=lambda one: one[1])
            if room >= SMALLEST * size:
                yield Text(place, text, min(size, ROOM * room), ink_on(ground))


def _rooms(
    sight: Sight, parts: Sequence[Facet | SeenBall], body: Body, text: str
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
            on_dot = (DOT * part.radius, spot) if spot else (part.radius, body.colour)
            yield part.at, fitting_size(text, BALL * on_dot[0]), on_dot[1]
            continue
        sheets.setdefault(part.sheet, []).append(part)
        if spot:
            place, room = fitting_place([dot_ring(part)], text)
            yield place, room, spot
    for some in sorted(sheets.values(), key=_area, reverse=True)[:FEW]:
        dots = [dot_ring(facet) for facet in some if sight.spot(facet)]
        place, room = fitting_place([*rings_of(some), *dots], text)
        normal = some[len(some) // 2].normal
        yield place, (1 + UPRIGHT * float(normal[1])) * room, shade(body.colour, normal)


def _area(some: Sequence[Facet]) -> float:
    return sum(signed_area(facet.ring[:, :2].tolist()) for facet in some)
