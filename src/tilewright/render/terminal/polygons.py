"""Polygon puzzles, their pieces and their solutions on a canvas."""

from collections.abc import Sequence
from itertools import cycle

from tilewright.polygons import PolygonPiece, PolygonPuzzle, PolygonSolution
from tilewright.render.palette import colour
from tilewright.render.polygons import area_of, tiling_of
from tilewright.render.scene import box_of
from tilewright.render.terminal.areas import Coloured, areas_canvas, scale_of
from tilewright.render.terminal.canvas import Canvas
from tilewright.render.terminal.cells import ROWS, SMALL_ROWS, WIDEST
from tilewright.render.terminal.pictures import GREYS
from tilewright.render.tilings import tiling_colours
from tilewright.solutions.solution import LETTERS

__all__ = [
    "polygon_board_canvas",
    "polygon_piece_canvases",
    "polygon_solution_areas",
    "polygon_solution_canvas",
]


def polygon_solution_areas(solution: PolygonSolution) -> list[Coloured]:
    """The placed pieces in their colours, each with a letter: its name, or one that is free."""
    tiling = tiling_of(solution.puzzle, solution.placed)
    areas = [one.area for one in tiling.placed]
    letters = _letters([one.name for one in tiling.placed])
    return list(map(Coloured, areas, tiling_colours(tiling), letters))


def _letters(names: Sequence[str]) -> list[str]:
    """A piece's own name if that is one letter and the piece is there once; else any letter."""
    own = {n for n in names if len(n) == 1 and n.isalnum() and names.count(n) == 1}
    free = cycle([letter for letter in LETTERS if letter not in own] or LETTERS)
    return [name if name in own else next(free) for name in names]


def polygon_solution_canvas(solution: PolygonSolution, width: int) -> Canvas:
    """The pieces in their places."""
    return _fitting([polygon_solution_areas(solution)], width, ROWS)[0]


def polygon_board_canvas(puzzle: PolygonPuzzle, width: int) -> Canvas:
    """The silhouette of the board."""
    board = [Coloured(area_of(part), GREYS[0]) for part in puzzle.board]
    return _fitting([board], width, ROWS)[0]


def polygon_piece_canvases(pieces: Sequence[PolygonPiece], width: int) -> list[Canvas]:
    """The pieces, all to the same scale."""
    areas = [[Coloured(area_of(p.shape), colour(number))] for number, p in enumerate(pieces)]
    return _fitting(areas, width, SMALL_ROWS)


def _fitting(drawings: Sequence[Sequence[Coloured]], width: int, rows: int) -> list[Canvas]:
    boxes = [box_of([area.rings for area in areas]) for areas in drawings]
    scale = scale_of(boxes, min(width, WIDEST), rows)
    return [areas_canvas(areas, scale) for areas in drawings]
