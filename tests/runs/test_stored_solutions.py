"""Solutions by numbers that stay: the order in which they were stored."""

import sqlite3
import time
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

import tilewright as tw
from tests.runs.making import store
from tilewright.catalogue import known
from tilewright.execution.job import JobOrder, explore
from tilewright.execution.packing import pack, unpack
from tilewright.export.queries import QueryError
from tilewright.export.stored import StoredSolutions, listing_counts, stored_solution_count
from tilewright.runs import Run, create_run, open_run, resume
from tilewright.runs.rows import row_digest, write_seal
from tilewright.runs.schema import RunError
from tilewright.solutions import Solution


def work(run: Run, nodes: int) -> None:
    """Do a job, the last one that is open: what is stored is in no order of the search."""
    job = run.open.pop()
    outcome = explore(
        run.plan.stages[job.stage], JobOrder(job.stage, job.starts, nodes=nodes), "test"
    )
    rest = outcome.rest
    store(run, job, outcome, [some for some in (rest[:1], rest[1:]) if some])


def spelt(solutions: Sequence[object]) -> list[str]:
    return [str(vars(one)["placed"]) for one in solutions]


def test_numbers_stay_while_a_run_is_worked_on(tmp_path: Path) -> None:
    path = tmp_path / "a.run"
    seen: list[str] = []
    with create_run(path, tw.load("soma"), task="solve") as run:
        kept = StoredSolutions(path)
        assert kept.total() == 0
        while not run.finished:
            work(run, nodes=300)
            now = spelt(kept.take(1, 1000))
            assert now[: len(seen)] == seen
            assert kept.total() == len(now) == run.solutions
            seen = now
        listed = spelt(list(run.listed()))
    assert sorted(listed) == sorted(seen)
    assert listed != seen
    assert len(set(seen)) == 240
    assert spelt(StoredSolutions(path).take(3, 4)) == seen[2:6]
    assert StoredSolutions(path).take(241, 5) == []


def never(*_: object) -> None:
    raise AssertionError("nobody needs that here")


@pytest.mark.parametrize("puzzle", ["soma", "bruegner-rectangle"])
def test_no_plan_is_made_to_read_what_is_stored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, puzzle: str
) -> None:
    """A server reads it, which has other things to do, and no limit on its memory."""
    path, count = tmp_path / "a.run", tmp_path / "count.run"
    create_run(count, tw.load(puzzle)).close()
    with create_run(path, tw.load(puzzle), task="solve", up_to="nothing") as run:
        work(run, nodes=300)
        monkeypatch.setattr("tilewright.runs.run.make_plan", never)
        assert stored_solution_count(path) == run.solutions
        kept = StoredSolutions(path)
        assert len(kept.take(1, 10**6)) == kept.total() == run.solutions
        while not run.finished:
            work(run, nodes=30_000)
        monkeypatch.setattr("tilewright.runs.run.make_model", never)
        assert stored_solution_count(path) == run.solutions > 0
        assert stored_solution_count(count) == 0


LOST = "DELETE FROM jobs WHERE id = (SELECT max(id) FROM jobs WHERE done = {})"
ABOUT, JOBS = "rows of its table `about`", "rows of its table `jobs`"


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (LOST.format(0), JOBS),
        (LOST.format(1), JOBS),
        ("UPDATE jobs SET done = 2 WHERE id = 1", JOBS),
        ("UPDATE jobs SET ended = -ended WHERE id = 1", JOBS),
        ("UPDATE jobs SET kept = '999' WHERE done = 1", "checksum of job"),
        ("UPDATE about SET value = 'x' WHERE name = 'name'", ABOUT),
        (f"{LOST.format(0)}; DELETE FROM seal", "what it left"),  # as of before: by the tree
        (f"{LOST.format(1)}; DELETE FROM seal", "refers to one of jobs that is not"),
    ],
)
def test_no_number_is_told_of_a_damaged_file(tmp_path: Path, change: str, words: str) -> None:
    path = tmp_path / "a.run"
    with create_run(path, tw.load("soma"), task="solve", engine="links") as run:
        for _ in range(5):
            work(run, nodes=300)
    with closing(sqlite3.connect(path)) as db:
        db.executescript(change)
    for ask in (stored_solution_count, StoredSolutions):
        with pytest.raises(RunError, match=words):
            ask(path)


def test_what_is_no_solution_is_not_shown(tmp_path: Path) -> None:
    path = tmp_path / "a.run"
    with create_run(path, tw.load("soma"), task="solve") as run:
        resume(run, threads=1)
        done = next(one for one in run.done_jobs() if one.covers)
    job = done.job.id
    options, ends = unpack(done.covers)
    options[0], options[1] = options[1], options[0] + 1
    wrong = pack(options, ends)
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("UPDATE covers SET data = ? WHERE job = ?", (wrong, job))
    with pytest.raises(RunError, match=f"the checksum of job {job} is wrong"):
        StoredSolutions(path)
    checksum = row_digest(replace(done, covers=wrong))
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("UPDATE jobs SET digest = ? WHERE id = ?", (checksum, job))
        write_seal(db)
    with pytest.raises(RunError, match=f"job {job} of the run stores what is no solution"):
        StoredSolutions(path).take(1, 240)


def test_the_order_is_that_of_storing_though_the_clock_is_put_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.run"
    clock = iter(range(10**9, 0, -1))
    with create_run(path, tw.load("soma"), task="solve") as run:
        kept = StoredSolutions(path)
        seen: list[str] = []
        monkeypatch.setattr(time, "time", lambda: float(next(clock)))
        while not run.finished:
            work(run, nodes=300)
            now = spelt(kept.take(1, 1000))
            assert now[: len(seen)] == seen
            seen = now
    assert spelt(StoredSolutions(path).take(1, 1000)) == seen


def test_conditions_keep_the_numbers(tmp_path: Path) -> None:
    path = tmp_path / "a.run"
    with create_run(path, tw.load("soma"), task="solve") as run:
        kept = StoredSolutions(path)
        some = kept.select(["L at 0,0,0"], 0, 500)
        assert some == (0, [])
        resume(run, threads=1)
        total, found = kept.select(["L at 0,0,0"], 0, 500)
    everything = kept.take(1, 240)
    wanted = []
    for number, one in enumerate(everything, 1):
        assert isinstance(one, Solution)
        if any(p.piece == "L" and (0, 0, 0) in p.cells for p in one.placed):
            wanted.append(number)
    assert [number for number, _ in found] == wanted
    assert [str(one) for _, one in found] == [str(everything[n - 1]) for n in wanted]
    assert total == len(wanted)
    assert [n for n, _ in kept.select(["L at 0,0,0"], 5, 3)[1]] == wanted[5:8]
    with pytest.raises(QueryError):
        kept.select(["Q at 0,0,0"], 0, 1)


def test_polygons_have_numbers_too(tmp_path: Path) -> None:
    path = tmp_path / "a.run"
    with create_run(path, tw.load("bruegner-rectangle"), task="solve", up_to="nothing") as run:
        resume(run, threads=1)
        listed = {str(one) for one in run.listed()}
    kept = StoredSolutions(path)
    assert {str(one) for one in kept.take(1, 10)} == listed
    assert kept.total() == len(listed) == 4
    with pytest.raises(QueryError, match="polygons"):
        kept.select(["symmetric"], 0, 1)


@pytest.mark.parametrize("up_to", ["symmetry", "rotation", "nothing"])
@pytest.mark.parametrize("name", ["ascii-3x3", "checkers-8x8", "discs-3-test", "happy-cube-orange"])
def test_a_listing_tells_the_same_numbers_as_a_count(tmp_path: Path, name: str, up_to: str) -> None:
    there = known()[name]
    with closing(create_run(tmp_path / "a.run", tw.load(name), task="solve", up_to=up_to)) as run:
        assert listing_counts(run) is None
        resume(run, threads=1)
        counts = listing_counts(run)
    assert counts is not None
    assert (counts.solutions, counts.up_to_symmetry) == (there.solutions, there.up_to_symmetry)
    kept = {"symmetry": counts.up_to_symmetry, "rotation": counts.up_to_rotation}
    with open_run(tmp_path / "a.run") as run:
        assert run.solutions == kept.get(up_to, counts.solutions)
