"""Ctrl-C, and SIGTERM alike."""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

__all__ = ["end_at_once", "on_signal"]


@contextmanager
def on_signal(stop: Callable[[], None]) -> Iterator[list[int]]:
    """The first Ctrl-C (or SIGTERM, or SIGHUP) ends the work in good order, the second at once."""
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


def end_at_once() -> None:
    """What to do on a signal where nothing can be kept: raise, wherever the work is."""
    raise KeyboardInterrupt
