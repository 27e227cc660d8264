"""Names of bodies, written where most is seen of them."""

from collections.abc import Iterator, Sequence

from tilewright.render.labels import fitting_size, roomiest
from tilewright.render.palette import ink_on
from tilewright.render.scene import Point, Ring, Text, shortened
from tilewright.render.space.lighting import shade
from tilewright.render.space.sight import SeenBall, Sight
from tilewright.render.space.surface import Facet, border, chains, places_of, straightened

__all__ = ["names"]

LONGEST = 16  # letters of a name
SMALLEST = 0.3  # of the wished size: smaller names are left out
BALL = 0.75  # of its radius: where there is room on a ball
FEW = 3  # planes of a body that are looked at


def names(sight: Sight, size: float) -> Iterator[Text]:
    """The name of each body that has room for it, in letters of this size or smaller."""
    found: list[list[Facet | SeenBall]] = [[] for _ in sight.bodies]
    for part, seen in zip(sight.parts, sight.seen.tolist(), strict=True):
        if seen:
            found[part.body].append(part)
    for body, parts in zip(sight.bodies, found, strict=True):
        text = shortened(body.name, LONGEST)
        rooms = sorted(_rooms(parts, body.colour), key=lambda room: -room[1])
        if rooms:
            place, radius, ground = rooms[0]
            fitting = min(size, fitting_size(text, radius))
            if fitting >= SMALLEST * size:
                yield Text(place, text, fitting, ink_on(ground))


def _rooms(
    parts: Sequence[Facet | SeenBall], colour: str
) -> Iterator[tuple[Point, float, str]]:
    """Places on a body where something can be written, how far that may reach, and the ground."""
    planes: dict[object, list[Facet]] = {}
    for part in parts:
        if isinstance(part, SeenBall):
            yield part.at, BALL * part.radius, colour
        else:
            planes.setdefault(part.plane, []).append(part)
    largest = sorted(planes.values(), key=lambda some: -len(some))
    for some in largest[:FEW]:
        yield *roomiest(_rings(some)), shade(colour, some[0].normal)
    if len(largest) > FEW:  # something round
        point, radius = roomiest(_rings([facet for some in largest for facet in some]))
        yield point, radius / 2, colour


def _rings(some: Sequence[Facet]) -> list[Ring]:
    places = places_of(some)
    return [straightened([places[c] for c in chain[:-1]]) for chain in chains(border(some))]
