"""The server as an application: all routes, and what every request passes through."""

from fastapi import FastAPI

import tilewright
from tilewright.web.settings import Settings

__all__ = ["make_app"]


def make_app(settings: Settings) -> FastAPI:
    """An application for these settings."""
    app = FastAPI(title="Tilewright", version=tilewright.__version__)
    app.state.settings = settings
    return app
