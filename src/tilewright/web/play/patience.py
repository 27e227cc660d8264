"""How long a question may take."""

import time

from tilewright.engines import Cover, Search


class Patience:
    """Seconds from now on, which end at once when nobody waits for the answer any more."""

    def __init__(self, seconds: float) -> None:
        self._deadline = time.monotonic() + seconds
        self._over = False

    @property
    def left(self) -> float:
        """Seconds that are left, 0 if none are."""
        return 0.0 if self._over else max(0.0, self._deadline - time.monotonic())

    def end(self) -> None:
        """Nobody waits any more; may be called from any thread."""
        self._over = True

    def share(self, part: float) -> "Patience":
        """A part of what is left; it ends when this one does."""
        return _Share(self, part)

    def run(self, search: Search) -> list[Cover]:
        """The covers of a search, as long as there is patience; the search has its own limits."""
        found: list[Cover] = []
        for batch in search:
            found += batch
            if not self.left:
                search.stop()
        return found


class _Share(Patience):
    def __init__(self, whole: Patience, part: float) -> None:
        super().__init__(whole.left * part)
        self._whole = whole

    @property
    def left(self) -> float:
        return min(super().left, self._whole.left)
