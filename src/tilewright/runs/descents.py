"""Random descents in the tree of the search for polygons, as those of `tilewright.engines`.

The children of a node are what a search leaves that may go no deeper than the node.
"""

import random

import numpy as np
import numpy.typing as npt

from tilewright.cover import Subtree
from tilewright.engines import SearchOptions
from tilewright.polygons.jigsaw import Jigsaw
from tilewright.polygons.search import CornerSearch

__all__ = ["CornerDescents"]


class CornerDescents:
    """Random descents, one after the other.  On average, they say what the search would count."""

    def __init__(
        self, jigsaw: Jigsaw, start: Subtree, *, strategy: str = "fewest", seed: int = 0
    ) -> None:
        self._jigsaw, self._start, self._strategy = jigsaw, start, strategy
        self._chance = random.Random(seed)

    def descend(
        self, level: int | None = None
    ) -> tuple[npt.NDArray[np.float64], float, Subtree | None]:
        """The next descent, until so many options are chosen, or to its end.

        Gives nodes, updates and solutions above that place, how many it stands for, and what lies
        below: None if the descent ended.
        """
        above, weight, node = np.zeros(3), 1.0, self._start
        while True:
            limit = SearchOptions(max_levels=len(node.chosen))
            search = CornerSearch(self._jigsaw, limit, node, collect=False, strategy=self._strategy)
            counters = search.run()
            above += weight * np.array([counters.nodes, counters.updates, counters.solutions])
            children = search.rest()
            if not children:
                return above, weight, None
            weight *= len(children)
            node = self._chance.choice(children)
            if level is not None and len(node.chosen) >= level:
                return above, weight, node
