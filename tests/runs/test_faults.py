"""Runs survive: processes are killed for real, at random instants; the answer stays the same."""

import os
import random
import shutil
import signal
import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from math import sqrt
from pathlib import Path

import pytest

from tests.runs.driven import Child, Task, answer, be_scheduler, be_worker, begin_or_go_on

KILLS = 20
COPIES = 10
COUNT = {"task": "count"}
LIST = {"task": "solve", "up_to": "nothing"}
PUZZLES = {"pentominoes-6x10": COUNT, "hexiamond-rhombus": COUNT, "soma": LIST}
SECONDS = {"links": 0.02, "anchor": 0.02, "bits": 0.004, "frontier": 0.02}
CASES = [
    pytest.param(puzzle, engine, id=f"{puzzle}-{engine}")
    for puzzle, wish in PUZZLES.items()
    for engine in SECONDS
    if wish is COUNT or engine != "frontier"
]

MIXED = [("pentominoes-6x10", "bits"), ("hexiamond-rhombus", "links"), ("soma", "anchor")]


def task_for(folder: Path, puzzle: str, engine: str) -> Task:
    wish = {**PUZZLES[puzzle], "engine": engine}
    return Task(folder / "it.run", puzzle, wish, SECONDS[engine])


def undisturbed(task: Task) -> tuple[dict[str, object], float, float]:
    """The answer, and how long it takes to start and to search."""
    alone = replace(task, path=task.path.with_name(f"alone-{bool(task.scheduler)}.run"))
    lives = []
    for _ in range(2):  # the second time there is nothing left to do
        began = time.perf_counter()
        with Child(begin_or_go_on, alone) as child:
            child.finish()
        lives.append(time.perf_counter() - began)
    return answer(alone.path), lives[1], max(0.0, lives[0] - lives[1])


class Instants:
    """Random lengths of life, so that a run has about so many lives before it is through.

    A life of at most `longest` brings (longest - start)² / 2 longest seconds of search on average.
    """

    def __init__(self, seed: str, lives: int, start: float, search: float) -> None:
        self._random = random.Random(seed)
        share = search / lives
        self.longest = start + share + sqrt(share * (share + 2 * start))

    def __iter__(self) -> "Instants":
        return self

    def __next__(self) -> float:
        return self._random.uniform(0, self.longest)


@pytest.mark.parametrize(("puzzle", "engine"), CASES)
def test_a_run_survives_kills(tmp_path: Path, puzzle: str, engine: str) -> None:
    task = task_for(tmp_path, puzzle, engine)
    expected, start, search = undisturbed(task)
    instants = Instants(puzzle + engine, KILLS, start, search)
    kills = 0
    while kills < KILLS:
        with Child(begin_or_go_on, task) as child:
            if child.ended(next(instants)):
                instants.longest *= 0.7
            else:
                child.kill()
                kills += 1
    with Child(begin_or_go_on, task) as child:
        child.finish()
    assert answer(task.path) == expected


@pytest.mark.parametrize(("puzzle", "engine"), MIXED)
def test_a_run_survives_power_loss(tmp_path: Path, puzzle: str, engine: str) -> None:
    """What is on the disk at some instant is all that is left."""
    task = task_for(tmp_path, puzzle, engine)
    expected, start, search = undisturbed(task)
    moments, longest = random.Random(puzzle), (start + search) / 4
    copies: list[Path] = []
    while len(copies) < COPIES:
        task.path.unlink(missing_ok=True)
        with Child(begin_or_go_on, task) as child:
            while len(copies) < COPIES and not child.ended(moments.uniform(0, longest)):
                os.kill(child.pid, signal.SIGSTOP)
                copies += copied(task.path, tmp_path / str(len(copies)))
                os.kill(child.pid, signal.SIGCONT)
    for copy in copies:
        with Child(begin_or_go_on, replace(task, path=copy)) as child:
            child.finish()
        assert answer(copy) == expected


def copied(run: Path, folder: Path) -> list[Path]:
    if not run.exists():
        return []
    folder.mkdir()
    for name in (run, Path(f"{run}-wal")):
        if name.exists():
            shutil.copy(name, folder)
    return [folder / run.name]


class Cluster(ExitStack):
    """A scheduler and two workers, each a process."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self.file = str(folder / "scheduler.json")
        self._scheduler = self._new(be_scheduler)
        self._workers = [self._new(be_worker) for _ in range(2)]

    def replace_worker(self) -> None:
        self._workers.pop(0).kill()
        self._workers.append(self._new(be_worker))

    def replace_scheduler(self) -> None:
        """Its workers leave with it."""
        self._scheduler.kill()
        Path(self.file).unlink()
        self._scheduler = self._new(be_scheduler)
        for worker in self._workers:
            worker.finish()
        self._workers = [self._new(be_worker) for _ in range(2)]

    def _new(self, what: Callable[[str], None]) -> Child:
        return self.enter_context(Child(what, self.file))


@pytest.mark.parametrize(("puzzle", "engine"), CASES)
def test_a_run_on_a_cluster_survives_kills(tmp_path: Path, puzzle: str, engine: str) -> None:
    """The coordinator is killed again and again; meanwhile workers are killed, others come, and the
    scheduler is another one after a while.
    """
    task = task_for(tmp_path, puzzle, engine)
    expected, *_ = undisturbed(task)
    with Cluster(tmp_path) as cluster:
        task = replace(task, scheduler=cluster.file)
        same, start, search = undisturbed(task)
        assert same == expected
        instants = Instants(puzzle + engine, KILLS, start, search)
        troubles = {
            5: cluster.replace_worker,
            10: cluster.replace_scheduler,
            15: cluster.replace_worker,
        }
        kills = 0
        while kills < KILLS:
            with Child(begin_or_go_on, task) as child:
                if child.ended(next(instants)):
                    instants.longest *= 0.7
                    continue
                if kills in troubles:
                    troubles.pop(kills)()
                    child.ended(next(instants))
                child.kill()
                kills += 1
        with Child(begin_or_go_on, task) as child:
            child.finish()
    assert answer(task.path) == expected
