"""`tilewright check`, and what other commands say of the same files."""

from pathlib import Path

import pytest

from tests.shell import answer, run

PIECE = '[[piece]]\nname = "O"\ndrawing = "#"\n'
BAD = {
    "wrong total size": (
        f'lattice = "square"\n[board]\nbox = [3, 2]\n{PIECE}',
        ["2: error: the pieces cover 1 cell, the board has 6"],
    ),
    "fits nowhere": (
        'lattice = "square"\n[board]\nbox = [2, 2]\n[[piece]]\nname = "I"\ndrawing = "####"\n',
        ["4: error: piece 'I' (4 cells) fits nowhere on the board, in none of its 2 orientations"],
    ),
    "the second of two fixed": (
        f'lattice = "square"\n[board]\nbox = [2, 1]\n{PIECE}count = 2\n'
        '[[fixed]]\npiece = "O"\ncells = [[0, 0]]\n[[fixed]]\npiece = "O"\ncells = [[7, 7]]\n',
        ["11: error: piece 'O' is fixed on (7, 7), where it does not fit"],
    ),
    "misspelt vector": (
        "translations = [[1, 0], [0, 1]]\npairs = []\n[[kind]]\natt = [0, 0]\n",
        ["4: error: unknown field 'att'; did you mean at?"],
    ),
    "duplicate names": (
        f'lattice = "square"\n[board]\nbox = [2, 1]\n{PIECE}{PIECE}',
        ["8: error: there is another piece 'O'"],
    ),
    "unknown lattice": (
        f'lattice = "sqare"\n[board]\nbox = [1, 1]\n{PIECE}',
        ["1: error: unknown lattice 'sqare'; did you mean 'square'?"],
    ),
    "overlapping layers": (
        'lattice = "cube"\n[board]\n[[board.layer]]\nat = [0, 1]\ndrawing = "#"\n'
        f'[[board.layer]]\nat = 1\ndrawing = "##"\n{PIECE}',
        ["8: error: drawing gives the cell [0, 0, 1], which was given before"],
    ),
    "symmetry that does not close": (
        'translations = [[1, 0], [0, 1]]\npairs = [["a", "b"]]\n[[kind]]\nat = [0, 0]\n'
        'edges = { a = [1, 0], b = [-1, 0] }\n[[symmetry]]\nname = "shear"\n'
        "matrix = [[1, 1], [0, 1]]\n",
        ["6: error: the symmetries do not close: more than 1000 motions"],
    ),
    "symmetry that tears edges": (
        f"[board]\nbox = [1, 1]\n{PIECE}[lattice]\ntranslations = [[1, 0], [0, 1]]\n"
        'pairs = [["a", "b"]]\n[[lattice.kind]]\nat = [0, 0]\nedges = { a = [1, 0], b = [-1, 0] }\n'
        '[[lattice.symmetry]]\nname = "turn"\nmatrix = [[0, -1], [1, 0]]\n',
        ["12: error: symmetry 'turn' does not preserve adjacency"],
    ),
    "impossible range": (
        f'lattice = "square"\n[board]\nbox = [2, 1]\n{PIECE}count = "5..2"\n',
        ["7: error: the count 5..2 is impossible"],
    ),
    "colour without partner": (
        'lattice = "square"\n[board]\ndrawing = "ab"\n[[piece]]\nname = "O"\ndrawing = "ac"\n',
        ["2: error: the board has cells of colour 'b'", "4: error: piece 'O' has cells of colour"],
    ),
    "empty board": (
        f'lattice = "square"\n[board]\ndrawing = "..."\n{PIECE}',
        ["2: error: the board is empty"],
    ),
    "no board": (f'lattice = "square"\n{PIECE}', [" error: there is no board"]),
    "fixed where there is nothing": (
        f'lattice = "square"\n[board]\nbox = [1, 1]\n{PIECE}'
        '[[fixed]]\npiece = "Q"\ncells = [[0, 0]]\n',
        ["7: error: fixed piece 'Q': there is no such piece"],
    ),
    "not TOML": ('lattice = "square"\n[board\n', ["2: error: this is not TOML"]),
    "nothing at all": ("", [" error: there is no lattice"]),
    "all at once": (
        'lattice = "square"\ntitel = "x"\n[board]\nbox = [2, 1]\nsides = 3\n'
        f'{PIECE}count = "many"\n[[piece]]\nname = "I"\nflip = 7\nmarks = 3\n',
        [
            "2: error: unknown field 'titel'; did you mean title?",
            "5: error: unknown field 'sides'",
            "9: error: a count is 'many'",
            "10: error: piece 'I' has no cells",
            "12: error: flip is 7: expected true or false",
            "13: error: marks is 3",
        ],
    ),
}


@pytest.mark.parametrize("what", BAD)
def test_check_says_what_is_wrong_and_where(tmp_path: Path, what: str) -> None:
    text, said = BAD[what]
    path = tmp_path / "bad.toml"
    path.write_text(text)
    done = run("check", str(path))
    assert (done.returncode, done.stderr) == (2, "")
    lines = done.stdout.splitlines()
    assert len(lines) == len(said), lines
    for line, expected in zip(lines, said, strict=True):
        assert line.startswith(f"{path}:{expected}")
    if "translations" not in text.split("[board]")[0]:  # a puzzle file
        others = ("count", "show", "estimate") if what == "wrong total size" else ()
        for command in ("solve", *others):
            refused = run(command, str(path))
            assert refused.returncode == 2
            assert f"error: {path}" in refused.stderr


def test_check_files_that_cannot_be_read(tmp_path: Path) -> None:
    odd = tmp_path / "odd.toml"
    odd.write_text(
        'lattice = "square"\n[board]\nbox = [4, 1]\n[[piece]]\nname = "C"\ndrawing = "#.#"\n'
        '[[piece]]\nname = "O"\ncount = 2\ndrawing = "#"\n'
    )
    puzzle = str(odd)
    strange = tmp_path / "strange.toml"
    strange.write_bytes(b'lattice = "square"\n# \xff\xfe\n')
    missing = tmp_path / "missing.toml"
    done = run("check", str(strange), str(missing), str(tmp_path), puzzle, "soma", "somma")
    assert done.returncode == 2
    assert done.stdout.splitlines() == [
        f"{strange}:2: error: this is not text in UTF-8",
        f"{missing}: error: No such file or directory",
        f"{tmp_path}: error: Is a directory",
        f"{puzzle}:4: note: piece 'C' is in several parts, which move together",
        f"{puzzle}: fine (4 cells, 3 pieces, 6 placements)",
        "soma.toml: fine (27 cells, 7 pieces, 688 placements)",
        "somma: error: no puzzle 'somma' in the catalogue, and no such file; did you mean soma?",
    ]
    value = answer("check", str(strange), puzzle, status=2)
    bad, fine = value["files"]
    assert bad["problems"] == [
        {"line": 2, "severity": "error", "message": "this is not text in UTF-8"}
    ]
    assert (fine["fine"], fine["placements"], fine["problems"][0]["severity"]) == (True, 6, "note")


def test_a_piece_that_is_never_used(tmp_path: Path) -> None:
    """It has no placements, but it is shown."""
    path = tmp_path / "spare.toml"
    unused = PIECE.replace('"O"', '"X"')
    path.write_text(f'lattice = "square"\n[board]\nbox = [1, 1]\n{PIECE}{unused}count = 0\n')
    assert "X" in run("show", str(path)).stdout
    assert answer("count", str(path), "--json")["solutions"] == 1


def test_symmetries_without_names(tmp_path: Path) -> None:
    path = tmp_path / "lattice.toml"
    path.write_text(
        'translations = [[1, 0], [0, 1]]\npairs = [["a", "b"]]\n[[kind]]\nat = [0, 0]\n'
        "edges = { a = [1, 0], b = [-1, 0] }\n[[symmetry]]\nmatrix = [[-1, 0], [0, 1]]\n"
    )
    assert run("check", str(path)).returncode == 0


def test_a_puzzle_on_stdin() -> None:
    text = f'lattice = "square"\n[board]\nbox = [1, 1]\n{PIECE}'
    assert run("check", "-", text=text).stdout.startswith("<stdin>: fine")
    assert run("solve", "-", text=text).stdout.startswith("solution 1:\nO\n")
    assert run("check", "-", text="lattice = 3").stdout.startswith("<stdin>:1: error: lattice is 3")


def test_any_number_of_pieces() -> None:
    done = run("check", "lpanel-01")
    assert done.stdout == "lpanel-01.toml: fine (28 cells, any number of pieces, 71 placements)\n"
