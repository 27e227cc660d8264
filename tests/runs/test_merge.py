"""Parts of a run, done apart and merged, are the run."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import tilewright as tw
from tests.examples import examples
from tests.runs.making import (
    Found,
    Task,
    any_puzzle,
    asked_for,
    covers_of,
    drive,
    few_solutions,
    finished_run,
    folder,
    in_one_go,
    in_pieces,
    searching,
    tasks,
)
from tests.texts import raises_text
from tilewright.encoding import encode
from tilewright.engines.registry import takes
from tilewright.runs import Part, Run, RunError, create_run, merge, open_run, verify
from tilewright.runs import scheduling as deal

TETRIS = tw.load("tetris-5x8")


def shallow_first(run: Run, of: int) -> Found:
    """The covers of one search, in the order of parts: those of the upper levels come first."""
    covers: Found = []
    for stage in run.plan.stages:
        if not stage.lists:
            continue
        alone = type(run.plan)(run.plan.request, (stage,))
        found, _, _ = in_one_go(alone)
        for levels in range(1, deal.MOST_LEVELS + 1):
            top, parts = tw.engines.split(
                stage.problem, levels=levels, start=stage.start, engine=stage.engine
            )
            if not parts or len(parts) >= deal.SUBTREES_PER_PART * of:
                break
        first = set(top)
        covers += [cover for cover in found if cover in first]
        covers += [cover for cover in found if cover not in first]
    return covers


@given(any_puzzle, tasks, searching, st.integers(2, 4), st.data())
@examples(60)
def test_merged_parts_are_the_whole(
    puzzle: tw.Puzzle, task: Task, engine: str, of: int, data: st.DataObject
) -> None:
    """Merged in any order, some before and some after they were resumed."""
    few_solutions(puzzle)
    assume(takes(engine, encode(puzzle).problem))
    how = {"task": task[0], "up_to": task[1], "engine": engine}
    with folder() as where:
        paths = [where / f"{k}.run" for k in range(1, of + 1)]
        for k, path in enumerate(paths, 1):
            with create_run(path, puzzle, part=Part(k, of), **how) as run:  # type: ignore[arg-type]
                if data.draw(st.booleans()):
                    in_pieces(run, data)
        some, *others = data.draw(st.permutations(paths))
        for k, other in enumerate(others):
            merged = where / f"merged-{k}.run"
            with merge([some, other], merged) as run:
                assert len(run.about.missing) == of - 2 - k
                assert run.counts is None or not run.about.missing
            some = merged
        with open_run(some, write=True) as run:
            in_pieces(run, data)
            covers, counters, found = in_one_go(run.plan)
            assert run.complete
            assert (run.found, run.counters) == (found, counters)
            assert sorted(covers_of(run)) == sorted(covers)
            assert covers_of(run) == shallow_first(run, of)
            if task[0] == "count":
                assert run.numbers == asked_for(tw.count(puzzle).numbers, task)
            assert verify(run).complaints == ()


def test_sixteen_parts_of_the_pentominoes(tmp_path: Path) -> None:
    puzzle = tw.load("pentominoes-6x10")
    paths = [tmp_path / f"{k}.run" for k in range(1, 17)]
    for k, path in enumerate(paths, 1):
        with create_run(path, puzzle, task="solve", engine="bits", part=Part(k, 16)) as run:
            drive(run)
            assert run.finished
            assert not run.complete
            assert run.about.missing == [n for n in range(1, 17) if n != k]
    with merge(paths[:7], tmp_path / "first.run") as run:
        assert run.about.missing == list(range(8, 17))
    with merge([tmp_path / "first.run", *reversed(paths[7:])], tmp_path / "all.run") as run:
        assert run.complete
        assert run.solutions == 2339
        covers, counters, _ = in_one_go(run.plan)
        assert covers_of(run) == covers  # there are no shallow ones
        assert run.counters == counters
        assert len(run.file.sessions()) == 16
    with open_run(tmp_path / "all.run") as run:
        assert verify(run, sample=3).ok


def test_a_merged_count(tmp_path: Path) -> None:
    paths = [
        finished_run(tmp_path / f"{k}.run", TETRIS, engine="links", part=Part(k, 3))
        for k in (1, 2, 3)
    ]
    with merge(paths, tmp_path / "all.run") as run:
        assert run.counts == tw.count(TETRIS)


def part(
    path: Path, number: int = 1, of: int = 4, puzzle: tw.Puzzle = TETRIS, **how: object
) -> Path:
    how = {"engine": "links", **how}
    create_run(path, puzzle, part=Part(number, of), **how).close()  # type: ignore[arg-type]
    return path


@pytest.mark.parametrize(
    "other",
    [
        {"number": 1},
        {"number": 2, "of": 5},
        {"number": 2, "puzzle": tw.load("soma")},
        {"number": 2, "task": "solve"},
        {"number": 2, "up_to": "rotation"},
        {"number": 2, "engine": "anchor"},
        {"number": 2, "seed": 3},
        {"number": 1, "of": 1},
    ],
)
def test_what_does_not_belong_together(tmp_path: Path, other: dict[str, object]) -> None:
    a = part(tmp_path / "a.run")
    b = part(tmp_path / "b.run", **other)  # type: ignore[arg-type]
    with raises_text(RunError):
        merge([a, b], tmp_path / "all.run")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.run", "b.run"]


def test_a_name_may_differ(tmp_path: Path) -> None:
    paths = [part(tmp_path / f"{k}.run", k, 2, name=f"on machine {k}") for k in (1, 2)]
    with merge(paths, tmp_path / "all.run") as run:
        assert run.about.name == "on machine 1"
        assert run.about.missing == []


def test_nothing_to_merge(tmp_path: Path) -> None:
    with raises_text(RunError):
        merge([], tmp_path / "all.run")
    with pytest.raises(RunError, match="no such run"):
        merge([tmp_path / "nobody.run"], tmp_path / "all.run")


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    paths = [part(tmp_path / f"{k}.run", k, 2) for k in (1, 2)]
    before = paths[0].read_bytes()
    with pytest.raises(RunError, match="is there already"):
        merge(paths, paths[0])
    assert paths[0].read_bytes() == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["1.run", "2.run"]


def test_all_or_nothing(tmp_path: Path) -> None:
    """If one part cannot be read to the end there is no new run."""
    paths = [part(tmp_path / f"{k}.run", k, 2) for k in (1, 2)]
    with closing(sqlite3.connect(paths[1])) as db, db:  # as if it held a job of the other part
        db.execute("UPDATE jobs SET place = zeroblob(8) WHERE id = (SELECT min(id) FROM jobs)")
    with raises_text(RunError):
        merge(paths, tmp_path / "all.run")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["1.run", "2.run"]
