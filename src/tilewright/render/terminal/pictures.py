"""Puzzles on lattices, their pieces and their solutions on a canvas."""

import math
from collections.abc import Collection, Mapping, Sequence
from itertools import cycle

from tilewright.lattices import Cell, Lattice
from tilewright.lattices.drawing import can_draw
from tilewright.polygons import PolygonPiece, PolygonPuzzle, PolygonSolution
from tilewright.puzzle import Board
from tilewright.render.flat import area_of, tiling_of
from tilewright.render.palette import colour, placed_colours
from tilewright.render.terminal.canvas import Canvas, above, beside, chip, words
from tilewright.render.terminal.cells import Coloured, cell_canvases, fitting_canvases
from tilewright.render.terminal.stencils import extent, place_of
from tilewright.render.terminal.tiles import Paint
from tilewright.render.tilings import tiling_colours
from tilewright.solutions import Solution
from tilewright.solutions.solution import LETTERS

EMPTY = "·"  # in the middle of cells that no piece covers
GREYS = ("#707070", "#9c9c9c", "#4c4c4c", "#c4c4c4")  # of cells of a board, by their colours
MOST_LEFT_OUT = 1000
MAY = "#8894a8"  # of those that may stay empty


def solution_canvas(solution: Solution, width: int) -> Canvas | None:
    """The pieces in their places, and below what the letters mean; None if it cannot be drawn."""
    puzzle, letters = solution.puzzle, solution.letters
    painted = dict.fromkeys(puzzle.board.cells, Paint(-1, "", EMPTY))
    legend = []
    for number, ground in enumerate(placed_colours(solution)):
        one = solution.placed[number]
        letter = letters[one.cells[0]]
        painted |= dict.fromkeys(one.cells, Paint(number, ground, letter, named=True))
        if letter != one.piece:
            legend.append(beside([chip(letter, ground), words(one.piece)], width, gap=1))
    drawn = cell_canvases(puzzle.lattice, [painted], width)
    if drawn is None:
        return None
    if not legend or len(puzzle.pieces) == 1 or len(solution.placed) > len(LETTERS):
        return drawn[0]
    return above([*drawn, beside(legend, width, gap=2, below=0)], gap=1)


def board_canvas(on: Lattice, board: Board, width: int) -> Canvas | None:
    """The cells that must be filled and those that may be, with the letters of their colours."""
    greys = {x: GREYS[k % len(GREYS)] for k, x in enumerate(sorted({"", *board.colours.values()}))}
    painted = {}
    for cell in board.must:
        x = board.colours.get(cell, "")
        painted[cell] = Paint(0, greys[x], _letter(x))
    for cell in board.may:
        painted[cell] = Paint(1, MAY, _letter(board.colours.get(cell, "?")))
    drawn = cell_canvases(on, [painted], width) if painted else None
    return drawn[0] if drawn else None


def piece_canvases(
    on: Lattice, drawings: Sequence[tuple[int, Mapping[Cell, str]]], width: int
) -> list[Canvas] | None:
    """Pieces: for each the number of its kind, and its cells with their colours.

    Those in several layers have marks in the cells they leave out, so that one sees what is below
    what.
    """
    if not can_draw(on) or not all(cells for _, cells in drawings):
        return None
    small = not any(_letter(x) for _, cells in drawings for x in cells.values())
    painted = [
        dict.fromkeys(_left_out(on, cells), Paint(-1, "", EMPTY))
        | {cell: Paint(number, colour(number), _letter(x)) for cell, x in cells.items()}
        for number, cells in drawings
    ]
    return cell_canvases(on, painted, width, small=small)


def _left_out(on: Lattice, cells: Collection[Cell]) -> list[Cell]:
    """The other cells in the box around a piece, if it has several layers and they are not many."""
    ranges = extent(on, cells)
    if len(ranges[2]) == 1 or math.prod(map(len, ranges)) > MOST_LEFT_OUT:
        return []
    found = dict.fromkeys(cells)  # a set that keeps its order
    todo = list(cells)
    for cell in todo:
        for there in on.neighbours(cell).values():
            inside = zip(place_of(on, there), ranges, strict=True)
            if there not in found and all(x in some for x, some in inside):
                found[there] = None
                todo.append(there)
    return todo[len(cells) :]


def _letter(colour: str) -> str:
    return colour if len(colour) == 1 else ""


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
    return fitting_canvases([polygon_solution_areas(solution)], width)[0]


def polygon_board_canvas(puzzle: PolygonPuzzle, width: int) -> Canvas:
    """The silhouette of the board."""
    board = [Coloured(area_of(part), GREYS[0]) for part in puzzle.board]
    return fitting_canvases([board], width)[0]


def polygon_piece_canvases(pieces: Sequence[PolygonPiece], width: int) -> list[Canvas]:
    """The pieces, all to the same scale."""
    areas = [[Coloured(area_of(p.shape), colour(number))] for number, p in enumerate(pieces)]
    return fitting_canvases(areas, width, small=True)
