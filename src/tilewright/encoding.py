"""From a puzzle to an exact cover problem, and from covers back to placements.

Items: each cell that must be filled, once; each piece as often as its count says; each cell that
may be filled, at most once.  Every further rule is items too (see `_Facing`, and below), so
that every engine obeys every rule while it searches.  Options, which the core writes: one per
placement, in the order of `Placements`, then one for each cell that is left empty where that has to
be said.

Sticks that may not cross are secondary items, too.  Sticks a, b, c, d meet at a point in this
cyclic order.  Two pieces cross there if one has a and c and the other b and d; merely touching is
no crossing.  So every four sticks round a point make an item, which a placement takes if it has
both of one of the two pairs.  At a point of the square grid that is one item, taken by whatever
runs straight through.
"""

from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from tilewright import _core
from tilewright.cover import CoverProblemError, ExactCover
from tilewright.cover.problem import fault_sentence
from tilewright.document.text import brief_repr
from tilewright.lattices import Vector
from tilewright.orientations import PieceType
from tilewright.placements import Numbers, Placements, place
from tilewright.puzzle import NOTHING, PLAIN, Puzzle, PuzzleError

NO_ITEM = 2**32 - 1  # for the core


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
        sizes = self.placements.sizes
        types = np.repeat(np.arange(len(sizes)), sizes)
        return np.concatenate((types, np.full(len(self.empty), -1))).astype(np.int32)


def encode(puzzle: Puzzle | Placements) -> Encoding:
    """The exact cover problem of a puzzle.

    >>> from tilewright.puzzle import box, make_puzzle
    >>> encode(make_puzzle("square", box(2, 2), {"I": "##", "J": "#\\n#"})).problem.option_count
    4
    """
    placements = puzzle if isinstance(puzzle, Placements) else place(puzzle)
    puzzle, ground = placements.puzzle, placements.ground
    facing = _Facing(puzzle, placements) if puzzle.marks else None
    may = [placements.cell_numbers[cell] for cell in puzzle.board.may]
    # Marks must know which cells are empty; then emptiness is an option of its own.
    empty = tuple(may) if facing else ()
    numbers = _number_items(placements, set() if empty else set(may))
    junctions = () if puzzle.crossing else puzzle.lattice.junctions
    try:
        core, colours, points, fours = placements.core.encode(
            lo=numbers.lo,
            hi=numbers.hi,
            secondary=numbers.count - len(numbers.lo),
            cells=numbers.cells,
            types=[NO_ITEM if item is None else item for item in numbers.pieces],
            total=numbers.total,
            fixed=[
                (int(placements.starts[block]) + row, item)
                for item, one in zip(numbers.fixed, puzzle.fixed, strict=True)
                for block, row in placements.fixed(one)
            ],
            items_of_edges=facing.width if facing else 0,
            shown=facing.shown if facing else [],
            plain=placements.signs.mark_numbers[PLAIN],
            empty=empty,
            junctions=[(j.at, j.sticks) for j in junctions],
        )
    except _core.ProblemFault as fault:
        raise CoverProblemError(fault_sentence(*fault.args)) from None

    def names() -> list[str]:
        crossings = (f"x{_spell(point)}/{k}" for point, k in zip(points, fours, strict=True))
        edges = facing.names() if facing else ()
        return numbers.names(ground.cells, (*edges, *crossings))

    problem = ExactCover.from_core(core, names, colours=[str(colour) for colour in colours])
    return Encoding(placements, problem, empty)


class _Numbering:
    """Items as they are numbered, primary ones first; None where there is no item."""

    def __init__(self, cells: int, types: int) -> None:
        self.lo: list[int] = []
        self.hi: list[int] = []
        self.cells = [NO_ITEM] * cells
        self.pieces: list[int | None] = [None] * types
        self.total: int | None = None
        self.fixed: list[int] = []
        self._names: list[str | int] = []  # what items want to be called, or the cells they are

    @property
    def count(self) -> int:
        """How many items there are."""
        return len(self._names)

    def primary(self, name: str | int, lo: int = 1, hi: int = 1) -> int:
        """The number of a new primary item."""
        self.lo.append(lo)
        self.hi.append(hi)
        return self.secondary(name)

    def secondary(self, name: str | int) -> int:
        """The number of a new secondary item."""
        self._names.append(name)
        return len(self._names) - 1

    def names(self, cells: Iterable[Vector], rules: Iterable[str]) -> list[str]:
        """The names of all items, those of further rules in the end."""
        fit = _Names().fit
        spelt = [fit(_spell(cell)) for cell in cells]
        wishes = (*self._names, *rules)
        return [spelt[name] if isinstance(name, int) else fit(name) for name in wishes]


def _number_items(placements: Placements, may: Container[int]) -> _Numbering:
    """Cells in reading order, pieces, their total, fixed pieces; then what is secondary.

    The cells in `may` are.
    """
    puzzle, types = placements.puzzle, placements.types
    cells = range(len(placements.ground.cells))
    numbers = _Numbering(len(cells), len(types))
    later = []
    for cell in cells:
        if cell in may:
            later.append(cell)
        else:
            numbers.cells[cell] = numbers.primary(cell)
    optional = []
    for k, (kind, bounds) in enumerate(zip(types, _piece_bounds(puzzle, types), strict=True)):
        # A placement on such cells only must have its piece for a primary item: nobody looks for
        # options that have none.
        if bounds == (0, 1) and len(later) < kind.size:
            optional.append(k)
        elif bounds is not None:
            numbers.pieces[k] = numbers.primary(kind.name, *bounds)
    in_all = _total_bounds(puzzle, types)
    if in_all is not None:
        numbers.total = numbers.primary("pieces", *in_all)
    numbers.fixed = [numbers.primary(f"fixed-{one.piece}") for one in puzzle.fixed]
    for cell in later:
        numbers.cells[cell] = numbers.secondary(cell)
    for k in optional:
        numbers.pieces[k] = numbers.secondary(types[k].name)
    return numbers


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

    def __init__(self, puzzle: Puzzle, placements: Placements) -> None:
        assert puzzle.marks is not None
        signs = placements.signs
        marks = sorted({*signs.marks, NOTHING} if puzzle.board.may else signs.marks)
        rows = {m: frozenset(n for n in marks if puzzle.marks.fit(m, n)) for m in marks}
        self._rows = sorted(set(rows.values()), key=sorted)
        self._row_of = {m: self._rows.index(rows[m]) for m in marks}
        self._coloured = sum(map(len, self._rows)) == len(frozenset().union(*self._rows))
        self.width = 1 if self._coloured else len(self._rows)  # items of an edge
        # What sides show, behind and ahead; in the end those where no piece is.
        sides = (*signs.marks, NOTHING) if puzzle.board.may else (*signs.marks, PLAIN)
        self.shown = [self._shown(mark, ahead=ahead) for mark in sides for ahead in (False, True)]
        self._ground = placements.ground

    def names(self) -> list[str]:
        """What the items of the edges want to be called."""
        edges = self._ground.core.edges()
        names = [f"{_spell(self._ground.cells[cell])}~{_spell(step)}" for cell, step in edges]
        if self._coloured:
            return names
        return [f"{name}/{k}" for name in names for k in range(self.width)]

    def _shown(self, mark: str, *, ahead: bool) -> list[tuple[int, int]]:
        """(row, colour) of each entry that a side makes.  Colours 1, 2, … stand for rows."""
        rows, own = self._rows, self._row_of[mark]
        if not self._coloured:
            others = [(k, 0) for k, row in enumerate(rows) if mark not in row]
            return [(own, 0)] if ahead else others
        if ahead:  # two more colours fit nothing
            return [(0, own + 1 if rows[own] else len(rows) + 1)]
        return [(0, next((k for k, row in enumerate(rows, 1) if mark in row), len(rows) + 2))]
