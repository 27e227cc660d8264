"""The symmetries of a board, and names for them."""

from collections.abc import Callable, Sequence
from functools import partial

from tilewright.lattice import Lattice, Motion
from tilewright.lattice.drawing import can_draw
from tilewright.puzzle import Puzzle, PuzzleError, motion_of_word
from tilewright.solutions.requirements.requirement import RequirementError
from tilewright.solutions.scores import LEFT_RIGHT, TOP_BOTTOM, mirror_of
from tilewright.symmetry import board_motions

__all__ = ["NAMES", "fewest", "motions_named", "moving_motions"]

DIAGONAL, ANTI_DIAGONAL = ((0, 1), (1, 0)), ((0, -1), (-1, 0))

Pick = Callable[[Lattice, Sequence[Motion]], Sequence[Motion]]


def moving_motions(puzzle: Puzzle) -> list[Motion]:
    """The motions that map the board to itself and move some cell."""
    cells = puzzle.board.cells
    motions = board_motions(puzzle.lattice, puzzle.board)
    return [motion for motion in motions if tuple(map(motion, cells)) != cells]


def motions_named(puzzle: Puzzle, name: str) -> list[Motion]:
    """The board's motions of this name, or the one that a word of generators spells; all for "".

    Raises RequirementError if the board has none.
    """
    motions = moving_motions(puzzle)
    if not motions:
        raise RequirementError("the board has no symmetry, so that no solution is symmetric")
    if not name:
        return motions
    found = _picked(puzzle, name, motions)
    if not found:
        there = [known for known in NAMES if _picked(puzzle, known, motions)]
        raise RequirementError(
            f"symmetric:{name}: the board has no such symmetry: it has {', '.join(there)}"
        )
    return found


def _picked(puzzle: Puzzle, name: str, motions: Sequence[Motion]) -> list[Motion]:
    on = puzzle.lattice
    if name in NAMES:
        return list(NAMES[name](on, motions))
    try:
        word = motion_of_word(on, name)
    except PuzzleError:
        raise RequirementError(
            f"symmetric:{name}: expected one of {', '.join(NAMES)}; or what {on.name!r} is made "
            f"of, one after the other: {', '.join(on.generators)}"
        ) from None
    return [motion for motion in motions if motion.matrix == word.matrix]


def _looks_like(
    how: tuple[tuple[int, int], tuple[int, int]], on: Lattice, motions: Sequence[Motion]
) -> list[Motion]:
    """The reflection that looks like this in a drawing."""
    found = mirror_of(on, motions, how) if on.flat and can_draw(on) else None
    return [found] if found else []


def _turn(order: int, on: Lattice, motions: Sequence[Motion]) -> list[Motion]:
    del on
    return [m for m in motions if not m.mirror and len(_powers(m)) == order]


NAMES: dict[str, Pick] = {
    "half-turn": partial(_turn, 2),
    "third-turn": partial(_turn, 3),
    "quarter-turn": partial(_turn, 4),
    "sixth-turn": partial(_turn, 6),
    "left-right": partial(_looks_like, LEFT_RIGHT),
    "top-bottom": partial(_looks_like, TOP_BOTTOM),
    "diagonal": partial(_looks_like, DIAGONAL),
    "anti-diagonal": partial(_looks_like, ANTI_DIAGONAL),
    "rotation": lambda _, motions: [m for m in motions if not m.mirror],
    "reflection": lambda _, motions: [m for m in motions if m.mirror],
}


def fewest(puzzle: Puzzle, motions: Sequence[Motion]) -> list[Motion]:
    """Of some motions those that are needed: what one fixes, its powers fix, too.

    Two that move all cells alike differ only for marks.
    """
    kept: dict[object, Motion] = {}
    for motion in sorted(motions, key=lambda m: len(_powers(m))):
        if not any(matrix in kept for matrix in _powers(motion)):
            kept[motion.matrix] = motion
    if puzzle.marks:
        return list(kept.values())
    alike: dict[object, Motion] = {}
    for motion in kept.values():
        alike.setdefault(tuple(map(motion, puzzle.board.cells)), motion)
    return list(alike.values())


def _powers(motion: Motion) -> list[object]:
    """The matrices of a motion's powers, up to the identity."""
    found: list[object] = [motion.matrix]
    power = motion.after(motion)
    while power.matrix != motion.matrix:
        found.append(power.matrix)
        power = power.after(motion)
    return found
