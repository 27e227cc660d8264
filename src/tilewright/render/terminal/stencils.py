"""Which characters a cell takes up, on lattices that look like squares, hexagons, triangles, balls
or discs.

How a lattice looks follows from its table: from where the neighbours of a cell stand in drawings.
Each cell has its own characters, so that the colours of two pieces meet exactly where the pieces
do; a line between two pieces is drawn on both sides.

    ┌────┐      ╱╲       ╱╲     ▗▟██▙▖
    │    │     ╱  ╲     ╱  ╲    ██████
    └────┘    │    │   ╱▁▁▁▁╲   ▝▜██▛▘
               ╲  ╱
                ╲╱
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache, partial
from itertools import product

from tilewright.lattices import Cell, Kind, Lattice
from tilewright.lattices.drawing import can_draw, text_place
from tilewright.render.terminal.canvas import Place

SQUARE = {(1, 0), (-1, 0), (0, 1), (0, -1)}
HEXAGON = {(2, 0), (-2, 0), (1, 1), (-1, -1), (1, -1), (-1, 1)}
UP = {(1, 0), (-1, 0), (0, 1)}
DOWN = {(1, 0), (-1, 0), (0, -1)}

BALLS = {1: ["● "], 2: ["▟██▙", "▜██▛"], 3: ["▗▟██▙▖", "██████", "▝▜██▛▘"]}
QUARTERS = {(0, 0): ["▗███", "███ "], (2, 0): ["███▖", " ███"]}
QUARTERS |= {(0, 2): ["███ ", "▝███"], (2, 2): [" ███", "███▘"]}
HUB = ["██", "██"]
CORNERS = {(0, 0): (0, 0), (2, 0): (4, 0), (0, 2): (0, 2), (2, 2): (4, 2), (1, 1): (3, 1)}


@dataclass(frozen=True, slots=True)
class Stencil:
    """The characters of one cell.

    A cell at column c and row r of a drawing begins at (c * across, r * down).  In its `places` it
    is of its colour.  `sides` are the lines drawn if the neighbour at that step belongs to another
    piece; round `square` ones they go by the characters beside them, since they have corners.
    `ends` are shapes in its colour.  At one of `middle` a letter stands best.  Of neighbouring
    cells (c + slant * r) % shades is different, so that they can be told apart.
    """

    across: int
    down: int
    places: tuple[Place, ...]
    middle: tuple[Place, ...] = ()
    sides: Mapping[Place, Mapping[Place, str]] = field(default_factory=dict)
    ends: Mapping[Place, str] = field(default_factory=dict)
    square: bool = False
    slant: int = 0
    shades: int = 1


@lru_cache(maxsize=64)
def stencils(on: Lattice) -> tuple[Mapping[str, Stencil], ...]:
    """For each size, the largest first, the stencil of each kind; nothing for other lattices."""
    return tuple({kind.name: cut(kind) for kind in on.kinds} for cut in _cutters(on))


@lru_cache(maxsize=1 << 16)
def place_of(on: Lattice, cell: Cell) -> tuple[int, int, int]:
    """Column, row and layer of a cell in a drawing, kept in mind for the next solution."""
    column, row, layer = text_place(on, cell)
    return column, row, layer


def extent(on: Lattice, cells: Iterable[Cell]) -> list[range]:
    """Which columns, rows and layers a drawing of these cells has."""
    axes = zip(*(place_of(on, cell) for cell in cells), strict=True)
    return [range(min(axis), max(axis) + 1) for axis in axes]


@lru_cache(maxsize=1 << 16)
def near_in_layer(on: Lattice, cell: Cell) -> Mapping[Place, Cell]:
    """The neighbours of a cell in its layer, by the columns and rows to them in a drawing."""
    x, y, layer = place_of(on, cell)
    found = {}
    for there in on.neighbours(cell).values():
        column, row, level = place_of(on, there)
        if level == layer:
            found[column - x, row - y] = there
    return found


def _cutters(on: Lattice) -> list[Callable[[Kind], Stencil]]:
    if not can_draw(on):
        return []
    steps = {kind.name: set(near_in_layer(on, kind.at)) for kind in on.kinds}
    if all(step == SQUARE for step in steps.values()):
        return [partial(_square, size) for size in ((6, 3), (4, 2), (2, 1))]
    if all(step == HEXAGON for step in steps.values()):
        balls = {kind.shape for kind in on.kinds} == {"sphere"}
        return [partial(_ball if balls else _hexagon, size) for size in (3, 2, 1)]
    if all(step in (UP, DOWN) for step in steps.values()):
        return [partial(_triangle, size, steps) for size in (3, 2, 1)]
    if {kind.text[:2] for kind in on.kinds} == set(CORNERS) and len(on.text_shifts) == 1:
        return [_disc]
    return []


def _square(size: Place, _: Kind) -> Stencil:
    width, height = size
    middle = tuple((x, y) for y in _middle_out(height) for x in _middle_out(width))
    places = tuple(product(range(width), range(height)))
    return Stencil(*size, places, middle, square=height > 1, slant=1, shades=2)


def _middle_out(length: int) -> list[int]:
    return sorted(range(length), key=lambda k: abs(2 * k + 1.5 - length))


def _hexagon(size: int, _: Kind) -> Stencil:
    """Rows of 2, 4, …, 2·size, …, 4, 2 characters; they share rows with the hexagons below."""
    across = size - 1  # the row that reaches from side to side
    places: list[Place] = []
    sides: dict[Place, dict[Place, str]] = {step: {} for step in HEXAGON} if across else {}
    for row in range(2 * size - 1):
        first, last = abs(row - across), 2 * size - 1 - abs(row - across)
        places += [(x, row) for x in range(first, last + 1)]
        if row < across:
            sides[-1, -1][first, row], sides[1, -1][last, row] = "╱╲"
        elif row > across:
            sides[-1, 1][first, row], sides[1, 1][last, row] = "╲╱"
        elif across:
            sides[-2, 0][first, row] = sides[2, 0][last, row] = "│"
    middle = ((size - 1, across), (size, across))
    return Stencil(size, size, tuple(places), middle, sides, shades=3)


def _triangle(size: int, steps: Mapping[str, set[Place]], kind: Kind) -> Stencil:
    """Rows of 2, 4, …, 2·size characters, or the other way round."""
    up = steps[kind.name] == UP
    places: list[Place] = []
    left: dict[Place, str] = {}
    right: dict[Place, str] = {}
    flat: dict[Place, str] = {}
    for row in range(size):
        first = size - 1 - row if up else row
        last = 2 * size - 1 - first
        places += [(x, row) for x in range(first, last + 1)]
        left[first, row], right[last, row] = "╱╲" if up else "╲╱"
        if first == 0:
            flat |= {(x, row): "▁" if up else "▔" for x in range(1, last)}
    row = size // 2 if up else (size - 1) // 2
    middle = ((size - 1, row), (size, row))
    sides = {(-1, 0): left, (1, 0): right, (0, 1 if up else -1): flat} if size > 1 else {}
    return Stencil(size + 1, size, tuple(places), middle, sides, slant=1, shades=2)


def _ball(size: int, _: Kind) -> Stencil:
    middle = ((size - 1, (size - 1) // 2),) if size > 1 else ()
    return _shape(BALLS[size], (size, size), middle)


def _disc(kind: Kind) -> Stencil:
    """A quarter or the hub.  Cells do not move in a layer, so that places count from its corner."""
    place = kind.text[0], kind.text[1]
    right, down = CORNERS[place]
    here = _shape(QUARTERS.get(place, HUB), (1, 1), ((1, 0), (1, 1), (2, 0), (2, 1)))
    x, y = right - place[0], down - place[1]
    places, middle = ([(a + x, b + y) for a, b in some] for some in (here.places, here.middle))
    ends = {(a + x, b + y): char for (a, b), char in here.ends.items()}
    return Stencil(1, 1, tuple(places), tuple(p for p in middle if p in places), {}, ends)


def _shape(rows: list[str], scale: Place, middle: tuple[Place, ...]) -> Stencil:
    """As it is drawn: full blocks are places, other characters ends."""
    drawn = {(x, y): char for y, row in enumerate(rows) for x, char in enumerate(row)}
    places = tuple(place for place, char in drawn.items() if char == "█")
    ends = {place: char for place, char in drawn.items() if char not in " █"}
    return Stencil(*scale, places, middle, {}, ends)
