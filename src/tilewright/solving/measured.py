"""Polygons with decimals: they may have been measured, so that nothing fits exactly.

They are tried at one tolerance after the other, from a tight to a loose one; if nothing is found,
that says nothing about whether there is a solution.  What is found is refined, and refused if a
gap or an overlap is wider than the tolerance.
"""

import math
import time
from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING

from tilewright.engines import Counters, OptionError, SearchOptions
from tilewright.execution import Request
from tilewright.execution.polygon_sieve import symmetry_group
from tilewright.polygons.exact.certify import Certifier
from tilewright.polygons.exact.prover import NotCertified
from tilewright.polygons.model.congruence import (
    corners_only,
    kind_images,
    kinds,
    puzzle_size,
)
from tilewright.polygons.model.puzzle import Floats, PolygonPuzzle
from tilewright.polygons.model.solution import PlacedPolygon, PolygonSolution
from tilewright.polygons.search.corners import CornerSearch
from tilewright.polygons.search.jigsaw import EXACT, JigsawError, make_jigsaw
from tilewright.polygons.search.refine import refined, straightened

if TYPE_CHECKING:
    from tilewright.errors import TilewrightError


# Tolerances, as parts of the size.
LADDER = (1e-6, 1e-5, 1e-4, 2e-4, 5e-4, 1e-3, 2e-3, 3e-3, 5e-3, 7e-3, 1e-2, 1.5e-2, 2e-2, 3e-2)
RUNG_NODES = 100_000  # on each of them, by either strategy
MOST_REFUSED = 200  # arrangements on a rung: what is found there is wrong
HOPELESS = 4.0  # gaps and overlaps N tolerances wide are not worth refining
REFINED = 3  # times, at most
TOUCHING = 1.5  # sides up to 1.5 times the widest gap apart are taken for touching


class MeasuredSearch:
    """A search for the solutions of a measured puzzle.  Iterate to get them in batches.

    `tolerance`, a part of the size, is the only one to be tried, if it is given; then it is the one
    at which solutions were found, and `residual` of their certificates is at most that.
    `tried_all` says that all tolerances were tried, and no limit cut that short.
    """

    finished = False  # a search of what is measured is never complete

    def __init__(
        self,
        puzzle: PolygonPuzzle,
        request: Request,
        *,
        threads: int = 1,
        tolerance: float | None = None,
    ) -> None:
        self.puzzle = puzzle
        self.tolerance = tolerance
        self.solutions = 0
        self.tried_all = False
        self.tried: list[float] = []  # tolerances at which nothing was found
        self._strategy = dict(request.options)["strategy"]
        # A measured board has no symmetries to speak of: then solutions are not counted by them.
        self._up_to = request.up_to if request.task == "solve" else "nothing"
        self._wanted, self._max_nodes = request.max_solutions, request.max_nodes
        self._max_seconds, self._threads = request.max_seconds, threads
        self._certifier = Certifier(puzzle)
        self._current: CornerSearch | None = None
        self._done = Counters()
        self._stopped = False
        self._deadline: float | None = None
        self._batches = self._up_the_ladder()

    @property
    def counters(self) -> Counters:
        """What has been done so far."""
        return self._done + self._current.counters if self._current else self._done

    @property
    def fraction_explored(self) -> float:
        """Fraction of the search that is explored, roughly."""
        if self.tried_all:
            return 1.0
        return self._current.fraction_explored if self._current else 0.0

    def stop(self) -> None:
        """Make the iteration end soon; may be called from any thread or a signal handler."""
        self._stopped = True
        if self._current:
            self._current.stop()

    def __iter__(self) -> Iterator[list[PolygonSolution]]:
        return self._batches

    def _up_the_ladder(self) -> Iterator[list[PolygonSolution]]:
        """At each tolerance, also by Lynning's rules: these give up less."""
        self._deadline = None if self._max_seconds is None else time.monotonic() + self._max_seconds
        if self._wanted == 0:
            return
        rungs = (None, *LADDER) if self.tolerance is None else (self.tolerance,)
        refused: TilewrightError | None = None
        for rung in rungs:
            for strategy in dict.fromkeys((self._strategy, "lynning")):
                try:
                    jigsaw = make_jigsaw(self.puzzle, rung)
                    search = CornerSearch(jigsaw, self._limited(), strategy=strategy)
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
        # If one solution is wanted, it is new.
        sorter = None if self._wanted == 1 else Sorter(self.puzzle, self._up_to, rung)
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

    def _limited(self) -> SearchOptions:
        """What is left of the nodes, at most RUNG_NODES, and of the time."""
        nodes = RUNG_NODES
        if self._max_nodes is not None:
            nodes = min(nodes, max(0, self._max_nodes - self._done.nodes))
        seconds = None if self._deadline is None else max(0.0, self._deadline - time.monotonic())
        return SearchOptions(threads=self._threads, max_nodes=nodes, max_seconds=seconds)

    def _ended(self) -> bool:
        late = self._deadline is not None and time.monotonic() >= self._deadline
        spent = self._max_nodes is not None and self.counters.nodes >= self._max_nodes
        enough = self._wanted is not None and self.solutions >= self._wanted
        return self._stopped or late or spent or enough


Place = tuple[int, ...]  # a kind, then numbers of the coordinates of the ends of sides, sorted
NEAR = 2e-8  # of the size: coordinates that differ by less are one


class Sorter:
    """Tells solutions apart, one after the other, up to some symmetries of their puzzle."""

    def __init__(self, puzzle: PolygonPuzzle, up_to: str, tolerance: float) -> None:
        self._motions = symmetry_group(puzzle, up_to)
        self._coordinates = _Coordinates(max(tolerance, NEAR) * puzzle_size(puzzle))
        alike = tolerance * puzzle_size(puzzle) if tolerance > NEAR else None
        names = [piece.name for piece in puzzle.pieces]
        self._kind = dict(zip(names, kinds(puzzle, alike), strict=True))
        self._images = [images or [] for images in kind_images(puzzle, self._motions, alike)]
        self._rings = {
            piece.name: [corners_only(ring) for ring in piece.shape.floats]
            for piece in puzzle.pieces
        }
        self._places: dict[PlacedPolygon, tuple[Place, ...]] = {}
        self._seen: set[tuple[Place, ...]] = set()

    def is_new(self, placed: tuple[PlacedPolygon, ...]) -> bool:
        """Has no solution like this been shown before?"""
        places = [self._of(one) for one in placed]
        least = min(tuple(sorted(p[k] for p in places)) for k in range(len(self._motions)))
        if least in self._seen:
            return False
        self._seen.add(least)
        return True

    def _of(self, one: PlacedPolygon) -> tuple[Place, ...]:
        """The place of a piece in each of the images of a solution."""
        if one not in self._places:
            rings = [one.motion.apply(ring) for ring in self._rings[one.piece]]
            kind = self._kind[one.piece]
            self._places[one] = tuple(
                (images[kind], *self._numbers([motion.apply(ring) for ring in rings]))
                for motion, images in zip(self._motions, self._images, strict=True)
            )
        return self._places[one]

    def _numbers(self, rings: list[Floats]) -> list[int]:
        """The sides, whichever way they run: corners alone do not tell how they are joined."""
        of = self._coordinates.of
        sides = []
        for ring in rings:
            points = [(of(x), of(y)) for x, y in ring]
            sides += [tuple(sorted(pair)) for pair in pairwise([*points, points[0]])]
        return [number for side in sorted(sides) for point in side for number in point]


class _Coordinates:
    """Numbers for coordinates, the same for those that differ by less than the tolerance."""

    def __init__(self, tolerance: float) -> None:
        self._tolerance = tolerance
        self._cells: dict[int, list[tuple[float, int]]] = {}
        self._count = 0

    def of(self, x: float) -> int:
        cell = math.floor(x / (2 * self._tolerance))
        for near in (cell, cell - 1, cell + 1):
            for value, number in self._cells.get(near, ()):
                if abs(value - x) <= self._tolerance:
                    return number
        self._count += 1
        self._cells.setdefault(cell, []).append((float(x), self._count))
        return self._count
