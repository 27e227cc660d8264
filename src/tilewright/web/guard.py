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
from http.cookies import CookieError, SimpleCookie
from urllib.parse import parse_qsl, quote, urlencode

from starlette.datastructures import Headers, MutableHeaders
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
        answer = self._refused(scope)
        if answer is None and scope["method"] not in HARMLESS:
            body, answer = await self._body_in_time(receive)
            receive = _again(body, receive)
        await (answer or self._app)(scope, receive, send)

    def _refused(self, scope: Scope) -> Response | None:
        headers = Headers(scope=scope)
        host, origin = headers.get("host", ""), headers.get("origin")
        if len(headers.getlist("host")) != 1 or not self._is_ours(host):
            return failure(
                421,
                f"This server is not called {host[:100]!r}: start it with --allow-host to give it "
                f"another name.",
            )
        if origin is not None and not self._is_ours(re.sub("^https?://", "", origin)):
            return failure(403, "Pages of other sites may not use this server.")
        api = scope["path"].startswith("/api/")
        if api and headers.get("sec-fetch-site", "none") not in ("none", "same-origin"):
            return failure(403, "Pages of other sites may not use this server.")
        if scope["method"] in ("POST", "PUT", "PATCH"):
            kind = headers.get("content-type", "").split(";")[0].strip().lower()
            if kind != "application/json":
                return failure(415, "Expected JSON: send Content-Type: application/json.")
        if self._token is not None:
            return self._unless_known(scope, headers, self._token)
        return None

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

    def _unless_known(self, scope: Scope, headers: Headers, token: str) -> Response | None:
        page = not scope["path"].startswith("/api/")
        query = parse_qsl(scope["query_string"].decode("latin-1"))
        if page and scope["method"] == "GET" and _same(dict(query).get("token", ""), token):
            rest = urlencode([(name, value) for name, value in query if name != "token"])
            path = f"/{quote(scope['path']).lstrip('/')}" + (f"?{rest}" if rest else "")
            answer = plain_page("Welcome", "You may come in.", go_on=path, at_once=True)
            answer.set_cookie(self._cookie, token, httponly=True, samesite="strict")
            answer.set_cookie(f"{self._cookie}-pages", _key_to_pages(token), httponly=True)
            return answer
        scheme, _, bearer = headers.get("authorization", "").partition(" ")
        if scheme.lower() == "bearer" and _same(bearer.strip(), token):
            return None
        cookies = _cookies(headers)
        if _same(cookies.get(self._cookie, ""), token):
            return None
        if page and _same(cookies.get(f"{self._cookie}-pages", ""), _key_to_pages(token)):
            return None
        sentence = "This server asks for a token: open the link that it showed when it was started."
        if page:
            return plain_page("Who is there?", sentence, status=401)
        return failure(401, sentence, headers={"WWW-Authenticate": "Bearer"})

    async def _body_in_time(self, receive: Receive) -> tuple[bytes, Response | None]:
        try:
            async with asyncio.timeout(self._seconds):
                return await self._body(receive)
        except TimeoutError:
            return b"", failure(
                408,
                f"The request did not arrive whole within {self._seconds:g} s: send it again.",
                headers={"Connection": "close"},
            )

    async def _body(self, receive: Receive) -> tuple[bytes, Response | None]:
        """The body, and why it is refused if it is."""
        parts, length = [], 0
        while True:
            message = await receive()
            if message["type"] != "http.request":
                return b"", failure(400, "The request ended before all of it was there.")
            part = message.get("body", b"")
            parts.append(part)
            length += len(part)
            if length > self._most:
                return b"", failure(
                    413,
                    f"This is too large: at most {_size(self._most)} can be sent.",
                    headers={"Connection": "close"},
                )
            if not message.get("more_body", False):
                break
        body = b"".join(parts)
        return body, _no_json(body)


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


def _cookies(headers: Headers) -> dict[str, str]:
    try:
        cookie = SimpleCookie("; ".join(headers.getlist("cookie")))
    except CookieError:
        return {}
    return {name: morsel.value for name, morsel in cookie.items()}


def _size(count: int) -> str:
    """A number of bytes in words.

    >>> _size(1 << 20), _size(2000)
    ('1,024 KiB', '2000 bytes')
    """
    return f"{count} bytes" if count % 1024 else f"{count // 1024:,} KiB"


def _no_json(body: bytes) -> Response | None:
    """Why a body is refused that Python would read as JSON, though it is none."""
    constants: list[str] = []  # NaN and infinities
    half = ""
    try:
        body.decode()
        if SUSPICIOUS.search(body):
            read = json.loads(body, parse_constant=constants.append)
            json.dumps(read, ensure_ascii=False).encode()
    except UnicodeDecodeError as error:
        return failure(400, f"This is not UTF-8: byte {error.start} cannot be read.")
    except UnicodeEncodeError as error:
        half = error.object[error.start]
    except (ValueError, RecursionError):
        pass  # it will be refused where it is read
    if constants:
        return failure(400, f"{constants[0]} is not JSON: expected a number.")
    return failure(400, f"{half!a} is half a character.") if half else None


def _again(body: bytes, receive: Receive) -> Receive:
    """What was received, once more."""
    left: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def received() -> Message:
        return left.pop() if left else await receive()

    return received


def _with_safe_headers(scope: Scope, send: Send) -> Send:
    api = scope["path"].startswith("/api/")

    async def sent(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            headers["Content-Security-Policy"] = API_POLICY if api else PAGES_POLICY
            headers["X-Content-Type-Options"] = "nosniff"
            headers["X-Frame-Options"] = "DENY"
            headers["Referrer-Policy"] = "no-referrer"
            headers["Cross-Origin-Resource-Policy"] = "same-origin"
            headers["Cross-Origin-Opener-Policy"] = "same-origin"
            if api:
                headers.setdefault("Cache-Control", "no-store")
        await send(message)

    return sent
