"""A run: a search that is kept in a file, and can be gone on with at any time, by anyone."""

from bisect import insort
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from itertools import chain
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from tilewright.engines import Counters, OptionError
from tilewright.errors import TilewrightError
from tilewright.formats import AnyPuzzle, format_puzzle, parse_puzzle
from tilewright.polygons.jigsaw import Jigsaw
from tilewright.polygons.search import replay
from tilewright.polygons.solution import PolygonSolution
from tilewright.runs.about import About, damaged
from tilewright.runs.deal import WHOLE, Share, first_jobs
from tilewright.runs.file import RunFile
from tilewright.runs.job import Outcome, try_out
from tilewright.runs.model import Model, make_model, problem_of
from tilewright.runs.packing import unpack
from tilewright.runs.plan import Plan, Wish, make_plan
from tilewright.runs.profile import Profile
from tilewright.runs.rows import Done, Job
from tilewright.runs.schema import RunError
from tilewright.runs.seal import JOBS, shortened, summand
from tilewright.runs.sieve import Covers
from tilewright.runs.tree import Tree
from tilewright.solutions import Decoder, Solution
from tilewright.tiling import Counts

__all__ = [
    "Run",
    "create_run",
    "open_run",
    "polygons_of",
    "read_model",
    "read_run",
    "require_same",
]


class Run:
    """A run file, and what it is about.  The numbers are those of the jobs that are done.

    They are only told if the file is whole; see `seal`.
    """

    def __init__(self, file: RunFile, about: About, model: Model, plan: Plan) -> None:
        self.file, self.about, self.model, self.plan = file, about, model, plan
        self.reload()

    def reload(self) -> None:
        """Read what is done and what is open, as the file has it."""
        self._read = False
        with self.file.unchanged():
            self._reload()
        self._read = True

    def _reload(self) -> None:
        file, plan = self.file, self.plan
        self.open = file.open_jobs()
        self.found = [0] * len(plan.stages)  # covers that count, by stage
        self.tallies = [[0] * len(stage.tallies) for stage in plan.stages]
        self.counters = Counters()  # of all stages
        self.seconds = 0.0  # of all workers together
        self.profiles = [Profile() for _ in plan.stages]
        self.stage_nodes = [0] * len(plan.stages)
        self.stage_seconds = [0.0] * len(plan.stages)
        self.done = 0
        tree = Tree(file, plan, self.about.of, self.about.parts)
        found = 0
        for one in file.done_jobs():
            self._require_known(one.job)
            self._add(one.job, one)
            tree.add(one)
            found += summand(one)
        for job in self.open:
            self._require_known(job)
            tree.add(job)
            found += summand(job)
        self.jobs_sum = shortened(found)
        if file.sealed:
            file.require(JOBS, self.jobs_sum)
        elif file.check:
            self._require_whole(tree)

    def _require_whole(self, tree: Tree) -> None:
        """A file of an earlier version has no sums: its jobs must make the whole search."""
        try:
            faults = chain(self.file.strays(), tree.family_faults(), tree.first_faults())
            fault = next(faults, None)
        except OptionError as error:
            fault = str(error)
        if fault is not None:
            raise self.file.damaged(fault)

    def _require_known(self, job: Job) -> None:
        if not 0 <= job.stage < len(self.found):
            raise RunError(
                f"{self.path} is damaged: job {job.id} belongs to stage {job.stage}, and there are "
                f"{len(self.found)}; go on from a copy"
            )

    def _add(self, job: Job, done: Done | Outcome) -> None:
        counters, tallies = done.counters, self.tallies[job.stage]
        if len(done.tallies) != len(tallies):
            raise RunError(
                f"{self.path} is damaged: job {job.id} has {len(done.tallies)} tallies, and there "
                f"should be {len(tallies)}; go on from a copy"
            )
        self.found[job.stage] += done.kept
        tallies[:] = [a + b for a, b in zip(tallies, done.tallies, strict=True)]
        self.counters += counters
        self.seconds += done.seconds
        self.profiles[job.stage].add(counters.nodes_per_level)
        self.stage_nodes[job.stage] += counters.nodes
        self.stage_seconds[job.stage] += done.seconds
        self.done += 1

    @property
    def path(self) -> Path:
        """Where it is kept."""
        return self.file.path

    @property
    def solutions(self) -> int:
        """Solutions so far: of a listing those that are kept, of a count all of them."""
        if self.plan.wish.task == "solve":
            return sum(self.found)
        return self.plan.solutions(self.found)

    @property
    def finished(self) -> bool:
        """Is everything done that this file has to do?"""
        return self._read and not self.open

    @property
    def complete(self) -> bool:
        """Is everything done, in all parts?"""
        return self.finished and not self.about.missing

    @property
    def counts(self) -> Counts | None:
        """The three numbers, when a count is complete."""
        return self.plan.counts(self.found, self.tallies) if self.complete else None

    def record(self, results: Sequence[tuple[Job, Outcome, Sequence[bytes]]]) -> None:
        """Store what jobs have done and left; the jobs must have been taken out of `open`."""
        for job in self.file.record(results):
            insort(self.open, job)
        for job, outcome, _ in results:
            self._add(job, outcome)

    def blocks(self) -> Iterator[Covers]:
        """The covers that are kept, some at a time, in the order of the search."""
        for _, data in self.file.covers():
            yield unpack(data)

    def listed(self) -> Iterator[Solution] | Iterator[PolygonSolution]:
        """The solutions that are kept, in the order of the search."""
        if isinstance(self.model, Jigsaw):
            return map(self.polygons(self.model), self.covers())
        return map(Decoder(self.model).solution, self.covers())

    def polygons(self, jigsaw: Jigsaw) -> Callable[[Sequence[int]], PolygonSolution]:
        """What makes solutions of covers, in a run of this jigsaw."""
        return polygons_of(jigsaw, self.plan.wish)

    def covers(self) -> Iterator[list[int]]:
        """The covers that are kept, one by one."""
        for options, ends in self.blocks():
            start = 0
            for end in ends.tolist():
                yield options[start:end].tolist()
                start = end

    def done_jobs(self) -> Iterator[Done]:
        """The jobs that are done, in order."""
        return self.file.done_jobs()

    def close(self) -> None:
        """Let go of the file."""
        self.file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def create_run(
    path: str | Path,
    puzzle: AnyPuzzle,
    *,
    task: str = "count",
    up_to: str = "symmetry",
    engine: str = "auto",
    part: Share = WHOLE,
    name: str = "",
    **options: Any,
) -> Run:
    """Begin a run in a new file.  `options` are those of `SearchOptions` that are no limits.

    `task` is "count", or "solve" to keep all solutions, one of each class that `up_to` joins.
    """
    model = make_model(puzzle)
    wish = Wish(task=task, up_to=up_to, engine=engine, options=tuple(options.items()))
    plan = make_plan(model, wish)
    for stage in plan.stages[:1]:
        try_out(stage)
    jobs = first_jobs(plan, part)
    text, fingerprint = format_puzzle(puzzle), problem_of(model).fingerprint
    about = About.begun(name or puzzle.title, text, fingerprint, plan, part)
    return Run(RunFile.create(path, about.rows(), jobs), about, model, plan)


def open_run(path: str | Path, *, write: bool = False, check: bool = True) -> Run:
    """Open a run: to look at it, or with `write` to go on with it.

    One that is damaged is refused, but not without `check`, which is for those who ask `verify`.
    """
    file = RunFile(path, write=write, check=check)
    try:
        with file.unchanged():
            run = read_run(file)
        if write and check and not file.sealed:
            file.seal()
        return run
    except BaseException:
        file.close()
        raise


def read_model(file: RunFile) -> tuple[About, Model]:
    """What a run is about, and what it searches: enough to understand what it keeps."""
    about = About.read(file.about(), file.path)
    try:
        name = f"{file.path} (the puzzle in it)"
        model = make_model(parse_puzzle(about.puzzle, name))
        about.wish.settled(model)
    except TilewrightError as error:
        raise damaged(file.path, error) from None
    if problem_of(model).fingerprint != about.fingerprint:
        raise _another(file.path)
    return about, model


def read_run(file: RunFile) -> Run:
    """All of it; the file has to be `unchanged` meanwhile."""
    about, model = read_model(file)
    try:
        plan = make_plan(model, about.wish, about.engines)
    except TilewrightError as error:
        raise damaged(file.path, error) from None
    if plan.fingerprint != about.plan:
        raise _another(file.path)
    return Run(file, about, model, plan)


def _another(path: Path) -> RunError:
    return RunError(
        f"{path}: the puzzle in it is not the one it was begun with, or this Tilewright sees it "
        f"differently: go on with the version that began it"
    )


def polygons_of(jigsaw: Jigsaw, wish: Wish) -> Callable[[Sequence[int]], PolygonSolution]:
    """What makes solutions of covers, where this was wished for."""
    how = dict(wish.options)

    def solution(cover: Sequence[int]) -> PolygonSolution:
        return PolygonSolution(jigsaw.puzzle, replay(jigsaw, cover, **how))

    return solution


def require_same(path: str | Path, puzzle: AnyPuzzle, wish: Wish, part: Share) -> None:
    """Raise RunError unless the run in that file is this search; the file is only read."""
    with closing(RunFile(path, write=False)) as file:
        there = About.read(file.about(), file.path)
    model = make_model(puzzle)
    if there.fingerprint != problem_of(model).fingerprint:
        raise RunError(
            f"{path} is a run for another puzzle, {there.name!r}: give this one another name"
        )
    if there.wish != wish.settled(model) or (there.of, there.parts) != (part.of, (part.number,)):
        raise RunError(
            f"{path} was begun with {there}: `tilewright resume {path}` goes on with that; for "
            f"another search give another name"
        )
