"""Solutions of jobs, read from their runs: by threads, some at a time."""

import asyncio
import json
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import TypeVar

from anyio import CapacityLimiter, to_thread
from fastapi import HTTPException

from tilewright.polygons import PolygonSolution
from tilewright.runs import Kept
from tilewright.solutions import Solution
from tilewright.web.jobs import Job
from tilewright.web.store import Store

__all__ = ["AnySolution", "Readers", "told_solution"]

AnySolution = Solution | PolygonSolution

MOST_OPEN = 8  # jobs whose puzzles stay in memory
AT_ONCE = 4  # threads that read
DRAWN_AT_ONCE = 2
DECIMALS = 9  # of the corners of polygons

T = TypeVar("T")


def told_solution(number: int, solution: AnySolution) -> str:
    """A `SolutionTold` as JSON.  There may be many, and pydantic takes its time."""
    pieces: list[dict[str, object]]
    if isinstance(solution, Solution):
        pieces = [{"piece": one.piece, "cells": one.cells} for one in solution.placed]
    else:
        shapes = {piece.name: piece.shape for piece in solution.puzzle.pieces}
        pieces = [
            {
                "piece": one.piece,
                "rings": [r.round(DECIMALS).tolist() for r in one.rings(shapes[one.piece])],
            }
            for one in solution.placed
        ]
    return json.dumps({"number": number, "pieces": pieces}, separators=(",", ":"))


class Readers:
    """Reads solutions of jobs, also while these are worked on."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._open: OrderedDict[str, Kept] = OrderedDict()
        self._opening: dict[str, asyncio.Lock] = {}
        self._limiter = CapacityLimiter(AT_ONCE)
        self.drawing = CapacityLimiter(DRAWN_AT_ONCE)  # of what makes pictures of solutions

    async def page(self, job: Job, first: int, limit: int, where: Sequence[str] = ()) -> str:
        """A `SolutionsTold` as JSON: some of those that meet all conditions.

        `first` counts from 0.
        """
        only_first = job.record.task == "one"  # though more were found at the same time
        told = job.record.solutions

        def read(kept: Kept) -> tuple[int, list[str]]:
            start, count = (0, 1) if only_first else (first, limit)
            if where:
                total, found = kept.select(where, start, count, told)
            else:
                total = kept.total(told)
                found = list(enumerate(kept.take(start + 1, count, told), start + 1))
            if only_first:
                found = [(number, one) for number, one in found if number == 1]
                total, found = len(found), found[first:]
            return total, [told_solution(number, one) for number, one in found]

        total, solutions = await self._read(job, read) or (0, [])
        return f'{{"total":{total},"first":{first},"solutions":[{",".join(solutions)}]}}'

    async def lines(self, job: Job, after: int, limit: int) -> list[tuple[int, str]]:
        """The next solutions after that number, each with its number, as JSON."""
        told = job.record.solutions
        limit = min(limit, job.solutions - after)

        def read(kept: Kept) -> list[tuple[int, str]]:
            taken = enumerate(kept.take(after + 1, limit, told), after + 1)
            return [(number, told_solution(number, one)) for number, one in taken]

        return (await self._read(job, read) if limit > 0 else None) or []

    async def one(self, job: Job, number: int) -> AnySolution:
        """The solution of that number."""
        told, found = job.record.solutions, None
        if 1 <= number <= job.solutions:
            found = await self._read(job, lambda kept: kept.take(number, 1, told))
        if not found:
            raise HTTPException(404, f"This job has no solution {number}, at least not yet.")
        return found[0]

    def forget(self, job: Job) -> None:
        """Keep nothing of it in memory."""
        self._open.pop(job.record.id, None)
        self._opening.pop(job.record.id, None)

    async def _read(self, job: Job, what: Callable[[Kept], T]) -> T | None:
        """What a thread reads of its run; None if there is nothing to be read."""
        if job.record.task == "count" or job.deleted:
            return None
        kept = await self._kept(job)
        if kept is None:
            return None
        return await to_thread.run_sync(what, kept, limiter=self._limiter)

    async def _kept(self, job: Job) -> Kept | None:
        number = job.record.id
        async with self._opening.setdefault(number, asyncio.Lock()):
            if number not in self._open:
                path = self._store.run(number)
                kept = await to_thread.run_sync(
                    lambda: Kept(path) if path.exists() else None, limiter=self._limiter
                )
                if kept is None or job.deleted:
                    return None
                self._open[number] = kept
                while len(self._open) > MOST_OPEN:
                    gone, _ = self._open.popitem(last=False)
                    self._opening.pop(gone, None)
            self._open.move_to_end(number)
            return self._open[number]
