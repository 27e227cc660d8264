"""What solutions have in common, in sentences."""

from collections.abc import Iterator

from tilewright.explanations.common import Common
from tilewright.invariants.words import listed, spelt
from tilewright.orientations import piece_types, symmetries
from tilewright.puzzle import Puzzle

MOST_LISTED = 12  # pieces


def tell_common(puzzle: Puzzle, common: Common) -> Iterator[str]:
    """How many solutions there are, and what they have in common."""
    if common.solutions == 1:
        yield "There is exactly one solution."
        return
    if common.solutions is None and not common.several:
        yield "There is a solution; it is not known whether there is another one."
    elif common.solutions is None:
        yield "There are several solutions; to count them would take long."
    else:
        yield f"There are {common.solutions:,} solutions, symmetric copies counted."
    names = [placed.piece for placed in common.same]
    if names:
        lie = "lies" if len(names) == 1 else "lie"
        which = f"the piece{'s' * (len(names) > 1)} {listed(names)}"
        which = which if len(names) <= MOST_LISTED else f"{len(names)} pieces"
        yield f"In all of them {which} {lie} in the same place, as drawn."
    elif common.complete:
        yield "No piece lies in the same place in all of them."
    if not common.complete:
        yield "More may be the same in all of them: not all was decided in time."
    if common.cells:
        yield (
            f"{spelt(len(common.cells)).capitalize()} {'further ' * bool(names)}"
            f"cell{'s are' if len(common.cells) > 1 else ' is'} covered by the same piece in all "
            f"of them, drawn with its name."
        )
    if common.never == 0:
        yield f"Each of the {common.placements:,} placements is in some solution."
    elif common.never is not None:
        yield (f"Of {common.placements:,} placements, {common.never:,} are in no solution.")
    motions = len(symmetries(puzzle, piece_types(puzzle)))
    if motions > 1:
        yield (
            f"The puzzle has {spelt(motions)} symmetries: what is the same in all solutions is the "
            f"same in their turned or reflected copies, too."
        )
