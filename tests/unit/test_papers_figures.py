"""The tasks behind the pictures: what is printed is checked, and wrong rows are told."""

from collections import Counter
from functools import cache
from typing import Any

import pytest

import tilewright as tw
from papers import chapters
from papers.figures import figure_svg
from papers.tasks import TASKS, Pace
from tilewright.cover.examples import make_example
from tilewright.engines.covers import search
from tilewright.solutions import NotASolution

(CHAPTER,) = (one for one in chapters("knuth") if one.name == "knuth-6-figures")
JOBS = {job.name: job for job in CHAPTER.jobs}


@cache
def _as_it_is(name: str) -> dict[str, Any]:
    return _values(name, **JOBS[name].given)


def _values(name: str, **other: Any) -> dict[str, Any]:
    if not other:
        return _as_it_is(name)
    job = JOBS[name]
    values = TASKS[job.task].compute({**job.given, **other}, Pace()).values
    assert values is not None
    return values


@pytest.mark.parametrize("name", JOBS)
def test_every_figure_can_be_drawn(name: str) -> None:
    values = _values(name)
    assert all(figure_svg(values[figure.key])[0] for figure in JOBS[name].figures)


def test_rows_that_are_no_solution() -> None:
    rows = list(JOBS["knuth-figure-1"].given["rows"])
    assert _values("knuth-figure-1", rows=rows)["is_solution"]
    assert not _values("knuth-figure-1", rows=rows[:-1])["is_solution"]
    other = [row.replace("74 82", "74 81") for row in rows]  # no Y is there
    assert "cannot be moved" in _values("knuth-figure-1", rows=other)["because"]


def test_rows_of_sticks_name_the_points_they_take() -> None:
    rows = list(JOBS["knuth-figure-12"].given["rows"])
    assert _values("knuth-figure-12", rows=rows)["common_points"] == ["I33"]
    rows[0] = rows[0].replace("I44 ", "")
    with pytest.raises(NotASolution, match="other points"):
        _values("knuth-figure-12", rows=rows)


def test_sticks_that_do_not_cross() -> None:
    rows = ["V H00 H10 V00 V01", "Z H24 V33 I33 V32 H32"]
    assert _values("knuth-figure-12", rows=rows)["common_points"] == []


def test_points_that_no_solution_takes() -> None:
    values = _values("knuth-figure-11c", points=["I11"])
    assert (values["exists"], values["solutions"]) == (False, 0)


def test_queens_that_fit_nothing() -> None:
    boards = _values("knuth-figure-16")["figure"]["several"]
    assert [len(board["queens"]) for board in boards] == [0, 1, 2, 3]
    assert boards[-1]["queens"][-1] == [3, 5]
    with pytest.raises(tw.TilewrightError, match="0 queens fit"):
        _values("knuth-figure-16", queens=["R4 F7", "R5 F0"])


def test_squares_that_our_words_do_not_make() -> None:
    drawn = _values("knuth-word-squares-drawn", squares=["ATE WIN LED", "AAA BBB CCC"])["figure"]
    assert drawn["several"] == [{"letters": ["ATE", "WIN", "LED"]}]


def test_rows_of_the_matrix_that_cover() -> None:
    assert _values("knuth-matrix")["figure"]["chosen"] == [0, 3, 4]


def test_tree_is_that_of_dancing_links() -> None:
    tree = _values("knuth-figure-5")["figure"]
    found = search(make_example("scott", ["23"]), engine="links", rule="fewest", collect=False)
    for _ in found:
        pass
    assert tuple(Counter(tree["tree"])[n] for n in range(12)) == found.counters.nodes_per_level
    assert tree["tree"].count(tree["deepest"]) == found.counters.solutions == 19


def test_figures_of_puzzles() -> None:
    compute = TASKS["figure"].compute
    for name in ("ascii-3x3", "tangram-square", "haberdasher-square"):
        values = compute({"puzzle": name}, Pace()).values
        assert values is not None
        assert figure_svg(values["figure"])[0]
    with pytest.raises(tw.TilewrightError, match="no solution"):
        compute({"puzzle": "ascii-3x3-nosol"}, Pace())
    with pytest.raises(tw.TilewrightError, match="expected puzzle"):
        compute({}, Pace())
