"""Explanations as drawings: a character, or a number, for each cell."""

from collections.abc import Mapping
from string import ascii_uppercase

from tilewright.explain.proofs import Bare, Chain, Conflict, Proof, Weighing
from tilewright.lattice import Cell
from tilewright.lattice.drawing import can_draw, draw
from tilewright.lattice.page import layers_side_by_side, spaced_page
from tilewright.puzzle import Puzzle

__all__ = ["board_page", "proof_texts"]

WIDEST = 100  # of several layers
LARGEST = 40_000  # characters of a drawing
BLACK, WHITE, MARKED, OTHER, BARE = "B", "W", "*", ".", "?"


def proof_texts(puzzle: Puzzle, kind: str, proof: Proof) -> dict[Cell, str]:
    """What stands on each cell; nothing if there is nothing to show."""
    cells = puzzle.board.cells
    match proof:
        case Weighing() if kind == "colouring":
            black = proof.weights
            return {cell: BLACK if black.get(cell, 0) > 0 else WHITE for cell in cells}
        case Weighing() if kind == "weights":
            return {cell: str(proof.weights.get(cell, OTHER)) for cell in cells}
        case Weighing() if kind in ("region", "colours"):
            return {cell: MARKED if cell in proof.weights else OTHER for cell in cells}
        case Bare():
            return {**dict.fromkeys(cells, OTHER), proof.cell: BARE}
        case Chain():
            shown = dict.fromkeys(cells, OTHER)
            for letter, step in zip(ascii_uppercase, proof.steps, strict=False):
                shown |= dict.fromkeys(step.cells, letter)
            return shown | ({proof.end.cell: BARE} if isinstance(proof.end, Bare) else {})
        case Conflict() if proof.cells:
            return {cell: MARKED if cell in set(proof.cells) else OTHER for cell in cells}
    return {}


def board_page(puzzle: Puzzle, texts: Mapping[Cell, str]) -> str:
    """The board with these texts; "" if there are none, or if it cannot be drawn."""
    if not texts or not can_draw(puzzle.lattice, texts, LARGEST):
        return ""
    if max(map(len, texts.values())) == 1:
        drawing = draw(puzzle.lattice, texts, blank=" ", tight=True)
        return layers_side_by_side(drawing, WIDEST)
    return spaced_page(puzzle.lattice, texts, WIDEST)
