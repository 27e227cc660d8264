"""The pages: the front end as it was built, and plain ones where there is nothing better to show.

All files are read once, at the start; the path of a request is only looked up among them.
"""

import gzip
import hashlib
import html
import mimetypes
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, Response
from starlette.types import Receive, Scope, Send

STATIC: Final = Path(__file__).with_name("static")
PACKED = {"br": ".br", "gzip": ".gz"}
HASHED = re.compile(r"^/assets/.*[-.][\w-]{8,}\.\w+$")
FOREVER = "public, max-age=31536000, immutable"
KINDS = {  # what the tables of some machines have wrong
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
}
TEXT = re.compile(r"text/|image/svg|application/(?:json|manifest)")
VIEWS = re.compile(r"/(?:(?:edit|solve|play|jobs|jobs/[\w-]{1,100})/?)?")  # web/src/app/router.ts

STYLE = """body { font: 1.1rem/1.5 system-ui, sans-serif; max-width: 36rem; margin: 15vh auto;
padding: 0 1rem }"""


@dataclass(frozen=True, slots=True)
class _File:
    """A file, also packed if that makes it smaller."""

    kind: str
    body: bytes = field(repr=False)
    packed: dict[str, bytes] = field(repr=False)
    tag: str


class Pages:
    """Answers what no route does: with a file of the front end, if the path names one."""

    def __init__(self, folder: Path = STATIC) -> None:
        self._files = _files(folder)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        await self._answer(scope)(scope, receive, send)

    def _answer(self, scope: Scope) -> Response:
        path, method = scope["path"], scope["method"]
        if path == "/api" or path.startswith("/api/"):
            raise HTTPException(404)
        if method not in ("GET", "HEAD"):
            raise HTTPException(405, headers={"Allow": "GET, HEAD"})
        found = "/index.html" if VIEWS.fullmatch(path) else path
        if found in self._files:
            return _sent(found, self._files[found], Headers(scope=scope))
        if found == "/index.html":
            return plain_page(
                "Tilewright",
                "The pages were not built. Run make in the folder of Tilewright, and start the "
                "server again.",
                status=503,
            )
        return plain_page("Nothing here", "There is no such page.", status=404, go_on="/")


def _files(folder: Path) -> dict[str, _File]:
    """All files in a folder, by the path by which they are asked for."""
    paths = {
        f"/{path.relative_to(folder).as_posix()}": path
        for path in folder.rglob("*")
        if path.is_file()
    }
    packed_names = {f"{name}{end}" for name in paths for end in PACKED.values()}
    files = {}
    for name in paths.keys() - packed_names:
        path, body = paths[name], paths[name].read_bytes()
        packed = {
            coding: paths[name + end].read_bytes()
            for coding, end in PACKED.items()
            if name + end in paths
        }
        kind = _kind(path)
        if TEXT.match(kind) and not packed:
            packed["gzip"] = gzip.compress(body, mtime=0)
        files[name] = _File(kind, body, packed, hashlib.sha256(body).hexdigest()[:24])
    return files


def _kind(path: Path) -> str:
    guessed = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    kind = KINDS.get(path.suffix, guessed)
    return f"{kind}; charset=utf-8" if kind.startswith("text/") else kind


def _sent(name: str, file: _File, asked: Headers) -> Response:
    accepted = {word.split(";")[0].strip() for word in asked.get("accept-encoding", "").split(",")}
    coding = next((coding for coding in file.packed if coding in accepted), None)
    tag = f'"{file.tag}{f"-{coding}" if coding else ""}"'
    headers = {
        "ETag": tag,
        "Cache-Control": FOREVER if HASHED.match(name) else "no-cache",
        "Vary": "Accept-Encoding",
    }
    known = asked.get("if-none-match", "").split(",")
    if tag in {name.strip().removeprefix("W/") for name in known}:
        return Response(status_code=304, headers=headers)
    if coding:
        headers["Content-Encoding"] = coding
    body = file.packed[coding] if coding else file.body
    return Response(body, headers=headers | {"Content-Type": file.kind})


def plain_page(
    title: str, text: str, *, status: int = 200, go_on: str | None = None, at_once: bool = False
) -> Response:
    """A page that needs no files; with a link to another if given, or going there at once."""
    address = html.escape(go_on or "")
    link = f'<p><a href="{address}">Go on</a></p>' if go_on else ""
    moving = f'<meta http-equiv="refresh" content="0; url={address}">' if at_once else ""
    return HTMLResponse(
        f"""<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>{html.escape(title)}</title>{moving}
<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,"><style>{STYLE}</style></head>
<body><main><h1>{html.escape(title)}</h1><p>{html.escape(text)}</p>{link}</main></body></html>
""",
        status,
        {"Cache-Control": "no-store"},
    )
