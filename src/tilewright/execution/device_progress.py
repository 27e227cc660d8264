"""How far a count by engine frontier is, and its checkpoints on a device.

A checkpoint is reported now and then, stored with the run, and resumed from.  Jobs of other engines
are cut by time, and need none of this.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tilewright.engines import FrontierSearch, Search

if TYPE_CHECKING:
    from tilewright.engines import Checkpoint

EVERY = 300.0  # seconds between two checkpoints,
REST = 20  # or as many times as long as one takes


@dataclass(frozen=True, slots=True, eq=False)
class DeviceCheckpoint:
    """The state of a job after some seconds of work; or `why` that cannot be stored."""

    state: "Checkpoint | None"
    seconds: float
    why: str = ""


@dataclass(frozen=True, slots=True)
class SweepProgress:
    """Stages that a count by engine frontier has done, and all of them.  Nothing is stored."""

    stage: int
    stages: int


Progress = Callable[[DeviceCheckpoint | SweepProgress], None]


class CheckpointReporter:
    """Reports how far a sweep is, and its checkpoints if it has any."""

    def __init__(self, spent: float, progress: Progress | None) -> None:
        self._began, self._progress = time.perf_counter() - spent, progress
        self._sweep: SweepProgress | None = None
        self._next = time.perf_counter() + EVERY

    @property
    def seconds(self) -> float:
        """What the job took so far, and before."""
        return time.perf_counter() - self._began

    def report(self, search: Search) -> None:
        """Report the stage when it is another one, and a checkpoint if it is time."""
        if self._progress is None or not isinstance(search, FrontierSearch):
            return
        if (sweep := SweepProgress(*search.stages)) != self._sweep:
            self._sweep = sweep
            self._progress(sweep)
        if (began := time.perf_counter()) < self._next:
            return
        if checkpoint := self.checkpoint(search):
            self._progress(checkpoint)
        now = time.perf_counter()
        self._next = now + max(EVERY, REST * (now - began))

    def checkpoint(self, search: Search) -> DeviceCheckpoint | None:
        """The state of a search, if it has one that can be stored."""
        if not isinstance(search, FrontierSearch):
            return None
        from tilewright.engines import CheckpointError  # which only a device brings along

        try:
            state = search.checkpoint()
        except CheckpointError as error:
            return DeviceCheckpoint(None, self.seconds, str(error))
        return DeviceCheckpoint(state, self.seconds) if state else None
