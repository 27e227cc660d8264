"""Are the jobs of a run together the whole search, and nothing twice?

The first jobs are those that the puzzle has, and what each job left is what its children were
given.
"""

import struct
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from tilewright.cover import SubtreeError
from tilewright.execution.job import Job, JobResult, places_after, unpack_starts
from tilewright.execution.packing import PackingError, unpack
from tilewright.execution.plan import Plan
from tilewright.runs.file import RunFile
from tilewright.runs.repeat import same_covers
from tilewright.runs.rows import Done, digest_of_rest
from tilewright.runs.scheduling import dealt_jobs


@dataclass
class Tree:
    """The jobs of a file, as `add` was told; `first` are those that come from no other."""

    file: RunFile
    plan: Plan
    of: int
    parts: tuple[int, ...]
    first: dict[tuple[int, bytes], Job | Done] = field(default_factory=dict)
    dealt: set[int] = field(default_factory=set)  # jobs done when the run was begun
    done: set[int] = field(default_factory=set)
    made: set[int] = field(default_factory=set)  # of what others left

    def add(self, what: Job | Done) -> None:
        """One more job."""
        job = what.job if isinstance(what, Done) else what
        if isinstance(what, Done):
            self.done.add(job.id)
        if job.parent is None:
            self.first[job.stage, job.place] = what
        else:
            self.made.add(job.id)

    def family_faults(self, show: Callable[[int], None] = lambda _: None) -> Iterator[str]:
        """What a job left is what its children begin with, and they stand right behind it."""
        empty = digest_of_rest([])
        done: set[int] = set()
        made: set[int] = set()  # which may be others, if an index of the file is damaged
        for number, (job, rest, children) in enumerate(self.file.families()):
            show(number)
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
        for number in sorted((done ^ self.done) | (made ^ self.made)):
            yield f"job {number}: it is there only for some of those who look for it"

    def first_faults(self) -> Iterator[str]:
        """The jobs without a parent are those that the puzzle has, in the parts that are here."""
        left = dict(self.first)
        for job, top in dealt_jobs(self.plan, self.of):
            if job.part not in self.parts:
                continue
            there = left.pop((job.stage, job.place), None)
            if there is None:
                yield f"a job of stage {job.stage} that a run begins with is missing"
            elif not self._begins(there, job, top):
                yield f"job {_number(there)}: the run should begin with another one"
        for there in left.values():
            yield f"job {_number(there)}: it comes from no other, and no run begins with it"

    def _begins(self, there: Job | Done, job: Job, top: JobResult | None) -> bool:
        mine = there.job if isinstance(there, Done) else there
        start = self.plan.stages[job.stage].start
        try:
            given = unpack_starts(mine.starts, start)
            if mine.part != job.part or given != unpack_starts(job.starts, start):
                return False
            if top is None:
                return True
            self.dealt.add(mine.id)
            if not isinstance(there, Done):
                return False
            stored = [unpack(data) for data in [self.file.covers_of(mine.id)] if data]
            expected = [unpack(data) for data in [top.covers] if data]
        except (SubtreeError, PackingError):
            return False
        return (there.counters, there.kept, there.tallies, there.rest) == (
            top.counters,
            top.kept,
            top.tallies,
            digest_of_rest(top.rest),
        ) and same_covers(stored, expected)


def _number(job: Job | Done) -> int:
    return job.job.id if isinstance(job, Done) else job.id
