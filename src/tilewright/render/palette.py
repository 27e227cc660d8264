"""Colours that stay apart, for people who see few colours as well.

The palette was made by a search.  Any two of its first twelve colours are at least 22 apart in
CIELAB, any two of all at least 14; as most people see them, and as people see them who lack one of
the three kinds of cones (by Machado's matrices).

A piece keeps its colour in all pictures of a puzzle: it goes by the piece's place in the puzzle.
"""

import math
from collections.abc import Collection, Sequence
from functools import cache
from typing import TYPE_CHECKING

from tilewright.render.outlines import touching
from tilewright.render.scene import DARK, WHITE, Ring

if TYPE_CHECKING:
    from tilewright.solutions import Solution

_PALETTE = """
#d4bb64 #3a50d7 #904044 #85f4da #e9771a #6a3294 #0097a2 #d5caff
#856523 #959cff #ff9c98 #434964 #978a63 #637d70 #7d63cb #e5f27d
#633c08 #b1f297 #a497d8 #7dcbcb #63153c #b18a49 #157097 #700822"""
PALETTE = tuple(_PALETTE.split())
SHADES = ((WHITE, 0.0), (WHITE, 0.45), ("#000000", 0.3), (WHITE, 0.7))  # mixed with, how much
NEAR = 0.01  # pieces touch if they are nearer than this, where a piece is about 1 wide


@cache
def colour(number: int) -> str:
    """The colour of the piece with this number: after the palette, lighter and darker ones.

    >>> colour(0), colour(24)
    ('#d4bb64', '#e7daaa')
    """
    shade, part = SHADES[number // len(PALETTE) % len(SHADES)]
    return mixed(PALETTE[number % len(PALETTE)], shade, part)


def mixed(one: str, other: str, part: float) -> str:
    """So much of the other colour mixed into one."""
    pairs = zip(levels(one), levels(other), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * part):02x}" for a, b in pairs)


def ink_on(ground: str) -> str:
    """The colour of letters that can be read on this ground."""
    return WHITE if brightness(ground) < 0.25 else DARK


def brightness(colour: str) -> float:
    """How much light comes from a colour: 0 is black, 1 is white.

    >>> round(brightness("#00ff00"), 2)
    0.72
    """
    red, green, blue = (math.pow(value / 255, 2.2) for value in levels(colour))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def colours(
    kinds: Sequence[int], kind_count: int, areas: Sequence[Sequence[Ring]], unit: float
) -> list[str]:
    """A colour for each placed piece, such that pieces that touch have different ones.

    A piece has the colour of its kind; only if that touches already, the next colour that no kind
    needs.  A piece's colour depends on the pieces before it only.
    """
    if len({colour(kind) for kind in kinds}) == len(kinds):
        return [colour(kind) for kind in kinds]
    return apart(kinds, kind_count, touching(areas, NEAR * unit))


def apart(kinds: Sequence[int], kind_count: int, near: Sequence[Collection[int]]) -> list[str]:
    """The same, if for each placed piece it is known which others touch it."""
    numbers: list[int] = []
    for kind, others in zip(kinds, near, strict=True):
        taken = {colour(numbers[other]) for other in others if other < len(numbers)}
        own = range(kind, kind + kind_count * len(PALETTE) * len(SHADES), max(1, kind_count))
        numbers.append(next((k for k in own if colour(k) not in taken), kind))
    return [colour(number) for number in numbers]


def placed_colours(solution: "Solution") -> list[str]:
    """The same for pieces on a lattice, whatever their cells look like."""
    puzzle, placed = solution.puzzle, solution.placed
    kinds = {piece.name: number for number, piece in enumerate(puzzle.pieces)}
    owners = {cell: k for k, one in enumerate(placed) for cell in one.cells}
    around = puzzle.lattice.neighbours
    near = [
        {owners[c] for cell in one.cells for c in around(cell).values() if c in owners}
        for one in placed
    ]
    return apart([kinds[one.piece] for one in placed], len(kinds), near)


def levels(colour: str) -> tuple[int, ...]:
    """How much red, green and blue there is, from 0 to 255."""
    return tuple(bytes.fromhex(colour[1:]))
