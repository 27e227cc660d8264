"""How the numbers of Knuth's paper are computed."""

import json
import time
from typing import Any

import pytest

import tilewright as tw
from papers import Job, chapters
from papers.tasks import TASKS, Pace
from papers.tasks.problems import problem_of
from tilewright.cover.examples import common_words, read_square, scott, word_squares
from tilewright.errors import TilewrightError

JOBS = {job.name: job for chapter in chapters("knuth") for job in chapter.jobs}


def _values(task: str, **given: Any) -> dict[str, Any]:
    values = TASKS[task].compute(given, Pace()).values
    assert values is not None
    return values


def _published(job: Job, key: str) -> Any:
    return next(claim.published for claim in job.claims if claim.key == key)


def test_a_fifth_orientation_of_the_p_explains_the_updates_with_the_x_at_33() -> None:
    """To the digit; and the nodes without S but for the four solutions that are met twice."""
    job = JOBS["knuth-scott-33"]
    values = _values(job.task, **job.given)
    assert values["five_updates"] == _published(job, "fewest_updates")
    twice = values["five_solutions"] - values["fewest_solutions"]
    assert twice == 4
    printed_later = [c.published for c in job.claims if c.key == "leftmost_nodes"][1]
    assert values["five_leftmost_nodes"] - twice == printed_later


def test_four_orientations_that_are_drawn_are_those_of_the_example() -> None:
    drawn = ["### .##", "##. ###", "## ## #.", ".# ## ##"]
    problems = [problem_of({"made": ["scott-33", *drawn]}), scott((3, 3))]
    rows = [{p.option(k).items for k in range(p.option_count)} for p in problems]
    assert rows[0] == rows[1]


def test_the_updates_of_level_0_are_headers_and_rows() -> None:
    """Six columns leave the header list, and each row leaves five other lists."""
    given = JOBS["knuth-scott-x-at-23"].given
    rows = _values("matrix", **given)["rows_that_overlap"]
    level_0 = (
        tw.engines.search(scott((2, 3)), engine="links", collect=False).run().updates_per_level[0]
    )
    assert level_0 == 6 + 5 * rows


def test_orders_of_queens_do_not_change_what_is_found() -> None:
    found = [
        _values("search", made=["queens", 6, order])["solutions"]
        for order in ("natural", "organ-pipe")
    ]
    long_only = _values("search", made=["queens-long-diagonals", 6, "organ-pipe"])
    assert [*found, long_only["solutions"]] == [4, 4, 4]
    assert long_only == _values("search", example=["queens", "6"])


def test_only_one_place_of_the_third_queen_fits_the_text() -> None:
    """After R4 F7 and R5 F4 the text branches on R3, and R2 F3 then leaves nothing for F2."""
    chosen = ["R4 F7 A11 B10", "R5 F4 A9 B6"]
    third = [
        row
        for row in _queens_left(chosen)["row_names"]
        if "R3" in row.split()
        and "R2 F3 A5 B8" in _queens_left([*chosen, row])["row_names"]
        and _queens_left([*chosen, row, "R2 F3 A5 B8"])["rows_with_F2"] == 0
    ]
    assert third == ["R3 F5 A8 B9"]


def _queens_left(chosen: list[str]) -> dict[str, Any]:
    of = ["F2"]
    return _values("matrix", made=["queens", 8, "organ-pipe"], chosen=chosen, of=of)


def test_a_row_that_is_not_there_cannot_be_chosen() -> None:
    with pytest.raises(TilewrightError, match="no row A B"):
        _values("matrix", made=["matrix-3"], chosen=["A B"])


def test_two_colours_must_be_enough() -> None:
    with pytest.raises(TilewrightError, match="two colours"):
        _values("matrix", made=["matrix-3"], two_colours=True)


QUEENS = {
    "parts": {"one": {"example": ["queens", "8"]}, "two": {"example": ["queens", "9"]}},
    "ratios": {"ratio": {"times": 2, "of": "one_updates", "each": 3, "to": "two_updates"}},
}


def test_comparing_goes_on_where_it_was_left() -> None:
    compare = TASKS["compare"]
    left = compare.compute(QUEENS, Pace(deadline=time.monotonic()))
    assert left.values is None
    saved = json.loads(json.dumps(left.saved))
    whole = _values("compare", **QUEENS)
    assert compare.compute(QUEENS, Pace(), saved).values == whole
    assert whole["ratio"] == pytest.approx(2 * 16680 / (3 * 54818))


def test_comparing_keeps_the_parts_that_are_done() -> None:
    compare = TASKS["compare"]
    done = {"one": _values("search", example=["queens", "7"])}  # so that it can be told apart
    left = compare.compute(QUEENS, Pace(deadline=time.monotonic()), {"done": done, "rest": None})
    assert left.values is None
    assert left.saved["done"] == done
    values = compare.compute(QUEENS, Pace(), left.saved).values
    assert values is not None
    assert (values["one_solutions"], values["two_solutions"]) == (40, 352)


def test_comparing_guesses_at_each_part() -> None:
    pace = Pace(deadline=time.monotonic() + 3600, stopped=lambda: True)  # one batch of descents
    guesses = TASKS["compare"].guess(QUEENS, pace)
    assert guesses["one_nodes"].mean == pytest.approx(1048, rel=0.5)
    assert guesses["two_nodes"].mean == pytest.approx(3439, rel=0.5)


def test_an_estimate_that_is_left_is_none() -> None:
    given = {"example": ["scott"], "samples": 5_000_000}
    outcome = TASKS["estimate"].compute(given, Pace(deadline=time.monotonic()))
    assert (outcome.values, outcome.saved) == (None, None)


@pytest.mark.slow
def test_estimate_of_scotts_first_idea() -> None:
    """All that "roughly" promises: the printed number is within what ten descents may give."""
    given = JOBS["knuth-scott-by-pieces"].given
    values = _values("estimate", **given)
    assert values["nodes_low"] < 5.8e11 < values["nodes_high"]
    assert abs(2e12 - values["nodes"]) < 2 * values["nodes_deviation"] / 10**0.5


def test_lines_of_word_squares_are_words() -> None:
    problem = word_squares(common_words())
    words = set(common_words())
    for rows in {read_square(problem, cover) for cover in tw.solve(problem, verify=True)}:
        lines = [*rows, *map("".join, zip(*rows, strict=True))]
        lines.append("".join(rows[k][k] for k in range(3)))
        lines.append("".join(rows[2 - k][k] for k in range(3)))
        assert words.issuperset(lines)
