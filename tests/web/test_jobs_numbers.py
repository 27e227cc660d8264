"""Every number of solutions that a job tells has its own name, also while it is worked on."""

import threading
from pathlib import Path
from typing import Any, get_args

import pytest

from tests.web.working import Asker
from tilewright.document.reading import data_text
from tilewright.engines import frontier
from tilewright.runs import ThreadWorkers
from tilewright.web.jobs import worker
from tilewright.web.jobs.messages import JobReport, Task, UpTo
from tilewright.web.jobs.queue import JobQueue, ServerJob
from tilewright.web.jobs.store import Record
from tilewright.web.jobs.worker import Order
from tilewright.web.settings import Limits, Settings

SOMA = {"solutions": 11520, "up_to_rotation": 480, "up_to_symmetry": 240}


def said(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    puzzle: str = "soma",
    text: str = "",
    **how: Any,
) -> list[dict[str, Any]]:
    """All that a worker says about a puzzle, who hears its thread step by step."""
    monkeypatch.setattr(ThreadWorkers, "reports", lambda its, _: [its._queue.get(timeout=60)])
    monkeypatch.setattr(worker, "PROGRESS", 0.0)
    monkeypatch.setattr(worker, "FORECAST", (0.0, 0.001))
    monkeypatch.setattr(frontier, "SLICE_SECONDS", 0.0)
    order = Order(
        **{
            "path": str(tmp_path / "a.run"),
            "puzzle": text or data_text(f"puzzles/{puzzle}.toml"),
            "name": puzzle,
            "up_to": "symmetry" if how.get("task") != "count" else None,
            "engine": "auto",
            "threads": 1,
            "max_seconds": 60.0,
            "max_memory_mib": 4096,
            **how,
        }
    )
    told: list[dict[str, Any]] = []
    say = lambda event, **values: told.append({"event": event, **values})  # noqa: E731
    worker._Worker(order, threading.Event(), say).work()
    return told


def test_a_sweep_is_told_stage_by_stage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is at work is not done: complete was told, and no progress, from the beginning on."""
    *before, end = said(tmp_path, monkeypatch, task="count", engine="frontier")
    sweeps = [event["sweep"] for event in before if event["sweep"]]
    assert sweeps
    assert all(0 <= sweep["stage"] <= sweep["stages"] for sweep in sweeps)
    assert {sweep["stage"] for sweep in sweeps} - {0, sweeps[-1]["stages"]}
    assert not any(event["complete"] for event in before if event["sweep"])
    assert any(event["progress"] for event in before)
    assert (end["counts"], end["complete"], end["sweep"]) == (SOMA, True, None)


def test_what_is_counted_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """First all solutions; then those that symmetries leave, while their number stays."""
    *before, end = said(tmp_path, monkeypatch, "ascii-3x3", task="count", engine="bits")
    assert end["counts"] == {"solutions": 16, "up_to_rotation": 4, "up_to_symmetry": 3}
    counting = [event["counting"] for event in before]
    assert counting[0] == "solutions"
    assert "symmetric" in counting
    assert end["counting"] is None
    for event in before:
        if event["counting"] == "symmetric":
            assert event["solutions"] == 16


def test_who_looks_for_one_is_told_of_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Though all were found on the way."""
    end = said(tmp_path, monkeypatch, task="one")[-1]
    assert end["solutions"] >= 1
    assert end["counts"] is None


def heard(folder: Path, task: Task, up_to: UpTo, **event: Any) -> JobReport:
    """A job of which its worker says this."""
    jobs = JobQueue(Settings(folder, limits=Limits()))
    record = Record(
        id="0" * 16,
        title="Soma cube",
        puzzle_name="soma",
        kind="lattice",
        task=task,
        up_to=up_to,
        engine="auto",
        threads=1,
        max_seconds=1.0,
        created=0.0,
        state="running",
    )
    job = ServerJob(record)
    unknown = {"engine": "bits", "nodes": 9, "complete": False, "counting": None}
    jobs._hear(job, {**unknown, "progress": None, "sweep": None, **event})
    return jobs.report(job)


@pytest.mark.parametrize("up_to", get_args(UpTo))
def test_a_number_comes_with_its_name(tmp_path: Path, up_to: UpTo) -> None:
    counted = heard(tmp_path, "count", up_to, solutions=147_564, counting="solutions").found
    assert counted is not None
    assert (counted.number, counted.name, counted.complete) == (147_564, "solutions", False)
    listed = heard(tmp_path, "all", up_to, solutions=57).found
    assert listed is not None
    name = "solutions" if up_to == "nothing" else f"up_to_{up_to}"
    assert (listed.number, listed.name, listed.complete) == (57, name, False)
    one = heard(tmp_path, "one", up_to, solutions=6).found
    assert one is not None
    assert (one.number, one.name, one.complete) == (1, "solutions", False)
    assert heard(tmp_path, "one", up_to, solutions=6, counts=SOMA).counts is None


def test_a_count_that_knows_nothing_tells_no_number(tmp_path: Path) -> None:
    assert heard(tmp_path, "count", "symmetry", solutions=0, counting="solutions").found is None
    none = heard(tmp_path, "count", "symmetry", solutions=0, counting="symmetric").found
    assert none is not None
    assert (none.number, none.complete) == (0, True)


def test_all_numbers_of_a_stream_have_their_names(server: str) -> None:
    with Asker(server) as ask:
        for task, name in (("count", "solutions"), ("all", "up_to_symmetry")):
            events = list(ask.events(ask.post("soma", task)["id"]))
            told = [event.data for event in events if event.kind in ("job", "end")]
            assert {job["found"]["name"] for job in told if job["found"]} == {name}
            assert all("solutions" not in job for job in told)
            assert told[-1]["found"] == {"number": SOMA[name], "name": name, "complete": True}


def test_why_there_is_none_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where that is proved, nothing is searched; else there is no reason."""
    puzzle = 'format = 1\nlattice = "square"\n[board]\nbox = [15, 14]\n'
    puzzle += '[[pieces]]\nset = "hexominoes"\n'
    *_, end = said(tmp_path, monkeypatch, "hexominoes", task="count", text=puzzle)
    assert end["counts"] == dict.fromkeys(SOMA, 0)
    assert (end["how"], end["complete"], end["nodes"]) == ("done", True, 0)
    assert end["reason"].endswith("the board has 105 black cells.")
    (tmp_path / "a.run").unlink()
    *_, other = said(tmp_path, monkeypatch, "ascii-3x3-nosol", task="count")
    assert other["counts"] == dict.fromkeys(SOMA, 0)
    assert other["reason"] is None
