"""The problems that every solver gets, as plain lists of numbers."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Literal, TypedDict

import tilewright as tw
from tilewright.cover.examples import dominoes, langford, pentominoes_6x10, queens, scott, sudoku

__all__ = [
    "DOMINOES_COUNTED",
    "DOMINOES_LISTED",
    "DOMINO_TILINGS",
    "PENTOMINOES",
    "PROBLEMS",
    "WARM_UP",
    "Job",
    "PlainCover",
    "Problem",
]

DOMINO_TILINGS = 12_988_816


class PlainCover(TypedDict):
    """An exact cover problem: items 0..primary-1, then the secondary ones."""

    primary: int
    secondary: int
    options: list[list[int]]


class Job(TypedDict):
    """What a worker reads: covers to count or list, and which engine of ours is to do it."""

    mode: Literal["count", "list"]
    engine: str
    covers: list[PlainCover]


@dataclass(frozen=True)
class Problem:
    """One line of the table: one or more exact cover problems, solved one after the other."""

    title: str
    make: Callable[[], Sequence[tw.ExactCover]]
    solutions: tuple[int, ...]  # of each cover problem
    mode: Literal["count", "list"] = "count"
    engine: str = "auto"

    def job(self) -> Job:
        """The problem in the form that workers read."""
        return {
            "mode": self.mode,
            "engine": self.engine,
            "covers": [_plain(cover) for cover in self.make()],
        }


def _plain(cover: tw.ExactCover) -> PlainCover:
    entries, starts = cover.entries.tolist(), cover.starts.tolist()
    return {
        "primary": cover.primary,
        "secondary": len(cover.items) - cover.primary,
        "options": [entries[a:b] for a, b in pairwise(starts)],
    }


def _sudokus() -> list[tw.ExactCover]:
    lines = Path(__file__).with_name("sudokus.txt").read_text(encoding="utf-8").splitlines()
    return [sudoku(line) for line in lines if not line.startswith("#")]


# Solved before the clock starts; of another kind than the problems below.
WARM_UP = Problem("Langford pairs of 3", lambda: [langford(3)], (2,))

PENTOMINOES = Problem(
    "pentominoes 6×10, X in a quarter", lambda: [pentominoes_6x10()], (2339,), engine="links"
)
DOMINOES_COUNTED = Problem("dominoes 8×8, count", lambda: [dominoes(8, 8)], (DOMINO_TILINGS,))
DOMINOES_LISTED = Problem(
    "dominoes 8×8, list", lambda: [dominoes(8, 8)], (DOMINO_TILINGS,), mode="list"
)

PROBLEMS = (
    PENTOMINOES,
    Problem("Scott 8×8−2×2, all", lambda: [scott()], (520,)),
    DOMINOES_COUNTED,
    DOMINOES_LISTED,
    Problem("queens 12", lambda: [queens(12)], (14_200,)),
    Problem("sudoku, 20 hard ones", _sudokus, (1,) * 20),
)
