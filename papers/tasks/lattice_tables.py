"""Searches of the tables of Barequet and Tal: our nodes, and the branches that they print.

Their matrix cover comes from a program made for clusters.  It first lists all ways to choose two
rows, and then begins at each of them anew.  Their branches are all calls: those of the list (once
in the paper; in the thesis once for each piece), and for each pair two to choose it again and one
for every position from there on.
"""

from typing import Any

from papers.tasks.problems_reduced import kept_placements, reduced
from papers.tasks.searching import SEARCH
from papers.tasks.task import Given, Guess, Outcome, Pace, Task, Values, at_once
from tilewright.catalogue import load
from tilewright.lattices import lattice
from tilewright.orientations import board_motions
from tilewright.placements import place
from tilewright.puzzle import Puzzle, make_puzzle
from tilewright.solving import count

__all__ = ["BRANCHES", "DRAWN_PUZZLE", "LATTICE", "PARTS"]


def _branches(found: Values, pieces: int) -> Values:
    nodes, (first, second) = found["nodes"], found["nodes_per_level"][:2]
    listed = 1 + first + second
    below = nodes - first - second + 3 * second
    return {
        "branches_in_paper": listed + below,
        "branches_in_thesis": pieces * listed + below,
    }


def _compute(given: Given, pace: Pace, saved: Any = None, /) -> Outcome:
    outcome = SEARCH.compute(given, pace, saved)
    if outcome.values is None:
        return outcome
    more = _branches(outcome.values, given["pieces"])
    return Outcome({**outcome.values, **more})


def _guess(given: Given, pace: Pace) -> dict[str, Guess]:
    """The calls above the second level are next to nothing; what stranding gives up is not."""
    guesses = SEARCH.guess(given, pace)
    if "stranding" in given:
        del guesses["branches"]
    for name in ("branches_in_paper", "branches_in_thesis"):
        guesses[name] = guesses["nodes"]
    return guesses


BRANCHES = Task(_compute, _guess)


def _parts(given: Given) -> Values:
    """The columns about a puzzle and its pieces."""
    name, axes, piece, kept, mirrors = given["made"][1:6]
    puzzle = load(name)
    assert isinstance(puzzle, Puzzle)
    placements = place(puzzle)
    there = kept_placements(placements, axes, piece, kept, mirrors=mirrors)
    held = next((t for t in placements.types if t.name == piece), None)
    left_out = len(held.orientations) - len(kept) if held else 0
    fitting, number = 0, 0
    for block in placements.blocks:
        mine = placements.types[block.type] is held
        fitting += bool(len(block)) and (not mine or number in kept)
        number += mine
    motions = board_motions(puzzle.lattice, puzzle.board)
    problem = reduced(*given["made"][1:])
    kinds = range(len(placements.types))
    return {
        "cells": len(puzzle.board.cells),
        "pieces": sum(kind.count.hi for kind in placements.types),
        "orientations": sum(len(t.orientations) for t in placements.types) - left_out,
        "fitting_orientations": fitting,
        "placements": int(there.sum()),
        "rows": problem.option_count,
        "columns": problem.primary,
        "symmetries": len(motions),
        "rotations": sum(not motion.mirror for motion in motions),
        "orientations_by_piece": [len(kind.orientations) for kind in placements.types],
        "placements_by_piece": [sum(map(len, placements.of_type(k))) for k in kinds],
    }


PARTS = at_once(_parts)


def _around(given: Given) -> Values:
    """What a lattice is like: the neighbours of a cell, and the ways to turn it."""
    motions = lattice(given["lattice"]).motions
    degrees = {len(kind.edges) for kind in lattice(given["lattice"]).kinds}
    return {
        "neighbours": max(degrees),
        "turns": sum(not motion.mirror for motion in motions),
        "turns_and_mirrors": len(motions),
    }


LATTICE = at_once(_around)


def _drawn(given: Given) -> Values:
    """A puzzle of squares that the source draws: its matrix, and its solutions."""
    puzzle = make_puzzle("square", given["board"], given["pieces"])
    placements = place(puzzle)
    kinds = range(len(placements.types))
    found = count(puzzle)
    return {
        "rows": len(placements),
        "columns": len(puzzle.board.cells) + len(puzzle.pieces),
        "orientations_by_piece": [len(kind.orientations) for kind in placements.types],
        "placements_by_piece": [sum(map(len, placements.of_type(k))) for k in kinds],
        "symmetries": len(board_motions(puzzle.lattice, puzzle.board)),
        "solutions": found.solutions,
        "up_to_symmetry": found.up_to_symmetry,
    }


DRAWN_PUZZLE = at_once(_drawn)
