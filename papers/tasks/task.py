"""What a task is: a computation that a job of the manifest asks for by name."""

import math
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from tilewright.engines import Figure

__all__ = ["Given", "Guess", "Outcome", "Pace", "Task", "Values", "at_once"]

Given = Mapping[str, Any]  # as the manifest has it
Values = dict[str, Any]  # by name; numbers, words and lists, which JSON can hold
Guess = Figure  # an estimated number, with its interval


@dataclass(frozen=True, slots=True, kw_only=True)
class Pace:
    """How a task shall go about it: with how many threads, and until when."""

    threads: int = 1
    deadline: float = math.inf  # of time.monotonic
    stopped: Callable[[], bool] = lambda: False

    @property
    def left(self) -> float:
        """Seconds that are left."""
        return max(0.0, self.deadline - time.monotonic())

    @property
    def over(self) -> bool:
        """Is it time to leave?"""
        return self.stopped() or self.left <= 0


@dataclass(frozen=True, slots=True)
class Outcome:
    """The values; or None if the task was left, and then what it needs to go on from there."""

    values: Values | None
    saved: Any = None


class Compute(Protocol):
    """Does it.  `saved` is what an earlier call handed back when it was left."""

    def __call__(self, given: Given, pace: Pace, saved: Any = None, /) -> Outcome: ...


def _no_guess(_given: Given, _pace: Pace) -> dict[str, Guess]:
    return {}


@dataclass(frozen=True, slots=True)
class Task:
    """How to compute, and how to estimate the same values without doing so."""

    compute: Compute
    guess: Callable[[Given, Pace], dict[str, Guess]] = field(default=_no_guess)


def at_once(values: Callable[[Given], Values]) -> Task:
    """A task that takes so short that it need not be left."""

    def compute(given: Given, _pace: Pace, _saved: Any = None, /) -> Outcome:
        return Outcome(values(given))

    return Task(compute)
