"""A server in a process of its own, and jobs that it works on."""

import asyncio
import json
import re
import signal
import subprocess
import sys
import time
from collections.abc import Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import httpx

COMMAND = str(Path(sys.executable).with_name("tilewright"))
PATIENCE = 60.0  # seconds; nothing takes that long unless it is broken


def in_a_thread(scenario: Coroutine[Any, Any, None]) -> None:
    """Let it happen in a thread of its own: that of the tests may be busy with a browser."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, scenario).result()


@dataclass(frozen=True)
class Event:
    """Something that a stream has told."""

    kind: str
    text: str
    id: int | None = None

    @property
    def data(self) -> Any:
        return json.loads(self.text)


class Asker:
    """Asks a server about jobs."""

    def __init__(self, url: str) -> None:
        self.url = url
        headers = {"Content-Type": "application/json"}
        self.http = httpx.Client(base_url=f"{url}/api", headers=headers, timeout=PATIENCE)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.http.close()

    def post(self, puzzle: str, task: str = "all", **more: Any) -> Any:
        """A new job for a puzzle of the catalogue."""
        given = {"puzzle": {"name": puzzle}, "task": task, **more}
        return good(self.http.post("/jobs", json=given), 201)

    def job(self, number: str) -> Any:
        return good(self.http.get(f"/jobs/{number}"))

    def have(self, number: str, what: str) -> Any:
        """Pause, resume or cancel a job."""
        return good(self.http.post(f"/jobs/{number}/{what}"))

    def until(self, number: str, *states: str) -> Any:
        """The job, as soon as it is in one of these states."""
        deadline = time.monotonic() + PATIENCE
        while (job := self.job(number))["state"] not in states:
            assert time.monotonic() < deadline, job
            time.sleep(0.02)
        return job

    def until_found(self, number: str, least: int = 1) -> Any:
        """The job, as soon as it has solutions; it must not be through by then."""
        deadline = time.monotonic() + PATIENCE
        while number_found(job := self.job(number)) < least:
            assert time.monotonic() < deadline
            assert job["state"] in ("queued", "running"), job
            time.sleep(0.02)
        return job

    def events(self, number: str, *, last: int | None = None) -> Iterator[Event]:
        """What a stream tells about a job and its solutions; with `last`, after that solution."""
        headers = {} if last is None else {"Last-Event-ID": str(last)}
        with self.http.stream(
            "GET", f"/jobs/{number}/events?solutions=true", headers=headers
        ) as answer:
            assert answer.status_code == 200
            assert answer.headers["content-type"].startswith("text/event-stream")
            fields: dict[str, str] = {}
            for line in answer.iter_lines():
                if line:
                    name, _, value = line.partition(": ")
                    fields[name] = value
                elif "event" in fields:
                    told = fields.get("id") or None
                    yield Event(fields["event"], fields["data"], told and int(told))
                    fields = {}

    def solutions(self, number: str, first: int = 0, limit: int = 500, **more: Any) -> Any:
        params = {"first": first, "limit": limit, **more}
        return good(self.http.get(f"/jobs/{number}/solutions", params=params))

    def all_solutions(self, number: str) -> list[Any]:
        found: list[Any] = []
        while page := self.solutions(number, len(found))["solutions"]:
            found += page
        return found


def number_found(job: Any) -> int:
    """How many solutions a job has found, whatever their name; 0 if that is not known."""
    return int(job["found"]["number"]) if job["found"] else 0


def good(answer: httpx.Response, status: int = 200) -> Any:
    assert answer.status_code == status, answer.text
    return answer.json()


def bad(answer: httpx.Response, status: int) -> str:
    """The sentence by which something is refused."""
    assert answer.status_code == status, answer.text
    message = answer.json()["message"]
    assert "Traceback" not in message
    assert "/tmp" not in message
    return str(message)


class Served(Asker):
    """A server of our own, which may be killed."""

    def __init__(self, folder: Path, *flags: str) -> None:
        command = [COMMAND, "serve", "--port", "0", "--no-open", "--keep", str(folder), *flags]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        said = self.process.stdout.readline()
        found = re.search(r"http://\S+", said)
        assert found, said
        super().__init__(found[0].rstrip("/."))

    def workers(self) -> list[int]:
        """The processes that it has started, and that are still there."""
        me = self.process.pid
        found = Path(f"/proc/{me}/task/{me}/children").read_text().split()
        return [int(number) for number in found]

    def kill(self) -> None:
        """End it without a warning."""
        self.process.kill()
        self.process.wait(PATIENCE)

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        super().__exit__(kind, error, trace)
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            self.process.wait(PATIENCE)
        assert self.process.stdout is not None
        self.process.stdout.close()
