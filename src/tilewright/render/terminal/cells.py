"""Cells of any lattice on a canvas, as their lattice lets them be drawn."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from tilewright.lattices import Cell, Lattice
from tilewright.lattices.drawing import LARGEST, can_draw, text_place
from tilewright.render.cells import outline
from tilewright.render.outlines import inside, roomiest, sides
from tilewright.render.palette import ink_on, mixed
from tilewright.render.scene import WHITE, PictureError, Ring, box_of
from tilewright.render.terminal.canvas import Canvas, Place, Spot, beside
from tilewright.render.terminal.stencils import extent, place_of, stencils
from tilewright.render.terminal.tiles import LAYER_GAP, Paint, framed, in_layers, tiles

# Areas on a canvas: four little pixels in each character, of two colours.


# Filled above to the left (1), to the right (2), below to the left (4) and to the right (8).
QUARTERS = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█"
NOTHING = -1
ROWS, SMALL_ROWS, WIDEST = 20, 9, 60  # characters of drawings that can have any size


@dataclass(frozen=True, slots=True)
class Coloured:
    """An area, its colour, and a letter that stands where it has most room."""

    rings: tuple[Ring, ...]
    ground: str
    letter: str = ""


def fitting_canvases(
    drawings: Sequence[Sequence[Coloured]], width: int, *, small: bool = False
) -> list[Canvas]:
    """Drawings made of areas, all to the same scale, so that each has room."""
    boxes = [box_of([area.rings for area in areas]) for areas in drawings]
    wide, high = max(box.width for box in boxes), max(box.height for box in boxes)
    scale = min(min(width, WIDEST) / wide, 2 * (SMALL_ROWS if small else ROWS) / high)
    return [areas_canvas(areas, scale) for areas in drawings]


def areas_canvas(areas: Sequence[Coloured], scale: float) -> Canvas:
    """The areas, later ones over those before; a unit is `scale` characters wide."""
    box = box_of([area.rings for area in areas])
    width, height = max(1, round(box.width * scale)), max(1, round(box.height * scale / 2))
    x = box.left + (np.arange(2 * width) + 0.5) * (box.width / (2 * width))
    y = box.top - (np.arange(2 * height) + 0.5) * (box.height / (2 * height))
    points = np.stack([np.tile(x, len(y)), np.repeat(y, len(x))], axis=1)
    owners = np.full(len(points), NOTHING)
    for number, area in enumerate(areas):
        owners[inside(points, *sides(area.rings))] = number
    pixels = owners.reshape(2 * height, 2 * width)
    spots = {}
    for row in range(height):
        for column in range(width):
            four = pixels[2 * row : 2 * row + 2, 2 * column : 2 * column + 2].ravel().tolist()
            if any(number != NOTHING for number in four):
                spots[column, row] = _spot(four, areas)
    for number, area in enumerate(areas):
        if area.letter:
            (a, b), _ = roomiest(area.rings)
            column = min(width - 1, int((a - box.left) / box.width * width))
            row = min(height - 1, int((box.top - b) / box.height * height))
            if (pixels[2 * row : 2 * row + 2, 2 * column : 2 * column + 2] == number).all():
                spots[column, row] = Spot(area.letter, ink_on(area.ground), area.ground)
    return Canvas(spots, width, height)


def _spot(four: list[int], areas: Sequence[Coloured]) -> Spot:
    """A character for four pixels.  Where three areas meet, the smallest part goes to the first."""
    first, *others = sorted(set(four), key=lambda number: (-four.count(number), number))
    second = others[0] if others else first
    if first == NOTHING:
        first, second = second, first
    if second == first:
        return Spot(" ", "", areas[first].ground)
    filled = sum(1 << k for k, number in enumerate(four) if number != second)
    ground = "" if second == NOTHING else areas[second].ground
    return Spot(QUARTERS[filled], areas[first].ground, ground)


# Sticks on a canvas: heavy lines, with joints where those of a piece meet.
#
# ┏━━━┓     ╲   ╱
# ┃   ┃      ╲ ╱
# ┗━━━┛   ━━━━●━━━━


THIN = {"-": "─", "|": "│", "/": "╱", "\\": "╲"}
HEAVY = {"-": "━", "|": "┃", "/": "╱", "\\": "╲"}
JOINTS = " ╹╺┗╻┃┏┣╸┛━┻┓┫┳╋"  # whose arms go up (1), right (2), down (4) and left (8)
ROUND = "●"  # where sticks meet that no joint has arms for
BOARD = "#1e1e1e"  # behind them, so that all colours can be seen on every terminal
THIN_INK = "#9a9a9a"
BRIGHTER = 0.35  # how much white is mixed into dark colours
NAMED = ("-", "|")  # the glyphs of sticks that may show a letter, the best one first


def are_sticks(on: Lattice) -> bool:
    """Are the cells of this lattice drawn as sticks?"""
    return can_draw(on) and all(k.shape == "segment" and k.glyph in THIN for k in on.kinds)


def sticks(on: Lattice, painted: Mapping[Cell, Paint]) -> Canvas:
    """The sticks in their colours, on a board; those of the colour "" are thin."""
    drawing = _Drawing(on)
    for cell, paint in painted.items():
        drawing.stick(cell, paint)
    drawing.joints(painted)
    drawing.letters(painted)
    (canvas,) = framed([drawing.spots])
    spots = {
        (x, y): canvas.spots.get((x - 1, y), Spot())._replace(ground=BOARD)
        for x in range(canvas.width + 2)
        for y in range(canvas.height)
    }
    return Canvas(spots, canvas.width + 2, canvas.height)


class _Drawing:
    def __init__(self, on: Lattice) -> None:
        self.on = on
        self.spots: dict[Place, Spot] = {}
        upright = not any(kind.glyph in "/\\" for kind in on.kinds)
        self.scale = 2 if upright else 1  # then squares look like squares

    def glyph(self, cell: Cell) -> str:
        return self.on.kind_at(cell).glyph

    def place(self, cell: Cell) -> Place:
        column, row, _ = text_place(self.on, cell)
        return column * self.scale, row

    def stick(self, cell: Cell, paint: Paint) -> None:
        x, y = self.place(cell)
        glyph = self.glyph(cell)
        char = (HEAVY if paint.ground else THIN)[glyph]
        for column in (x - 1, x, x + 1) if glyph == "-" else (x,):
            self.spots[column, y] = Spot(char, _ink(paint))

    def joints(self, painted: Mapping[Cell, Paint]) -> None:
        """At each point the piece that has most sticks there, the first one of several."""
        for around in self.on.meeting_points(painted).values():
            pieces = [painted[cell].piece for cell in around if cell in painted]
            most = max(pieces, key=pieces.count)
            cells = [c for c in around if c in painted and painted[c].piece == most]
            if not painted[cells[0]].ground:
                continue
            x, y = self._point(around)
            ends = {self.place(cell) for cell in cells}
            crooked = any(a != x and b != y for a, b in ends)
            arms = sum({1 if b < y else 4 if b > y else 2 if a > x else 8 for a, b in ends})
            self.spots[x, y] = Spot(ROUND if crooked else JOINTS[arms], _ink(painted[cells[0]]))

    def _point(self, around: tuple[Cell, ...]) -> Place:
        """In the middle of the sticks around it, since each has one that is opposite."""
        columns, rows = zip(*map(self.place, around), strict=True)
        return sum(columns) // len(columns), sum(rows) // len(rows)

    def letters(self, painted: Mapping[Cell, Paint]) -> None:
        """The letter of each piece, on the stick that has most room for it."""
        best: dict[int, Cell] = {}
        for glyph in NAMED:
            for cell, paint in painted.items():
                if paint.named and self.glyph(cell) == glyph:
                    best.setdefault(paint.piece, cell)
        for cell in best.values():
            self.spots[self.place(cell)] = Spot(painted[cell].letter, _ink(painted[cell]))


def _ink(paint: Paint) -> str:
    if not paint.ground:
        return THIN_INK
    dark = ink_on(paint.ground) == WHITE
    return mixed(paint.ground, WHITE, BRIGHTER) if dark else paint.ground


def cell_canvases(
    on: Lattice, drawings: Sequence[Mapping[Cell, Paint]], width: int, *, small: bool = False
) -> list[Canvas] | None:
    """A canvas for each drawing, none of which is empty; None if there is no way to draw them.

    Cells that have no shape, or no room for it, are letters on their colours.
    """
    if not can_draw(on):
        return None
    if any(math.prod(map(len, extent(on, cells))) > LARGEST for cells in drawings):
        return None
    drawn = _drawn(on, drawings, width, small=small)
    if drawn is None or any(canvas.width > width for canvas in drawn):
        drawn = [_letters(on, cells, width) for cells in drawings]
    return None if any(canvas.width > width for canvas in drawn) else drawn


def _drawn(
    on: Lattice, drawings: Sequence[Mapping[Cell, Paint]], width: int, *, small: bool
) -> list[Canvas] | None:
    if stencils(on):
        return tiles(on, drawings, width, small=small)
    if are_sticks(on):
        return [sticks(on, cells) for cells in drawings]
    try:
        return _areas(on, drawings, width, small=small)
    except PictureError:
        return None


def _areas(
    on: Lattice, drawings: Sequence[Mapping[Cell, Paint]], width: int, *, small: bool
) -> list[Canvas]:
    """Pieces as areas."""
    found = []
    for painted in drawings:
        pieces: dict[int, list[Cell]] = {}
        for cell, paint in painted.items():
            pieces.setdefault(paint.piece, []).append(cell)
        areas = []
        for cells in pieces.values():
            paint = painted[cells[0]]
            letter = paint.letter if paint.named else ""
            areas.append(Coloured(outline(on, cells)[0], paint.ground, letter))
        found.append(areas)
    return fitting_canvases(found, width, small=small)


def _letters(on: Lattice, painted: Mapping[Cell, Paint], width: int) -> Canvas:
    """A letter for each cell, on its colour."""
    layers = [
        {place_of(on, cell)[:2]: paint.spot() for cell, paint in some.items()}
        for some in in_layers(on, painted)
    ]
    return beside(framed(layers), width, gap=LAYER_GAP)
