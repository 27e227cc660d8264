"""Lynning's search and the numbers of the chapter on L-Panel, for the papers recomputed."""

import math
from dataclasses import fields, replace
from typing import Any

import pytest

import tilewright as tw
from papers import chapters
from papers.tasks import TASKS, Pace
from papers.tasks.lynning import WORTHS, LynningSearch, Rules
from papers.tasks.splice import area, interior_angle, is_simple, rest_of
from tilewright.engines import OptionError
from tilewright.formats.solutions import SolutionFile
from tilewright.polygons import PolygonPuzzle
from tilewright.polygons.search.corners import CornerCount
from tilewright.polygons.search.jigsaw import Jigsaw, make_jigsaw

SQUARE = (0j, 2j, 2 + 2j, 2 + 0j)  # clockwise
DOMINO = (0j, 2 + 0j, 2 + 1j, 1j)  # counter-clockwise


def jigsaw(name: str) -> Jigsaw:
    puzzle = tw.load(name)
    assert isinstance(puzzle, PolygonPuzzle)
    return make_jigsaw(puzzle)


def nodes_and_solutions(name: str, rules: Rules, **more: Any) -> tuple[int, int]:
    search = LynningSearch(jigsaw(name), rules, **more)
    solutions = sum(1 for _ in search)
    return search.nodes, solutions


def values(task: str, **given: Any) -> dict[str, Any]:
    outcome = TASKS[task].compute(given, Pace())
    assert outcome.values is not None
    return outcome.values


def without(*names: str) -> Rules:
    return replace(Rules(), **dict.fromkeys(names, False))


class TestSplice:
    def test_leaves_the_rest_without_straight_corners(self) -> None:
        (rest,) = rest_of(SQUARE, 0, DOMINO, 1) or ()
        assert math.isclose(area(rest), -2)
        assert len(rest) == 4

    def test_leaves_nothing_where_the_piece_fills_all(self) -> None:
        assert rest_of(SQUARE, 0, SQUARE[::-1], 0) == []

    def test_refuses_what_sticks_out(self) -> None:
        long = (0j, 3 + 0j, 3 + 1j, 1j)
        assert rest_of(SQUARE, 0, long, 0) is None
        assert rest_of(SQUARE, 0, long, 1) is None

    def test_splits_where_the_rest_touches_itself(self) -> None:
        # A triangle over the whole base of a square, its tip in the middle of the opposite side.
        tent = (0j, 2 + 0j, 1 + 2j)
        rests = rest_of(SQUARE, 3, tent, 1)
        assert rests is not None
        assert sorted(round(-area(rest), 9) for rest in rests) == [1, 1]

    def test_knows_angles_on_either_side(self) -> None:
        dart = (0j, 1 + 1j, 2 + 0j, 1 + 3j)
        angles = [interior_angle(dart, k, clockwise=False) for k in range(4)]
        assert math.isclose(sum(angles), 2 * math.pi)
        assert angles[1] > math.pi
        other = [interior_angle(dart[::-1], k, clockwise=True) for k in range(4)]
        assert other[::-1] == pytest.approx(angles)

    def test_tells_outlines_that_touch_themselves(self) -> None:
        assert is_simple(SQUARE)
        assert not is_simple((0j, 2j, 1 + 1j, 2 + 2j, 2 + 0j, 1 + 1j))
        assert not is_simple((0j, 2j, 1 + 0j, 2 + 2j, 2 + 0j))


SMALL = ("bruegner-rectangle", "haberdasher-square", "t-puzzle-t", "t-puzzle-arrow")
FIGURES = (
    *("elzzup-6x3", "elzzup-9x2", "elzzup-square", "elzzup-triangle", "tangram-convex-square"),
    *("tangram-heart", "tangram-impossible-5x5-1414", "chie-no-ita-convex-4x4-0004"),
)


class TestSearch:
    @pytest.mark.parametrize("name", [*SMALL, *FIGURES])
    def test_finds_as_many_solutions_as_the_engine_counts(self, name: str) -> None:
        counting = CornerCount(jigsaw(name))
        counting.run()
        assert nodes_and_solutions(name, Rules())[1] == counting.solutions

    @pytest.mark.parametrize("rule", [field.name for field in fields(Rules)])
    @pytest.mark.parametrize("name", ["t-puzzle-arrow", "tangram-camel"])
    def test_no_switch_loses_a_solution_or_saves_nodes_in_all(self, name: str, rule: str) -> None:
        nodes, solutions = nodes_and_solutions(name, Rules())
        more, same = nodes_and_solutions(name, without(rule))
        assert same == solutions == 2
        if rule in ("areas", "sides", "memory"):
            assert more >= nodes

    @pytest.mark.parametrize("worth", WORTHS)
    @pytest.mark.parametrize("seed", [1, 2])
    def test_no_reading_and_no_order_loses_a_solution(self, worth: str, seed: int) -> None:
        found = nodes_and_solutions("t-puzzle-bridge", Rules(), worth=worth, seed=seed)
        assert found[1] == 6

    def test_takes_a_node_for_each_piece_at_least(self) -> None:
        search = LynningSearch(jigsaw("elzzup-9x2"))
        next(iter(search))
        assert search.nodes == len(search.words) >= 10

    def test_giving_up_small_polygons_saves_no_node_if_the_smallest_comes_first(self) -> None:
        name = "elzzup-9x2"
        assert nodes_and_solutions(name, without("areas")) == nodes_and_solutions(name, Rules())
        loose, tight = without("areas", "smallest_polygon"), without("smallest_polygon")
        assert nodes_and_solutions(name, loose)[0] > nodes_and_solutions(name, tight)[0]

    @pytest.mark.parametrize("name", ["tangram-digit-0", "tangram-digit-9"])
    def test_refuses_holes_and_outlines_that_touch_themselves(self, name: str) -> None:
        with pytest.raises(OptionError, match="no holes"):
            LynningSearch(jigsaw(name))


class TestTasks:
    def test_the_bound_counts_all_ways(self) -> None:
        # Two pieces of one corner: the root, 2·2 first steps, and 2 second ones after each.
        assert values("lynning bound", pieces=2, corners=1) == {"bound": 1 + 4 + 8}

    def test_corners_of_chiral_pieces_count_twice(self) -> None:
        found = values("lynning pieces", puzzle="elzzup-6x3")
        assert found == {"pieces": 10, "corners": 6 * 3 + 4 * 4, "branches": 6 * 3 + 4 * 8}

    def test_his_test_of_a_fit_is_right(self) -> None:
        found = values("lynning fits", puzzles=["t-puzzle-t", "tangram-cat"])
        assert found["wrong"] == 0
        assert 0 < found["fitting"] < found["placings"]

    def test_compares_with_and_without(self) -> None:
        given = {"puzzles": ["t-puzzle-t", "t-puzzle-arrow"], "orders": 3}
        usual, bare = (
            values("lynning strategy", **given, without=some) for some in ([], ["sides", "memory"])
        )
        assert usual["all_ratio"] == usual["first_ratio"] == 1
        assert bare["all_ratio"] > 1
        assert bare["solutions"] == usual["solutions"] == [[2], [2]]
        assert usual["fewest"] <= usual["typical"] <= usual["most"]

    def test_leaves_in_time_and_goes_on(self) -> None:
        given = {"puzzles": ["t-puzzle-t", "t-puzzle-arrow"], "orders": 2}
        task = TASKS["lynning strategy"]
        at_once = task.compute(given, Pace(stopped=lambda: True))
        assert at_once.values is None
        calls = iter(range(10**9))
        half = task.compute(given, Pace(stopped=lambda: next(calls) > 180))
        assert half.values is None
        assert list(half.saved) == ["t-puzzle-t"]
        assert task.compute(given, Pace(), half.saved).values == values("lynning strategy", **given)

    @pytest.mark.parametrize(
        ("task", "name"), [("jigsaw", "elzzup-9x2"), ("panel model", "lpanel-01")]
    )
    def test_hands_out_a_solution_to_draw(self, task: str, name: str) -> None:
        figure = values(task, puzzle=name)["figure"]
        solution = SolutionFile("", figure["puzzle"], (figure,)).solution(1, tw.load(name))
        assert len(solution.placed) == {"elzzup-9x2": 10, "lpanel-01": 7}[name]

    def test_counts_congruent_pieces_as_one_and_as_many(self) -> None:
        found = values("jigsaw", puzzle="tangram-convex-square")
        assert (found["solutions"], found["up_to_symmetry"], found["told_apart"]) == (8, 1, 32)


class TestPanels:
    def test_knows_how_an_l_can_lie(self) -> None:
        twice = [[[0, 0], [1, 0], [2, 0], [2, 1]], [[5, 5], [6, 5], [7, 5], [7, 6]]]
        square = [[0, 0], [1, 0], [0, 1], [1, 1]]
        found = values("panel forms", listed=[*twice, square])
        assert found.pop("one_sided") == 7
        assert found == {"orientations": 8, "rotations": 4, "mirrored": 4, "listed": 1}

    def test_the_model_is_that_of_the_encoding(self) -> None:
        found = values("panel model", puzzle="lpanel-02")
        assert found["tiles"] == found["options"]
        assert found["white"] == found["equations"] == 4 * found["ls"]
        assert found["met_again"] == 0
        assert found["solutions"] == [1, 1, 1]

    def test_rectangles_need_an_even_number_of_ls(self) -> None:
        # 2×2, 2×6, 3×4, 4×5 and 6×6 cannot be tiled; 2×4, 4×4 and 4×6 can.
        found = values("panel rectangles", largest=6)
        assert found == {"rectangles": 8, "hopeless": 5, "by_parity": True}


@pytest.mark.parametrize("section", ["polygon", "lpanel"])
def test_every_claim_and_figure_has_a_task_that_knows_it(section: str) -> None:
    quick = {"lynning strategy": {"puzzles": ["t-puzzle-t"], "orders": 1}}
    for chapter in chapters(section):
        for job in chapter.jobs:
            if job.task in ("lynning fits", "panel rectangles"):
                continue
            known = values(job.task, **{**job.given, **quick.get(job.task, {})})
            keys = {one.key for one in (*job.claims, *job.figures)}
            assert keys <= known.keys(), job.name
