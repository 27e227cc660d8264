"""Asks an application in this process, as a browser would ask a server."""

import asyncio
from types import TracebackType
from typing import Any, Self

import httpx
from fastapi import FastAPI


class Asking:
    """A client of an application; inside of `with` the application is started.

    Errors of the application become its answers, unless `strict`: then they are raised.
    """

    def __init__(self, app: FastAPI, *, strict: bool = False, **headers: str) -> None:
        self.app = app
        self._loop = asyncio.new_event_loop()
        self._client = httpx.AsyncClient(
            transport=httpx.ASGITransport(app, raise_app_exceptions=strict),
            base_url=f"http://127.0.0.1:{app.state.settings.port}",
            headers=headers,
        )
        self._lifespan = app.router.lifespan_context(app)

    def __enter__(self) -> Self:
        self._loop.run_until_complete(self._lifespan.__aenter__())
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._loop.run_until_complete(self._lifespan.__aexit__(kind, error, trace))
        self.close()

    def close(self) -> None:
        """Let go of everything; needed only outside of `with`."""
        self._loop.run_until_complete(self._client.aclose())
        self._loop.run_until_complete(self._loop.shutdown_default_executor())
        self._loop.close()

    def forget(self) -> None:
        """Throw all cookies away."""
        self._client.cookies.clear()

    def request(self, method: str, path: str, **options: Any) -> httpx.Response:
        return self._loop.run_until_complete(self._client.request(method, path, **options))

    def get(self, path: str, **options: Any) -> httpx.Response:
        return self.request("GET", path, **options)

    def head(self, path: str, **options: Any) -> httpx.Response:
        return self.request("HEAD", path, **options)

    def post(self, path: str, **options: Any) -> httpx.Response:
        return self.request("POST", path, **options)

    def delete(self, path: str, **options: Any) -> httpx.Response:
        return self.request("DELETE", path, **options)
