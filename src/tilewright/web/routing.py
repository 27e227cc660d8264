"""What routes share: the state of the application, and turns for work that takes long.

Reading or checking a puzzle may take a second or two.  A few are looked at together, so that others
are answered meanwhile.
"""

import asyncio
from collections.abc import Callable
from typing import Annotated, Any, TypeVar

from anyio import CapacityLimiter, to_thread
from fastapi import Depends, HTTPException, Request, Response

from tilewright.web.settings import Settings

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


def shared(name: str) -> Any:
    """What the application has of that name, for routes that depend on it."""

    async def found(request: Request) -> Any:
        return getattr(request.app.state, name)

    return Depends(found)


AllTurns = Annotated[Turns, shared("turns")]
AllSettings = Annotated[Settings, shared("settings")]


def sends(media: str, what: str) -> dict[str, Any]:
    """Options of a route whose answer is not JSON."""
    return {
        "response_class": Response,
        "responses": {200: {"content": {media: {}}, "description": what}},
    }
