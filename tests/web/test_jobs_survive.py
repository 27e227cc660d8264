"""Whatever is killed, nothing is lost, and nobody stays behind."""

import os
import signal
import time
from pathlib import Path

from tests.web.working import PATIENCE, Served, bad, good
from tilewright.runs import open_run, verify

LONG = "pentominoes-5x4x3"  # some seconds
LONG_ANSWER = 3940


def gone(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return True


def wait_until_gone(process: int) -> None:
    deadline = time.monotonic() + PATIENCE
    while not gone(process):
        assert time.monotonic() < deadline, f"process {process} is still there"
        time.sleep(0.02)


def test_a_server_that_was_killed_comes_back_with_its_jobs(tmp_path: Path) -> None:
    with Served(tmp_path, "--threads", "1") as server:
        paused = server.post("soma", "one")["id"]
        first = server.post(LONG)["id"]
        second = server.post("soma")["id"]
        server.until(paused, "done")
        found = server.until_found(first)["solutions"]
        assert server.job(second)["waiting"] == 1
        before = server.all_solutions(first)
        (worker,) = server.workers()
        server.kill()
    wait_until_gone(worker)
    (tmp_path / f"{'0' * 16}.json").write_text('{"id": "00')
    with Served(tmp_path, "--threads", "1") as server:
        jobs = good(server.http.get("/jobs"))["jobs"]
        assert [job["id"] for job in jobs] == [second, first, paused]
        assert server.until(second, "done")["solutions"] == 240
        job = server.job(first)
        assert (job["state"], job["solutions"]) == ("done", LONG_ANSWER)
        assert job["counts"]["solutions"] == 31520
        assert len(before) >= found
        assert server.all_solutions(first)[: len(before)] == before
        assert server.job(paused)["solutions"] == 1
    with open_run(tmp_path / f"{first}.run") as run:
        report = verify(run, sample=3)
        assert report.complaints == ()
        assert report.solutions == LONG_ANSWER
    assert (tmp_path / f"{'0' * 16}.json").read_text() == '{"id": "00'


def test_a_server_that_ends_takes_its_workers_along(tmp_path: Path) -> None:
    with Served(tmp_path, "--threads", "1") as server:
        number = server.post("bedlam")["id"]
        server.until_found(number)
        events = server.events(number)
        assert next(events).kind == "job"
        (worker,) = server.workers()
        server.process.send_signal(signal.SIGINT)
        assert "end" not in [event.kind for event in events]  # it is not through, only told no more
        assert server.process.wait(PATIENCE) in (0, 130)
        assert gone(worker)
    assert not list(tmp_path.glob("*-new"))
    with Served(tmp_path, "--threads", "1") as server:
        job = server.job(number)
        assert job["state"] == "running"
        assert job["solutions"] > 0
        server.have(number, "cancel")


def test_a_worker_that_was_killed_costs_nothing(tmp_path: Path) -> None:
    with Served(tmp_path, "--threads", "1") as server:
        number = server.post(LONG)["id"]
        server.until_found(number)
        (worker,) = server.workers()
        os.kill(worker, signal.SIGKILL)
        job = server.until(number, "failed")
        assert "SIGKILL" in job["message"]
        assert [event.kind for event in server.events(number)][-1] == "end"
        server.have(number, "resume")
        job = server.until(number, "done", "failed")
        assert (job["state"], job["solutions"]) == ("done", LONG_ANSWER)
        assert job["message"] is None
        assert server.http.delete(f"/jobs/{number}").status_code == 204
        assert [path.name for path in tmp_path.iterdir()] == ["server.lock"]


def test_time_and_memory_are_limited(tmp_path: Path) -> None:
    with Served(tmp_path, "--threads", "1", "--max-memory", "64") as server:
        job = server.until(server.post("soma")["id"], "failed")
        assert "64 MiB" in job["message"]
    with Served(tmp_path, "--threads", "1", "--max-seconds", "1") as server:
        number = server.post("bedlam")["id"]
        job = server.until(number, "paused")
        assert "1 s" in job["message"]
        assert not job["complete"]
        assert server.have(number, "resume")["message"] is None
        assert server.have(number, "cancel")["state"] == "cancelled"
        bad(server.http.post("/jobs", json={"puzzle": {"name": "soma"}, "task": "al"}), 422)
