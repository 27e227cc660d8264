"""The server as an application: all routes, and what every request passes through.

Routes find what they share in `request.app.state`: the `settings`, the `jobs` and the `readers` of
their solutions, and `leaving`, an event that is set when the server is about to end, so that
streams can end with it.  `arriving` are the connections with a part of a request, and puzzles
are read in `turns`.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI
from fastapi.routing import APIRoute
from starlette.types import ASGIApp

import tilewright
from tilewright.web import routes_jobs, routes_play, routes_puzzles, routes_server
from tilewright.web.errors import FAILURES, take_care_of_errors
from tilewright.web.guard import Guard
from tilewright.web.jobs import Jobs
from tilewright.web.pages import Pages
from tilewright.web.settings import Settings
from tilewright.web.solutions import Readers
from tilewright.web.turns import Turns

__all__ = ["make_app"]


ONLY_FOR = {  # answers that not all requests can get: where, and for which methods
    "408": ("/api", ("post",)),
    "409": ("/api/jobs", ("post", "delete")),
    "413": ("/api", ("post",)),
    "415": ("/api", ("post",)),
    "429": ("/api/jobs", ("post",)),
}


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
        generate_unique_id_function=_name_of,
        responses=FAILURES,
        lifespan=_lifespan,
    )
    app.state.settings = settings
    app.state.leaving = asyncio.Event()
    app.state.arriving = {}
    app.state.turns = Turns()
    app.state.jobs = Jobs(settings)
    app.state.readers = Readers(app.state.jobs.store)
    take_care_of_errors(app)
    for routes in (routes_server, routes_puzzles, routes_jobs, routes_play):
        app.include_router(routes.router)
    app.router.default = Pages()
    return app


def _name_of(route: APIRoute) -> str:
    return route.name


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    """What lives as long as the server does."""
    jobs: Jobs = app.state.jobs
    await jobs.start()
    try:
        yield
    finally:
        app.state.leaving.set()
        await jobs.stop()
