"""A server that listens: the socket, and the life of an application from start to end."""

import asyncio
import errno
import logging
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import uvicorn
from fastapi import FastAPI

from tilewright.errors import TilewrightError
from tilewright.web.connections import Connection
from tilewright.web.settings import Settings

__all__ = ["Listener", "ListeningError", "address", "listening_socket"]

PATIENCE = 1  # seconds in which answers on their way may come to an end


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
