"""A puzzle: a board, pieces, and the rules between them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import pairwise
from types import MappingProxyType
from typing import Any

from tilewright.document.brief import MOST, brief_repr, many, shortened
from tilewright.errors import refuse_text
from tilewright.lattice import Cell, Lattice
from tilewright.puzzle.piece import PLAIN, Count, Piece, PuzzleError, motion_of_word, whole_cells

__all__ = ["NOTHING", "PLAIN", "Board", "Fixed", "Marks", "Puzzle"]

NOTHING = "nothing"  # what a half-edge faces outside the board, or at a cell left empty


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
        """The same puzzle, with so many pieces left over."""
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
