"""What finished jobs tell about subtrees that are not finished: how large they are, by level."""

import math

import numpy as np
import numpy.typing as npt

ENOUGH = 5_000  # nodes of a level, before their average size says something


class Profile:
    """The average number of nodes below a node, by the number of options chosen there.

    Jobs are different parts of the tree, so how much the averages of jobs differ tells how far
    another part may be off.

    >>> profile = Profile()
    >>> for nodes in [(10, 10_000, 100_000), (10, 12_000, 150_000)]:
    ...     profile.add(nodes)
    >>> mean, error = profile.below(2)
    >>> round(mean, 2), round(error, 2)
    (11.36, 0.88)
    >>> profile.below(1) is None  # 20 nodes are too few
    True
    """

    def __init__(self) -> None:
        # Sums over jobs, by level: of nodes n there, of nodes m below, and of their products.
        self._sums: npt.NDArray[np.float64] = np.zeros((5, 0))

    def add(self, nodes_per_level: tuple[int, ...]) -> None:
        """One more job is done."""
        nodes = np.array(nodes_per_level, dtype=np.float64)
        levels = len(nodes)
        if levels > self._sums.shape[1]:
            wider = np.zeros((5, levels))
            wider[:, : self._sums.shape[1]] = self._sums
            self._sums = wider
        below = np.concatenate((np.cumsum(nodes[::-1])[::-1][1:], [0.0])) if levels else nodes
        self._sums[:, :levels] += (nodes, below, nodes**2, nodes * below, below**2)

    def known_from(self, level: int) -> int | None:
        """The first level from this one on of which enough is known; None if there is none."""
        return next((k for k in range(level, self._sums.shape[1] + 1) if self.below(k)), None)

    def below(self, level: int) -> tuple[float, float] | None:
        """The nodes below a node with so many options chosen, on average, and the error of that.

        None if too little is known.
        """
        if not 1 <= level <= self._sums.shape[1]:
            return None
        n, m, nn, nm, mm = self._sums[:, level - 1].tolist()
        if n < ENOUGH:
            return None
        mean = m / n
        squares = mm - 2 * mean * nm + mean**2 * nn
        return mean, math.sqrt(max(0.0, squares)) / n
