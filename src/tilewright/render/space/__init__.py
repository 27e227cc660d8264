"""Puzzles in space: pieces as bodies, made from the lattice's own data."""

from tilewright.render.space.bodies import Body, Model, board_body, pieces_model, solution_model
from tilewright.render.space.iso import iso_scene
from tilewright.render.space.order import AssemblyMove, assembly_moves
from tilewright.render.space.pieces import (
    exploded_scene,
    space_pieces_scene,
    space_puzzle_scene,
    space_scene,
)
from tilewright.render.space.sheets import layers_scene, steps_scene
from tilewright.render.space.solids import Solid, SolidBall, cell_solids

__all__ = [
    "AssemblyMove",
    "Body",
    "Model",
    "Solid",
    "SolidBall",
    "assembly_moves",
    "board_body",
    "cell_solids",
    "exploded_scene",
    "iso_scene",
    "layers_scene",
    "pieces_model",
    "solution_model",
    "space_pieces_scene",
    "space_puzzle_scene",
    "space_scene",
    "steps_scene",
]
