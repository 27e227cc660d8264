"""What solvers are asked: puzzles (ours only), or exact covers as lists of numbers."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Literal, TypedDict

import tilewright as tw
from tilewright.cover.examples import langford

__all__ = ["Covers", "Job", "Mode", "Puzzles", "Question"]

Mode = Literal["count", "list", "unique"]  # or: 1 for each puzzle that has just one solution


class Job(TypedDict):
    """What a worker reads: problems, what it is to do with them, and by which engine of ours."""

    mode: Mode
    engine: str
    number: str  # which of a puzzle's three numbers is wanted
    problems: list[dict[str, Any]]


@dataclass(frozen=True)
class Question(ABC):
    """One or more problems, solved one after the other, and the right answers."""

    expected: tuple[int, ...]  # of each problem; or one number, the sum of them
    mode: Mode

    def is_right(self, answers: Sequence[int]) -> bool:
        """Are these the numbers of solutions?"""
        return self.expected in (tuple(answers), (sum(answers),))

    @abstractmethod
    def warm_up(self) -> "Question | None":
        """What is solved before the clock starts: a small one of another kind; or nothing."""

    @abstractmethod
    def job(self, engine: str) -> Job:
        """The question in the form that workers read."""


@dataclass(frozen=True)
class Puzzles(Question):
    """Puzzles; symmetries are ours to use."""

    make: Callable[[], Sequence[tw.Puzzle]]
    number: Literal["solutions", "up_to_symmetry"]
    cold: bool = False  # the clock starts with the first call of a process

    def warm_up(self) -> "Puzzles | None":
        """A small puzzle of the catalogue."""
        if self.cold:
            return None
        mode: Mode = "count" if self.mode == "unique" else self.mode
        return Puzzles((16,), mode, lambda: [tw.load("ascii-3x3")], "solutions")

    def job(self, engine: str) -> Job:
        """Puzzles as the texts of their files."""
        problems = [{"puzzle": tw.format_puzzle(puzzle)} for puzzle in self.make()]
        return {"mode": self.mode, "engine": engine, "number": self.number, "problems": problems}


@dataclass(frozen=True)
class Covers(Question):
    """Exact cover problems; all covers are wanted."""

    make: Callable[[], Sequence[tw.ExactCover]]

    def warm_up(self) -> "Covers":
        """Langford pairs."""
        return Covers((2,), self.mode, lambda: [langford(3)])

    def job(self, engine: str) -> Job:
        """Problems as lists of numbers."""
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
