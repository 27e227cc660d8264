"""One solution of a problem that was made from a puzzle of the catalogue, to be drawn."""

from tilewright.errors import TilewrightError
from tilewright.formats.solutions import read_placed
from tilewright.papers.tasks.drawn import to_draw
from tilewright.papers.tasks.printed import lattice_puzzle
from tilewright.papers.tasks.problems import problem_of
from tilewright.papers.tasks.task import Given, Values, at_once
from tilewright.solutions import check_solution
from tilewright.solve import solve

__all__ = ["SHOW"]


def _show(given: Given) -> Values:
    """The first cover of the problem `made`, as a solution of the puzzle that `of` names."""
    puzzle, problem = lattice_puzzle(given["of"]), problem_of(given)
    cover = next(solve(problem, engine=given.get("engine", "links"), limit=1), None)
    if cover is None:
        raise TilewrightError(f"{' '.join(map(str, given['made']))} has no solution to be drawn")
    only = [piece.name for piece in puzzle.pieces]
    placed = []
    for number in cover:
        items = [str(item) for item in problem.option(number).items]
        cells = [[int(word) for word in item.split(",")] for item in items if "," in item]
        (piece,) = [item for item in items if "," not in item] or only
        placed.append(read_placed(puzzle, {"piece": piece, "cells": cells}))
    check_solution(puzzle, placed)
    return {"figure": to_draw(given["of"], placed)}


SHOW = at_once(_show)
