"""Are the jobs of a run together the whole search, and does one find the same when searched again?

The first jobs are those that the puzzle has, and what each job left is what its children were
given: that is the tree of jobs, in which nothing is missing and nothing is there twice.

A search by one thread takes the same way each time, so it can be limited to as many nodes as the
job had.  The job itself was ended by the clock, and may then have gone a little further: steps
such as leaving an optional item empty are no nodes.  So if the two differ, both continue to the
next node.  That is one certain place, and what was done up to there must be the same.
"""

import struct
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from tilewright.cover import Subtree, SubtreeError
from tilewright.engines import Cover
from tilewright.execution.job import (
    Job,
    JobOrder,
    JobResult,
    explore,
    pack_starts,
    places_after,
    unpack_starts,
)
from tilewright.execution.packing import PackingError, pack, unpack
from tilewright.execution.plan import Plan, Stage
from tilewright.execution.sieve import each, flat
from tilewright.runs.file import RunFile
from tilewright.runs.rows import DoneJob, StoredJob, digest_of_rest
from tilewright.runs.scheduling import first_jobs
from tilewright.runs.schema import About

WORKER = "the one who verifies"


@dataclass
class Tree:
    """The jobs of a file, each of which was added; `first` are those that come from no other."""

    file: RunFile
    plan: Plan
    about: About
    first: dict[tuple[int, bytes], StoredJob] = field(default_factory=dict)
    top_jobs: set[int] = field(default_factory=set)  # jobs done when the run was begun
    done: dict[int, int] = field(default_factory=dict)  # in order, and their stages
    made: set[int] = field(default_factory=set)  # of what others left

    def add(self, one: StoredJob) -> None:
        """One more job."""
        if isinstance(one, DoneJob):
            self.done[one.job.id] = one.job.stage
        if one.job.parent is None:
            self.first[one.job.stage, one.job.place] = replace(one, covers=b"")
        else:
            self.made.add(one.job.id)

    def family_faults(self, progress: Callable[[int], None] = lambda _: None) -> Iterator[str]:
        """What a job left is what its children begin with, and they stand right behind it."""
        empty = digest_of_rest([])
        done: set[int] = set()
        made: set[int] = set()  # which may be others, if an index of the file is damaged
        for number, (job, rest, children) in enumerate(self.file.families()):
            progress(number)
            done.add(job.id)
            made.update(child.id for child in children)
            if not children and rest == empty:
                continue
            start = self.plan.stages[job.stage].start
            try:
                left = [one for child in children for one in unpack_starts(child.starts, start)]
                places = places_after(job.place, len(children))
            except (SubtreeError, struct.error, ValueError) as error:
                yield f"job {job.id}: what it left cannot be read: {error}"
                continue
            if digest_of_rest(left) != rest:
                yield f"job {job.id}: what it left is not what its children begin with"
            for child, place in zip(children, places, strict=True):
                if (child.stage, child.place, child.part) != (job.stage, place, job.part):
                    yield f"job {child.id}: it does not stand behind job {job.id}"
        for number in sorted((done ^ self.done.keys()) | (made ^ self.made)):
            yield f"job {number}: it is there only for some of those who look for it"

    def first_faults(self) -> Iterator[str]:
        """The jobs without a parent are those that the puzzle has, in the parts that are here."""
        left = dict(self.first)
        for job, top in first_jobs(self.plan, self.about.of):
            if job.part not in self.about.parts:
                continue
            there = left.pop((job.stage, job.place), None)
            if there is None:
                yield f"a job of stage {job.stage} that a run begins with is missing"
            elif not self._begins(there, job, top):
                yield f"job {there.job.id}: the run should begin with another one"
        for there in left.values():
            yield f"job {there.job.id}: it comes from no other, and no run begins with it"

    def _begins(self, there: StoredJob, job: Job, top: JobResult | None) -> bool:
        mine = there.job
        start = self.plan.stages[job.stage].start
        try:
            given = unpack_starts(mine.starts, start)
            if mine.part != job.part or given != unpack_starts(job.starts, start):
                return False
            if top is None:
                return True
            self.top_jobs.add(mine.id)
            if not isinstance(there, DoneJob):
                return False
            same_covers = _covers(self.file.covers_of(mine.id)) == _covers(top.covers)
        except (SubtreeError, PackingError):
            return False
        left = digest_of_rest(top.rest)
        did = (there.counters, there.found, there.tallies, there.rest)
        return same_covers and did == (top.counters, top.found, top.tallies, left)


def repeat(
    stage: Stage,
    done: DoneJob,
    left: Sequence[Subtree],
    stopped: Callable[[], bool] = lambda: False,
) -> str | None:
    """Search again what a job did, and say how that differs; None if it does not.

    `left` is what it left.  If it is `stopped`, the answer has no meaning.
    """
    number, nodes = done.job.stage, done.counters.nodes if stage.divides else None
    order = JobOrder(number, done.job.starts, nodes=nodes)
    again = explore(stage, order, WORKER, stopped)
    before = JobResult(done.counters, done.found, done.covers, tuple(left), 0, "", done.tallies)
    difference = _difference(before, again)
    if difference is None or not stage.divides:
        return difference
    return _difference(_further(before, stage, number), _further(again, stage, number))


def _further(done: JobResult, stage: Stage, number: int) -> JobResult:
    """The same after the next node."""
    order = JobOrder(number, pack_starts(done.rest, stage.start), nodes=1)
    more = explore(stage, order, WORKER)
    return replace(
        more,
        counters=done.counters + more.counters,
        found=done.found + more.found,
        tallies=tuple(a + b for a, b in zip(done.tallies, more.tallies, strict=True)),
        covers=pack(*flat([*_covers(done.covers), *_covers(more.covers)])),
    )


def _difference(done: JobResult, again: JobResult) -> str | None:
    """Where the two differ, in words."""
    for what, before, now in (
        ("its counters are", done.counters, again.counters),
        ("it found", done.found, again.found),
        ("its tallies are", done.tallies, again.tallies),
    ):
        if before != now:
            return f"{what} {before}, and searched again {now}"
    if _covers(done.covers) != _covers(again.covers):
        return f"its {done.found} covers are others when it is searched again"
    if digest_of_rest(done.rest) != digest_of_rest(again.rest):
        return "what it left is not what is left when it is searched again"
    return None


def _covers(packed: bytes) -> list[Cover]:
    return list(each(unpack(packed))) if packed else []
