"""What solvers are asked: puzzles by name (ours only), or exact covers as lists of numbers."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Literal, TypedDict

import tilewright as tw
from tilewright.cover.examples import langford

__all__ = ["Covers", "Job", "Mode", "PuzzleByName"]

Mode = Literal["count", "list"]


class Job(TypedDict):
    """What a worker reads: problems to count or list, and which engine of ours is to do it."""

    mode: Mode
    engine: str
    number: str  # which of a puzzle's three numbers is wanted
    problems: list[dict[str, Any]]


@dataclass(frozen=True)
class PuzzleByName:
    """A puzzle of the catalogue; symmetries are ours to use."""

    name: str
    expected: int
    number: Literal["solutions", "up_to_symmetry"]
    mode: Mode = "count"

    @property
    def answers(self) -> list[int]:
        """What a worker must answer."""
        return [self.expected]

    def warm_up(self) -> "PuzzleByName":
        """What is solved before the clock starts: a small one of another kind."""
        return PuzzleByName("ascii-3x3", 16, "solutions", self.mode)

    def job(self, engine: str) -> Job:
        """The question in the form that workers read."""
        problems = [{"puzzle": self.name}]
        return {"mode": self.mode, "engine": engine, "number": self.number, "problems": problems}


@dataclass(frozen=True)
class Covers:
    """One or more exact cover problems, solved one after the other; all covers are wanted."""

    make: Callable[[], Sequence[tw.ExactCover]]
    expected: tuple[int, ...]  # of each
    mode: Mode = "count"

    @property
    def answers(self) -> list[int]:
        """What a worker must answer."""
        return list(self.expected)

    def warm_up(self) -> "Covers":
        """What is solved before the clock starts: a small one of another kind."""
        return Covers(lambda: [langford(3)], (2,), self.mode)

    def job(self, engine: str) -> Job:
        """The question in the form that workers read."""
        problems = [_plain(cover) for cover in self.make()]
        return {"mode": self.mode, "engine": engine, "number": "solutions", "problems": problems}


def _plain(cover: tw.ExactCover) -> dict[str, Any]:
    """Items 0..primary-1, then the secondary ones."""
    if any((item.lo, item.hi) != (1, 1) for item in cover.items[: cover.primary]):
        raise ValueError("a plain exact cover has no multiplicities")
    entries, starts = cover.entries.tolist(), cover.starts.tolist()
    return {
        "primary": cover.primary,
        "secondary": len(cover.items) - cover.primary,
        "options": [entries[a:b] for a, b in pairwise(starts)],
    }
