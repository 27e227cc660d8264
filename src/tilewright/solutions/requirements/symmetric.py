"""Solutions that a symmetry of the board maps to themselves."""

from collections.abc import Collection, Iterator

from tilewright.cover import ExactCover
from tilewright.encoding import Encoding
from tilewright.lattice import Cell, Motion, Vector
from tilewright.puzzle import Piece, Puzzle
from tilewright.solutions.action import Action
from tilewright.solutions.quotient import orbit_problems
from tilewright.solutions.requirements.motions import fewest, motions_named
from tilewright.solutions.requirements.orbits import Orbits
from tilewright.solutions.requirements.requirement import Requirement
from tilewright.solutions.solution import Solution

__all__ = ["Symmetric"]

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
        return next((k for k, m in enumerate(self.motions) if _fixes(m, looks)), None)

    def problems(
        self, encoding: Encoding, number: int, at_least: Collection[int] = ()
    ) -> Iterator[ExactCover]:
        """Problems whose covers are the solutions that a motion fixes; labels are the options.

        Of the items `at_least` only the lower bound matters.  Raises TooManyWays if pieces can be
        counted in too many ways.
        """
        orbits = Orbits(encoding).under(self.motions[number])
        return orbit_problems(encoding.problem, orbits, at_least)

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


def _fixes(motion: Motion, looks: set[Look]) -> bool:
    return all(_moved(look, motion) in looks for look in looks)
