"""What the exit status of a command says."""

from typing import Literal

__all__ = [
    "BAD_INPUT",
    "BROKEN",
    "BROKEN_PIPE",
    "DONE",
    "INTERRUPTED",
    "NONE",
    "UNDECIDED",
    "StoppedBy",
    "status_of",
    "why_stopped",
]

DONE, NONE, BAD_INPUT, UNDECIDED, BROKEN, INTERRUPTED, BROKEN_PIPE = 0, 1, 2, 3, 70, 130, 141

StoppedBy = Literal["limit", "interrupt"] | None  # None: it did what it was asked to


def why_stopped(*, done: bool, interrupted: bool) -> StoppedBy:
    """What kept a search from doing all it was asked to, if anything did."""
    return None if done else "interrupt" if interrupted else "limit"


def status_of(solutions: int, stopped_by: StoppedBy) -> int:
    """The exit status of a search that found so many solutions."""
    if stopped_by:
        return INTERRUPTED if stopped_by == "interrupt" else UNDECIDED
    return DONE if solutions else NONE
