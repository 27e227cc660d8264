"""How a search for the best is going, and Ctrl-C."""

from contextlib import ExitStack
from types import TracebackType
from typing import Self

from tilewright.cli.progress import Progress
from tilewright.cli.signals import on_signal

__all__ = ["BestProgress"]


class BestProgress:
    """Shows the least cost so far, in some unit, and says no to going on once a signal has come."""

    def __init__(self, unit: str, *, quiet: bool) -> None:
        self._unit = unit
        self._progress = Progress(quiet=quiet)
        self._least: int | None = None
        self._stack = ExitStack()
        self._signals: list[int] = []

    @property
    def interrupted(self) -> bool:
        """Has a signal come?"""
        return bool(self._signals)

    def tell(self, cost: int) -> None:
        """Something that costs so much was found."""
        if self._least is None or cost < self._least:
            self._least = cost

    def keep_going(self) -> bool:
        """Say where the search is, if it is time."""
        known = "nothing found yet"
        if self._least is not None:
            known = f"best so far: {self._unit} {self._least:,}"
        self._progress.say(known)
        return not self.interrupted

    def __enter__(self) -> Self:
        self._stack.enter_context(self._progress)
        self._signals = self._stack.enter_context(on_signal(lambda: None))
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._stack.close()
