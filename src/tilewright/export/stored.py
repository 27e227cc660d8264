"""The solutions that a run has stored, by numbers that stay while it is worked on.

The order of the search, which `Run.listed` has, is known only in the end: what is found later may
stand before.  Here solutions are numbered from 1 on as they were stored, so that a page of them
stays the same page.  The file is open only while something is read from it, and nobody who writes
to it has to wait.
"""

import threading
from bisect import bisect_right
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, cached_property
from itertools import repeat
from pathlib import Path
from typing import TypeVar

import numpy as np

from tilewright.cover import CoverChecker
from tilewright.execution.packing import unpack
from tilewright.execution.sieve import Covers, cover_at
from tilewright.export.queries import QueryError, condition
from tilewright.export.table import Condition, Numbers, SolutionTable
from tilewright.polygons.model.solution import PolygonSolution
from tilewright.polygons.search.jigsaw import Jigsaw
from tilewright.runs.file import RunFile
from tilewright.runs.rows import JOBS, DoneJob, shortened, summand
from tilewright.runs.run import Run, polygons_of, read_model, read_run
from tilewright.runs.schema import About, RunError
from tilewright.solutions import Decoder, Solution
from tilewright.solving import Counts

MOST_UNPACKED = 3  # jobs whose covers stay in memory
MOST_FILTERS = 4  # conditions whose answers stay in memory

K = TypeVar("K")
T = TypeVar("T")
Where = tuple[str, ...]


@dataclass
class _Filter:
    """Conditions, and the numbers of the solutions that meet them, as far as they were seen."""

    conditions: list[Condition]
    seen: int = 0  # jobs
    numbers: Numbers = field(default_factory=lambda: np.empty(0, np.int64))


class StoredSolutions:
    """Reads solutions of a run that another process may be working on.  For any thread."""

    def __init__(self, path: str | Path) -> None:
        self._path = Path(path)
        self._lock = threading.Lock()
        self._latest = 0.0
        self._jobs: list[int] = []  # with covers, as they were stored
        self._ends = [0]  # solutions in all before each of them, and after the last
        with closing(RunFile(self._path, write=False)) as file, file.unchanged():
            self.about, self.model = read_model(file)
            self._add(_whole(file, file.done_since(self._latest)))
        self._decode: Callable[[list[int]], Solution | PolygonSolution]
        self._checker: CoverChecker | None = None
        if isinstance(self.model, Jigsaw):
            self._decode = polygons_of(self.model, self.about.request)
        else:
            self._decode = Decoder(self.model).solution
            self._checker = CoverChecker(self.model.problem)
        self._unpacked: OrderedDict[int, Covers] = OrderedDict()
        self._filters: OrderedDict[Where, _Filter] = OrderedDict()

    def total(self, known: int | None = None) -> int:
        """How many there are by now.

        If `known` is how many the caller knows of, it wants no more: then the file is only looked
        at if fewer are known here.
        """
        with self._reading() as file:
            return self._refreshed(file, known)

    def take(
        self, first: int, count: int, known: int | None = None
    ) -> list[Solution | PolygonSolution]:
        """N solutions from number `first` on; fewer if there are no more by now."""
        with self._reading() as file:
            last = min(first + count - 1, self._refreshed(file, known))
            return [self._solution(file, number) for number in range(first, last + 1)]

    def select(
        self, where: Sequence[str], first: int, count: int, known: int | None = None
    ) -> tuple[int, list[tuple[int, Solution | PolygonSolution]]]:
        """How many meet all conditions, and N of them with their numbers, from the first on.

        Conditions are those of `tilewright.export.queries`.  Here `first` counts from 0, and counts
        only those that meet them.
        """
        with self._reading() as file:
            self._refreshed(file, known)
            numbers = self._matching(file, tuple(where))
            some = numbers[first : first + count].tolist()
            return len(numbers), [(number, self._solution(file, number)) for number in some]

    @contextmanager
    def _reading(self) -> Iterator[Callable[[], RunFile]]:
        """For one thread at a time, what opens the file if need be."""
        with self._lock, ExitStack() as after:
            yield cache(lambda: after.enter_context(closing(RunFile(self._path, write=False))))

    def _refreshed(self, file: Callable[[], RunFile], known: int | None) -> int:
        """See what is new; gives the number of all."""
        if known is None or known > self._ends[-1]:
            self._add(file().done_since(self._latest))
        return self._ends[-1]

    def _add(self, jobs: Iterable[DoneJob]) -> None:
        for done in jobs:
            self._latest = done.ended
            if done.found:
                self._jobs.append(done.job.id)
                self._ends.append(self._ends[-1] + done.found)

    def _solution(self, file: Callable[[], RunFile], number: int) -> Solution | PolygonSolution:
        place = bisect_right(self._ends, number - 1) - 1
        covers = self._covers(file, self._jobs[place])
        return self._decode(cover_at(covers, number - 1 - self._ends[place]))

    def _covers(self, file: Callable[[], RunFile], job: int) -> Covers:
        return _recent(self._unpacked, job, MOST_UNPACKED, lambda: self._unpack(file(), job))

    def _unpack(self, file: RunFile, job: int) -> Covers:
        """The covers of a job; polygons were certified before they were stored."""
        covers = unpack(file.covers_of(job))
        if self._checker is not None and not self._checker.are_covers(*covers).all():
            raise RunError(
                f"job {job} of the run stores what is no solution, so the file is damaged: "
                f"`tilewright runs verify` tells more"
            )
        return covers

    def _matching(self, file: Callable[[], RunFile], where: Where) -> Numbers:
        """The numbers of those that meet all conditions; only what is new is looked at."""
        conditions = (condition(self._table, text) for text in where)
        found = _recent(self._filters, where, MOST_FILTERS, lambda: _Filter(list(conditions)))
        new = range(found.seen, len(self._jobs))
        if new:
            before = self._ends[found.seen]
            blocks = (unpack(file().covers_of(self._jobs[place])) for place in new)
            rows = self._table.rows(lambda: blocks)
            more = [some.where(found.conditions).numbers + before for some in rows]
            found.numbers, found.seen = np.concatenate([found.numbers, *more]), len(self._jobs)
        return found.numbers

    @cached_property
    def _table(self) -> SolutionTable:
        if isinstance(self.model, Jigsaw):
            raise QueryError(
                "polygons lie on no cells, so their solutions cannot be asked for by cells: look "
                "at all of them"
            )
        return SolutionTable(self.model)


def _recent(known: OrderedDict[K, T], key: K, most: int, make: Callable[[], T]) -> T:
    """What is known for a key, or made; of what was asked for longest ago, some is forgotten."""
    if key not in known:
        made = make()
        while len(known) >= most:
            known.popitem(last=False)
        known[key] = made
    known.move_to_end(key)
    return known[key]


def stored_solution_count(path: str | Path) -> int:
    """How many solutions a run has stored; none if it only counts them."""
    with closing(RunFile(path, write=False)) as file, file.unchanged():
        if About.read(file.about(), file.path).request.task != "solve":
            return 0
        return sum(done.found for done in _whole(file, file.done_jobs()))


def _whole(file: RunFile, jobs: Iterable[DoneJob]) -> Iterator[DoneJob]:
    """All jobs that are done.  Raises RunError in the end if these are not all of them."""
    if not file.sealed:  # it is of an earlier version, and has to be looked at as a tree of jobs
        read_run(file)
    found = 0
    for done in jobs:
        found += summand(done)
        yield done
    found += sum(map(summand, file.open_jobs()))
    file.require(JOBS, shortened(found))


def listing_counts(run: Run) -> Counts | None:
    """The numbers of a listing on a lattice that is complete; None for all others.

    A stored solution stands for its class under the group that `up_to` names, which has as
    many members as the group has, divided by those that leave the solution as it is.  Each member
    is the same part of its class under any other group.

    >>> import tempfile, tilewright as tw
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with tw.runs.create_run(f"{folder}/soma.run", tw.load("soma"), task="solve") as run:
    ...         tw.runs.resume(run, threads=1)
    ...         print(listing_counts(run))
    True
    11,520 solutions, 480 up to rotation, 240 up to symmetry
    """
    request = run.plan.request
    if request.task != "solve" or request.require or isinstance(run.model, Jigsaw):
        return None  # special solutions may be special only as they lie
    if not run.complete:
        return None
    table = SolutionTable(run.model)
    sorts: Counter[tuple[int, int, int]] = Counter()  # how many motions of each group fix it
    for rows in table.rows(run.blocks):
        rotations = table.symmetries(rows.grid, mirrors=False).tolist()
        sorts.update(zip(repeat(1), rotations, table.symmetries(rows.grid).tolist()))
    orders = (1, *table.orders)
    own = ("nothing", "rotation", "symmetry").index(request.up_to)
    solutions, by_rotation, by_symmetry = (
        sum(n * Fraction(orders[own] * fix[of], fix[own] * orders[of]) for fix, n in sorts.items())
        for of in range(3)
    )
    return Counts(int(solutions), int(by_rotation), int(by_symmetry), *table.orders)
