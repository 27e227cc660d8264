"""Verifying a run: a sound one passes, and each kind of damage is found."""

import random
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from shutil import copyfile

import numpy as np
import pytest
from hypothesis import assume, given, reject
from hypothesis import strategies as st

import tilewright as tw
from tests.examples import examples
from tests.runs.making import (
    Task,
    any_puzzle,
    drive,
    few_solutions,
    finished_run,
    folder,
    in_pieces,
    searching,
    store,
    tasks,
)
from tilewright.encoding import encode
from tilewright.engines.registry import takes
from tilewright.execution import job
from tilewright.execution.job import JobOrder, explore
from tilewright.execution.packing import pack, unpack
from tilewright.runs import Part, Report, RunError, create_run, open_run, verify
from tilewright.runs.job_checks import repeat
from tilewright.runs.rows import digest_of_rest, row_digest, write_seal

TETRIS = tw.load("tetris-5x8")
MODULE = import_module("tilewright.runs.verification")  # the function has the same name


def report(path: Path, **how: float) -> Report:
    with open_run(path, check=False) as run:
        return verify(run, **how)


@pytest.fixture(scope="module")
def tetris(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run in several jobs, with solutions."""
    path = tmp_path_factory.mktemp("tetris") / "a.run"
    with create_run(path, TETRIS, task="solve", engine="links") as run:
        while run.open:
            one = run.open.pop(0)
            stage = run.plan.stages[one.stage]
            outcome = explore(stage, JobOrder(one.stage, one.starts, nodes=4000), "test")
            last = [[rest] for rest in outcome.rest[-2:]]
            rests = [outcome.rest[:-2], *last] if len(outcome.rest) > 2 else last
            store(run, one, outcome, rests)
    assert report(path).ok
    return path


@pytest.fixture
def path(tmp_path: Path, tetris: Path) -> Path:
    return copyfile(tetris, tmp_path / "a.run")


def change(path: Path, *statements: str, values: tuple[object, ...] = ()) -> None:
    with closing(sqlite3.connect(path)) as db, db:
        for statement in statements:
            db.execute(statement, values)


def complaints(path: Path) -> str:
    found = report(path, sample=1000)
    assert not found.ok
    return "\n".join(found.complaints)


@given(any_puzzle, tasks, searching, st.booleans(), st.data())
@examples(80)
def test_whatever_was_done_in_whatever_way_is_sound(
    puzzle: tw.Puzzle, task: Task, engine: str, shared: bool, data: st.DataObject
) -> None:
    few_solutions(puzzle)
    assume(takes(engine, encode(puzzle).problem))
    part = Part(data.draw(st.integers(1, 3)), 3) if shared else Part()
    with folder() as where:
        path = where / "a.run"
        how = {"task": task[0], "up_to": task[1], "engine": engine, "part": part}
        with create_run(path, puzzle, **how) as run:  # type: ignore[arg-type]
            in_pieces(run, data)
        with open_run(path) as run:
            found = verify(run, sample=1000)
            assert found.complaints == ()
            assert found.jobs == run.done
            assert found.repeated == found.sample <= run.done
            assert found.solutions == found.on_board == sum(run.found) * (task[0] == "solve")


@pytest.mark.parametrize(
    ("statement", "words"),
    [
        ("DELETE FROM covers WHERE job = (SELECT min(job) FROM covers)", "checksum is wrong"),
        ("DELETE FROM jobs WHERE id = (SELECT max(id) FROM jobs)", "what it left is not"),
        ("DELETE FROM jobs WHERE parent IS NULL", "missing"),
        ("UPDATE jobs SET done = 2 WHERE id = 2", "neither open nor done: number 2"),
        ("UPDATE jobs SET done = 0 WHERE id = 2", "by one that is not done"),
        ("UPDATE jobs SET parent = 1 WHERE id = (SELECT max(id) FROM jobs)", "what it left is not"),
        ("UPDATE jobs SET parent = NULL WHERE id = 3", "no run begins with it"),
        ("UPDATE jobs SET parent = 12345 WHERE id = 3", "refers to one of jobs"),
        ("UPDATE jobs SET kept = kept + 1 WHERE id = 1", "checksum is wrong"),
        ("UPDATE jobs SET part = 2 WHERE id = 2", "does not stand behind"),
        ("UPDATE jobs SET rest = zeroblob(16) WHERE id = 2", "what it left is not"),
        ("UPDATE jobs SET starts = zeroblob(9) WHERE id = 3", "cannot be read"),
        ("UPDATE jobs SET place = zeroblob(9) WHERE id = 3", "does not stand behind"),
        ("UPDATE covers SET job = job + 1000", "not done"),
        ("UPDATE covers SET data = zeroblob(9) WHERE job = 1", "version 0"),
        ("UPDATE about SET value = '2' WHERE name = 'of'", "should begin with another"),
    ],
)
def test_each_kind_of_damage(path: Path, statement: str, words: str) -> None:
    change(path, statement)
    assert words in complaints(path)


def rewrite(path: Path, number: int, **columns: object) -> None:
    """Change a job that is done, and make its checksum fit: whoever did that meant it."""
    with open_run(path, check=False) as run:
        done = next(one for one in run.done_jobs() if one.job.id == number)
    done = replace(done, **columns)  # type: ignore[arg-type]
    digest = row_digest(done)
    c = done.counters
    levels = f"[{list(c.nodes_per_level)}, {list(c.updates_per_level)}, {c.solutions}, 0]"
    with closing(sqlite3.connect(path)) as db, db:
        db.execute(
            "UPDATE jobs SET counters = ?, kept = ?, rest = ?, digest = ? WHERE id = ?",
            (levels, str(done.found), done.rest, digest, number),
        )
        db.execute("UPDATE covers SET data = ? WHERE job = ?", (done.covers, number))
        write_seal(db)


def with_covers(path: Path) -> tuple[int, bytes]:
    with open_run(path) as run:
        some = max(run.done_jobs(), key=lambda one: len(one.covers))
        return some.job.id, some.covers


def test_a_wrong_number_with_the_right_checksum_is_found_by_searching_again(path: Path) -> None:
    with open_run(path) as run:
        done = next(run.done_jobs())
    rewrite(path, done.job.id, counters=replace(done.counters, updates_per_level=(1, 2)))
    assert "its counters are" in complaints(path)


def test_covers_in_another_order_are_found_by_searching_again(path: Path) -> None:
    number, data = with_covers(path)
    options, ends = unpack(data)
    length = int(ends[0])
    rows = options.reshape(-1, length)[::-1]
    rewrite(path, number, covers=pack(rows.reshape(-1).copy(), ends))
    assert "covers are others" in complaints(path)


def test_a_solution_that_is_none(path: Path) -> None:
    number, data = with_covers(path)
    options, ends = unpack(data)
    options = options.copy()
    options[0] = options[1]
    rewrite(path, number, covers=pack(options, ends))
    assert "is none: option" in complaints(path)
    options[0] = 10**6
    rewrite(path, number, covers=pack(options, ends))
    assert "options that do not exist" in complaints(path)


def test_a_solution_twice(path: Path) -> None:
    number, data = with_covers(path)
    options, ends = unpack(data)
    options = options.copy()
    length = int(ends[0])
    options[:length] = np.sort(options[length : 2 * length])  # chosen in another order
    rewrite(path, number, covers=pack(options, ends))
    assert "is there already, in job" in complaints(path)


def test_a_symmetric_copy_of_a_solution(tmp_path: Path) -> None:
    from tilewright.symmetry import Action

    path = finished_run(tmp_path / "a.run", TETRIS, task="solve", up_to="symmetry")
    with open_run(path) as run:
        turned = Action.of(run.model).permutations[1]
    number, data = with_covers(path)
    options, ends = unpack(data)
    options = options.copy()
    length = int(ends[0])
    options[:length] = turned[options[length : 2 * length]]
    rewrite(path, number, covers=pack(options, ends))
    text = complaints(path)
    assert "is there already, in job" in text
    assert "belongs to another stage" in text


def test_a_cover_left_out(path: Path) -> None:
    """With the checksum and all numbers to fit."""
    number, data = with_covers(path)
    options, ends = unpack(data)
    with open_run(path) as run:
        done = next(one for one in run.done_jobs() if one.job.id == number)
    fewer = pack(options[: int(ends[-2])], ends[:-1])
    counters = replace(done.counters, solutions=done.counters.solutions)
    rewrite(path, number, covers=fewer, found=done.found - 1, counters=counters)
    assert "it found" in complaints(path)


def test_a_subtree_left_out(path: Path) -> None:
    """With all checksums to fit: nobody sees it who does not search again."""
    with open_run(path) as run:
        families = {done.id: children for done, _, children in run.file.families()}
        number, *_ = (
            k for k, some in families.items() if len(some) > 2 and not families[some[-1].id]
        )
        *others, last = families[number]
        start = run.plan.stages[last.stage].start
        left = [s for child in others for s in job.unpack_starts(child.starts, start)]
    change(path, f"DELETE FROM jobs WHERE id = {last.id}")
    change(path, f"DELETE FROM covers WHERE job = {last.id}")
    rewrite(path, number, rest=digest_of_rest(left))
    found = report(path, sample=1000)
    assert len(found.complaints) == 1
    assert "what it left is not what is left when it is searched again" in found.complaints[0]
    assert report(path, sample=0).ok


def test_the_tops_of_dealt_parts(tmp_path: Path) -> None:
    path = tmp_path / "a.run"
    with create_run(path, TETRIS, task="solve", engine="links", part=Part(1, 2)) as run:
        drive(run)
        top = next(run.done_jobs())
    assert report(path).ok
    nodes = (1, *top.counters.nodes_per_level[1:])
    rewrite(path, top.job.id, counters=replace(top.counters, nodes_per_level=nodes))
    assert "should begin with another" in complaints(path)


def test_many_complaints_are_not_all_told(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(MODULE, "MOST_COMPLAINTS", 3)
    change(path, "UPDATE jobs SET digest = zeroblob(16)")
    found = report(path, sample=0)
    assert len(found.complaints) == 3
    assert found.untold == found.jobs - 3 + 1  # and the sum of the table


def test_many_solutions_are_put_on_the_board_by_chance(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tilewright.runs.verification.MOST_ON_BOARD", 50)
    found = report(path)
    assert found.ok
    assert (found.solutions, found.on_board) == (783, 50)


def test_no_time_to_search_again(path: Path) -> None:
    found = report(path, seconds=0)
    assert found.ok
    assert (found.repeated, found.sample) == (0, 20)


def test_a_frontier_count(tmp_path: Path) -> None:
    path = finished_run(tmp_path / "a.run", tw.load("pentominoes-3x20"), engine="frontier")
    found = report(path)
    assert found.ok
    assert found.repeated == found.jobs
    change(path, "UPDATE jobs SET kept = '9' WHERE id = 1")
    assert "checksum is wrong" in complaints(path)
    change(path, "UPDATE about SET value = '3' WHERE name = 'of'")
    assert "it has no parts" in complaints(path)


def test_progress_is_told(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(MODULE, "SIGN_OF_LIFE", 1)
    told: list[tuple[str, int, int]] = []
    with open_run(path) as run:
        verify(run, progress=lambda *what: told.append(what))
    assert {what for what, _, _ in told} == {
        "jobs",
        "the tree of jobs",
        "solutions",
        "jobs searched again",
    }
    assert all(done <= of for _, done, of in told)


@contextmanager
def few_on_board() -> Iterator[None]:
    """Checking solutions takes most of the time."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tilewright.runs.verification.MOST_ON_BOARD", 10)
        yield


COLUMNS = {
    "jobs": ["part", "stage", "place", "parent", "starts", "done", "counters", "kept", "rest"],
    "covers": ["job", "data"],
}


def flips(path: Path, chance: random.Random) -> Iterator[tuple[str, str, int, object, object]]:
    """A value of the file with one bit turned over, again and again."""
    while True:
        table = chance.choice(list(COLUMNS))
        column = chance.choice(COLUMNS[table])
        with closing(sqlite3.connect(path)) as db:
            rows = db.execute(f"SELECT rowid, {column} FROM {table}").fetchall()
        number, value = chance.choice([row for row in rows if row[1] is not None])
        if isinstance(value, int):
            yield table, column, number, value, value ^ (1 << chance.randrange(62))
        elif len(value):
            data = bytearray(value.encode() if isinstance(value, str) else value)
            data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
            yield table, column, number, value, bytes(data)


@given(st.integers(0, 2**32).map(random.Random))
@examples(150)
def test_any_bit_turned_over_is_found(tetris: Path, chance: random.Random) -> None:
    """In any column but those that say who did a job, and when."""
    with folder() as where, few_on_board():
        path = copyfile(tetris, where / "a.run")
        table, column, number, before, after = next(flips(path, chance))
        kind = "TEXT" if isinstance(before, str) else "BLOB"
        value = "?" if isinstance(before, int) else f"CAST(? AS {kind})"
        try:
            with closing(sqlite3.connect(path)) as db, db:
                what = f"UPDATE {table} SET {column} = {value} WHERE rowid = ?"
                db.execute(what, (after, number))
        except sqlite3.IntegrityError:
            reject()  # SQLite does not even let us write that
        try:
            found = report(path, sample=0)
        except RunError:
            return  # found, too
        assert not found.ok, (table, column, number, before, after)


@given(st.integers(0, 2**32).map(random.Random))
@examples(100)
def test_any_bit_of_the_file_turned_over_is_no_surprise(
    tetris: Path, chance: random.Random
) -> None:
    """It is found, or it does not matter; there is no other error."""
    with folder() as where, few_on_board():
        path = where / "a.run"
        data = bytearray(tetris.read_bytes())
        data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
        path.write_bytes(data)
        try:
            with open_run(path) as run:
                found = verify(run, sample=0)
                assert not found.ok or (run.solutions, run.complete) == (783, True)
        except RunError:
            return


def test_repeating_tells_apart(path: Path) -> None:
    with open_run(path) as run:
        done = next(one for one in run.done_jobs() if one.found and run.file.children(one.job.id))
        stage = run.plan.stages[done.job.stage]
        left = [
            subtree
            for child in run.file.children(done.job.id)
            for subtree in job.unpack_starts(child.starts, stage.start)
        ]
        assert repeat(stage, done, left) is None
        assert "what it left" in str(repeat(stage, done, left[:-1]))
        fewer = replace(done, found=done.found - 1)
        assert f"it found {done.found - 1}" in str(repeat(stage, fewer, left))
