"""Playing on lattices: what the server says is compared with the list of all solutions."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import tilewright as tw
from tests.web.asking import Asking
from tilewright.web.app import make_app
from tilewright.web.settings import Settings

Placed = dict[str, Any]

PLAIN = """
lattice = "square"
board.box = [5, 3]
[[piece]]
name = "L"
drawing = '''
#.
##'''
count = 2
[[piece]]
name = "I"
drawing = "###"
count = 2
[[piece]]
name = "J"
drawing = "###"
"""
SPARE_AND_HOLES = """
lattice = "square"
spare = 1
board.drawing = '''
####
####
??##'''
[[piece]]
name = "T"
drawing = '''
###
.#.'''
[[piece]]
name = "O"
drawing = '''
##
##'''
[[piece]]
name = "I"
drawing = "###"
count = "0..2"
"""
COLOURED = """
lattice = "square"
board.drawing = '''
aba
bab'''
[[piece]]
name = "D"
drawing = "ab"
count = 3
"""
MARKED = """
lattice = "square"
board.drawing = '''
##?
##?'''
[marks]
fits = [["in", "out"], ["in", "nothing"], ["out", "nothing"]]
[[piece]]
name = "D"
drawing = "##"
count = "1..3"
marks = [
  { cell = [0, 0], edge = "left", mark = "in" },
  { cell = [1, 0], edge = "right", mark = "out" },
]
[[piece]]
name = "K"
drawing = "#"
count = "0..2"
"""
FIXED = """
lattice = "square"
board.box = [4, 3]
[[fixed]]
piece = "D"
cells = [[0, 0], [1, 0]]
[[piece]]
name = "D"
drawing = "##"
count = 6
"""
PUZZLES = {
    "plain": PLAIN,
    "spare": SPARE_AND_HOLES,
    "coloured": COLOURED,
    "marked": MARKED,
    "fixed": FIXED,
}


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Asking]:
    app = make_app(Settings(tmp_path_factory.mktemp("jobs")))
    with Asking(app, strict=True) as client:
        yield client


def ask(client: Asking, what: str, puzzle: dict[str, str], **more: Any) -> dict[str, Any]:
    answer = client.post(f"/api/play/{what}", json={"puzzle": puzzle, **more})
    assert answer.status_code == 200, answer.text
    given: dict[str, Any] = answer.json()
    return given


def check(client: Asking, puzzle: dict[str, str], placed: Sequence[Placed], **more: Any) -> Any:
    return ask(client, "check", puzzle, placed=placed, **({"patience": 10} | more))


def hint(client: Asking, puzzle: dict[str, str], placed: Sequence[Placed], strength: str) -> Any:
    return ask(client, "hint", puzzle, placed=placed, strength=strength, patience=10)


def key(one: Placed, puzzle: tw.Puzzle) -> tuple[object, ...]:
    """What is placed where; which way round matters if it has colours or marks."""
    piece = puzzle.piece("I" if one["piece"] == "J" else one["piece"])  # these are the same
    cells = tuple(map(tuple, one["cells"]))
    return piece.name, cells if piece.colours or piece.marks else frozenset(cells)


def in_order(puzzle: tw.Puzzle, placed: tw.solutions.Placed) -> Placed:
    """A placed piece as a page sends it: its cells in the order of the piece's own."""
    cells = [list(placed.motion(cell)) for cell in puzzle.piece(placed.piece).cells]
    return {"piece": placed.piece, "cells": cells}


@pytest.mark.parametrize("name", PUZZLES)
def test_ways_are_the_solutions_with_these_pieces(client: Asking, name: str) -> None:
    toml = PUZZLES[name]
    puzzle = tw.parse_puzzle(toml)
    assert isinstance(puzzle, tw.Puzzle)
    solutions = [
        [in_order(puzzle, one) for one in solution.placed]
        for solution in tw.solve(puzzle, up_to="nothing")
    ]
    assert solutions
    wanted = [Counter(key(one, puzzle) for one in solution) for solution in solutions]
    placements = [one for solution in solutions for one in solution]
    rng = random.Random(name)
    answers = set()
    for _ in range(25):
        among = rng.choice((rng.choice(solutions), placements))
        some = rng.sample(among, rng.randint(0, min(3, len(among))))
        said = check(client, {"toml": toml}, some)
        there = Counter(key(one, puzzle) for one in some)
        ways = sum(1 for one in wanted if not there - one)
        assert said["state"] == ("yes" if ways else "no")
        if not said["wrong"]:
            assert (said["ways"], said["more"]) == (ways, False)
        assert not (said["wrong"] and ways)
        answers.add(said["state"])
        if ways:
            move = hint(client, {"toml": toml}, some, "move")
            if move["kind"] == "move":
                after = [*some, {part: move[part] for part in ("piece", "cells", "motion")}]
                assert check(client, {"toml": toml}, after)["state"] == "yes"
            else:
                assert said["complete"]
        elif not said["wrong"]:
            removed = hint(client, {"toml": toml}, some, "cell")
            assert removed["kind"] == "remove"
            assert removed["piece"] == some[removed["placed"]]["piece"]
    assert "yes" in answers


@pytest.mark.parametrize("name", ["soma", "pentominoes-6x10", "tangram-square", "jigsaw-4x4-star"])
def test_hints_lead_to_a_solution(client: Asking, name: str) -> None:
    puzzle, placed = {"name": name}, []
    for _ in range(20):
        cell, piece, move = (hint(client, puzzle, placed, s) for s in ("cell", "piece", "move"))
        if move["kind"] == "none":
            break
        assert [cell["kind"], piece["kind"], move["kind"]] == ["cell", "piece", "move"]
        assert cell["cells"] == piece["cells"]
        assert cell["cells"][0] in move["cells"]
        assert piece["piece"] == move["piece"]
        placed.append({part: move[part] for part in ("piece", "cells", "motion")})
        assert check(client, puzzle, placed)["state"] == "yes"
    said = check(client, puzzle, placed)
    assert said["complete"], said
    assert said["wrong"] == []


def test_a_piece_that_spoils_it_is_to_be_taken_away(client: Asking) -> None:
    puzzle = {"name": "pentominoes-6x10"}
    good = hint(client, puzzle, [], "move")
    placed = [{"piece": good["piece"], "cells": good["cells"]}]
    x, y = tw.load("pentominoes-6x10").board.must[-1]
    leaves_one = [[x - 1, y - 2], [x - 2, y - 1], [x - 1, y - 1], [x, y - 1], [x - 1, y]]
    corner = {"piece": "X", "cells": leaves_one}
    said = check(client, puzzle, [*placed, corner])
    assert (said["state"], said["ways"], said["wrong"]) == ("no", 0, [])
    found = hint(client, puzzle, [*placed, corner], "cell")
    assert (found["kind"], found["placed"], found["piece"]) == ("remove", 1, "X")
    assert "piece X" in found["message"]


@pytest.mark.parametrize(
    ("placed", "wrong", "words"),
    [
        ([("Q", [[0, 0]])], [0], "no piece 'Q'"),
        ([("I", [[0, 0], [0, 1], [0, 3]])], [0], "outside"),
        ([("I", [[0, 0], [1, 0], [1, 1]])], [0], "shape"),
        ([("I", [[0, 0], [1, 0]])], [0], "shape"),
        ([("I", [[0, 0], [1, 0], [2, 0]]), ("L", [[2, 0], [2, 1], [3, 1]])], [1], "on each other"),
        ([("J", [[k, 0], [k, 1], [k, 2]]) for k in (0, 1)], [1], "only once"),
    ],
)
def test_wrong_placements(
    client: Asking, placed: list[tuple[str, list[list[int]]]], wrong: list[int], words: str
) -> None:
    given = [{"piece": piece, "cells": cells} for piece, cells in placed]
    said = check(client, {"toml": PLAIN}, given)
    assert (said["state"], said["wrong"], said["complete"]) == ("no", wrong, False)
    assert words in said["message"]
    found = hint(client, {"toml": PLAIN}, given, "move")
    assert (found["kind"], found["placed"]) == ("remove", wrong[0])


def test_more_than_are_wanted(client: Asking) -> None:
    said = check(client, {"name": "pentominoes-6x10"}, [], most=100)
    assert (said["state"], said["ways"], said["more"]) == ("yes", 100, True)
    assert "more than 100 ways" in said["message"]
    said = check(client, {"name": "pentominoes-6x10"}, [], most=10_000)
    assert (said["state"], said["ways"], said["more"]) == ("yes", 9356, False)


def test_without_patience_nothing_false_is_said(client: Asking) -> None:
    bedlam = {"name": "bedlam"}
    said = check(client, bedlam, [], patience=0)
    assert said["state"] in ("yes", "thinking")
    assert said["state"] == "yes" or said["ways"] is None
    assert hint(client, {"name": "mutilated-chessboard"}, [], "cell")["kind"] in (
        "none",
        "thinking",
    )


def test_puzzles_that_are_none(client: Asking) -> None:
    for puzzle, status in (
        ({"name": "no-such-puzzle"}, 404),
        ({"name": "../secret.toml"}, 404),
        ({"toml": "lattice = 7"}, 422),
        ({"toml": PLAIN.replace("[5, 3]", "[500, 300]")}, 413),
        ({}, 422),
    ):
        answer = client.post("/api/play/check", json={"puzzle": puzzle, "placed": []})
        assert answer.status_code == status, answer.text
        assert answer.json()["message"]


NUMBERS = st.one_of(st.integers(-3, 6), st.sampled_from([10**6, -(10**6)]))
FLOATS = st.one_of(
    st.floats(-3, 3), st.sampled_from([0.0, 1.0, 2**0.5, 1e6, 1e-300]), st.integers(-2, 2)
)
ONE = st.one_of(
    st.fixed_dictionaries(
        {
            "piece": st.sampled_from(["Large triangle", "Square", "L", "A", "", "é"]),
            "ring": st.lists(st.lists(FLOATS, min_size=2, max_size=2), min_size=3, max_size=5),
        }
    ),
    st.fixed_dictionaries(
        {
            "piece": st.sampled_from(["B", "L", "A", "C", "", "é"]),
            "cells": st.lists(st.lists(NUMBERS, min_size=2, max_size=3), min_size=1, max_size=4),
        },
        optional={"motion": st.integers(0, 999)},
    ),
)


@settings(
    max_examples=60,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(
    st.sampled_from(["soma", "tangram-cat", "jigsaw-4x4-star", "aquabelle-starter"]),
    st.lists(ONE, max_size=3),
)
def test_whatever_is_placed(client: Asking, name: str, placed: list[Placed]) -> None:
    said = check(client, {"name": name}, placed, patience=0.1)
    assert said["state"] in ("yes", "no", "thinking")
    assert all(0 <= number < len(placed) for number in said["wrong"])
    found = hint(client, {"name": name}, placed, "move")
    if said["wrong"]:
        assert (found["kind"], found["placed"]) == ("remove", said["wrong"][0])
