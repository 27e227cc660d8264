"""What a signal becomes on its way out."""

import os
import signal

import pytest

from tilewright.cli.terminal import end_at_once, on_signal


def _swallowed() -> None:
    """Some work that makes an error of its own of an interrupt, as numpy's comparisons do."""
    try:
        os.kill(os.getpid(), signal.SIGINT)
        signal.sigtimedwait([], 1.0)  # the handler runs now, at the latest
    except KeyboardInterrupt as error:
        raise TypeError("cannot compare") from error


def test_an_interrupt_that_became_an_error_is_an_interrupt() -> None:
    with pytest.raises(KeyboardInterrupt), on_signal(end_at_once) as received:
        _swallowed()
    assert received == [signal.SIGINT]


def test_an_error_without_a_signal_stays_an_error() -> None:
    with pytest.raises(TypeError), on_signal(end_at_once):
        raise TypeError


def test_an_error_after_a_signal_that_only_asked_to_stop_stays_an_error() -> None:
    asked: list[bool] = []

    def fail() -> None:
        os.kill(os.getpid(), signal.SIGINT)
        while not asked:
            pass
        raise TypeError

    with pytest.raises(TypeError), on_signal(lambda: asked.append(True)):
        fail()
