"""Solutions of jobs, read from their runs: by threads, some at a time."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import TypeVar

from anyio import CapacityLimiter, to_thread
from fastapi import HTTPException

from tilewright.polygons import PolygonSolution
from tilewright.runs import Kept, RunError
from tilewright.solutions import Solution
from tilewright.web.jobs import Job
from tilewright.web.messages_jobs import PlacedTold, SolutionsTold, SolutionTold
from tilewright.web.store import Store

__all__ = ["AnySolution", "Readers", "told_solution"]

AnySolution = Solution | PolygonSolution

MOST_OPEN = 8  # jobs whose puzzles stay in memory
AT_ONCE = 4  # threads that read
DECIMALS = 9  # of the corners of polygons

T = TypeVar("T")


def told_solution(number: int, solution: AnySolution) -> SolutionTold:
    """A solution as it is sent."""
    if isinstance(solution, Solution):
        pieces = [
            PlacedTold.model_construct(piece=one.piece, cells=[list(cell) for cell in one.cells])
            for one in solution.placed
        ]
        return SolutionTold.model_construct(number=number, pieces=pieces)
    shapes = {piece.name: piece.shape for piece in solution.puzzle.pieces}
    placed = []
    for lying in solution.placed:
        rings = [ring.round(DECIMALS).tolist() for ring in lying.rings(shapes[lying.piece])]
        placed.append(PlacedTold.model_construct(piece=lying.piece, rings=rings))
    return SolutionTold.model_construct(number=number, pieces=placed)


class Readers:
    """Reads solutions of jobs, also while these are worked on."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._open: OrderedDict[str, Kept] = OrderedDict()
        self._opening: dict[str, asyncio.Lock] = {}
        self._limiter = CapacityLimiter(AT_ONCE)

    async def page(
        self, job: Job, first: int, limit: int, where: Sequence[str] = ()
    ) -> SolutionsTold:
        """Some of those that meet all conditions; `first` counts from 0."""

        def read(kept: Kept) -> tuple[int, list[SolutionTold]]:
            if where:
                total, found = kept.select(where, first, limit)
                return total, [told_solution(number, solution) for number, solution in found]
            taken = kept.take(first + 1, limit)
            return kept.total(), [told_solution(first + k, one) for k, one in enumerate(taken, 1)]

        total, solutions = await self._read(job, read) or (0, [])
        if job.record.task == "one":  # more may have been found at the same time
            solutions = [one for one in solutions if one.number == 1]
            total = min(total, len(solutions) if where else 1)
        return SolutionsTold.model_construct(total=total, first=first, solutions=solutions)

    async def lines(self, job: Job, after: int, limit: int) -> list[tuple[int, str]]:
        """The next solutions after that number, each with its number, as JSON."""
        if job.record.task == "one":
            limit = min(limit, 1 - after)

        def read(kept: Kept) -> list[tuple[int, str]]:
            found = []
            for number, one in enumerate(kept.take(after + 1, limit), after + 1):
                told = told_solution(number, one)
                found.append((number, told.model_dump_json(exclude_none=True)))
            return found

        return (await self._read(job, read) if limit > 0 else None) or []

    async def one(self, job: Job, number: int) -> AnySolution:
        """The solution of that number."""
        most = 1 if job.record.task == "one" else number
        found = None
        if 1 <= number <= most:
            found = await self._read(job, lambda kept: kept.take(number, 1))
        if not found:
            raise HTTPException(404, f"This job has no solution {number}, at least not yet.")
        return found[0]

    def forget(self, job: Job) -> None:
        """Keep nothing of it in memory."""
        self._open.pop(job.record.id, None)

    async def _read(self, job: Job, what: Callable[[Kept], T]) -> T | None:
        """What a thread reads of its run; None if there is nothing to be read."""
        if job.record.task == "count" or job.deleted:
            return None
        kept = await self._kept(job)
        if kept is None:
            return None
        try:
            return await to_thread.run_sync(what, kept, limiter=self._limiter)
        except RunError as error:
            raise self._unreadable(job, error) from None

    async def _kept(self, job: Job) -> Kept | None:
        number = job.record.id
        async with self._opening.setdefault(number, asyncio.Lock()):
            if number not in self._open:
                path = self._store.run(number)
                try:
                    kept = await to_thread.run_sync(
                        lambda: Kept(path) if path.exists() else None, limiter=self._limiter
                    )
                except RunError as error:
                    raise self._unreadable(job, error) from None
                if kept is None or job.deleted:
                    return None
                self._open[number] = kept
                while len(self._open) > MOST_OPEN:
                    gone, _ = self._open.popitem(last=False)
                    self._opening.pop(gone, None)
            self._open.move_to_end(number)
            return self._open[number]

    def _unreadable(self, job: Job, error: RunError) -> HTTPException:
        path = self._store.run(job.record.id)
        said = str(error).replace(str(path), "the run").replace(path.name, "the run")
        return HTTPException(409, f"The solutions of this job cannot be read: {said}.")
