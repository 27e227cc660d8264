"""Limits in seconds hold while an engine is chosen and set up, and signals are heard meanwhile."""

import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import Future
from threading import Event, Thread

import pytest

import tilewright as tw
from tilewright.cover.examples import dominoes
from tilewright.encoding import encode
from tilewright.engines import SearchOptions, choice, patience, sweep_guess
from tilewright.engines.patience import OutOfTime, in_thread, in_time, patiently
from tilewright.lattices import lattice
from tilewright.puzzle import Board, Puzzle
from tilewright.solving import Counting

LONG = 60  # seconds that nobody waits


@pytest.fixture
def slow_probe(monkeypatch: pytest.MonkeyPatch) -> Iterator[Event]:
    """Thinking about a sweep takes for ever; set when it has begun."""
    began, ended = Event(), Event()

    def probe(*_given: object, **_named: object) -> object:
        began.set()
        ended.wait(LONG)
        raise AssertionError("waited to the end")

    monkeypatch.setattr(sweep_guess, "frontier_probe", probe)
    monkeypatch.setattr(choice, "WORTH_A_PROBE", 0.0)
    monkeypatch.setattr(choice, "TRIAL_NODES", 1)
    yield began
    ended.set()


def test_an_answer_that_comes_between_two_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    """It was taken for a TimeoutError of who was asked."""
    done = Future.done

    def slowly(answer: "Future[int]") -> bool:
        answer.exception()  # waits for it
        return done(answer)

    monkeypatch.setattr(Future, "done", slowly)
    assert patiently(lambda: [time.sleep(2 * patience.LOOK), 42][1], lambda: True) == 42


def test_an_answer_is_handed_on() -> None:
    assert patiently(lambda: 7, lambda: True) == 7
    for error in (ValueError, TimeoutError):

        def fail(error: type[Exception] = error) -> None:
            raise error("so")

        with pytest.raises(error, match="so"):
            patiently(fail, lambda: True)
    with pytest.raises(OutOfTime):
        patiently(lambda: 7, lambda: False)


def test_a_thread_that_nobody_hears_has_a_moment_when_the_process_ends() -> None:
    """Amid native code it would have aborted the process."""
    ended = Event()
    answer = in_thread(lambda: ended.wait(LONG))
    Thread(target=ended.set, daemon=True).start()
    patience.part()
    assert answer.done()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(patience, "PARTING", 0.01)
        ended.clear()
        endless = in_thread(lambda: ended.wait(LONG))
        patience.part()  # and no more than a moment
        assert not endless.done()
        ended.set()
    assert endless.result(LONG)


def test_the_time_of_a_search_is_over_some_day() -> None:
    assert in_time(SearchOptions())()
    assert in_time(SearchOptions(max_seconds=LONG))()
    assert not in_time(SearchOptions(max_seconds=0))()
    assert not in_time(SearchOptions(), lambda: False)()


def test_thinking_about_an_engine_is_part_of_the_time(slow_probe: Event) -> None:
    """A search for two seconds thought about engines for minutes before it began."""
    began = time.monotonic()
    search = tw.engines.search(dominoes(30, 30), collect=False, max_seconds=3)
    assert slow_probe.is_set()
    assert search.run().nodes > 0  # half of the time is left for it
    assert time.monotonic() - began < LONG / 4


def test_a_count_can_be_stopped_while_it_thinks(slow_probe: Event) -> None:
    (piece,) = tw.make_puzzle("square", tw.box(2, 1), {"I": "##"}).pieces
    board = Board(tuple(tw.box(20, 20)))
    counting = Counting(encode(Puzzle(lattice("square"), board, (piece.times("any"),))))

    def stop() -> None:
        slow_probe.wait(LONG)
        counting.stop()

    Thread(target=stop, daemon=True).start()
    began = time.monotonic()
    assert counting.run() is None
    assert time.monotonic() - began < LONG / 4
    assert any("no time" in one.note for one in counting.choice.candidates)


def test_setting_up_is_part_of_the_time() -> None:
    search = tw.engines.search(dominoes(8, 8), engine="links", max_seconds=LONG)
    search._set_up = LONG + 1.0
    search.run()
    assert not search.finished


LEAVING = """
import sys, time
import tilewright.cli.main
from tilewright.engines import patience

def command():
    patience.in_thread(lambda: time.sleep(600))
    print("said")
    sys.exit(3)

patience.PARTING = 600
tilewright.cli.main.main = command
import tilewright_command
tilewright_command.main()
"""


def test_the_command_ends_at_once() -> None:
    """Whatever threads are at, that nobody waits for any more."""
    done = subprocess.run(
        [sys.executable, "-c", LEAVING], capture_output=True, text=True, timeout=LONG, check=False
    )
    assert (done.returncode, done.stdout) == (3, "said\n"), done.stderr
