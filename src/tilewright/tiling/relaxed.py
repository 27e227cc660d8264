"""Puzzles as exact cover problems with costs; for coverage, with cells that may stay empty."""

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from tilewright.cover import ExactCover
from tilewright.encoding import Encoding, encode
from tilewright.faults import require_sound
from tilewright.placements import Numbers, Placements
from tilewright.puzzle import Board, Count, Puzzle

__all__ = ["Priced", "coverage_problem", "priced_problem"]


@dataclass(frozen=True, eq=False)
class Priced:
    """A puzzle's problem with costs; the options of `encoding` come first, and mean the same.

    `worth` tells placements apart that are not worth the same, so that no symmetry may exchange
    them.  No cover costs less than `at_least`.
    """

    encoding: Encoding
    problem: ExactCover
    worth: Numbers
    at_least: int = 0
    dropped: tuple[str, ...] = ()


def priced_problem(encoding: Encoding, costs: Numbers) -> Priced:
    """A puzzle as it is, with a cost for each placement; empty cells cost nothing."""
    nothing = np.zeros(len(encoding.empty), dtype=np.int64)
    problem = replace(encoding.problem, costs=np.concatenate((costs, nothing)))
    return Priced(encoding, problem, costs)


def _relaxed_placements(puzzle: Puzzle) -> Placements:
    """Those of the same puzzle, but any cell may stay empty, and no piece has to be used.

    Raises PuzzleError if something else is wrong with the puzzle, or if nothing fits.
    """
    cells, colours = puzzle.board.cells, puzzle.board.colours
    pieces = tuple(replace(p, count=Count(0, p.count.hi)) for p in puzzle.pieces)
    free = replace(puzzle, board=Board((), cells, colours), pieces=pieces, spare=None)
    return require_sound(free)


def coverage_problem(puzzle: Puzzle) -> Priced:
    """Cover as much as can be: a cell that is not covered, but should be, costs 1."""
    placements = _relaxed_placements(puzzle)
    must = set(puzzle.board.must)
    required = np.array([cell in must for cell in placements.ground.cells], dtype=np.bool_)
    if puzzle.marks:
        # Marks look at empty cells, so that these are options already.
        encoding = encode(placements)
        empty = required[list(encoding.empty)].astype(np.int64)
        problem = replace(
            encoding.problem,
            costs=np.concatenate((np.zeros(len(placements), np.int64), empty)),
        )
    else:
        strict = replace(placements.puzzle, board=puzzle.board)
        inner = encode(replace(placements, puzzle=strict))
        encoding = Encoding(placements, inner.problem, inner.empty)
        problem = _with_empty_cells(inner.problem, required)
    worth = [required[placements.cells(block)].sum(axis=1) for block in placements.blocks]
    return Priced(
        encoding,
        problem,
        np.concatenate([np.empty(0, np.int64), *worth]),
        _least_empty(puzzle),
        _dropped(puzzle),
    )


def _with_empty_cells(problem: ExactCover, required: npt.NDArray[np.bool_]) -> ExactCover:
    """One more option for each required cell, at cost 1: it stays empty."""
    assert problem.regions is not None
    cells = problem.regions.cells[required]
    starts = problem.starts[-1] + np.arange(1, len(cells) + 1, dtype=np.uint64)
    colours = problem.entry_colours
    if len(colours):
        colours = np.concatenate((colours, np.zeros(len(cells), np.uint32)))
    costs = np.repeat(np.array([0, 1], np.int64), [problem.option_count, len(cells)])
    return replace(
        problem,
        starts=np.concatenate((problem.starts, starts)),
        entries=np.concatenate((problem.entries, cells)),
        entry_colours=colours,
        costs=costs,
        regions=None,
    )


def _least_empty(puzzle: Puzzle) -> int:
    """So many cells stay empty at least, judging by the sizes of the pieces."""
    must, cells = len(puzzle.board.must), len(puzzle.board.cells)
    sums = 1  # bit n: pieces can have n cells together
    for piece in puzzle.pieces:
        fitting = cells // piece.size
        left = fitting if piece.count.hi is None else min(fitting, piece.count.hi)
        times = 1
        while left > 0:  # 1, 2, 4, … and what is left make any number of them
            some = min(times, left)
            sums |= sums << (some * piece.size)
            sums &= (2 << cells) - 1
            left -= some
            times *= 2
    return max(0, must - (sums.bit_length() - 1))


def _dropped(puzzle: Puzzle) -> tuple[str, ...]:
    """Which rules of a puzzle have no meaning any more."""
    if puzzle.spare is None:
        return ()
    return (f"spare = {puzzle.spare} is not looked at: any piece may be left over",)
