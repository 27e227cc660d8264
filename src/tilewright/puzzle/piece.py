"""Pieces: a shape, how many there are, how they may be moved, and what is marked on them."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from operator import index
from typing import SupportsIndex

from tilewright.document.brief import brief_repr, html_table, shortened
from tilewright.errors import TilewrightError, refuse_text
from tilewright.lattice import Cell, Lattice, Motion, Vector, plus

__all__ = ["PLAIN", "Count", "EdgeMark", "Piece", "PuzzleError"]

PLAIN = "plain"  # the mark of a half-edge that has none


FARTHEST = 1 << 31  # coordinates are smaller
MOST = 999_999_999  # of a piece


class PuzzleError(TilewrightError, ValueError):
    """A puzzle contradicts itself, or asks for something that does not exist."""


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
            if max(given.lo, given.hi or 0) > MOST:
                raise PuzzleError(f"the count {given} is too large: at most {MOST}")
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
    for cell in whole:
        if any(not -FARTHEST < x < FARTHEST for x in cell):
            raise PuzzleError(f"{whose} has the cell {cell}, which is too far away")
    return whole


@dataclass(frozen=True, slots=True, order=True)
class EdgeMark:
    """A mark on the half-edge that leads from `cell` by `step` out of a piece."""

    cell: Cell
    step: Vector
    mark: str

    __repr__ = brief_repr


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
        if any(len(c) != lattice.dimension or lattice.kind(c) is None for c in self.cells):
            return self  # which is complained about elsewhere
        order = sorted(range(self.size), key=lambda k: self.cells[k][::-1])
        home = lattice.home(self.cells[order[0]])

        def put(cell: Cell) -> Cell:
            return plus(cell, home)

        return replace(
            self,
            cells=tuple(put(self.cells[k]) for k in order),
            colours=tuple(self.colours[k] for k in order) if self.colours else (),
            marks=tuple(replace(mark, cell=put(mark.cell)) for mark in self.marks),
        )

    def times(self, count: "int | str | Count") -> "Piece":
        """The same piece, so many times."""
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
