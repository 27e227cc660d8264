"""A server that listens: the socket, and the life of an application from start to end."""

import asyncio
import errno
import logging
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import h11
import uvicorn
from fastapi import FastAPI
from uvicorn.protocols.http.h11_impl import H11Protocol

from tilewright.errors import TilewrightError
from tilewright.web.settings import Settings

MOST_ARRIVING = 100  # requests of which only a part is there
GRACE = 2.0  # seconds that the guard has for its answer
PATIENCE = 1  # seconds in which answers on their way may come to an end
COMING = (h11.IDLE, h11.SEND_BODY)  # states of those who have not sent all of a request


class Connection(H11Protocol):
    """A connection that is closed if a request takes too long to arrive.

    The guard sees a request when its head is there, and answers in words if its body does not
    follow.  Whoever sends less than a head, or goes on after the answer, is known here only.

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


class ListeningError(TilewrightError):
    """The server cannot listen there."""


def listening_socket(host: str, port: int) -> socket.socket:
    """A socket at this address; port 0 is any that is free."""
    bare = host.strip("[]")
    try:
        found = socket.getaddrinfo(bare, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        family, _, _, _, where = sorted(found, key=lambda entry: entry[0])[0]
    except (OSError, UnicodeError):
        raise ListeningError(f"--host is {host!r}: this machine has no such address") from None
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(where)
        listener.listen(100)
    except OSError as error:
        listener.close()
        raise ListeningError(_why(error, host, port)) from None
    return listener


def _why(error: OSError, host: str, port: int) -> str:
    match error.errno:
        case errno.EADDRINUSE:
            return (
                f"port {port} is taken, maybe by Tilewright itself: choose another with --port; "
                f"--port 0 takes any that is free"
            )
        case errno.EACCES:
            return f"port {port} is not for everybody: choose one from 1024 on with --port"
        case errno.EADDRNOTAVAIL:
            return f"--host is {host!r}: this machine has no such address"
        case _:
            return f"cannot listen at {host} port {port}: {error.strerror}"


def address(settings: Settings, *, token: bool = True) -> str:
    """What to open in a browser."""
    host = settings.host.strip("[]")
    if host in ("0.0.0.0", "::"):
        host = socket.gethostname()
    shown = f"[{host}]" if ":" in host else host
    end = f"?token={settings.token}" if token and settings.token else ""
    return f"http://{shown}:{settings.port}/{end}"


class Listener(uvicorn.Server):
    """Serves an application until `stop`; `when_ready` is called once it can be asked."""

    def __init__(self, app: FastAPI, when_ready: Callable[[], None]) -> None:
        self._app = app
        self._when_ready = when_ready
        super().__init__(
            uvicorn.Config(
                app,
                http=Connection,
                ws="none",
                lifespan="off",  # ours: what goes wrong there is for our caller
                access_log=False,
                log_config=None,
                log_level=logging.CRITICAL,  # what matters is logged where it happens
                server_header=False,
                timeout_graceful_shutdown=PATIENCE,
            )
        )

    def work(self, listener: socket.socket) -> None:
        """Listen, until told to stop."""
        asyncio.run(self._live(listener))

    async def _live(self, listener: socket.socket) -> None:
        async with self._app.router.lifespan_context(self._app):
            await self.serve([listener])

    def stop(self) -> None:
        """Come to an end soon.  May be called by a handler of signals."""
        self.should_exit = True

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin; say so when all is there."""
        await super().startup(sockets)
        self._when_ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End; first the streams, which never would by themselves."""
        self._app.state.leaving.set()
        await super().shutdown(sockets)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Signals are heeded by whoever has started us."""
        yield
