"""How pieces are made by a printer or a laser."""

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tilewright.render.printing import PrintOptions

__all__ = ["Making"]

FRAME = 5.0  # the width of a frame to be cut, unless told


@dataclass(frozen=True, slots=True)
class Making:
    """Lengths in millimetres, as far as one has a wish.

    `cell` is the lattice's unit, `clearance` the gap between pieces.  For printing: outer edges are
    cut off by `chamfer` or rounded by `rounding`, flat pieces are `thickness` thick, and a plate
    has room on a `bed`.  For cutting: `kerf` is the width of the cut.  A `tray` for the board is
    made with the pieces.
    """

    cell: float | None = None
    clearance: float | None = None
    chamfer: float | None = None
    rounding: float | None = None
    thickness: float | None = None
    kerf: float | None = None
    tray: bool = False
    bed: tuple[float, float] | None = None

    def to_print(self) -> "PrintOptions":
        """The wishes that a printer understands."""
        from tilewright.render.printing import PrintOptions

        names = {field.name for field in fields(PrintOptions)}
        return PrintOptions(**self._wishes(names))

    def to_cut(self) -> dict[str, float]:
        """The wishes that a laser understands."""
        frame = {"frame": FRAME} if self.tray else {}
        return {**self._wishes({"cell", "kerf", "clearance"}), **frame}

    def _wishes(self, names: set[str]) -> dict[str, float]:
        wishes = {field.name: getattr(self, field.name) for field in fields(self)}
        return {name: wish for name, wish in wishes.items() if name in names and wish is not None}
