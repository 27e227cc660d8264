"""Which items of a problem are cells, which cells touch, and which items are pieces."""

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from tilewright.errors import TilewrightError

__all__ = ["Regions", "RegionsError"]


class RegionsError(TilewrightError, ValueError):
    """Cells, pairs of cells and pieces do not fit together, or do not fit the problem."""


@dataclass(frozen=True, eq=False)
class Regions:
    """Geometry as a hint to engines: it changes no cover, only how fast they are found.

    The first three arrays hold item numbers of one problem.  `cells` are the items that are places,
    `touching` has a row for each pair of cells that are neighbours, and `pieces` are the items
    that say which piece an option puts there.  No item is both, and an option has at most one
    piece; options without one may be used without end, as far as this hint is concerned.

    `points`, if given, has the integer coordinates of each cell, one row a cell: engines that
    sweep over the cells sort by them.

    `ExactCover` checks that the numbers fit the problem.

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
        if len(np.unique(items)) != len(items):
            numbers, times = np.unique(items, return_counts=True)
            twice = int(numbers[np.argmax(times)])
            raise RegionsError(
                f"item {twice} is named twice: each item is a cell, or a piece, or neither"
            )
        strangers = np.setdiff1d(self.touching, self.cells)
        if len(strangers):
            raise RegionsError(f"item {strangers[0]} touches another one, but is not a cell")
        object.__setattr__(self, "points", _coordinates(self.points, len(self.cells)))

    def __repr__(self) -> str:
        return (
            f"<Regions: {len(self.cells)} cells, {len(self.touching)} pairs that touch, "
            f"{len(self.pieces)} pieces>"
        )

    def check_items(
        self, item_count: int, starts: npt.NDArray[np.uint64], entries: npt.NDArray[np.uint32]
    ) -> None:
        """Raise RegionsError unless the numbers fit a problem with these items and options."""
        for name, numbers in (("cells", self.cells), ("pieces", self.pieces)):
            if len(numbers) and numbers.max() >= item_count:
                raise RegionsError(
                    f"{name} of the regions name item {numbers.max()}: there are only "
                    f"{item_count} items, numbered from 0"
                )
        if len(starts) == 1:
            return
        is_piece = np.zeros(item_count, dtype=np.int64)
        is_piece[self.pieces] = 1
        pieces = np.add.reduceat(is_piece[entries], starts[:-1].astype(np.intp))
        if pieces.max() > 1:
            raise RegionsError(
                f"option {int(np.argmax(pieces > 1))} stands for several pieces: an option has "
                f"at most one"
            )


def _item_numbers(name: str, array: npt.ArrayLike) -> npt.NDArray[np.uint32]:
    numbers = np.array(array, order="C")
    pairs = name == "touching"
    if not numbers.size:
        numbers = np.empty((0, 2) if pairs else 0, np.uint32)
    fits = numbers.ndim == 2 and numbers.shape[1] == 2 if pairs else numbers.ndim == 1
    if numbers.dtype.kind not in "iu" or not fits:
        wanted = "pairs of item numbers" if pairs else "item numbers"
        raise RegionsError(f"{name} has shape {numbers.shape}, {numbers.dtype}: expected {wanted}")
    if numbers.size and not 0 <= numbers.min() <= numbers.max() < 2**32 - 1:
        raise RegionsError(f"{name} holds {numbers.min()}..{numbers.max()}: expected item numbers")
    own = numbers.astype(np.uint32)
    own.setflags(write=False)
    return own


def _coordinates(array: npt.ArrayLike, cells: int) -> npt.NDArray[np.int64]:
    points = np.array(array, order="C")
    if not points.size:
        points = np.empty((0, 0), np.int64)
    elif points.ndim != 2 or len(points) != cells or points.dtype.kind not in "iu":
        raise RegionsError(
            f"points has shape {points.shape}, {points.dtype}: expected a row of whole numbers "
            f"for each of the {cells} cells, or nothing"
        )
    own = points.astype(np.int64)
    own.setflags(write=False)
    return own
