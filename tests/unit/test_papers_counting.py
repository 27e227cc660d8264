"""Counts and rankings that are stopped and resumed, and what is told about tetrasticks."""

import json
from collections import Counter
from typing import Any

import pytest

import tilewright as tw
from papers.tasks import TASKS, Pace, Values
from papers.tasks.classes import Sweep, estimated, free_parts
from papers.tasks.scoring import SolutionScores
from tilewright.encoding import encode
from tilewright.engines import Batch
from tilewright.errors import TilewrightError
from tilewright.solutions import Scoring
from tilewright.solutions.decode import Copies
from tilewright.symmetry import Action


def in_bits(task: str, given: dict[str, Any], looks: int) -> tuple[Values, int]:
    """What a task comes to if it is told to leave after so many looks at the clock, again and
    again; and how many times it was left."""
    saved, left = None, 0
    while True:
        seen = iter(range(looks))
        pace = Pace(stopped=lambda seen=seen: next(seen, None) is None)
        outcome = TASKS[task].compute(given, pace, saved)
        if outcome.values is not None:
            return outcome.values, left
        saved, left = json.loads(json.dumps(outcome.saved)), left + 1
        looks += 1


def computed(task: str, **given: Any) -> Values:
    values = TASKS[task].compute(given, Pace()).values
    assert values is not None
    return values


def test_count() -> None:
    values = computed("count", puzzle="tetrasticks-5x5-without-h")
    assert (values["up_to_symmetry"], values["solutions"], values["exists"]) == (72, 576, True)
    symmetric = computed("count", puzzle="tetrasticks-welded-4x4", require="symmetric")
    assert symmetric["up_to_symmetry"] == 2
    none = computed("count", puzzle="tetrasticks-unwelded-5x5")
    assert (none["solutions"], none["exists"], none["figure"]) == (0, False, None)


def test_count_together() -> None:
    names = ["tetrasticks-5x5-without-h", "tetrasticks-welded-4x4"]
    values = computed("count together", puzzles=names)
    assert values["up_to_symmetry"] == 75


def test_count_is_left_in_time() -> None:
    pace = Pace(stopped=lambda: True)
    assert TASKS["count"].compute({"puzzle": "one-sided-9x10"}, pace).values is None
    assert TASKS["count together"].compute({"puzzles": ["one-sided-9x10"]}, pace).values is None


@pytest.mark.parametrize("drawn", [False, True])
def test_long_count_goes_on(drawn: bool) -> None:
    given = {"puzzle": "pentominoes-6x10", "engine": "bits", "drawn": drawn}
    whole = computed("long count", **given)
    assert (whole["up_to_symmetry"], whole["solutions"]) == (2339, 9356)
    values, left = in_bits("long count", given, 0)
    assert left > 0
    assert values == whole
    assert (values["figure"] is not None) == drawn


@pytest.mark.parametrize("name", ["scott", "one-sided-3x30"])
def test_ranking_goes_on(name: str) -> None:
    given = {"puzzle": name, "engine": "bits", "than": [36, 24]}
    whole = computed("ranking", **given)
    values, left = in_bits("ranking", given, 1)
    assert left > 0
    assert values == whole


def test_ranking_is_that_of_the_front_door() -> None:
    values = computed("ranking", puzzle="scott", engine="links", than=[36, 26])
    ranked = tw.solutions.most_symmetric(tw.solve(tw.load("scott")), None)
    assert (values["up_to_symmetry"], values["best"]) == (len(ranked), 1)
    assert (values["hsym"], values["vsym"]) == (ranked[0][0].hsym, ranked[0][0].vsym)
    assert (values["better"], values["as_good"], values["there_is_one"]) == (
        4,
        2,
        True,
    )  # either score may be the larger one


def test_names_of_scores_change_places() -> None:
    given = {"puzzle": "one-sided-3x30", "engine": "bits"}
    values, turned = computed("ranking", **given), computed("ranking", **given, turned=True)
    for name, other in (("hsym", "vsym"), ("highest_hsym", "highest_vsym")):
        assert (values[name], values[other]) == (turned[other], turned[name])


def test_edges() -> None:
    assert computed("edges", puzzle="hexiamond-hexagon")["between_pieces"] == 60
    # 112 of a chessboard less 12 at its centre; four of each piece, and one more of the P.
    values = computed("edges", puzzle="scott")
    assert values == {"edges": 100, "inside_pieces": 49, "between_pieces": 51}


def test_classes_that_have_to_be_compared() -> None:
    """Without anything that breaks the symmetries, parts are not enough."""
    dominoes = tw.make_puzzle("square", tw.box(4, 4), [tw.Piece("I", ((0, 0), (1, 0)), count=8)])
    with pytest.raises(TilewrightError, match="cannot be stopped"):
        free_parts(encode(dominoes))


def test_estimate_of_classes() -> None:
    encoding = encode(tw.load("scott"))
    figures, whole = estimated(encoding, "links", 20_000, Pace())
    assert whole
    assert figures["nodes"].high is not None
    assert figures["nodes"].low < 37_366 < figures["nodes"].high  # 10,421 + 12,900 + 14,045
    assert not estimated(encoding, "links", 5_000_000, Pace(stopped=lambda: True))[1]


def test_saved_sweeps_are_read_back() -> None:
    sweep = Sweep(done=1, classes=2, solutions=8, rest=[tw.cover.Subtree((1, 2), (3,))])
    assert Sweep.of(json.loads(json.dumps(sweep.saved()))) == sweep
    assert Sweep.of(None) == Sweep()


def test_forms() -> None:
    values = computed("forms", lattice="square-sticks", size=4, set="tetrasticks")
    assert (values["free"], values["one_sided"], values["chiral"]) == (16, 25, 9)
    assert values["welded"] == list("FHRTXY")


def test_only_uneven_pieces_can_be_left_out() -> None:
    values = computed("excess")
    assert values["can_be_left_out"] == values["excess_of_two"] == list("HJLNY")
    assert values["across_if_I_is_upright"] == [4]


def test_no_ten_tetrasticks_have_845_solutions() -> None:
    values = computed("ten sticks", puzzle="tetrasticks-welded-4x4", wanted=845)
    assert (values["wanted"], values["fitting"], values["pieces"]) == (None, [], 10)
    assert values["most"] < 845


@pytest.mark.parametrize("name", ["scott", "one-sided-3x30"])
def test_scores_are_those_of_solutions(name: str) -> None:
    """All copies of all solutions, each scored on its own."""
    puzzle = tw.load(name)
    encoding = encode(puzzle)
    scores, action = SolutionScores(encoding), Action.of(encoding)
    scoring = Scoring(puzzle)
    sweep, found = Sweep(), Counter[tuple[int, int]]()

    def take(batch: Batch) -> None:
        for pair, count, cover, motion in scores.pairs(batch):
            found[pair] += count
            one = scoring.of(scores.turned(cover, motion))
            assert (one.hsym, one.vsym) == pair

    assert sweep.go_on(encoding, "bits", Pace(), take)
    expected = Counter[tuple[int, int]]()
    copies = Copies(action)
    for solution in tw.solve(puzzle):
        each = [scoring.of(copies.copy(solution, k)) for k in range(len(action.motions))]
        expected.update({(one.hsym or 0, one.vsym or 0) for one in each})
    assert found == expected
