"""Solutions as `tilewright solve --json` writes them, read back and checked."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tilewright.errors import TilewrightError
from tilewright.formats.kinds import AnyPuzzle
from tilewright.lattice import Cell, Motion, minus, plus
from tilewright.polygons import PlacedPolygon, PolygonPuzzle, PolygonSolution
from tilewright.puzzle import Piece, Puzzle
from tilewright.solutions import NotASolution, Placed, Solution, check_solution

__all__ = ["SolutionFile", "SolutionFileError", "parse_solutions", "read_placed"]


class SolutionFileError(TilewrightError, ValueError):
    """This is not a file of solutions, or not of this puzzle."""


@dataclass(frozen=True, slots=True)
class SolutionFile:
    """The solutions in a file, not yet read.  `puzzle` is the name of their puzzle, or empty."""

    name: str
    puzzle: str
    entries: tuple[Any, ...]

    def solution(self, number: int, puzzle: AnyPuzzle) -> PolygonSolution | Solution:
        """The solution of that number, from 1 on.  Raises SolutionFileError unless it is one."""
        entry = self.entries[number - 1]
        try:
            pieces = entry["placed"] if isinstance(entry, dict) else entry
            if isinstance(puzzle, PolygonPuzzle):
                return _polygons(puzzle, pieces)
            placed = tuple(read_placed(puzzle, one) for one in pieces)
            check_solution(puzzle, placed)
        except TilewrightError as error:
            raise SolutionFileError(
                f"{self.name}: solution {number} does not solve the puzzle: {error}"
            ) from None
        except (KeyError, TypeError, ValueError, ArithmeticError, AttributeError) as error:
            raise SolutionFileError(
                f"{self.name}: solution {number} is not what `tilewright solve --json` writes: "
                f"{type(error).__name__} {error}"
            ) from None
        return Solution(puzzle, placed)


def parse_solutions(text: str | bytes, name: str) -> SolutionFile:
    """Read what `tilewright solve --json` has written; `name` is that of the file.

    >>> parse_solutions('{"puzzle": {"name": "soma"}, "solutions": []}', "soma.json").puzzle
    'soma'
    """
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:  # no JSON, no text, or far too long a number
        raise SolutionFileError(f"{name} is not JSON: {error}") from None
    entries = data.get("solutions") if isinstance(data, dict) else None
    if not isinstance(entries, list):
        raise SolutionFileError(
            f"{name} holds no list of solutions: expected what `tilewright solve --json` writes"
        )
    about = data.get("puzzle")
    puzzle = about.get("name") if isinstance(about, dict) else None
    return SolutionFile(name, puzzle if isinstance(puzzle, str) else "", tuple(entries))


def _polygons(puzzle: PolygonPuzzle, pieces: Sequence[Any]) -> PolygonSolution:
    from tilewright.polygons.certify import Certifier  # brings exact arithmetic along

    numbers = ("cos", "sin", "dx", "dy")
    placed = tuple(
        PlacedPolygon(str(one["piece"]), bool(one["flipped"]), *(float(one[n]) for n in numbers))
        for one in pieces
    )
    return PolygonSolution(puzzle, placed, Certifier(puzzle).certificate(placed))


def read_placed(puzzle: Puzzle, entry: Any) -> Placed:
    """A piece in its place.  Raises NotASolution if there is no such piece, or not there."""
    names = [piece.name for piece in puzzle.pieces]
    if entry["piece"] not in names:
        raise NotASolution(f"the puzzle has no piece {entry['piece']!r}")
    piece = puzzle.pieces[names.index(entry["piece"])]
    cells: tuple[Cell, ...] = tuple(tuple(map(int, cell)) for cell in entry["cells"])
    return Placed(piece.name, _motion(puzzle, piece, cells, entry.get("motion")), cells)


def _motion(puzzle: Puzzle, piece: Piece, cells: Sequence[Cell], word: str | None) -> Motion:
    """A motion that brings the piece to these cells: the one of that word, if it can."""
    wanted = set(cells)
    motions = sorted(
        piece.allowed_motions(puzzle.lattice), key=lambda motion: " ".join(motion.word) != word
    )
    for motion in motions:
        moved = motion(piece.cells[0])
        for cell in cells:
            step = minus(cell, moved)
            if step not in puzzle.lattice.translations:
                continue
            there = Motion(motion.matrix, plus(motion.shift, step), motion.mirror, motion.word)
            if {there(one) for one in piece.cells} == wanted:
                return there
    raise NotASolution(f"piece {piece.name!r} cannot be moved to {tuple(cells)}")
