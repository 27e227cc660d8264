"""Runs of special solutions, and of what is counted in two ways: what could be wrong is noticed."""

from pathlib import Path

import pytest

import tilewright as tw
from tests.texts import raises_text
from tilewright.execution import Request, make_model, make_plan
from tilewright.execution.sieve import RequiredSieve
from tilewright.polygons.search.corners import CornerCount, CountError
from tilewright.runs import create_run, open_run, verify
from tilewright.runs.cluster import Load


def test_what_was_required_is_looked_at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.run"
    with monkeypatch.context() as patch:
        patch.setattr(RequiredSieve, "_counts", lambda sieve, cover: sieve.firsts.is_first(cover))
        with create_run(path, tw.load("soma"), task="solve", require="3-colourable") as run:
            tw.runs.resume(run, threads=1)
            assert run.solutions == 240  # it should be 7
    with open_run(path) as run:
        assert "it lacks what was required: 3-colourable" in verify(run).complaints[0]


def test_two_ways_of_counting_that_do_not_agree(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.run"
    real = CornerCount.solutions.fget
    monkeypatch.setattr(CornerCount, "solutions", property(lambda self: real(self) + 1))
    with create_run(path, tw.load("tangram-cat")) as run:
        with raises_text(CountError):
            tw.runs.resume(run, threads=1)
        with pytest.raises(CountError):
            _ = run.counts
    with open_run(path) as run:
        assert "in another" in verify(run, sample=0).complaints[0]


def test_stages_of_different_puzzles_have_different_names() -> None:
    """Items of orbits are numbers, so that problems may be equal, and their labels not."""
    names = set()
    for drawing in ("###\n#.#\n.#.\n#.#", "###\n#.#\n...\n###"):
        count = tw.puzzle.Count.of(drawing.count("#") // 2)
        dominoes = [tw.Piece("I", ((0, 0), (1, 0)), count)]
        puzzle = tw.make_puzzle("square", drawing, dominoes)
        request = Request(task="solve", require=("symmetric:left-right",))
        names.add(Load.of(make_plan(make_model(puzzle), request).stages).name)
    assert len(names) == 2
