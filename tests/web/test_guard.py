"""Who is let in, who is not, and what is said to them."""

import json
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi import FastAPI
from starlette.exceptions import HTTPException
from starlette.responses import StreamingResponse

from tests.web.asking import Asking
from tilewright.document import Complaint, FileError
from tilewright.errors import TilewrightError
from tilewright.web.app import make_app
from tilewright.web.settings import Limits, Settings
from tilewright.web.wire import PuzzleSource

OURS = "http://127.0.0.1:8765"
JSON = {"Content-Type": "application/json"}
TOKEN = "a-token-of-24-characters"
SMALL = Limits(max_upload_bytes=2000)


def app_for(folder: Path, **options: Any) -> FastAPI:
    app = make_app(Settings(folder, limits=SMALL, **options))

    @app.post("/api/echo")
    async def echo(given: PuzzleSource) -> PuzzleSource:
        return given

    @app.post("/api/broken/{how}")
    async def broken(how: str) -> None:
        raise {
            "file": FileError("x.toml", [Complaint(3, "no board")]),
            "mistake": TilewrightError(f"{folder}/7.run is odd"),
            "deep": RecursionError(),
            "large": MemoryError(),
            "full": OSError(28, "No space left on device", "/secret/place"),
            "refused": HTTPException(409, "It is done already."),
            "bug": ZeroDivisionError("a secret"),
        }[how]

    return app


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Asking]:
    with Asking(app_for(tmp_path_factory.mktemp("jobs"))) as client:
        yield client


def said(answer: Any) -> str:
    """The sentence of a failure, which must be nothing but that."""
    failure = answer.json()
    assert set(failure) == {"message", "problems"}
    assert failure["message"]
    assert "Traceback" not in failure["message"]
    return str(failure["message"])


@pytest.mark.parametrize("host", ["127.0.0.1:8765", "LOCALHOST:8765", "[::1]:8765"])
def test_our_names(client: Asking, host: str) -> None:
    assert client.get("/api/server", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    "host",
    ["evil.example", "evil.example:8765", "127.0.0.1", "localhost:87650", ""],
)
@pytest.mark.parametrize("path", ["/api/server", "/", "/assets/x.js"])
def test_other_names_are_not_answered(client: Asking, host: str, path: str) -> None:
    answer = client.get(path, headers={"Host": host})
    assert answer.status_code == 421
    assert "--allow-host" in said(answer)


def test_names_that_were_allowed(tmp_path: Path) -> None:
    app = app_for(tmp_path, allow_hosts=("puzzles.example", "other.example:99"))
    hosts = {
        "puzzles.example": 200,
        "puzzles.example:8765": 200,
        "puzzles.example:99": 421,
        "other.example:99": 200,
        "other.example": 421,
    }
    with Asking(app) as client:
        for host, status in hosts.items():
            assert client.get("/api/server", headers={"Host": host}).status_code == status, host


def test_any_address_will_do_if_we_listen_at_all(tmp_path: Path) -> None:
    hosts = {"10.1.2.3:8765": 200, "10.1.2.3:80": 421, "a.example:8765": 421}
    with Asking(app_for(tmp_path, host="0.0.0.0")) as client:
        for host, status in hosts.items():
            assert client.get("/api/server", headers={"Host": host}).status_code == status, host


@pytest.mark.parametrize(
    ("name", "value", "status"),
    [
        ("Origin", "http://127.0.0.1:8765", 200),
        ("Origin", "http://evil.example", 403),
        ("Origin", "http://127.0.0.1:3000", 403),
        ("Origin", "null", 403),
        ("Sec-Fetch-Site", "same-origin", 200),
        ("Sec-Fetch-Site", "none", 200),
        ("Sec-Fetch-Site", "same-site", 403),
        ("Sec-Fetch-Site", "cross-site", 403),
    ],
)
def test_other_sites(client: Asking, name: str, value: str, status: int) -> None:
    answer = client.get("/api/server", headers={name: value})
    assert answer.status_code == status
    if status != 200:
        assert said(answer) == "Pages of other sites may not use this server."


def test_links_from_other_sites_open_the_pages(client: Asking) -> None:
    assert client.get("/play", headers={"Sec-Fetch-Site": "cross-site"}).status_code != 403


@pytest.mark.parametrize(
    "kind",
    ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""],
)
def test_what_forms_send_is_refused(client: Asking, kind: str) -> None:
    answer = client.post("/api/echo", content='{"name": "soma"}', headers={"Content-Type": kind})
    assert answer.status_code == 415
    assert "application/json" in said(answer)


def test_json_is_taken(client: Asking) -> None:
    kind = {"Content-Type": "application/json; charset=utf-8"}
    answer = client.post("/api/echo", content='{"name": "soma"}', headers=kind)
    assert answer.json() == {"name": "soma", "toml": None}


async def in_parts(*parts: str) -> AsyncIterator[bytes]:
    """A body whose length is not told before."""
    for part in parts:
        yield part.encode()


def test_too_much_is_refused_while_it_comes(client: Asking) -> None:
    text = json.dumps({"toml": "x" * 3000})
    for content in (text, in_parts(text[:1500], text[1500:])):
        answer = client.post("/api/echo", content=content, headers=JSON)
        assert answer.status_code == 413
        assert "2000 bytes" in said(answer)
    fits = client.post("/api/echo", content=in_parts('{"name":', ' "soma"}'), headers=JSON)
    assert fits.status_code == 200


@pytest.mark.parametrize(
    ("body", "status", "words"),
    [
        (b"", 422, "missing"),
        (b"{", 422, "not JSON"),
        (b'{"toml": NaN}', 400, "NaN is not JSON"),
        (b'{"toml": -Infinity}', 400, "-Infinity is not JSON"),
        (b'{"toml": "NaN"', 422, "not JSON"),
        (b'{"toml": "\xff"}', 400, "not UTF-8: byte 10"),
        (b'{"toml": "\\ud800"}', 400, "'\\ud800' is half a character."),
        (b'{"toml": "\\ud83d\\ude00 \\uDFFF"}', 400, "'\\udfff' is half a character."),
        (b"[" * 1900, 400, "expected JSON"),
        (b"[" * 900 + b"]" * 900, 422, "Expected an object."),
        (b'{"toml": ' + b"9" * 1900 + b"}", 422, "toml is a huge number"),
        (b'{"toml": 12}', 422, "toml is 12: expected text."),
        (b'{"name": "soma", "toml": ""}', 422, "Give either the name"),
        (b'{"name": "soma", "nmae": 1}', 422, "nmae is not known here."),
        (b"null", 422, "This is null: expected an object."),
        (b"7", 422, "This is 7: expected an object."),
    ],
)
def test_what_is_wrong_with_it_is_said(
    client: Asking, body: bytes, status: int, words: str
) -> None:
    answer = client.post("/api/echo", content=body, headers=JSON)
    assert answer.status_code == status
    assert words in said(answer)
    assert len(answer.content) < 1000


@pytest.mark.parametrize(
    ("how", "status", "words"),
    [
        ("file", 422, "no board"),
        ("mistake", 422, "7.run is odd"),
        ("deep", 422, "This is nested too deeply."),
        ("large", 413, "This does not fit into the memory of the server."),
        ("full", 503, "The disk of the server is full: delete some jobs."),
        ("refused", 409, "It is done already."),
        ("bug", 500, "Something went wrong here; the window of the server says what."),
    ],
)
def test_errors_become_sentences(
    client: Asking, caplog: pytest.LogCaptureFixture, how: str, status: int, words: str
) -> None:
    answer = client.post(f"/api/broken/{how}", headers=JSON)
    assert (answer.status_code, said(answer)) == (status, words)
    assert "Content-Security-Policy" in answer.headers
    assert ("a secret" in caplog.text) == (how == "bug")


def test_the_lines_of_a_file_are_told(client: Asking) -> None:
    problems = client.post("/api/broken/file", headers=JSON).json()["problems"]
    assert problems == [{"line": 3, "severity": "error", "place": [], "message": "no board"}]


@pytest.mark.parametrize(
    ("job", "words"),
    [
        ({"threads": 0}, "threads is 0: expected 1 or more."),
        ({"threads": "2"}, "threads is '2': expected a whole number."),
        ({"threads": 1.5}, "threads is 1.5: expected a whole number."),
        ({"max_seconds": 0}, "max_seconds is 0: expected more than 0."),
        ({"max_seconds": "x"}, "max_seconds is 'x': expected a number."),
        ({"task": "some"}, "task is 'some': expected 'one', 'all' or 'count'."),
        ({"puzzle": {"name": "x" * 200}}, "…: expected at most 100 characters."),
        ({"puzzle": 1, "title": []}, "puzzle is 1: expected an object.\ntitle: expected text."),
        ({"title": True}, "title is true: expected text."),
    ],
)
def test_what_was_expected_is_said(client: Asking, job: dict[str, Any], words: str) -> None:
    answer = client.post("/api/jobs", json={"puzzle": {"name": "soma"}, "task": "one", **job})
    assert answer.status_code == 422
    assert said(answer).endswith(words)


TRICKS = [
    "/../../etc/passwd",
    "/%2e%2e/%2e%2e/etc/passwd",
    "/assets/..%2f..%2fapp.py",
    "/assets/%5c..%5capp.py",
    "/..\\app.py",
    "/index.html%00.js",
    "/%00",
    "//etc/passwd",
    "/app.py",
    "/static/index.html",
    "/jobs/../app.py",
    "/jobs/%2e%2e%2fapp",
    "/edit/x",
    "/%ff%fe",
    "/" + "x" * 9000,
]


@pytest.mark.parametrize("path", TRICKS)
def test_paths_are_only_names(client: Asking, path: str) -> None:
    url = httpx.URL(OURS)
    for prefix in ("", "/api"):
        answer = client.get(url.copy_with(raw_path=(prefix + path).encode()))
        api = answer.request.url.path.startswith("/api/")
        kind = "application/json" if api else "text/html"
        assert answer.status_code == 404
        assert answer.headers["Content-Type"].startswith(kind)
        assert "root:" not in answer.text
        assert len(answer.content) < 1000


def test_methods(client: Asking) -> None:
    answer = client.delete("/api/server")
    assert (answer.status_code, said(answer)) == (405, "DELETE is not possible here: expected GET.")
    answer = client.post("/play", headers=JSON)
    assert (answer.status_code, answer.headers["Allow"]) == (405, "GET, HEAD")
    assert client.post("/api/nothing", headers=JSON).status_code == 404


def test_safe_headers(client: Asking) -> None:
    for path in ("/", "/api/server", "/api/nothing"):
        headers = client.get(path).headers
        policy = headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "unsafe-eval" not in policy
        assert "script-src 'unsafe-inline'" not in policy
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Referrer-Policy"] == "no-referrer"
        assert headers["Cross-Origin-Resource-Policy"] == "same-origin"
        assert "Access-Control-Allow-Origin" not in headers


def test_streams_are_not_held_back(tmp_path: Path) -> None:
    app = app_for(tmp_path)
    order: list[str] = []

    @app.get("/api/stream")
    async def stream() -> StreamingResponse:
        async def parts() -> Any:
            for part in ("one", "two"):
                order.append(f"made {part}")
                yield part

        return StreamingResponse(parts())

    async def heard(message: Any) -> None:
        if message.get("body"):
            order.append(f"heard {message['body'].decode()}")

    async def nothing() -> Any:
        return {"type": "http.request", "body": b"", "more_body": False}

    scope = {
        "type": "http",
        "method": "GET",
        "path": "/api/stream",
        "raw_path": b"/api/stream",
        "query_string": b"",
        "headers": [(b"host", b"127.0.0.1:8765")],
        "scheme": "http",
        "asgi": {"version": "3.0", "spec_version": "2.4"},
    }
    with Asking(app) as client:
        client.run(app(scope, nothing, heard))
    assert order == ["made one", "heard one", "made two", "heard two"]


class TestToken:
    @pytest.fixture
    def guarded(self, tmp_path: Path) -> Iterator[Asking]:
        with Asking(app_for(tmp_path, token=TOKEN)) as client:
            yield client

    @pytest.mark.parametrize(
        "headers",
        [
            {},
            {"Authorization": "Bearer wrong"},
            {"Authorization": f"Basic {TOKEN}"},
            {"Authorization": f"Bearer {TOKEN}x"},
            {"Cookie": "tilewright-8765=wrong"},
            {"Cookie": f"other={TOKEN}"},
            {"Cookie": '"'},
        ],
    )
    def test_who_does_not_know_it(self, guarded: Asking, headers: dict[str, str]) -> None:
        answer = guarded.get("/api/server", headers=headers)
        assert answer.status_code == 401
        assert "token" in said(answer)
        page = guarded.get("/", headers=headers)
        assert page.status_code == 401
        assert "open the link" in page.text

    def test_programs_send_it(self, guarded: Asking) -> None:
        headers = {"Authorization": f"Bearer {TOKEN}"}
        assert guarded.get("/api/server", headers=headers).status_code == 200

    def test_browsers_get_a_cookie(self, guarded: Asking) -> None:
        assert guarded.get(f"/?token={TOKEN}x").status_code == 401
        assert guarded.get(f"/api/server?token={TOKEN}").status_code == 401
        welcome = guarded.get(f"/play?token={TOKEN}&puzzle=soma%22")
        assert welcome.status_code == 200
        assert 'url=/play?puzzle=soma%22"' in welcome.text
        assert TOKEN not in welcome.text
        strict, lax = welcome.headers.get_list("Set-Cookie")
        assert {"HttpOnly", "SameSite=strict", "Path=/"} <= set(strict.split("; "))
        assert {"HttpOnly", "SameSite=lax", "Path=/"} <= set(lax.split("; "))
        assert TOKEN not in lax
        assert guarded.get("/api/server").status_code == 200

    def test_links_on_other_sites_open_pages_only(self, guarded: Asking) -> None:
        welcome = guarded.get(f"/?token={TOKEN}").headers.get_list("Set-Cookie")
        guarded.forget()
        lax = {"Cookie": welcome[1].split(";")[0]}
        assert guarded.get("/play", headers=lax).status_code in (200, 503)
        assert guarded.get("/api/server", headers=lax).status_code == 401

    def test_it_is_shown_nowhere(self, tmp_path: Path) -> None:
        assert TOKEN not in repr(Settings(tmp_path, token=TOKEN))
