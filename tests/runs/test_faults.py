"""Runs survive: processes are killed for real, at random instants; the answer stays the same."""

import os
import random
import shutil
import signal
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.runs.driven import Child, Cluster, Task, answer, begin_or_go_on, explored

KILLS = 20
COPIES = 10
COUNT = {"task": "count"}
LIST = {"task": "solve", "up_to": "nothing"}
PUZZLES = {"pentominoes-6x10": COUNT, "hexiamond-rhombus": COUNT, "soma": LIST}
POLYGONS = {"stomachion": COUNT}
SECONDS = {"links": 0.03, "anchor": 0.02, "bits": 0.002, "frontier": 0.02}  # of a job
CASES = [
    pytest.param(puzzle, engine, id=f"{puzzle}-{engine}")
    for puzzle in PUZZLES
    for engine in SECONDS
    if engine != "frontier" or puzzle == "pentominoes-6x10"  # it does all or nothing
]
MIXED = [("pentominoes-6x10", "bits"), ("hexiamond-rhombus", "links"), ("soma", "anchor")]


def task_for(folder: Path, puzzle: str, engine: str) -> Task:
    wish = {**(PUZZLES | POLYGONS)[puzzle], "engine": engine}
    return Task(folder / "it.run", puzzle, wish, SECONDS.get(engine, 0.03))


def undisturbed(task: Task) -> tuple[dict[str, Any], float, float]:
    """The answer, and how long it takes to start and to search."""
    alone = replace(task, path=task.path.with_name(f"alone-{bool(task.scheduler)}.run"))
    lives = []
    for _ in range(2):  # the second time there is nothing left to do
        began = time.perf_counter()
        with Child(begin_or_go_on, alone) as child:
            child.finish()
        lives.append(time.perf_counter() - began)
    return answer(alone.path), lives[1], max(0.0, lives[0] - lives[1])


class Lives:
    """Random lengths of life, such that a run is through after about as many as are wanted."""

    def __init__(self, task: Task, nodes: int, start: float, search: float) -> None:
        self._random = random.Random(task.puzzle + task.wish["engine"])
        self._task, self._nodes = task, nodes
        self._longest = start + search / 10
        self._least, self._most = 1.2 * start, start + 0.9 * search

    def length(self, number: int) -> float:
        ahead = explored(self._task.path) * KILLS > self._nodes * number
        longest = self._longest * (0.8 if ahead else 1.25)
        self._longest = max(self._least, min(longest, self._most))
        return self._random.uniform(0, self._longest)


@pytest.mark.parametrize(("puzzle", "engine"), [*CASES, ("stomachion", "corners")])
def test_a_run_survives_kills(tmp_path: Path, puzzle: str, engine: str) -> None:
    task = task_for(tmp_path, puzzle, engine)
    expected, start, search = undisturbed(task)
    lives = Lives(task, expected["counters"].nodes, start, search)
    kills = 0
    while kills < KILLS:
        length = lives.length(kills)
        with Child(begin_or_go_on, task) as child:
            if not child.ended(length):
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


@pytest.mark.parametrize(("puzzle", "engine"), CASES)
def test_a_run_on_a_cluster_survives_kills(tmp_path: Path, puzzle: str, engine: str) -> None:
    """Meanwhile workers are killed, others come, and the scheduler is replaced."""
    task = task_for(tmp_path, puzzle, engine)
    expected, *_ = undisturbed(task)
    with Cluster(tmp_path) as cluster:
        task = replace(task, scheduler=cluster.file)
        same, start, search = undisturbed(task)
        assert same == expected
        lives = Lives(task, expected["counters"].nodes, start, search)
        worker, scheduler = cluster.replace_worker, cluster.replace_scheduler
        troubles = {4: worker, 8: worker, 12: scheduler, 16: worker}
        kills = 0
        while kills < KILLS:
            length = lives.length(kills)
            with Child(begin_or_go_on, task) as child:
                through = child.ended(length)
                if kills in troubles and not through:
                    troubles.pop(kills)()
                    through = child.ended(length)
                if not through:
                    child.kill()
                    kills += 1
        with Child(begin_or_go_on, task) as child:
            child.finish()
    assert not troubles
    assert answer(task.path) == expected
