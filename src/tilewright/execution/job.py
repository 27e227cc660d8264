"""A job: some subtrees of a stage, searched one after the other by one worker for a while.

What a worker gets and what it gives back are plain values, so that it may be a thread, a process or
another machine.  A job is never cut off in the middle of something: it gives back what it found and
the subtrees that are left, and by the laws of searches (`tilewright.engines.Search`) these two are
the whole, nothing twice, in order.

The jobs of a stage stand in the order of the search.  Each has a *place*, a list of numbers, and
lists are in order as words are.  When a job is done its remainder becomes one new job or several,
which stand right behind it and before whatever came next:

    one:      (..., x)  ->  (..., x + 1)
    several:  (..., x)  ->  (..., x + 1, 0), (..., x + 1, 2**40), (..., x + 1, 2 * 2**40), ...

so that between two jobs there is always room for more.
"""

import json
import struct
import zlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from threading import Lock
from typing import TYPE_CHECKING, Any, Protocol, cast
from weakref import WeakKeyDictionary

import numpy as np

from tilewright.cover import ExactCover, Subtree, SubtreeError
from tilewright.engines import (
    Batch,
    Counters,
    Search,
    SearchOptions,
    SeveralSearches,
    search_options,
)
from tilewright.engines.registry import begin_search
from tilewright.execution.device_progress import (
    CheckpointReporter,
    DeviceCheckpoint,
    Progress,
    SweepProgress,
)
from tilewright.execution.packing import inflated, pack
from tilewright.execution.plan import Stage
from tilewright.execution.polygon_sieve import Flags, PlaceSieve
from tilewright.execution.sieve import Covers, CoverSieve, Starts, Tally, flat, joined
from tilewright.polygons.model.arrangements import Arrangements
from tilewright.polygons.model.congruence import puzzle_size
from tilewright.polygons.model.puzzle import PolygonPuzzle
from tilewright.polygons.model.solution import Certificate
from tilewright.polygons.search.corners import CornerCount, CornerSearch
from tilewright.polygons.search.jigsaw import Jigsaw

if TYPE_CHECKING:
    from tilewright.polygons.exact.certify import Certifier
    from tilewright.polygons.grid.fit import GridFit

MOST_COVERS = 100_000  # after which a job ends that finds covers to store
MOST_BYTES = 1 << 27  # of the subtrees of a job: most have some thousand
ROOM = 1 << 40  # places between two jobs that are made at once
NUMBER = struct.Struct(">Q")  # places as bytes, which compare as the lists of numbers do
FIRST = NUMBER.pack(0)

_CERTIFYING = Lock()  # the precision of balls is one for all threads
_CERTIFIERS: "WeakKeyDictionary[Stage, Certifier]" = WeakKeyDictionary()
_CERTIFICATES: "WeakKeyDictionary[Stage, Certificate]" = WeakKeyDictionary()

Packed = bytes | tuple[Subtree, ...]  # subtrees as `pack_starts` gives them; as they are in memory


@dataclass(frozen=True, slots=True, order=True)
class Job:
    """Some subtrees to search; jobs sort in the order of the search."""

    stage: int
    place: bytes
    part: int
    id: int
    starts: Packed
    parent: int | None = None


def places_after(place: bytes, number: int) -> list[bytes]:
    """Places for N jobs right behind a job."""
    *_, last = NUMBER.iter_unpack(place)
    behind = place[: -NUMBER.size] + NUMBER.pack(last[0] + 1)
    if number == 1:
        return [behind]
    return [behind + NUMBER.pack(k * ROOM) for k in range(number)]


@dataclass(frozen=True, slots=True)
class JobOrder:
    """What a worker shall do: search these subtrees of a stage, within limits.

    With `nodes`, the job ends after exactly so many: that is how it can be done once more.
    `solutions` is how many covers it may find.  It resumes from the `checkpoint`, if there is one.
    """

    stage: int
    starts: Packed
    seconds: float | None = None
    nodes: int | None = None
    solutions: int | None = None
    threads: int = 1
    checkpoint: DeviceCheckpoint | None = None


@dataclass(frozen=True, slots=True)
class JobResult:
    """What a worker has done: the covers that count, in order, and what is left.

    `found` is how many count, `covers` are those to be stored.  `tallies` are those of the stage,
    if it has any.  A job that leaves all or nothing may have a `checkpoint`.
    """

    counters: Counters
    found: int
    covers: bytes
    rest: tuple[Subtree, ...]
    seconds: float
    worker: str
    tallies: tuple[int, ...] = ()
    checkpoint: DeviceCheckpoint | None = None


# Covers are those that a job gives out before it is done.
Report = JobResult | DeviceCheckpoint | SweepProgress | Covers


class Workers(Protocol):
    """Takes jobs, and gives back what was done.  A worker that dies costs time, not answers."""

    name: str

    def capacity(self) -> int:
        """How many jobs can be worked on at a time; it may change."""

    def seconds(self) -> float | None:
        """How long a job should take: long against the cost of handing it over; None for ever."""

    def submit(self, ticket: int, order: JobOrder) -> None:
        """Have a job done; the ticket comes back with what is reported."""

    def reports(self, seconds: float) -> Sequence[tuple[int, Report]]:
        """What was done meanwhile, or how far a job is; waits at most so long for something."""

    def stop(self) -> None:
        """Have all jobs end soon, wherever they are."""

    def close(self) -> None:
        """No more jobs.  What is still being done is lost."""


class CoverSifting:
    """What a job does: it begins searches, and says of what they find what counts."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self.tallies = [0] * len(stage.tallies)

    def search(self, starts: Starts, *, whole: bool = False, **options: Any) -> Search:
        """Begin to search these subtrees; a whole job may change its engine, if that was chosen."""
        stage, checkpoint = self._stage, options.pop("checkpoint", None)
        problem = cast("ExactCover", stage.problem)
        return begin_search(
            problem,
            search_options(problem, **options, **stage.options),
            starts,
            (stage.choice if whole else None) or stage.engine,
            collect=stage.collects,
            weights=stage.weights,
            checkpoint=checkpoint,
        )

    def sift(self, batch: Batch) -> Covers:
        """The covers that count, of those that the search has just found."""
        # The arrays are the core's, which writes over them later.
        covers = np.array(batch.options), np.array(batch.ends)
        if not len(batch):
            return covers
        if self._stage.sieve is not None:
            covers = cast("CoverSieve", self._stage.sieve).through(covers)
        for k, tally in enumerate(self._stage.tallies):
            self.tallies[k] += cast("Tally", tally).of(covers)
        return covers


def certificate_of(stage: Stage) -> Certificate | None:
    """What holds for all solutions of a stage that were found here; None if there are none."""
    return _CERTIFICATES.get(stage)


class _PolygonSifting(CoverSifting):
    """Solutions are proved before they count.  What is known of places stays with the stage."""

    def __init__(self, stage: Stage, puzzle: PolygonPuzzle) -> None:
        super().__init__(stage)
        self._puzzle = puzzle

    def passes(self, found: Arrangements) -> Flags:
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

    def __init__(self, stage: Stage, fit: "GridFit") -> None:
        super().__init__(stage, fit.puzzle)
        self._fit = fit

    def sift(self, batch: Batch) -> Covers:
        """Those that count."""
        covers = [cover for cover in batch if self._fit.is_solution(cover)]
        if covers:
            placed = [self._fit.solution(cover).placed for cover in covers]
            found = Arrangements.of(placed, puzzle_size(self._puzzle))
            covers = [c for c, counts in zip(covers, self.passes(found), strict=True) if counts]
        return flat(covers)


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


def _sifting(stage: Stage) -> CoverSifting:
    if isinstance(stage.problem, Jigsaw):
        return CornerSifting(stage, stage.problem)
    return CoverSifting(stage) if stage.fit is None else GridSifting(stage, stage.fit)


class Exploration:
    """A job under way: step by step it gives the covers that count."""

    def __init__(self, stage: Stage, starts: Starts, **options: Any) -> None:
        self.stage = stage
        self._sifting = _sifting(stage)
        self.search = self._sifting.search(starts, **options)
        self._batches = iter(self.search)
        self._sifted = 0

    @property
    def found(self) -> int:
        """The covers that count, so far."""
        return self._sifted if self.stage.collects else self.search.counters.solutions

    @property
    def tallies(self) -> tuple[int, ...]:
        """The tallies of the stage, so far."""
        return tuple(self._sifting.tallies)

    def step(self) -> Covers | None:
        """Some covers that count, maybe none; or None when it is over, for now or for good."""
        batch = next(self._batches, None)
        if batch is None:
            return None
        covers = self._sifting.sift(batch)
        self._sifted += len(covers[1])
        return covers

    def result(self, worker: str) -> JobResult:
        """What was done and what is left; ends the search."""
        rest = tuple(self.search.remainder())
        found = 0 if self.stage.checks else self.found
        return JobResult(self.search.counters, found, b"", rest, 0.0, worker, self.tallies)


def explore(
    stage: Stage,
    order: JobOrder,
    worker: str,
    stopped: Callable[[], bool] = lambda: False,
    progress: Progress | None = None,
) -> JobResult:
    """Do a job; `progress` is called now and then with how far it is, if that is known."""
    options: dict[str, Any] = {"threads": order.threads}
    starts = unpack_starts(order.starts, stage.start)
    if stage.divides:
        if stage.repeats:  # or else it would begin anew each time
            options |= {"max_seconds": order.seconds, "max_nodes": order.nodes}
        if stage.collects or not stage.repeats:
            options["max_solutions"] = MOST_COVERS
    spent = 0.0
    if order.checkpoint:
        options["checkpoint"], spent = order.checkpoint.state, order.checkpoint.seconds
    only = starts if stage.divides else starts[0]
    return _explore(stage, only, worker, stopped, spent, progress, **options)


def explore_top(stage: Stage, levels: int) -> tuple[JobResult, list[Subtree]]:
    """Search a stage down to some level: what is there, and the subtrees below."""
    top = _explore(stage, stage.start, "the one who dealt", max_levels=levels)
    return replace(top, rest=(), seconds=0.0), list(top.rest)


def try_out(stage: Stage) -> None:
    """Begin to search a stage, only to see that it can be; what is wrong with it is raised."""
    _sifting(stage).search(stage.start)


def _explore(
    stage: Stage,
    starts: Starts,
    worker: str,
    stopped: Callable[[], bool] = lambda: False,
    spent: float = 0.0,
    progress: Progress | None = None,
    **options: Any,
) -> JobResult:
    reporter = CheckpointReporter(spent, progress)
    exploration = Exploration(stage, starts, **options)
    search, found = exploration.search, []
    while (covers := exploration.step()) is not None:
        if stage.lists and len(covers[1]):
            found.append(covers)
        if stopped():
            search.stop()
        else:
            reporter.report(search)
    checkpoint = None if search.finished else reporter.checkpoint(search)
    done = exploration.result(worker)
    packed = pack(*joined(found)) if found else b""
    return replace(done, covers=packed, seconds=reporter.seconds, checkpoint=checkpoint)


def pack_starts(starts: Iterable[Subtree], stage_start: Subtree) -> bytes:
    """Subtrees as bytes.  What the start of the stage excludes already is left out."""
    common = set(stage_start.excluded)
    rows = []
    for start in starts:
        own = [option for option in start.excluded if option not in common]
        if len(own) != len(start.excluded) - len(common):
            raise SubtreeError(f"{start} is not a part of its stage")
        rows.append([start.chosen, own, start.via])
    spelt = json.dumps(rows, separators=(",", ":")).encode()
    if len(spelt) > MOST_BYTES:
        raise SubtreeError(
            f"{len(rows):,} subtrees take {len(spelt):,} bytes; {MOST_BYTES:,} is the most that "
            f"a job can have"
        )
    return zlib.compress(spelt, 1)


def unpack_starts(data: Packed, stage_start: Subtree) -> list[Subtree]:
    """Back from what `pack_starts` gave, or as they are.

    >>> stage = Subtree(excluded=(7, 8))
    >>> unpack_starts(pack_starts([Subtree((1,), (7, 8, 9))], stage), stage)
    [Subtree(chosen=(1,), excluded=(7, 8, 9), via=None)]
    """
    if not isinstance(data, bytes):
        return list(data)
    starts = []
    try:
        for chosen, own, via in json.loads(inflated(data, MOST_BYTES, "they")):
            one = Subtree.from_json({"chosen": chosen, "excluded": own, "via": via})
            starts.append(replace(one, excluded=stage_start.excluded + one.excluded))
    except (TypeError, ValueError, RecursionError) as error:
        raise SubtreeError(
            f"the subtrees of a job are damaged ({error}); `tilewright runs verify` says which"
        ) from None
    return starts
