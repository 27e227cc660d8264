"""Are the solutions of polygons that a run has stored solutions, and each of them there once?

That they are is proved for each, by code that shares nothing with the search.  A solution has one
way only in which the search comes to it, so that two are alike if their options are; and of those
that symmetries make alike, only one passes the sieve.
"""

from collections.abc import Callable, Iterator
from hashlib import sha256
from itertools import pairwise

from tilewright import _core
from tilewright.execution.packing import PackingError, unpack
from tilewright.plan.places import PlaceSieve
from tilewright.plan.sieve import Covers
from tilewright.polygons.arrangements import ArrangementError, Arrangements
from tilewright.polygons.certify import Certifier, NotCertified
from tilewright.polygons.congruence import puzzle_size
from tilewright.polygons.jigsaw import Jigsaw
from tilewright.polygons.solution import Certificate, PlacedPolygon
from tilewright.runs.run import Run

__all__ = ["PlacesVerified"]

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
