"""Puzzles in space: pieces as bodies, made from the lattice's own data."""

from tilewright.render.space.bodies import Body, Model, board_body, pieces_model, solution_model
from tilewright.render.space.exploded import exploded_scene
from tilewright.render.space.iso import iso_scene
from tilewright.render.space.layers import layers_scene
from tilewright.render.space.order import Move, assembly_moves
from tilewright.render.space.pictures import space_scene
from tilewright.render.space.pieces import space_pieces_scene, space_puzzle_scene
from tilewright.render.space.solids import Ball, Solid, cell_solids
from tilewright.render.space.steps import steps_scene

__all__ = [
    "Ball",
    "Body",
    "Model",
    "Move",
    "Solid",
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
