"""How things in space are lit: from the upper left, in the same way in every kind of file.

The colour of a face depends on where it looks, that of a point of a ball on how far it is from
where the light falls: rings of one colour about that point, from light to dark.  A thin dark rim
tells balls of one colour apart.
"""

from tilewright.render.outlines import Floats
from tilewright.render.palette import mixed
from tilewright.render.scene import WHITE

# Lengths, where the ball has radius 1.
LIGHT = (-0.34, 0.38)  # where it is lightest, with y up
REACH = 1.5  # where it is darkest, from there
RIM = 0.04

FACE_LIGHT = (-0.35, 0.8, 0.49)  # where it comes from: right, up, towards the eye
MIDDLE = 0.35  # how well a face is lit that has the colour of its piece
MIXED = 0.5  # how much white or black goes into others
DARKEST_FACE = 0.6

BLACK = "#000000"
LIGHTER = ((0.0, 0.74), (0.08, 0.61), (0.16, 0.42), (0.26, 0.24), (0.38, 0.1), (0.5, 0.0))
DARKER = ((0.65, 0.09), (0.8, 0.23), (1.0, 0.5))  # how far from the light, and how much of it
DARKEST = 0.55  # how much black is in the rim


def gradient(fill: str) -> list[tuple[float, str]]:
    """Colours of a ball: each with how far it is from the light, as a part of REACH.

    >>> gradient("#808080")[0], gradient("#808080")[-1]
    ((0.0, '#dedede'), (1.0, '#404040'))
    """
    return [(far, mixed(fill, WHITE, part)) for far, part in LIGHTER] + [
        (far, mixed(fill, BLACK, part)) for far, part in DARKER
    ]


def shade(colour: str, normal: Floats) -> str:
    """The colour of a face that looks into this direction: right, up, towards the eye."""
    light = MIXED * (float(normal @ FACE_LIGHT) - MIDDLE)
    if light > 0:
        return mixed(colour, WHITE, round(light, 3))
    return mixed(colour, BLACK, round(min(DARKEST_FACE, -light), 3))


def rim(fill: str) -> str:
    """The colour of the line round a ball."""
    return mixed(fill, BLACK, DARKEST)
