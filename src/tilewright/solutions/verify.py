"""Is this a solution?  Asked of the puzzle itself: nothing here knows of placements or covers."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations

from tilewright.errors import TilewrightError
from tilewright.lattices import Cell, Vector, minus
from tilewright.orientations import orientations
from tilewright.puzzle import NOTHING, PLAIN, Puzzle
from tilewright.solutions.solution import Placed, Solution


class NotASolution(TilewrightError):  # noqa: N818  (says what it is)
    """Some placed pieces are not a solution of a puzzle."""


def check_solution(puzzle: Puzzle, solution: Solution | Sequence[Placed]) -> None:
    """Raise NotASolution unless the placed pieces solve the puzzle."""
    placed = solution.placed if isinstance(solution, Solution) else solution
    owners: dict[Cell, int] = {}
    board = {*puzzle.board.must, *puzzle.board.may}
    for number, one in enumerate(placed):
        for cell in one.cells:
            if cell not in board:
                raise NotASolution(f"piece {one.piece!r} covers {cell}, which is not on the board")
            if cell in owners:
                raise NotASolution(f"cell {cell} is covered twice")
            owners[cell] = number
    missed = set(puzzle.board.must).difference(owners)
    if missed:
        raise NotASolution(f"cell {min(missed)} is not covered")
    _check_counts(puzzle, placed)
    for one in placed:
        _check_motion(puzzle, one)
    if puzzle.marks:
        _check_marks(puzzle, placed, owners)
    if not puzzle.crossing:
        _check_crossings(puzzle, owners)
    there = {frozenset(one.cells): one.piece for one in placed}
    for fixed in puzzle.fixed:
        found = there.get(frozenset(fixed.cells))
        if found is None or not _identical(puzzle, found, fixed.piece):
            raise NotASolution(f"piece {fixed.piece!r} is not where it was fixed")


def _identical(puzzle: Puzzle, one: str, other: str) -> bool:
    """Identical pieces are interchangeable, whatever their names."""
    if one == other:
        return True
    ways = [set(orientations(puzzle.lattice, puzzle.piece(name))) for name in (one, other)]
    return ways[0] == ways[1]


def _check_counts(puzzle: Puzzle, placed: Sequence[Placed]) -> None:
    used = Counter(one.piece for one in placed)
    left = 0
    for piece in puzzle.pieces:
        lo = 0 if puzzle.spare else piece.count.lo
        if used[piece.name] < lo or (
            piece.count.hi is not None and used[piece.name] > piece.count.hi
        ):
            raise NotASolution(
                f"piece {piece.name!r} is used {used[piece.name]} times, not {piece.count}"
            )
        left += (piece.count.hi or 0) - used[piece.name]
    spare = puzzle.spare
    if spare and (left < spare.lo or (spare.hi is not None and left > spare.hi)):
        raise NotASolution(f"{left} pieces are left over, not {spare}")


def _check_motion(puzzle: Puzzle, one: Placed) -> None:
    """The piece is moved as it may be, to the cells it covers, and their colours agree."""
    lattice, piece = puzzle.lattice, puzzle.piece(one.piece)
    allowed = any(
        motion.matrix == one.motion.matrix
        and minus(one.motion.shift, motion.shift) in lattice.translations
        for motion in piece.allowed_motions(lattice)
    )
    if not allowed or {one.motion(cell) for cell in piece.cells} != set(one.cells):
        raise NotASolution(f"piece {piece.name!r} cannot be moved to {one.cells}")
    for cell, colour in piece.colour_map().items():
        below = puzzle.board.colours.get(one.motion(cell), "")
        fits = puzzle.colour_fits
        if (below, colour) not in fits if fits is not None else below != colour:
            raise NotASolution(
                f"piece {piece.name!r} has colour {colour!r} on {one.motion(cell)}, where the "
                f"board has {below!r}"
            )


def _check_marks(puzzle: Puzzle, placed: Sequence[Placed], owners: Mapping[Cell, int]) -> None:
    assert puzzle.marks is not None
    shown: dict[tuple[Cell, Vector], str] = {}
    for one in placed:
        for mark in puzzle.piece(one.piece).marks:
            shown[one.motion(mark.cell), one.motion.turn(mark.step)] = mark.mark
    board = set(puzzle.board.cells)
    for cell, owner in owners.items():
        for step, there in puzzle.lattice.neighbours(cell).items():
            if owners.get(there) == owner:
                continue
            back = tuple(-x for x in step)
            facing = puzzle.marks.border
            if there in owners:
                facing = shown.get((there, back), PLAIN)
            elif there in board:
                facing = NOTHING
            mine = shown.get((cell, step), PLAIN)
            if not puzzle.marks.fit(mine, facing):
                raise NotASolution(f"{mine!r} faces {facing!r} between {cell} and {there}")


def _check_crossings(puzzle: Puzzle, owners: Mapping[Cell, int]) -> None:
    for point, around in puzzle.lattice.meeting_points(owners).items():
        for a, b, c, d in combinations(map(owners.get, around), 4):
            if a is not None and b is not None and a == c and b == d and a != b:
                raise NotASolution(f"two pieces cross at {point}")
