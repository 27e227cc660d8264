"""A run file that is deleted, renamed, replaced or cut short while somebody works on it."""

from collections.abc import Callable
from pathlib import Path

import pytest

import tilewright as tw
from tests.runs.making import covers_of, finished_run, in_one_go, store
from tests.shell import run as shell
from tests.texts import raises_text
from tilewright.execution.job import JobOrder, explore
from tilewright.runs import Run, RunError, create_run, open_run, resume, verify
from tilewright.runs.file import RunFile

SOMA = tw.load("soma")


def work(run: Run, jobs: int = 1 << 30) -> None:
    while run.open and jobs:
        jobs -= 1
        job = run.open.pop(0)
        stage = run.plan.stages[job.stage]
        outcome = explore(stage, JobOrder(job.stage, job.starts, nodes=400), "test")
        store(run, job, outcome, [some for some in (outcome.rest[:3], outcome.rest[3:]) if some])


def delete(path: Path) -> None:
    path.unlink()


def delete_all(path: Path) -> None:
    for file in path.parent.glob(f"{path.name}*"):
        file.unlink()


def rename(path: Path) -> None:
    path.rename(path.with_name("elsewhere.run"))


def replace(path: Path) -> None:
    other = finished_run(path.with_name("other.run"), SOMA)
    other.replace(path)


@pytest.mark.parametrize(
    ("happens", "words", "name"),
    [
        (delete, "was deleted or renamed while it was worked on", "a.run"),
        (delete_all, "was deleted or renamed while it was worked on", "a.run"),
        (rename, "was deleted or renamed while it was worked on", "a.run"),
        (replace, "was replaced by another file while it was worked on", "a-kept.run"),
    ],
)
def test_what_was_done_is_kept_elsewhere(
    tmp_path: Path, happens: Callable[[Path], None], words: str, name: str
) -> None:
    path = tmp_path / "a.run"
    with create_run(path, SOMA, task="solve", engine="links") as run:
        run.file.begin_session("test", "test")
        work(run, 2)
        assert run.file.trouble is None
        happens(path)
        work(run, 2)
        assert words in str(run.file.trouble)
        assert f"is stored in {tmp_path / name}" in str(run.file.trouble)
        assert run.path == tmp_path / name
        with open_run(run.path) as copy:  # if it were killed now
            assert (copy.done, copy.solutions) == (4, run.solutions)
        work(run)
        covers, *_ = in_one_go(run.plan)
    with open_run(tmp_path / name) as after:
        assert covers_of(after) == covers
        assert verify(after).ok
    if happens is rename:
        with open_run(tmp_path / "elsewhere.run") as before:
            assert before.done == 2
            assert verify(before).ok
    if happens is replace:
        with open_run(path) as other:
            assert other.counts is not None
            assert other.counts.up_to_symmetry == 240
    beside = {file.name for file in tmp_path.iterdir() if file.suffix != ".run"}
    assert not beside - {"elsewhere.run-wal", "elsewhere.run-shm"}


def no_room(_: object, path: Path) -> None:
    raise RunError(f"it cannot be written to {path}: there is no room")


@pytest.mark.parametrize("what", ["folder", "file"])
def test_what_was_stored_is_where_it_was_moved_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    """It was called lost; and without room for a copy, a renamed file lost what was in the log."""
    path = tmp_path / "runs" / "a.run"
    path.parent.mkdir()
    run = create_run(path, SOMA, task="solve", engine="links")
    run.file.begin_session("test", "test")
    work(run, 2)
    if what == "folder":
        moved = path.parent.rename(tmp_path / "runs-old") / "a.run"
    else:
        moved = path.rename(path.with_name("b.run"))
        monkeypatch.setattr("tilewright.runs.file.saved", no_room)
    with raises_text(RunError) as error:
        work(run, 1)
    assert "what was stored is where it was moved to" in str(error.value)
    assert "what was done is lost" not in str(error.value)
    with raises_text(RunError):  # nor is it written to again
        run.file.begin_session("test", "test")
    run.close()
    with open_run(moved) as there:
        assert there.done == 2
        assert verify(there).ok


def test_it_is_noticed_at_the_end(tmp_path: Path) -> None:
    path = tmp_path / "a.run"
    run = create_run(path, SOMA, engine="links")
    said: list[str] = []
    original = run.record

    def record_and_delete(results: object) -> None:
        original(results)  # type: ignore[arg-type]
        if not run.open:
            path.unlink()

    run.record = record_and_delete  # type: ignore[method-assign, assignment]
    with run:
        assert resume(run, threads=1, message=said.append)
    assert "was deleted or renamed" in "".join(said)
    with open_run(path) as after:
        assert after.complete


def test_a_file_cut_short(tmp_path: Path) -> None:
    """What was in it is lost, and that is said; nothing is told that is not so."""
    path = tmp_path / "a.run"
    run = create_run(path, SOMA, task="solve", engine="links")
    work(run, 2)
    path.write_bytes(b"")
    try:
        work(run, 1)
        run.close()
    except RunError as error:
        assert "was cut short while it was worked on, and what was done is lost" in str(error)
        run.close()
    else:  # SQLite had all of it in memory
        assert "was cut short" in str(run.file.trouble)
        with open_run(run.path) as after:
            assert after.done == 3


def test_a_file_that_another_was_copied_over(tmp_path: Path) -> None:
    path, other = tmp_path / "a.run", finished_run(tmp_path / "other.run", tw.load("ascii-3x3"))
    run = create_run(path, SOMA, task="solve", engine="links")
    work(run, 2)
    data = other.read_bytes()
    size = path.stat().st_size
    with path.open("r+b") as file:  # the same file, with other contents
        file.write(data)
        file.truncate(max(size, len(data)))
    with raises_text(RunError):
        run.close()


def test_the_shell_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "d.run"
    original = RunFile.record

    def record_and_delete(self: RunFile, results: object) -> object:
        made = original(self, results)  # type: ignore[arg-type]
        path.unlink(missing_ok=True)
        return made

    monkeypatch.setattr(RunFile, "record", record_and_delete)
    told = shell("count", "soma", "--run", str(path))
    assert told.returncode == 2
    assert "11,520  solutions" in told.stdout
    assert f"error: {path} was deleted or renamed while it was worked on" in told.stderr
    with open_run(path) as run:
        assert run.complete


def test_another_name_if_there_are_others(tmp_path: Path) -> None:
    path = tmp_path / "a.run"
    finished_run(tmp_path / "a-kept.run", SOMA)
    with create_run(path, SOMA, engine="links") as run:
        work(run, 1)
        replace(path)
        work(run)
        assert run.path.name == "a-kept2.run"
