"""The items of a puzzle's exact cover problem, and their numbers."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tilewright.cover import Item
from tilewright.placements import Numbers, Placements
from tilewright.puzzle import Puzzle, PuzzleError
from tilewright.symmetry import PieceType

__all__ = ["Numbering", "number_items"]

_FORBIDDEN = set(' \t"|:\\')


@dataclass(frozen=True, slots=True)
class Numbering:
    """All items, and the numbers of those of one kind; None where there is no item."""

    items: tuple[Item, ...]
    cells: Numbers
    pieces: list[int | None]  # for each type of piece
    total: int | None
    fixed: list[int]
    rules: list[int]  # the first item of each further rule


def number_items(
    placements: Placements, must: Sequence[bool], rules: Sequence[Sequence[str]]
) -> Numbering:
    """Primary items first: cells in reading order, pieces, their total, fixed pieces.

    `must` says of each cell whether it is primary, `rules` names the items of further rules.
    """
    puzzle, types = placements.puzzle, placements.types
    names = _Names()
    spelt = [names.of(",".join(map(str, cell))) for cell in placements.ground.cells]
    first: list[Item] = []
    second: list[str] = []

    def primary(name: str, lo: int = 1, hi: int = 1) -> int:
        first.append(Item(name, lo, hi))
        return len(first) - 1

    cells = np.full(len(spelt), -1, dtype=np.int64)
    for k, name in enumerate(spelt):
        if must[k]:
            cells[k] = primary(name)
    pieces: list[int | None] = [None] * len(types)
    optional = []
    free = len(must) - sum(must)  # cells on which nothing has to lie
    for k, (kind, bounds) in enumerate(zip(types, _piece_bounds(puzzle, types), strict=True)):
        # A placement on such cells only must have its piece for a primary item: nobody looks for
        # options that have none.
        if bounds == (0, 1) and free < kind.size:
            optional.append(k)
        elif bounds is not None:
            pieces[k] = primary(names.of(kind.name), *bounds)
    in_all = _total_bounds(puzzle, types)
    total = None if in_all is None else primary(names.of("pieces"), *in_all)
    fixed = [primary(names.of(f"fixed-{one.piece}")) for one in puzzle.fixed]

    def secondary(name: str) -> int:
        second.append(name)
        return len(first) + len(second) - 1

    for k, name in enumerate(spelt):
        if not must[k]:
            cells[k] = secondary(name)
    for k in optional:
        pieces[k] = secondary(names.of(types[k].name))
    starts = []
    for rule in rules:
        starts.append(len(first) + len(second))
        second += map(names.of, rule)
    items = (*first, *(Item(name, 0, 1, secondary=True) for name in second))
    return Numbering(items, cells, pieces, total, fixed, starts)


def _piece_bounds(puzzle: Puzzle, types: Sequence[PieceType]) -> list[tuple[int, int] | None]:
    """How often each type is to be used; None if nothing needs to be counted."""
    cells = len(puzzle.board.must) + len(puzzle.board.may)
    bounds: list[tuple[int, int] | None] = []
    for kind in types:
        fitting = cells // kind.size
        lo = 0 if puzzle.spare else min(kind.count.lo, fitting + 1)  # which is too many already
        hi = fitting if kind.count.hi is None else kind.count.hi
        implied = (
            len(types) == 1 and not puzzle.board.may and lo * kind.size <= cells <= hi * kind.size
        )
        # Unless it can lie where nothing has to lie: then it is an item, see number_items.
        idle = lo == 0 and hi >= fitting and len(puzzle.board.may) < kind.size
        bounds.append(None if implied or idle else (lo, max(lo, min(hi, fitting), 1)))
    return bounds


def _total_bounds(puzzle: Puzzle, types: Sequence[PieceType]) -> tuple[int, int] | None:
    """How many pieces are to be used in all; None if nothing needs to be counted."""
    if puzzle.spare is None:
        return None
    most = 0
    for kind in types:
        if kind.count.hi is None:
            raise PuzzleError(
                f"piece {kind.name!r} may be used any number of times, so that spare pieces mean "
                f"nothing: give it a count, or leave `spare` out"
            )
        most += kind.count.hi
    sizes = {kind.size for kind in types}
    cells = len(puzzle.board.must) + len(puzzle.board.may)
    lo = 0 if puzzle.spare.hi is None else min(max(0, most - puzzle.spare.hi), cells + 1)
    hi = most - puzzle.spare.lo
    hi = min(hi, max(cells // min(sizes, default=1), lo))  # more do not fit
    if len(sizes) == 1 and not puzzle.board.may:
        used, odd = divmod(len(puzzle.board.must), sizes.pop())
        if not odd and lo <= used <= hi:
            return None  # the size of the board says it
    if hi < 1:
        return cells + 1, cells + 1  # no piece may be used: an item that nothing can satisfy
    return lo, hi


class _Names:
    """Item names that are fit for the text format, each given once."""

    def __init__(self) -> None:
        self._given: set[str] = set()

    def of(self, wish: str) -> str:
        plain = "".join("_" if c in _FORBIDDEN or not c.isprintable() else c for c in wish) or "_"
        name, number = plain, 1
        while name in self._given:
            number += 1
            name = f"{plain}.{number}"
        self._given.add(name)
        return name
