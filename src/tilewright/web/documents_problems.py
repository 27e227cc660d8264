"""What is wrong with a puzzle, for the browser, found in bounded time."""

from collections.abc import Callable
from functools import cache

from tilewright.errors import TilewrightError
from tilewright.faults import Fault, find_faults
from tilewright.formats import AnyPuzzle
from tilewright.placements import Placements, place
from tilewright.polygons import PolygonPuzzle
from tilewright.polygons.check import find_polygon_faults
from tilewright.puzzle import Puzzle
from tilewright.web.lattices import lattice_notes
from tilewright.web.messages import Problem
from tilewright.web.messages_puzzles import Sizes

__all__ = ["error", "look_over", "note", "pieces_in_all", "work_of"]

MOST_WORK = 10_000_000  # cells of orientations that are tried on places of the board
NO_LINE: Callable[[Fault], int] = lambda _: 0  # noqa: E731


def error(where: list[str], message: str) -> Problem:
    """A problem that must be solved."""
    return Problem(line=None, severity="error", place=where, message=message)


def note(where: list[str], message: str) -> Problem:
    """Something that is odd."""
    return Problem(line=None, severity="note", place=where, message=message)


def look_over(
    puzzle: AnyPuzzle, line: Callable[[Fault], int] = NO_LINE
) -> tuple[list[Problem], Sizes]:
    """What is wrong or odd with a puzzle, and its sizes; `line` tells where a fault stands.

    Where pieces fit is not looked at if that could take long.
    """
    if isinstance(puzzle, PolygonPuzzle):
        found = [_problem(fault, line) for fault in find_polygon_faults(puzzle)]
        return found, Sizes(cells=None, pieces=pieces_in_all(puzzle), placements=None)
    placed = cache(lambda: place(puzzle) if work_of(puzzle) <= MOST_WORK else None)
    try:
        problems = [_problem(fault, line) for fault in find_faults(puzzle, placed)]
    except TilewrightError as wrong:  # such as more pieces of one shape than can be counted
        problems = [error(["pieces"], str(wrong))]
    problems += lattice_notes(puzzle.lattice)
    if work_of(puzzle) > MOST_WORK:
        problems.append(
            note(
                ["board"],
                "This puzzle is too large to look up where each piece fits while you draw. "
                "That is looked at when it is solved.",
            )
        )
    return problems, Sizes(
        cells=len(puzzle.board.cells),
        pieces=pieces_in_all(puzzle),
        placements=_amount(placed, problems),
    )


def _problem(fault: Fault, line: Callable[[Fault], int]) -> Problem:
    return Problem(
        line=line(fault) or None,
        severity="error" if fault.serious else "note",
        place=list(fault.place),
        message=fault.message,
    )


def work_of(puzzle: Puzzle) -> int:
    """About how long it takes to find all placements, whatever the computer."""
    cells = sum(piece.size for piece in puzzle.pieces) + len(puzzle.fixed)
    return cells * len(puzzle.lattice.motions) * (len(puzzle.board.cells) + 100)


def _amount(placed: Callable[[], Placements | None], problems: list[Problem]) -> int | None:
    """How many placements there are, if the puzzle is such that this can be asked."""
    if any(problem.severity == "error" for problem in problems):
        return None
    try:
        found = placed()
    except TilewrightError:
        return None
    return None if found is None else len(found)


def pieces_in_all(puzzle: AnyPuzzle) -> str:
    """How many pieces there are, as text."""
    if isinstance(puzzle, PolygonPuzzle):
        return str(puzzle.piece_count)
    least = sum(piece.count.lo for piece in puzzle.pieces)
    most = [piece.count.hi for piece in puzzle.pieces]
    if None in most:
        return f"{least}.." if least else "any"
    total = sum(hi for hi in most if hi)
    return str(least) if least == total else f"{least}..{total}"
