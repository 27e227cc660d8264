"""Runs of earlier versions can still be shown, verified and resumed; see tests/golden."""

import sqlite3
from contextlib import closing
from pathlib import Path
from shutil import copyfile

import pytest

import tilewright as tw
from tests.runs.making import covers_of, drive, in_one_go
from tilewright.runs import open_run, verify
from tilewright.runs.rows import StoredJob, row_digest, write_seal
from tilewright.runs.schema import SCHEMA
from tilewright.solutions import Decoder, check_solution

GOLDEN = sorted((Path(__file__).parents[1] / "golden").glob("soma-*.run"))


def test_there_is_one_of_each_version() -> None:
    assert [path.stem for path in GOLDEN] == [f"soma-{n}" for n in range(1, SCHEMA + 1)]
    for version, path in enumerate(GOLDEN, 1):
        with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as db:
            assert db.execute("PRAGMA user_version").fetchone() == (version,)


@pytest.mark.parametrize("golden", GOLDEN, ids=lambda path: path.stem)
def test_it_can_be_shown_and_verified(golden: Path) -> None:
    before = golden.read_bytes()
    with open_run(golden) as run:
        assert run.about.name == "soma"
        assert run.complete
        assert run.solutions == 240
        assert run.file.sessions()[0][1] == "golden"
        covers, counters, _ = in_one_go(run.plan)
        assert run.counters == counters
        assert covers_of(run) == covers
        found = verify(run, sample=1000)
        assert found.complaints == ()
        assert found.solutions == found.on_board == 240
        assert found.repeated == found.jobs > 10
    assert golden.read_bytes() == before


@pytest.mark.parametrize("golden", GOLDEN, ids=lambda path: path.stem)
def test_its_solutions_can_be_written_out(golden: Path) -> None:
    soma = tw.load("soma")
    with open_run(golden) as run:
        decoder = Decoder(run.model)
        solutions = [decoder.solution(cover) for cover in covers_of(run)]
    assert len(set(map(str, solutions))) == 240
    for solution in solutions:
        check_solution(soma, solution)


@pytest.mark.parametrize("golden", GOLDEN, ids=lambda path: path.stem)
def test_it_can_be_gone_on_with(golden: Path, tmp_path: Path) -> None:
    """Here a job is taken back, as if it had not been done yet."""
    path = Path(copyfile(golden, tmp_path / "a.run"))
    with open_run(path) as run:
        last = max(job.id for job, _, children in run.file.families() if not children)
        one = next(done.job for done in run.done_jobs() if done.job.id == last)
        whole = covers_of(run)
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("DELETE FROM covers WHERE job = ?", (last,))
        db.execute(
            "UPDATE jobs SET done = 0, counters = NULL, kept = NULL, rest = NULL, session = NULL, "
            "worker = NULL, seconds = NULL, ended = NULL, digest = ? WHERE id = ?",
            (row_digest(StoredJob(one)), last),
        )
        if golden.stem != "soma-1" and golden.stem != "soma-2":
            write_seal(db)
    with open_run(path, write=True) as run:
        assert len(run.open) == 1
        drive(run)
        assert covers_of(run) == whole
        assert verify(run).ok


@pytest.mark.parametrize("task", ["count", "solve"])
def test_polygons_are_resumed_as_they_were_begun(tmp_path: Path, task: str) -> None:
    """Before there was a stage that counts without listing: way 1."""
    golden = Path(__file__).parents[1] / "golden" / f"tangram-way-1-{task}.run"
    with open_run(copyfile(golden, tmp_path / "a.run"), write=True) as run:
        assert (run.about.search, len(run.plan.stages)) == (1, 1)
        drive(run)
        assert run.complete
        assert run.solutions == (36 if task == "count" else 9)
        assert run.counts is None or str(run.counts) == str(tw.count(run.model.puzzle))
        assert verify(run).ok
