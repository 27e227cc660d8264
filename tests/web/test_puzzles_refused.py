"""Puzzles that are none, or far too large: refused at once, with a sentence."""

import pytest

from tests.web.puzzle_app import puzzle_client
from tilewright.web.settings import Limits

PIECE = '[[piece]]\nname = "a"\ndrawing = "#"\n'
SQUARE = f'lattice = "square"\n{PIECE}[board]\n'
TRIANGLE = "outline = [[0, 0], [1, 0], [0, 1]]\n"
ROWS = "\n".join(["#" * 1000] * 900)
CORNERS = ", ".join(f"[{k}, {k * k % 7}]" for k in range(20_000))
LAYERS = ", ".join(map(str, range(90_000)))

# The text, the status, and what is said.
REFUSED = {
    "nothing": ("", 422, "there is no lattice"),
    "no TOML": ("=", 422, "this is not TOML"),
    "a large box": (f"{SQUARE}box = [100000, 100000]", 413, "10,000,000,000 cells on the board"),
    "a large drawing": (f"{SQUARE}drawing = '''\n{ROWS}\n'''", 413, "900,000 cells on the board"),
    "a large piece": (f"{SQUARE}box = [2, 2]\n[[piece]]\nbox = [900, 900]", 413, "in one piece"),
    "many layers": (
        f'lattice = "cube"\n{PIECE}[[board.layer]]\nat = [{LAYERS}]\ndrawing = "##"',
        413, "180,000 cells on the board",
    ),
    "many pieces": (f"{SQUARE}box = [2, 2]\n" + "[[piece]]\n" * 600, 413, "601 kinds of pieces"),
    "many sets": (
        f"{SQUARE}box = [2, 2]\n" + '[[pieces]]\nset = "hexacubes"\n' * 99, 413, "[[pieces]]",
    ),
    "brackets": (f"a = {'[' * 9000}{']' * 9000}", 422, "nested too deeply"),
    "braces": (f"a = {'{b=' * 9000}1{'}' * 9000}", 422, "nested too deeply"),
    "a key of many parts": (f"{'a.' * 20_000}a = 1", 422, "more than 16 names"),
    "a table of many parts": (f"[{'a.' * 20_000}a]", 422, "more than 16 names"),
    "many unknown fields": ("\n".join(f"k{k} = 1" for k in range(9000)), 422, "more unknown"),
    "many pairs of colours": (
        f'{SQUARE}box = [2, 2]\n[colours]\nfits = [{", ".join(["[]"] * 3000)}]', 413, "pairs of",
    ),
    "a long number": (f"a = {'9' * 9000}", 422, "too long"),
    "many corners": (
        f'lattice = "polygon"\n[board]\noutline = [{CORNERS}]\n', 413, "20,000 corners",
    ),
    "a high power": (
        f'lattice = "polygon"\n[[piece]]\nname = "a"\n{TRIANGLE}[board]\n'
        'outline = [[0, 0], ["sqrt(2)^999999", 0], [0, 1]]',
        422, "has no place here",
    ),
    "a file": ('lattice = "../../secret.toml"\n[board]\nbox = [2, 2]', 422, "cannot be read here"),
    "far away": (f"{SQUARE}cells = [[0, 0], [2000000000, 0]]", 422, "1000000"),
    "a long name": (
        f'{SQUARE}box = [2, 2]\n[[piece]]\nname = "{"x" * 5000}"\ndrawing = "#"', 422, "200",
    ),
    "many coordinates": (
        f"[lattice]\ntranslations = [[{'1, ' * 50}1]]\n[[lattice.kind]]\nat = [0]", 413, "51 coo",
    ),
    "dates as labels": (
        "[lattice]\ntranslations = [[1]]\npairs = [[2020-01-01, 2020-01-02]]\n[[lattice.kind]]\n"
        "at = [0]",
        422, "expected two labels",
    ),
    "dates as corners": (
        "[lattice]\ntranslations = [[1, 0], [0, 1]]\n[[lattice.kind]]\nat = [0, 0]\n"
        "corners = [[2020-01-01, 0]]",
        422, "expected a list of numbers",
    ),
    "four coordinates": (
        '[lattice]\ntranslations = [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]\n'
        'text_shifts = [[0, 0, 0], [0, 0, 0], [0, 0, 0], [0, 0, 0]]\n'
        "[[lattice.kind]]\nat = [0, 0, 0, 0]\nedges = {}\n"
        "[board]\ncells = [[0, 0, 0, 0]]\n[[piece]]\ncells = [[0, 0, 0, 0]]",
        422, "only lattices of 2 or 3",
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", REFUSED)
def test_refused(what: str) -> None:
    toml, status, message = REFUSED[what]
    answer = puzzle_client().post("/api/puzzles/read", json={"toml": toml})
    assert answer.status_code == status, answer.text[:300]
    assert message in answer.json()["message"]
    assert bool(answer.json()["problems"]) == (status == 422)


# What once took very long, or could.
SLOW = {
    "counts": f'{SQUARE}box = [9, 9]\n[[piece]]\nname = "b"\ncount = 999999999\ndrawing = "#"',
    "spare": 'lattice = "square"\nspare = "0..999999999"\n[board]\nbox = [40, 40]\n'
    + "".join(
        f'[[piece]]\nname = "p{k}"\ncount = "0..999999999"\ndrawing = "{"#" * (k % 7 + 1)}"\n'
        for k in range(100)
    ),
    "cells far apart": f"{SQUARE}cells = [[0, 0], [190, 5000]]",
    "pieces without end": f'lattice = "polygon"\n[board]\n{TRIANGLE}[[piece]]\nname = "a"\n'
    + f"count = 1{'0' * 400}\n{TRIANGLE}",
    "square roots": f'lattice = "polygon"\n[[piece]]\nname = "a"\n{TRIANGLE}[board]\n'
    + f'outline = [[0, 0], ["{"+".join(f"sqrt({p})" for p in (2, 3, 5, 7, 11, 13, 17))}", 0], '
    + "[0, 1]]",
}


@pytest.mark.parametrize("what", SLOW)
def test_read_in_spite_of_its_size(what: str) -> None:
    answer = puzzle_client().post("/api/puzzles/read", json={"toml": SLOW[what]})
    assert answer.status_code == 200, answer.text[:300]
    assert answer.json()["problems"]


def test_of_many_faults_in_a_list_the_first_is_told() -> None:
    doc = {"kind": "lattice", "lattice": {"name": "square"}, "pieces": [{}] * 1000}
    answer = puzzle_client().post("/api/puzzles/write", json={"doc": doc})
    assert answer.status_code == 422
    assert answer.json()["message"] == "doc.lattice.pieces.0.name is missing."


@pytest.mark.parametrize("field", ["turn", "flip"])
def test_no_number_is_taken_for_yes_or_no(field: str) -> None:
    piece = {"name": "A", "cells": [[0, 0]], field: 0.0}
    doc = {"kind": "lattice", "lattice": {"name": "square"}, "pieces": [piece]}
    answer = puzzle_client().post("/api/puzzles/write", json={"doc": doc})
    assert answer.status_code == 422
    assert f"pieces.0.{field}" in answer.json()["message"]


def test_files_over_the_limit_are_not_read() -> None:
    client = puzzle_client(Limits(max_upload_bytes=100))
    answer = client.post("/api/puzzles/read", json={"toml": "#" * 101})
    assert answer.status_code == 413
    assert "101 bytes" in answer.json()["message"]


@pytest.mark.parametrize("name", ["sona", "../soma", "/etc/passwd", "puzzle.toml", ""])
def test_names_are_those_of_the_catalogue_only(name: str) -> None:
    answer = puzzle_client().post("/api/puzzles/read", json={"name": name})
    assert answer.status_code == 404
    assert "The catalogue has no puzzle" in answer.json()["message"]


def test_complaints_have_their_lines() -> None:
    answer = puzzle_client().post("/api/puzzles/read", json={"toml": f"{SQUARE}bax = [2, 2]\n"})
    problems = answer.json()["problems"]
    assert [problem["line"] for problem in problems if "bax" in problem["message"]] == [6]


def test_faults_have_their_lines_and_places() -> None:
    text = f'{SQUARE}box = [3, 1]\n[[piece]]\nname = "b"\ndrawing = "#.#"\n'
    problems = puzzle_client().post("/api/puzzles/read", json={"toml": text}).json()["problems"]
    told = [(problem["line"], problem["severity"], problem["place"]) for problem in problems]
    assert (7, "note", ["piece", "b"]) in told


def test_of_very_many_complaints_the_first_are_told() -> None:
    cells = ", ".join(f'[{k}, "x"]' for k in range(500))
    answer = puzzle_client().post("/api/puzzles/read", json={"toml": f"{SQUARE}cells = [{cells}]"})
    assert answer.status_code == 422
    assert len(answer.json()["problems"]) == 100
