"""A job: some subtrees of a stage, searched one after the other by one worker for a while.

What a worker gets and what it gives back are plain values, so that it may be a thread, a process or
another machine.  A job is never cut off in the middle of something: it gives back what it found and
the subtrees that are left, and by the laws of searches (`tilewright.engines.Search`) these two are
the whole, nothing twice, in order.
"""

import json
import zlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from tilewright.cover import ExactCover, Subtree, SubtreeError
from tilewright.engines import Batch, Counters, Search
from tilewright.polygons.jigsaw import Jigsaw
from tilewright.runs.corners import CornerSifting
from tilewright.runs.halfway import Halfway, Lookout, Sweep
from tilewright.runs.packing import inflated, pack
from tilewright.runs.plan import Stage
from tilewright.runs.sieve import Covers, Sieve
from tilewright.solve import search

__all__ = [
    "MOST_COVERS",
    "Outcome",
    "Work",
    "explore",
    "explore_top",
    "pack_starts",
    "try_out",
    "unpack_starts",
]

MOST_COVERS = 100_000  # a job that finds covers to keep ends after so many
MOST_BYTES = 1 << 27  # of the subtrees of a job: most have some thousand


@dataclass(frozen=True, slots=True)
class Work:
    """What a worker shall do: search these subtrees of a stage, for so many seconds.

    With `nodes`, the job ends after exactly so many: that is how it can be done once more.
    `halfway` is where to go on, if somebody got so far.
    """

    stage: int
    starts: bytes
    seconds: float | None = None
    nodes: int | None = None
    threads: int = 1
    halfway: Halfway | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a worker has done: the covers that count, in order, and what is left.

    `tallies` are those of the stage, if it has any.  `halfway` is where the job stands, if it is
    one that leaves all or nothing.
    """

    counters: Counters
    kept: int
    covers: bytes
    rest: tuple[Subtree, ...]
    seconds: float
    worker: str
    tallies: tuple[int, ...] = ()
    halfway: Halfway | None = None


def explore(
    stage: Stage,
    work: Work,
    worker: str,
    stopped: Callable[[], bool] = lambda: False,
    tell: Callable[[Halfway | Sweep], None] | None = None,
) -> Outcome:
    """Do a job; `tell` is told now and then where it stands, if that is known."""
    options: dict[str, Any] = {"threads": work.threads}
    starts = unpack_starts(work.starts, stage.start)
    if stage.divides:
        options |= {"max_seconds": work.seconds, "max_nodes": work.nodes}
        if stage.collects:
            options["max_solutions"] = MOST_COVERS
    only = None if stage.divides else starts[0]
    spent = 0.0
    if work.halfway:
        options["checkpoint"], spent = work.halfway.checkpoint, work.halfway.seconds
    return _explore(stage, only or starts, worker, stopped, Lookout(spent, tell), **options)


def explore_top(stage: Stage, levels: int) -> tuple[Outcome, list[Subtree]]:
    """Search a stage down to some level: what is there, and the subtrees below."""
    dealer, lookout = "the one who dealt", Lookout(0.0, None)
    outcome = _explore(stage, stage.start, dealer, lambda: False, lookout, max_levels=levels)
    return replace(outcome, rest=(), seconds=0.0), list(outcome.rest)


def try_out(stage: Stage) -> None:
    """Begin to search a stage, only to see that it can be; what is wrong with it is raised."""
    _sifting(stage).search(stage.start)


class _CoverSifting:
    """Begins a search for covers, takes what it finds, and says in the end what of it counts."""

    def __init__(self, stage: Stage, problem: ExactCover) -> None:
        self._stage, self._problem = stage, problem
        self._kept: list[Covers] = []

    def search(self, starts: Sequence[Subtree] | Subtree, **options: Any) -> Search:
        """Begin to search these subtrees."""
        return search(
            self._problem,
            start=starts,
            engine=self._stage.engine,
            collect=self._stage.collects,
            weights=self._stage.weights,
            **options,
            **self._stage.options,
        )

    def add(self, batch: Batch) -> None:
        """The search has found these."""
        # The arrays are the core's, which writes over them later.
        covers = np.array(batch.options), np.array(batch.ends)
        sieve = self._stage.sieve
        self._kept.append(sieve.through(covers) if isinstance(sieve, Sieve) else covers)

    def settle(self) -> tuple[Covers, tuple[int, ...]]:
        """The covers that count; there are no tallies."""
        return _joined(self._kept), ()


def _sifting(stage: Stage) -> _CoverSifting | CornerSifting:
    if isinstance(stage.problem, Jigsaw):
        return CornerSifting(stage, stage.problem)
    return _CoverSifting(stage, stage.problem)


def _explore(
    stage: Stage,
    starts: Sequence[Subtree] | Subtree,
    worker: str,
    stopped: Callable[[], bool],
    lookout: Lookout,
    **options: Any,
) -> Outcome:
    sifting = _sifting(stage)
    current = sifting.search(starts, **options)
    for batch in current:
        if len(batch):
            sifting.add(batch)
        if stopped():
            current.stop()
        else:
            lookout.glance(current)
    halfway = None if current.finished else lookout.look(current)
    rest = tuple(current.rest())
    counters, covers = current.counters, b""
    number, tallies = counters.solutions, (0,) * len(stage.tallies)
    if stage.collects and number:
        kept, tallies = sifting.settle()
        number = len(kept[1])
        covers = pack(*kept) if stage.keeps and number else b""
    return Outcome(counters, number, covers, rest, lookout.seconds, worker, tallies, halfway)


def _joined(parts: Sequence[Covers]) -> Covers:
    options = np.concatenate([options for options, _ in parts])
    shifts = np.cumsum([0, *(len(options) for options, _ in parts[:-1])], dtype=np.uint64)
    ends = [part[1] + shift for part, shift in zip(parts, shifts, strict=True)]
    return options, np.concatenate(ends)


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


def unpack_starts(data: bytes, stage_start: Subtree) -> list[Subtree]:
    """Back from what `pack_starts` gave.

    >>> stage = Subtree(excluded=(7, 8))
    >>> unpack_starts(pack_starts([Subtree((1,), (7, 8, 9))], stage), stage)
    [Subtree(chosen=(1,), excluded=(7, 8, 9), via=None)]
    """
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
