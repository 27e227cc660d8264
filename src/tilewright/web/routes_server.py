"""What the server is, and a page that tells what it can be asked."""

import html
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

import tilewright
from tilewright.engines.registry import AUTO, COVER_ENGINES
from tilewright.render import ENDINGS
from tilewright.web.messages import Answer

__all__ = ["router"]

router = APIRouter(prefix="/api", tags=["server"])


class LimitsShown(Answer):
    """What one request or one job may take."""

    max_seconds: float
    max_memory_mib: int
    max_cells: int
    max_pieces: int
    max_queue: int
    max_upload_bytes: int
    max_threads: int


class Server(Answer):
    """What the server is, and what it can do."""

    version: str
    limits: LimitsShown
    engines: list[str]
    formats: list[str]


@router.get("/server")
async def server(request: Request) -> Server:
    """The version, the limits, the engines, and the kinds of files that solutions can become."""
    limits = request.app.state.settings.limits
    return Server(
        version=tilewright.__version__,
        limits=LimitsShown(**{name: getattr(limits, name) for name in LimitsShown.model_fields}),
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
