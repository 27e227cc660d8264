"""Waiting for an answer a little at a time: signals are heard, and limits in seconds hold."""

import atexit
import time
from collections.abc import Callable
from threading import Thread, current_thread
from typing import TYPE_CHECKING

from tilewright.engines.contract import Answer, SearchOptions

if TYPE_CHECKING:
    from concurrent.futures import Future

KeepGoing = Callable[[], bool]

LOOK = 0.05  # seconds between two looks
PARTING = 0.8  # seconds that threads have to end in when the process ends

_at_work: set[Thread] = set()


class OutOfTime(Exception):  # noqa: N818
    """The answer was not waited for."""


def in_thread(ask: Callable[[], Answer]) -> "Future[Answer]":
    """What `ask` gives, or raises, in a daemon thread of its own.

    Whoever waits for it a little at a time handles signals meanwhile, and may leave it alone.
    """
    from concurrent.futures import Future  # takes time to load

    answer: Future[Answer] = Future()

    def work() -> None:
        try:
            answer.set_result(ask())
        except BaseException as error:  # told to who waits
            answer.set_exception(error)
        finally:
            _at_work.discard(current_thread())

    thread = Thread(target=work, daemon=True)
    _at_work.add(thread)
    thread.start()
    return answer


def at_work() -> bool:
    """Are there threads that have not ended?"""
    return bool(_at_work)


@atexit.register
def part() -> None:
    """Give threads that nobody waits for a moment to end.

    One that comes back from native code once Python is gone would abort the process.  (The command
    does not wait, as it ends without what Python does at its end.)
    """
    deadline = time.monotonic() + PARTING
    for thread in tuple(_at_work):
        thread.join(max(0.0, deadline - time.monotonic()))


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
    answer = in_thread(ask)
    while keep_going():
        try:
            return answer.result(timeout=LOOK)
        except TimeoutError:  # or it is what was raised
            if answer.done():
                return answer.result()
    raise OutOfTime
