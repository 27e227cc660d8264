"""The routes for those who play: can this be completed, and what comes next?"""

import asyncio
from concurrent.futures import Future
from typing import Annotated, TypeVar

from fastapi import APIRouter, Request

from tilewright.web.play.messages import CheckAnswer, CheckRequest, HintAnswer, HintRequest
from tilewright.web.play.player import Player
from tilewright.web.play.table import Patience
from tilewright.web.routing import shared

LOOK_SECONDS = 0.2  # between two looks whether somebody still waits

T = TypeVar("T")
ThePlayer = Annotated[Player, shared("player")]

router = APIRouter(prefix="/api/play", tags=["play"])


@router.post("/check")
async def check(wanted: CheckRequest, request: Request, player: ThePlayer) -> CheckAnswer:
    """Can what lies there still be completed, and in how many ways?"""
    return await _answer(request, *player.check(wanted))


@router.post("/hint")
async def hint(wanted: HintRequest, request: Request, player: ThePlayer) -> HintAnswer:
    """A hint of the chosen strength; or which piece to take away."""
    return await _answer(request, *player.hint(wanted))


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
