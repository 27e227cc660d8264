"""Solutions as `tilewright solve --json` writes them, read back and checked."""

import json
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, NoReturn, TypeVar

from tilewright.document import quote
from tilewright.errors import TilewrightError
from tilewright.formats.read import AnyPuzzle
from tilewright.lattices import Cell, Motion, minus, plus
from tilewright.polygons import PlacedPolygon, PolygonPuzzle, PolygonSolution
from tilewright.polygons.exact.numbers import FARTHEST
from tilewright.puzzle import Piece, Puzzle
from tilewright.puzzle.puzzle import FARTHEST as FARTHEST_CELL
from tilewright.solutions import NotASolution, Placed, Solution, check_solution

T = TypeVar("T")


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
            pieces = entry.get("placed") if isinstance(entry, dict) else entry
            if not isinstance(pieces, list):
                raise SolutionFileError(f" is {quote(pieces)}: expected a list of placed pieces")
            if isinstance(puzzle, PolygonPuzzle):
                return _polygons(puzzle, pieces)
            placed = tuple(_each(pieces, partial(read_placed, puzzle)))
            check_solution(puzzle, placed)
        except SolutionFileError as error:
            raise SolutionFileError(
                f"{self.name}: solution {number}{error}, as `tilewright solve --json` writes it"
            ) from None
        except TilewrightError as error:
            raise SolutionFileError(
                f"{self.name}: solution {number} does not solve the puzzle: {error}"
            ) from None
        return Solution(puzzle, placed)


def parse_solutions(text: str | bytes, name: str) -> SolutionFile:
    """Read what `tilewright solve --json` has written; `name` is that of the file.

    >>> parse_solutions('{"puzzle": {"name": "soma"}, "solutions": []}', "soma.json").puzzle
    'soma'
    """
    try:
        data = json.loads(text, object_pairs_hook=_object, parse_constant=_refuse)
    except RecursionError:
        raise SolutionFileError(f"{name} is nested too deeply") from None
    except ValueError as error:  # no JSON, no text, or far too long a number
        raise SolutionFileError(f"{name} is not JSON: {error}") from None
    entries = data.get("solutions") if isinstance(data, dict) else None
    if not isinstance(entries, list):
        raise SolutionFileError(
            f"{name} holds no list of solutions: expected what `tilewright solve --json` writes"
        )
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


def _each(pieces: list[Any], read: Callable[[Any], T]) -> Iterator[T]:
    """Each of the placed pieces, read; errors say which it was."""
    for number, one in enumerate(pieces, 1):
        try:
            yield read(one)
        except SolutionFileError as error:
            raise SolutionFileError(f", piece {number}{error}") from None


def _polygons(puzzle: PolygonPuzzle, pieces: list[Any]) -> PolygonSolution:
    from tilewright.polygons.exact.certify import Certifier  # brings exact arithmetic along

    placed = tuple(_each(pieces, partial(_read_polygon, {piece.name for piece in puzzle.pieces})))
    return PolygonSolution(puzzle, placed, Certifier(puzzle).certificate(placed))


def _read_polygon(names: Collection[str], entry: Any) -> PlacedPolygon:
    name = _name(names, entry)
    flipped = entry.get("flipped")
    if not isinstance(flipped, bool):
        raise SolutionFileError(f": flipped is {quote(flipped)}: expected true or false")
    numbers = []
    for key in ("cos", "sin", "dx", "dy"):
        number = entry.get(key)
        real = isinstance(number, (int, float)) and not isinstance(number, bool)
        if not real or not abs(number) <= FARTHEST:
            raise SolutionFileError(
                f": {key} is {quote(number)}: expected a number of at most {FARTHEST:g}"
            )
        numbers.append(float(number))
    return PlacedPolygon(name, flipped, *numbers)


def _name(names: Collection[str], entry: Any) -> str:
    """The name of the piece that an entry is about."""
    if not isinstance(entry, dict):
        raise SolutionFileError(f" is {quote(entry)}: expected an object with `piece`")
    name = entry.get("piece")
    if not isinstance(name, str):
        raise SolutionFileError(f": piece is {quote(name)}: expected the name of a piece")
    if name not in names:
        raise NotASolution(f"the puzzle has no piece {quote(name)}")
    return name


def read_placed(puzzle: Puzzle, entry: Any) -> Placed:
    """A piece in its place.

    Raises SolutionFileError if the entry does not say that, NotASolution if there is no such piece,
    or not there.
    """
    pieces = {piece.name: piece for piece in puzzle.pieces}
    piece = pieces[_name(pieces, entry)]
    cells, word = entry.get("cells"), entry.get("motion")
    if not isinstance(cells, (list, tuple)):
        raise SolutionFileError(f": cells is {quote(cells)}: expected a list of cells")
    if not isinstance(word, str | None):
        raise SolutionFileError(f": motion is {quote(word)}: expected a name, or nothing")
    for number, cell in enumerate(cells, 1):
        dimension = puzzle.lattice.dimension
        if (
            not isinstance(cell, (list, tuple))
            or len(cell) != dimension
            or not all(type(x) is int and abs(x) < FARTHEST_CELL for x in cell)
        ):
            raise SolutionFileError(
                f": cell {number} is {quote(cell)}: expected {dimension} whole numbers"
            )
    if len(cells) != piece.size:
        raise NotASolution(f"piece {piece.name!r} has {piece.size} cells, not {len(cells)}")
    there: tuple[Cell, ...] = tuple(map(tuple, cells))
    return Placed(piece.name, _motion(puzzle, piece, there, word), there)


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
