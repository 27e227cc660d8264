"""How the numbers of Barequet and Tal are computed."""

import time
from typing import Any

import tilewright as tw
from papers import Job, chapters
from papers.tasks import TASKS, Pace
from papers.tasks.problems_reduced import edges, islands, reduced

JOBS = {job.name: job for chapter in chapters("lattice") for job in chapter.jobs}


def _values(job: Job) -> dict[str, Any]:
    values = TASKS[job.task].compute(job.given, Pace()).values
    assert values is not None
    return values


def test_the_walk_is_the_tree_of_the_anchor_engine() -> None:
    """Many positions at a time, or one by one: the same nodes, and the same islands."""
    cases: list[list[Any]] = [
        ["strip", "yxz", "F", [0, 1, 5, 17, 19, 23], False],
        ["happy-cube-green", "yxz", "A", [0], False],
        ["hex-prisms", "zyx", "B", [0, 4], False],
    ]
    for made in cases:
        walked = TASKS["stranding"].compute({"made": ["reduced", *made]}, Pace()).values
        assert walked is not None
        found = tw.engines.search(
            reduced(*made), engine="anchor", rule="leftmost", stranding="smallest", collect=False
        ).run()
        assert walked["nodes"] == found.nodes
        assert walked["solutions"] == found.solutions
        assert walked["branches"] == found.branches
        assert walked["branches_with_rings"] > found.branches


def test_a_walk_that_is_left_goes_on() -> None:
    given = JOBS["lattice-strip-bt"].given
    walk, whole = TASKS["stranding"], _values(JOBS["lattice-strip-bt"])
    late = Pace(deadline=time.monotonic() - 1)
    left = walk.compute(given, late)
    assert left.values is None
    some = iter([False] * 5 + [True] * 100)
    later = walk.compute(given, Pace(stopped=lambda: next(some)), left.saved)
    assert later.values is None
    assert 0 < later.saved["done"] < 16
    assert walk.compute(given, Pace(), later.saved).values == whole


def test_islands_touch_what_was_covered() -> None:
    """Of a row of six cells, the third is taken: two are left on one side, three on the other."""
    near = [{1}, {0, 2}, {1, 3}, {2, 4}, {3, 5}, {4}]
    assert list(islands(near, {2}, 2)) == [{0, 1}]
    assert sorted(map(sorted, islands(near, {2}, 3))) == [[0, 1], [3, 4, 5]]
    assert edges(near, {3, 4, 5}) == 2


def test_one_of_two_mirrored_places_is_kept() -> None:
    """The F has 48 places on 5×4×3 up to symmetry, 16 of them on a mirror."""
    kept = [0, 1, 5, 17, 19, 23]
    both, one = (
        reduced("pentominoes-5x4x3", "yxz", "F", kept, mirrors) for mirrors in (False, True)
    )
    others = both.option_count - 320 // 4
    assert one.option_count - others == 48
    assert 2 * 48 - 320 // 4 == 16


def test_what_a_board_lacks_of_its_box_is_one_more_row() -> None:
    plain, matrix = (reduced("scott", "yx", "F", [0], False, fill) for fill in (False, True))
    assert matrix.option_count == plain.option_count + 1
    assert matrix.items[27].name == "outside"  # the first cell of the hole is (3, 3)
    box = reduced("pentominoes-6x10", "yx", "F", [0, 6], False, True)
    assert "outside" not in {item.name for item in box.items}


def test_an_orientation_that_is_symmetric_doubles_the_solutions_of_two_happy_cubes() -> None:
    """As printed: 20 for the green one, 4 for the red one."""
    for colour, printed in (("green", 20), ("red", 4)):
        problem = reduced(f"happy-cube-{colour}", "yxz", "A", [0])
        assert tw.engines.search(problem, engine="anchor", collect=False).run().solutions == printed
        claim = JOBS[f"lattice-count-happy-cube-{colour}"].claims[0]
        assert claim.published == printed


def test_every_puzzle_of_figure_7_is_drawn() -> None:
    names = sorted(figure.name for job in JOBS.values() for figure in job.figures)
    assert names == [f"lattice-figure-7{letter}" for letter in "abcdefghijkl"]
    values = _values(JOBS["lattice-count-strip"])
    assert len(values["figure"]["placed"]) == 12


def test_another_order_of_the_pieces_meets_what_is_printed_for_8x8() -> None:
    """With I and X in each other's place, both numbers of MC+SZ are met to the digit."""
    job = JOBS["lattice-8x8-mc-sz"]
    problem = reduced(*job.given["made"][1:])
    assert problem.regions is not None
    pieces = {problem.items[n].name for n in problem.regions.pieces.tolist()}
    cells = [item.name for item in problem.items if item.name not in pieces]
    found = tw.engines.search(
        problem, engine="anchor", rule="fewest", order=[*cells, *"FXLNPTUVWIYZ"], collect=False
    ).run()
    first, second = found.nodes_per_level[:2]
    assert [claim.published for claim in job.claims] == [
        found.nodes + 1 + 3 * second,
        found.nodes + 12 * (1 + first + second) + 2 * second - first,
    ]
