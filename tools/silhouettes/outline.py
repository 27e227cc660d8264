"""The outline of an arrangement: the sides of the tans that no other tan touches."""

import math
from collections import Counter
from dataclasses import dataclass

from tools.silhouettes.arrange import Tan
from tools.silhouettes.surds import Point, area, cross

Ring = list[Point]
Side = tuple[Point, Point]


@dataclass(frozen=True)
class Part:
    """A connected part: its outer ring counter-clockwise, its holes clockwise."""

    outer: Ring
    holes: list[Ring]


def outline(tans: list[Tan]) -> list[Part]:
    """The parts of the union, the largest first.  Parts that touch in a point stay apart."""
    rings = [straightened(ring) for ring in linked(bare_sides(tans))]
    outers = sorted((r for r in rings if area(r).sign > 0), key=lambda r: -float(area(r)))
    holes = [ring for ring in rings if area(ring).sign < 0]
    parts = [Part(ring, [hole for hole in holes if within(hole, ring)]) for ring in outers]
    assert sum(len(part.holes) for part in parts) == len(holes)
    return parts


def bare_sides(tans: list[Tan]) -> list[Side]:
    """All sides, cut where corners lie on them, less those that run both ways."""
    corners = {corner for tan in tans for corner in tan.corners}
    sides: Counter[Side] = Counter()
    for tan in tans:
        for a, b in zip(tan.corners, tan.corners[1:] + tan.corners[:1], strict=True):
            cuts = sorted((c for c in corners if between(a, c, b)), key=lambda c: along(a, c, b))
            sides.update(zip([a, *cuts], [*cuts, b], strict=True))
    return list((sides - Counter({(b, a): n for (a, b), n in sides.items()})).elements())


def between(a: Point, c: Point, b: Point) -> bool:
    """Does c lie inside the side from a to b?"""
    if cross(a, b, c).sign:
        return False
    dot = (c[0] - a[0]) * (c[0] - b[0]) + (c[1] - a[1]) * (c[1] - b[1])
    return dot.sign < 0


def along(a: Point, c: Point, b: Point) -> float:
    """How far c lies on the way from a to b."""
    (ax, ay), (bx, by), (x, y) = ((float(p[0]), float(p[1])) for p in (a, b, c))
    return (x - ax) * (bx - ax) + (y - ay) * (by - ay)


def linked(sides: list[Side]) -> list[Ring]:
    """Rings with the inside on the left.  Each wedge of the inside is a corner of its own."""
    leaving: dict[Point, list[Point]] = {}
    for a, b in sides:
        leaving.setdefault(a, []).append(b)
    rings = []
    while leaving:
        start = before = next(iter(leaving))
        here = leaving[start][0]
        leave(leaving, start, here)
        ring = [start]
        while here != start or not closes(leaving, before, here, ring[1]):
            ring.append(here)
            onward = min(leaving[here], key=lambda c: clockwise(here, before, c))
            leave(leaving, here, onward)
            before, here = here, onward
        rings.append(ring)
    return rings


def closes(leaving: dict[Point, list[Point]], before: Point, start: Point, first: Point) -> bool:
    """Is the side with which the ring began the next one, and none of those still there?"""
    turn = clockwise(start, before, first)
    return all(turn < clockwise(start, before, c) for c in leaving.get(start, []))


def leave(leaving: dict[Point, list[Point]], a: Point, b: Point) -> None:
    """Use up a side."""
    leaving[a].remove(b)
    if not leaving[a]:
        del leaving[a]


def clockwise(here: Point, back: Point, onward: Point) -> float:
    """The angle from the way back to the way on, clockwise, above 0 up to a full turn."""
    (x, y), (bx, by), (ox, oy) = ((float(p[0]), float(p[1])) for p in (here, back, onward))
    angle = (math.atan2(by - y, bx - x) - math.atan2(oy - y, ox - x)) % math.tau
    return angle if angle > 1e-9 else math.tau


def straightened(ring: Ring) -> Ring:
    """Without corners at which it goes straight on; it begins at its lowest corner."""
    around = zip(ring[-1:] + ring[:-1], ring, ring[1:] + ring[:1], strict=True)
    corners = [b for a, b, c in around if cross(a, b, c).sign]
    lowest = min(range(len(corners)), key=lambda k: (float(corners[k][1]), float(corners[k][0])))
    return corners[lowest:] + corners[:lowest]


def within(hole: Ring, ring: Ring) -> bool:
    """Does the hole lie in the ring?  They may touch in points."""
    x = sum(float(p[0]) for p in hole[:2]) / 2
    y = sum(float(p[1]) for p in hole[:2]) / 2
    inside = False
    for (ax, ay), (bx, by) in zip(ring, ring[1:] + ring[:1], strict=True):
        low, high = float(ay) - y, float(by) - y
        if (low > 0) != (high > 0):
            inside ^= x < float(ax) - low * (float(bx) - float(ax)) / (high - low)
    return inside
