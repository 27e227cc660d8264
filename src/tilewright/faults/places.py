"""Pieces that fit nowhere, cells that nothing covers, and fixed pieces."""

from collections import Counter
from collections.abc import Container, Iterator
from typing import TYPE_CHECKING

import numpy as np

from tilewright.faults.fault import Fault, must_be_used
from tilewright.placements import Placements
from tilewright.puzzle import Piece, Puzzle

if TYPE_CHECKING:
    from tilewright.lattice import Cell

__all__ = ["place_faults"]


def place_faults(placements: Placements, told: Container[str]) -> Iterator[Fault]:
    """Pieces, cells and fixed pieces for which there is no place.

    Of the pieces in `told` it is known already, with the reason, that they fit nowhere.
    """
    puzzle = placements.puzzle
    nowhere = set(range(len(placements.types)))
    nowhere -= {block.type for block in placements.blocks if len(block)}
    for number in sorted(nowhere):
        kind = placements.types[number]
        for piece in (puzzle.pieces[k] for k in kind.pieces):
            if piece.name not in told:
                yield Fault(
                    ("piece", piece.name),
                    f"piece {piece.name!r} ({piece.size} cells) fits nowhere on the board, in none "
                    f"of its {len(kind.orientations)} orientations: {_remedy(puzzle, piece)}",
                    serious=must_be_used(puzzle, piece),
                )
    yield from _fixed(puzzle, placements)
    if not nowhere:
        yield from _bare_cells(puzzle, placements)


def _bare_cells(puzzle: Puzzle, placements: Placements) -> Iterator[Fault]:
    covered = np.zeros(len(placements.ground.cells), dtype=np.bool_)
    for block in placements.blocks:
        for column in placements.cells(block).T:
            covered[column] = True
    must = set(puzzle.board.must)
    bare = [c for c, there in zip(placements.ground.cells, covered, strict=True) if not there]
    bare = [cell for cell in bare if cell in must]
    if bare:
        yield Fault(
            ("board",),
            f"no piece can cover the cell {bare[0]}"
            + (f", nor {len(bare) - 1} more" if len(bare) > 1 else ""),
            serious=False,
        )


def _remedy(puzzle: Puzzle, piece: Piece) -> str:
    if piece.marks:
        return "let its marks face the border (marks.fits), or draw a larger board"
    if piece.motions or not piece.turn:
        return "allow more motions, or draw a larger board"
    if not (puzzle.lattice.flat if piece.flip is None else piece.flip) and puzzle.lattice.flat:
        return "allow it to be flipped, or draw a larger board"
    return "draw a larger board, or allow spare pieces with `spare = …`"


def _fixed(puzzle: Puzzle, placements: Placements) -> Iterator[Fault]:
    if not puzzle.fixed:
        return
    most = {piece.name: piece.count.hi for piece in puzzle.pieces}
    for name, times in Counter(fixed.piece for fixed in puzzle.fixed).items():
        there = most.get(name)
        if there is not None and times > there:
            yield Fault(
                ("fixed",),
                f"piece {name!r} is fixed {times} times, but its count is at most {there}",
            )
    taken: dict[Cell, str] = {}
    for number, fixed in enumerate(puzzle.fixed):
        at = ("fixed", str(number))
        if fixed.piece not in most:
            yield Fault(at, f"fixed piece {fixed.piece!r}: there is no such piece")
            continue
        if not placements.fixed(fixed):
            yield Fault(
                at,
                f"piece {fixed.piece!r} is fixed on {', '.join(map(str, fixed.cells))}, where it "
                f"does not fit: give cells of the board that have its shape",
            )
        for cell in fixed.cells:
            if cell in taken:
                yield Fault(
                    at,
                    f"pieces {taken[cell]!r} and {fixed.piece!r} are both fixed on {cell}",
                )
            taken[cell] = fixed.piece
