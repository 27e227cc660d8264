"""Whatever happens to a server, nothing is lost, and nobody stays behind."""

import signal
import subprocess
import sys
import time
from pathlib import Path

from tests.web.working import PATIENCE, Served, good, number_found

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


def test_a_server_comes_back_with_its_jobs(tmp_path: Path) -> None:
    """It is killed, then ended in the middle of things, and then they are done."""
    with Served(tmp_path, "--threads", "1") as server:
        done = server.post("soma", "one")["id"]
        server.until(done, "done")
        first = server.post(LONG, engine="anchor")["id"]  # which takes its time
        second = server.post("soma")["id"]
        assert server.job(second)["waiting"] == 1
        found = number_found(server.until_found(first))
        before = server.solutions(first)["solutions"]
        (worker,) = server.workers()
        server.kill()
    wait_until_gone(worker)
    assert len(before) >= min(found, 500)
    with Served(tmp_path, "--threads", "1") as server:
        jobs = good(server.http.get("/jobs"))["jobs"]
        assert [job["id"] for job in jobs] == [second, first, done]
        assert [job["state"] for job in jobs] == ["queued", "running", "done"]
        events = server.events(first)
        assert next(events).kind == "job"
        (worker,) = server.workers()
        server.process.send_signal(signal.SIGINT)
        assert "end" not in [event.kind for event in events]  # it is not done, only told no more
        assert server.process.wait(PATIENCE) in (0, 130)
        assert gone(worker)
    with Served(tmp_path, "--threads", "1") as server:
        assert number_found(server.until(second, "done")) == 240
        job = server.job(first)
        assert (job["state"], number_found(job)) == ("done", LONG_ANSWER)
        assert job["counts"]["solutions"] == 31520
        after = server.all_solutions(first)
        assert after[: len(before)] == before
        assert len({str(one["pieces"]) for one in after}) == LONG_ANSWER
        assert number_found(server.job(done)) == 1


# Signals that come while the worker notices that nobody listens any more.
BOTH_AT_ONCE = """
import os, signal, time
from tilewright.web.jobs import worker

stopped, told = worker.StopFlag(), 0

def tell(*_):
    global told
    told += 1
    stopped.set()
    signal.setitimer(signal.ITIMER_REAL, 2e-5)

signal.signal(signal.SIGPIPE, signal.SIG_IGN)
signal.signal(signal.SIGALRM, tell)
reading, writing = os.pipe()
os.close(reading)
os.dup2(writing, 1)
signal.setitimer(signal.ITIMER_REAL, 2e-5)
while told < 3000:
    worker._say(stopped, "progress")
os._exit(0 if stopped.is_set() else 1)
"""


def test_a_worker_may_be_told_to_stop_while_it_stops() -> None:
    """With a lock, the signal waited for what it had interrupted, and the worker for ever."""
    subprocess.run([sys.executable, "-c", BOTH_AT_ONCE], check=True, timeout=PATIENCE)
