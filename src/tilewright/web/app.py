"""The server as an application: all routes, and what every request passes through.

Routes find what they share in `request.app.state`: the `settings`, the `jobs` and the `readers` of
their solutions, and `leaving`, an event that is set when the server is about to end, so that
streams can end with it.  `arriving` are the connections with a part of a request, puzzles are read
in `turns`, and the `player` answers those who play.
"""

import asyncio
import html
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from fastapi import APIRouter, FastAPI, Request
from fastapi.responses import HTMLResponse
from starlette.types import ASGIApp

import tilewright
from tilewright.engines.registry import AUTO, COVER_ENGINES
from tilewright.render import ENDINGS
from tilewright.web.errors import FAILURES, take_care_of_errors
from tilewright.web.guard import Guard
from tilewright.web.jobs import routes as routes_jobs
from tilewright.web.jobs.found import Readers
from tilewright.web.jobs.queue import JobQueue
from tilewright.web.pages import Pages
from tilewright.web.play import routes as routes_play
from tilewright.web.play.player import Player
from tilewright.web.puzzles import routes as routes_puzzles
from tilewright.web.puzzles.cards import read_ahead
from tilewright.web.routing import Turns
from tilewright.web.settings import Settings
from tilewright.web.wire import Answer

ONLY_FOR = {  # answers that not all requests can get: where, and for which methods
    "408": ("/api", ("post",)),
    "409": ("/api/jobs", ("post", "delete")),
    "413": ("/api", ("post",)),
    "415": ("/api", ("post",)),
    "429": ("/api/jobs", ("post",)),
}

router = APIRouter(prefix="/api", tags=["server"])


class ServerLimits(Answer):
    """What one request or one job may take."""

    max_seconds: float
    max_memory_mib: int
    max_cells: int
    max_pieces: int
    max_queue: int
    max_upload_bytes: int
    max_threads: int


class ServerInfo(Answer):
    """What the server is, and what it can do."""

    version: str
    limits: ServerLimits
    engines: list[str]
    formats: list[str]


@router.get("/server")
async def server(request: Request) -> ServerInfo:
    """The version, the limits, the engines, and the kinds of files that solutions can become."""
    return ServerInfo(
        version=tilewright.__version__,
        limits=ServerLimits.model_validate(request.app.state.settings.limits, from_attributes=True),
        engines=[AUTO, *COVER_ENGINES],
        formats=[ending.removeprefix(".") for ending in ENDINGS],
    )


@router.get("/docs", include_in_schema=False)
async def docs(request: Request) -> HTMLResponse:
    """All that can be asked, as a page."""
    return HTMLResponse(_docs(request.app.openapi()))


def _docs(schema: dict[str, Any]) -> str:
    rows = [
        (operation.get("tags", [""])[0], method.upper(), path, operation.get("description", ""))
        for path, operations in schema["paths"].items()
        for method, operation in operations.items()
    ]
    parts = []
    for tag in dict.fromkeys(tag for tag, *_ in rows):
        entries = "".join(
            f"<dt>{method} <code>{html.escape(path)}</code></dt><dd>{html.escape(about)}</dd>"
            for of_tag, method, path, about in rows
            if of_tag == tag
        )
        parts.append(f"<h2>{html.escape(tag.capitalize())}</h2><dl>{entries}</dl>")
    return f"""<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Tilewright: REST</title>
<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">
<style>body {{ font: 1rem/1.5 system-ui, sans-serif; max-width: 44rem; margin: 3rem auto;
padding: 0 1rem }} dt {{ margin-top: .8rem }} dd {{ white-space: pre-line }}</style></head>
<body><main><h1>Tilewright {html.escape(schema["info"]["version"])}</h1>
<p>All requests and answers are described exactly in <a href="openapi.json">openapi.json</a>.</p>
{"".join(parts)}</main></body></html>
"""


class _App(FastAPI):
    """An application whose guard stands before everything else."""

    def openapi(self) -> dict[str, Any]:
        """The schema of all that can be asked, and of the answers that there are."""
        if self.openapi_schema is None:
            for path, operations in super().openapi()["paths"].items():
                for method, operation in operations.items():
                    for status, (start, methods) in ONLY_FOR.items():
                        if not (path.startswith(start) and method in methods):
                            del operation["responses"][status]
        return super().openapi()

    def build_middleware_stack(self) -> ASGIApp:
        """All that a request goes through."""
        return Guard(super().build_middleware_stack(), self.state.settings)


def make_app(settings: Settings) -> FastAPI:
    """An application for these settings."""
    app = _App(
        title="Tilewright",
        summary="Puzzles on any lattice and of polygons: read, check, solve, play.",
        version=tilewright.__version__,
        openapi_url="/api/openapi.json",
        docs_url=None,  # these load scripts from other sites
        redoc_url=None,
        redirect_slashes=False,
        generate_unique_id_function=lambda route: route.name,
        responses=FAILURES,
        lifespan=_lifespan,
    )
    app.state.settings = settings
    app.state.leaving = asyncio.Event()
    app.state.arriving = {}
    app.state.turns = Turns()
    app.state.jobs = JobQueue(settings)
    app.state.readers = Readers(app.state.jobs.store)
    take_care_of_errors(app)
    for routes in (router, routes_puzzles.router, routes_jobs.router, routes_play.router):
        app.include_router(routes)
    app.router.default = Pages()
    return app


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    """What lives as long as the server does."""
    read_ahead()
    jobs: JobQueue = app.state.jobs
    app.state.player = player = Player(app.state.settings.limits)
    await jobs.start()
    try:
        yield
    finally:
        app.state.leaving.set()
        player.close()
        await jobs.stop()
