"""How a ball is lit: from the upper left, in the same way in every kind of file.

The colour depends on how far a point is from where the light falls: rings of one colour about that
point, from light to dark.  A thin dark rim tells balls of one colour apart.
"""

from tilewright.render.palette import mixed
from tilewright.render.scene import WHITE

__all__ = ["LIGHT", "REACH", "RIM", "gradient", "rim"]

# Lengths, where the ball has radius 1.
LIGHT = (-0.34, 0.38)  # where it is lightest, with y up
REACH = 1.5  # where it is darkest, from there
RIM = 0.05

BLACK = "#000000"
STOPS = ((0.0, WHITE, 0.72), (0.22, WHITE, 0.26), (0.5, WHITE, 0.0), (1.0, BLACK, 0.5))
DARKEST = 0.55  # how much black is in the rim


def gradient(fill: str) -> list[tuple[float, str]]:
    """Colours of a ball: each with how far it is from the light, as a part of REACH.

    >>> gradient("#808080")
    [(0.0, '#dbdbdb'), (0.22, '#a1a1a1'), (0.5, '#808080'), (1.0, '#404040')]
    """
    return [(far, mixed(fill, other, part)) for far, other, part in STOPS]


def rim(fill: str) -> str:
    """The colour of the line round a ball."""
    return mixed(fill, BLACK, DARKEST)
