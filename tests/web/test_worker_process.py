"""The process that works on a job, and how it ends."""

import asyncio
import os
import signal
import threading
from pathlib import Path

import pytest

from tests.web.working import PATIENCE, in_a_thread
from tilewright.document.reading import data_text
from tilewright.web.jobs.process import WorkerProcess
from tilewright.web.jobs.worker import Order


def test_killing_one_that_has_just_ended_leaves_the_news_of_its_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    heard = threading.Event()
    wait = os.waitpid

    def slowly(pid: int, options: int) -> tuple[int, int]:
        heard.wait(PATIENCE)
        return wait(pid, options)

    monkeypatch.setattr(os, "waitpid", slowly)  # as on a busy machine
    order = Order(
        path=str(tmp_path / "a.run"),
        puzzle=data_text("puzzles/soma.toml"),
        name="soma",
        task="count",
        up_to="symmetry",
        engine="auto",
        threads=1,
        max_seconds=PATIENCE,
        max_memory_mib=4096,
    )

    async def scenario() -> None:
        process = await WorkerProcess.start(order)
        os.kill(process.process, signal.SIGKILL)
        os.waitid(os.P_PID, process.process, os.WEXITED | os.WNOWAIT)
        process.stop(0)
        await asyncio.sleep(0.01)
        heard.set()
        async for _ in process.events():
            pass
        assert process.ended_by == "SIGKILL"

    in_a_thread(scenario())
    assert not caplog.records
