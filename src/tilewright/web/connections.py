"""Connections on which requests come: soon, or they are closed.

The guard sees a request when its head is there, and answers in words if its body does not follow.
Whoever sends less than a head, or goes on sending after the answer, is known here only.
"""

import asyncio
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

__all__ = ["Connection"]

MOST_ARRIVING = 100  # requests of which only a part is there
GRACE = 2.0  # seconds that the guard has for its answer

COMING = (h11.IDLE, h11.SEND_BODY)  # states of those who have not sent all of a request


class Connection(H11Protocol):
    """A connection that is closed if a request takes too long to arrive.

    If too many are arriving, the one that began first is closed: it is the slowest, and others
    shall not wait for it.  All connections of an application share `app.state.arriving`.
    """

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        state: Any = getattr(self.config.app, "state", None)
        self._seconds: float = state.settings.limits.max_upload_seconds
        self._arriving: dict[Connection, asyncio.TimerHandle] = state.arriving

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody is there, and about to ask."""
        super().connection_made(transport)
        self._expect(self._seconds)
        if len(self._arriving) > MOST_ARRIVING:
            next(iter(self._arriving))._give_up()

    def connection_lost(self, exc: Exception | None) -> None:
        """Nobody is there any more."""
        self._arrived()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """A part of a request, or of the next one."""
        before = self.conn.their_state
        if self not in self._arriving and before in COMING:
            self._expect(self._seconds)
        super().data_received(data)
        after = self.conn.their_state
        if after not in COMING:
            self._arrived()
        elif before is h11.IDLE and after is h11.SEND_BODY:
            self._expect(self._seconds + GRACE)

    def _expect(self, seconds: float) -> None:
        """Give up if the request is not there by then; its place in the row stays."""
        if self in self._arriving:
            self._arriving[self].cancel()
        self._arriving[self] = self.loop.call_later(seconds, self._give_up)

    def _arrived(self) -> None:
        if timer := self._arriving.pop(self, None):
            timer.cancel()

    def _give_up(self) -> None:
        self._arrived()
        self.transport.abort()
