"""Solutions as `tilewright solve --json` writes them, read back and checked."""

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NoReturn

from tilewright.document import Complaint, FileError, quote
from tilewright.errors import TilewrightError
from tilewright.formats.read import AnyPuzzle
from tilewright.lattices import Cell, Motion, minus
from tilewright.polygons import PlacedPolygon, PolygonPuzzle, PolygonSolution
from tilewright.polygons.exact.numbers import FARTHEST
from tilewright.puzzle import Piece, Puzzle
from tilewright.puzzle.puzzle import FARTHEST as FARTHEST_CELL
from tilewright.solutions import NotASolution, Placed, Solution, check_solution


@dataclass(frozen=True, slots=True)
class SolutionFile:
    """The solutions in a file, not yet read.  `puzzle` is the name of their puzzle, or empty."""

    name: str
    puzzle: str
    entries: tuple[Any, ...]

    def solution(self, number: int, puzzle: AnyPuzzle) -> PolygonSolution | Solution:
        """The solution of that number, from 1 on.  Raises FileError unless it is one."""
        entry = self.entries[number - 1]
        pieces: Any = entry.get("placed") if isinstance(entry, dict) else entry
        if flaw := _flaw_of_list(puzzle, pieces):
            self._refuse(f"solution {number}{flaw}, as `tilewright solve --json` writes it")
        try:
            if isinstance(puzzle, PolygonPuzzle):
                return _polygon_solution(puzzle, pieces)
            solution = Solution(puzzle, tuple(read_placed(puzzle, one) for one in pieces))
            check_solution(puzzle, solution)
        except TilewrightError as error:
            self._refuse(f"solution {number} does not solve the puzzle: {error}")
        return solution

    def _refuse(self, message: str) -> NoReturn:
        raise FileError(self.name, [Complaint(0, message)]) from None


def parse_solutions(text: str | bytes, name: str) -> SolutionFile:
    """Read what `tilewright solve --json` has written; `name` is that of the file.

    >>> parse_solutions('{"puzzle": {"name": "soma"}, "solutions": []}', "soma.json").puzzle
    'soma'
    """
    try:
        data = json.loads(text, object_pairs_hook=_object, parse_constant=_refuse)
    except RecursionError:
        raise FileError(name, [Complaint(0, "this is nested too deeply")]) from None
    except ValueError as error:  # no JSON, no text, or far too long a number
        raise FileError(name, [Complaint(0, f"this is not JSON: {error}")]) from None
    entries = data.get("solutions") if isinstance(data, dict) else None
    if not isinstance(entries, list):
        message = "no list of solutions: expected what `tilewright solve --json` writes"
        raise FileError(name, [Complaint(0, message)])
    about = data.get("puzzle")
    puzzle = about.get("name") if isinstance(about, dict) else None
    return SolutionFile(name, puzzle if isinstance(puzzle, str) else "", tuple(entries))


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        (key, times), *_ = Counter(key for key, _ in pairs).most_common(1)
        raise ValueError(f"an object has the key {quote(key)} {times} times")
    return found


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"it has {constant}, which is no number")


def _flaw_of_list(puzzle: AnyPuzzle, pieces: Any) -> str:
    """Why this does not say where pieces lie, be it right or wrong; "" if it does."""
    if not isinstance(pieces, list):
        return f" is {quote(pieces)}: expected a list of placed pieces"
    flaws = (
        f", piece {k}{flaw}" for k, one in enumerate(pieces, 1) if (flaw := _flaw(puzzle, one))
    )
    return next(flaws, "")


def _flaw(puzzle: AnyPuzzle, entry: Any) -> str:
    """The same for one piece."""
    if not isinstance(entry, dict):
        return f" is {quote(entry)}: expected an object with `piece`"
    if not isinstance(entry.get("piece"), str):
        return f": piece is {quote(entry.get('piece'))}: expected the name of a piece"
    if isinstance(puzzle, PolygonPuzzle):
        if not isinstance(entry.get("flipped"), bool):
            return f": flipped is {quote(entry.get('flipped'))}: expected true or false"
        for key in ("cos", "sin", "dx", "dy"):
            number: Any = entry.get(key)
            real = isinstance(number, (int, float)) and not isinstance(number, bool)
            if not real or not abs(number) <= FARTHEST:
                return f": {key} is {quote(number)}: expected a number of at most {FARTHEST:g}"
        return ""
    cells, word = entry.get("cells"), entry.get("motion")
    if not isinstance(cells, (list, tuple)):
        return f": cells is {quote(cells)}: expected a list of cells"
    if not isinstance(word, str | None):
        return f": motion is {quote(word)}: expected a name, or nothing"
    dimension = puzzle.lattice.dimension
    for number, cell in enumerate(cells, 1):
        if (
            not isinstance(cell, (list, tuple))
            or len(cell) != dimension
            or not all(type(x) is int and abs(x) < FARTHEST_CELL for x in cell)
        ):
            return f": cell {number} is {quote(cell)}: expected {dimension} whole numbers"
    return ""


def _polygon_solution(puzzle: PolygonPuzzle, pieces: list[Any]) -> PolygonSolution:
    from tilewright.polygons.exact.certify import Certifier  # brings exact arithmetic along

    names = {piece.name for piece in puzzle.pieces}
    for entry in pieces:
        if entry["piece"] not in names:
            raise _no_piece(entry)
    placed = tuple(
        PlacedPolygon(
            entry["piece"],
            entry["flipped"],
            *(float(entry[key]) for key in ("cos", "sin", "dx", "dy")),
        )
        for entry in pieces
    )
    return PolygonSolution(puzzle, placed, Certifier(puzzle).certificate(placed))


def _no_piece(entry: dict[str, Any]) -> NotASolution:
    return NotASolution(f"the puzzle has no piece {quote(entry['piece'])}")


def read_placed(puzzle: Puzzle, entry: Any) -> Placed:
    """A piece in its place.  Raises NotASolution if the entry does not say where, or is wrong."""
    if flaw := _flaw(puzzle, entry):
        raise NotASolution(f"a placed piece{flaw}")
    piece = next((piece for piece in puzzle.pieces if piece.name == entry["piece"]), None)
    if piece is None:
        raise _no_piece(entry)
    cells: tuple[Cell, ...] = tuple(map(tuple, entry["cells"]))
    if len(cells) != piece.size:
        raise NotASolution(f"piece {piece.name!r} has {piece.size} cells, not {len(cells)}")
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
            there = motion.then_by(step)
            if {there(one) for one in piece.cells} == wanted:
                return there
    raise NotASolution(f"piece {piece.name!r} cannot be moved to {tuple(cells)}")
