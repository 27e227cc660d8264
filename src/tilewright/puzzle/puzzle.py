"""A puzzle: a board, pieces, and the rules between them."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from itertools import pairwise
from operator import index
from types import MappingProxyType
from typing import Any, Literal, SupportsIndex, get_args

from tilewright.document.text import MOST, brief_repr, html_table, many, shortened
from tilewright.errors import TilewrightError, refuse_text
from tilewright.lattices import Cell, Lattice, Motion, Vector, plus

PLAIN = "plain"  # the mark of a half-edge that has none
NOTHING = "nothing"  # what a half-edge faces outside the board, or at a cell left empty
FARTHEST = 1 << 31  # coordinates are smaller
MOST_COPIES = 999_999_999  # of a piece

Sides = Literal["free", "one-sided", "fixed"]


class PuzzleError(TilewrightError, ValueError):
    """A puzzle contradicts itself, or asks for something that does not exist."""


def require_sides(sides: str) -> None:
    """Raise PuzzleError unless this says which forms count as the same."""
    if sides not in get_args(Sides):
        known = ", ".join(map(repr, get_args(Sides)))
        raise PuzzleError(f"sides is {sides!r}: expected one of {known}")


@dataclass(frozen=True, slots=True)
class Count:
    """How many of something: from `lo` to `hi`, where None means without limit.

    >>> [str(Count.of(given)) for given in (1, "2..5", "3..", "any")]
    ['1', '2..5', '3..', 'any']
    """

    lo: int = 1
    hi: int | None = 1

    def __post_init__(self) -> None:
        if self.lo < 0 or (self.hi is not None and self.hi < self.lo):
            raise PuzzleError(
                f"the count {self.lo}..{self.hi} is impossible: expected 0 <= least <= most"
            )

    @staticmethod
    def of(given: "int | str | Count") -> "Count":
        """From a number, or from text such as `2..5`, `3..` or `any`.

        What is given is limited; counts that are added up are not.
        """
        if isinstance(given, int) and not isinstance(given, bool) and given >= 0:
            given = Count(given, given)
        if isinstance(given, Count):
            if max(given.lo, given.hi or 0) > MOST_COPIES:
                raise PuzzleError(f"the count {given} is too large: at most {MOST_COPIES}")
            return given
        if given == "any":
            return Count(0, None)
        found = re.fullmatch(r"(\d{1,9})\s*+(?:(\.\.)\s*+(\d{1,9})?)?", str(given).strip())
        if not found:
            meant = _meant_range(str(given))
            expected = f'write "{meant}"' if meant else 'expected a number, "2..5", "3.." or "any"'
            raise PuzzleError(f"a count is {given!r:.60}: {expected}")
        lo = int(found[1])
        hi = int(found[3]) if found[3] else None if found[2] else lo
        return Count(lo, hi)

    def __str__(self) -> str:
        if self.hi is None:
            return f"{self.lo}.." if self.lo else "any"
        return str(self.lo) if self.lo == self.hi else f"{self.lo}..{self.hi}"

    def __add__(self, other: "Count") -> "Count":
        hi = None if self.hi is None or other.hi is None else self.hi + other.hi
        return Count(self.lo + other.lo, hi)


_NUMBER = r"\s*(\d{1,9})\s*"
_RANGES = {
    rf"[\[(]?{_NUMBER}(?:-|\u2013|\.\.+|…|,|:|to|or){_NUMBER}[\])]?": r"\1..\2",
    rf"(?:>=|≥|at least){_NUMBER}|{_NUMBER}(?:\+|-|…|or more)": r"\1\2..",
    rf"(?:<=|≤|at most|up to|\.\.){_NUMBER}": r"0..\1",
    r"\*|inf|infinite|unlimited|∞": "any",
}


def _meant_range(words: str) -> str:
    """A range as it is to be written, from the ways in which people write one; "" if unknown."""
    for spelt, meant in _RANGES.items():
        if found := re.fullmatch(spelt, words[:60], re.IGNORECASE):
            return found.expand(meant)
    return ""


def whole_cells(cells: Iterable[Iterable[SupportsIndex]], whose: str) -> tuple[Cell, ...]:
    """Cells as tuples of plain whole numbers."""
    try:
        whole = tuple(tuple(map(index, cell)) for cell in cells)
    except TypeError:
        raise PuzzleError(
            f"{whose} has the cells {cells!r:.60}: expected tuples of whole numbers, such as (0, 0)"
        ) from None
    coordinates = set().union(*whole)
    if coordinates and not -FARTHEST < min(coordinates) <= max(coordinates) < FARTHEST:
        far = next(cell for cell in whole if any(not -FARTHEST < x < FARTHEST for x in cell))
        raise PuzzleError(f"{whose} has the cell {far}, which is too far away")
    return whole


@dataclass(frozen=True, slots=True, order=True)
class EdgeMark:
    """A mark on the half-edge that leads from `cell` by `step` out of a piece."""

    cell: Cell
    step: Vector
    mark: str

    __repr__ = brief_repr


def at_home(
    lattice: Lattice, cells: Sequence[Cell], colours: Sequence[str], marks: Iterable[EdgeMark]
) -> tuple[tuple[Cell, ...], tuple[str, ...], tuple[EdgeMark, ...]]:
    """The same in reading order, moved so that the first cell is where its kind is at home."""
    order = sorted(range(len(cells)), key=lambda k: reading_order(cells[k]))
    step = lattice.home(cells[order[0]])
    return (
        tuple(plus(cells[k], step) for k in order),
        tuple(colours[k] for k in order) if colours else (),
        tuple(sorted(EdgeMark(plus(mark.cell, step), mark.step, mark.mark) for mark in marks)),
    )


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece.  `colours` has one entry per cell, or is empty; "" is no colour.

    A piece may be turned unless `turn` is false, and turned over (mirrored) if `flip` is true, or
    if it is None and the lattice is flat.  `motions` allows only these, each a word of the
    lattice's generators, such as "turn turn"; "" is the identity.
    """

    name: str
    cells: tuple[Cell, ...]
    count: Count = Count()
    colours: tuple[str, ...] = ()
    marks: tuple[EdgeMark, ...] = ()
    turn: bool = True
    flip: bool | None = None
    motions: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for name in ("colours", "marks", "motions"):
            refuse_text(getattr(self, name), f"{name} of piece {self.name!r:.60}", PuzzleError)
        given = {
            "cells": whole_cells(self.cells, f"piece {self.name!r}"),
            "count": Count.of(self.count),
            "colours": tuple(self.colours) if any(self.colours) else (),
            "marks": tuple(sorted(m for m in self.marks if m.mark != PLAIN)),
            "motions": tuple(self.motions),
        }
        for name, value in given.items():
            object.__setattr__(self, name, value)
        if not isinstance(self.name, str) or not self.name.strip() or not self.name.isprintable():
            raise PuzzleError(f"a piece is called {self.name!r}: expected a name that can be read")
        if not self.cells:
            raise PuzzleError(f"piece {self.name!r} has no cells: draw at least one")
        if len(set(self.cells)) < len(self.cells):
            raise PuzzleError(f"piece {self.name!r} has a cell twice: name each once")
        if self.colours and len(self.colours) != len(self.cells):
            raise PuzzleError(
                f"piece {self.name!r} has {len(self.colours)} colours for {len(self.cells)} cells"
            )

    def __repr__(self) -> str:
        cells = " ".join(f"({','.join(map(str, cell))})" for cell in self.cells[:40])
        many = "" if self.count == Count() else f", count {self.count}"
        return f"<Piece {shortened(self.name, 40)!r}{many}: {shortened(cells, 80)}>"

    def _repr_html_(self) -> str:
        # No picture: it takes the lattice to draw a piece, which only the puzzle knows.
        cells = " ".join(f"({', '.join(map(str, cell))})" for cell in self.cells[:200])
        return html_table(
            f"Piece {self.name}",
            {
                "count": str(self.count),
                "cells": self.size,
                "at": shortened(cells, 1000),
                "colours": shortened(" ".join(self.colours[:200]), 1000) or None,
                "marks": len(self.marks) or None,
            },
        )

    @property
    def size(self) -> int:
        """How many cells it has."""
        return len(self.cells)

    def at_home(self, lattice: Lattice) -> "Piece":
        """The same piece, cells in reading order, the first one where its kind is at home."""
        if lattice.core.stranger(self.cells) is not None:
            return self  # which is complained about elsewhere
        if self.cells[0] == lattice.kind_at(self.cells[0]).at and _in_order(self.cells):
            return self
        cells, colours, marks = at_home(lattice, self.cells, self.colours, self.marks)
        return replace(self, cells=cells, colours=colours, marks=marks)

    def times(self, count: "int | str | Count") -> "Piece":
        """The same piece, with another count."""
        return replace(self, count=Count.of(count))

    def colour_map(self) -> Mapping[Cell, str]:
        """The colour of each cell."""
        return dict(zip(self.cells, self.colours or ("",) * self.size, strict=True))

    def allowed_motions(self, lattice: Lattice) -> list[Motion]:
        """The motions by which this piece may be placed, apart from translations."""
        if self.motions:
            return [motion_of_word(lattice, word) for word in self.motions]
        if not self.turn:
            if self.flip:
                raise PuzzleError(
                    f"piece {self.name!r} may be flipped but not turned: say which flips, with "
                    f'motions = ["", …]'
                )
            return [lattice.motions[0]]
        flip = lattice.flat if self.flip is None else self.flip
        return [motion for motion in lattice.motions if flip or not motion.mirror]


def motion_of_word(lattice: Lattice, word: str) -> Motion:
    """The motion that a word of generators spells, applied from left to right."""
    motion = lattice.motions[0]
    for name in word.split():
        if name == "identity":
            continue
        if name not in lattice.generators:
            raise PuzzleError(
                f"motion {word!r}: {lattice.name} has no symmetry {name!r}; it has "
                f"{', '.join(lattice.generators)}"
            )
        motion = lattice.generators[name].after(motion)
    return motion


@dataclass(frozen=True, slots=True)
class Board:
    """Cells that must be filled, cells that may be, and the colours of some of them."""

    must: tuple[Cell, ...]
    may: tuple[Cell, ...] = ()
    colours: Mapping[Cell, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name in ("must", "may"):
            cells = sorted(whole_cells(getattr(self, name), "the board"), key=reading_order)
            for one, other in pairwise(cells):
                if one == other:
                    raise PuzzleError(f"the board has the cell {one} twice: name each once")
            object.__setattr__(self, name, tuple(cells))
        shared = set(self.must).intersection(self.may)
        if shared:
            raise PuzzleError(f"board cell {min(shared)} both must and may be filled: choose one")
        coloured = {tuple(c): colour for c, colour in self.colours.items() if colour}
        stray = set(coloured).difference(self.must, self.may)
        if stray:
            raise PuzzleError(f"cell {min(stray)} has a colour but is not on the board")
        object.__setattr__(self, "colours", MappingProxyType(dict(sorted(coloured.items()))))

    @property
    def cells(self) -> tuple[Cell, ...]:
        """All cells, in reading order."""
        if not self.may:
            return self.must
        return tuple(sorted((*self.must, *self.may), key=reading_order))

    def __repr__(self) -> str:
        may = f", {len(self.may):,} more may stay empty" if self.may else ""
        return f"<Board: {many(len(self.must), 'cell')} to fill{may}>"

    def __hash__(self) -> int:
        return hash((self.must, self.may, tuple(self.colours.items())))

    def __reduce__(self) -> tuple[object, ...]:
        return Board, (self.must, self.may, dict(self.colours))


def _in_order(cells: Sequence[Cell]) -> bool:
    return all(one[::-1] < other[::-1] for one, other in pairwise(cells))


def reading_order(cell: Cell) -> Cell:
    """Sorts cells layer by layer, row by row; moving all of them keeps their order."""
    return cell[::-1]


@dataclass(frozen=True, slots=True)
class Marks:
    """Which marks may face each other across an edge, and what the outside shows.

    Plain edges face plain edges and nothing; whatever else may face each other is listed.
    """

    fits: frozenset[tuple[str, str]] = frozenset()
    border: str = NOTHING

    __repr__ = brief_repr

    def __post_init__(self) -> None:
        for pair in self.fits:
            refuse_text(pair, "a pair of marks", PuzzleError)
        pairs = {(a, b) for a, b in self.fits} | {(PLAIN, PLAIN), (PLAIN, NOTHING)}
        pairs.add((NOTHING, NOTHING))
        object.__setattr__(self, "fits", frozenset(pairs | {(b, a) for a, b in pairs}))

    def fit(self, one: str, other: str) -> bool:
        """May these two face each other?"""
        return (one, other) in self.fits

    @property
    def names(self) -> set[str]:
        """All marks that the table knows."""
        return {mark for pair in self.fits for mark in pair} | {self.border}


@dataclass(frozen=True, slots=True)
class Fixed:
    """A piece whose place is given."""

    piece: str
    cells: tuple[Cell, ...]

    __repr__ = brief_repr

    def __post_init__(self) -> None:
        cells = sorted(whole_cells(self.cells, f"fixed piece {self.piece!r}"), key=reading_order)
        if not cells:
            raise PuzzleError(f"fixed piece {self.piece!r} has no cells: give those it lies on")
        object.__setattr__(self, "cells", tuple(cells))


@dataclass(frozen=True, slots=True)
class Puzzle:
    """Fill the board with the pieces.

    `spare` says how many pieces are left over; without it each piece is used as often as its
    count says.  `colour_fits` lists the pairs (board colour, piece colour) that go together;
    without it colours must be equal.  With `crossing` false, sticks of different pieces may not
    cross where they meet.  `derived` is for what others work out about it once: it never changes,
    so neither does that.
    """

    lattice: Lattice
    board: Board
    pieces: tuple[Piece, ...]
    spare: Count | None = None
    colour_fits: frozenset[tuple[str, str]] | None = None
    marks: Marks | None = None
    crossing: bool = True
    fixed: tuple[Fixed, ...] = ()
    title: str = ""
    about: str = ""
    source: str = ""
    derived: dict[str, Any] = field(default_factory=dict, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        refuse_text(self.pieces, "pieces", PuzzleError)
        pieces = tuple(piece.at_home(self.lattice) for piece in self.pieces)
        object.__setattr__(self, "pieces", pieces)
        if self.spare is not None:
            object.__setattr__(self, "spare", Count.of(self.spare))
        object.__setattr__(self, "fixed", tuple(self.fixed))
        names: set[str] = set()
        for piece in self.pieces:
            if piece.name in names:
                raise PuzzleError(
                    f"two pieces are called {piece.name!r}: give each its own name, or one a count"
                )
            names.add(piece.name)
        if self.marks is None and any(piece.marks for piece in self.pieces):
            object.__setattr__(self, "marks", Marks())

    def __reduce__(self) -> tuple[object, ...]:
        return Puzzle, tuple(getattr(self, part.name) for part in fields(self) if part.init)

    def __repr__(self) -> str:
        cells = many(len(self.board.must) + len(self.board.may), "cell")
        pieces = many(len(self.pieces), "piece")
        names = ", ".join(piece.name for piece in self.pieces[:MOST])
        called = f" {shortened(self.title, 60)!r}" if self.title else ""
        return shortened(f"<Puzzle{called}: {cells} of {self.lattice.name!r}, {pieces}: {names}>")

    def piece(self, name: str) -> Piece:
        """A piece by name."""
        for piece in self.pieces:
            if piece.name == name:
                return piece
        raise PuzzleError(
            f"there is no piece {name!r}; there are {', '.join(p.name for p in self.pieces)}"
        )

    def with_pieces(self, pieces: Iterable[Piece]) -> "Puzzle":
        """The same puzzle with more pieces."""
        return replace(self, pieces=(*self.pieces, *pieces))

    def without_pieces(self, *names: str) -> "Puzzle":
        """The same puzzle without these pieces."""
        for name in names:
            self.piece(name)  # which has to be there
        return replace(self, pieces=tuple(p for p in self.pieces if p.name not in names))

    def with_fixed(self, piece: str, cells: Iterable[Cell]) -> "Puzzle":
        """The same puzzle with one piece put in its place."""
        return replace(self, fixed=(*self.fixed, Fixed(piece, tuple(cells))))

    def with_spare(self, spare: int | str | Count) -> "Puzzle":
        """The same puzzle, with this number of pieces left over."""
        return replace(self, spare=Count.of(spare))

    def without_flips(self) -> "Puzzle":
        """The same puzzle, with pieces that may not be turned over."""
        pieces = []
        for piece in self.pieces:
            kept = [w for w in piece.motions if not motion_of_word(self.lattice, w).mirror]
            if piece.motions and not kept:
                raise PuzzleError(f"piece {piece.name!r} may only be placed turned over")
            pieces.append(replace(piece, flip=False, motions=tuple(kept)))
        return replace(self, pieces=tuple(pieces))
