"""Cells of any lattice on a canvas, as their lattice lets them be drawn."""

import math
from collections.abc import Iterable, Mapping, Sequence

from tilewright.lattice import Cell, Lattice
from tilewright.lattice.drawing import LARGEST, can_draw
from tilewright.render.lattices import outline
from tilewright.render.palette import ink_on
from tilewright.render.scene import PictureError, box_of
from tilewright.render.terminal.areas import Coloured, areas_canvas, scale_of
from tilewright.render.terminal.canvas import Canvas, Place, Spot, beside
from tilewright.render.terminal.stencils import place_of, stencils
from tilewright.render.terminal.sticks import are_sticks, sticks
from tilewright.render.terminal.tiles import LAYER_GAP, Paint, framed, tiles

__all__ = ["ROWS", "SMALL_ROWS", "WIDEST", "cell_canvases"]

ROWS, SMALL_ROWS = 20, 9  # of drawings that can have any size
WIDEST = 60


def cell_canvases(
    on: Lattice, drawings: Sequence[Mapping[Cell, Paint]], width: int, *, small: bool = False
) -> list[Canvas] | None:
    """A canvas for each drawing, none of which is empty; None if there is no way to draw them.

    Cells that have no shape, or no room for it, are letters on their colours.
    """
    if not can_draw(on) or any(_size(on, cells) > LARGEST for cells in drawings):
        return None
    drawn = _drawn(on, drawings, width, small=small)
    if drawn is None or any(canvas.width > width for canvas in drawn):
        drawn = [_letters(on, cells, width) for cells in drawings]
    return None if any(canvas.width > width for canvas in drawn) else drawn


def _size(on: Lattice, cells: Iterable[Cell]) -> int:
    """How many characters a drawing in letters has."""
    axes = zip(*(place_of(on, cell) for cell in cells), strict=True)
    return math.prod(max(axis) - min(axis) + 1 for axis in axes)


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
        found.append(
            [
                Coloured(
                    outline(on, cells)[0],
                    painted[cells[0]].ground,
                    painted[cells[0]].letter if painted[cells[0]].named else "",
                )
                for cells in pieces.values()
            ]
        )
    boxes = [box_of([area.rings for area in areas]) for areas in found]
    scale = scale_of(boxes, min(width, WIDEST), SMALL_ROWS if small else ROWS)
    return [areas_canvas(areas, scale) for areas in found]


def _letters(on: Lattice, painted: Mapping[Cell, Paint], width: int) -> Canvas:
    """A letter for each cell, on its colour."""
    layers: dict[int, dict[Place, Spot]] = {}
    for cell, paint in painted.items():
        column, row, layer = place_of(on, cell)
        ink = ink_on(paint.ground) if paint.ground else ""
        layers.setdefault(layer, {})[column, row] = Spot(paint.letter or " ", ink, paint.ground)
    numbers = range(min(layers), max(layers) + 1)
    return beside(framed([layers.get(n, {}) for n in numbers]), width, gap=LAYER_GAP)
