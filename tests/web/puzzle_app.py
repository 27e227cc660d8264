"""A small application with the routes about puzzles only."""

from functools import cache
from pathlib import Path

from fastapi import FastAPI
from fastapi.testclient import TestClient

from tilewright.web.errors import take_care_of_errors
from tilewright.web.puzzles.routes import router
from tilewright.web.routing import Turns
from tilewright.web.settings import Limits, Settings

DEFAULT = Limits()


@cache
def puzzle_client(limits: Limits = DEFAULT) -> TestClient:
    """Someone who asks it."""
    app = FastAPI()
    app.state.settings = Settings(folder=Path("nowhere"), limits=limits)
    app.state.turns = Turns()
    take_care_of_errors(app)
    app.include_router(router)
    return TestClient(app)
