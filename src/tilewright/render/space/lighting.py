"""How well faces are lit: from the upper left, as balls are."""

from tilewright.render.outlines import Floats
from tilewright.render.palette import mixed
from tilewright.render.scene import WHITE

LIGHT = (-0.35, 0.8, 0.49)  # where it comes from: right, up, towards the eye
MIDDLE = 0.35  # how well a face is lit that has the colour of its piece
MIXED = 0.5  # how much white or black goes into others
DARKEST = 0.6
BLACK = "#000000"


def shade(colour: str, normal: Floats) -> str:
    """The colour of a face that looks into this direction: right, up, towards the eye."""
    light = MIXED * (float(normal @ LIGHT) - MIDDLE)
    if light > 0:
        return mixed(colour, WHITE, round(light, 3))
    return mixed(colour, BLACK, round(min(DARKEST, -light), 3))
