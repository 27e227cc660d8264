"""Runs of counts on a device: stopped or killed, they go on from where they stood.

The processor runs the kernels in place of a card.
"""

import sqlite3
import threading
from contextlib import closing
from pathlib import Path
from shutil import copyfile

import pytest

import tilewright as tw
from tests.shell import run as shell
from tests.texts import raises_text
from tests.twin_machine import TwinMachine
from tilewright.engines import OptionError
from tilewright.engines import frontier as engine
from tilewright.engines.device import sweep as sweeping
from tilewright.engines.device.count import DeviceCount
from tilewright.execution import device_progress as lookout
from tilewright.runs import Run, ThreadWorkers, checkpoints, create_run, open_run, resume, verify
from tilewright.runs.schema import RunError

PUZZLE = "pentominoes-3x20"
pytestmark = pytest.mark.usefixtures("card")

HOW = {"engine": "frontier", "device": "cuda"}


@pytest.fixture
def card(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine that is as good as a card, but for the time it takes."""
    monkeypatch.setattr(
        engine, "find_machine", lambda name: None if name == "cpu" else TwinMachine()
    )
    monkeypatch.setattr(sweeping, "CHAIN", 1)


def rows(path: Path) -> int:
    with closing(sqlite3.connect(path)) as db:
        return int(db.execute("SELECT count(*) FROM halfway").fetchone()[0])


class Steps:
    """Stops a run after some steps of counts, of which the last one waits until all is stopped."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.taken = self.most = 0
        self._told = threading.Event()
        self._step, self._stop = DeviceCount._step, ThreadWorkers.stop
        monkeypatch.setattr(DeviceCount, "_step", lambda count: self.take(count))
        monkeypatch.setattr(ThreadWorkers, "stop", lambda workers: self.tell(workers))
        monkeypatch.setattr(engine, "SLICE_SECONDS", 0.0)

    def take(self, count: DeviceCount) -> None:
        self.taken += 1
        self._step(count)
        if self.taken == self.most:
            assert self._told.wait(30)

    def tell(self, workers: ThreadWorkers) -> None:
        self._stop(workers)
        self._told.set()

    def allow(self, more: int) -> None:
        self._told.clear()
        self.most = self.taken + more

    def stopped(self) -> bool:
        return self.taken >= self.most


def whole(folder: Path) -> Run:
    with create_run(folder / "whole.run", tw.load(PUZZLE), **HOW) as run:  # type: ignore[arg-type]
        assert resume(run, threads=1)
        return run


def test_stopped_again_and_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = whole(tmp_path)
    assert expected.counts == tw.count(tw.load(PUZZLE))
    path = tmp_path / "a.run"
    create_run(path, tw.load(PUZZLE), **HOW).close()  # type: ignore[arg-type]
    steps, stops = Steps(monkeypatch), 0
    kept = 0
    while True:
        steps.allow(7)
        with open_run(path, write=True) as run:
            if resume(run, threads=2, stopped=steps.stopped):
                break
        stops += 1
        kept += rows(path) > 0
        with open_run(path) as run:
            assert verify(run, sample=0).ok
    assert stops > 5
    assert kept > 5
    assert rows(path) == 0
    with open_run(path) as run:
        assert (run.counts, run.counters) == (expected.counts, expected.counters)
        assert verify(run).ok


def test_killed_after_a_look(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A copy of the file, made while it is worked on, is what a killed process leaves."""
    expected = whole(tmp_path)
    path, left = tmp_path / "a.run", tmp_path / "left.run"
    monkeypatch.setattr(lookout, "EVERY", 0.0)
    monkeypatch.setattr(lookout, "REST", 0)
    monkeypatch.setattr(engine, "SLICE_SECONDS", 0.0)
    begun = create_run(path, tw.load(PUZZLE), **HOW)  # type: ignore[arg-type]
    kept = checkpoints.CheckpointTable.store
    looks = []

    def keep(table: checkpoints.CheckpointTable, job: int, where: lookout.DeviceCheckpoint) -> None:
        kept(table, job, where)
        looks.append(where)
        if len(looks) == 9:
            copyfile(path, left)
            copyfile(f"{path}-wal", f"{left}-wal")

    monkeypatch.setattr(checkpoints.CheckpointTable, "store", keep)
    with begun as run:
        assert resume(run, threads=1)
        assert run.counters == expected.counters
    assert rows(left) > 1
    with open_run(left, write=True) as run:
        assert resume(run, threads=1)
        assert (run.counts, run.counters) == (expected.counts, expected.counters)
    assert rows(left) == 0


def test_a_count_ends_when_its_file_is_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It went on to its end, and wrote that to where nobody finds it."""
    expected = whole(tmp_path)
    path, moved = tmp_path / "runs" / "a.run", tmp_path / "runs-old" / "a.run"
    path.parent.mkdir()
    monkeypatch.setattr(lookout, "EVERY", 0.0)
    monkeypatch.setattr(lookout, "REST", 0)
    monkeypatch.setattr(engine, "SLICE_SECONDS", 0.0)
    kept = checkpoints.CheckpointTable.store

    def keep_and_move(
        table: checkpoints.CheckpointTable, job: int, where: lookout.DeviceCheckpoint
    ) -> None:
        kept(table, job, where)
        if path.exists():
            path.parent.rename(moved.parent)

    said: list[str] = []
    run = create_run(path, tw.load(PUZZLE), **HOW)  # type: ignore[arg-type]
    with monkeypatch.context() as patch:
        patch.setattr(checkpoints.CheckpointTable, "store", keep_and_move)
        with raises_text(RunError):
            resume(run, threads=1, message=said.append)
    run.close()
    assert not said
    assert rows(moved) > 0
    with open_run(moved, write=True) as again:
        assert again.done == 0
        assert resume(again, threads=1)
        assert (again.counts, again.counters) == (expected.counts, expected.counters)


def stopped_run(path: Path, monkeypatch: pytest.MonkeyPatch, steps: int = 12) -> Path:
    with monkeypatch.context() as patch:
        allowed = Steps(patch)
        with create_run(path, tw.load(PUZZLE), **HOW) as run:  # type: ignore[arg-type]
            allowed.allow(steps)
            assert not resume(run, threads=1, stopped=allowed.stopped)
    return path


def test_the_file_becomes_small_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = stopped_run(tmp_path / "a.run", monkeypatch, 30)
    size = path.stat().st_size
    monkeypatch.setattr(checkpoints, "MUCH", 1)
    with open_run(path, write=True) as run:
        assert resume(run, threads=1)
    assert path.stat().st_size < size
    with open_run(path) as run:
        assert verify(run).ok


def test_damage_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = stopped_run(tmp_path / "a.run", monkeypatch)
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("UPDATE halfway SET data = CAST(substr(data, 9) || substr(data, 1, 8) AS BLOB)")
    with open_run(path) as run:
        assert any("is damaged" in what for what in verify(run, sample=0).complaints)
    with open_run(path, write=True) as run, pytest.raises(RunError, match="from a copy"):
        resume(run, threads=1)


def test_states_that_are_too_many_are_not_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = whole(tmp_path)
    monkeypatch.setattr(DeviceCount.checkpoint, "__defaults__", (0,))
    monkeypatch.setattr(lookout, "EVERY", 0.0)
    monkeypatch.setattr(lookout, "REST", 0)
    monkeypatch.setattr(engine, "SLICE_SECONDS", 0.0)
    said: list[str] = []
    with create_run(tmp_path / "a.run", tw.load(PUZZLE), **HOW) as run:  # type: ignore[arg-type]
        assert resume(run, threads=1, message=said.append)
        assert run.counters == expected.counters
    assert said
    assert "no checkpoint" in said[0]


def test_without_a_card_nothing_is_lost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = stopped_run(tmp_path / "a.run", monkeypatch)
    before = rows(path)
    assert before > 0
    monkeypatch.undo()
    with open_run(path, write=True) as run, pytest.raises(OptionError, match="device cuda"):
        resume(run, threads=1)
    assert rows(path) == before
    result = shell("resume", str(path))
    assert result.returncode == 2
    assert "device cuda" in result.stderr
    assert len(result.stderr.strip().splitlines()) == 1
    assert rows(path) == before


def test_a_checkpoint_is_for_counts_on_a_device() -> None:
    problem = tw.encoding.encode(tw.load(PUZZLE)).problem
    count = tw.engines.search(
        problem, engine="frontier", collect=False, device="cuda", max_nodes=100
    )
    count.run()
    assert isinstance(count, engine.FrontierSearch)
    checkpoint = count.checkpoint()
    assert checkpoint is not None
    on = tw.engines.search(
        problem, engine="frontier", collect=False, device="cuda", checkpoint=checkpoint
    )
    assert on.run().solutions == 8
    for how in ({"collect": True, "device": "cuda"}, {"collect": False}):
        with raises_text(OptionError):
            tw.engines.search(problem, engine="frontier", checkpoint=checkpoint, **how)  # type: ignore[arg-type]
    with pytest.raises(OptionError, match="cannot take checkpoint"):
        tw.engines.search(problem, engine="links", checkpoint=checkpoint)
    cpu = tw.engines.search(problem, engine="frontier", collect=False)
    assert isinstance(cpu, engine.FrontierSearch)
    assert cpu.checkpoint() is None
