"""What can be told about tetrasticks without a search."""

from collections import Counter
from dataclasses import replace
from itertools import product

from papers.tasks.drawn import to_draw
from papers.tasks.printed import lattice_puzzle
from papers.tasks.task import Given, Values, at_once
from tilewright.lattices import Cell
from tilewright.lattices import lattice as lattice_of
from tilewright.puzzle import Puzzle, piece_set
from tilewright.puzzle.polyforms import is_welded
from tilewright.solutions import Placed
from tilewright.solutions.requirements import Symmetric
from tilewright.solving import solve

__all__ = ["EXCESS", "SYMMETRIC_STICKS", "TEN"]


def _excess_of(cells: tuple[Cell, ...]) -> int:
    """How many more sticks lie across than stand upright, or the other way round."""
    return abs(sum(1 if y % 2 == 0 else -1 for _, y in cells))


def _excess(_given: Given) -> Values:
    """A square grid has as many sticks across as upright; the pieces must make up for that."""
    by_name = {piece.name: _excess_of(piece.cells) for piece in piece_set("tetrasticks")}
    on = lattice_of("square-sticks")
    unwelded = {
        piece.name: _excess_of(piece.cells)
        for piece in piece_set("tetrasticks", sides="one-sided")
        if not is_welded(on, piece.cells)
    }
    uneven = [name for name, excess in unwelded.items() if excess and name != "I"]
    across = {
        signs.count(1)
        for signs in product((1, -1), repeat=len(uneven))
        if sum(s * unwelded[name] for s, name in zip(signs, uneven, strict=True)) == unwelded["I"]
    }
    return {
        "excess_of_I": by_name["I"],
        "excess_of_two": [name for name, excess in by_name.items() if excess == 2],
        "can_be_left_out": [
            left for left in by_name if _can_vanish([n for k, n in by_name.items() if k != left])
        ],
        "uneven": uneven,
        "across_if_I_is_upright": sorted(across),
    }


def _can_vanish(excesses: list[int]) -> bool:
    sums = {0}
    for excess in excesses:
        sums = {one + sign * excess for one in sums for sign in (1, -1)}
    return 0 in sums


def _ten(given: Given) -> Values:
    """All ways to fill the board of `puzzle` with tetrasticks, none of them twice, by which ones
    are taken; and the sets that have as many as `wanted`."""
    board = lattice_puzzle(given["puzzle"])
    every = piece_set("tetrasticks")
    taken = len(board.board.cells) // len(every[0].cells)
    puzzle = replace(board, pieces=every).with_spare(len(every) - taken)
    counts = Counter(
        "".join(sorted(one.piece for one in solution.placed))
        for solution in solve(puzzle, engine="bits", threads=1)
    )
    fitting = sorted(" ".join(name) for name, n in counts.items() if n == given["wanted"])
    return {
        "pieces": taken,
        "solutions": counts.total(),
        "sets": len(counts),
        "most": max(counts.values()),
        "wanted": given["wanted"] if fitting else None,
        "fitting": fitting,
    }


def _symmetric_sticks(given: Given) -> Values:
    """All solutions up to symmetry, those first that a mirror or a turn maps to themselves, and
    whether a piece lies in the middle of each."""
    puzzle = lattice_puzzle(given["puzzle"])
    is_symmetric = Symmetric(puzzle).holds
    found = sorted(solve(puzzle, threads=1), key=lambda one: not is_symmetric(one))
    in_the_middle = [
        _is_in_the_middle(puzzle, next(p for p in one.placed if p.piece == given["piece"]))
        for one in found
    ]
    symmetric = sum(map(is_symmetric, found))
    return {
        "up_to_symmetry": len(found),
        "symmetric": symmetric,
        "others_in_the_middle": in_the_middle[symmetric:],
        **{
            f"figure_{k}": to_draw(given["puzzle"], one.placed)
            for k, one in enumerate(found, start=1)
        },
    }


def _is_in_the_middle(puzzle: Puzzle, placed: Placed) -> bool:
    return _centre(placed.cells) == _centre(puzzle.board.cells)


def _centre(cells: tuple[Cell, ...]) -> list[float]:
    return [sum(numbers) / len(cells) for numbers in zip(*cells, strict=True)]


EXCESS = at_once(_excess)
TEN = at_once(_ten)
SYMMETRIC_STICKS = at_once(_symmetric_sticks)
