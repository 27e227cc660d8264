"""Solutions that a symmetry of the board maps to themselves."""

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import partial
from itertools import product

import numpy as np

from tilewright.cover import ExactCover
from tilewright.encoding import Encoding
from tilewright.engines import OptionError
from tilewright.lattices import Cell, Lattice, Motion, Vector
from tilewright.lattices.drawing import can_draw
from tilewright.orientations import Orientation, board_motions
from tilewright.placements import Numbers
from tilewright.puzzle import Piece, Puzzle, PuzzleError, motion_of_word
from tilewright.solutions.requirements.requirement import Requirement
from tilewright.solutions.scoring import LEFT_RIGHT, TOP_BOTTOM, mirror_of
from tilewright.solutions.solution import Solution
from tilewright.symmetry.action import Action
from tilewright.symmetry.burnside import orbit_problems

DIAGONAL, ANTI_DIAGONAL = ((0, 1), (1, 0)), ((0, -1), (-1, 0))

Pick = Callable[[Lattice, Sequence[Motion]], Sequence[Motion]]


def motions_named(puzzle: Puzzle, name: str) -> list[Motion]:
    """The board's motions of this name, or the one that a word of generators spells; all for "".

    Only those count that move some cell.  Raises OptionError if the board has none.
    """
    cells = puzzle.board.cells
    motions = board_motions(puzzle.lattice, puzzle.board)
    motions = [motion for motion in motions if tuple(map(motion, cells)) != cells]
    if not motions:
        raise OptionError("the board has no symmetry, so that no solution is symmetric")
    if not name:
        return motions
    found = _picked(puzzle, name, motions)
    if not found:
        there = [known for known in NAMES if _picked(puzzle, known, motions)]
        raise OptionError(
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
        raise OptionError(
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


def _turn(order: int, _: Lattice, motions: Sequence[Motion]) -> list[Motion]:
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


NOWHERE = -1


def orbits_under(encoding: Encoding, motion: Motion) -> Iterator[tuple[int, ...]]:
    """The sets of options that a solution has all of or none, if a motion fixes it.

    The motion maps the board to itself.  A placement is looked at as what lies there: cells with
    their colours and marks, whatever piece it is.  The motion makes another one of it, or something
    that no piece can be.  So placements fall into cycles, and a solution is mapped to itself iff it
    consists of whole cycles.  Where several kinds of pieces can lie in the same way, each choice of
    them makes an orbit of its own.
    """
    placements = encoding.placements
    blocks: dict[Orientation, list[int]] = {}  # of the same orientation, and so in the same places
    for k, block in enumerate(placements.blocks):
        blocks.setdefault(block.orientation, []).append(k)

    def alike(option: int) -> list[int]:
        """The options that look like this one, which is in the first block of its sort."""
        if option >= len(placements):
            return [option]
        block, row = placements.block_of(option)
        return [int(placements.starts[k]) + row for k in blocks[block.orientation]]

    image = _images(encoding, motion, {sort: first for sort, (first, *_) in blocks.items()})
    done = image == NOWHERE
    if len(blocks) == len(placements.blocks):
        # Who excludes their own image is in no orbit; further images are left to the search.
        bits = encoding.problem.exclusive_bits
        both = np.bitwise_or.reduce(bits & bits[:, image], axis=0)
        done |= (both != 0) & (image != np.arange(len(image)))
    for first in np.flatnonzero(~done).tolist():
        cycle, option = [], first
        while option != NOWHERE and not done[option]:
            done[option] = True
            cycle.append(option)
            option = int(image[option])
        if cycle and option == first:
            yield from product(*map(alike, cycle))


def _images(encoding: Encoding, motion: Motion, blocks: dict[Orientation, int]) -> Numbers:
    """What becomes of each option in some blocks; nowhere, if no piece can lie there."""
    placements = encoding.placements
    becomes = placements.ground.moved_by(motion)
    result = np.full(encoding.problem.option_count, NOWHERE, dtype=np.int64)
    for orientation, k in blocks.items():
        target = blocks.get(orientation.moved(placements.puzzle.lattice, motion))
        if target is not None:
            block, begin = placements.blocks[k], int(placements.starts[k])
            anchors = becomes[placements.cells(block)[:, orientation.first_after(motion)]]
            result[begin : begin + len(block)] = placements.by_anchor(target)[anchors]
    result[len(placements) :] = encoding.empty_images(becomes)
    return result


# Cells with their colours, and edges with their marks: what lies there, whatever its name.
Look = tuple[frozenset[tuple[Cell, str]], frozenset[tuple[Cell, Vector, str]]]


class Symmetric(Requirement):
    """Some motion of the board, other than the identity, maps every piece onto a piece.

    That is: onto the place of a piece that looks the same, with its colours and marks.
    """

    def __init__(self, puzzle: Puzzle, motion: str = "") -> None:
        self.name = f"symmetric:{motion}" if motion else "symmetric"
        every = motions_named(puzzle, motion)
        self.motions = fewest(puzzle, every)
        self._cells = puzzle.board.cells
        self._moves = {tuple(map(motion, self._cells)) for motion in every}
        self._looks = {piece.name: _look(piece) for piece in puzzle.pieces}

    def holds(self, solution: Solution) -> bool:
        """Is there such a motion?"""
        return self.first(solution) is not None

    def first(self, solution: Solution) -> int | None:
        """The number of the first of `motions` that fixes a solution."""
        looks = {_moved(self._looks[one.piece], one.motion) for one in solution.placed}
        fixes = (all(_moved(look, m) in looks for look in looks) for m in self.motions)
        return next((k for k, fixed in enumerate(fixes) if fixed), None)

    def problems(
        self,
        encoding: Encoding,
        number: int,
        at_least: Collection[int] = (),
        *,
        merged: bool = True,
    ) -> Iterator[ExactCover]:
        """Problems whose covers are the solutions that a motion fixes; labels are the options.

        Of the items `at_least` only the lower bound matters.  Equal items are one if `merged`.
        Raises TooManyWays if pieces can be counted in too many ways.
        """
        orbits = orbits_under(encoding, self.motions[number])
        return orbit_problems(encoding.problem, orbits, at_least, merged=merged)

    def kept_by(self, action: Action) -> bool:
        """Seen from another side, does each of the motions look like one of them?"""
        for motion in action.motions:
            turned = dict(zip(self._cells, map(motion, self._cells), strict=True))
            for move in self._moves:
                seen = {turned[a]: turned[b] for a, b in zip(self._cells, move, strict=True)}
                if tuple(seen[cell] for cell in self._cells) not in self._moves:
                    return False
        return True


def _look(piece: Piece) -> Look:
    return (
        frozenset(piece.colour_map().items()),
        frozenset((m.cell, m.step, m.mark) for m in piece.marks),
    )


def _moved(look: Look, motion: Motion) -> Look:
    cells, marks = look
    return (
        frozenset((motion(cell), colour) for cell, colour in cells),
        frozenset((motion(cell), motion.turn(step), mark) for cell, step, mark in marks),
    )
