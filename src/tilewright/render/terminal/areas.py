"""Areas on a canvas: four little pixels in each character, of two colours."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from tilewright.render.labels import roomiest
from tilewright.render.outlines import inside, sides
from tilewright.render.palette import ink_on
from tilewright.render.scene import Box, Ring, box_of
from tilewright.render.terminal.canvas import Canvas, Place, Spot

__all__ = ["Coloured", "areas_canvas", "scale_of"]

# Filled above to the left (1), to the right (2), below to the left (4) and to the right (8).
QUARTERS = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█"
NOTHING = -1

Owners = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Coloured:
    """An area, its colour, and a letter that stands where it has most room."""

    rings: tuple[Ring, ...]
    ground: str
    letter: str = ""


def scale_of(boxes: Sequence[Box], width: int, rows: int) -> float:
    """How many characters a unit is wide, so that each box has room in so many columns and rows."""
    wide, high = max(box.width for box in boxes), max(box.height for box in boxes)
    return min(width / wide, 2 * rows / high)


def areas_canvas(areas: Sequence[Coloured], scale: float) -> Canvas:
    """The areas, later ones over those before; a unit is so many characters wide."""
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
            place = (
                min(width - 1, int((a - box.left) / box.width * width)),
                min(height - 1, int((box.top - b) / box.height * height)),
            )
            if _all_of(number, place, pixels):
                spots[place] = Spot(area.letter, ink_on(area.ground), area.ground)
    return Canvas(spots, width, height)


def _spot(four: list[int], areas: Sequence[Coloured]) -> Spot:
    """A character for four pixels.  Where three areas meet, the smallest part goes to the first."""
    first, *others = sorted(set(four), key=lambda number: (-four.count(number), number))
    second = others[0] if others else first
    if first == NOTHING:
        first, second = second, first
    if second != NOTHING:
        if second == first:
            return Spot(" ", "", areas[first].ground)
        filled = sum(1 << k for k, number in enumerate(four) if number != second)
        return Spot(QUARTERS[filled], areas[first].ground, areas[second].ground)
    filled = sum(1 << k for k, number in enumerate(four) if number != NOTHING)
    return Spot(QUARTERS[filled], areas[first].ground)


def _all_of(number: int, place: Place, pixels: Owners) -> bool:
    x, y = place
    return bool((pixels[2 * y : 2 * y + 2, 2 * x : 2 * x + 2] == number).all())
