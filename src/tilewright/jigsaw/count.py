"""How many solutions a polygon puzzle has: all of them, up to rotation, and up to symmetry.

First they are counted without being listed, so that no region is searched twice.  Then, if there
are not too many, all are listed, which must give the same number; certified; and sorted into
classes.
"""

import math
import time
from collections.abc import Generator, Iterator
from dataclasses import dataclass
from functools import cached_property

from tilewright.document.html import html_table
from tilewright.engines import Batch, Counters, Search
from tilewright.jigsaw.search import PolygonSearch
from tilewright.jigsaw.ways import choose_way
from tilewright.polygons.arrangements import Arrangements
from tilewright.polygons.certify import Certifier
from tilewright.polygons.check import require_sound_polygons
from tilewright.polygons.classes import classify
from tilewright.polygons.congruence import Isometry, puzzle_size, puzzle_symmetries
from tilewright.polygons.jigsaw import EXACT, Jigsaw, make_jigsaw
from tilewright.polygons.puzzle import PolygonPuzzle
from tilewright.polygons.search import CornerCount, CornerSearch, CountError
from tilewright.polygons.solution import Certificate, PlacedPolygon
from tilewright.solve import search

__all__ = ["MOST_LISTED", "PolygonCounting", "PolygonCounts"]

MOST_LISTED = 300_000  # more solutions are only counted
SLICE = 0.2  # seconds between two signs of life
FIRST_SECONDS = 2.0  # for counting corner by corner what is on a grid


@dataclass(frozen=True, slots=True)
class PolygonCounts:
    """The numbers of solutions; None where there were too many to list them.

    `certificate` holds for all of them.  With `tolerance`, the puzzle is noisy, and these are the
    solutions found at that tolerance, a part of the size: there may be others, and they are not
    sorted by symmetry.
    """

    solutions: int
    up_to_rotation: int | None
    up_to_symmetry: int | None
    certificate: Certificate | None
    tolerance: float | None = None

    def __str__(self) -> str:
        words = [f"{self.solutions:,} solution{'' if self.solutions == 1 else 's'}"]
        if self.up_to_symmetry is not None:
            words += [
                f"{self.up_to_rotation:,} up to rotation",
                f"{self.up_to_symmetry:,} up to symmetry",
            ]
        if self.tolerance is not None:
            words.append(f"at tolerance {self.tolerance:g}")
        return ", ".join(words)

    def _repr_html_(self) -> str:
        return html_table(
            "",
            {
                "solutions": self.solutions,
                "up to rotation": self.up_to_rotation,
                "up to symmetry": self.up_to_symmetry,
                "at tolerance": self.tolerance,
            },
        )


class PolygonCounting:
    """Counts the solutions of a polygon puzzle.  Iterate to the end; `counts` is the answer.

    The options are those of `PolygonSearch`.  Without `list_all`, solutions are only counted.
    """

    def __init__(
        self,
        puzzle: PolygonPuzzle,
        *,
        engine: str = "auto",
        strategy: str = "fewest",
        tolerance: float | None = None,
        max_seconds: float | None = None,
        memo: bool = True,
        list_all: bool = True,
    ) -> None:
        require_sound_polygons(puzzle)
        puzzle.require_ways()
        self.puzzle = puzzle
        self.noisy = tolerance is not None or not puzzle.exact
        self.way = choose_way(puzzle, engine, noisy=self.noisy)
        self.counts: PolygonCounts | None = None
        self.regions = 0
        self._strategy, self._memo, self._list_all = strategy, memo, list_all
        self._tolerance, self._asked = tolerance, engine
        self._deadline = None if max_seconds is None else time.monotonic() + max_seconds
        self._current: CornerCount | CornerSearch | PolygonSearch | Search | None = None
        self._nodes = 0
        self._stopped = self._on_a_grid = False

    @cached_property
    def motions(self) -> list[Isometry]:
        """The symmetries of the puzzle."""
        return puzzle_symmetries(self.puzzle)

    @property
    def engine(self) -> str:
        """How it is counted."""
        return "grid" if self._on_a_grid else "corners"

    @property
    def solutions(self) -> int:
        """Solutions known so far."""
        if self.counts:
            return self.counts.solutions
        return getattr(self._current, "solutions", 0)

    @property
    def counters(self) -> Counters:
        """What has been done so far."""
        return Counters((self._nodes,))

    @property
    def explored(self) -> float:
        """Rough share of the search that lies behind."""
        return 1.0 if self.counts else self._current.explored if self._current else 0.0

    def stop(self) -> None:
        """Make the iteration end soon; may be called from any thread or a signal handler."""
        self._stopped = True
        if self._current:
            self._current.stop()

    def run(self) -> PolygonCounts | None:
        """Count to the end; None if it was stopped, or the time was over."""
        for _ in self:
            pass
        return self.counts

    def __iter__(self) -> Iterator[None]:
        """Now and then, a sign of life."""
        if self.noisy:
            yield from self._noisy()
        elif self.way.fit is None:
            yield from self._exactly()
        else:
            if self._asked != "grid":  # no region twice: that may be the faster way, or endless
                yield from self._exactly(FIRST_SECONDS)
            if self.counts is None and not self._ended():
                yield from self._on_grid()

    def _exactly(self, most: float = math.inf) -> Iterator[None]:
        """Corner by corner; give up counting after so many seconds."""
        jigsaw = make_jigsaw(self.puzzle)
        total = yield from self._counted(jigsaw, time.monotonic() + most)
        if total is None:
            return
        if not self._list_all or total > MOST_LISTED or total == 0:
            classes = None if total else 0
            self.counts = PolygonCounts(total, classes, classes, None)
            return
        arrangements = yield from self._listed(jigsaw)
        if arrangements is not None:
            self._settle(arrangements, total)

    def _counted(self, jigsaw: Jigsaw, until: float) -> Generator[None, None, int | None]:
        counting = CornerCount(jigsaw, memo=self._memo, strategy=self._strategy)
        self._current = counting
        while not self._ended() and time.monotonic() < until:
            done = counting.run(SLICE)
            self._nodes, self.regions = counting.nodes, counting.regions
            if done:
                counting.require_clear()
                return counting.solutions
            yield
        return None

    def _listed(self, jigsaw: Jigsaw) -> Generator[None, None, Arrangements | None]:
        search = CornerSearch(jigsaw, memo=True, strategy=self._strategy)
        self._current = search
        batches: list[Batch] = []
        for batch in search:
            if len(batch):
                batches.append(batch)
            if self._ended():
                return None
            yield
        return search.arrangements(batches)

    def _on_grid(self) -> Iterator[None]:
        fit = self.way.fit
        assert fit is not None
        self._on_a_grid = True
        total = None
        if fit.exact:  # every cover is a solution, so that they need not be listed to be counted
            covers = search(fit.problem, collect=False)
            self._current = covers
            for _ in covers:
                self._nodes = covers.counters.nodes
                if self._ended():
                    return
                yield
            total = covers.counters.solutions
            if total > MOST_LISTED or not self._list_all:
                self.counts = PolygonCounts(total, None, None, None)
                return
        found: list[tuple[PlacedPolygon, ...]] = []
        listing = search(fit.problem)
        self._current = listing
        for batch in listing:
            found += (fit.solution(cover).placed for cover in batch if fit.is_solution(cover))
            if self._ended():
                return
            yield
        number = len(found) if total is None else total
        self._settle(Arrangements.of(found, puzzle_size(self.puzzle)), number)

    def _settle(self, arrangements: Arrangements, total: int) -> None:
        classes = classify(self.puzzle, arrangements)
        if not len(arrangements.rows) == classes.different == total:
            raise CountError(
                f"{total} solutions were counted, {len(arrangements.rows)} listed and "
                f"{classes.different} of them are different: please report this puzzle"
            )
        certificate = Certifier(self.puzzle).certify_many(arrangements) if total else None
        self.counts = PolygonCounts(
            total, classes.up_to_rotation, classes.up_to_symmetry, certificate
        )

    def _noisy(self) -> Iterator[None]:
        """Those found at one tolerance.  A measured board has no symmetries to speak of."""
        search = PolygonSearch(
            self.puzzle, up_to="nothing", strategy=self._strategy, tolerance=self._tolerance
        )
        self._current = search
        found = []
        for batch in search:
            found += batch
            self._nodes = search.counters.nodes
            if self._ended():
                return
            yield
        certificate = None
        if found:
            worst = max(one.certificate.residual for one in found if one.certificate)
            certificate = Certificate("measured", worst)
        tolerance = search.tolerance if found else max(search.tried, default=EXACT)
        self.counts = PolygonCounts(len(found), None, None, certificate, tolerance)

    def _ended(self) -> bool:
        late = self._deadline is not None and time.monotonic() >= self._deadline
        return self._stopped or late
