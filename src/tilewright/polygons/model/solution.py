"""A solution of a polygon puzzle: the motion that takes each piece to its place."""

import math
from dataclasses import dataclass, field

from tilewright.document.text import many, shortened
from tilewright.polygons.model.congruence import Isometry
from tilewright.polygons.model.puzzle import Floats, PolygonPuzzle, Shape


@dataclass(frozen=True, slots=True)
class PlacedPolygon:
    """A piece in its place: its name, then the numbers of the motion, as `Isometry` has them."""

    piece: str
    flipped: bool
    cos: float
    sin: float
    dx: float
    dy: float

    @property
    def degrees(self) -> float:
        """By how much it is turned, counter-clockwise, after it was flipped."""
        return round(math.degrees(math.atan2(self.sin, self.cos)), 9) % 360 + 0.0

    def __str__(self) -> str:
        over = " over" if self.flipped else ""
        x, y = (f"{round(c, 9) + 0.0:.9g}" for c in (self.dx, self.dy))
        return f"{self.piece}{over} turned {self.degrees:.6g}° at ({x}, {y})"

    @classmethod
    def by(cls, piece: str, motion: Isometry) -> "PlacedPolygon":
        """A piece, put where a motion takes it."""
        return cls(piece, motion.flipped, motion.cos, motion.sin, motion.dx, motion.dy)

    @property
    def motion(self) -> Isometry:
        """What takes the piece, as it is drawn, to its place."""
        return Isometry(self.flipped, self.cos, self.sin, self.dx, self.dy)

    def rings(self, shape: Shape) -> list[Floats]:
        """The rings of its shape, moved there."""
        return [self.motion.apply(ring) for ring in shape.floats]


@dataclass(frozen=True, slots=True)
class Certificate:
    """How a solution was proved.

    "exact": in exact arithmetic.  "balls": in ball arithmetic, where everything that should be zero
    is less than `residual`.  "measured": decimals, or a drawing: gaps and overlaps are at most
    `residual` wide, as a part of the size of the board, as tolerances are.
    """

    kind: str
    residual: float = 0.0
    bits: int = 0


@dataclass(frozen=True)
class PolygonSolution:
    """The pieces in their places, in the order in which the search placed them."""

    puzzle: PolygonPuzzle = field(repr=False)
    placed: tuple[PlacedPolygon, ...]
    certificate: Certificate | None = None

    def __repr__(self) -> str:
        called = f" of {shortened(self.puzzle.title, 60)!r}" if self.puzzle.title else ""
        proved = f", {self.certificate.kind}" if self.certificate else ""
        return f"<PolygonSolution{called}: {many(len(self.placed), 'piece')}{proved}>"

    def __str__(self) -> str:
        return "\n".join(map(str, self.placed))
