"""Where a count on a device stands: told now and then, stored with the run, resumed from there.

Jobs of other engines are cut by time, and need none of this.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass

from tilewright.engines import Checkpoint, CheckpointError, FrontierSearch, Search

EVERY = 300.0  # seconds between two looks at where a count stands,
REST = 20  # or so many times as long as a look takes


@dataclass(frozen=True, slots=True, eq=False)
class DeviceCheckpoint:
    """Where a job stands after so many seconds of work; or `why` that cannot be kept."""

    checkpoint: Checkpoint | None
    seconds: float
    why: str = ""


@dataclass(frozen=True, slots=True)
class SweepProgress:
    """Stages that a count by engine frontier has done, and all of them.  Nothing is stored."""

    stage: int
    stages: int


class CheckpointReporter:
    """Tells how far a sweep is, and its checkpoints if it has any."""

    def __init__(
        self, spent: float, tell: Callable[[DeviceCheckpoint | SweepProgress], None] | None
    ) -> None:
        self._began, self._tell = time.perf_counter() - spent, tell
        self._sweep: SweepProgress | None = None
        self._next = time.perf_counter() + EVERY

    @property
    def seconds(self) -> float:
        """What the job took so far, and before."""
        return time.perf_counter() - self._began

    def glance(self, search: Search) -> None:
        """Tell the stage when it is another one, and where the search stands if it is time."""
        if self._tell is None or not isinstance(search, FrontierSearch):
            return
        if (sweep := SweepProgress(*search.stages)) != self._sweep:
            self._sweep = sweep
            self._tell(sweep)
        if time.perf_counter() < self._next:
            return
        began = time.perf_counter()
        if halfway := self.look(search):
            self._tell(halfway)
        now = time.perf_counter()
        self._next = now + max(EVERY, REST * (now - began))

    def look(self, search: Search) -> DeviceCheckpoint | None:
        """Where it stands."""
        if not isinstance(search, FrontierSearch):
            return None
        try:
            checkpoint = search.checkpoint()
        except CheckpointError as error:
            return DeviceCheckpoint(None, self.seconds, str(error))
        return DeviceCheckpoint(checkpoint, self.seconds) if checkpoint else None
