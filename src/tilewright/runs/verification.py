"""Is a run what it should be?  Everything in its file is looked at, and some of it done again.

- SQLite looks at its tables, each job has a checksum, and each table a sum of its rows.
- The jobs must make a tree, so that nothing is missing, and nothing is there twice; see `tree`.
- Each solution is checked by code that shares nothing with the engines; see `verify_covers`, and
  `verify_places` for polygons.
- Some jobs, drawn by chance, are searched again; see `repeat`.

What is not looked at: who did a job and when, and the name that the run was given.
"""

import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tilewright.cover import SubtreeError
from tilewright.engines import OptionError
from tilewright.execution.job import (
    Job,
    unpack_starts,
)
from tilewright.execution.packing import PackingError, unpack
from tilewright.polygons.model.solution import Certificate
from tilewright.polygons.search.corners import CountError
from tilewright.polygons.search.jigsaw import Jigsaw
from tilewright.runs.repeat import repeat
from tilewright.runs.rows import Done, row_digest
from tilewright.runs.run import Run
from tilewright.runs.schema import RunError
from tilewright.runs.tree import Tree
from tilewright.runs.verify_solutions import CoversVerified

if TYPE_CHECKING:
    from tilewright.runs.verify_solutions import PlacesVerified


MOST_COMPLAINTS = 100  # that are told one by one
SIGN_OF_LIFE = 256  # jobs between two

Show = Callable[[str, int, int], None]


@dataclass(frozen=True, slots=True)
class Report:
    """What was looked at, and what was wrong."""

    jobs: int  # checksum and place in the tree
    solutions: int  # all those that are stored, as covers and for being there once
    on_board: int  # of these, put on the board and checked there
    repeated: int  # jobs searched again
    sample: int  # as many should have been: there was no time for the others
    complaints: tuple[str, ...]
    untold: int = 0  # further complaints
    certificate: Certificate | None = None  # that holds for all solutions of polygons

    @property
    def ok(self) -> bool:
        """Was nothing wrong?"""
        return not self.complaints


def verify(
    run: Run,
    *,
    sample: int = 20,
    seconds: float = 60,
    seed: int = 0,
    progress: Show = lambda *_: None,
) -> Report:
    """Look at everything in a run; search `sample` of its jobs again, for `seconds` at most.

    `progress` is told now and then what is looked at, how much of it has been, and of how much.
    """
    looking = _Looking(run, progress)
    covers = None
    wanted: list[_Drawn] = []
    with run.file.unchanged():
        try:
            # Somebody may have gone on with it since it was opened.
            looking.run = Run(run.file, run.about, run.model, run.plan)
            covers = _covers_verified(looking, seed)
            looking.at_tables()
            looking.at_jobs()
            looking.at_tree()
            covers.verify(progress)
            looking.run.check()
            wanted = looking.draw(sample, random.Random(seed))
        except (
            RunError,
            CountError,
            OptionError,
            ValueError,
            OverflowError,
        ) as error:  # it is so damaged that nobody can go on
            looking.complain(str(error))
    repeated = looking.again(wanted, time.monotonic() + seconds)
    return Report(
        looking.jobs,
        covers.checked if covers else 0,
        covers.on_board if covers else 0,
        repeated,
        len(wanted),
        tuple(looking.complaints),
        looking.untold,
        covers.certificate if covers else None,
    )


def _covers_verified(looking: "_Looking", seed: int) -> "CoversVerified | PlacesVerified":
    run, model = looking.run, looking.run.model
    if isinstance(model, Jigsaw):
        from tilewright.runs.verify_solutions import PlacesVerified  # takes time to load

        return PlacesVerified(run, model, looking.complain)
    return CoversVerified(run, model, looking.complain, seed)


_Drawn = tuple[Done, bytes, list[Job]]  # a job, the covers it kept, and what was made of its rest


@dataclass
class _Looking:
    """The checks, and what they have found so far."""

    run: Run
    show: Show
    complaints: list[str] = field(default_factory=list)
    untold: int = 0
    jobs: int = 0

    def __post_init__(self) -> None:
        about = self.run.about
        self.tree = Tree(self.run.file, self.run.plan, about.of, about.parts)

    def complain(self, what: str) -> None:
        if len(self.complaints) < MOST_COMPLAINTS:
            self.complaints.append(what)
        else:
            self.untold += 1

    def at_tables(self) -> None:
        """Raises RunError if there is no sense in looking at anything else."""
        broken = self.run.file.integrity()
        for what in broken:
            self.complain(what)
        if broken:
            raise RunError("the tables are damaged, so nothing else was looked at")
        for what in (*self.run.file.seal_faults(self.run.jobs_sum), *self.run.file.strays()):
            self.complain(what)
        for what in self.run.file.halfway.faults():
            self.complain(what)

    def at_jobs(self) -> None:
        """Checksums, and numbers that must agree."""
        file, total = self.run.file, self.run.done + len(self.run.open)
        for job, checksum in file.open_with_checksums():
            if row_digest(job) != checksum:
                self.complain(f"job {job.id}: its checksum is wrong")
            self._looked_at(job, total)
        for done, covers in file.done_with_covers():
            numbers = (done.counters, done.kept, done.rest, covers, done.tallies)
            digest = row_digest(done.job, *numbers)
            if digest != done.digest:
                self.complain(f"job {done.job.id}: its checksum is wrong")
            self._compare_numbers(done, covers)
            self._looked_at(done, total)

    def _looked_at(self, what: Job | Done, total: int) -> None:
        self.tree.add(what)
        self.jobs += 1
        if self.jobs % SIGN_OF_LIFE == 0:
            self.show("jobs", self.jobs, total)

    def _compare_numbers(self, done: Done, covers: bytes) -> None:
        stage, found = self.run.plan.stages[done.job.stage], done.counters.solutions
        if done.kept > found or (done.kept < found and stage.sieve is None and not stage.checks):
            self.complain(f"job {done.job.id}: it found {found} covers, but {done.kept} count")
        try:
            stored = len(unpack(covers)[1]) if covers else 0
        except PackingError:
            return  # which will be told when covers are looked at
        expected = done.kept if stage.keeps else 0
        if stored != expected:
            self.complain(f"job {done.job.id}: it has {stored} covers, and should have {expected}")

    def at_tree(self) -> None:
        """The jobs are together the whole search, and nothing twice."""

        def show(number: int) -> None:
            if number % SIGN_OF_LIFE == 0:
                self.show("the tree of jobs", number, self.run.done)

        for what in self.tree.family_faults(show):
            self.complain(what)
        for what in self.tree.first_faults():
            self.complain(what)

    def draw(self, sample: int, chance: random.Random) -> list[_Drawn]:
        """Some jobs that are done, but for those that were dealt, and those that never repeat."""
        file, stages = self.run.file, self.run.plan.stages
        done = [
            one.job.id
            for one in file.done_jobs()
            if one.job.id not in self.tree.dealt and stages[one.job.stage].repeats
        ]
        drawn = set(chance.sample(done, min(sample, len(done))))
        return [
            (one, file.covers_of(one.job.id), file.children(one.job.id))
            for one in file.done_jobs()
            if one.job.id in drawn
        ]

    def again(self, wanted: list[_Drawn], deadline: float) -> int:
        """Search jobs again, until it is time to stop; says how many it were."""
        for number, (done, covers, children) in enumerate(wanted):
            self.show("jobs searched again", number, len(wanted))
            stage = self.run.plan.stages[done.job.stage]
            try:
                left = [s for child in children for s in unpack_starts(child.starts, stage.start)]
                difference = repeat(stage, done, covers, left, lambda: time.monotonic() >= deadline)
            except (SubtreeError, PackingError) as error:
                difference = str(error)
            if time.monotonic() >= deadline:
                return number
            if difference:
                self.complain(f"job {done.job.id}: {difference}")
        return len(wanted)
