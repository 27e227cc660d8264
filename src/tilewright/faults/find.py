"""Looking a puzzle over."""

from collections.abc import Callable, Iterator
from functools import cache, partial
from typing import TYPE_CHECKING

from tilewright.faults.fault import Fault
from tilewright.faults.places import place_faults
from tilewright.faults.rules import (
    colour_faults,
    colour_totals,
    crossing_faults,
    mark_faults,
    odd_shapes,
)
from tilewright.faults.sizes import size_faults
from tilewright.placements import Placements, place
from tilewright.puzzle import Puzzle, PuzzleError

if TYPE_CHECKING:
    from tilewright.lattice import Cell

__all__ = ["find_faults", "require_sound"]


def require_sound(puzzle: Puzzle) -> Placements:
    """The placements of a puzzle; raises PuzzleError if there are serious faults."""
    if not isinstance(puzzle, Puzzle):
        raise PuzzleError(f"a {type(puzzle).__name__} is not a puzzle on a lattice, as this needs")
    placed = cache(partial(place, puzzle))
    serious = [fault.message for fault in _faults(puzzle, placed) if fault.serious]
    if serious:
        raise PuzzleError("\n".join(serious))
    return placed()


def find_faults(
    puzzle: Puzzle, placed: Callable[[], Placements | None] | None = None
) -> list[Fault]:
    """Everything that is wrong or odd, in the order in which a reader would meet it.

    `placed` works out the placements if they are needed; where it gives None, nothing is said
    about them.
    """
    return _faults(puzzle, placed or partial(place, puzzle))


def _faults(puzzle: Puzzle, placed: Callable[[], Placements | None]) -> list[Fault]:
    found = [*_cells(puzzle), *_motions(puzzle)]
    if any(fault.serious for fault in found):
        return found  # nothing else makes sense yet
    rules = [*colour_faults(puzzle), *mark_faults(puzzle), *crossing_faults(puzzle)]
    found += [*size_faults(puzzle), *rules, *odd_shapes(puzzle)]
    if not any(fault.serious for fault in rules):  # or else pieces do not fit because of them
        found += colour_totals(puzzle)
        placements = placed()
        if placements is not None:
            told = {fault.place[1] for fault in rules if fault.place[0] == "piece"}
            found += place_faults(placements, told)
    return found


def _cells(puzzle: Puzzle) -> Iterator[Fault]:
    lattice = puzzle.lattice
    if not puzzle.board.cells:
        yield Fault(("board",), "the board is empty: draw at least one cell to fill, with #")
    elif not puzzle.board.must:
        yield Fault(
            ("board",),
            "the board has only cells that may stay empty: cells to fill are drawn with #",
            serious=False,
        )
    if not puzzle.pieces:
        yield Fault(("pieces",), "there are no pieces: add [[piece]] tables, or a set of pieces")
    named: list[tuple[tuple[str, ...], str, tuple[Cell, ...]]]
    named = [(("board",), "the board", puzzle.board.cells)]
    named += [(("piece", p.name), f"piece {p.name!r}", p.cells) for p in puzzle.pieces]
    for at, name, cells in named:
        for cell in cells:
            if len(cell) != lattice.dimension:
                yield Fault(
                    at,
                    f"{name} has the cell {cell}: cells of {lattice.name!r} have "
                    f"{lattice.dimension} coordinates",
                )
                break
            if lattice.kind(cell) is None:
                yield Fault(
                    at,
                    f"{name} has the cell {cell}: {lattice.name!r} has no cell there; its first "
                    f"ones are at {', '.join(str(k.at) for k in lattice.kinds[:4])}",
                )
                break


def _motions(puzzle: Puzzle) -> Iterator[Fault]:
    for piece in puzzle.pieces:
        try:
            piece.allowed_motions(puzzle.lattice)
        except PuzzleError as error:
            yield Fault(("piece", piece.name), str(error))
