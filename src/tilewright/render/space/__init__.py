"""Puzzles in space: pieces as bodies, made from the lattice's own data."""

from tilewright.render.space.bodies import Body, Model, board_body, pieces_model, solution_model
from tilewright.render.space.solids import Ball, Solid, cell_solids

__all__ = [
    "Ball",
    "Body",
    "Model",
    "Solid",
    "board_body",
    "cell_solids",
    "pieces_model",
    "solution_model",
]
