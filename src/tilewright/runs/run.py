"""A run: a search that is stored in a file, and can be resumed at any time, by anyone.

Parts of a run, computed on machines that know nothing of each other, are merged to one.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, closing
from dataclasses import replace
from importlib.metadata import version
from itertools import chain
from pathlib import Path
from typing import Any, Self, cast

from tilewright.cover import Subtree
from tilewright.engines import OptionError, SearchOptions, thread_count
from tilewright.engines.registry import AUTO
from tilewright.errors import TilewrightError
from tilewright.execution import (
    Model,
    Plan,
    Request,
    Stage,
    Store,
    Workers,
    make_model,
    make_plan,
    one_number,
)
from tilewright.execution.device_progress import DeviceCheckpoint
from tilewright.execution.executor import Executor
from tilewright.execution.job import Job, JobResult, Packed, pack_starts, try_out
from tilewright.execution.packing import unpack
from tilewright.execution.plan import problem_of
from tilewright.execution.planner import SEARCH
from tilewright.execution.sieve import Covers, each
from tilewright.formats import AnyPuzzle, format_puzzle, parse_puzzle
from tilewright.polygons import PolygonPuzzle
from tilewright.polygons.model.solution import PolygonSolution
from tilewright.polygons.search.corners import replay
from tilewright.polygons.search.jigsaw import Jigsaw
from tilewright.puzzle import Puzzle
from tilewright.runs.file import RunFile
from tilewright.runs.forecast import Profile
from tilewright.runs.job_checks import Tree
from tilewright.runs.rows import DoneJob
from tilewright.runs.scheduling import WHOLE, Part, first_jobs
from tilewright.runs.schema import About, RunError, damaged
from tilewright.runs.workers import ProcessWorkers, ThreadWorkers
from tilewright.solutions import Decoder, Solution
from tilewright.symmetry import Counts


class Run(Store):
    """A run file, and what it is about.  The numbers are those of the jobs that are done.

    They are only known if the file is whole; see `rows`.
    """

    def __init__(self, file: RunFile, about: About, model: Model, plan: Plan) -> None:
        self.file, self.about, self.model = file, about, model
        super().__init__(plan)
        self.reload()

    def reload(self) -> None:
        """Read what is done and what is open, as the file has it."""
        self._read = False
        file, plan = self.file, self.plan
        self.clear()
        self.add_stages(plan.stages)
        self.seconds = 0.0  # of all workers together
        self.profiles = [Profile() for _ in plan.stages]
        self.stage_seconds = [0.0] * len(plan.stages)
        tree = Tree(file, plan, self.about)
        with file.unchanged():
            for one in file.jobs():
                job, known = one.job, len(plan.stages)
                if not 0 <= job.stage < known:
                    belongs = f"job {job.id} belongs to stage {job.stage}"
                    raise file.damaged(f"{belongs}, and there are {known}")
                tree.add(one)
                if isinstance(one, DoneJob):
                    self.add(job, cast("JobResult", one))  # it tells as much as is added up
                else:
                    self.open.append(job)
            if file.check and not file.sealed:
                # It is of an earlier version and has no sums: its jobs must make the whole search.
                faults = chain(file.strays(), tree.family_faults(), tree.first_faults())
                try:
                    fault = next(faults, None)
                except OptionError as error:
                    fault = str(error)
                if fault is not None:
                    raise file.damaged(fault)
        self._read = True

    def add(self, job: Job, result: JobResult) -> None:
        """A job is done."""
        expected = len(self.tallies[job.stage])
        if len(result.tallies) != expected:
            has = f"job {job.id} has {len(result.tallies)} tallies"
            raise self.file.damaged(f"{has}, and there should be {expected}")
        super().add(job, result)
        self.seconds += result.seconds
        self.profiles[job.stage].add(result.counters.nodes_per_level)
        self.stage_seconds[job.stage] += result.seconds

    @property
    def path(self) -> Path:
        """Where it is stored."""
        return self.file.path

    @property
    def finished(self) -> bool:
        """Is everything done that this file has to do?"""
        return self._read and not self.open

    def check(self) -> None:
        """Raise CountError if two ways of counting do not agree, when all parts are done."""
        if self.complete:
            super().check()

    @property
    def complete(self) -> bool:
        """Is everything done, in all parts?"""
        return self.finished and not self.about.missing

    @property
    def total_known(self) -> bool:
        """Are all solutions found, even if their classes are not counted?"""
        searching = any(job.stage < len(self.plan.search) for job in self.open)
        return self._read and not (searching or self.about.missing)

    @property
    def numbers(self) -> dict[str, int]:
        """The numbers of a count that is complete.  Raises CountError if they contradict."""
        self.check()
        return super().numbers

    @property
    def counts(self) -> Counts | None:
        """The three numbers, when a count is complete.  Raises CountError if they contradict."""
        self.check()
        return super().counts

    def packed(self, starts: Sequence[Subtree], stage: Stage) -> bytes:
        """Subtrees as they are stored."""
        return pack_starts(starts, stage.start)

    def _stored(self, results: Sequence[tuple[Job, JobResult, Sequence[Packed]]]) -> list[Job]:
        return self.file.record(results)

    def checkpoint(self, job: Job) -> DeviceCheckpoint | None:
        """The checkpoint of a job, if one was stored."""
        return self.file.checkpoints.of(job.id)

    def store_checkpoint(self, job: Job, checkpoint: DeviceCheckpoint) -> str | None:
        """Store a checkpoint; or say why that cannot be.  Raises RunError if the file is gone."""
        self.file.see_that_it_is_there()
        try:
            self.file.checkpoints.store(job.id, checkpoint)
        except RunError as error:
            return f"the checkpoint is not stored: {error}"
        return None

    def tidy(self) -> None:
        """A count on a device is done."""
        self.file.checkpoints.shrink()

    def trouble(self) -> str | None:
        """What has happened to the file, and where it is now; raised if it is lost."""
        self.file.see_that_it_is_there()
        return self.file.trouble

    def blocks(self) -> Iterator[Covers]:
        """The covers that are stored, some at a time, in the order of the search."""
        return (unpack(one.covers) for one in self.file.done_jobs() if one.covers)

    def listed(self) -> Iterator[Solution | PolygonSolution]:
        """The solutions that are stored, in the order of the search."""
        if isinstance(self.model, Jigsaw):
            return map(self.polygons(self.model), self.covers())
        return map(Decoder(self.model).solution, self.covers())

    def polygons(self, jigsaw: Jigsaw) -> Callable[[Sequence[int]], PolygonSolution]:
        """What makes solutions of covers, in a run of this jigsaw."""
        return polygons_of(jigsaw, self.plan.request)

    def covers(self) -> Iterator[list[int]]:
        """The covers that are stored, one by one."""
        for covers in self.blocks():
            yield from map(list, each(covers))

    def done_jobs(self) -> Iterator[DoneJob]:
        """The jobs that are done, in order."""
        return self.file.done_jobs()

    def close(self) -> None:
        """Let go of the file."""
        self.file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def create_run(
    path: str | Path,
    puzzle: AnyPuzzle | Model,
    *,
    task: str = "count",
    up_to: str | None = None,
    engine: str = AUTO,
    require: str | Iterable[str] = (),
    part: Part = WHOLE,
    name: str = "",
    **options: Any,
) -> Run:
    """Begin a run in a new file.  `options` are those of `SearchOptions` that are no limits.

    `task` is "count", or "solve" to store all solutions, one of each class that `up_to` joins;
    default: symmetry.  A count with `up_to` tells that number only, not all three.  `require` names
    what solutions must be.
    """
    model = run_model(puzzle)
    asked = one_number(up_to) if task == "count" else {"up_to": up_to or "symmetry"}
    request = Request.of(require, options, task=task, engine=engine, **asked)
    return begin_run(path, model, request, part, name)


def begin_run(
    path: str | Path, model: Model, request: Request, part: Part = WHOLE, name: str = ""
) -> Run:
    """Begin a run in a new file."""
    polygons = isinstance(model, Jigsaw)
    # What cannot be cut has no parts: those of polygons are only listed, as all runs once were.
    way = 1 if polygons and part.of > 1 else SEARCH
    plan = make_plan(model, request.for_run(polygons=polygons), way=way)
    for stage in plan.stages[:1]:
        try_out(stage)
    jobs = [(job, top) for job, top in first_jobs(plan, part.of) if job.part == part.number]
    about = About(
        name=name or model.puzzle.title,
        puzzle=format_puzzle(model.puzzle),
        fingerprint=problem_of(model).fingerprint,
        request=plan.request,
        engines=tuple(stage.engine for stage in plan.stages),
        plan=plan.fingerprint,
        of=part.of,
        parts=(part.number,),
        search=way,
    )
    return Run(RunFile.create(path, about.rows(), jobs), about, model, plan)


def run_model(puzzle: AnyPuzzle | Model) -> Model:
    """What a run of this puzzle searches.

    Raises PuzzleError for serious faults, and RunError for polygons with decimals.
    """
    if isinstance(puzzle, PolygonPuzzle):
        require_exact(puzzle)
    return make_model(puzzle) if isinstance(puzzle, Puzzle | PolygonPuzzle) else puzzle


def require_exact(puzzle: PolygonPuzzle) -> None:
    """Raise RunError for polygons with decimals."""
    if not puzzle.exact:
        raise RunError(
            "the puzzle has decimals, so pieces need not fit exactly, and no search for them is "
            "ever complete: search without a run, or write exact numbers such as 1/3 or sqrt(2)/2 "
            "(or `exact = true`, if the decimals are exact)"
        )


def open_run(
    path: str | Path, *, write: bool = False, check: bool = True, model: Model | None = None
) -> Run:
    """Open a run: to look at it, or with `write` to resume it.

    One that is damaged is refused, but not without `check`, which is for those who ask `verify`.
    `model` is what it searches, if that is known: then its puzzle is not read once more.
    """
    file = RunFile(path, write=write, check=check)
    try:
        with file.unchanged():
            run = read_run(file, model)
        if write and check and not file.sealed:
            file.seal()
        return run
    except BaseException:
        file.close()
        raise


def read_model(file: RunFile, model: Model | None = None) -> tuple[About, Model]:
    """What a run is about, and what it searches: enough to understand what it stores."""
    about = About.read(file.about(), file.path)
    try:
        if model is None:
            name = f"{file.path} (the puzzle in it)"
            model = run_model(parse_puzzle(about.puzzle, name))
        about.request.for_run(polygons=isinstance(model, Jigsaw))
    except TilewrightError as error:
        raise damaged(file.path, error) from None
    if problem_of(model).fingerprint != about.fingerprint:
        raise _another(file.path)
    return about, model


def read_run(file: RunFile, model: Model | None = None) -> Run:
    """All of it; the file has to be `unchanged` meanwhile."""
    about, model = read_model(file, model)
    try:
        plan = make_plan(model, about.request, about.engines, way=about.search)
        if plan.fingerprint != about.plan:
            raise _another(file.path)
    except OptionError as error:
        raise damaged(file.path, error) from None
    return Run(file, about, model, plan)


def _another(path: Path) -> RunError:
    return RunError(
        f"{path}: the puzzle in it is not the one it was begun with, or this Tilewright sees it "
        f"differently: resume it with the version that began it"
    )


def polygons_of(jigsaw: Jigsaw, request: Request) -> Callable[[Sequence[int]], PolygonSolution]:
    """What makes solutions of covers, where this was asked for."""
    how = dict(request.options)

    def solution(cover: Sequence[int]) -> PolygonSolution:
        return PolygonSolution(jigsaw.puzzle, replay(jigsaw, cover, **how))

    return solution


def require_same(path: str | Path, model: Model, request: Request, part: Part) -> None:
    """Raise RunError unless the run in that file is this search; the file is only read."""
    with closing(RunFile(path, write=False)) as file:
        there = About.read(file.about(), file.path)
    if there.fingerprint != problem_of(model).fingerprint:
        raise RunError(
            f"{path} is a run for another puzzle, {there.name!r}: give this one another name"
        )
    here = request.for_run(polygons=isinstance(model, Jigsaw))
    if there.request != here or (there.of, there.parts) != (part.of, (part.number,)):
        raise RunError(
            f"{path} was begun with {there}: `tilewright resume {path}` resumes that; for "
            f"another search give another name"
        )


def resume(
    run: Run,
    *,
    threads: int = 0,
    processes: int | None = None,
    workers: Workers | None = None,
    max_seconds: float | None = None,
    stopped: Callable[[], bool] = lambda: False,
    progress: Callable[[Executor], None] = lambda _: None,
    message: Callable[[str], None] = lambda _: None,
) -> bool:
    """Have the jobs of a run done, until all are (True), the time is over or `stopped` says so.

    By threads (default: as many as there are cores), by processes, or by other workers.  What is
    done is stored all the time.  `progress` is called now and then, to report how far it is;
    `message` gets a sentence when there is something that somebody who waits should know.

    >>> import tempfile, tilewright as tw
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with tw.runs.create_run(f"{folder}/soma.run", tw.load("soma")) as run:
    ...         resume(run, threads=1)
    ...         print(run.counts)
    True
    11,520 solutions, 480 up to rotation, 240 up to symmetry
    """
    if run.finished:
        if workers is not None:
            workers.close()
        return True
    cores = thread_count(SearchOptions(threads=threads))
    if workers is None:
        stages = run.plan.stages
        workers = ProcessWorkers(stages, processes) if processes else ThreadWorkers(stages, cores)
    with closing(workers):
        run.file.begin_session(workers.name, version("tilewright"))
        executor = Executor(run, workers, frontier_threads=cores, message=message)
        return executor.drive(stopped, max_seconds=max_seconds, progress=lambda: progress(executor))


def merge(paths: Sequence[str | Path], to: str | Path) -> Run:
    """Make a new run of some parts of a run, in any order, finished or not.

    The parts stay as they are.  If some are missing, `missing` of the new run tells which: they can
    be merged with it later, into yet another one.  Raises RunError if they do not belong together;
    then there is no new run.
    """
    if not paths:
        raise RunError("there is nothing to merge: name the files of two parts or more")
    with ExitStack() as held:
        runs = [held.enter_context(open_run(path)) for path in paths]
        for run in runs:
            # What is merged is what is looked at now, though somebody may be working on it.
            held.enter_context(run.file.unchanged())
            run.reload()
            _require_alike(runs[0], run)
        first = runs[0]
        about = replace(first.about, parts=tuple(sorted(_owners(runs))))
        file = RunFile.create(to, about.rows(), others=[run.file for run in runs])
        return Run(file, about, first.model, first.plan)


def _require_alike(first: Run, other: Run) -> None:
    """Are these parts of the same run?  The first one is like itself, if it is a part."""
    if other.about.of == 1:
        raise RunError(
            f"{other.path} is a whole run, not a part of one: there is nothing to merge it with; "
            f"parts are begun with --part 1/16, --part 2/16 and so on"
        )
    if first.about.fingerprint != other.about.fingerprint:
        raise RunError(
            f"{first.path} and {other.path} are not parts of the same run: the puzzles in them, "
            f"{first.about.name!r} and {other.about.name!r}, are not the same"
        )
    for what, ours, theirs in (
        ("number of parts", first.about.of, other.about.of),
        ("task", first.plan.request.task, other.plan.request.task),
        ("up_to", first.plan.request.up_to, other.plan.request.up_to),
        ("requirements", first.plan.request.require, other.plan.request.require),
        ("engine", _engines(first), _engines(other)),
        ("set of options", dict(first.plan.request.options), dict(other.plan.request.options)),
        ("plan", first.plan.fingerprint, other.plan.fingerprint),
    ):
        if ours != theirs:
            raise RunError(
                f"{first.path} and {other.path} are not parts of the same run: the {what} is "
                f"{ours!r} in the first, and {theirs!r} in the second"
            )


def _owners(runs: Sequence[Run]) -> dict[int, Path]:
    """The file that has each part."""
    owners: dict[int, Path] = {}
    for run in runs:
        for part in run.about.parts:
            if part in owners:
                raise RunError(
                    f"part {part} is in both {owners[part]} and {run.path}: leave one out"
                )
            owners[part] = run.path
    return owners


def _engines(run: Run) -> str:
    """Those of all stages: auto may choose differently on different machines."""
    return " ".join(dict.fromkeys(stage.engine for stage in run.plan.stages))
