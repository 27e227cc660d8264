"""Many solutions in little space: each placement that occurs is there once, and has a number."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from tilewright.errors import TilewrightError
from tilewright.polygons.model.puzzle import Flags, Floats, Numbers
from tilewright.polygons.model.solution import PlacedPolygon

NEAR = 1e-9  # of the size: placements that differ by less are often one
FAR = 2.0**62  # steps; beyond, places are not told apart


class ArrangementError(TilewrightError, ValueError):
    """These are no solutions of one puzzle."""


@dataclass(frozen=True)
class Arrangements:
    """Solutions, one a row, as numbers of the placements in `table`.

    A placement may be there more than once, if the search did not come to the same doubles.
    """

    table: tuple[PlacedPolygon, ...]
    rows: Numbers

    @classmethod
    def of(cls, solutions: Sequence[Sequence[PlacedPolygon]], size: float = 1.0) -> "Arrangements":
        """From solutions that have the same number of pieces.

        >>> here = PlacedPolygon("a", False, 1.0, 0.0, 0.0, 0.0)
        >>> there = PlacedPolygon("a", False, 1.0, 0.0, 2.0, 0.0)
        >>> Arrangements.of([[here, there], [there, here]]).rows.tolist()
        [[0, 1], [1, 0]]
        """
        if not solutions:
            return cls((), np.empty((0, 0), dtype=np.int64))
        for i, solution in enumerate(solutions):
            if len(solution) != len(solutions[0]):
                raise ArrangementError(
                    f"solution {i} has {len(solution)} pieces, solution 0 has {len(solutions[0])}: "
                    "expected as many"
                )
        names = sorted({one.piece for solution in solutions for one in solution})
        number = {name: i for i, name in enumerate(names)}
        pieces = np.array([[number[one.piece] for one in placed] for placed in solutions], np.int64)
        flipped = np.array([[one.flipped for one in placed] for placed in solutions], np.bool_)
        motions = np.array(
            [[(one.cos, one.sin, one.dx, one.dy) for one in placed] for placed in solutions]
        )
        return cls.from_arrays(names, pieces, flipped, motions, size)

    @classmethod
    def from_arrays(
        cls,
        names: Sequence[str],
        pieces: npt.NDArray[np.integer],
        flipped: Flags,
        motions: Floats,
        size: float = 1.0,
    ) -> "Arrangements":
        """From arrays with a row for each solution; a motion is cos, sin, dx, dy."""
        if not np.isfinite(motions).all():
            bad = int(np.argwhere(~np.isfinite(motions))[0][0])
            raise ArrangementError(f"solution {bad} has a piece at no finite place")
        steps = np.array([NEAR, NEAR, NEAR * size, NEAR * size])
        keys = np.empty((pieces.size, 5), dtype=np.int64)
        keys[:, 0] = 2 * pieces.ravel() + flipped.ravel()
        with np.errstate(over="ignore"):
            keys[:, 1:] = np.clip(np.rint(motions.reshape(-1, 4) / steps), -FAR, FAR)
        first, numbers = _distinct(keys)
        table = tuple(
            PlacedPolygon(names[piece], bool(over), *motion)
            for piece, over, motion in zip(
                pieces.ravel()[first].tolist(),
                flipped.ravel()[first].tolist(),
                motions.reshape(-1, 4)[first].tolist(),
                strict=True,
            )
        )
        return cls(table, numbers.reshape(pieces.shape))

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[tuple[PlacedPolygon, ...]]:
        for row in self.rows.tolist():
            yield tuple(self.table[i] for i in row)


def _distinct(keys: Numbers) -> tuple[Numbers, Numbers]:
    """Where each different row is first, and which of them each row is; by first occurrence."""
    factors = np.random.default_rng(1).integers(1, 2**63, keys.shape[1], dtype=np.uint64) | 1
    mixed = (keys.astype(np.uint64) * factors).sum(axis=1, dtype=np.uint64)
    mixed ^= mixed >> np.uint64(31)
    _, first, which = np.unique(mixed, return_index=True, return_inverse=True)
    if not np.array_equal(keys[first][which], keys):  # two rows became one number
        _, first, which = np.unique(keys, axis=0, return_index=True, return_inverse=True)
    order = np.argsort(first)
    rank = np.empty(len(order), dtype=np.int64)
    rank[order] = np.arange(len(order))
    return first[order], rank[which.ravel()]
