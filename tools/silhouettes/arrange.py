"""Figures made of groups of tans: each group is drawn on a grid of its own, then turned."""

import re
from collections import Counter
from dataclasses import dataclass
from fractions import Fraction

from tools.silhouettes.surds import Point, Surd, area, cross

# Squared lengths of the sides, round the tan from a suitable corner.
SIDES = {
    "L": (4, 8, 4),
    "M": (2, 4, 2),
    "S": (1, 2, 1),
    "Q": (1, 1, 1, 1),
    "P": (1, 2, 1, 2),
}
TANS = {"L": 2, "M": 1, "S": 2, "Q": 1, "P": 1}
AREAS = {"L": Fraction(2), "M": 1, "S": Fraction(1, 2), "Q": 1, "P": 1}
ZERO, HALF = Surd({}), Fraction(1, 2)
# Cosine and sine of the turns that are no multiples of 90 degrees.
TURNS: dict[str, Point] = {
    "15": (
        (Surd.root(6) + Surd.root(2)) * Fraction(1, 4),
        (Surd.root(6) - Surd.root(2)) * Fraction(1, 4),
    ),
    "30": (Surd.root(3) * HALF, Surd.of(HALF)),
    "45": (Surd.root(2) * HALF, Surd.root(2) * HALF),
    "345": (Surd.of(Fraction(4, 5)), Surd.of(Fraction(3, 5))),  # as in the triangle of 3, 4 and 5
    "90": (ZERO, Surd.of(1)),
}


@dataclass(frozen=True)
class Tan:
    """A piece in its place; its corners run counter-clockwise."""

    kind: str
    corners: tuple[Point, ...]


@dataclass(frozen=True)
class Group:
    """Tans drawn on one grid, such as "S 0,0 1,0 0,1; Q 1,0 2,0 2,1 1,1".

    The grid is turned by the sum of `turn`, such as "45+30", and its point `pin` is put on the
    point `on` of the group before it.
    """

    tans: str
    turn: str = ""
    pin: str = "0,0"
    on: str = "0,0"


@dataclass(frozen=True)
class Figure:
    """A silhouette by its groups."""

    title: str
    about: str
    groups: tuple[Group, ...]


class Grid:
    """A turned and moved grid."""

    def __init__(self, cos: Surd, sin: Surd, origin: Point) -> None:
        self.cos, self.sin, self.origin = cos, sin, origin

    def point(self, text: str) -> Point:
        """The place of a point written as "x,y"."""
        x, y = (number(part) for part in text.split(","))
        across, up = self.cos * x - self.sin * y, self.sin * x + self.cos * y
        return across + self.origin[0], up + self.origin[1]


def number(text: str) -> Surd:
    """A coordinate: a fraction, "r" for the square root of two, or a sum of such, "1/2+3r/4"."""
    total = ZERO
    for sign, above, root, below in re.findall(r"([+-]?)(\d*)(r?)(?:/(\d+))?", text):
        if above or root:
            share = Fraction(int(above or 1), int(below or 1))
            total += Surd({2 if root else 1: -share if sign == "-" else share})
    return total


def rotation(turn: str) -> Point:
    """Cosine and sine of a sum of turns; "-30" turns back."""
    cos, sin = Surd.of(1), ZERO
    for sign, name in re.findall(r"([+-]?)(\d+)", turn):
        times, rest = (1, name) if name in TURNS else divmod(int(name), 45)
        assert name in TURNS or not rest, f"no turn by {name}"
        c, s = TURNS[name if name in TURNS else "45"]
        s = -s if sign == "-" else s
        for _ in range(times):
            cos, sin = cos * c - sin * s, sin * c + cos * s
    return cos, sin


def arrange(figure: Figure) -> list[Tan]:
    """Its tans in their places."""
    grid = Grid(Surd.of(1), ZERO, (ZERO, ZERO))
    tans = []
    for group in figure.groups:
        cos, sin = rotation(group.turn)
        pinned = Grid(cos, sin, (ZERO, ZERO)).point(group.pin)
        there = grid.point(group.on)
        grid = Grid(cos, sin, (there[0] - pinned[0], there[1] - pinned[1]))
        for line in group.tans.split(";"):
            kind, *corners = line.split()
            tans.append(tan(kind, [grid.point(corner) for corner in corners]))
    return tans


def tan(kind: str, corners: list[Point]) -> Tan:
    """The tan with these corners; refused if it has another shape."""
    if area(corners).sign < 0:
        corners.reverse()
    sides = [squared(a, b) for a, b in zip(corners, corners[1:] + corners[:1], strict=True)]
    turned = [sides[k:] + sides[:k] for k in range(len(sides))]
    assert list(SIDES[kind]) in turned, f"{kind} has sides {[str(side) for side in sides]}"
    assert area(corners) == AREAS[kind], f"{kind} has area {area(corners)}"
    return Tan(kind, tuple(corners))


def squared(a: Point, b: Point) -> Surd:
    """The square of the distance."""
    return (a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1])


def require_seven(tans: list[Tan]) -> None:
    """All tans are there, and no two overlap: a side of one of the two parts them."""
    assert Counter(one.kind for one in tans) == TANS, "not all tans, or too many"
    for k, one in enumerate(tans):
        for other in tans[:k]:
            assert parted(one, other) or parted(other, one), f"{one.kind} overlaps {other.kind}"


def parted(one: Tan, other: Tan) -> bool:
    """Does a side of the one have all of the other beyond it?"""
    sides = zip(one.corners, one.corners[1:] + one.corners[:1], strict=True)
    return any(all(cross(a, b, c).sign <= 0 for c in other.corners) for a, b in sides)
