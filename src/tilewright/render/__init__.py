"""Pictures: scenes of flat shapes and models of bodies in space, in files of many kinds."""

from tilewright.render.cuts import cut_scene
from tilewright.render.dance import (
    assembly_scenes,
    dance_scenes,
    dance_steps,
    filmstrip_scene,
    search_steps,
    trace_gif,
    trace_scenes,
)
from tilewright.render.dxf import to_dxf
from tilewright.render.files import Making, Style, check_path, file_contents, save, write_files
from tilewright.render.film import to_gif, to_webp
from tilewright.render.flat import pieces_scene, puzzle_scene, solution_scene
from tilewright.render.layout import grid_scene
from tilewright.render.pdf import to_pdf
from tilewright.render.picture import gallery_scene, model_of, notebook_svg, picture_of
from tilewright.render.png import to_png
from tilewright.render.scene import Ball, Box, Lines, Patch, PictureError, Scene, Text
from tilewright.render.space.notebook import view
from tilewright.render.svg import to_svg
from tilewright.render.views import (
    DRAWINGS,
    ENDINGS,
    FILMS,
    MODELS,
    PRINTS,
    SEVERAL,
    VIEWS,
    check_suffix,
    settled_view,
)

__all__ = [
    "DRAWINGS",
    "ENDINGS",
    "FILMS",
    "MODELS",
    "PRINTS",
    "SEVERAL",
    "VIEWS",
    "Ball",
    "Box",
    "Lines",
    "Making",
    "Patch",
    "PictureError",
    "Scene",
    "Style",
    "Text",
    "assembly_scenes",
    "check_path",
    "check_suffix",
    "cut_scene",
    "dance_scenes",
    "dance_steps",
    "file_contents",
    "filmstrip_scene",
    "gallery_scene",
    "grid_scene",
    "model_of",
    "notebook_svg",
    "picture_of",
    "pieces_scene",
    "puzzle_scene",
    "save",
    "search_steps",
    "settled_view",
    "solution_scene",
    "to_dxf",
    "to_gif",
    "to_pdf",
    "to_png",
    "to_svg",
    "to_webp",
    "trace_gif",
    "trace_scenes",
    "view",
    "write_files",
]
