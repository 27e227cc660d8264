"""Which of the covers found count, where not all do.  It needs no memory of those before."""

from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from tilewright.solutions import Permutation

__all__ = ["Covers", "Sieve"]

# Covers as flat arrays: option numbers in order of choice, and where each cover ends.
Covers = tuple[npt.NDArray[np.uint32], npt.NDArray[np.uint64]]


@dataclass(frozen=True, eq=False)
class Sieve:
    """Lets some covers through.

    "least": those that are the least of their images, so one of each class of covers that the
    permutations map to each other.  "fixed": those that every permutation maps to itself.
    """

    kind: Literal["least", "fixed"]
    permutations: tuple[Permutation, ...]

    def through(self, covers: Covers) -> Covers:
        """The covers that count, in the same order.

        >>> swap = np.array([1, 0, 2], dtype=np.uint32)
        >>> covers = np.array([0, 2, 2, 1], np.uint32), np.array([2, 4], np.uint64)
        >>> Sieve("least", (swap,)).through(covers)[0].tolist()
        [0, 2]
        """
        options, ends = covers
        stops = ends.astype(np.int64)
        begins = np.concatenate(([0], stops[:-1]))
        lengths = stops - begins
        keep = np.zeros(len(ends), dtype=np.bool_)
        for length in np.unique(lengths).tolist():
            some = np.flatnonzero(lengths == length)
            rows = options[begins[some][:, None] + np.arange(length)]
            keep[some] = self._passes(rows)
        return options[np.repeat(keep, lengths)], np.cumsum(lengths[keep]).astype(np.uint64)

    def _passes(self, rows: npt.NDArray[np.uint32]) -> npt.NDArray[np.bool_]:
        own = np.sort(rows, axis=1)
        passes = np.ones(len(rows), dtype=np.bool_)
        for permutation in self.permutations:
            image = np.sort(permutation[rows].astype(own.dtype), axis=1)
            differs = image != own
            if self.kind == "fixed":
                passes &= ~differs.any(axis=1)
            elif rows.shape[1]:
                first = differs.argmax(axis=1)  # where they differ first, or 0
                line = np.arange(len(rows))
                passes &= image[line, first] >= own[line, first]
        return passes
