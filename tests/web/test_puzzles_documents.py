"""Puzzles in the browser: what is read, written and read again is the same puzzle."""

import json
from typing import Any

import pytest
from hypothesis import given

import tilewright as tw
from tests.examples import examples
from tests.puzzle_strategies import OWN, puzzles
from tests.web.puzzle_app import DEFAULT, puzzle_client
from tilewright.faults import find_faults
from tilewright.formats import AnyPuzzle, format_puzzle, parse_file
from tilewright.polygons.model.files import format_polygon_puzzle
from tilewright.web.settings import Limits

Json = dict[str, Any]


def read(toml: str) -> Json:
    answer = puzzle_client().post("/api/puzzles/read", json={"toml": toml})
    assert answer.status_code == 200, answer.text
    found: Json = answer.json()
    return found


def write(doc: Json, limits: Limits = DEFAULT) -> Json:
    answer = puzzle_client(limits).post("/api/puzzles/write", json={"doc": doc})
    assert answer.status_code == 200, answer.text
    found: Json = answer.json()
    return found


def parsed(toml: str) -> AnyPuzzle:
    return parse_file(toml, "puzzle", None).puzzle


@examples(25)
@given(puzzles())
def test_what_the_browser_gets_and_gives_back_is_the_same_puzzle(puzzle: tw.Puzzle) -> None:
    answer = read(format_puzzle(puzzle))
    assert parsed(answer["toml"]) == puzzle
    again = write(answer["doc"])
    assert parsed(again["toml"]) == puzzle
    assert again["sizes"] == answer["sizes"]
    told = sorted(problem["message"] for problem in answer["problems"])
    assert sorted(problem["message"] for problem in again["problems"]) == told
    assert {fault.message for fault in find_faults(puzzle)} <= set(told)


SOME = [
    "soma",
    "checkers-6x6",
    "jigsaw-4x4-star",
    "happy-cube-red",
    "discs-3-test",
    "calendar-nov-15",
    "tetrasticks-welded-4x4",
    "spheres-801",
    "hex-prisms",
    "tangram-another",
    "stomachion",
    "t-puzzle-t",
]


@pytest.mark.parametrize("name", SOME)
def test_puzzles_of_the_catalogue_come_back(name: str) -> None:
    answer = puzzle_client().post("/api/puzzles/read", json={"name": name}).json()
    again = write(answer["doc"])
    assert parsed(again["toml"]) == tw.load(name)
    assert again["toml"] == answer["toml"]
    told = [problem | {"line": None} for problem in answer["problems"]]
    assert again["problems"] == told


def test_a_measured_polygon_keeps_its_numbers() -> None:
    shape = tw.polygons.Shape.of([(0, 0), ("1/2", 0), ("sqrt(2)", "0.25"), (0, 1e-7)])
    puzzle = tw.PolygonPuzzle((shape,), (tw.polygons.PolygonPiece("A", shape, 1, turn=False),))
    answer = read(format_polygon_puzzle(puzzle))
    (board,) = answer["doc"]["board"]
    assert board["outer"][:3] == [["0", "0"], ["1/2", "0"], ["sqrt(2)", "0.25"]]
    assert board["rings"][0][2] == [2**0.5, 0.25]
    assert parsed(write(answer["doc"])["toml"]) == puzzle


def test_rings_stay_as_they_are_drawn() -> None:
    clockwise = [["0", "0"], ["0", "1"], ["1", "0"]]
    shape = {"outer": clockwise}
    doc = {"kind": "polygon", "board": [shape], "pieces": [{"name": "A", "shape": shape}]}
    answer = write(doc)
    assert answer["problems"] == []
    assert answer["sizes"] == {"cells": None, "pieces": "1", "placements": None}
    assert read(answer["toml"])["doc"]["board"][0]["outer"] == clockwise


def lattice_doc(**more: Any) -> Json:
    board = {"must": [[0, 0], [1, 0]]}
    pieces = [{"name": "A", "cells": [[0, 0], [1, 0]]}]
    return {
        "kind": "lattice",
        "lattice": {"name": "square"},
        "board": board,
        "pieces": pieces,
        **more,
    }


def test_sizes_and_no_problems() -> None:
    answer = write(lattice_doc())
    assert answer["problems"] == []
    assert answer["sizes"] == {"cells": 2, "pieces": "1", "placements": 1}


A = {"name": "A", "cells": [[0, 0], [1, 0]]}

# What is wrong, where, and what is said of it.
ODD: dict[str, tuple[Json, list[str], str]] = {
    "no board": ({"board": {}}, ["board"], "the board is empty"),
    "no pieces": ({"pieces": []}, ["pieces"], "there are no pieces"),
    "empty piece": ({"pieces": [A, {"name": "B"}]}, ["piece", "B"], "has no cells"),
    "twice the name": ({"pieces": [A, A]}, ["piece", "A"], "two pieces are called 'A'"),
    "bad count": ({"pieces": [{**A, "count": "2..1"}]}, ["piece", "A"], "impossible"),
    "no count": ({"pieces": [{**A, "count": "many"}]}, ["piece", "A"], "a count is 'many'"),
    "bad spare": ({"spare": "x"}, ["spare"], "a count is 'x'"),
    "no name": ({"pieces": [{**A, "name": " "}]}, ["piece", " "], "a name that can be read"),
    "cell twice": (
        {"board": {"must": [[0, 0], [0, 0], [1, 0]]}}, ["board"], "the cell (0, 0) twice",
    ),
    "must and may": (
        {"board": {"must": [[0, 0], [1, 0]], "may": [[0, 0]]}}, ["board"], "both must and may",
    ),
    "stray colour": (
        {"board": {"must": [[0, 0]], "colours": [{"cell": [5, 5], "colour": "a"}]}},
        ["board"], "has a colour but is not on the board",
    ),
    "two colours": (
        {"board": {"must": [[0, 0]], "colours": [{"cell": [0, 0], "colour": x} for x in "ab"]}},
        ["board"], "two colours",
    ),
    "in space": ({"board": {"must": [[0, 0, 0]]}}, ["board"], "'square' has no cell there"),
    "colours": ({"pieces": [{**A, "colours": ["a"]}]}, ["piece", "A"], "1 colours for 2 cells"),
    "mark": (
        {"pieces": [{**A, "marks": [{"cell": [0, 0], "step": [5, 0], "mark": "key"}]}]},
        ["piece", "A"], "no such edge",
    ),
    "motion": ({"pieces": [{**A, "motions": ["spin"]}]}, ["piece", "A"], "no symmetry 'spin'"),
    "fixed nowhere": ({"fixed": [{"piece": "A", "cells": []}]}, ["fixed", "0"], "has no cells"),
    "fixed far": (
        {"fixed": [{"piece": "A", "cells": [[7, 7], [8, 7]]}]}, ["fixed", "0"], "does not fit",
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", ODD)
def test_odd_puzzles_are_written_and_told(what: str) -> None:
    more, place, message = ODD[what]
    answer = write(lattice_doc(**more))
    told = [problem for problem in answer["problems"] if message in problem["message"]]
    assert [problem["place"] for problem in told] == [place], answer["problems"]
    assert told[0]["severity"] == "error"
    assert parsed(answer["toml"])


def test_unknown_lattices_cannot_be_written() -> None:
    answer = write(lattice_doc(lattice={"name": "squore"}))
    assert answer["toml"] is None
    assert answer["problems"][0]["place"] == ["lattice"]
    assert "did you mean 'square'" in answer["problems"][0]["message"]


@pytest.mark.parametrize("definition", [{"kind": None}, {"name": float("1e400")}, {"kind": 5}, {}])
def test_lattices_that_are_none_are_told(definition: Json) -> None:
    body = json.dumps({"doc": lattice_doc(lattice={"name": "own", "definition": definition})})
    headers = {"Content-Type": "application/json"}
    answer = puzzle_client().post("/api/puzzles/write", content=body, headers=headers)
    assert answer.status_code == 200, answer.text
    assert answer.json()["toml"] is None
    assert all(problem["place"] == ["lattice"] for problem in answer.json()["problems"])


def test_lattices_of_users_come_back_with_their_tables() -> None:
    on = tw.parse_lattice(OWN["rhombille"])
    puzzle = tw.make_puzzle(on, [(3, 0)], {"A": [(0, 3)]})
    answer = read(format_puzzle(puzzle))
    assert not answer["doc"]["lattice"]["builtin"]
    assert any("small discs" in problem["message"] for problem in answer["problems"])
    assert parsed(write(answer["doc"])["toml"]) == puzzle


def test_bad_numbers_of_polygons_are_told() -> None:
    triangle = {"outer": [["0", "0"], ["1", "0"], ["0", "1"]]}
    wrong = {"outer": [["0", "0"], ["1/", "0"], ["0", "1"]]}
    doc = {"kind": "polygon", "board": [triangle], "pieces": [{"name": "A", "shape": wrong}]}
    answer = write(doc)
    assert answer["problems"][0]["place"] == ["piece", "A", "outline"]
    assert "corner 2" in answer["problems"][0]["message"]
    assert "outline" in answer["toml"]


def test_polygon_puzzles_without_anything_are_written_and_read() -> None:
    answer = write({"kind": "polygon", "title": "begun"})
    assert [problem["place"] for problem in answer["problems"]] == [["board"], ["pieces"]]
    again = read(answer["toml"])
    assert (again["doc"]["title"], again["doc"]["board"]) == ("begun", [])
    assert [problem["line"] for problem in again["problems"]] == [None, 5]


def test_what_is_too_large_is_told() -> None:
    answer = write(lattice_doc(), Limits(max_cells=1))
    assert answer["toml"] is None
    assert "2 cells on the board. This server takes at most 1." in answer["problems"][0]["message"]


def test_large_puzzles_are_looked_over_without_their_placements() -> None:
    cells = [[x, y, z] for x in range(10) for y in range(10) for z in range(18)]
    pieces = [{"name": f"P{k}", "cells": [[0, 0, 0], [k + 1, 0, 0]]} for k in range(80)]
    doc = lattice_doc(lattice={"name": "cube"}, board={"must": cells}, pieces=pieces)
    answer = write(doc)
    assert answer["sizes"]["placements"] is None
    assert any("too large to look up" in problem["message"] for problem in answer["problems"])
