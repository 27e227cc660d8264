"""Is a run what it should be?  Everything in its file is looked at, and some of it done again.

- SQLite looks at its tables, each job has a checksum, and each table a sum of its rows.
- The jobs must make a tree, so that nothing is missing, and nothing is there twice; and some,
  drawn by chance, are searched again; see `job_checks`.
- Each solution is checked by code that shares nothing with the engines: see `_SolutionVerifier`.

What is not looked at: who did a job and when, and the name that the run was given.
"""

import random
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import sha256

import numpy as np
import numpy.typing as npt

from tilewright import _core
from tilewright.cover import CoverChecker, NotACover, SubtreeError
from tilewright.encoding import Encoding
from tilewright.engines import OptionError
from tilewright.execution.job import Job, unpack_starts
from tilewright.execution.packing import PackingError, unpack
from tilewright.execution.polygon_sieve import PlaceSieve
from tilewright.execution.sieve import Covers, Sieve, cover_at, each
from tilewright.polygons.exact.certify import Certifier
from tilewright.polygons.exact.prover import NotCertified
from tilewright.polygons.model.arrangements import ArrangementError, Arrangements
from tilewright.polygons.model.congruence import puzzle_size
from tilewright.polygons.model.solution import Certificate, PlacedPolygon
from tilewright.polygons.search.corners import CountError
from tilewright.polygons.search.jigsaw import Jigsaw
from tilewright.runs.job_checks import Tree, repeat
from tilewright.runs.rows import DoneJob, row_digest, shortened, summand
from tilewright.runs.run import Run
from tilewright.runs.schema import RunError
from tilewright.solutions import Decoder, NotASolution, check_solution
from tilewright.solutions.requirements import requirements
from tilewright.symmetry import Action, least_image

MOST_COMPLAINTS = 100  # that are listed one by one
SIGN_OF_LIFE = 256  # jobs between two
MOST_ON_BOARD = 20_000  # solutions, some seconds' work
CERTIFIED_AT_ONCE = 1000  # solutions of polygons

Progress = Callable[[str, int, int], None]
Sums = npt.NDArray[np.uint64]


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
    progress: Progress = lambda *_: None,
) -> Report:
    """Look at everything in a run; search `sample` of its jobs again, for `seconds` at most.

    `progress` is called now and then: what is looked at, how much of it was, and of how much.
    """
    verifier = _Verifier(run, progress)
    solutions = _SolutionVerifier(run, verifier.complain)
    wanted: list[_Drawn] = []
    with run.file.unchanged():
        try:
            # Somebody may have resumed it since it was opened.
            verifier.run = Run(run.file, run.about, run.model, run.plan)
            if isinstance(run.model, Jigsaw):
                solutions = _PolygonVerifier(verifier.run, run.model, verifier.complain)
            else:
                solutions = _CoverVerifier(verifier.run, run.model, verifier.complain, seed)
            verifier.check_tables()
            verifier.check_jobs()
            verifier.check_tree()
            solutions.verify(progress)
            verifier.run.check()
            wanted = verifier.draw(sample, random.Random(seed))
        except (RunError, CountError, OptionError, ValueError, OverflowError) as error:
            verifier.complain(str(error))  # it is so damaged that nothing else can be looked at
    repeated = verifier.repeat_jobs(wanted, time.monotonic() + seconds)
    return Report(
        verifier.jobs,
        solutions.checked,
        solutions.on_board,
        repeated,
        len(wanted),
        tuple(verifier.complaints),
        verifier.untold,
        solutions.certificate,
    )


_Drawn = tuple[DoneJob, list[Job]]  # a job, and what was made of its remainder


@dataclass
class _Verifier:
    """The checks, and what they have found so far."""

    run: Run
    progress: Progress
    complaints: list[str] = field(default_factory=list)
    untold: int = 0
    jobs: int = 0

    def complain(self, *faults: str) -> None:
        told = faults[: MOST_COMPLAINTS - len(self.complaints)]
        self.complaints += told
        self.untold += len(faults) - len(told)

    def check_tables(self) -> None:
        """Raises RunError if there is no sense in looking at anything else."""
        file = self.run.file
        self.complain(*file.integrity())
        if self.complaints:
            raise RunError("the tables are damaged, so nothing else was looked at")
        self.complain(*file.strays(), *file.checkpoints.faults())

    def check_jobs(self) -> None:
        """Checksums, and numbers that must agree."""
        file, total = self.run.file, self.run.done + len(self.run.open)
        self.tree = Tree(file, self.run.plan, self.run.about)
        found = 0
        for one in file.jobs():
            if row_digest(one) != one.digest:
                self.complain(f"job {one.job.id}: its checksum is wrong")
            if isinstance(one, DoneJob):
                self._compare_numbers(one)
            self.tree.add(one)
            found += summand(one)
            self.jobs += 1
            if self.jobs % SIGN_OF_LIFE == 0:
                self.progress("jobs", self.jobs, total)
        self.complain(*file.seal_faults(shortened(found)))

    def _compare_numbers(self, done: DoneJob) -> None:
        stage, found = self.run.plan.stages[done.job.stage], done.counters.solutions
        if done.found > found or (done.found < found and stage.sieve is None and not stage.checks):
            self.complain(f"job {done.job.id}: it found {found} covers, but {done.found} count")
        try:
            stored = len(unpack(done.covers)[1]) if done.covers else 0
        except PackingError:
            return  # which is a complaint when covers are looked at
        expected = done.found if stage.lists else 0
        if stored != expected:
            self.complain(f"job {done.job.id}: it has {stored} covers, and should have {expected}")

    def check_tree(self) -> None:
        """The jobs are together the whole search, and nothing twice."""

        def progress(number: int) -> None:
            if number % SIGN_OF_LIFE == 0:
                self.progress("the tree of jobs", number, self.run.done)

        self.complain(*self.tree.family_faults(progress), *self.tree.first_faults())

    def draw(self, sample: int, chance: random.Random) -> list[_Drawn]:
        """Some jobs that are done, but for those of upper levels, and those that never repeat."""
        file, stages, tree = self.run.file, self.run.plan.stages, self.tree
        done = [n for n, k in tree.done.items() if n not in tree.top_jobs and stages[k].repeats]
        drawn = set(chance.sample(done, min(sample, len(done))))
        return [(one, file.children(one.job.id)) for one in file.done_jobs() if one.job.id in drawn]

    def repeat_jobs(self, wanted: list[_Drawn], deadline: float) -> int:
        """Search jobs again, until it is time to stop; says how many it were."""
        for number, (done, children) in enumerate(wanted):
            self.progress("jobs searched again", number, len(wanted))
            stage = self.run.plan.stages[done.job.stage]
            try:
                left = [s for child in children for s in unpack_starts(child.starts, stage.start)]
                difference = repeat(stage, done, left, lambda: time.monotonic() >= deadline)
            except (SubtreeError, PackingError) as error:
                difference = str(error)
            if time.monotonic() >= deadline:
                return number
            if difference:
                self.complain(f"job {done.job.id}: {difference}")
        return len(wanted)


class _SolutionVerifier:
    """Are the solutions stored in a run solutions, and each of them there once?

    `checked` and `on_board` say how many were looked at; `certificate` holds for all of these, if
    they need one.
    """

    def __init__(self, run: Run, complain: Callable[[str], None]) -> None:
        self._run, self._complain = run, complain
        self._stored = sum(run.found) if run.plan.request.task == "solve" else 0
        self.checked = self.on_board = 0
        self.certificate: Certificate | None = None

    def verify(self, progress: Progress) -> None:
        """Look at all of them."""
        raise NotImplementedError

    def _blocks(self) -> Iterator[tuple[Job, Covers]]:
        """The covers of each job, as far as they can be read."""
        for one in self._run.done_jobs():
            if one.covers:
                try:
                    yield one.job, unpack(one.covers)
                except PackingError as error:
                    self._complain(f"job {one.job.id}: {error}")

    def _complain_of(self, job: Job, number: int, what: object) -> None:
        self._complain(f"job {job.id}: solution {number} of it is {what}")


class _CoverVerifier(_SolutionVerifier):
    """That covers are solutions is asked of two checkers that share nothing with the engines: one
    looks at all of them, the other puts them on the board, and there asks the puzzle itself.  The
    second takes its time, and is asked about a random sample where there are many.

    That no two are alike is seen from numbers.  Each placement gets one by chance, a solution has
    the sum of those of its placements, and a class of symmetric solutions the least sum of all its
    images: eight bytes a solution.  Where two such numbers are equal the solutions themselves are
    compared.
    """

    def __init__(
        self, run: Run, encoding: Encoding, complain: Callable[[str], None], seed: int
    ) -> None:
        super().__init__(run, complain)
        self._encoding = encoding
        self._checker = CoverChecker(encoding.problem)
        self._decoder = Decoder(encoding)
        self._required = requirements(encoding.puzzle, run.plan.request.require)
        action, up_to = Action.of(encoding), run.plan.request.up_to
        some = (action.rotations if up_to == "rotation" else action).permutations
        if up_to == "nothing":
            some = some[:1]  # the one that moves nothing
        # The permutations of placements that make solutions alike, each once.
        self._group = tuple({one.tobytes(): one for one in some}.values())
        options = encoding.problem.option_count
        values = np.random.default_rng(0).integers(0, 2**64, options, dtype=np.uint64)
        self._tables = [values[permutation] for permutation in self._group]
        chance = np.random.default_rng(seed)
        most = min(MOST_ON_BOARD, self._stored)
        self._wanted = np.sort(chance.choice(self._stored, most, replace=False, shuffle=False))

    def verify(self, progress: Progress) -> None:
        """Look at all of them."""
        sums: list[Sums] = []
        for job, covers in self._blocks():
            self._look_at(job, covers)
            sums.append(self._names(covers))
            self.checked += len(covers[1])
            progress("solutions", self.checked, self._stored)
        if sums:
            self._look_for_twins(np.concatenate(sums))

    def _blocks(self) -> Iterator[tuple[Job, Covers]]:
        for job, covers in super()._blocks():
            if covers[0].max(initial=0) >= self._encoding.problem.option_count:
                self._complain(f"job {job.id}: its covers have options that do not exist")
            else:
                yield job, covers

    def _look_at(self, job: Job, covers: Covers) -> None:
        are_covers = self._checker.are_covers(*covers)
        for number in np.flatnonzero(~are_covers).tolist():
            try:
                self._checker.check(cover_at(covers, number))
            except NotACover as error:
                self._complain(f"job {job.id}: cover {number + 1} of it is none: {error}")
        stage = self._run.plan.stages[job.stage]
        through = stage.sieve.through(covers) if isinstance(stage.sieve, Sieve) else covers
        excluded = np.isin(covers[0], stage.start.excluded).any()
        if excluded or len(through[1]) != len(covers[1]):
            self._complain(f"job {job.id}: a cover of it belongs to another stage of the search")
        first, end = np.searchsorted(self._wanted, [self.checked, self.checked + len(covers[1])])
        for number in (self._wanted[first:end] - self.checked).tolist():
            if are_covers[number]:
                self._put_on_board(job, number, cover_at(covers, number))

    def _put_on_board(self, job: Job, number: int, cover: Sequence[int]) -> None:
        self.on_board += 1
        try:
            solution = self._decoder.solution(cover)
            check_solution(self._encoding.puzzle, solution)
            for one in self._required:
                if not one.holds(solution):
                    raise NotASolution(f"it lacks what was required: {one}")
        except NotASolution as error:
            self._complain_of(job, number + 1, f"none: {error}")

    def _names(self, covers: Covers) -> Sums:
        """A number for each cover, the same for all that are alike."""
        options, ends = covers
        names = np.full(len(ends), 2**64 - 1, dtype=np.uint64)
        sums = np.zeros(len(options) + 1, dtype=np.uint64)
        for table in self._tables:
            np.cumsum(table[options], out=sums[1:])  # which may overflow, and does no harm by it
            names = np.minimum(names, np.diff(sums[ends], prepend=sums[:1]))
        return names

    def _look_for_twins(self, sums: Sums) -> None:
        sums.sort()
        equal = np.unique(sums[1:][sums[1:] == sums[:-1]])
        if not len(equal):
            return
        seen: dict[tuple[int, ...], int] = {}
        for job, covers in self._blocks():
            for number in np.flatnonzero(np.isin(self._names(covers), equal)).tolist():
                least = least_image(cover_at(covers, number), self._group)
                if least in seen:
                    self._complain_of(job, number + 1, f"there already, in job {seen[least]}")
                seen[least] = job.id


class _PolygonVerifier(_SolutionVerifier):
    """That polygons are solutions is proved for each, by code that shares nothing with the search.

    A solution has one way only in which the search comes to it, so that two are alike if their
    options are; and of those that symmetries make alike, only one passes the sieve.
    """

    def __init__(self, run: Run, jigsaw: Jigsaw, complain: Callable[[str], None]) -> None:
        super().__init__(run, complain)
        self._jigsaw = jigsaw
        self._solution = run.polygons(jigsaw)
        self._certifier = Certifier(jigsaw.puzzle)
        self._seen: dict[bytes, int] = {}

    def verify(self, progress: Progress) -> None:
        """Look at all of them."""
        for job, covers in self._blocks():
            solutions = list(map(list, each(covers)))
            for begin in range(0, len(solutions), CERTIFIED_AT_ONCE):
                some = solutions[begin : begin + CERTIFIED_AT_ONCE]
                self._look_for_twins(job, begin + 1, some)
                self._look_at(job, begin + 1, some)
                self.checked += len(some)
                progress("solutions", self.checked, self._stored)

    def _look_for_twins(self, job: Job, first: int, some: list[list[int]]) -> None:
        for number, cover in enumerate(some, first):
            digest = sha256(repr(cover).encode()).digest()[:16]
            if digest in self._seen:
                self._complain_of(job, number, f"there already, in job {self._seen[digest]}")
            self._seen[digest] = job.id

    def _look_at(self, job: Job, first: int, some: list[list[int]]) -> None:
        solutions: dict[int, tuple[PlacedPolygon, ...]] = {}
        for number, cover in enumerate(some, first):
            try:
                solutions[number] = self._solution(cover).placed
            except _core.ContractViolation as error:
                self._complain_of(job, number, f"none: {error}")
        placed = list(solutions.values())
        try:
            self._prove(placed)
        except (NotCertified, ArrangementError):
            # Say which; the others are still proved.
            for number, one in solutions.items():
                try:
                    self._prove([one])
                except (NotCertified, ArrangementError) as error:
                    self._complain_of(job, number, f"none: {error}")
            return
        sieve = self._run.plan.stages[0].sieve
        if isinstance(sieve, PlaceSieve):
            found = Arrangements.of(placed, puzzle_size(self._jigsaw.puzzle))
            if not sieve.passes(found).all():
                self._complain(f"job {job.id}: a solution of it is not the first of its class")

    def _prove(self, solutions: list[tuple[PlacedPolygon, ...]]) -> None:
        certificate = self._certifier.certify_many(solutions)
        self.on_board += len(solutions)
        known = self.certificate
        if solutions and (known is None or certificate.residual >= known.residual):
            self.certificate = certificate
