"""The solutions of a polygon puzzle, one for each class of symmetric ones, each with its proof.

Exact puzzles are searched to the end, if need be.  Puzzles with decimals are noisy: they may have
been measured, so that nothing fits exactly.  They are tried at one tolerance after the other, from
a tight to a loose one; if nothing is found, that says nothing about whether there is a solution.
What is found is refined, and refused if a gap or an overlap is wider than the tolerance.
"""

import time
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from tilewright.engines import Counters, OptionError, Search, SearchOptions, require_one_of
from tilewright.jigsaw.grid import GridFit
from tilewright.jigsaw.sorting import Sorter
from tilewright.jigsaw.ways import choose_way
from tilewright.polygons.certify import Certifier, NotCertified
from tilewright.polygons.check import require_sound_polygons
from tilewright.polygons.congruence import puzzle_size
from tilewright.polygons.jigsaw import EXACT, Jigsaw, JigsawError, make_jigsaw
from tilewright.polygons.puzzle import PolygonPuzzle
from tilewright.polygons.refine import refined, straightened
from tilewright.polygons.search import STRATEGIES, CornerCount, CornerSearch, CountError
from tilewright.polygons.solution import PlacedPolygon, PolygonSolution
from tilewright.solutions import UP_TO
from tilewright.solve import search as find_covers

if TYPE_CHECKING:
    from tilewright.errors import TilewrightError

__all__ = ["LADDER", "PolygonSearch"]

# Tolerances, as parts of the size.
LADDER = (1e-6, 1e-5, 1e-4, 2e-4, 5e-4, 1e-3, 2e-3, 3e-3, 5e-3, 7e-3, 1e-2, 1.5e-2, 2e-2, 3e-2)
RUNG_NODES = 100_000  # on each of them, by either strategy
MOST_REFUSED = 200  # arrangements on a rung: what is found there is wrong
HOPELESS = 4.0  # gaps and overlaps so many tolerances wide are not worth refining
REFINED = 3  # times, at most
TOUCHING = 1.5  # sides so many times the widest gap apart are taken for touching
HASTY_PIECES = 12  # puzzles with so many are first searched in haste, if one solution is wanted
HASTY_NODES = 20_000
SLICE = 0.2  # seconds between two looks at the time


class PolygonSearch:
    """A search for the solutions of a polygon puzzle.  Iterate to get them in batches.

    `up_to` says which solutions count as the same, as for any puzzle.  `engine` is "corners", the
    search itself; "grid", which makes an exact cover problem of puzzles whose corners are on a
    grid, and may miss solutions that are not; or "auto".  `strategy` is "fewest", or "lynning".
    `tolerance`, a part of the size, is for noisy puzzles: only that one is tried.

    Every solution given has a certificate.  `tolerance` then says at which one they were found, and
    `residual` of the certificate is at most that.  `tried_all` says that a noisy puzzle was tried
    at all tolerances that were asked for, and no limit cut that short.
    """

    def __init__(
        self,
        puzzle: PolygonPuzzle,
        *,
        up_to: str = "symmetry",
        engine: str = "auto",
        strategy: str = "fewest",
        threads: int = 1,
        tolerance: float | None = None,
        max_solutions: int | None = None,
        max_nodes: int | None = None,
        max_seconds: float | None = None,
    ) -> None:
        require_sound_polygons(puzzle)
        puzzle.require_ways()
        require_one_of("up_to", up_to, UP_TO)
        require_one_of("strategy", strategy, STRATEGIES)
        if tolerance is not None and not 0 < tolerance <= 0.1:
            raise OptionError(
                f"tolerance is {tolerance}: expected a part of the size, such as 0.001"
            )
        self.puzzle = puzzle
        self.tolerance = tolerance
        self.noisy = tolerance is not None or not puzzle.exact
        self.way = choose_way(puzzle, engine, noisy=self.noisy)
        self.solutions = 0
        self.finished = self.tried_all = False
        self.tried: list[float] = []  # tolerances at which nothing was found
        self._strategy = strategy
        self._options = SearchOptions(threads=threads, max_nodes=max_nodes)
        self._wanted, self._max_seconds = max_solutions, max_seconds
        self._up_to = up_to
        self._certifier = Certifier(puzzle)
        self._current: CornerSearch | Search | None = None
        self._done = Counters()
        self._stopped = False
        self._batches = self._search()

    @property
    def engine(self) -> str:
        """How it is searched."""
        return self.way.engine

    @property
    def counters(self) -> Counters:
        """What has been done so far."""
        return self._done + self._current.counters if self._current else self._done

    @property
    def explored(self) -> float:
        """Rough share of the search that lies behind."""
        if self.finished or self.tried_all:
            return 1.0
        return self._current.explored if self._current else 0.0

    def stop(self) -> None:
        """Make the iteration end soon; may be called from any thread or a signal handler."""
        self._stopped = True
        if self._current:
            self._current.stop()

    def __iter__(self) -> Iterator[list[PolygonSolution]]:
        return self._batches

    def _search(self) -> Iterator[list[PolygonSolution]]:
        self._deadline = None if self._max_seconds is None else time.monotonic() + self._max_seconds
        if self._wanted == 0:
            return
        if self.way.fit is not None:
            yield from self._on_grid(self.way.fit)
        elif self.noisy:
            yield from self._up_the_ladder()
        else:
            yield from self._exactly()

    def _exactly(self) -> Iterator[list[PolygonSolution]]:
        jigsaw = make_jigsaw(self.puzzle)
        sorter = self._sorter()
        hurries = (
            self._wanted == 1
            and self._strategy == "fewest"
            and self.puzzle.piece_count >= HASTY_PIECES
            and self._options.max_nodes is None
        )
        if hurries:
            options = replace(self._options, max_nodes=HASTY_NODES)
            yield from self._corners(CornerSearch(jigsaw, options, memo=True, hasty=True), sorter)
        if not self._ended():
            search = CornerSearch(jigsaw, self._limited(), memo=True, strategy=self._strategy)
            yield from self._corners(search, sorter)
            if search.finished and not self._has_enough():
                self.finished = self._sure_of_all(jigsaw, search.counters.solutions)

    def _sure_of_all(self, jigsaw: Jigsaw, found: int) -> bool:
        """Count as well, and look how close sizes were, before saying that these are all."""
        counting = CornerCount(jigsaw, strategy=self._strategy)
        while not counting.run(SLICE):
            if self._ended():
                return False
        counting.require_clear()
        if counting.solutions != found:
            raise CountError(
                f"{found} solutions were found and {counting.solutions} counted: please report "
                f"this puzzle"
            )
        return True

    def _up_the_ladder(self) -> Iterator[list[PolygonSolution]]:
        """At each tolerance, also by Lynning's rules: these give up less."""
        rungs: tuple[float | None, ...] = (None, *LADDER)
        if self.tolerance is not None:
            rungs = (self.tolerance,)
        refused: TilewrightError | None = None
        for rung in rungs:
            for strategy in dict.fromkeys((self._strategy, "lynning")):
                try:
                    jigsaw = make_jigsaw(self.puzzle, rung)
                    search = CornerSearch(jigsaw, self._limited(RUNG_NODES), strategy=strategy)
                except (JigsawError, OptionError) as error:
                    refused = error  # too close for a tight rung, too short for a loose one
                    break
                yield from self._measured(search, rung or EXACT)
                if self.solutions:
                    self.tolerance = rung or EXACT
                if self.solutions or self._ended():
                    return
            else:
                self.tried.append(rung or EXACT)
        if refused and not self.tried:
            raise refused
        self.tried_all = True

    def _measured(self, search: CornerSearch, rung: float) -> Iterator[list[PolygonSolution]]:
        """Those that a search finds, if gaps and overlaps are no wider than the tolerance."""
        sorter = self._sorter(rung)
        refused = 0
        self._current = search
        for batch in () if self._stopped else search:
            found = []
            for placed in search.placed(batch):
                if refused >= MOST_REFUSED or self._ended():
                    break
                solution = self._refined(placed, rung)
                if solution is None:
                    refused += 1
                elif sorter is None or sorter.is_new(solution.placed):
                    found.append(solution)
                    self.solutions += 1
            yield found
            if refused >= MOST_REFUSED or self._ended():
                break
        self._done += search.counters
        self._current = None

    def _refined(self, placed: tuple[PlacedPolygon, ...], rung: float) -> PolygonSolution | None:
        """The solution near an arrangement; None if it only seemed to fit."""
        size = puzzle_size(self.puzzle)
        placed = straightened(self.puzzle, placed)
        try:
            certificate = self._certifier.certificate(placed)
            for _ in range(REFINED if 0 < certificate.residual <= HOPELESS * rung else 0):
                better = refined(self.puzzle, placed, TOUCHING * certificate.residual * size)
                narrower = self._certifier.certificate(better)
                if narrower.residual >= certificate.residual:
                    break
                placed, certificate = better, narrower
        except NotCertified:
            return None
        if certificate.residual > rung:
            return None
        return PolygonSolution(self.puzzle, placed, certificate)

    def _corners(
        self, search: CornerSearch, sorter: Sorter | None
    ) -> Iterator[list[PolygonSolution]]:
        self._current = search
        if self._stopped:
            return
        for batch in search:
            yield self._proved([p for p in search.placed(batch) if not sorter or sorter.is_new(p)])
            if self._ended():
                break
        self._done += search.counters
        self._current = None

    def _on_grid(self, fit: GridFit) -> Iterator[list[PolygonSolution]]:
        sorter = self._sorter()
        search = find_covers(fit.problem, **self._limits_on_grid())
        self._current = search
        for batch in search:
            found = [fit.solution(cover).placed for cover in batch if fit.is_solution(cover)]
            yield self._proved([p for p in found if sorter is None or sorter.is_new(p)])
            if self._ended():
                break
        self.finished = search.finished and not self._has_enough()
        self._done += search.counters
        self._current = None

    def _limits_on_grid(self) -> dict[str, Any]:
        options = self._limited()
        return {
            "threads": options.threads,
            "max_nodes": options.max_nodes,
            "max_seconds": options.max_seconds,
        }

    def _sorter(self, tolerance: float = 0.0) -> Sorter | None:
        """None if one solution is wanted: that is new."""
        return None if self._wanted == 1 else Sorter(self.puzzle, self._up_to, tolerance)

    def _proved(self, found: list[tuple[PlacedPolygon, ...]]) -> list[PolygonSolution]:
        if self._wanted is not None:
            found = found[: self._wanted - self.solutions]
        proved = [PolygonSolution(self.puzzle, p, self._certifier.certificate(p)) for p in found]
        self.solutions += len(proved)
        return proved

    def _limited(self, nodes: int | None = None) -> SearchOptions:
        """The options with what is left of the nodes, at most so many, and of the time."""
        left = [] if nodes is None else [nodes]
        if self._options.max_nodes is not None:
            left.append(max(0, self._options.max_nodes - self._done.nodes))
        seconds = None if self._deadline is None else max(0.0, self._deadline - time.monotonic())
        wanted = 1 if self._wanted == 1 and not self.noisy else None
        return replace(
            self._options,
            max_nodes=min(left, default=None),
            max_seconds=seconds,
            max_solutions=wanted,
        )

    def _has_enough(self) -> bool:
        return self._wanted is not None and self.solutions >= self._wanted

    def _ended(self) -> bool:
        late = self._deadline is not None and time.monotonic() >= self._deadline
        most = self._options.max_nodes
        spent = self.noisy and most is not None and self.counters.nodes >= most
        return self._stopped or late or spent or self._has_enough()
