"""Waiting for native code that does not look at limits or signals itself."""

import time
from collections.abc import Callable
from concurrent.futures import Future
from threading import Thread
from typing import TypeVar

from tilewright.engines.engine import SearchOptions

__all__ = ["KeepGoing", "OutOfTime", "in_time", "patiently"]

Answer = TypeVar("Answer")
KeepGoing = Callable[[], bool]

LOOK = 0.05  # seconds between two looks


class OutOfTime(Exception):  # noqa: N818
    """The answer was not waited for."""


def in_time(
    options: SearchOptions, keep_going: KeepGoing = lambda: True, *, share: float = 1.0
) -> KeepGoing:
    """The same, and no more once the time that a search has from now on, or a share, is over."""
    if options.max_seconds is None:
        return keep_going
    deadline = time.monotonic() + share * options.max_seconds
    return lambda: keep_going() and time.monotonic() < deadline


def patiently(ask: Callable[[], Answer], keep_going: KeepGoing) -> Answer:
    """What `ask` gives.  Raises OutOfTime as soon as `keep_going` says no.

    It is asked in a thread of its own, so that signals are handled meanwhile.  If it is not waited
    for, it goes on unheard to its end: what is asked must change nothing.
    """
    answer: Future[Answer] = Future()

    def work() -> None:
        try:
            answer.set_result(ask())
        except BaseException as error:  # told to who asked
            answer.set_exception(error)

    Thread(target=work, daemon=True).start()
    while keep_going():
        try:
            return answer.result(timeout=LOOK)
        except TimeoutError:
            if answer.done():
                raise
    raise OutOfTime
