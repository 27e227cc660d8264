"""From a puzzle to an exact cover problem, and from covers back to placements.

Items: each cell that must be filled, once; each piece as often as its count says; each cell that
may be filled, at most once.  Every further rule is items too (see `facing` and `crossing`), so
that every engine obeys every rule while it searches.  Options: one per placement, in the order of
`Placements`, then one for each cell that is left empty where that has to be said.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate

import numpy as np
import numpy.typing as npt

from tilewright.cover import ExactCover, Item, Regions
from tilewright.encoding.crossing import Crossing
from tilewright.encoding.facing import Entries, Facing
from tilewright.placements import Block, Numbers, Placements, place
from tilewright.puzzle import Puzzle, PuzzleError
from tilewright.symmetry import PieceType

__all__ = ["Encoding", "encode"]

_FORBIDDEN = set(' \t"|:\\')


@dataclass(frozen=True, eq=False)
class Encoding:
    """A puzzle's exact cover problem; option k is placement k, or an empty cell if k is beyond."""

    placements: Placements
    problem: ExactCover
    empty: tuple[int, ...]  # the cells (by number) of the options that leave one empty

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
        self.piece_bounds = piece_bounds(puzzle, placements.types)
        self.total_bounds = total_bounds(puzzle, placements.types)

    def encode(self) -> Encoding:
        blocks = [(block, self.placements.cells(block)) for block in self.placements.blocks]
        facing = [self.facing.entries(*pair) for pair in blocks] if self.facing else []
        empty = [self._empty_entries(cell) for cell in self.empty]
        crossing = [self.crossing.entries(block) for block, _ in blocks] if self.crossing else []

        items, cell_items, piece_items, total_item, fixed_items, bases = self._items()
        parts: list[_Part] = []
        for k, (block, cells) in enumerate(blocks):
            columns = [cell_items[cells]]
            numbers = [n for n in (piece_items[block.type], total_item) if n is not None]
            columns += [np.full((len(block), 1), number) for number in numbers]
            columns += self._fixed_columns(block, cells, fixed_items)
            extras = [
                (entries[k], base)
                for entries, base in ((facing, bases[0]), (crossing, bases[1]))
                if entries
            ]
            parts.append(_part(columns, extras))
        for cell, entries in zip(self.empty, empty, strict=True):
            parts.append(_part([cell_items[np.array([[cell]])]], [(entries, bases[0])]))
        regions = Regions(
            cells=cell_items.astype(np.uint32),
            touching=cell_items[self.ground.touching()].astype(np.uint32),
            pieces=np.array([n for n in piece_items if n is not None], dtype=np.uint32),
        )
        return Encoding(self.placements, _problem(items, parts, regions), self.empty)

    def _items(
        self,
    ) -> tuple[tuple[Item, ...], Numbers, list[int | None], int | None, list[int], tuple[int, int]]:
        """All items; numbers of cells, pieces, the total, fixed pieces; bases of the extras."""
        secondary_cells = set(self.may).difference(self.empty)
        names = _Names()
        spelt = [names.of(",".join(map(str, cell))) for cell in self.ground.cells]
        first: list[Item] = []
        cell_items = np.full(len(self.ground.cells), -1, dtype=np.int64)
        for k, name in enumerate(spelt):
            if k not in secondary_cells:
                cell_items[k] = len(first)
                first.append(Item(name))
        piece_items: list[int | None] = [None] * len(self.placements.types)
        optional = []
        for k, (kind, bounds) in enumerate(
            zip(self.placements.types, self.piece_bounds, strict=True)
        ):
            if bounds == (0, 1) and not self._may_stand_alone(kind):
                optional.append(k)
            elif bounds is not None:
                piece_items[k] = len(first)
                first.append(Item(names.of(kind.name), *bounds))
        total_item = None
        if self.total_bounds is not None:
            total_item = len(first)
            first.append(Item(names.of("pieces"), *self.total_bounds))
        fixed_items = []
        for fixed in self.puzzle.fixed:
            fixed_items.append(len(first))
            first.append(Item(names.of(f"fixed-{fixed.piece}")))
        second: list[str] = []
        for k in sorted(secondary_cells):
            cell_items[k] = len(first) + len(second)
            second.append(spelt[k])
        for k in optional:
            piece_items[k] = len(first) + len(second)
            second.append(names.of(self.placements.types[k].name))
        extras = [x.names if x else [] for x in (self.facing, self.crossing)]
        bases = list(accumulate([len(first) + len(second), *map(len, extras)]))
        second += [names.of(name) for some in extras for name in some]
        items = (*first, *(Item(name, 0, 1, secondary=True) for name in second))
        return items, cell_items, piece_items, total_item, fixed_items, (bases[0], bases[1])

    def _may_stand_alone(self, kind: PieceType) -> bool:
        """May a placement cover nothing but cells that may stay empty?

        Then its piece must be a primary item: nobody looks for options that have none.
        """
        return len(self.may) >= kind.size and not self.empty

    def _empty_entries(self, cell: int) -> Entries:
        assert self.facing is not None
        steps = list(self.puzzle.lattice.neighbours(self.ground.cells[cell]))
        return self.facing.entries_of_empty(cell, steps)

    def _fixed_columns(self, block: Block, cells: Numbers, items: list[int]) -> list[Numbers]:
        columns = []
        numbers = {cell: k for k, cell in enumerate(self.ground.cells)} if items else {}
        for item, fixed in zip(items, self.puzzle.fixed, strict=True):
            kind = self.placements.types[block.type]
            if fixed.piece not in {self.puzzle.pieces[n].name for n in kind.pieces}:
                continue
            wanted = np.array([numbers.get(cell, -1) for cell in fixed.cells])
            here = np.zeros(len(block), dtype=np.bool_)
            if cells.shape[1] == len(wanted):
                here = (cells == wanted).all(axis=1)
            columns.append(np.where(here, item, -1)[:, None])
        return columns


def piece_bounds(puzzle: Puzzle, types: Sequence[PieceType]) -> list[tuple[int, int] | None]:
    """How often each type is to be used; None if nothing needs to be counted."""
    cells = len(puzzle.board.must) + len(puzzle.board.may)
    bounds: list[tuple[int, int] | None] = []
    for kind in types:
        fitting = cells // kind.size
        lo = 0 if puzzle.spare else kind.count.lo
        hi = fitting if kind.count.hi is None else kind.count.hi
        implied = (
            len(types) == 1 and not puzzle.board.may and lo * kind.size <= cells <= hi * kind.size
        )
        # Unless it can lie where nothing has to lie: then it is an item, see _may_stand_alone.
        idle = lo == 0 and hi >= fitting and len(puzzle.board.may) < kind.size
        bounds.append(None if implied or idle else (lo, max(lo, min(hi, fitting), 1)))
    return bounds


def total_bounds(puzzle: Puzzle, types: Sequence[PieceType]) -> tuple[int, int] | None:
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
    lo = 0 if puzzle.spare.hi is None else max(0, most - puzzle.spare.hi)
    hi = most - puzzle.spare.lo
    sizes = {kind.size for kind in types}
    if len(sizes) == 1 and not puzzle.board.may:
        used, odd = divmod(len(puzzle.board.must), sizes.pop())
        if not odd and lo <= used <= hi:
            return None  # the size of the board says it
    if hi < 1:
        return most + 1, most + 1  # no piece may be used: an item that nothing can satisfy
    return lo, hi


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
