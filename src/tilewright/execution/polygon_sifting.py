"""Which of the solutions of polygons count that a job finds: each of them is proved first."""

from threading import Lock
from typing import TYPE_CHECKING, Any, cast
from weakref import WeakKeyDictionary

import numpy as np
import numpy.typing as npt

from tilewright.cover import ExactCover, Subtree
from tilewright.engines import Batch, Search, SearchOptions, SeveralSearches
from tilewright.execution.job import CoverSifting, Starts
from tilewright.execution.plan import Stage
from tilewright.execution.polygon_sieve import PlaceSieve
from tilewright.execution.sieve import Covers
from tilewright.polygons.model.arrangements import Arrangements
from tilewright.polygons.model.congruence import puzzle_size
from tilewright.polygons.model.puzzle import PolygonPuzzle
from tilewright.polygons.model.solution import Certificate
from tilewright.polygons.search.corners import CornerCount, CornerSearch
from tilewright.polygons.search.jigsaw import Jigsaw

if TYPE_CHECKING:
    from tilewright.polygons.exact.certify import Certifier
    from tilewright.polygons.grid.fit import GridFit


_CERTIFYING = Lock()  # the precision of balls is one for all threads
_CERTIFIERS: "WeakKeyDictionary[Stage, Certifier]" = WeakKeyDictionary()
_CERTIFICATES: "WeakKeyDictionary[Stage, Certificate]" = WeakKeyDictionary()


def certificate_of(stage: Stage) -> Certificate | None:
    """What holds for all solutions of a stage that were found here; None if there are none."""
    return _CERTIFICATES.get(stage)


class _PolygonSifting:
    """Solutions are proved before they count.  What is known of places is kept with the stage."""

    def __init__(self, stage: Stage, puzzle: PolygonPuzzle) -> None:
        self._stage, self._puzzle = stage, puzzle
        self.tallies = [0] * len(stage.tallies)

    def passes(self, found: Arrangements) -> npt.NDArray[np.bool_]:
        """Which of these count.  Raises NotCertified if something is not proved."""
        from tilewright.polygons.exact.certify import Certifier  # takes time to load

        stage = self._stage
        with _CERTIFYING:
            if stage not in _CERTIFIERS:
                _CERTIFIERS[stage] = Certifier(self._puzzle)
            _CERTIFICATES[stage] = _CERTIFIERS[stage].certify_many(found)
        for k, tally in enumerate(stage.tallies):
            self.tallies[k] += int(cast("PlaceSieve", tally).passes(found).sum())
        if isinstance(stage.sieve, PlaceSieve):
            return stage.sieve.passes(found)
        return np.ones(len(found), dtype=np.bool_)


class GridSifting(_PolygonSifting):
    """Covers of a grid, of which not all need be solutions."""

    def __init__(self, stage: Stage, problem: ExactCover, fit: "GridFit") -> None:
        super().__init__(stage, fit.puzzle)
        self._fit, self._covers = fit, CoverSifting(stage, problem)

    def search(self, starts: Starts, *, whole: bool = False, **options: Any) -> Search:
        """Begin to search these subtrees."""
        return self._covers.search(starts, whole=whole, **options)

    def sift(self, batch: Batch) -> Covers:
        """Those that count."""
        covers = [cover for cover in batch if self._fit.is_solution(cover)]
        if covers:
            placed = [self._fit.solution(cover).placed for cover in covers]
            found = Arrangements.of(placed, puzzle_size(self._puzzle))
            covers = [c for c, counts in zip(covers, self.passes(found), strict=True) if counts]
        options = np.array([option for cover in covers for option in cover], dtype=np.uint32)
        return options, np.cumsum([len(cover) for cover in covers], dtype=np.uint64)


class CornerSifting(_PolygonSifting):
    """Where pieces lie is known to the search that put them there, so none is put there again."""

    def __init__(self, stage: Stage, jigsaw: Jigsaw) -> None:
        super().__init__(stage, jigsaw.puzzle)
        self._jigsaw = jigsaw
        self._memo = False
        self._current: CornerSearch | None = None

    def search(self, starts: Starts, *, whole: bool = False, **options: Any) -> Search:
        """Begin to search these subtrees.

        A whole job remembers regions that cannot be filled.  Others do not: their counters would
        depend on how the work was cut.
        """
        self._memo = whole
        if not self._stage.collects:
            return cast("Search", CornerCount(self._jigsaw, **self._stage.options))
        how = SearchOptions(**options)
        if isinstance(starts, Subtree):
            return self._begin(self._jigsaw, how, starts, collect=True)
        # It hands the problem on, whatever that is.
        problem = cast("Any", self._jigsaw)
        return SeveralSearches(problem, starts, how, engine=self._begin, collect=True)

    def _begin(
        self, jigsaw: Jigsaw, options: SearchOptions, start: Subtree, *, collect: bool
    ) -> Search:
        how = {"memo": self._memo, **self._stage.options}
        self._current = CornerSearch(jigsaw, options, start, collect=collect, **how)
        return cast("Search", self._current)

    def sift(self, batch: Batch) -> Covers:
        """Those that count."""
        if not len(batch) or self._current is None:
            return np.array(batch.options), np.array(batch.ends)
        found = self._current.arrangements([batch])
        rows = np.array(batch.options).reshape(len(found), -1)[self.passes(found)]
        ends = np.arange(1, len(rows) + 1, dtype=np.uint64) * np.uint64(rows.shape[1])
        return rows.ravel(), ends
