"""So many seconds of work, whatever else the machine has to do."""

import time

__all__ = ["Budget"]

PATIENCE = 2.0  # times as long may it take by the clock


class Budget:
    """Seconds of this process, or twice as many by the clock if others keep it waiting.

    An estimate that is given so much work is as good on a busy machine as on an idle one.
    """

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._began, self._clock = time.process_time(), time.monotonic()

    @property
    def spent(self) -> float:
        """Seconds that are gone."""
        return max(time.process_time() - self._began, (time.monotonic() - self._clock) / PATIENCE)

    @property
    def left(self) -> float:
        """Seconds that are left; below 0 if none are."""
        return self._seconds - self.spent
