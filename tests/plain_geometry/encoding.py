"""From a puzzle to an exact cover problem, and from covers back to placements.

Items: each cell that must be filled, once; each piece as often as its count says; each cell that
may be filled, at most once.  Every further rule is items too (see `_Facing` and `_Crossing`), so
that every engine obeys every rule while it searches.  Options: one per placement, in the order of
`Placements`, then one for each cell that is left empty where that has to be said.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import combinations

import numpy as np
import numpy.typing as npt

from tests.plain_geometry.orientations import Orientation, PieceType
from tests.plain_geometry.placements import (
    Block,
    BoardCells,
    Numbers,
    Placements,
    find_placements,
    half_edges,
)
from tilewright.cover import ExactCover, Item, Regions
from tilewright.document.text import brief_repr
from tilewright.lattices import Vector, minus
from tilewright.puzzle import NOTHING, PLAIN, Puzzle, PuzzleError

# Entries for the options of a block: an item or -1, and a colour, in each column of a row.
Entries = tuple[Numbers, Numbers]
# The items and colours of some options, entry by entry, and how many entries each has.
_Options = tuple[Numbers, Numbers, Numbers]


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

    def empty_images(self, becomes: Numbers) -> Numbers:
        """What becomes of the options that leave a cell empty, if cells become others."""
        empty = np.array(self.empty, dtype=np.int64)  # in increasing order
        images: Numbers = len(self.placements) + np.searchsorted(empty, becomes[empty])
        return images

    @cached_property
    def type_of_option(self) -> npt.NDArray[np.int32]:
        """The type of each option's piece; -1 for a cell left empty."""
        blocks = self.placements.blocks
        types = np.repeat([b.type for b in blocks], [len(b) for b in blocks])
        return np.concatenate((types, np.full(len(self.empty), -1))).astype(np.int32)


def encode(puzzle: Puzzle | Placements) -> Encoding:
    """The exact cover problem of a puzzle."""
    placements = puzzle if isinstance(puzzle, Placements) else find_placements(puzzle)
    puzzle, ground = placements.puzzle, placements.ground
    facing = _Facing(puzzle, ground) if puzzle.marks else None
    crossing = None if puzzle.crossing else _Crossing(puzzle, ground)
    rules = [rule for rule in (facing, crossing) if rule]
    may = [placements.cell_numbers[cell] for cell in puzzle.board.may]
    # Marks must know which cells are empty; then emptiness is an option of its own.
    empty = tuple(may) if facing else ()

    blocks = [(block, placements.cells(block)) for block in placements.blocks]
    extras = [[rule.entries(block, cells) for rule in rules] for block, cells in blocks]
    must = np.ones(len(ground.cells), dtype=np.bool_)
    if not empty:
        must[may] = False
    numbers = _number_items(placements, must.tolist(), [rule.names for rule in rules])
    fixed: dict[int, list[tuple[int, int]]] = {}  # block by block: rows, and the items of that
    for item, one in zip(numbers.fixed, puzzle.fixed, strict=True):
        for number, row in placements.fixed(one):
            fixed.setdefault(number, []).append((row, item))
    parts: list[_Options] = []
    for k, (block, cells) in enumerate(blocks):
        columns = [numbers.cells[cells]]
        for counted in (numbers.pieces[block.type], numbers.total):
            columns += [] if counted is None else [np.full((len(block), 1), counted)]
        columns += _columns(len(block), fixed.get(k, ()))
        parts.append(_options(columns, zip(extras[k], numbers.rules, strict=True)))
    for cell in empty:
        assert facing is not None
        columns = [numbers.cells[np.array([[cell]])]]
        parts.append(_options(columns, [(facing.entries_of_empty(cell), numbers.rules[0])]))
    regions = Regions(
        cells=numbers.cells.astype(np.uint32),
        touching=numbers.cells[ground.touching()].astype(np.uint32),
        pieces=np.array([n for n in numbers.pieces if n is not None], dtype=np.uint32),
        points=ground.places,
    )
    return Encoding(placements, _problem(numbers.items, parts, regions), empty)


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


def _options(columns: Sequence[Numbers], extras: Iterable[tuple[Entries, int]]) -> _Options:
    """The options of a block: a column of items, or of -1, for each entry that they may have."""
    wide = [np.concatenate(columns, axis=1)]
    shown = [np.zeros_like(wide[0])]
    for (more, theirs), base in extras:
        wide.append(np.where(more < 0, -1, more + base))
        shown.append(theirs)
    items, colours = np.concatenate(wide, axis=1), np.concatenate(shown, axis=1)
    there = items >= 0
    return items[there], colours[there], there.sum(axis=1)


def _problem(items: tuple[Item, ...], parts: Iterable[_Options], regions: Regions) -> ExactCover:
    none = np.empty(0, np.int64)
    entries, colours, lengths = map(np.concatenate, zip((none, none, none), *parts, strict=True))
    most = int(colours.max(initial=0))
    return ExactCover(
        items=items,
        starts=np.concatenate(([0], np.cumsum(lengths))).astype(np.uint64),
        entries=entries.astype(np.uint32),
        entry_colours=colours.astype(np.uint32) if most else np.empty(0, np.uint32),
        colours=tuple(str(k) for k in range(1, most + 1)),
        regions=regions,
    )


@dataclass(frozen=True, slots=True)
class _Numbering:
    """All items, and the numbers of those of one kind; None where there is no item."""

    items: tuple[Item, ...]
    cells: Numbers
    pieces: list[int | None]  # for each type of piece
    total: int | None
    fixed: list[int]
    rules: list[int]  # the first item of each further rule


def _number_items(
    placements: Placements, must: Sequence[bool], rules: Sequence[Sequence[str]]
) -> _Numbering:
    """Primary items first: cells in reading order, pieces, their total, fixed pieces.

    `must` says of each cell whether it is primary, `rules` names the items of further rules.
    """
    puzzle, types = placements.puzzle, placements.types
    named = _Names().fit
    spelt = [named(_spell(cell)) for cell in placements.ground.cells]
    items: list[Item] = []
    secondary = partial(Item, lo=0, hi=1, secondary=True)

    def number(item: Item) -> int:
        items.append(item)
        return len(items) - 1

    pairs = zip(spelt, must, strict=True)
    cells = np.array([number(Item(name)) if filled else -1 for name, filled in pairs], np.int64)
    pieces: list[int | None] = [None] * len(types)
    optional = []
    free = len(must) - sum(must)  # cells on which nothing has to lie
    for k, (kind, bounds) in enumerate(zip(types, _piece_bounds(puzzle, types), strict=True)):
        # A placement on such cells only must have its piece for a primary item: nobody looks for
        # options that have none.
        if bounds == (0, 1) and free < kind.size:
            optional.append(k)
        elif bounds is not None:
            pieces[k] = number(Item(named(kind.name), *bounds))
    in_all = _total_bounds(puzzle, types)
    total = None if in_all is None else number(Item(named("pieces"), *in_all))
    fixed = [number(Item(named(f"fixed-{one.piece}"))) for one in puzzle.fixed]
    for k, name in enumerate(spelt):
        if not must[k]:
            cells[k] = number(secondary(name))
    for k in optional:
        pieces[k] = number(secondary(named(types[k].name)))
    starts = []
    for rule in rules:
        starts.append(len(items))
        items += map(secondary, map(named, rule))
    return _Numbering(tuple(items), cells, pieces, total, fixed, starts)


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
        # Unless it can lie where nothing has to lie: then it is an item, see _number_items.
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


_FORBIDDEN = set(' \t"|:\\')


class _Names:
    """Names of items, each given once."""

    def __init__(self) -> None:
        self._given: set[str] = set()

    def fit(self, wish: str) -> str:
        """A name that is fit for the text format, and not yet given."""
        plain = "".join("_" if c in _FORBIDDEN or not c.isprintable() else c for c in wish) or "_"
        name, number = plain, 1
        while name in self._given:
            number += 1
            name = f"{plain}.{number}"
        self._given.add(name)
        return name


def _spell(cell: Vector) -> str:
    return ",".join(map(str, cell))


class _Facing:
    """Marks that face each other across an edge, as secondary items.

    Every edge between two cells of the board has two sides, and each side shows the mark of the
    piece that covers it.  Say that the rows of the table of fitting marks are the sets of marks
    that may face a given one.  If any two rows are equal or disjoint – as with keys and the locks
    they fit – then marks that fit can be given the same *colour*, and the edge is one coloured
    item.  Otherwise (a joker that fits several locks, which do not all fit the same keys) the edge
    gets one uncoloured item for each row: one side takes the item of its own row, the other side
    all items of rows that it is not in.  Either way two placements exclude each other exactly if
    their marks do not fit.
    """

    def __init__(self, puzzle: Puzzle, ground: BoardCells) -> None:
        assert puzzle.marks is not None
        self._lattice, self._cells = puzzle.lattice, ground.cells
        shown = {mark.mark for piece in puzzle.pieces for mark in piece.marks}
        marks = sorted(shown | {PLAIN} | ({NOTHING} if puzzle.board.may else set()))
        rows = {m: frozenset(n for n in marks if puzzle.marks.fit(m, n)) for m in marks}
        self._rows = sorted(set(rows.values()), key=sorted)
        self._row_of = {m: self._rows.index(rows[m]) for m in marks}
        self._coloured = sum(map(len, self._rows)) == len(frozenset().union(*self._rows))
        self._edges, self.names = _number_edges(puzzle, ground)
        if not self._coloured:
            self.names = [f"{name}/{k}" for name in self.names for k in range(len(self._rows))]

    def entries(self, block: Block, cells: Numbers) -> Entries:
        """The entries for all placements of a block, whose cells are given."""
        out = half_edges(self._lattice, block.orientation)
        return self._join([(cells[:, k], step, mark) for k, step, mark in out], len(cells))

    def entries_of_empty(self, cell: int) -> Entries:
        """The entries for the choice to leave a cell empty."""
        steps = self._lattice.neighbours(self._cells[cell])
        return self._join([(np.array([cell]), step, NOTHING) for step in steps], 1)

    def _join(self, sides: list[tuple[Numbers, Vector, str]], rows: int) -> Entries:
        items, colours = [], []
        for cells, step, mark in sides:
            edge = self._edges[step][cells]
            for row, colour in self._shown(mark, ahead=_ahead(step)):
                wide = edge if self._coloured else edge * len(self._rows) + row
                items.append(np.where(edge < 0, -1, wide))
                colours.append(np.full(rows, colour))
        if not items:
            return np.empty((rows, 0), np.int64), np.empty((rows, 0), np.int64)
        return np.column_stack(items), np.column_stack(colours)

    def _shown(self, mark: str, *, ahead: bool) -> list[tuple[int, int]]:
        """(row, colour) of each entry that a side makes.  Colours 1, 2, … stand for rows."""
        rows, own = self._rows, self._row_of[mark]
        if not self._coloured:
            others = [(k, 0) for k, row in enumerate(rows) if mark not in row]
            return [(own, 0)] if ahead else others
        if ahead:  # two more colours fit nothing
            return [(0, own + 1 if rows[own] else len(rows) + 1)]
        return [(0, next((k for k, row in enumerate(rows, 1) if mark in row), len(rows) + 2))]


def _number_edges(puzzle: Puzzle, ground: BoardCells) -> tuple[dict[Vector, Numbers], list[str]]:
    """For each step: the number of the edge by which it leaves each cell, -1 if there is none.

    And the names of all edges, in order.
    """
    steps = sorted({s for kind in puzzle.lattice.kinds for s in kind.edges.values()})
    edges = {step: np.full(len(ground.cells), -1, dtype=np.int64) for step in steps}
    names: list[str] = []
    for kind in puzzle.lattice.kinds:
        cells = ground.alike(kind.at)
        for step in kind.edges.values():
            if not _ahead(step):
                continue
            there = ground.at_any(cells, step)
            here, there = cells[there >= 0], there[there >= 0]
            numbers = np.arange(len(names), len(names) + len(here))
            edges[step][here] = numbers
            edges[tuple(-x for x in step)][there] = numbers
            names += [f"{_spell(ground.cells[k])}~{_spell(step)}" for k in here.tolist()]
    return edges, names


def _ahead(step: Vector) -> bool:
    return step[::-1] > (0,) * len(step)


class _Crossing:
    """Sticks that may not cross, as secondary items.

    Sticks a, b, c, d meet at a point in this cyclic order.  Two pieces cross there if one has a and
    c and the other b and d; merely touching is no crossing.  So every four sticks round a point
    make an item, which a placement takes if it has both of one of the two pairs.  At a point of the
    square grid that is one item, taken by whatever runs straight through.
    """

    def __init__(self, puzzle: Puzzle, ground: BoardCells) -> None:
        self._lattice, self._places = puzzle.lattice, ground.places
        self._numbers: dict[tuple[Vector, int], int] = {}  # by point, and four of sticks

    @property
    def names(self) -> list[str]:
        """The names of the items that occurred in entries."""
        return [f"x{_spell(point)}/{quad}" for point, quad in self._numbers]

    def entries(self, block: Block, _: Numbers) -> Entries:
        """The entries for all placements of a block."""
        columns = []
        for point, quad in self._crossings(block.orientation):
            step = minus(point, block.orientation.cells[0])
            points = map(tuple, (self._places[block.anchors] + np.array(step)).tolist())
            columns.append(
                [self._numbers.setdefault((p, quad), len(self._numbers)) for p in points]
            )
        items = np.array(columns, dtype=np.int64).reshape(len(columns), len(block)).T
        return items, np.zeros_like(items)

    def _crossings(self, orientation: Orientation) -> Iterator[tuple[Vector, int]]:
        """The points, and the fours of sticks round them, of which a piece has a crossing pair."""
        own = set(orientation.cells)
        for point, around in self._lattice.meeting_points(orientation.cells).items():
            for quad, (a, b, c, d) in enumerate(combinations(around, 4)):
                if {a, c} <= own or {b, d} <= own:
                    yield point, quad
