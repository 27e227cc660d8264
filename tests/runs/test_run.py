"""Runs: in whatever order jobs are done, however they are cut, they find what a search finds."""

from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import tilewright as tw
from tests.examples import examples
from tests.runs.making import (
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
from tilewright.cover import Subtree, SubtreeError
from tilewright.encoding import encode
from tilewright.engines import OptionError
from tilewright.engines.registry import takes
from tilewright.execution.job import FIRST, JobOrder, pack_starts, places_after, unpack_starts
from tilewright.runs import (
    Executor,
    Part,
    ProcessWorkers,
    ThreadWorkers,
    create_run,
    open_run,
    verify,
)
from tilewright.solving import PuzzleSearch


@given(any_puzzle, tasks, searching, st.data())
@examples(100)
def test_any_schedule_gives_what_one_search_gives(
    puzzle: tw.Puzzle, task: Task, engine: str, data: st.DataObject
) -> None:
    few_solutions(puzzle)
    assume(takes(engine, encode(puzzle).problem))
    with folder() as where:
        with create_run(where / "a.run", puzzle, task=task[0], up_to=task[1], engine=engine) as run:
            in_pieces(run, data)
            covers, counters, found = in_one_go(run.plan)
            assert (covers_of(run), run.counters, run.found) == (covers, counters, found)
        with open_run(where / "a.run") as again:
            assert again.complete
            assert (again.found, again.counters) == (found, counters)
            assert covers_of(again) == covers
            if task[0] == "count":
                assert again.numbers == asked_for(tw.count(puzzle).numbers, task)
            else:
                assert again.solutions == len(list(tw.solve(puzzle, up_to=task[1])))


@given(st.lists(st.integers(0, 4), max_size=12), st.data())
def test_places_keep_the_order(makes: list[int], data: st.DataObject) -> None:
    """New jobs stand right behind the one that made them: an ordered list is the model."""
    places = [FIRST]
    for number in makes:
        at = data.draw(st.integers(0, len(places) - 1))
        places[at + 1 : at + 1] = places_after(places[at], number)
        assert places == sorted(places)
        assert len(places) == len(set(places))
        places[at : at + 1] = [] if len(places) > 1 else [places[at]]  # done


numbers = st.integers(0, 2**32 - 2)


@given(
    st.sets(numbers, max_size=4),
    st.lists(st.tuples(st.lists(numbers, max_size=5), st.sets(numbers), st.none() | numbers)),
)
def test_subtrees_come_back(
    common: set[int], some: list[tuple[list[int], set[int], int | None]]
) -> None:
    stage = Subtree(excluded=tuple(sorted(common)))
    subtrees = [
        Subtree(tuple(chosen), stage.excluded + tuple(sorted(own - common)), via)
        for chosen, own, via in some
    ]
    assert unpack_starts(pack_starts(subtrees, stage), stage) == subtrees


def test_a_subtree_of_another_stage_is_refused() -> None:
    with raises_text(SubtreeError):
        pack_starts([Subtree((1,))], Subtree(excluded=(7,)))


# Puzzles that are broken by a piece, by cells, by nothing (Sieve "least"), with ranges of counts
# (Sieve "fixed"), and without symmetries.
CATALOGUE = ("soma", "pentominoes-3x20", "tetris-5x8", "ascii-3x3")


@pytest.mark.parametrize("engine", ["auto", "links", "anchor", "bits", "frontier"])
@pytest.mark.parametrize("name", CATALOGUE)
def test_counts_of_the_catalogue(tmp_path: Path, name: str, engine: str) -> None:
    puzzle = tw.load(name)
    path = finished_run(tmp_path / "a.run", puzzle, engine=engine)
    with open_run(path) as run:
        assert run.counts == tw.count(puzzle)


@pytest.mark.parametrize("up_to", ["symmetry", "rotation", "nothing"])
@pytest.mark.parametrize("engine", ["links", "anchor", "bits"])
@pytest.mark.parametrize("name", ["tetris-5x8", "soma"])
def test_lists_of_the_catalogue(tmp_path: Path, name: str, engine: str, up_to: str) -> None:
    puzzle = tw.load(name)
    path = finished_run(tmp_path / "a.run", puzzle, task="solve", engine=engine, up_to=up_to)
    with open_run(path) as run:
        expected = PuzzleSearch(puzzle, up_to=up_to, engine=engine)
        assert run.solutions == sum(len(batch) for batch in expected)
        covers, counters, _ = in_one_go(run.plan)
        assert covers_of(run) == covers
        assert run.counters == counters


def test_processes_find_what_threads_find(tmp_path: Path) -> None:
    soma = tw.load("soma")
    runs = []
    for name in ("threads", "processes"):
        with create_run(tmp_path / name, soma, task="solve", up_to="nothing") as run:
            if name == "threads":
                drive(run)
            else:
                workers = ProcessWorkers(run.plan.stages, 2)
                try:
                    assert Executor(run, workers).drive()
                finally:
                    workers.close()
            runs.append((covers_of(run), run.counters))
    assert runs[0] == runs[1]
    assert len(runs[0][0]) == 11_520


def test_processes_that_die_while_jobs_are_handed_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Twice: each job is handed out once to the processes that live."""
    pools: list[list[int]] = []

    class Pool:
        def __init__(self, *_: object, **__: object) -> None:
            self.places: list[int] = []
            pools.append(self.places)

        def submit(self, _: object, order: JobOrder) -> Future[Any]:
            if len(pools) < 3 and len(self.places) == 3 - len(pools):
                raise BrokenProcessPool
            self.places.append(order.stage)
            return Future()

        def shutdown(self, **_: object) -> None:
            pass

    monkeypatch.setattr("tilewright.runs.workers.ProcessPoolExecutor", Pool)
    workers = ProcessWorkers([], 4)
    for number in range(4):
        workers.submit(number, JobOrder(number, b""))
    assert pools == [[0, 1], [0], [0, 1, 2, 3]]


@pytest.mark.parametrize(("task", "engine"), [("solve", "bits"), ("count", "links")])
def test_a_run_that_is_stopped_goes_on(tmp_path: Path, task: str, engine: str) -> None:
    """Again and again, until it is through; and what the clock ended can be done again."""
    puzzle = tw.load("tetris-5x8" if engine == "links" else "pentominoes-6x10")
    path = tmp_path / "a.run"
    create_run(path, puzzle, task=task, engine=engine).close()
    for _ in range(1000):
        with open_run(path, write=True) as run:
            workers = ThreadWorkers(run.plan.stages, 2)
            finished = Executor(run, workers).drive(max_seconds=0.02)
            workers.close()
            if finished:
                break
    with open_run(path) as run:
        covers, counters, _ = in_one_go(run.plan)
        assert covers_of(run) == covers
        assert len(covers) == (2339 if task == "solve" else 0)
        assert run.counters == counters
        assert run.counts == (tw.count(puzzle) if task == "count" else None)
        assert verify(run, sample=1000).ok


def test_a_wish_that_cannot_be_met(tmp_path: Path) -> None:
    soma = tw.load("soma")
    for how, words in (
        ({"task": "dance"}, "expected one of count, solve"),
        ({"up_to": "colour"}, "expected one of symmetry"),
        ({"engine": "steam"}, "expected auto or one of links"),
        ({"task": "solve", "engine": "frontier"}, "use links, anchor, bits or cpsat"),
        ({"engine": "frontier", "part": Part(1, 2)}, "has no parts"),
    ):
        with pytest.raises(OptionError, match=words):
            create_run(tmp_path / "a.run", soma, **how)  # type: ignore[arg-type]
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("text", ["0/4", "5/4", "x", "1/", "1/1000000", "-1/3", "1/2/3"])
def test_no_such_part(text: str) -> None:
    with raises_text(OptionError):
        Part.parse(text)


def test_solutions_that_a_symmetry_keeps_may_be_looked_for_one_by_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    puzzle = tw.load("tetris-5x8")
    expected = tw.count(puzzle)
    monkeypatch.setattr("tilewright.symmetry.burnside.MOST_WAYS", 0)
    path = finished_run(tmp_path / "a.run", puzzle)
    with open_run(path) as run:
        kinds = [stage.sieve.kind for stage in run.plan.stages if stage.sieve]
        assert kinds
        assert set(kinds) == {"fixed"}
        assert run.counts == expected
