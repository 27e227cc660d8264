"""From a puzzle to an exact cover problem, and from covers back to placements.

Items: each cell that must be filled, once; each piece as often as its count says; each cell that
may be filled, at most once.  Every further rule is items too (see `facing` and `crossing`), so
that every engine obeys every rule while it searches.  Options: one per placement, in the order of
`Placements`, then one for each cell that is left empty where that has to be said.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from tilewright.cover import ExactCover, Item, Regions
from tilewright.document.brief import brief_repr
from tilewright.encoding.crossing import Crossing
from tilewright.encoding.facing import Entries, Facing
from tilewright.placements import Numbers, Placements, place
from tilewright.puzzle import Puzzle, PuzzleError
from tilewright.symmetry import PieceType

__all__ = ["Encoding", "Numbering", "encode", "number_items"]

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


@dataclass(frozen=True, eq=False)
class Encoding:
    """A puzzle's exact cover problem; option k is placement k, or an empty cell if k is beyond."""

    placements: Placements
    problem: ExactCover
    empty: tuple[int, ...]  # the cells (by number) of the options that leave one empty

    __repr__ = brief_repr

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle."""
        return self.placements.puzzle

    @cached_property
    def type_of_option(self) -> npt.NDArray[np.int32]:
        """The type of each option's piece; -1 for a cell left empty."""
        blocks = self.placements.blocks
        types = np.repeat([b.type for b in blocks], [len(b) for b in blocks])
        return np.concatenate((types, np.full(len(self.empty), -1))).astype(np.int32)


def encode(puzzle: Puzzle | Placements) -> Encoding:
    """The exact cover problem of a puzzle.

    >>> from tilewright.puzzle import box, make_puzzle
    >>> encode(make_puzzle("square", box(2, 2), {"I": "##", "J": "#\\n#"})).problem.option_count
    4
    """
    placements = puzzle if isinstance(puzzle, Placements) else place(puzzle)
    return _Encoder(placements).encode()


class _Encoder:
    def __init__(self, placements: Placements) -> None:
        self.placements = placements
        self.puzzle = puzzle = placements.puzzle
        self.ground = placements.ground
        self.facing = Facing(puzzle, self.ground) if puzzle.marks else None
        self.crossing = None if puzzle.crossing else Crossing(puzzle, self.ground)
        may = set(puzzle.board.may)
        self.may = [k for k, cell in enumerate(self.ground.cells) if cell in may]
        # Marks must know which cells are empty; then emptiness is an option of its own.
        self.empty = tuple(self.may) if self.facing else ()

    def encode(self) -> Encoding:
        blocks = [(block, self.placements.cells(block)) for block in self.placements.blocks]
        facing = [self.facing.entries(*pair) for pair in blocks] if self.facing else []
        empty = [self._empty_entries(cell) for cell in self.empty]
        crossing = [self.crossing.entries(block) for block, _ in blocks] if self.crossing else []

        rules = [x.names if x else [] for x in (self.facing, self.crossing)]
        must = np.ones(len(self.ground.cells), dtype=np.bool_)
        if not self.empty:
            must[self.may] = False
        numbers = number_items(self.placements, must.tolist(), rules)
        fixed = self._fixed_rows(numbers.fixed)
        parts: list[_Part] = []
        for k, (block, cells) in enumerate(blocks):
            columns = [numbers.cells[cells]]
            for item in (numbers.pieces[block.type], numbers.total):
                columns += [] if item is None else [np.full((len(block), 1), item)]
            columns += _columns(len(block), fixed.get(k, ()))
            extras = [
                (entries[k], base)
                for entries, base in zip((facing, crossing), numbers.rules, strict=True)
                if entries
            ]
            parts.append(_part(columns, extras))
        for cell, entries in zip(self.empty, empty, strict=True):
            columns = [numbers.cells[np.array([[cell]])]]
            parts.append(_part(columns, [(entries, numbers.rules[0])]))
        regions = Regions(
            cells=numbers.cells.astype(np.uint32),
            touching=numbers.cells[self.ground.touching()].astype(np.uint32),
            pieces=np.array([n for n in numbers.pieces if n is not None], dtype=np.uint32),
            points=self.ground.places,
        )
        problem = _problem(numbers.items, parts, regions)
        return Encoding(self.placements, problem, self.empty)

    def _empty_entries(self, cell: int) -> Entries:
        assert self.facing is not None
        steps = list(self.puzzle.lattice.neighbours(self.ground.cells[cell]))
        return self.facing.entries_of_empty(cell, steps)

    def _fixed_rows(self, items: Sequence[int]) -> dict[int, list[tuple[int, int]]]:
        """Block by block, the rows that put a fixed piece in its place, with the item of that."""
        found: dict[int, list[tuple[int, int]]] = {}
        for item, fixed in zip(items, self.puzzle.fixed, strict=True):
            for block, row in self.placements.fixed(fixed):
                found.setdefault(block, []).append((row, item))
        return found


def _columns(length: int, given: Iterable[tuple[int, int]]) -> list[Numbers]:
    """Items in some rows, -1 in the others; a second column only where a row has a second item."""
    columns: list[Numbers] = []
    for row, item in given:
        column = next((c for c in columns if c[row, 0] < 0), None)
        if column is None:
            column = np.full((length, 1), -1, dtype=np.int64)
            columns.append(column)
        column[row] = item
    return columns


@dataclass(frozen=True, slots=True)
class _Part:
    """Some options: entries, their colours, and how many each option has."""

    entries: Numbers
    colours: Numbers
    lengths: Numbers


def _part(columns: Sequence[Numbers], extras: Sequence[tuple[Entries, int]]) -> _Part:
    plain = np.concatenate(columns, axis=1)
    wide = [plain, *(np.where(e.items < 0, -1, e.items + base) for e, base in extras)]
    items = np.concatenate(wide, axis=1)
    colours = np.concatenate([np.zeros_like(plain), *(e.colours for e, _ in extras)], axis=1)
    there = items >= 0
    return _Part(items[there], colours[there], there.sum(axis=1))


def _problem(items: tuple[Item, ...], parts: Sequence[_Part], regions: Regions) -> ExactCover:
    lengths = np.concatenate([np.empty(0, np.int64), *(part.lengths for part in parts)])
    entries = np.concatenate([np.empty(0, np.int64), *(part.entries for part in parts)])
    colours = np.concatenate([np.empty(0, np.int64), *(part.colours for part in parts)])
    most = int(colours.max(initial=0))
    return ExactCover(
        items=items,
        starts=np.concatenate(([0], np.cumsum(lengths))).astype(np.uint64),
        entries=entries.astype(np.uint32),
        entry_colours=colours.astype(np.uint32) if most else np.empty(0, np.uint32),
        colours=tuple(str(k) for k in range(1, most + 1)),
        regions=regions,
    )
