"""What a print is asked for: lengths in millimetres."""

import math
from dataclasses import dataclass, fields

from tilewright.render.scene import PictureError

FINEST = 1e-3  # mm; what is smaller is lost when coordinates are rounded
MAY_BE_ZERO = ("clearance", "chamfer", "rounding")


@dataclass(frozen=True, slots=True)
class PrintOptions:
    """Lengths in millimetres.

    `cell` is how long the lattice's unit is; without it 10, and polygon puzzles are made so large
    that the longer side of their board is 100.  `clearance` is the gap between neighbouring
    pieces.  Outer edges are cut off by `chamfer`, or rounded with the radius `rounding`.  Flat
    pieces are `thickness` thick; without it a third of a cell, and polygons 4.  `neck` is the
    radius of what joins the balls of a piece; without it, half of theirs.  `wall` and `floor`
    belong to the tray.

    >>> PrintOptions(cell=12, clearance=0.15, chamfer=0.4).inset
    0.075
    """

    cell: float | None = None
    clearance: float = 0.1
    chamfer: float = 0.0
    rounding: float = 0.0
    thickness: float | None = None
    neck: float | None = None
    wall: float = 2.0
    floor: float = 1.6

    def __post_init__(self) -> None:
        for field in fields(self):
            value, may_be_zero = getattr(self, field.name), field.name in MAY_BE_ZERO
            if value is None:
                continue
            if not math.isfinite(value) or value < 0 or (value == 0 and not may_be_zero):
                least = "0 or more" if may_be_zero else "more than 0"
                raise PictureError(f"{field.name} is {value} mm: expected {least}")
            if may_be_zero and 0 < value < FINEST:
                raise PictureError(f"{field.name} is {value} mm: expected 0, or {FINEST} or more")
        if self.chamfer and self.rounding:
            raise PictureError(
                f"edges are to be chamfered by {self.chamfer} mm and rounded by {self.rounding} "
                f"mm: choose one of the two"
            )

    @property
    def inset(self) -> float:
        """How far a piece stays behind its ideal surface: half the clearance."""
        return self.clearance / 2

    @property
    def edge(self) -> float:
        """How much is taken off edges, one way or the other."""
        return self.chamfer or self.rounding
