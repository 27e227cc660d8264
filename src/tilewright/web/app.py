"""The server as an application: all routes, and what every request passes through.

Routes find what they share in `request.app.state`: the `settings`, and `leaving`, an event that
is set when the server is about to end, so that streams can end with it.
"""

import asyncio
import importlib
import importlib.util
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI
from fastapi.routing import APIRoute
from starlette.types import ASGIApp

import tilewright
from tilewright.web import routes_server
from tilewright.web.errors import FAILURES, take_care_of_errors
from tilewright.web.guard import Guard
from tilewright.web.jobs import Jobs
from tilewright.web.pages import Pages
from tilewright.web.settings import Settings
from tilewright.web.solutions import Readers

__all__ = ["make_app"]


class _App(FastAPI):
    """An application whose guard stands before everything else."""

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
    app.state.jobs = Jobs(settings)
    app.state.readers = Readers(app.state.jobs.store)
    take_care_of_errors(app)
    app.include_router(routes_server.router)
    for name in ("routes_puzzles", "routes_play", "routes_jobs"):
        if importlib.util.find_spec(f"tilewright.web.{name}"):
            app.include_router(importlib.import_module(f"tilewright.web.{name}").router)
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
