"""Run files that cannot be used: each is refused in words, and left as it is."""

import errno
import os
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

import tilewright as tw
from tests.runs.making import covers_of, drive, finished_run, store
from tests.texts import raises_text
from tilewright.execution.job import JobOrder, explore
from tilewright.formats import format_puzzle
from tilewright.runs import RunError, create_run, open_run, verify
from tilewright.runs.schema import APPLICATION, SCHEMA

SOMA = tw.load("soma")
ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def few_on_board(monkeypatch: pytest.MonkeyPatch) -> None:
    """Checking solutions takes most of the time."""
    monkeypatch.setattr("tilewright.runs.verification.MOST_ON_BOARD", 100)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A run with solutions that is finished."""
    return finished_run(tmp_path / "soma.run", SOMA, task="solve")


def begun(path: Path) -> Path:
    """A run of which a little is done."""
    with create_run(path, SOMA, task="solve", engine="links", up_to="nothing") as run:
        one = run.open.pop(0)
        outcome = explore(run.plan.stages[0], JobOrder(0, one.starts, nodes=500), "test")
        store(run, one, outcome, [[rest] for rest in outcome.rest])
    return path


def change(path: Path, statement: str, *values: object) -> None:
    with closing(sqlite3.connect(path)) as db, db:
        db.execute(statement, values)


@contextmanager
def child(what: str, path: Path) -> Iterator[subprocess.Popen[str]]:
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.runs.child", what, str(path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    )
    with process:
        try:
            yield process
        finally:
            process.kill()


def said(what: str, path: Path) -> list[str]:
    with child(what, path) as process:
        out, _ = process.communicate(timeout=120)
        assert process.returncode == 0
        return out.splitlines()


def contents(path: Path) -> object:
    """What is in a file, whatever SQLite may have noted in its own pages."""
    if not path.is_file():
        return None
    data = path.read_bytes()
    if not data.startswith(b"SQLite format 3"):
        return data
    with closing(sqlite3.connect(path)) as db:
        db.text_factory = bytes
        return [db.execute(f"SELECT * FROM {name}").fetchall() for name in tables(db)]


def tables(db: sqlite3.Connection) -> list[str]:
    rows = db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall()
    return [name.decode() for (name,) in rows]


def refused(path: Path, words: str) -> None:
    """To read and to write, and left as it is."""
    before = contents(path)
    for write in (False, True):
        with pytest.raises(RunError, match=words):
            open_run(path, write=write)
    assert contents(path) == before
    beside = {file.name for file in path.parent.iterdir()} - {path.name}
    assert not beside, "nothing is left lying about"


def test_no_such_file(tmp_path: Path) -> None:
    refused(tmp_path / "nobody.run", "no such run; `tilewright count PUZZLE --run .*` begins one")


def test_no_such_folder(tmp_path: Path) -> None:
    with raises_text(RunError):
        create_run(tmp_path / "nowhere" / "a.run", SOMA)


def test_a_folder(tmp_path: Path) -> None:
    (tmp_path / "folder.run").mkdir()
    refused(tmp_path / "folder.run", "is a folder: a run is one file")


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "is empty, so it is no run"),
        (b"name = 'soma'\n", "not a run of Tilewright"),
        (b"lines of text\n" * 1000, "not a run of Tilewright"),
        (bytes(5000), "not a run of Tilewright"),
    ],
)
def test_another_kind_of_file(tmp_path: Path, data: bytes, words: str) -> None:
    (tmp_path / "a.run").write_bytes(data)
    refused(tmp_path / "a.run", words)


def test_another_database(tmp_path: Path) -> None:
    change(tmp_path / "a.run", "CREATE TABLE jobs (id)")
    refused(tmp_path / "a.run", "is an SQLite database, but not a run of Tilewright")


def test_a_database_that_says_it_is_a_run(tmp_path: Path) -> None:
    change(tmp_path / "a.run", "CREATE TABLE jobs (id)")
    change(tmp_path / "a.run", f"PRAGMA application_id = {APPLICATION}")
    change(tmp_path / "a.run", f"PRAGMA user_version = {SCHEMA}")
    refused(tmp_path / "a.run", "its table `jobs` is none of ours")
    change(tmp_path / "a.run", "DROP TABLE jobs")
    refused(tmp_path / "a.run", "its index `jobs_open` is missing")


@pytest.mark.parametrize(
    ("statement", "what"),
    [
        ("CREATE TRIGGER t AFTER UPDATE ON jobs BEGIN DELETE FROM covers; END", "trigger `t`"),
        ("CREATE VIEW v AS SELECT * FROM jobs", "view `v`"),
        ("CREATE TABLE others (id)", "table `others`"),
        ("CREATE INDEX i ON jobs (done)", "index `i`"),
        ("ALTER TABLE jobs ADD COLUMN more TEXT", "table `jobs`"),
    ],
)
def test_a_run_with_something_foreign_in_it(path: Path, statement: str, what: str) -> None:
    change(path, statement)
    refused(path, f"is not as Tilewright made it: its {what} is none of ours")


def test_a_trigger_that_adds_up(tmp_path: Path) -> None:
    """It made a resumed count of Soma say 252,001,280."""
    path = begun(tmp_path / "a.run")
    change(
        path,
        "CREATE TRIGGER more AFTER UPDATE OF done ON jobs WHEN new.done = 1 "
        "BEGIN UPDATE jobs SET kept = '9999' WHERE id = new.id; END",
    )
    refused(path, "its trigger `more` is none of ours")


@pytest.mark.parametrize("share", [0.01, 0.2, 0.5, 0.9, 0.999])
def test_a_file_cut_short(path: Path, share: float) -> None:
    data = path.read_bytes()
    path.write_bytes(data[: int(share * len(data))])
    try:
        with open_run(path) as run:
            assert not verify(run).ok
    except RunError as error:
        assert "damaged" in str(error)


def test_tables_of_tomorrow(path: Path) -> None:
    change(path, "PRAGMA user_version = 99")
    refused(path, "made by a newer Tilewright: its tables have version 99, and this one knows")


def test_a_search_of_tomorrow(path: Path) -> None:
    change(path, "DELETE FROM seal")
    change(path, "UPDATE about SET value = '99' WHERE name = 'search'")
    refused(path, r"searches differently \(way 99, this one knows ways 1 to \d+\)")


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("puzzle", format_puzzle(tw.load("tetris-5x8")), "is not the one it was begun with"),
        ("puzzle", "pieces = [", "what the run is about is damaged"),
        ("wish", '["solve", "rotation", "auto", []]', "is not the one it was begun with"),
        ("wish", "7", "does not say what was asked for"),
        ("wish", '["solve", "rotation", "auto", 3]', "does not say what was asked for"),
        ("wish", '["fly", "rotation", "auto", []]', "expected one of count, solve"),
        ("engines", "steam", "engine 'steam': expected auto or one of links"),
        ("engines", "links", "more stages than engines"),
        ("plan", "0", "is not the one it was begun with"),
        ("of", "0", "expected a part such as 3/16"),
        ("parts", "2", "expected a part such as 3/16"),
        ("search", "x", "what the run is about is damaged"),
    ],
)
def test_a_run_that_is_about_something_else(path: Path, name: str, value: str, words: str) -> None:
    change(path, "UPDATE about SET value = ? WHERE name = ?", value, name)
    refused(path, "rows of its table `about` are missing, doubled, or not those")
    change(path, "DELETE FROM seal")
    refused(path, words)
    change(path, "DELETE FROM about WHERE name = ?", name)
    refused(path, f"what the run is about is damaged .'{name}'")


@pytest.mark.parametrize(
    ("statement", "words"),
    [
        ("UPDATE jobs SET stage = 99 WHERE id = 1", "the checksum of job 1 is wrong"),
        ("UPDATE jobs SET stage = -1 WHERE id = 1", "the checksum of job 1 is wrong"),
        ("UPDATE jobs SET done = 0 WHERE id = 1", "the checksum of job 1 is wrong"),
        ("UPDATE jobs SET kept = 607 WHERE id = 1", "the checksum of job 1 is wrong"),
        ("UPDATE jobs SET counters = '[[1], 2' WHERE id = 1", "the checksum of job 1 is wrong"),
        ("UPDATE covers SET data = zeroblob(9)", "the checksum of job . is wrong"),
        ("DELETE FROM covers WHERE job = 1", "the checksum of job 1 is wrong"),
        ("DELETE FROM jobs WHERE id = 1", "rows of its table `jobs` are missing"),
        ("UPDATE jobs SET done = 7 WHERE id = 1", "rows of its table `jobs` are missing"),
        ("UPDATE jobs SET parent = 2 WHERE id = 1", "rows of its table `jobs` are missing"),
        ("UPDATE seal SET sum = zeroblob(16)", "rows of its table"),
        ("DELETE FROM seal WHERE name = 'jobs'", "rows of its table `jobs` are missing"),
        ("UPDATE jobs SET worker = CAST(x'ff' AS TEXT) WHERE id = 1", "damaged"),
    ],
)
def test_damaged_jobs(path: Path, statement: str, words: str) -> None:
    change(path, statement)
    refused(path, words)


def test_a_damaged_job_is_not_searched(tmp_path: Path) -> None:
    path = begun(tmp_path / "a.run")
    change(path, "UPDATE jobs SET starts = x'00' WHERE done = 0")
    refused(path, "the checksum of job . is wrong")
    with (
        open_run(path, write=True, check=False) as run,
        raises_text(tw.TilewrightError),
    ):
        drive(run)


def test_nothing_is_overwritten(path: Path) -> None:
    before = path.read_bytes()
    with raises_text(RunError):
        create_run(path, SOMA)
    assert path.read_bytes() == before
    assert [file.name for file in path.parent.iterdir()] == [path.name]


def test_a_disk_without_links(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def link(*_: object) -> None:
        raise PermissionError(errno.EPERM, "no links here")

    monkeypatch.setattr(os, "link", link)
    with open_run(finished_run(tmp_path / "a.run", SOMA)) as run:
        assert run.counts is not None
        assert run.counts.up_to_symmetry == 240
    assert [file.name for file in tmp_path.iterdir()] == ["a.run"]


def test_what_was_left_by_one_who_was_killed_is_cleared_away(tmp_path: Path) -> None:
    for beside in ("-new", "-new-wal", "-new-shm", "-lock"):
        (tmp_path / f"a.run{beside}").write_bytes(b"left over" * 1000)
    create_run(tmp_path / "a.run", SOMA).close()
    with open_run(tmp_path / "a.run") as run:
        assert verify(run).ok


def test_one_writer_at_a_time(tmp_path: Path) -> None:
    path = begun(tmp_path / "a.run")
    with child("hold", path) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "held\n"
        words = rf"is being worked on by process {process.pid} on .* since .*: wait until"
        with pytest.raises(RunError, match=words):
            open_run(path, write=True)
        with pytest.raises(RunError, match=words):
            create_run(path, SOMA)
        with open_run(path) as run:  # but anybody may read
            assert run.done == 1
            assert verify(run).ok
    with open_run(path, write=True) as run:  # killed: the lock went with it
        drive(run)
        assert run.solutions == 11_520
    assert [file.name for file in tmp_path.iterdir()] == ["a.run"]


def test_a_reader_sees_one_moment_while_another_writes(tmp_path: Path) -> None:
    path = begun(tmp_path / "a.run")
    with open_run(path) as before:
        done, left = before.done, len(before.open)
        assert said("finish", path) == ["finished"]
        assert (before.done, len(before.open)) == (done, left)
        found = verify(before)  # which looks at the run as it is now
        assert found.ok
        assert found.solutions == 11_520
    with open_run(path) as after:
        assert after.complete


def test_a_file_that_was_copied_while_somebody_wrote(tmp_path: Path) -> None:
    """Without what SQLite had beside it, it is an older state of the run, but a whole one."""
    path = begun(tmp_path / "a.run")
    with open_run(path, write=True) as run:
        drive(run)
        (tmp_path / "b.run").write_bytes(path.read_bytes())
        (tmp_path / "c.run").write_bytes(path.read_bytes())
        (tmp_path / "c.run-wal").write_bytes((tmp_path / "a.run-wal").read_bytes())
        whole = covers_of(run)
    for name in ("b.run", "c.run"):
        with open_run(tmp_path / name) as read:
            assert verify(read).ok
        with open_run(tmp_path / name, write=True) as copy:
            drive(copy)
            assert covers_of(copy) == whole


def test_a_disk_that_is_full(tmp_path: Path) -> None:
    """SQLite is told that there is no room; the real thing comes next."""
    path = begun(tmp_path / "a.run")
    with open_run(path, write=True) as run:
        pages = run.file._db.execute("PRAGMA page_count").fetchone()[0]
        run.file._db.execute(f"PRAGMA max_page_count = {pages}")
        with raises_text(RunError):
            drive(run)
    with open_run(path, write=True) as run:
        assert verify(run).ok
        drive(run)
        assert run.solutions == 11_520


def test_no_room_for_what_is_to_be_written(tmp_path: Path) -> None:
    path = begun(tmp_path / "a.run")
    going_on, beginning = said("without-room", path)
    for words in (going_on, beginning):
        assert "a.run" in words
        assert "everything that was stored is still there" in words
    assert [file.name for file in tmp_path.iterdir()] == ["a.run"]
    with open_run(path, write=True) as run:
        assert verify(run).ok
        drive(run)
        assert run.solutions == 11_520


def test_a_folder_that_cannot_be_written_to() -> None:
    """Not even root may write there: the child becomes nobody first."""
    with tempfile.TemporaryDirectory() as name:
        where = Path(name)
        path = begun(where / "a.run")
        path.chmod(0o444)
        where.chmod(0o555)
        try:
            reading, *writing = said("without-rights", path)
        finally:
            where.chmod(0o755)
        assert reading == "read 1 jobs"
        assert len(writing) == 2
        assert all("cannot be written here" in words for words in writing)
        assert all("a run needs a folder it may write to" in words for words in writing)
        assert [file.name for file in where.iterdir()] == ["a.run"]
