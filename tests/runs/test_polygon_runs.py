"""Runs of polygon puzzles: stopped, killed, shared, merged, verified and written out."""

import pickle
import signal
import sqlite3
import subprocess
import time
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tilewright as tw
from tests import shell
from tests.examples import examples
from tests.polygon_classes import classify
from tests.runs.jigsaws import FEW, few_solutions, in_slices
from tests.runs.making import (
    Task,
    asked_for,
    covers_of,
    finished_run,
    folder,
    in_pieces,
    tasks,
)
from tests.texts import raises_text
from tilewright.engines import OptionError
from tilewright.execution import Request, make_model
from tilewright.polygons import PolygonPuzzle
from tilewright.polygons.exact.certify import Certifier
from tilewright.polygons.exact.prover import NotCertified
from tilewright.polygons.search.corners import CornerSearch
from tilewright.polygons.search.jigsaw import make_jigsaw
from tilewright.puzzle import PuzzleError
from tilewright.runs import (
    Forecast,
    Part,
    Run,
    RunError,
    create_run,
    merge,
    open_run,
    require_same,
    resume,
    verify,
)
from tilewright.runs.cluster import ClusterWorkers
from tilewright.solving import Counts

STOMACHION: PolygonPuzzle = tw.load("stomachion")  # type: ignore[assignment]
TANGRAM: PolygonPuzzle = tw.load("tangram-convex-4x2")  # type: ignore[assignment]
COUNTS = Counts(4288, 1072, 536, 4, 8)
NODES = 27_372  # to count without looking at a region twice
LISTED = 213_069  # to list all, in jobs of any size


def numbers_of(puzzle: PolygonPuzzle) -> dict[str, int]:
    """How many solutions there are, up to what; by listing and sorting all of them."""
    search = CornerSearch(make_jigsaw(puzzle))
    classes = classify(puzzle, [placed for batch in search for placed in search.placed(batch)])
    return {
        "nothing": classes.different,
        "rotation": classes.up_to_rotation,
        "symmetry": classes.up_to_symmetry,
    }


@given(few_solutions(), tasks, st.data())
@examples(60)
def test_any_schedule_gives_what_one_search_gives(
    puzzle: PolygonPuzzle, task: Task, data: st.DataObject
) -> None:
    numbers = numbers_of(puzzle)
    with folder() as where:
        for name in ("whole.run", "pieces.run"):
            with create_run(where / name, puzzle, task=task[0], up_to=task[1]) as run:
                if name == "whole.run":
                    resume(run, threads=1)
                else:
                    in_pieces(run, data)
        with open_run(where / "whole.run") as whole, open_run(where / "pieces.run") as pieces:
            assert whole.complete
            assert pieces.complete
            assert covers_of(pieces) == covers_of(whole)
            assert pieces.counters == whole.counters
            assert (pieces.found, pieces.tallies) == (whole.found, whole.tallies)
            if task[0] == "count":
                assert pieces.solutions == numbers["nothing"]
                assert pieces.numbers == asked_for(numbers, task)
            else:
                assert pieces.solutions == len(list(pieces.listed())) == numbers[task[1]]
            found = verify(pieces, sample=1000)
            assert found.complaints == ()
            assert found.repeated == found.sample == found.jobs
            assert found.solutions == found.on_board == pieces.solutions * (task[0] == "solve")


def outcome(run: Run) -> tuple[object, ...]:
    """All that must not depend on who did the work."""
    return run.counts, run.counters, run.found, run.tallies, covers_of(run)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[object, ...]]:
    """What one thread comes to, by task."""
    where = tmp_path_factory.mktemp("whole")
    found = {}
    for task in ("count", "solve"):
        with create_run(where / f"{task}.run", STOMACHION, task=task) as run:
            assert resume(run, threads=1)
            found[task] = outcome(run)
    return found


def test_the_stomachion(whole: dict[str, tuple[Any, ...]]) -> None:
    assert whole["count"][0] == COUNTS
    assert whole["count"][1].nodes == whole["solve"][1].nodes == NODES + LISTED
    assert len(whole["solve"][-1]) == 536


@pytest.mark.parametrize("task", ["count", "solve"])
@pytest.mark.parametrize("crew", ["threads", "processes", "cluster"])
def test_any_crew_comes_to_the_same(
    tmp_path: Path, whole: dict[str, tuple[object, ...]], crew: str, task: str
) -> None:
    with create_run(tmp_path / "a.run", STOMACHION, task=task) as run:
        if crew == "cluster":
            assert resume(run, workers=ClusterWorkers(run.plan.stages, 2))
        else:
            assert resume(run, **{crew: 2})  # type: ignore[arg-type]
        assert outcome(run) == whole[task]


@pytest.mark.parametrize("task", ["count", "solve"])
def test_killed_again_and_again(
    tmp_path: Path, whole: dict[str, tuple[object, ...]], task: str
) -> None:
    """By SIGKILL, as the shell is used; each time it has got further."""
    path = tmp_path / "a.run"
    begin = [shell.COMMAND, "run", "stomachion", "--run", str(path), "--threads", "2", "--quiet"]
    again = [shell.COMMAND, "resume", str(path), "--threads", "1", "--quiet"]
    with subprocess.Popen(begin + ["--solutions"] * (task == "solve")) as process:
        assert _killed_when_something_is_done(process, path, 0)
    for _ in range(3):  # it may be through before the last
        done = _jobs_done(path)
        with subprocess.Popen(again) as process:
            _killed_when_something_is_done(process, path, done)
    with open_run(path, write=True) as run:
        assert resume(run)
        assert outcome(run) == whole[task]
        assert verify(run).ok


def _killed_when_something_is_done(process: subprocess.Popen[bytes], path: Path, jobs: int) -> bool:
    while process.poll() is None and _jobs_done(path) <= jobs:
        time.sleep(0.005)
    process.send_signal(signal.SIGKILL)
    return process.wait() == -signal.SIGKILL


def _jobs_done(path: Path) -> int:
    if not path.exists():
        return 0
    with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as db:
        return int(db.execute("SELECT count(*) FROM jobs WHERE done = 1").fetchone()[0])


@pytest.mark.parametrize("task", ["count", "solve"])
def test_parts_are_the_whole(
    tmp_path: Path, whole: dict[str, tuple[object, ...]], task: str
) -> None:
    paths = [
        finished_run(tmp_path / f"{k}.run", STOMACHION, task=task, part=Part(k, 3))  # type: ignore[arg-type]
        for k in (1, 2, 3)
    ]
    with open_run(paths[1]) as part:
        assert part.finished
        assert part.counts is None
    with merge(paths[::-1], tmp_path / "all.run") as run:
        # They are only listed: there is no stage that counts without listing.
        counts, _, *_, covers = outcome(run)
        assert (counts, covers) == (whole[task][0], whole[task][-1])
        assert run.counters.nodes == LISTED
        assert verify(run, sample=3).ok


def test_the_shell(tmp_path: Path) -> None:
    path = str(tmp_path / "a.run")
    first = shell.answer("run", "tangram-convex-4x2", "--run", path, "--max-seconds", "0", status=3)
    assert first["engine"] == "corners"
    assert not first["complete"]
    show = shell.answer("runs", "show", path, "--seconds", "0.1")
    assert show["nodes_left"][0] > 0
    again = shell.answer("count", "tangram-convex-4x2", "--run", path)
    assert [again[name] for name in ("solutions", "up_to_rotation", "up_to_symmetry")] == [
        36,
        18,
        9,
    ]
    assert again["certified"]
    assert again["complete"]
    verified = shell.answer("runs", "verify", path)
    assert verified["sound"]
    listing = str(tmp_path / "b.run")
    done = shell.run("run", "tangram-convex-4x2", "--run", listing, "--solutions", "-q")
    assert done.stdout.startswith("9 solutions up to symmetry")
    done = shell.run("runs", "verify", listing)
    assert "9 solutions: covers, each there once; all certified (exact)" in done.stdout
    done = shell.run("run", "tangram-convex-square", "--run", listing, "--solutions")
    assert done.returncode == 2
    assert "is a run for another puzzle" in done.stderr


@pytest.mark.parametrize(
    "how",
    [
        {"engine": "bits"},
        {"engine": "grid"},
        {"rule": "leftmost"},
        {"strategy": "luck"},
        {"task": "dance"},
    ],
)
def test_a_wish_that_cannot_be_met(tmp_path: Path, how: dict[str, Any]) -> None:
    with raises_text(OptionError):
        create_run(tmp_path / "a.run", TANGRAM, **how)
    assert list(tmp_path.iterdir()) == []


def test_corners_are_not_for_lattices(tmp_path: Path) -> None:
    with raises_text(OptionError):
        create_run(tmp_path / "a.run", tw.load("soma"), engine="corners")


def test_puzzles_that_are_refused(tmp_path: Path) -> None:
    noisy = tw.parse_puzzle(
        'format = 1\nlattice = "polygon"\n[board]\noutline = [[0, 0], [1.5, 0], [0, 1]]\n'
        "[[piece]]\noutline = [[0, 0], [1.5, 0], [0, 1]]\n"
    )
    with pytest.raises(RunError, match="the puzzle has decimals"):
        create_run(tmp_path / "a.run", noisy)
    unsound = PolygonPuzzle(TANGRAM.board, TANGRAM.pieces[1:])
    with pytest.raises(PuzzleError, match="area"):
        create_run(tmp_path / "a.run", unsound)
    assert list(tmp_path.iterdir()) == []


def test_the_same_run_under_any_name_of_its_engine(tmp_path: Path) -> None:
    path = finished_run(tmp_path / "a.run", TANGRAM)  # type: ignore[arg-type]
    for engine in ("auto", "corners"):
        require_same(path, make_model(TANGRAM), Request(engine=engine), Part())
    with raises_text(RunError):
        require_same(path, make_model(TANGRAM), Request(options=(("strategy", "lynning"),)), Part())


def test_the_strategy_is_part_of_the_run(tmp_path: Path) -> None:
    path = tmp_path / "a.run"
    how = {"task": "solve", "up_to": "nothing", "strategy": "lynning"}
    finished_run(path, TANGRAM, **how)  # type: ignore[arg-type]
    with open_run(path) as run:
        expected = CornerSearch(make_jigsaw(TANGRAM), strategy="lynning")
        assert covers_of(run) == [cover for batch in expected for cover in batch]
        assert run.search_counters == expected.counters
        assert verify(run).ok


def test_pieces_that_may_not_turn_make_another_run(tmp_path: Path) -> None:
    path = finished_run(tmp_path / "a.run", TANGRAM)  # type: ignore[arg-type]
    stiff = replace(TANGRAM, pieces=(replace(TANGRAM.pieces[0], turn=False), *TANGRAM.pieces[1:]))
    with raises_text(RunError):
        require_same(path, make_model(stiff), Request(), Part())


def test_what_is_not_proved_is_not_stored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise NotCertified("there is a gap")

    with create_run(tmp_path / "a.run", TANGRAM) as run:
        with monkeypatch.context() as patch:
            patch.setattr(Certifier, "certify_many", refuse)
            with pytest.raises(NotCertified, match="there is a gap"):
                resume(run, threads=2)
        assert run.counts is None
        assert run.open
        assert resume(run, threads=2)
        assert run.solutions == 36


@pytest.mark.parametrize("puzzle", FEW[:3], ids=["2x1", "2x2", "tilted"])
def test_stages_travel(tmp_path: Path, puzzle: PolygonPuzzle) -> None:
    """Also when they have been searched here."""
    with create_run(tmp_path / "a.run", puzzle) as run:
        resume(run, threads=1)
        stages = pickle.loads(pickle.dumps(run.plan.stages))
        fingerprints = [stage.fingerprint for stage in run.plan.stages]
        assert [stage.fingerprint for stage in stages] == fingerprints


def test_a_forecast(tmp_path: Path) -> None:
    with create_run(tmp_path / "a.run", STOMACHION) as run:
        early = Forecast(run).refine(run.open, 0.5)
        assert early.done == 0
        assert early.low <= early.left <= early.high
        in_slices(run, 40_000)
        late = Forecast(run).refine(run.open, 0)
        assert (late.done, late.left, late.fraction_explored) == (NODES + LISTED, 0, 1)
