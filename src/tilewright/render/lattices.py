"""Pictures of puzzles on flat lattices: cells as their lattice draws them, joined to pieces."""

from tilewright.puzzle import Puzzle
from tilewright.render.cells import outline
from tilewright.render.scene import Scene
from tilewright.render.tilings import (
    KindOfPiece,
    PlacedArea,
    Tiling,
    kinds_scene,
    silhouette_scene,
    tiling_scene,
    unit_of,
)
from tilewright.solutions import Solution

__all__ = ["lattice_pieces_scene", "lattice_puzzle_scene", "lattice_solution_scene", "outline"]


def lattice_solution_scene(solution: Solution, *, labels: bool = False) -> Scene:
    """The pieces in their places; with `labels`, each with its name where there is room."""
    puzzle = solution.puzzle
    numbers = {piece.name: number for number, piece in enumerate(puzzle.pieces)}
    board, _ = outline(puzzle.lattice, puzzle.board.cells)
    placed = tuple(
        PlacedArea(
            numbers[one.piece],
            one.piece,
            *outline(puzzle.lattice, one.cells),
            flipped=one.motion.mirror,
        )
        for one in solution.placed
    )
    unit = unit_of([board], len(placed))
    return tiling_scene(Tiling((board,), placed, len(numbers), unit, puzzle.title), labels=labels)


def lattice_puzzle_scene(puzzle: Puzzle) -> Scene:
    """The board, and the pieces below it."""
    on, kinds = puzzle.lattice, _kinds(puzzle)
    must, borders = outline(on, puzzle.board.must)
    may, more = outline(on, puzzle.board.may)
    board, optional = ([area] if area else [] for area in (must, may))
    unit = unit_of([kind.area for kind in kinds], len(kinds))
    return silhouette_scene(board, borders + more, optional, kinds, unit, puzzle.title)


def lattice_pieces_scene(puzzle: Puzzle) -> Scene:
    """The pieces, each with its name and how many there are of it."""
    kinds = _kinds(puzzle)
    return kinds_scene(kinds, unit_of([kind.area for kind in kinds], len(kinds)), puzzle.title)


def _kinds(puzzle: Puzzle) -> list[KindOfPiece]:
    return [
        KindOfPiece(piece.name, str(piece.count), *outline(puzzle.lattice, piece.cells))
        for piece in puzzle.pieces
    ]
