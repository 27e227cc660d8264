"""Work that may take a second or two: a few at a time, so that others are answered meanwhile."""

import asyncio
from collections.abc import Callable
from typing import TypeVar

from anyio import CapacityLimiter, to_thread
from fastapi import HTTPException

AT_ONCE = 2
PATIENCE = 10.0  # seconds until somebody who waits is sent away

T = TypeVar("T")


class Turns:
    """Reads, checks and writes puzzles in threads of its own."""

    def __init__(self, at_once: int = AT_ONCE, patience: float = PATIENCE) -> None:
        self._patience = patience
        self._turns = asyncio.Semaphore(at_once)
        self._threads = CapacityLimiter(at_once)

    async def take(self, work: Callable[[], T]) -> T:
        """What comes of it, when it is its turn.  Raises HTTPException (503) if that takes long."""
        try:
            await asyncio.wait_for(self._turns.acquire(), self._patience)
        except TimeoutError:
            raise HTTPException(
                503, "The server is busy with other puzzles: try again in a while."
            ) from None
        try:
            return await to_thread.run_sync(work, limiter=self._threads)
        finally:
            self._turns.release()
