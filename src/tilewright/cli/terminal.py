"""The terminal while a command works: what may be printed, a line that says how it goes, Ctrl-C.

All that commands print goes through here, so that no text from a file steers the terminal.
"""

import re
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from math import inf
from threading import Event, Thread
from types import FrameType
from typing import TYPE_CHECKING, Any, Self, TextIO, TypeVar

from tilewright.cli.answers import Stoppable, amount, part_explored
from tilewright.errors import visible

if TYPE_CHECKING:
    from rich.console import Console
    from rich.status import Status

    from tilewright.cli.options import TourChoice

Found = TypeVar("Found")

# Stands for the escape of our own colours.  No text has it: half a character cannot be UTF-8.
_ESCAPE = "\ud81b"
_OURS = re.compile(rf"{_ESCAPE}(?=\[[0-9;]*m)")

QUIET_SECONDS = 0.5  # work shorter than this shows nothing
TERMINAL_INTERVAL = 0.25
LOG_INTERVAL = 60.0


def coloured(text: str) -> str:
    """Text with colours of our own, such as a canvas gives, so that they get through."""
    return text.replace("\x1b", _ESCAPE)


@contextmanager
def only_visible() -> Iterator[None]:
    """Let nothing through to stdout and stderr but what can be seen, and our own colours."""
    before = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = map(_Visible.of, before)
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before


def console() -> "Console":
    """Where progress is shown: on stderr, where it may move about.  Give it no text from files."""
    from rich.console import Console  # not needed by those who do not wait

    return Console(file=getattr(sys.stderr, "stream", sys.stderr))


class _Visible:
    """A stream that shows what it is told to write."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream

    @staticmethod
    def of(stream: TextIO) -> Any:
        return stream if stream is None or isinstance(stream, _Visible) else _Visible(stream)

    def write(self, text: str) -> int:
        return self.stream.write(_OURS.sub("\x1b", visible(text)))

    def writelines(self, lines: Iterator[str]) -> None:
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        if name == "buffer":  # which click would write to where it distrusts the encoding
            raise AttributeError(name)
        return getattr(self.stream, name)


class Progress:
    """A line on stderr: up to date on a terminal, otherwise printed once a minute."""

    def __init__(self, *, quiet: bool) -> None:
        self._quiet = quiet
        self._terminal = sys.stderr.isatty()
        self._began = time.monotonic()
        self._interval = TERMINAL_INTERVAL if self._terminal else LOG_INTERVAL
        self._next = self._began + max(QUIET_SECONDS, self._interval)
        self._status: Status | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.clear()

    @property
    def due(self) -> bool:
        """Is it time to print something?"""
        return not self._quiet and time.monotonic() >= self._next

    def put(self, line: str) -> None:
        """Print this, if it is time."""
        if not self.due:
            return
        self._next = time.monotonic() + self._interval
        if not self._terminal:
            print(line, file=sys.stderr, flush=True)
        elif self._status:
            self._status.update(line)
        else:
            from rich.status import Status

            self._status = Status(line, console=console())
            self._status.start()

    def clear(self) -> None:
        """Leave nothing on the terminal."""
        if self._status:
            self._status.stop()
            self._status = None

    def show(self, search: Stoppable, solutions: int, *, alone: bool = True) -> None:
        """Say where the search is, if it is time; on a terminal only while nothing is printed."""
        if not self.due:
            return
        if sys.stdout.isatty() and not alone:
            self.clear()
            return
        nodes = amount(search.counters.nodes, "node")
        explored = part_explored(search.fraction_explored)
        self.say(f"{amount(solutions, 'solution')}, {nodes}, {explored}")

    def say(self, what: str) -> None:
        """Say something else about the work, with how long it has taken, if it is time."""
        self.put(f"{what}, {time.monotonic() - self._began:.0f} s")


def best_so_far(progress: Progress, unit: str, interrupted: Sequence[int]) -> dict[str, Any]:
    """What a search for the best takes to show the least cost so far, until a signal comes."""
    least = inf

    def tell(cost: int) -> None:
        nonlocal least
        least = min(least, cost)

    def keep_going() -> bool:
        progress.say("nothing found yet" if least == inf else f"best so far: {unit} {least:,}")
        return not interrupted

    return {"keep_going": keep_going, "progress": tell}


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


@contextmanager
def on_signal(stop: Callable[[], None] = lambda: None) -> Iterator[list[int]]:
    """The first Ctrl-C (or SIGTERM, or SIGHUP) ends the work in good order, the second at once.

    Work that cannot be told to stop looks now and then for the signals that were received.
    """
    received: list[int] = []

    def react(number: int, _frame: FrameType | None) -> None:
        if received:
            raise KeyboardInterrupt
        received.append(number)
        stop()

    signals = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    handlers = {number: signal.signal(number, react) for number in signals}
    try:
        yield received
    except Exception as error:
        if received and stop is end_at_once:  # numpy makes an error of its own of an interrupt
            raise KeyboardInterrupt from error
        raise
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)


def tour(choice: "TourChoice", work: Callable[..., Found]) -> Found | None:
    """What comes of going through all solutions; None if that was interrupted."""
    how = choice.how
    with (
        Progress(quiet=choice.quiet) as progress,
        suppress(KeyboardInterrupt),
        on_signal(end_at_once),
    ):
        return work(progress=lambda done: progress.show(done, done.solutions), **how)
    return None


def end_at_once() -> None:
    """What to do on a signal where nothing can be stored: raise, wherever the work is."""
    raise KeyboardInterrupt
