"""A run file is read while somebody works on it: nothing that is sound is called damaged."""

from collections.abc import Callable
from pathlib import Path

import pytest

import tilewright as tw
from tests.runs.making import store
from tilewright.execution.job import JobOrder, explore
from tilewright.runs import Run, create_run, open_run
from tilewright.runs.file import RunFile

SOMA = tw.load("soma")


def begin(run: Run) -> None:
    run.file.begin_session("1 thread", "test")


def end(run: Run) -> None:
    run.close()


def work(run: Run) -> None:
    job = run.open.pop(0)
    outcome = explore(
        run.plan.stages[job.stage], JobOrder(job.stage, job.starts, nodes=400), "test"
    )
    store(run, job, outcome, [outcome.rest] if outcome.rest else [])


def before_sums_are_read(
    patch: pytest.MonkeyPatch, file: RunFile, happens: Callable[[], None]
) -> None:
    """Let something happen between the rows of a table and the sum that they are compared with."""
    require, left = file.require, [happens]

    def meanwhile(table: str, found: int) -> None:
        while left:
            left.pop()()
        require(table, found)

    patch.setattr(file, "require", meanwhile)


@pytest.mark.parametrize("happens", [begin, end])
def test_a_session_begins_or_ends_while_sessions_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, happens: Callable[[Run], None]
) -> None:
    with create_run(tmp_path / "a.run", SOMA) as writer:
        begin(writer)
        with open_run(writer.path) as reader:
            before = reader.file.sessions()
            before_sums_are_read(monkeypatch, reader.file, lambda: happens(writer))
            assert reader.file.sessions() == before
            assert reader.file.sessions() != before


def test_jobs_are_stored_while_a_run_is_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with create_run(tmp_path / "a.run", SOMA, engine="links") as writer:
        begin(writer)
        with open_run(writer.path) as reader:
            before_sums_are_read(monkeypatch, reader.file, lambda: work(writer))
            reader.reload()
            assert reader.done == writer.done - 1
            reader.reload()
            assert (reader.done, len(reader.open)) == (writer.done, len(writer.open))
