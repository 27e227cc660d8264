"""Pieces to be printed: solids with clearance and chamfers, on a plate or in place, and a tray."""

from tilewright.render.printing.bed import plates
from tilewright.render.printing.mesh import Mesh, Pose
from tilewright.render.printing.options import PrintOptions
from tilewright.render.printing.pieces import PrintedPiece, PrintPart, assembled, printed_pieces
from tilewright.render.printing.save import (
    Arrangement,
    parts_to_be_printed,
    print_files,
    save_print,
    to_3mf,
    to_print,
    to_stl,
)
from tilewright.render.printing.trays import lid, tray

__all__ = [
    "Arrangement",
    "Mesh",
    "Pose",
    "PrintOptions",
    "PrintPart",
    "PrintedPiece",
    "assembled",
    "lid",
    "parts_to_be_printed",
    "plates",
    "print_files",
    "printed_pieces",
    "save_print",
    "to_3mf",
    "to_print",
    "to_stl",
    "tray",
]
