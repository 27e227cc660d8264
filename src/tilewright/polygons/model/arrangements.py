"""Many solutions in little space: each placement that occurs is there once, and has a number."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from tilewright.errors import TilewrightError
from tilewright.polygons.model.puzzle import Numbers
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
        length = len(solutions[0]) if solutions else 0
        for i, solution in enumerate(solutions):
            if len(solution) != length:
                raise ArrangementError(
                    f"solution {i} has {len(solution)} pieces, solution 0 has {length}: "
                    "expected as many"
                )
        every = [one for placed in solutions for one in placed]
        number = {name: k for k, name in enumerate(dict.fromkeys(one.piece for one in every))}
        motions = np.array([(one.cos, one.sin, one.dx, one.dy) for one in every]).reshape(-1, 4)
        if not np.isfinite(motions).all():
            bad = int(np.argwhere(~np.isfinite(motions))[0][0]) // length
            raise ArrangementError(f"solution {bad} has a piece at no finite place")
        keys = np.empty((len(every), 5), dtype=np.int64)
        keys[:, 0] = [2 * number[one.piece] + one.flipped for one in every]
        with np.errstate(over="ignore"):
            steps = motions / np.array([NEAR, NEAR, NEAR * size, NEAR * size])
            keys[:, 1:] = np.clip(np.rint(steps), -FAR, FAR)
        first, numbers = _distinct(keys)
        table = tuple(every[k] for k in first.tolist())
        return cls(table, numbers.reshape(len(solutions), length))

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
