"""Are the solutions stored in a run solutions, and each of them there once?

That they are is asked of two checkers that share nothing with the engines: one looks at all covers,
the other puts them on the board, and there asks the puzzle itself.  The second takes its time, and
is asked about a random sample where there are many.

That no two are alike is seen from numbers.  Each placement gets one by chance, a solution has the
sum of those of its placements, and a class of symmetric solutions the least sum of all its images:
eight bytes a solution.  Where two such numbers are equal the solutions themselves are compared.
"""

from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from tilewright import _core
from tilewright.cover import CoverChecker, NotACover
from tilewright.encoding import Encoding
from tilewright.execution.packing import PackingError, unpack
from tilewright.execution.plan import Stage
from tilewright.execution.polygon_sieve import PlaceSieve
from tilewright.execution.sieve import Covers, Sieve
from tilewright.polygons.exact.certify import Certifier
from tilewright.polygons.exact.prover import NotCertified
from tilewright.polygons.model.arrangements import ArrangementError, Arrangements
from tilewright.polygons.model.congruence import puzzle_size
from tilewright.polygons.model.solution import Certificate, PlacedPolygon
from tilewright.polygons.search.jigsaw import Jigsaw
from tilewright.runs.run import Run
from tilewright.solutions import Decoder, NotASolution, check_solution
from tilewright.solutions.requirements import requirements
from tilewright.symmetry import Action, Permutation, least_image

FEW = 20_000  # so many solutions are put on the board, some seconds' work

Sums = npt.NDArray[np.uint64]


class CoversVerified:
    """Looks at all covers of a run; `checked` and `on_board` say how many were looked at."""

    certificate = None  # covers need none

    def __init__(
        self, run: Run, encoding: Encoding, complain: Callable[[str], None], seed: int
    ) -> None:
        self._run, self._encoding, self._complain = run, encoding, complain
        self._checker = CoverChecker(encoding.problem)
        self._decoder = Decoder(encoding)
        self._asked = requirements(encoding.puzzle, run.plan.request.require)
        self._group = _group(run, encoding)
        self._names = _Names(encoding.problem.option_count, self._group)
        chance = np.random.default_rng(seed)
        self._stored = sum(run.found) if run.plan.request.task == "solve" else 0
        wanted = chance.choice(self._stored, min(FEW, self._stored), replace=False, shuffle=False)
        self._wanted = np.sort(wanted)
        self.checked = self.on_board = 0

    def verify(self, show: Callable[[str, int, int], None]) -> None:
        """Look at all of them."""
        sums: list[Sums] = []
        stages = {one.job.id: one.job.stage for one in self._run.done_jobs()}
        for job, covers in self._blocks():
            if job in stages:  # or else it is not done, which has been told
                self._look_at(job, stages[job], covers)
            sums.append(self._names.of(covers))
            self.checked += len(covers[1])
            show("solutions", self.checked, self._stored)
        if sums:
            self._look_for_twins(np.concatenate(sums))

    def _blocks(self) -> Iterator[tuple[int, Covers]]:
        """The covers of each job, as far as they can be read."""
        for job, data in self._run.file.covers():
            try:
                covers = unpack(data)
            except PackingError as error:
                self._complain(f"job {job}: {error}")
                continue
            if covers[0].max(initial=0) >= self._encoding.problem.option_count:
                self._complain(f"job {job}: its covers have options that do not exist")
                continue
            yield job, covers

    def _look_at(self, job: int, stage: int, covers: Covers) -> None:
        sound = self._checker.sound(*covers)
        for number in np.flatnonzero(~sound).tolist():
            try:
                self._checker.check(_cover(covers, number))
            except NotACover as error:
                self._complain(f"job {job}: cover {number + 1} of it is none: {error}")
        if not self._in_stage(self._run.plan.stages[stage], covers):
            self._complain(f"job {job}: a cover of it belongs to another stage of the search")
        first, end = np.searchsorted(self._wanted, [self.checked, self.checked + len(covers[1])])
        for number in (self._wanted[first:end] - self.checked).tolist():
            if sound[number]:
                self._put_on_board(job, number, _cover(covers, number))

    def _in_stage(self, stage: Stage, covers: Covers) -> bool:
        """Are these covers that the stage may find, and lets through?"""
        excluded = np.zeros(self._encoding.problem.option_count, dtype=np.bool_)
        excluded[list(stage.start.excluded)] = True
        if excluded[covers[0]].any():
            return False
        sieve = stage.sieve
        return not isinstance(sieve, Sieve) or len(sieve.through(covers)[1]) == len(covers[1])

    def _put_on_board(self, job: int, number: int, cover: Sequence[int]) -> None:
        self.on_board += 1
        try:
            solution = self._decoder.solution(cover)
            check_solution(self._encoding.puzzle, solution)
            for one in self._asked:
                if not one.holds(solution):
                    raise NotASolution(f"it lacks what was required: {one}")
        except NotASolution as error:
            self._complain(f"job {job}: solution {number + 1} of it is none: {error}")

    def _look_for_twins(self, sums: Sums) -> None:
        sums.sort()
        equal = np.unique(sums[1:][sums[1:] == sums[:-1]])
        if not len(equal):
            return
        seen: dict[tuple[int, ...], int] = {}
        for job, covers in self._blocks():
            for number in np.flatnonzero(np.isin(self._names.of(covers), equal)).tolist():
                least = least_image(_cover(covers, number), self._group)
                if least in seen:
                    self._complain(
                        f"job {job}: solution {number + 1} of it is there already, in job "
                        f"{seen[least]}"
                    )
                seen[least] = job


class _Names:
    """A number for each class of covers, the same for all covers that are alike."""

    def __init__(self, options: int, group: Sequence[Permutation]) -> None:
        chance = np.random.default_rng(0)
        values = chance.integers(0, 2**64, options, dtype=np.uint64)
        self._tables = [values[permutation] for permutation in group]

    def of(self, covers: Covers) -> Sums:
        """The numbers of these covers."""
        options, ends = covers
        names = np.full(len(ends), 2**64 - 1, dtype=np.uint64)
        sums = np.zeros(len(options) + 1, dtype=np.uint64)
        for table in self._tables:
            np.cumsum(table[options], out=sums[1:])  # which may overflow, and does no harm by it
            names = np.minimum(names, np.diff(sums[ends], prepend=sums[:1]))
        return names


def _group(run: Run, encoding: Encoding) -> tuple[Permutation, ...]:
    """The permutations of placements that make solutions alike, each once."""
    action = Action.of(encoding)
    match run.plan.request.up_to:
        case "symmetry":
            some = action.permutations
        case "rotation":
            some = action.rotations.permutations
        case _:
            some = action.permutations[:1]  # the one that moves nothing
    return tuple({one.tobytes(): one for one in some}.values())


def _cover(covers: Covers, number: int) -> list[int]:
    options, ends = covers
    begin = int(ends[number - 1]) if number else 0
    return list(map(int, options[begin : int(ends[number])]))


# Are the solutions of polygons that a run has stored solutions, and each of them there once?
#
# That they are is proved for each, by code that shares nothing with the search.  A solution has one
# way only in which the search comes to it, so that two are alike if their options are; and of those
# that symmetries make alike, only one passes the sieve.


AT_ONCE = 1000  # solutions that are proved together


class PlacesVerified:
    """Looks at all solutions of a run; `checked` says how many, and `on_board` how many are proved.

    `certificate` holds for all of these.
    """

    def __init__(self, run: Run, jigsaw: Jigsaw, complain: Callable[[str], None]) -> None:
        self._run, self._jigsaw, self._complain = run, jigsaw, complain
        self._solution = run.polygons(jigsaw)
        self._certifier = Certifier(jigsaw.puzzle)
        self._seen: dict[bytes, int] = {}
        self.checked = self.on_board = 0
        self.certificate: Certificate | None = None

    def verify(self, show: Callable[[str, int, int], None]) -> None:
        """Look at all of them."""
        stored = sum(self._run.found) if self._run.plan.request.task == "solve" else 0
        for job, data in self._run.file.covers():
            try:
                covers = unpack(data)
            except PackingError as error:
                self._complain(f"job {job}: {error}")
                continue
            for first, some in _parts(covers):
                self._look_for_twins(job, first, some)
                self._look_at(job, first, some)
                self.checked += len(some)
                show("solutions", self.checked, stored)

    def _look_for_twins(self, job: int, first: int, some: list[list[int]]) -> None:
        for number, cover in enumerate(some, first):
            digest = sha256(repr(cover).encode()).digest()[:16]
            if digest in self._seen:
                self._complain(
                    f"job {job}: solution {number} of it is there already, in job "
                    f"{self._seen[digest]}"
                )
            self._seen[digest] = job

    def _look_at(self, job: int, first: int, some: list[list[int]]) -> None:
        solutions: list[tuple[PlacedPolygon, ...]] = []
        for number, cover in enumerate(some, first):
            try:
                solutions.append(self._solution(cover).placed)
            except _core.ContractViolation as error:
                self._complain(f"job {job}: solution {number} of it is none: {error}")
        if not self._proved(solutions):
            # Say which; the others are still proved.
            for number, placed in enumerate(solutions, first):
                if not self._proved([placed]):
                    self._complain(f"job {job}: solution {number} of it is none: {self._why}")
            return
        sieve = self._run.plan.stages[0].sieve
        if isinstance(sieve, PlaceSieve):
            found = Arrangements.of(solutions, puzzle_size(self._jigsaw.puzzle))
            if not sieve.passes(found).all():
                self._complain(f"job {job}: a solution of it is not the first of its class")

    def _proved(self, solutions: list[tuple[PlacedPolygon, ...]]) -> bool:
        try:
            certificate = self._certifier.certify_many(solutions)
        except (NotCertified, ArrangementError) as error:
            self._why = str(error)
            return False
        self.on_board += len(solutions)
        known = self.certificate
        if solutions and (known is None or certificate.residual >= known.residual):
            self.certificate = certificate
        return True


def _parts(covers: Covers) -> Iterator[tuple[int, list[list[int]]]]:
    """Some at a time, with the number of the first."""
    options, ends = covers
    bounds = [0, *ends.tolist()]
    for begin in range(0, len(ends), AT_ONCE):
        cuts = bounds[begin : begin + AT_ONCE + 1]
        yield begin + 1, [options[a:b].tolist() for a, b in pairwise(cuts)]
