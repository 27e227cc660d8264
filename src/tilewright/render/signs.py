"""What is seen on the cells of a piece or a board: the colours that a puzzle gives them.

A colour that has the name of a colour is a dot of that colour.  A few digits are dots from light
to dark.  Anything else is written on the cell.
"""

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from types import MappingProxyType

import numpy as np

from tilewright.lattices import Cell, Lattice
from tilewright.puzzle import Puzzle
from tilewright.render.cells import corners, has_sticks
from tilewright.render.outlines import centroid, distances, fitting_size, inside, roomiest, sides
from tilewright.render.palette import brightness, ink_on, mixed
from tilewright.render.scene import Patch, Point, Ring, Text

NAMED = {
    "black": "#1f1f1f",
    "blue": "#2a5bd7",
    "brown": "#7a4a1c",
    "cyan": "#3ec7d8",
    "dark": "#3a3a3a",
    "gold": "#d9a514",
    "gray": "#8c8c8c",
    "green": "#1e8a4a",
    "grey": "#8c8c8c",
    "light": "#f0f0f0",
    "lime": "#9fd84a",
    "magenta": "#c62fa4",
    "navy": "#1c2a6b",
    "orange": "#f08a1d",
    "pink": "#f5a3c0",
    "purple": "#7a3aa8",
    "red": "#cf2a2a",
    "silver": "#c4c8cc",
    "teal": "#0f8a8a",
    "turquoise": "#3fd0c0",
    "violet": "#8a4fd0",
    "white": "#ffffff",
    "yellow": "#f4d62a",
}
LIGHT, BLACK = "#f7f7f7", "#1f1f1f"
RAMP = 4  # as many digits are told by how dark they are

DOT, RING = 0.5, 0.78  # of the room in a cell
RIM = 0.12  # of a dot's radius
TELLING = 0.2  # how much brighter a colour is that everybody can tell from another
LETTERS = 3  # of a colour that is written on a cell
LETTER = 1.1  # of the room, how large they are
STICK = 0.12  # the room on a stick, where it is 1 long
CORNERS = 24  # of a circle


Sign = Patch | Text  # a text without a colour has one that can be read where it stands


def drawn_signs(signs: Iterable[Sign], ground: str) -> Iterator[Sign]:
    """As they are seen on a ground of this colour."""
    for sign in signs:
        if isinstance(sign, Text) and not sign.colour:
            sign = replace(sign, colour=ink_on(ground))
        yield sign


def filled(rings: tuple[Ring, ...], fill: str, rim: float) -> Patch:
    """A shape with a rim that is so wide."""
    return Patch(rings, fill, mixed(ink_on(fill), fill, 0.3), rim)


def letters_at(at: Point, letters: str, size: float, fill: str = "") -> Text:
    """Letters, on a shape that is filled like that if there is one."""
    return Text(at, letters, size, ink_on(fill) if fill else "")


def dot(at: Point, radius: float, fill: str) -> Patch:
    """A disc."""
    return filled((circle(at, radius),), fill, RIM * radius)


def colour_named(name: str) -> str:
    """The colour that a word names, or "".

    >>> colour_named("Red"), colour_named("7")
    ('#cf2a2a', '')
    """
    return NAMED.get(name.strip().lower(), "")


def sign_fills(puzzle: Puzzle) -> Mapping[str, str]:
    """For each colour of cells in a puzzle, how its dot is filled; "" if it is written out."""
    names = {*puzzle.board.colours.values(), *(c for piece in puzzle.pieces for c in piece.colours)}
    given = sorted(names - {""})
    if given and len(given) <= RAMP and all(name.isdigit() for name in given):
        steps = max(1, len(given) - 1)
        return {name: mixed(LIGHT, BLACK, k / steps) for k, name in enumerate(given)}
    return {name: colour_named(name) for name in given}


def telling_letters(fills: Mapping[str, str]) -> Mapping[str, str]:
    """A letter or two for each named colour, if some cannot be told by how bright they are.

    >>> telling_letters({"white": "#ffffff", "black": "#1f1f1f"})
    {}
    >>> telling_letters({"red": "#cf2a2a", "green": "#1e8a4a"})
    {'red': 'r', 'green': 'g'}
    """
    named = {name: fill for name, fill in fills.items() if fill and colour_named(name)}
    levels = sorted(brightness(fill) ** 0.45 for fill in set(named.values()))
    if all(high - low >= TELLING for low, high in pairwise(levels)):
        return {}
    count = next(
        (k for k in range(1, LETTERS) if len({n[:k] for n in named}) == len(named)), LETTERS
    )
    return {name: name[:count].lower() for name in named}


def colour_signs(
    on: Lattice,
    colours: Mapping[Cell, str],
    fills: Mapping[str, str],
    beneath: Mapping[Cell, str] = MappingProxyType({}),
) -> tuple[Sign, ...]:
    """The signs of coloured cells; the colour beneath, if it is another one, is a ring around."""
    found: list[Sign] = []
    letters = telling_letters(fills)
    for cell, name in colours.items():
        at, room = _room(on, cell)
        under = beneath.get(cell, "")
        if under and under != name and fills[under]:
            rings = circle(at, RING * room), circle(at, (RING + DOT) / 2 * room)
            found.append(filled(rings, fills[under], RIM * DOT * room / 2))
        if name and fills[name]:
            found.append(dot(at, DOT * room, fills[name]))
            if letter := letters.get(name):
                found.append(letters_at(at, letter, DOT * room, fills[name]))
        elif name:
            text = _abbreviated(name)
            size = min(LETTER * room, fitting_size(text, 0.95 * room))
            found.append(letters_at(at, text, size))
    return tuple(found)


def _abbreviated(name: str) -> str:
    """At most a few letters: the name, the initials of its words, or how it begins."""
    words = name.split()
    if len(words) > 1 and len(name) > LETTERS:
        return "".join(word[0] for word in words)[:LETTERS]
    return name[:LETTERS]


def circle(at: Point, radius: float, corners: int = CORNERS) -> Ring:
    """A circle, nearly."""
    angles = (math.tau * k / corners for k in range(corners))
    return tuple((at[0] + radius * math.cos(a), at[1] + radius * math.sin(a)) for a in angles)


@lru_cache(maxsize=1 << 14)
def _room(on: Lattice, cell: Cell) -> tuple[Point, float]:
    """The middle of a cell, and how far the sides are."""
    ring = corners(on, cell)
    if has_sticks(on):
        (a, b), (c, d) = ring[:2]
        return ((a + c) / 2, (b + d) / 2), STICK * math.dist((a, b), (c, d))
    at = centroid(ring)
    point, (starts, ends) = np.array([at]), sides([ring])
    if not inside(point, starts, ends)[0]:
        return roomiest([ring])
    return at, float(distances(point, starts, ends)[0])
