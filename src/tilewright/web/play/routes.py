"""The routes for those who play: can this be completed, and what comes next?"""

import asyncio
from collections.abc import AsyncIterator
from concurrent.futures import Future
from contextlib import asynccontextmanager
from typing import TypeVar

from fastapi import APIRouter, FastAPI, Request

from tilewright.web.play.messages import CheckAnswer, CheckRequest, HintAnswer, HintRequest
from tilewright.web.play.player import Player
from tilewright.web.play.table import Patience

LOOK_SECONDS = 0.2  # between two looks whether somebody still waits

T = TypeVar("T")


@asynccontextmanager
async def _playing(app: FastAPI) -> AsyncIterator[None]:
    yield
    player = getattr(app.state, "player", None)
    if player is not None:
        player.close()


router = APIRouter(prefix="/api/play", tags=["play"], lifespan=_playing)


@router.post("/check")
async def check(wanted: CheckRequest, request: Request) -> CheckAnswer:
    """Can what lies there still be completed, and in how many ways?"""
    return await _answer(request, *_player(request).check(wanted))


@router.post("/hint")
async def hint(wanted: HintRequest, request: Request) -> HintAnswer:
    """A hint of the chosen strength; or which piece to take away."""
    return await _answer(request, *_player(request).hint(wanted))


def _player(request: Request) -> Player:
    """The player of this server, made when somebody first plays."""
    state = request.app.state
    if not hasattr(state, "player"):
        state.player = Player(state.settings.limits)
    player: Player = state.player
    return player


async def _answer(request: Request, future: Future[T], patience: Patience) -> T:
    """The answer, when it is there; the search for it ends when nobody waits any more."""
    wrapped = asyncio.wrap_future(future)
    try:
        while not (await asyncio.wait([wrapped], timeout=LOOK_SECONDS))[0]:
            if await request.is_disconnected():
                patience.end()
        return wrapped.result()
    finally:
        patience.end()
