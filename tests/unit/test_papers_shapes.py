"""Knuth's puzzles, with the restrictions that he seems to have used."""

import json
import time
from collections import Counter
from itertools import combinations, product
from typing import Any

import pytest

import tilewright as tw
from papers import chapters
from papers.tasks import TASKS, Pace
from papers.tasks.problems import problem_of
from papers.tasks.problems_shapes import BIASED, BLACK, pruned
from tests.texts import raises_text
from tilewright.errors import TilewrightError

JOBS = {job.name: job for chapter in chapters("knuth") for job in chapter.jobs}


def _values(task: str, given: Any) -> dict[str, Any]:
    values = TASKS[task].compute(given, Pace()).values
    assert values is not None
    return values


def _rows(problem: tw.ExactCover) -> Counter[frozenset[Any]]:
    return Counter(frozenset(option.items) for option in problem.options())


@pytest.mark.parametrize(
    "name", ["y-15x15", "hexiamond-rhombus", "hexiamond-hexagon", "one-sided-3x30"]
)
def test_all_placements_make_the_problem_of_the_puzzle(name: str) -> None:
    puzzle = tw.load(name)
    assert isinstance(puzzle, tw.Puzzle)
    whole = tw.encoding.encode(puzzle).problem
    made = pruned(name, lambda _piece, _placed: True)
    assert _rows(made) == _rows(whole)
    assert {item.name for item in made.items} == {item.name for item in whole.items}


def test_the_corners_have_four_classes() -> None:
    """A quarter turn moves the corners on and swaps h and v, a flip swaps left and right."""
    cases = [case["case"] for case in JOBS["knuth-y"].given["cases"]]
    swap = str.maketrans("hv", "vh")
    classes = set()
    for corners in map("".join, product("hv", repeat=4)):
        same = {corners, corners[1] + corners[0] + corners[3] + corners[2]}
        for _ in range(3):
            same |= {(c[-1] + c[:-1]).translate(swap) for c in same}
        classes.add(frozenset(same))
    assert len(classes) == 4
    assert sorted(len(one & set(cases)) for one in classes) == [1, 1, 1, 1]


def test_a_restricted_class_meets_each_solution_once() -> None:
    """Where a half turn keeps the corners, the middle Y has half of the orientations left."""
    cases = {case["case"]: case["made"] for case in JOBS["knuth-y"].given["cases"]}
    free = problem_of({"made": cases["vhhv"][:2]})
    kept = problem_of({"made": cases["vhhv"]})

    def in_the_middle(problem: tw.ExactCover) -> int:
        return sum("7,7" in option.items for option in problem.options())

    assert in_the_middle(free) == 2 * in_the_middle(kept) == 40
    assert in_the_middle(problem_of({"made": cases["vhvh"]})) == 10


def test_colours_divide_the_placements_of_biased_pieces() -> None:
    """Each pair that favours black leaves half of the placements of all four pieces."""
    whole = _rows(problem_of({"made": ["hexiamond-hexagon", 1, -3]}))
    biased = {row for row in whole if row & set(BIASED)}
    halves = []
    for pair in combinations(BIASED, 2):
        rows = _rows(problem_of({"made": ["hexiamond-hexagon", 1, -3, *pair]}))
        assert rows.keys() <= whole.keys()
        assert {row for row in whole if row not in rows} <= biased
        halves.append({row for row in rows if row & set(BIASED)})
        for row in halves[-1]:
            cells = [item for item in row if "," in item]
            black = sum(int(cell.split(",")[0]) % 3 == BLACK for cell in cells)
            assert black == (4 if row & set(pair) else 2)
    assert halves[0] | halves[-1] == biased
    assert not halves[0] & halves[-1]


def test_only_two_biased_pieces_favour_black() -> None:
    with pytest.raises(TilewrightError, match="expected two"):
        problem_of({"made": ["hexiamond-hexagon", 1, -3, "Sphinx"]})


def test_the_hexagon_has_one_place() -> None:
    rows = _rows(problem_of({"made": ["hexiamond-hexagon", 0, 0]}))
    assert sum("Hexagon" in row for row in rows) == 1


CASES = {
    "cases": [
        {"case": "23", "example": ["scott", "23"]},
        {"case": "24", "example": ["scott", "24"]},
    ]
}


def test_cases_have_values_of_their_own() -> None:
    values = _values("search", CASES)
    alone = [_values("search", case) for case in CASES["cases"]]
    assert [values["23_nodes"], values["24_nodes"]] == [one["nodes"] for one in alone]
    assert values["solutions"] == values["23_solutions"] + values["24_solutions"] == 39
    assert values["most_updates_of_a_case"] == values["24_updates"] == alone[1]["updates"]
    assert values["fewest_updates_of_a_case"] == values["23_updates"]


def test_cases_that_were_left_go_on() -> None:
    """Stopped again and again, in the middle of cases, they come to the same."""
    saved, legs = None, 0
    while True:
        pace = Pace(deadline=time.monotonic() + 0.002 * (legs + 1))
        outcome = TASKS["search"].compute(CASES, pace, saved)
        if outcome.values is not None:
            break
        saved, legs = json.loads(json.dumps(outcome.saved)), legs + 1
        assert legs < 1000
    assert legs > 1
    assert outcome.values == _values("search", CASES)


def test_guesses_at_cases() -> None:
    guesses = TASKS["search"].guess(CASES, Pace(deadline=time.monotonic() + 0.4))
    assert guesses["23_nodes"].low < 10421
    assert guesses["nodes"].mean == guesses["23_nodes"].mean + guesses["24_nodes"].mean


def test_a_solution_is_shown() -> None:
    job = JOBS["knuth-rhombus-drawn"]
    figure = _values(job.task, job.given)["figure"]
    assert figure["puzzle"] == "hexiamond-rhombus"
    assert len({one["piece"] for one in figure["placed"]}) == 12


def test_nothing_is_shown_where_there_is_no_solution() -> None:
    shut = "##.. .###"  # no Y, so that nothing may lie on the central square
    with raises_text(TilewrightError):
        _values("show", {"of": "y-15x15", "made": ["y-15x15", "vvvv", shut]})
