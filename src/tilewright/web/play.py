"""Answers to those who play: a few questions are looked into at a time, all in threads."""

import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

from tilewright.web.messages_play import CheckAnswer, CheckAsked, HintAnswer, HintAsked
from tilewright.web.play_answers import THINKING, TOO_LARGE, Completions, answer
from tilewright.web.play_patience import Patience
from tilewright.web.play_tables import Tables
from tilewright.web.settings import Limits

__all__ = ["Player"]

AT_ONCE = 2  # questions that are looked into
WAITING = 16  # threads; all but those wait for their turn

Given = TypeVar("Given")


class Player:
    """Whoever plays asks here.

    A question waits for its turn as long as its own patience; after that the answer is that we
    are still thinking.
    """

    def __init__(self, limits: Limits) -> None:
        self._tables = Tables(limits)
        self._turns = threading.Semaphore(AT_ONCE)
        self._threads = ThreadPoolExecutor(WAITING, thread_name_prefix="play")

    def check(self, asked: CheckAsked) -> tuple[Future[CheckAnswer], Patience]:
        """Can what lies there be completed?  The patience may be ended."""

        def look(patience: Patience) -> CheckAnswer:
            board = self._tables.table(asked.puzzle).board
            if board is None:
                return CheckAnswer(state="thinking", message=TOO_LARGE)
            return board.check(asked.placed, asked.most, patience)

        unknown = answer(Completions(0, False), asked.most, complete=False)
        return self._submit(look, asked.patience, unknown)

    def hint(self, asked: HintAsked) -> tuple[Future[HintAnswer], Patience]:
        """What to do next?  The patience may be ended."""

        def look(patience: Patience) -> HintAnswer:
            hints = self._tables.table(asked.puzzle).hints
            if hints is None:
                return HintAnswer(kind="thinking", message=TOO_LARGE)
            return hints.hint(asked.placed, asked.strength, patience)

        return self._submit(look, asked.patience, THINKING)

    def close(self) -> None:
        """End what goes on."""
        self._tables.close()
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _submit(
        self, look: Callable[[Patience], Given], seconds: float, unknown: Given
    ) -> tuple[Future[Given], Patience]:
        patience = Patience(seconds)

        def work() -> Given:
            if not self._turns.acquire(timeout=patience.left):
                return unknown
            try:
                return look(patience)
            finally:
                self._turns.release()

        return self._threads.submit(work), patience
