"""A finished job is searched once more: does it find the same, and leave the same?

A search by one thread takes the same way each time, so it can be told to end after as many nodes as
the job had.  The job itself was ended by the clock, and may then have gone a little further: steps
such as leaving an optional item empty are no nodes.  So if the two differ, both go on to the next
node.  That is one certain place, and what was done up to there must be the same.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from tilewright.cover import Subtree
from tilewright.engines import Counters
from tilewright.execution.job import JobOrder, JobResult, explore, pack_starts
from tilewright.execution.packing import unpack
from tilewright.execution.plan import Stage
from tilewright.execution.sieve import Covers
from tilewright.runs.rows import Done, digest_of_rest

WORKER = "the one who verifies"


def repeat(
    stage: Stage,
    done: Done,
    covers: bytes,
    left: Sequence[Subtree],
    stopped: Callable[[], bool] = lambda: False,
) -> str | None:
    """Search again what a job did, and say how that differs; None if it does not.

    `covers` are those it kept, and `left` is what it left.  If it is `stopped`, the answer has no
    meaning.
    """
    nodes = done.counters.nodes if stage.divides else None
    work = JobOrder(done.job.stage, done.job.starts, nodes=nodes)
    again = _Way.of(explore(stage, work, WORKER, stopped))
    before = _Way(done.counters, done.kept, done.tallies, _unpacked(covers), tuple(left))
    difference = before.difference(again)
    if difference is None or not stage.divides:
        return difference
    return before.on(stage, done.job.stage).difference(again.on(stage, done.job.stage))


@dataclass(frozen=True, eq=False)
class _Way:
    """What was done so far, and what is left."""

    counters: Counters
    kept: int
    tallies: tuple[int, ...]
    covers: tuple[Covers, ...]
    rest: tuple[Subtree, ...]

    @staticmethod
    def of(outcome: JobResult) -> "_Way":
        covers = _unpacked(outcome.covers)
        return _Way(outcome.counters, outcome.kept, outcome.tallies, covers, outcome.rest)

    def on(self, stage: Stage, number: int) -> "_Way":
        """Going on to the next node."""
        work = JobOrder(number, pack_starts(self.rest, stage.start), nodes=1)
        more = _Way.of(explore(stage, work, WORKER))
        return _Way(
            self.counters + more.counters,
            self.kept + more.kept,
            tuple(a + b for a, b in zip(self.tallies, more.tallies, strict=True)),
            self.covers + more.covers,
            more.rest,
        )

    def difference(self, again: "_Way") -> str | None:
        """Where two ways differ, in words."""
        if self.counters != again.counters:
            return f"its counters are {self.counters}, and searched again {again.counters}"
        if self.kept != again.kept:
            return f"it found {self.kept}, and searched again {again.kept}"
        if self.tallies != again.tallies:
            return f"its tallies are {self.tallies}, and searched again {again.tallies}"
        if not same_covers(self.covers, again.covers):
            return f"its {self.kept} covers are others when it is searched again"
        if digest_of_rest(self.rest) != digest_of_rest(again.rest):
            return "what it left is not what is left when it is searched again"
        return None


def _unpacked(covers: bytes) -> tuple[Covers, ...]:
    return (unpack(covers),) if covers else ()


def same_covers(some: Sequence[Covers], others: Sequence[Covers]) -> bool:
    """Are these the same covers, in the same order, however they come in parts?"""
    return _flat(some) == _flat(others)


def _flat(parts: Sequence[Covers]) -> tuple[list[int], list[int]]:
    """All options, and the length of each cover."""
    options = [option for part, _ in parts for option in part.tolist()]
    lengths = [n for _, ends in parts for n in np.diff(ends.tolist(), prepend=0).tolist()]
    return options, lengths
