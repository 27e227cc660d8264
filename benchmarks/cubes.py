"""Random cuts of the 4×4×4 cube into pieces of 5 to 7 cells, always the same ones.

What a designer tries by the thousand: is this cut a puzzle with one solution?
"""

import math
import random
from collections.abc import Sequence
from functools import cache

import tilewright as tw

__all__ = ["UNIQUE_CUBES", "random_cubes"]

UNIQUE_CUBES = 31  # of the first thousand

_SIZES, _LEAST = (5, 6, 7), 5

Cell = tuple[int, int, int]


@cache
def random_cubes(count: int) -> Sequence[tw.Puzzle]:
    """So many puzzles, one for each cut."""
    chance = random.Random(444)
    lattice = tw.lattice("cube")
    board = tw.Board(tw.box(4, 4, 4))
    return [
        tw.Puzzle(
            lattice, board, [tw.Piece(f"p{k}", cells) for k, cells in enumerate(_cut(chance))]
        )
        for _ in range(count)
    ]


def _cut(chance: random.Random) -> list[list[Cell]]:
    """Parts grown one after the other, each from the tightest corner that is left."""
    near = _neighbours()
    while True:
        free, parts = set(near), []
        while free:
            part = _part(free, near, chance)
            if len(part) < _LEAST:
                break
            parts.append(part)
        else:
            return parts


def _part(free: set[Cell], near: dict[Cell, list[Cell]], chance: random.Random) -> list[Cell]:
    size = chance.choice(_SIZES)
    tightness = {c: (sum(n in free for n in near[c]), chance.random()) for c in near if c in free}
    part = [min(tightness, key=lambda cell: tightness[cell])]
    free.remove(part[0])
    while len(part) < size:
        rim = [n for cell in part for n in near[cell] if n in free]
        if not rim:
            break
        part.append(chance.choice(rim))
        free.remove(part[-1])
    return part


@cache
def _neighbours() -> dict[Cell, list[Cell]]:
    cells = [(x, y, z) for z in range(4) for y in range(4) for x in range(4)]
    return {cell: [other for other in cells if math.dist(cell, other) == 1] for cell in cells}
