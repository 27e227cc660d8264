"""Rows that a source prints, as pieces on a board of the catalogue, and whether they solve it."""

from collections.abc import Callable, Iterable

from papers.tasks.drawn import to_draw
from papers.tasks.task import Given, Values, at_once
from tilewright.catalogue import load
from tilewright.errors import TilewrightError
from tilewright.formats.solutions import read_placed
from tilewright.lattices import Cell
from tilewright.puzzle import Puzzle
from tilewright.solutions import NotASolution, Placed, Solution, check_solution, scores

__all__ = ["PRINTED", "interior_points", "lattice_puzzle", "placed_rows", "point_names"]


def lattice_puzzle(name: str) -> Puzzle:
    """A puzzle of the catalogue that has cells."""
    puzzle = load(name)
    if not isinstance(puzzle, Puzzle):
        raise TilewrightError(f"{name} has no cells, so rows cannot be read")
    return puzzle


def placed_rows(puzzle: Puzzle, rows: Iterable[str]) -> list[Placed]:
    """Pieces in their places, in Knuth's words: a piece and its cells, in any order.

    On squares a cell is its rank and file, counted from 1 and from the upper left corner.  Of
    sticks, Hxy leads from the point (x, y) to the right, Vxy up; (0, 0) is the lower left corner.
    Points Ixy are those inside of the grid which the piece goes straight through.
    """
    return [_placed(puzzle, row.split()) for row in rows]


def _placed(puzzle: Puzzle, words: list[str]) -> Placed:
    names = {piece.name for piece in puzzle.pieces}
    piece = next(word for word in words if word in names)
    sticks = puzzle.lattice.name == "square-sticks"
    read: Callable[[Puzzle, str], Cell] = _stick if sticks else _square
    points = {word for word in words if word[0] == "I" and word != piece}
    cells = [read(puzzle, word) for word in words if word not in {piece, *points}]
    placed = read_placed(puzzle, {"piece": piece, "cells": cells})
    if sticks and points != set(point_names(interior_points(puzzle, placed), puzzle)):
        raise NotASolution(f"{' '.join(words)}: it goes straight through other points")
    return placed


def _square(_puzzle: Puzzle, word: str) -> Cell:
    return int(word[1]) - 1, int(word[0]) - 1


def _stick(puzzle: Puzzle, word: str) -> Cell:
    kind, x, y = word[0], int(word[1]), int(word[2])
    below = _lowest(puzzle) - 2 * y
    return (2 * x + 1, below) if kind == "H" else (2 * x, below - 1)


def _lowest(puzzle: Puzzle) -> int:
    return max(y for _, y in puzzle.board.cells)


def interior_points(puzzle: Puzzle, one: Placed, *, joined: bool = False) -> set[Cell]:
    """The points inside of the grid that a piece of sticks goes straight through.

    Where a third stick of the piece ends, nothing else could cross it: such points are left out,
    unless `joined`.
    """
    cells = set(one.cells)
    right, low = max(x for x, _ in puzzle.board.cells), _lowest(puzzle)
    across = {(x + 1, y) for x, y in cells if y % 2 == 0 and (x + 2, y) in cells}
    down = {(x, y + 1) for x, y in cells if x % 2 == 0 and (x, y + 2) in cells}
    straight: set[Cell] = {(x, y) for x, y in across | down if 0 < x < right and 0 < y < low}
    return straight if joined else {at for at in straight if len(_sticks_at(at) & cells) == 2}


def _sticks_at(point: Cell) -> set[Cell]:
    x, y = point
    return {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)}


def point_names(points: Iterable[Cell], puzzle: Puzzle) -> list[str]:
    """Points in the words of the paper, in order."""
    return sorted(f"I{x // 2}{(_lowest(puzzle) - y) // 2}" for x, y in points)


def _printed(given: Given) -> Values:
    """Do these rows solve the puzzle?  If so, how symmetric is the solution?"""
    puzzle = lattice_puzzle(given["puzzle"])
    try:
        placed = placed_rows(puzzle, given["rows"])
        check_solution(puzzle, placed)
    except NotASolution as error:
        return {"is_solution": False, "because": str(error), "figure": None}
    found = scores(Solution(puzzle, tuple(placed)))
    return {
        "is_solution": True,
        "rows": len(placed),
        "vsym": found.vsym,
        "hsym": found.hsym,
        "figure": to_draw(given["puzzle"], placed),
    }


PRINTED = at_once(_printed)
