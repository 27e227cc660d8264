"""What explanations say, apart from weighings."""

from collections.abc import Sequence
from string import ascii_uppercase

from tilewright.explain.common import Common
from tilewright.explain.laid import ground_of
from tilewright.explain.names import listed, spelt
from tilewright.explain.proofs import Bare, Chain, Conflict, Nowhere, Weighing
from tilewright.lattice import Cell
from tilewright.puzzle import Puzzle
from tilewright.symmetry import orientations, piece_types, symmetries

__all__ = ["tell_bare", "tell_chain", "tell_common", "tell_conflict", "tell_nowhere", "tell_region"]

MOST_LISTED = 12


def tell_nowhere(puzzle: Puzzle, proof: Nowhere) -> list[str]:
    """A piece that has no place."""
    piece = puzzle.piece(proof.piece)
    ways = len(orientations(puzzle.lattice, piece))
    how = "" if ways == 1 else f", in none of its {ways} orientations"
    left = "what the fixed pieces leave" if puzzle.fixed else "the board"
    what = "cell" if piece.size == 1 else "cells"
    return [f"The piece {piece.name} ({piece.size} {what}) fits nowhere on {left}{how}."]


def tell_bare(puzzle: Puzzle, proof: Bare) -> list[str]:
    """A cell that nothing covers."""
    ground = ground_of(puzzle)
    covered = {c for stock in ground.stocks if stock.hi != 0 for p in stock.places for c in p}
    others = len(ground.must - covered) - 1
    more = f", nor {spelt(others)} more" if others else ""
    return [f"No piece can cover the cell {_at(proof.cell)}{more}."]


def tell_region(puzzle: Puzzle, proof: Weighing, number: int) -> list[str]:
    """A part of the board that has no neighbours outside."""
    must, may = (
        sum(cell in proof.weights for cell in some)
        for some in (puzzle.board.must, puzzle.board.may)
    )
    sizes = sorted({piece.size for piece in puzzle.pieces if piece.count.hi != 0})
    wanted = f"{must}" if not may else f"{must} to {must + may}"
    if len(sizes) == 1:
        what = f"pieces of {sizes[0]} cells"
    else:
        what = f"pieces of {listed([str(size) for size in sizes])} cells, as many as there are,"
    return [
        f"The board falls into {spelt(number)} regions. One of them, marked *, has "
        f"{wanted} cell{'s' * (wanted != '1')}, which {what} cannot fill."
    ]


def tell_chain(proof: Chain) -> list[str]:
    """Forced moves, one a sentence."""
    told = []
    for number, (letter, step) in enumerate(zip(ascii_uppercase, proof.steps, strict=False)):
        then = "Then only" if number else "Only"
        if step.at is not None:
            told.append(f"{then} {step.piece}, lying as {letter}, can cover {_at(step.at)}.")
        else:
            told.append(f"{then} the place drawn {letter} is left for {step.piece}.")
    if isinstance(proof.end, Bare):
        told.append(f"But then nothing can cover {_at(proof.end.cell)}, drawn ?.")
    else:
        told.append(f"But then there is no place left for the piece {proof.end.piece}.")
    return told


def tell_conflict(puzzle: Puzzle, proof: Conflict) -> list[str]:
    """Cells and pieces that are too much together."""
    least = [_counted(puzzle, name) for name in proof.least]
    cells = len(proof.cells)
    which = f"the {spelt(cells)} cells marked *" if cells > 1 else "the cell marked *"
    if not least:
        text = f"{which} cannot {'all ' if cells > 1 else ''}be covered".replace("the", "The", 1)
    else:
        also = f" while {which} {'are' if cells > 1 else 'is'} covered" if cells else ""
        if len(least) == 1:
            text = f"The piece {least[0]} cannot be on the board{also}"
        else:
            both = "both" if len(least) == 2 else "all"
            text = f"The pieces {listed(least)} cannot {both} be on the board{also}"
    told = [f"{text}{_even(puzzle, proof, cells=cells)}."]
    count = cells + len(least) + len(proof.most)
    if proof.minimal and count > 1:
        told.append("None of this can be left out: without any one of them it could be done.")
    elif not proof.minimal:
        told.append("Some of this may not be needed: it was not made as small as possible.")
    return told


def _even(puzzle: Puzzle, proof: Conflict, *, cells: int) -> str:
    """What is granted, and it still cannot be done."""
    if not cells:  # more pieces would be of no use
        return ", even if all other cells could stay empty"
    granted = []
    if cells < len(ground_of(puzzle).must):
        granted.append("all other cells could stay empty")
    endless = [p.name for p in puzzle.pieces if p.count.hi is not None]
    if puzzle.spare:  # of all pieces together no more may be used, and that is not granted
        pass
    elif not proof.most and endless:
        granted.append("there were any number of each piece")
    elif set(endless) - set(proof.most):
        granted.append(f"there were any number of each piece but {listed(list(proof.most))}")
    return f", even if {listed(granted)}" if granted else ""


def _counted(puzzle: Puzzle, name: str) -> str:
    lo = ground_of(puzzle).stock(name).lo
    return name if lo <= 1 else f"{name} ({lo} times)"


def tell_common(puzzle: Puzzle, common: Common) -> list[str]:
    """How many solutions there are, and what they have in common."""
    if common.solutions == 1:
        return ["There is exactly one solution."]
    told = []
    if common.solutions is None and not common.several:
        told.append("There is a solution; it is not known whether there is another one.")
    elif common.solutions is None:
        told.append("There are several solutions; to count them would take long.")
    else:
        told.append(f"There are {common.solutions:,} solutions, symmetric copies counted.")
    names = [placed.piece for placed in common.same]
    if names:
        lie = "lies" if len(names) == 1 else "lie"
        told.append(f"In all of them {_some(names)} {lie} in the same place, as drawn.")
    elif common.complete:
        told.append("No piece lies in the same place in all of them.")
    if not common.complete:
        told.append("More may be the same in all of them: not all was decided in time.")
    if common.cells:
        told.append(
            f"{spelt(len(common.cells)).capitalize()} {'further ' * bool(names)}"
            f"cell{'s are' if len(common.cells) > 1 else ' is'} covered by the same piece in all "
            f"of them, drawn with its name."
        )
    if common.never == 0:
        told.append(f"Each of the {common.placements:,} placements is in some solution.")
    elif common.never is not None:
        told.append(f"Of {common.placements:,} placements, {common.never:,} are in no solution.")
    motions = len(symmetries(puzzle, piece_types(puzzle)))
    if motions > 1:
        told.append(
            f"The puzzle has {spelt(motions)} symmetries: what is the same in all solutions is the "
            f"same in their turned or reflected copies, too."
        )
    return told


def _some(names: Sequence[str]) -> str:
    if len(names) > MOST_LISTED:
        return f"{len(names)} pieces"
    return f"the piece{'s' * (len(names) > 1)} {listed(names)}"


def _at(cell: Cell) -> str:
    return f"({', '.join(map(str, cell))})"
