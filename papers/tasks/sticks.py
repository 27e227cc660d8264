"""Tetrasticks: solutions by the points that pieces go straight through, and pieces that cross."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

from papers.tasks.drawn import to_draw
from papers.tasks.printed import (
    interior_points,
    lattice_puzzle,
    placed_rows,
    point_names,
)
from papers.tasks.task import Given, Values, at_once
from tilewright.formats.solutions import read_placed
from tilewright.lattices import Cell, Motion
from tilewright.orientations import board_motions
from tilewright.puzzle import Fixed, Puzzle
from tilewright.solutions import NotASolution, Placed, Solution, check_solution
from tilewright.solving import solve

__all__ = ["CROSSING", "STRAIGHT"]


def _straight(given: Given) -> Values:
    """The solutions, turned in all ways, in which pieces go straight through just these points."""
    puzzle = lattice_puzzle(given["puzzle"])
    wanted = sorted(given["points"])
    motions = board_motions(puzzle.lattice, puzzle.board)
    found: list[list[Placed]] = []
    fewest_joined = len(puzzle.board.cells)
    for solution in solve(puzzle, threads=1):
        points = _points(puzzle, solution.placed)
        fewest_joined = min(fewest_joined, len(_points(puzzle, solution.placed, joined=True)))
        found += [
            _moved(puzzle, solution, motion)
            for motion in motions
            if point_names(map(motion, points), puzzle) == wanted
        ]
    return {
        "exists": bool(found),
        "solutions": len(found),
        "fewest_joined": fewest_joined,
        **{f"figure_{k}": to_draw(given["puzzle"], one) for k, one in enumerate(found, start=1)},
    }


def _points(puzzle: Puzzle, placed: Sequence[Placed], *, joined: bool = False) -> set[Cell]:
    return {point for one in placed for point in interior_points(puzzle, one, joined=joined)}


def _moved(puzzle: Puzzle, solution: Solution, motion: Motion) -> list[Placed]:
    return [
        read_placed(puzzle, {"piece": one.piece, "cells": [motion(cell) for cell in one.cells]})
        for one in solution.placed
    ]


def _crossing(given: Given) -> Values:
    """Two rows that share a point: do they cross, and can all the rest be filled without that?"""
    puzzle = lattice_puzzle(given["puzzle"])
    rows = placed_rows(puzzle, given["rows"])
    loose = replace(puzzle, crossing=True, fixed=tuple(Fixed(one.piece, one.cells) for one in rows))
    filled = solve(loose, up_to="nothing", threads=1)
    whole = next((one for one in filled if len(_crossings(puzzle, one.placed)) == 1), None)
    return {
        "common_points": _crossings(puzzle, rows),
        "can_be_filled": whole is not None,
        "is_solution": whole is not None and _solves(puzzle, whole),
        "figure": {"puzzle": given["puzzle"], "some": to_draw("", rows)["placed"]},
        "whole": whole and {"puzzle": given["puzzle"], "some": to_draw("", whole.placed)["placed"]},
    }


def _crossings(puzzle: Puzzle, placed: Sequence[Placed]) -> list[str]:
    """The points that two pieces go straight through."""
    through = [interior_points(puzzle, one) for one in placed]
    return point_names({p for a, b in combinations(through, 2) for p in a & b}, puzzle)


def _solves(puzzle: Puzzle, solution: Solution) -> bool:
    try:
        check_solution(puzzle, solution)
    except NotASolution:
        return False
    return True


STRAIGHT = at_once(_straight)
CROSSING = at_once(_crossing)
