"""Asks an application in this process, as a browser would ask a server."""

import asyncio
import threading
from collections.abc import Coroutine
from types import TracebackType
from typing import Any, Self, TypeVar

import httpx
from fastapi import FastAPI

Given = TypeVar("Given")


class Asking:
    """A client of an application; inside of `with` the application is started.

    It has a thread for itself: the one of the tests may be busy with a browser.

    Errors of the application become its answers, unless `strict`: then they are raised.
    """

    def __init__(self, app: FastAPI, *, strict: bool = False, **headers: str) -> None:
        self.app = app
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever)
        self._client = httpx.AsyncClient(
            transport=httpx.ASGITransport(app, raise_app_exceptions=strict),
            base_url=f"http://127.0.0.1:{app.state.settings.port}",
            headers=headers,
        )
        self._lifespan = app.router.lifespan_context(app)

    def __enter__(self) -> Self:
        self._thread.start()
        self.run(self._lifespan.__aenter__())
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.run(self._lifespan.__aexit__(kind, error, trace))
        self.run(self._client.aclose())
        self.run(self._loop.shutdown_default_executor())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def run(self, work: Coroutine[Any, Any, Given]) -> Given:
        """What comes of it."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).result()

    def forget(self) -> None:
        """Throw all cookies away."""
        self._client.cookies.clear()

    def request(self, method: str, path: str, **options: Any) -> httpx.Response:
        return self.run(self._client.request(method, path, **options))

    def get(self, path: str, **options: Any) -> httpx.Response:
        return self.request("GET", path, **options)

    def head(self, path: str, **options: Any) -> httpx.Response:
        return self.request("HEAD", path, **options)

    def post(self, path: str, **options: Any) -> httpx.Response:
        return self.request("POST", path, **options)

    def delete(self, path: str, **options: Any) -> httpx.Response:
        return self.request("DELETE", path, **options)
