"""What an exact cover problem is made of: items, options, and what may be known of its geometry."""

from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from tilewright.document.text import brief_repr
from tilewright.errors import TilewrightError

MOST_ITEMS = 2**31 - 1
MOST_ENTRIES = 2**32 - 2**24  # native node numbers have 32 bits
MOST_USES = 2**31 - 1
MOST_COST = 2**53


class CoverProblemError(TilewrightError, ValueError):
    """An exact cover problem contradicts itself."""


@dataclass(frozen=True, slots=True)
class Item:
    """Something to be covered at least `lo` and at most `hi` times.

    A secondary item may be covered at most once, or by several options that give it the same
    colour; its bounds are 0..1.
    """

    name: Hashable
    lo: int = 1
    hi: int = 1
    secondary: bool = False

    __repr__ = brief_repr

    def __post_init__(self) -> None:
        if not all(isinstance(bound, (int, np.integer)) for bound in (self.lo, self.hi)):
            raise CoverProblemError(
                f"item {self.name!r} has bounds {self.lo}..{self.hi}: expected whole numbers"
            )
        if self.secondary and (self.lo, self.hi) != (0, 1):
            raise CoverProblemError(
                f"secondary item {self.name!r} has bounds {self.lo}..{self.hi}: a secondary item "
                f"is covered at most once; make it primary to give it bounds"
            )
        if not 0 <= self.lo <= self.hi <= MOST_USES or self.hi == 0:
            raise CoverProblemError(
                f"item {self.name!r} has bounds {self.lo}..{self.hi}: expected "
                f"0 <= lo <= hi, and 1 <= hi <= {MOST_USES}"
            )


@dataclass(frozen=True, slots=True)
class Option:
    """One option, spelt out: items in the order given, each with its colour or None."""

    items: tuple[Any, ...]  # as they were named: hashable, and yours
    colours: tuple[Any, ...]
    cost: int
    label: Any

    def __str__(self) -> str:
        words = (
            str(item) if colour is None else f"{item}:{colour}"
            for item, colour in zip(self.items, self.colours, strict=True)
        )
        return " ".join(words)


@dataclass(frozen=True, eq=False)
class Regions:
    """Geometry as a hint to engines: it changes no cover, only how fast they are found.

    The first three arrays hold item numbers of one problem.  `cells` are the items that are places,
    `touching` has a row for each pair of cells that are neighbours, and `pieces` are the items
    that say which piece an option puts there.  No item is both, and an option has at most one
    piece; options without one may be used without end, as far as this hint is concerned.

    `points`, if given, has the integer coordinates of each cell, one row a cell: engines that
    sweep over the cells sort by them.

    The problem checks that the numbers fit.

    >>> Regions(cells=[0, 1, 2], touching=[(0, 1), (1, 2)], pieces=[3])
    <Regions: 3 cells, 2 pairs that touch, 1 pieces>
    """

    cells: npt.NDArray[np.uint32] = field(default_factory=lambda: np.empty(0, np.uint32))
    touching: npt.NDArray[np.uint32] = field(default_factory=lambda: np.empty((0, 2), np.uint32))
    pieces: npt.NDArray[np.uint32] = field(default_factory=lambda: np.empty(0, np.uint32))
    points: npt.NDArray[np.int64] = field(default_factory=lambda: np.empty((0, 0), np.int64))

    def __post_init__(self) -> None:
        for name in ("cells", "touching", "pieces"):
            object.__setattr__(self, name, _item_numbers(name, getattr(self, name)))
        items = np.concatenate([self.cells, self.pieces])
        numbers, times = np.unique(items, return_counts=True)
        if len(numbers) < len(items):
            twice = int(numbers[np.argmax(times)])
            raise CoverProblemError(
                f"item {twice} is named twice: each item is a cell, or a piece, or neither"
            )
        strangers = np.setdiff1d(self.touching, self.cells)
        if len(strangers):
            raise CoverProblemError(f"item {strangers[0]} touches another one, but is not a cell")
        object.__setattr__(self, "points", _coordinates(self.points, len(self.cells)))

    def __repr__(self) -> str:
        return (
            f"<Regions: {len(self.cells)} cells, {len(self.touching)} pairs that touch, "
            f"{len(self.pieces)} pieces>"
        )


def _item_numbers(name: str, array: npt.ArrayLike) -> npt.NDArray[np.uint32]:
    numbers = np.array(array)
    pairs = name == "touching"
    if not numbers.size:
        numbers = np.empty((0, 2) if pairs else 0, np.uint32)
    fits = numbers.ndim == 2 and numbers.shape[1] == 2 if pairs else numbers.ndim == 1
    if numbers.dtype.kind not in "iu" or not fits:
        wanted = "pairs of item numbers" if pairs else "item numbers"
        raise CoverProblemError(
            f"{name} has shape {numbers.shape}, {numbers.dtype}: expected {wanted}"
        )
    if numbers.size and not 0 <= numbers.min() <= numbers.max() < 2**32 - 1:
        raise CoverProblemError(
            f"{name} holds {numbers.min()}..{numbers.max()}: expected item numbers"
        )
    return _frozen(numbers, np.uint32)


def _coordinates(array: npt.ArrayLike, cells: int) -> npt.NDArray[np.int64]:
    points = np.array(array)
    if not points.size:
        points = np.empty((0, 0), np.int64)
    elif points.ndim != 2 or len(points) != cells or points.dtype.kind not in "iu":
        raise CoverProblemError(
            f"points has shape {points.shape}, {points.dtype}: expected a row of whole numbers "
            f"for each of the {cells} cells, or nothing"
        )
    return _frozen(points, np.int64)


def _frozen(array: npt.NDArray[Any], dtype: type[np.integer[Any]]) -> npt.NDArray[Any]:
    own = np.array(array, dtype=dtype, order="C")
    own.setflags(write=False)
    return own
