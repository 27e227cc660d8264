"""The search for polygons: one corner of the region after the other.

Its covers are options (corners of pieces) in the order in which they are put into corners of the
region, and where that is, is told by the items.  Otherwise it is a search like that of any engine,
and keeps the same promises.
"""

import math
import time
from collections.abc import Iterator, Sequence

import numpy as np

from tilewright import _core
from tilewright.cover import Subtree
from tilewright.engines import Batch, Counters, SearchOptions, require_one_of
from tilewright.engines.contract import NO_COVERS
from tilewright.engines.native import SLICE_SECONDS, NativeSearch, thread_count
from tilewright.errors import TilewrightError
from tilewright.polygons.model.arrangements import Arrangements
from tilewright.polygons.model.congruence import puzzle_size
from tilewright.polygons.model.solution import PlacedPolygon
from tilewright.polygons.search.jigsaw import Jigsaw, JigsawError

STRATEGIES = ("fewest", "lynning")
SAME = 5e-9  # of the size: places that differ by less are one
CLEAR = 4  # sizes differ by this many tolerances, or by less than one over this


class CornerSearch(NativeSearch[Jigsaw]):
    """A search for the solutions of a jigsaw; see `tilewright.engines.Search`.

    With `memo`, regions that were met before, up to congruence, and could not be filled, are not
    searched again; the counters then depend on where the search began.  `strategy` is "fewest",
    or "lynning" for that of 1974.  A `hasty` search may overlook solutions of large puzzles.
    """

    def __init__(
        self,
        problem: Jigsaw,
        options: SearchOptions | None = None,
        start: Subtree | None = None,
        *,
        collect: bool = True,
        memo: bool = False,
        strategy: str = "fewest",
        hasty: bool = False,
    ) -> None:
        require_one_of("strategy", strategy, STRATEGIES)
        self._table = _core.PlacementTable(SAME * puzzle_size(problem.puzzle))
        self._memo, self._strategy, self._hasty = memo, strategy, hasty
        self._places: list[PlacedPolygon] = []  # the items of covers are numbers of these
        super().__init__(problem, options, start, collect=collect)

    def _begin(self, settings: _core.Settings) -> _core.Search:
        return _core.corner_search(
            self.problem.native,
            self._table,
            settings,
            lynning=self._strategy == "lynning",
            memo=self._memo and thread_count(self._options) == 1,
            hasty=self._hasty,
        )

    def _only(self, cover: tuple[int, ...]) -> Subtree:
        return Subtree(cover)

    def placed(self, batch: Batch) -> Iterator[tuple[PlacedPolygon, ...]]:
        """The solutions of a batch, each piece with its own name."""
        return map(self.problem.named, self.arrangements([batch]))

    def arrangements(self, batches: Sequence[Batch]) -> Arrangements:
        """The solutions of all these batches; all pieces of a kind have the name of the first."""
        self._places += map(self.problem.placed, self._table.rows(len(self._places)))
        length = sum(len(kind.pieces) for kind in self.problem.kinds)
        items = [batch.items.astype(np.int64).reshape(-1, length) for batch in batches]
        rows = np.concatenate(items) if items else np.empty((0, length), dtype=np.int64)
        return Arrangements(tuple(self._places), rows)


class CountError(TilewrightError):
    """The solutions are too many to be counted, or two ways of counting do not agree."""


class CornerCount:
    """Counts the solutions of a jigsaw, and looks at no region twice, up to congruence.

    Iterate for signs of life, to the end or until `stop()`.  Nothing is left of it then but the
    whole: what it remembers of regions is no subtree.
    """

    def __init__(self, problem: Jigsaw, *, memo: bool = True, strategy: str = "fewest") -> None:
        require_one_of("strategy", strategy, STRATEGIES)
        self.problem = problem
        self.finished = self._stopped = False
        self._native = _core.CornerCount(problem.native, lynning=strategy == "lynning", memo=memo)

    def __iter__(self) -> Iterator[Batch]:
        """Empty batches, as signs of life.

        Raises JigsawError in the end if the count may be wrong.
        """
        try:
            while not (self.finished or self._stopped):
                self._count(SLICE_SECONDS)
                if not self.finished:
                    yield NO_COVERS
        finally:
            self._take_stop_back()
        if self.finished:
            self.require_clear()
            yield NO_COVERS

    @property
    def counters(self) -> Counters:
        """What has been done so far; updates are regions, and solutions are known in the end."""
        found = self.solutions if self.finished else 0
        return Counters((self.nodes,), (self.regions,), found)

    def remainder(self) -> list[Subtree]:
        """Everything, unless it is finished."""
        return [] if self.finished else [Subtree()]

    def run(self, max_seconds: float | None = None) -> bool:
        """Count to the end (True), or until the time is over, or until `stop()`."""
        deadline = math.inf if max_seconds is None else time.monotonic() + max_seconds
        try:
            while not (self.finished or self._stopped):
                if (left := deadline - time.monotonic()) <= 0:
                    break
                self._count(min(SLICE_SECONDS, left))
        finally:
            self._take_stop_back()
        return self.finished

    def _count(self, seconds: float) -> None:
        try:
            self.finished = self._native.run(seconds)
        except _core.ContractViolation as error:
            raise CountError(f"{error}: this puzzle has too many to be counted") from None

    def _take_stop_back(self) -> None:
        self._stopped = False
        self._native.go_on()

    def stop(self) -> None:
        """Make `run` or the iteration end soon; from any thread or a signal handler."""
        self._stopped = True
        self._native.stop()

    def require_clear(self) -> None:
        """Raise JigsawError if sizes were so close that the count may be wrong."""
        length, next_length, angle, next_angle = self._native.margins()
        for what, widest, closest, tolerance in (
            ("sides", length, next_length, self.problem.tolerance),
            ("angles", angle, next_angle, self.problem.angle_tolerance),
        ):
            if closest < CLEAR * tolerance or widest * CLEAR > tolerance:
                raise JigsawError(
                    f"{what} of what is left to fill differ by {closest:.2g}, and those that are "
                    f"taken for equal by {widest:.2g}: too close to be sure of the count"
                )

    @property
    def solutions(self) -> int:
        """All solutions, when it is finished."""
        return self._native.solutions()

    @property
    def nodes(self) -> int:
        """Pieces put somewhere."""
        return self._native.nodes()

    @property
    def regions(self) -> int:
        """Different regions that were met, up to congruence, each with the pieces left."""
        return self._native.regions()

    @property
    def fraction_explored(self) -> float:
        """Fraction explored of the tree, roughly: as if all branches weighed the same."""
        return self._native.explored()


def replay(
    jigsaw: Jigsaw, options: Sequence[int], *, strategy: str = "fewest", hasty: bool = False
) -> tuple[PlacedPolygon, ...]:
    """Where the pieces lie, if these options are chosen one after the other."""
    rows = _core.corner_replay(jigsaw.native, list(options), strategy == "lynning", hasty)
    return jigsaw.named([jigsaw.placed(row) for row in rows])
