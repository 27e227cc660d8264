"""Workers of a Dask cluster, that come and go, stop when asked, and complain clearly."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psutil
import pytest
from distributed import WorkerPlugin

import tilewright as tw
from tests.runs.driven import Cluster
from tests.shell import run as shell
from tests.texts import raises_text
from tilewright.cover import SubtreeError
from tilewright.execution.job import JobOrder
from tilewright.runs import Executor, Run, ThreadWorkers, create_run
from tilewright.runs import cluster as module
from tilewright.runs.cluster import ClusterWorkers
from tilewright.runs.schema import RunError

DASK = str(Path(sys.executable).with_name("dask"))
ENOUGH = 60.0  # seconds for anything here


@pytest.fixture
def run(tmp_path: Path) -> Iterator[Run]:
    with create_run(tmp_path / "it.run", tw.load("pentominoes-6x10"), engine="links") as run:
        yield run


@pytest.fixture
def dask(tmp_path: Path) -> Iterator[Cluster]:
    with Cluster(tmp_path) as cluster:
        yield cluster


@contextmanager
def workers_of(run: Run, where: str | int, **options: Any) -> Iterator[ClusterWorkers]:
    workers = ClusterWorkers(run.plan.stages, where, **options)
    try:
        yield workers
    finally:
        workers.close()


def require_all(run: Run) -> None:
    assert run.complete
    assert run.counts is not None
    assert run.counts.up_to_symmetry == 2339
    assert run.counters.nodes == 892_247


def children() -> list[psutil.Process]:
    """The processes that a local cluster has started."""
    found = psutil.Process().children(recursive=True)
    return [one for one in found if "spawn_main" in " ".join(one.cmdline())]


def test_processes_of_this_machine(run: Run, capfd: pytest.CaptureFixture[str]) -> None:
    before = children()
    with workers_of(run, 2) as workers:
        assert workers.capacity() == 2
        ours = [one for one in children() if one not in before]
        assert not Executor(run, workers).drive(max_seconds=0.5)
        ours[0].send_signal(signal.SIGINT)  # Ctrl-C reaches them, too, and is not for them
        ours[-1].kill()
        assert run.open
    with workers_of(run, 2) as workers:
        ours += [one for one in children() if one not in before]
        ours[-1].kill()
        assert Executor(run, workers).drive()
    require_all(run)
    psutil.wait_procs(ours, timeout=ENOUGH)
    assert not [one for one in ours if one.is_running()]
    assert capfd.readouterr() == ("", "")


def test_a_process_killed_before_it_is_up(run: Run) -> None:
    before = children()

    def kill_the_first() -> None:
        wait_for(lambda: children() != before)
        next(one for one in children() if one not in before).kill()

    killer = threading.Thread(target=kill_the_first)
    killer.start()
    with workers_of(run, 1) as workers:
        killer.join()
        assert Executor(run, workers).drive()
    require_all(run)


def test_a_scheduler_file_half_written(
    run: Run, dask: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = Path(dask.file)
    wait_for(lambda: file.exists() and file.read_text().rstrip().endswith("}"))
    whole = file.read_text()
    file.write_text(whole[:20])
    monkeypatch.setattr(module, "PAUSES", (0.5, 0.5))
    writer = threading.Timer(0.2, file.write_text, [whole])
    writer.start()
    with workers_of(run, dask.file) as workers:
        writer.join()
        assert Executor(run, workers).drive()
    require_all(run)


def test_what_is_done_is_handed_back(run: Run, dask: Cluster) -> None:
    with workers_of(run, dask.file) as workers:
        workers.seconds = lambda: ENOUGH  # type: ignore[method-assign]
        driver = Executor(run, workers)
        # The first job, which takes a twentieth of that, is stopped.
        assert not driver.drive(max_seconds=0.3)
        assert run.done == 1
        assert run.counters.nodes > 0
    threads = ThreadWorkers(run.plan.stages, 2)
    try:
        assert Executor(run, threads).drive()
    finally:
        threads.close()
    require_all(run)


def test_a_worker_that_missed_the_stages_gets_them(
    run: Run, dask: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_carrier", lambda _: WorkerPlugin())
    with workers_of(run, dask.file) as workers:
        assert Executor(run, workers).drive()
    require_all(run)


def test_errors_of_jobs_arrive(run: Run, dask: Cluster) -> None:
    with workers_of(run, dask.file) as workers:
        workers.submit(1, JobOrder(0, b"nonsense"))
        with pytest.raises(SubtreeError, match="damaged"):
            workers.reports(ENOUGH)


def test_another_version_is_refused(
    run: Run, dask: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tw, "__version__", "0.0.1", raising=False)
    with workers_of(run, dask.file) as workers:
        with pytest.raises(RunError, match=r"driven by 0\.0\.1"):
            Executor(run, workers).drive()
        assert not run.finished
        assert run.counts is None


@pytest.mark.parametrize(
    "where",
    [
        "tcp://127.0.0.1:9",
        "nowhere.json",
        "carrier-pigeon://loft:1",
    ],
)
def test_no_scheduler(run: Run, where: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "FIRST_PATIENCE", 0.5)
    monkeypatch.setattr(module, "ATTEMPT", 0.5)
    with raises_text(RunError), workers_of(run, where):
        pass


def test_a_scheduler_file_that_is_not_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was silent for half a minute, and then an empty run was there."""
    monkeypatch.setattr(module, "FIRST_PATIENCE", 0.5)
    path, where = tmp_path / "a.run", tmp_path / "nowhere.json"
    told = shell("run", "soma", "--run", str(path), "--scheduler", str(where))
    assert told.returncode == 2
    first, last = told.stderr.splitlines()
    assert f"no scheduler file {where}" in first
    assert last.startswith(f"error: no Dask scheduler answers at {where} ")
    assert "stored" not in last
    assert list(tmp_path.iterdir()) == []
    with create_run(path, tw.load("soma")):
        pass
    assert shell("resume", str(path), "--scheduler", str(where)).returncode == 2
    assert list(tmp_path.iterdir()) == [path]  # it was there before


def test_a_scheduler_that_never_comes_back(
    run: Run, dask: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "PATIENCE", 1.0)
    wait_for(lambda: Path(dask.file).exists())
    said: list[str] = []
    with workers_of(run, dask.file, message=said.append) as workers:
        dask.close()
        with pytest.raises(RunError, match="no Dask scheduler answers"):
            Executor(run, workers).drive()
    assert said == [f"lost the scheduler at {dask.file}: waiting for it"]


def test_it_waits_for_workers(run: Run, dask: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LOOK", 0.1)
    monkeypatch.setattr(module, "ALONE", 2)
    wait_for(lambda: Path(dask.file).exists())
    dask.kill_workers()
    said: list[str] = []

    def help_out(text: str) -> None:
        said.append(text)
        dask.add_workers()

    with workers_of(run, dask.file, message=help_out) as workers:
        assert Executor(run, workers).drive()
    assert said == [f"Dask at {dask.file} has no workers: waiting for some"]
    require_all(run)


def test_with_the_commands_of_dask(run: Run, tmp_path: Path) -> None:
    """As the documentation says; and the worker is killed once."""
    file = tmp_path / "scheduler.json"
    common = ["--scheduler-file", str(file), "--no-dashboard"]
    commands = [
        ["scheduler", "--port", "0", "--dashboard-address", "127.0.0.1:0"],
        ["worker", "--nthreads", "1"],
    ]
    started = [
        subprocess.Popen(
            [DASK, *command, *common], stderr=subprocess.DEVNULL, start_new_session=True
        )
        for command in commands
    ]
    try:
        wait_for(file.exists)
        with workers_of(run, str(file)) as workers:
            wait_for(lambda: workers.capacity() == 1)
            assert not Executor(run, workers).drive(max_seconds=0.5)
            victims = psutil.Process(started[1].pid).children()
            victims[-1].kill()
        with workers_of(run, str(file)) as workers:
            assert Executor(run, workers).drive()
        require_all(run)
    finally:
        for process in started:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait(ENOUGH)


def wait_for(there: Callable[[], bool]) -> None:
    deadline = time.monotonic() + ENOUGH
    while not there():
        assert time.monotonic() < deadline
        time.sleep(0.05)
