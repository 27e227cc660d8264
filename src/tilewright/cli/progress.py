"""A line on stderr that says how a search is going: kept up to date on a terminal, otherwise one
line a minute."""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread
from types import TracebackType
from typing import TYPE_CHECKING, Protocol, Self

from tilewright.cli.terminal import console
from tilewright.cli.words import amount, part_explored
from tilewright.engines import Counters

if TYPE_CHECKING:
    from rich.status import Status

__all__ = ["Progress", "Running", "waiting"]

QUIET_SECONDS = 0.5  # a search shorter than this shows nothing
TERMINAL_INTERVAL = 0.25
LOG_INTERVAL = 60.0


class Running(Protocol):
    """Anything that searches."""

    @property
    def counters(self) -> Counters:
        """What has been done so far."""
        ...

    @property
    def explored(self) -> float:
        """Rough share of the work that lies behind."""
        ...


class Progress:
    """Shows the state of a search while it runs."""

    def __init__(self, *, quiet: bool) -> None:
        self._quiet = quiet
        self._terminal = sys.stderr.isatty()
        self._began = time.monotonic()
        self._interval = TERMINAL_INTERVAL if self._terminal else LOG_INTERVAL
        self._next = self._began + max(QUIET_SECONDS, self._interval)
        self._status: Status | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._status:
            self._status.stop()
            self._status = None

    def show(self, search: Running, solutions: int, *, alone: bool = True) -> None:
        """Say where the search is, if it is time; on a terminal only while nothing is printed."""
        if self._quiet or time.monotonic() < self._next:
            return
        if sys.stdout.isatty() and not alone:
            self.__exit__(None, None, None)
            return
        self.say(_line(search, solutions))

    def say(self, what: str) -> None:
        """Say something else about the work, with how long it has taken, if it is time."""
        now = time.monotonic()
        if self._quiet or now < self._next:
            return
        self._next = now + self._interval
        line = f"{what}, {now - self._began:.0f} s"
        if not self._terminal:
            print(line, file=sys.stderr, flush=True)
        elif self._status:
            self._status.update(line)
        else:
            self._status = _status(line)
            self._status.start()


@contextmanager
def waiting(what: str) -> Iterator[None]:
    """Say on a terminal what takes so long, and how long, while nothing can be told of it."""
    if not sys.stderr.isatty():
        yield
        return
    done = Event()
    with Progress(quiet=False) as progress:

        def tell() -> None:
            while not done.wait(TERMINAL_INTERVAL):
                progress.say(what)

        teller = Thread(target=tell, daemon=True)
        teller.start()
        try:
            yield
        finally:
            done.set()
            teller.join()


def _status(line: str) -> "Status":
    from rich.status import Status

    return Status(line, console=console())


def _line(search: Running, solutions: int) -> str:
    return (
        f"{amount(solutions, 'solution')}, {amount(search.counters.nodes, 'node')}, "
        f"{part_explored(search.explored)}"
    )
