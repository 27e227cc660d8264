"""Pictures: scenes of flat shapes, as SVG, PNG, PDF, DXF, or animated GIF and WebP."""

from tilewright.render.cuts import cut_scene
from tilewright.render.dxf import to_dxf
from tilewright.render.frames import to_gif, to_webp
from tilewright.render.lattices import (
    lattice_pieces_scene,
    lattice_puzzle_scene,
    lattice_solution_scene,
)
from tilewright.render.layout import grid_scene
from tilewright.render.pdf import to_pdf
from tilewright.render.picture import (
    check_suffix,
    gallery_scene,
    notebook_svg,
    picture_of,
    save,
)
from tilewright.render.png import to_png
from tilewright.render.polygons import pieces_scene, puzzle_scene, solution_scene
from tilewright.render.scene import Ball, Box, Lines, Patch, PictureError, Scene, Text
from tilewright.render.svg import to_svg
from tilewright.render.trace import filmstrip_scene, search_steps, trace_gif, trace_scenes

__all__ = [
    "Ball",
    "Box",
    "Lines",
    "Patch",
    "PictureError",
    "Scene",
    "Text",
    "check_suffix",
    "cut_scene",
    "filmstrip_scene",
    "gallery_scene",
    "grid_scene",
    "lattice_pieces_scene",
    "lattice_puzzle_scene",
    "lattice_solution_scene",
    "notebook_svg",
    "picture_of",
    "pieces_scene",
    "puzzle_scene",
    "save",
    "search_steps",
    "solution_scene",
    "to_dxf",
    "to_gif",
    "to_pdf",
    "to_png",
    "to_svg",
    "to_webp",
    "trace_gif",
    "trace_scenes",
]
