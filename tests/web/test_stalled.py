"""Requests that never arrive, and puzzles that take long: others are answered meanwhile."""

import asyncio
import json
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from math import cos, sin
from pathlib import Path

import httpx
import pytest
from fastapi import HTTPException

from tests.web.asking import Asking
from tests.web.working import bad, in_a_thread
from tilewright.web import listening as connections
from tilewright.web.app import make_app
from tilewright.web.listening import Listener, listening_socket
from tilewright.web.routing import Turns
from tilewright.web.settings import Limits, Settings

PATIENCE = 30.0  # seconds; nothing takes that long unless it is broken
SOON = 0.3


@contextmanager
def listening(folder: Path, seconds: float) -> Iterator[int]:
    """The port of a server of this process that gives requests so many seconds."""
    listener = listening_socket("127.0.0.1", 0)
    port = listener.getsockname()[1]
    ready = threading.Event()
    app = make_app(Settings(folder, port=port, limits=Limits(max_upload_seconds=seconds)))
    server = Listener(app, ready.set)
    thread = threading.Thread(target=server.work, args=(listener,))
    thread.start()
    try:
        assert ready.wait(PATIENCE)
        yield port
    finally:
        server.stop()
        thread.join(PATIENCE)


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    with listening(tmp_path_factory.mktemp("jobs"), SOON) as port:
        yield port


def wired(port: int, data: bytes = b"") -> socket.socket:
    wire = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
    wire.sendall(data)
    return wire


def head(port: int, length: int, what: str = "POST /api/puzzles/read") -> bytes:
    lines = (
        f"{what} HTTP/1.1",
        f"Host: 127.0.0.1:{port}",
        "Content-Type: application/json",
        f"Content-Length: {length}",
    )
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


def rest(wire: socket.socket) -> bytes:
    """All that comes until the other side hangs up."""
    said = b""
    with wire, suppress(ConnectionResetError):
        while data := wire.recv(65536):
            said += data
    return said


def test_a_body_that_stalls_is_not_waited_for(port: int) -> None:
    said = rest(wired(port, head(port, 100) + b'{"name"'))
    assert said.startswith(b"HTTP/1.1 408")
    assert b"did not arrive whole within 0.3 s" in said


@pytest.mark.parametrize("start", [b"", b"GET /api/ser", b"GET /api/server HTTP/1.1\r\nHost: 1"])
def test_a_head_that_stalls_is_not_waited_for(port: int, start: bytes) -> None:
    assert rest(wired(port, start)) == b""


@pytest.mark.parametrize(
    "what", ["POST /api/puzzles/read", "GET /api/server"], ids=["before", "after the answer"]
)
def test_who_sends_byte_by_byte_has_no_more_time(port: int, what: str) -> None:
    """Each byte came in time, so that the connection stayed open for ever."""

    def drip(wire: socket.socket) -> None:
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            wire.sendall(b" ")
            time.sleep(0.02)

    with wired(port, head(port, 1 << 20, what)) as wire, pytest.raises(ConnectionError):
        drip(wire)


def test_who_is_not_in_a_hurry_between_two_requests_is_served(port: int) -> None:
    with httpx.Client(base_url=f"http://127.0.0.1:{port}/api", timeout=PATIENCE) as client:
        for _ in range(2):
            assert client.get("/server").status_code == 200
            time.sleep(2 * SOON)


def test_many_that_stall_keep_nobody_out(tmp_path: Path) -> None:
    with listening(tmp_path, PATIENCE) as port:
        first = wired(port, head(port, 100))
        others = [wired(port, b"POST") for _ in range(connections.MOST_ARRIVING + 10)]
        began = time.monotonic()
        answer = httpx.get(f"http://127.0.0.1:{port}/api/server", timeout=PATIENCE)
        assert answer.status_code == 200
        assert rest(first) == b""  # it began first
        assert time.monotonic() - began < PATIENCE / 2
        for wire in others:
            wire.close()


LAYERS = f"""lattice = "cube"
[board]
[[board.layer]]
at = {list(range(1000))}
drawing = '''
{chr(10).join(["." * 900] * 900)}
'''
"""
PARTS = 'lattice = "polygon"\n[board]\n' + "".join(
    f"[[board.part]]\noutline = [[{10 * i}, 0], [{10 * i + 5}, 0], [{10 * i}, 5]]\n"
    for i in range(1600)
)
TRIANGLES = PARTS + '[[piece]]\nname = "a"\ncount = 1600\noutline = [[0, 0], [5, 0], [0, 5]]\n'


def test_a_puzzle_that_would_take_long_is_refused_before(tmp_path: Path) -> None:
    """Blank layers took half a minute; 1,600 polygons, or one of many corners, ten seconds."""
    json_header = {"Content-Type": "application/json"}
    with Asking(make_app(Settings(tmp_path)), **json_header) as client:
        for path, given in (
            ("/api/puzzles/read", {"toml": LAYERS}),
            ("/api/jobs", {"puzzle": {"toml": LAYERS}, "task": "count"}),
            ("/api/play/check", {"puzzle": {"toml": LAYERS}, "placed": []}),
        ):
            text = json.dumps(given)
            assert len(text) < Limits().max_upload_bytes
            said = bad(client.post(path, content=text), 413)
            assert "810,900,000 characters in the drawings of its layers" in said
        rings = [[[10 * i, 0], [10 * i + 5, 0], [10 * i, 5]] for i in range(1600)]
        placed = [{"piece": "a", "ring": ring} for ring in rings]
        disc = [[round(1e6 * cos(k / 160)), round(1e6 * sin(k / 160))] for k in range(1005)]
        round_one = f'lattice = "polygon"\n[board]\noutline = {disc}\n'
        round_one += f'[[piece]]\nname = "a"\noutline = {disc}\n'
        for toml, some in ((TRIANGLES, placed), (round_one, [{"piece": "a", "ring": disc}])):
            given = {"puzzle": {"toml": toml}, "placed": some}
            answer = client.post("/api/play/check", content=json.dumps(given))
            assert answer.json()["state"] == "thinking"
            assert "too large to look ahead" in answer.json()["message"]


def test_a_few_have_their_turn_and_the_others_are_sent_away() -> None:
    go_on = threading.Event()

    async def scenario() -> None:
        turns = Turns(1, 0.05)
        first = asyncio.create_task(turns.take(lambda: go_on.wait(PATIENCE)))
        await asyncio.sleep(0)
        with pytest.raises(HTTPException) as error:
            await turns.take(lambda: True)
        assert (error.value.status_code, "busy" in str(error.value.detail)) == (503, True)
        go_on.set()
        assert await first
        assert await turns.take(lambda: True)

    in_a_thread(scenario())
