"""`tilewright serve` as a process: it starts, answers, refuses what it should, and ends."""

import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.shell import COMMAND, run
from tests.texts import raises_text
from tilewright.cli.commands.serve import serve
from tilewright.errors import TilewrightError

ENDING = 30  # seconds; it takes less than one, but machines may be busy


class Served:
    """A server that runs."""

    def __init__(self, process: subprocess.Popen[str], said: str) -> None:
        self.process = process
        self.said = said
        found = re.search(r"http://\S+", said)
        assert found, said
        self.link = found[0]
        self.port = int(urlsplit(self.link).port or 80)

    def get(self, path: str, method: str = "GET", **headers: str) -> tuple[int, str]:
        """Status and body; the path goes out as it is."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        try:
            connection.request(method, path, headers=headers)
            answer = connection.getresponse()
            return answer.status, answer.read().decode()
        finally:
            connection.close()

    def post(self, path: str, what: object) -> Any:
        """The answer."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        try:
            kind = {"Content-Type": "application/json"}
            connection.request("POST", path, json.dumps(what), kind)
            return json.loads(connection.getresponse().read())
        finally:
            connection.close()

    def ended(self, by: int) -> tuple[int, str]:
        """Status, and what was said on stderr."""
        self.process.send_signal(by)
        _, complaints = self.process.communicate(timeout=ENDING)
        return self.process.returncode, complaints


@contextmanager
def served(folder: Path, *options: str) -> Iterator[Served]:
    command = [COMMAND, "serve", "--no-open", "--port", "0", "--keep", str(folder), *options]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        try:
            assert process.stdout is not None
            yield Served(process, process.stdout.readline())
        finally:
            if process.poll() is None:
                process.kill()


@pytest.fixture(scope="module")
def one(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("one") / "jobs") as server:
        yield server
        assert server.ended(signal.SIGTERM) == (0, "")


def test_it_says_where_it_is(one: Served) -> None:
    assert one.said == f"Tilewright is at http://127.0.0.1:{one.port}/ until you press Ctrl-C.\n"
    status, text = one.get("/api/server")
    assert status == 200
    assert '"version"' in text


@pytest.mark.parametrize(
    "path", ["/../../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/..\\..\\x", "/" + "x" * 20_000]
)
def test_paths_as_no_client_sends_them(one: Served, path: str) -> None:
    for prefix in ("", "/api", "/assets", "/api/jobs"):
        assert one.get(prefix + path)[0] == 404


@pytest.mark.parametrize(
    "request_line", ["GET /%00", "GET / HTTP/9", "\0\0\0\0", "GET /" + "x" * 200_000, "GET \x01 /"]
)
def test_what_is_no_http(one: Served, request_line: str) -> None:
    with socket.create_connection(("127.0.0.1", one.port), timeout=10) as wire:
        wire.sendall(request_line.encode() + b" HTTP/1.1\r\nHost: x\r\n\r\n")
        assert re.match(rb"HTTP/1.1 4\d\d ", wire.recv(1000))
    assert one.get("/api/server")[0] == 200


def test_foreign_hosts(one: Served) -> None:
    assert one.get("/api/server", Host="evil.example")[0] == 421
    assert one.get("/api/server", Origin="http://evil.example")[0] == 403


def test_the_port_is_taken(one: Served, tmp_path: Path) -> None:
    done = run("serve", "--no-open", "--port", str(one.port), "--keep", str(tmp_path))
    assert done.returncode == 2
    assert f"port {one.port} is taken" in done.stderr
    assert "--port 0" in done.stderr


def test_ctrl_c_ends_it_with_a_client_that_waits(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        taken = run("serve", "--no-open", "--port", "0", "--keep", str(tmp_path))
        assert taken.returncode == 2
        assert "another server stores its jobs here" in taken.stderr
        with socket.create_connection(("127.0.0.1", server.port)) as wire:
            wire.sendall(b"POST /api/jobs HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n" % server.port)
            wire.sendall(b"Content-Type: application/json\r\nContent-Length: 99\r\n\r\n{")
            assert server.get("/api/server")[0] == 200
            assert server.ended(signal.SIGINT) == (0, "")


def test_streams_end_with_it_and_jobs_wait(tmp_path: Path) -> None:
    job = {"puzzle": {"name": "one-sided-9x10"}, "task": "all"}
    with served(tmp_path) as server:
        number = server.post("/api/jobs", job)["id"]
        watching = http.client.HTTPConnection("127.0.0.1", server.port, timeout=ENDING)
        with closing(watching):
            watching.request("GET", f"/api/jobs/{number}/events")
            stream = watching.getresponse()
            while (line := stream.readline()) != b"event: job\n":
                assert line
            assert server.ended(signal.SIGTERM) == (0, "")
            assert b"event: end" not in stream.read()
    with served(tmp_path) as server:  # the folder is free again
        assert json.loads(server.get("/api/jobs")[1])["jobs"][0]["id"] == number
        assert server.ended(signal.SIGTERM) == (0, "")


def test_a_token_for_other_machines(tmp_path: Path) -> None:
    with served(tmp_path, "--host", "0.0.0.0") as server:
        token = server.link.partition("?token=")[2]
        assert len(token) >= 32
        assert server.get("/api/server")[0] == 401
        assert server.get("/api/server", Authorization=f"Bearer {token}")[0] == 200
        assert server.ended(signal.SIGTERM) == (0, "")


@pytest.mark.parametrize(
    "options",
    [
        {"host": "no.such.host.invalid"},
        {"host": "192.0.2.1"},
        {"token": "short"},
        {"keep": Path(os.devnull)},
    ],
)
def test_what_cannot_be(tmp_path: Path, options: dict[str, Any]) -> None:
    with raises_text(TilewrightError):
        serve(**{"keep": tmp_path, **options})


def test_it_says_what_to_install() -> None:
    code = "import sys; sys.modules['fastapi'] = None\nfrom tilewright.cli.main import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", code, "serve"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert done.stderr.startswith("error: fastapi is not installed")
    assert "pip install '.[web]' in the checkout" in done.stderr
