"""The solutions of a polygon puzzle, each with its proof; and how many there are."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from tilewright.document.text import html_table, many
from tilewright.engines import OptionError, require_one_of
from tilewright.engines.contract import Deputy
from tilewright.engines.registry import AUTO
from tilewright.execution import Execution, Request, one_number
from tilewright.execution.job import certificate_of
from tilewright.execution.sieve import each
from tilewright.polygons.grid import choose_way
from tilewright.polygons.model.check import require_sound_polygons
from tilewright.polygons.model.congruence import Isometry, puzzle_symmetries
from tilewright.polygons.model.puzzle import PolygonPuzzle
from tilewright.polygons.model.solution import Certificate, PolygonSolution
from tilewright.polygons.search.corners import STRATEGIES, replay
from tilewright.polygons.search.jigsaw import EXACT, make_jigsaw
from tilewright.solving.measured import MeasuredSearch


class _Polygons(Deputy):
    """What is asked of a polygon puzzle: a plan that is carried out, or what is measured."""

    def __init__(
        self,
        puzzle: PolygonPuzzle,
        engine: str,
        strategy: str,
        tolerance: float | None,
        threads: int = 1,
        **asked: Any,
    ) -> None:
        require_sound_polygons(puzzle)
        puzzle.require_ways()
        require_one_of("strategy", strategy, STRATEGIES)
        if tolerance is not None and not 0 < tolerance <= 0.1:
            raise OptionError(
                f"tolerance is {tolerance}: expected a part of the size, such as 0.001"
            )
        self.puzzle = puzzle
        self.noisy = tolerance is not None or not puzzle.exact
        self.way = choose_way(puzzle, engine, noisy=self.noisy)
        options = {} if self.way.fit else {"strategy": strategy}
        request = Request.of((), options, engine=engine, **asked)
        self._current: Execution | MeasuredSearch
        if self.noisy:
            self._current = MeasuredSearch(puzzle, request, threads=threads, tolerance=tolerance)
        else:
            model = self.way.fit or make_jigsaw(puzzle)
            self._current = Execution(model, request, threads=threads)

    @property
    def _measured(self) -> MeasuredSearch | None:
        return self._current if isinstance(self._current, MeasuredSearch) else None

    @property
    def engine(self) -> str:
        """How it is searched."""
        return self.way.engine

    @property
    def tolerance(self) -> float | None:
        """At which tolerance solutions were found, or are looked for."""
        return self._measured.tolerance if self._measured else None

    @property
    def tried(self) -> list[float]:
        """Tolerances at which nothing was found."""
        return self._measured.tried if self._measured else []

    @property
    def tried_all(self) -> bool:
        """Was a noisy puzzle tried at all tolerances?"""
        return self._measured is not None and self._measured.tried_all

    @property
    def solutions(self) -> int:
        """Solutions known so far."""
        return self._current.solutions

    def stop(self) -> None:
        """Make the iteration end soon; may be called from any thread or a signal handler."""
        self._current.stop()


class PolygonSearch(_Polygons):
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
        engine: str = AUTO,
        strategy: str = STRATEGIES[0],
        threads: int = 1,
        tolerance: float | None = None,
        max_solutions: int | None = None,
        max_nodes: int | None = None,
        max_seconds: float | None = None,
    ) -> None:
        super().__init__(
            puzzle,
            engine,
            strategy,
            tolerance,
            threads,
            task="solve",
            up_to=up_to,
            max_solutions=max_solutions,
            max_nodes=max_nodes,
            max_seconds=max_seconds,
        )

    def __iter__(self) -> Iterator[list[PolygonSolution]]:
        return iter(self._measured) if self._measured else self._proved()

    def _proved(self) -> Iterator[list[PolygonSolution]]:
        assert isinstance(self._current, Execution)
        model, plan = self._current.model, self._current.plan
        for blocks in self._current.blocks():
            found = []
            for number, covers in blocks:
                stage = plan.stage(number)
                for cover in each(covers):
                    if stage.fit is not None:
                        placed = stage.fit.solution(cover).placed
                    else:
                        placed = replay(model, cover, **stage.options)  # type: ignore[arg-type]
                    found.append(PolygonSolution(self.puzzle, placed, certificate_of(stage)))
            yield found


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
        words = [many(self.solutions, "solution")]
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


class PolygonCounting(_Polygons):
    """Counts the solutions of a polygon puzzle.  Iterate to the end; `counts` is the answer.

    First they are counted without being listed, so that no region is searched twice.  Then, if
    there are not too many, all are listed, which must give the same number; certified; and sorted
    into classes.  With `up_to="nothing"` they are only counted; any other `up_to` says which one of
    the numbers of classes is wanted.  The other options are those of `PolygonSearch`.
    """

    def __init__(
        self,
        puzzle: PolygonPuzzle,
        *,
        engine: str = AUTO,
        strategy: str = STRATEGIES[0],
        tolerance: float | None = None,
        max_seconds: float | None = None,
        up_to: str | None = None,
    ) -> None:
        asked = one_number(up_to) | {"max_seconds": max_seconds}
        super().__init__(puzzle, engine, strategy, tolerance, **asked)
        self._residuals: list[float] = []  # of noisy solutions

    @property
    def motions(self) -> list[Isometry]:
        """The symmetries of the puzzle."""
        return puzzle_symmetries(self.puzzle)

    @property
    def regions(self) -> int:
        """Different regions that were met, up to congruence; 0 if none was remembered."""
        return 0 if self.noisy or self.way.fit else self.counters.updates

    @property
    def numbers(self) -> dict[str, int]:
        """How many solutions there are up to what, as far as that is asked for and known."""
        if not isinstance(self._current, MeasuredSearch):
            return self._current.numbers
        return {} if self.counts is None else {"nothing": self.counts.solutions}

    @property
    def total_known(self) -> bool:
        """Are all solutions counted, even if they are neither certified nor sorted yet?"""
        return not isinstance(self._current, MeasuredSearch) and self._current.total_known

    @property
    def counts(self) -> PolygonCounts | None:
        """The numbers, once everything is counted; those of a noisy puzzle at one tolerance."""
        if isinstance(self._current, MeasuredSearch):
            if self._residuals:
                certificate = Certificate("measured", max(self._residuals))
                return PolygonCounts(self.solutions, None, None, certificate, self.tolerance)
            none = PolygonCounts(0, None, None, None, max(self.tried, default=EXACT))
            return none if self.tried_all else None
        if not self.finished:
            return None
        certificate_ = next(filter(None, map(certificate_of, self._current.plan.stages)), None)
        numbers = self.numbers
        rotation, symmetry = numbers.get("rotation"), numbers.get("symmetry")
        return PolygonCounts(self.solutions, rotation, symmetry, certificate_)

    def run(self) -> PolygonCounts | None:
        """Count to the end; None if it was stopped, or the time was over."""
        for _ in self:
            pass
        return self.counts

    def __iter__(self) -> Iterator[None]:
        """Now and then, a sign of life."""
        if self._measured is None:
            for _ in self._current:
                yield
            return
        for batch in self._measured:
            self._residuals += [one.certificate.residual for one in batch if one.certificate]
            yield
