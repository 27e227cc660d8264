"""What newcomers are told: how to install, what to write instead, which command to use."""

import re
from pathlib import Path

import pytest

import tilewright as tw
from tests.shell import run
from tilewright.document import FileError

ROOT = Path(__file__).parents[2]
FILES = sorted((ROOT / "tests/regressions/messages").glob("*.toml"))


def test_nobody_is_sent_to_a_package_index() -> None:
    pages = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("src/**/*.py")]
    assert len(pages) > 100
    wrong = re.compile(r"pip install '?tilewright\[")
    assert [str(page) for page in pages if wrong.search(page.read_text(encoding="utf-8"))] == []


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_one_mistake_gives_one_complaint_that_says_what_to_do(path: Path) -> None:
    said = re.match(r"# (\d+): (.*)\n", path.read_text(encoding="utf-8"))
    assert said
    with pytest.raises(FileError) as caught:
        tw.read_puzzle(path)
    [complaint] = caught.value.complaints
    assert complaint.line == int(said[1])
    assert complaint.message.endswith(said[2])


def test_a_lattice_of_four_dimensions_needs_no_drawings(tmp_path: Path) -> None:
    steps = [[int(i == j) for j in range(4)] for i in range(4)]
    edges = {f"{s}{i}": [int(s + "1") * x for x in steps[i]] for i in range(4) for s in "+-"}
    spelt = ", ".join(f'"{name}" = {step}' for name, step in edges.items())
    text = (
        f"translations = {steps}\npairs = {[[f'+{i}', f'-{i}'] for i in range(4)]}\n"
        f"[[kind]]\nat = [0, 0, 0, 0]\nedges = {{ {spelt} }}\n"
    )
    (tmp_path / "h4.toml").write_text(text)
    puzzle = 'lattice = "h4.toml"\n[board]\ncells = [[0, 0, 0, 0], [0, 0, 0, 1]]\n[[piece]]\n'
    path = tmp_path / "puzzle.toml"
    path.write_text(f"{puzzle}cells = [[0, 0, 0, 0], [0, 0, 0, 1]]\n")
    assert tw.count(tw.load(path)) == tw.count(tw.read_puzzle(path))
    assert "Drawings: none" in run("show", "--lattice", str(tmp_path / "h4.toml")).stdout
    (tmp_path / "h4.toml").write_text("pairs = []\n")  # and no translations
    done = run("check", str(path))
    assert done.stdout.startswith(f"{path}:1: error: h4.toml: translations are missing")


def test_the_lattice_of_a_half_written_puzzle_can_be_shown() -> None:
    path = ROOT / "tests/regressions/messages/lattice-of-its-own-drawn-wrong.toml"
    done = run("show", "--lattice", str(path))
    assert done.returncode == 0
    assert done.stdout.startswith("twos\n2 coordinates, 1 kind of cells")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["8x8"], "--pieces is missing: name a set, such as --pieces tetrominoes:L"),
        (["8*8"], "the board is '8*8': write its sides such as 8x8"),
        (["8"], "the board is '8': write its sides such as 8x8"),
        (["4x4", "--pieces", "tetromino"], "did you mean tetrominoes?"),
        (["4x4", "--pieces", "tetrominoes", "--times", "0-2"], 'write "0..2"'),
    ],
)
def test_generate_board_says_what_is_missing(words: list[str], said: str) -> None:
    done = run("generate", "board", *words)
    assert done.returncode == 2
    assert said in done.stderr


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        ("0-2", "0..2"),
        ("0–2", "0..2"),
        ("0...2", "0..2"),
        ("0 to 2", "0..2"),
        ([0, 2], "0..2"),
        ((0, 2), "0..2"),
        ("2+", "2.."),
        ("at most 3", "0..3"),
        ("*", "any"),
    ],
)
def test_a_range_that_is_spelt_wrong(given: str, meant: str) -> None:
    with pytest.raises(tw.PuzzleError, match=re.escape(f'write "{meant}"')):
        tw.Count.of(given)
    assert str(tw.Count.of(meant)) == meant


@pytest.mark.parametrize("given", [-1, 1.5, "-1", "x", None])
def test_what_is_no_range_at_all(given: str) -> None:
    with pytest.raises(tw.PuzzleError, match="expected a number"):
        tw.Count.of(given)
