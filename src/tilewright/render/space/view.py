"""From where one looks at things in space, and where they are then seen.

The picture is orthographic: parallel lines stay parallel, and equal cells are equally large.
"""

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from tilewright.render.outlines import Floats
from tilewright.render.scene import PictureError


@dataclass(frozen=True)
class View:
    """One looks from the front: turned to the right, tilted upwards, both in degrees.

    >>> View(turn=0, tilt=0).seen(np.array([[1.0, 2.0, 3.0]])).tolist()
    [[1.0, 3.0, -2.0]]
    """

    turn: float
    tilt: float

    def __post_init__(self) -> None:
        for name, least, most in (("turn", -360, 360), ("tilt", -90, 90)):
            if not least <= getattr(self, name) <= most:
                raise PictureError(
                    f"a {name} of {getattr(self, name)} degrees: expected from {least} to {most}"
                )

    @cached_property
    def axes(self) -> Floats:
        """Where the picture's axes point in space: right, up, and towards the eye."""
        turn, tilt = math.radians(self.turn), math.radians(self.tilt)
        (ct, st), (ce, se) = ((math.cos(a), math.sin(a)) for a in (turn, tilt))
        rows = ((ct, st, 0), (-st * se, ct * se, ce), (st * ce, -ct * ce, se))
        return np.asarray(np.round(rows, 12) + 0.0, dtype=np.float64)

    def seen(self, points: Floats) -> Floats:
        """Points of space as (x, y, depth): nearer ones have the greater depth."""
        return np.asarray(points @ self.axes.T, dtype=np.float64)


ISOMETRIC = View(45, math.degrees(math.atan(math.sqrt(0.5))))  # all three axes equally long
OBLIQUE = View(34, 30)  # corners of cells that are apart are seldom seen at the same place
ABOVE = View(0, 90)
