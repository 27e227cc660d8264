"""Who may talk to the server, and how much: every request passes here first.

A server on somebody's own machine is in reach of every page that this person opens.  So it
answers only to its own names (else a page could give its own name our address), takes orders
only from its own pages, and only such as no form can send.  Whatever else can reach it has to
know the token.
"""

import asyncio
import hmac
import ipaddress
import json
import re
import secrets
import socket
from contextlib import aclosing
from typing import NoReturn
from urllib.parse import quote, urlencode

from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tilewright.web.errors import failure
from tilewright.web.pages import plain_page
from tilewright.web.settings import Settings

LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
EVERYWHERE = ("0.0.0.0", "::", "[::]")
HARMLESS = ("GET", "HEAD", "OPTIONS")
SUSPICIOUS = re.compile(rb"NaN|Infinity|\\u[dD][89a-fA-F]")  # no numbers; halves of characters

PAGES_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self' 'unsafe-inline'",  # the viewer has its style in a shadow root
        "img-src 'self' data: blob:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
API_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"
SAFE = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}


class Guard:
    """Lets through to `app` what is allowed; answers go back as they come, with safe headers."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._token = settings.token
        self._cookie = f"tilewright-{settings.port}"  # cookies do not tell ports apart
        self._most = settings.limits.max_upload_bytes
        self._seconds = settings.limits.max_upload_seconds
        self._hosts = _our_hosts(settings)
        self._any_address = f":{settings.port}" if settings.host in EVERYWHERE else None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Look at one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        send = _with_safe_headers(scope, send)
        request = Request(scope, receive)
        try:
            self._require_ours(request)
            answer = self._unless_known(request, self._token) if self._token is not None else None
            if answer is None and request.method not in HARMLESS:
                receive = _again(await self._body(request), receive)
        except HTTPException as refused:
            answer = failure(refused.status_code, refused.detail, headers=refused.headers)
        await (answer or self._app)(scope, receive, send)

    def _require_ours(self, request: Request) -> None:
        headers = request.headers
        host, origin = headers.get("host", ""), headers.get("origin")
        if len(headers.getlist("host")) != 1 or not self._is_ours(host):
            raise HTTPException(
                421,
                f"This server is not called {host[:100]!r}: start it with --allow-host to give it "
                f"another name.",
            )
        foreign = origin is not None and not self._is_ours(re.sub("^https?://", "", origin))
        if _is_api(request.scope):
            foreign |= headers.get("sec-fetch-site", "none") not in ("none", "same-origin")
        if foreign:
            raise HTTPException(403, "Pages of other sites may not use this server.")
        if request.method in ("POST", "PUT", "PATCH"):
            kind = headers.get("content-type", "").split(";")[0].strip().lower()
            if kind != "application/json":
                raise HTTPException(415, "Expected JSON: send Content-Type: application/json.")

    def _is_ours(self, host: str) -> bool:
        host = host.lower()
        if host in self._hosts:
            return True
        # Nobody can give an address another meaning, only a name.
        if self._any_address is None or not host.endswith(self._any_address):
            return False
        try:
            ipaddress.ip_address(host.removesuffix(self._any_address).strip("[]"))
        except ValueError:
            return False
        return True

    def _unless_known(self, request: Request, token: str) -> Response | None:
        page, query = not _is_api(request.scope), request.query_params
        if page and request.method == "GET" and _same(query.get("token", ""), token):
            rest = urlencode([pair for pair in query.multi_items() if pair[0] != "token"])
            path = f"/{quote(request.scope['path']).lstrip('/')}" + (f"?{rest}" if rest else "")
            answer = plain_page("Welcome", "You may come in.", go_on=path, at_once=True)
            answer.set_cookie(self._cookie, token, httponly=True, samesite="strict")
            answer.set_cookie(f"{self._cookie}-pages", _key_to_pages(token), httponly=True)
            return answer
        scheme, _, bearer = request.headers.get("authorization", "").partition(" ")
        if scheme.lower() == "bearer" and _same(bearer.strip(), token):
            return None
        cookies = request.cookies
        if _same(cookies.get(self._cookie, ""), token):
            return None
        if page and _same(cookies.get(f"{self._cookie}-pages", ""), _key_to_pages(token)):
            return None
        sentence = "This server asks for a token: open the link that it showed when it was started."
        if page:
            return plain_page("Who is there?", sentence, status=401)
        raise HTTPException(401, sentence, {"WWW-Authenticate": "Bearer"})

    async def _body(self, request: Request) -> bytes:
        """The body, if it is JSON, not too large, and here in time."""
        body = bytearray()
        try:
            async with asyncio.timeout(self._seconds), aclosing(request.stream()) as parts:
                async for part in parts:
                    body += part
                    if len(body) > self._most:
                        message = f"This is too large: at most {_size(self._most)} can be sent."
                        raise HTTPException(413, message, {"Connection": "close"})
        except TimeoutError:
            message = f"The request did not arrive whole within {self._seconds:g} s: send it again."
            raise HTTPException(408, message, {"Connection": "close"}) from None
        except ClientDisconnect:
            raise HTTPException(400, "The request ended before all of it was there.") from None
        _require_json(body)
        return bytes(body)


def _is_api(scope: Scope) -> bool:
    return bool(scope["path"].startswith("/api/"))


def _our_hosts(settings: Settings) -> frozenset[str]:
    """All that may be in the header Host."""
    names = {*LOOPBACK}
    if settings.host in EVERYWHERE:
        names |= {socket.gethostname(), socket.getfqdn()}
    else:
        bare = settings.host.strip("[]")
        names.add(f"[{bare}]" if ":" in bare else bare)
    hosts = {f"{name}:{settings.port}" for name in names}
    if settings.port == 80:
        hosts |= names
    for name in settings.allow_hosts:
        hosts |= {name} if re.search(r":\d+$", name) else {name, f"{name}:{settings.port}"}
    return frozenset(name.lower() for name in hosts)


def _same(given: str, token: str) -> bool:
    return secrets.compare_digest(given.encode("utf-8", "replace"), token.encode())


def _key_to_pages(token: str) -> str:
    """Opens the pages, which have no secrets, also from links on other sites; nothing else."""
    return hmac.digest(token.encode(), b"pages", "sha256").hex()


def _size(count: int) -> str:
    """A number of bytes in words.

    >>> _size(1 << 20), _size(2000)
    ('1,024 KiB', '2000 bytes')
    """
    return f"{count} bytes" if count % 1024 else f"{count // 1024:,} KiB"


def _require_json(body: bytes | bytearray) -> None:
    """Refuse what Python would read as JSON, though it is none."""
    try:
        body.decode()
        if SUSPICIOUS.search(body):
            read = json.loads(body, parse_constant=_no_number)
            json.dumps(read, ensure_ascii=False).encode()
    except UnicodeDecodeError as error:
        message = f"This is not UTF-8: byte {error.start} cannot be read."
        raise HTTPException(400, message) from None
    except UnicodeEncodeError as error:
        message = f"{error.object[error.start]!a} is half a character."
        raise HTTPException(400, message) from None
    except (ValueError, RecursionError):
        pass  # it will be refused where it is read


def _no_number(constant: str) -> NoReturn:
    raise HTTPException(400, f"{constant} is not JSON: expected a number.")


def _again(body: bytes, receive: Receive) -> Receive:
    """What was received, once more."""
    left: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def received() -> Message:
        return left.pop() if left else await receive()

    return received


def _with_safe_headers(scope: Scope, send: Send) -> Send:
    api = _is_api(scope)

    async def sent(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            headers["Content-Security-Policy"] = API_POLICY if api else PAGES_POLICY
            headers.update(SAFE)
            if api:
                headers.setdefault("Cache-Control", "no-store")
        await send(message)

    return sent
