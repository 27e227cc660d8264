"""What newcomers are told: how to install, what to write instead, which command to use."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import tilewright as tw
from tests.shell import run
from tests.texts import check_text, raises_text
from tilewright.cover.examples import dominoes
from tilewright.design import grade, judge
from tilewright.document import FileError
from tilewright.puzzle import PuzzleError
from tilewright.solving import outlook

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
    "words",
    [
        ["8x8"],
        ["8*8"],
        ["8"],
        ["4x4", "--pieces", "tetromino"],
        ["4x4", "--pieces", "tetrominoes", "--times", "0-2"],
    ],
)
def test_generate_board_says_what_is_missing(words: list[str]) -> None:
    done = run("generate", "board", *words)
    assert done.returncode == 2
    check_text(done.stderr)


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
    with pytest.raises(tw.puzzle.PuzzleError, match=re.escape(f'write "{meant}"')):
        tw.puzzle.Count.of(given)
    assert str(tw.puzzle.Count.of(meant)) == meant


@pytest.mark.parametrize("given", [-1, 1.5, "-1", "x", None])
def test_what_is_no_range_at_all(given: str) -> None:
    with pytest.raises(tw.puzzle.PuzzleError, match="expected a number"):
        tw.puzzle.Count.of(given)


COVER, PANEL = "a b | c\na c:1\nb c:1\n", "....\n.##.\n....\n"
LATTICE = '[[kind]]\nname = "x"\n'


@pytest.mark.parametrize(
    ("command", "given", "said"),
    [
        ("cover", "soma", "soma is a puzzle: say `tilewright solve soma`"),
        ("cover --count", "soma", "soma is a puzzle: say `tilewright count soma`"),
        ("cover", "stomachion", "stomachion is a puzzle: say `tilewright solve stomachion`"),
        ("cover", "broken.toml", "broken.toml is a puzzle: say `tilewright solve "),
        ("cover", "panel.txt", "is a board of L-Panel: say `tilewright lpanel solve "),
        ("cover", "queens", "say `tilewright example queens`"),
        ("solve", "queens", "say `tilewright example queens`"),
        ("solve", "hexagon", "hexagon is a lattice: say `tilewright show --lattice hexagon`"),
        ("solve", "pentominoes", "is a set of pieces: say `tilewright show --set pentominoes`"),
        ("solve", "problem.dlx", "is an exact cover problem: say `tilewright cover "),
        ("estimate", "problem.dlx", "problem.dlx --estimate`"),
        ("solve", "panel.txt", "is a board of L-Panel: say `tilewright lpanel solve "),
        ("check", "panel.txt", "is a board of L-Panel: say `tilewright lpanel check "),
        ("solve", "lattice.toml", "is a lattice: say `tilewright show --lattice "),
        ("solve", "own.run", "own.run is a run: say `tilewright resume "),
        ("solve", "soma.json", "is a file of solutions: say `tilewright render "),
        ("resume", "soma", "soma is a puzzle: say `tilewright run soma`"),
        ("runs show", "problem.dlx", "is an exact cover problem: say `tilewright cover "),
        ("show --lattice", "soma", "soma is a puzzle: say `tilewright show soma`"),
        ("show --set", "hexagon", "say `tilewright show --lattice hexagon`"),
        ("lpanel solve", "problem.dlx", "is an exact cover problem: say `tilewright cover "),
        ("lpanel solve", "soma", "`tilewright solve` takes every puzzle"),
    ],
)
def test_the_right_command_is_named(tmp_path: Path, command: str, given: str, said: str) -> None:
    (tmp_path / "problem.dlx").write_text(COVER)
    (tmp_path / "panel.txt").write_text(PANEL)
    (tmp_path / "lattice.toml").write_text(LATTICE)
    (tmp_path / "broken.toml").write_text("lattice = square\n[board]\n")
    (tmp_path / "soma.json").write_text('{"solutions": []}')
    (tmp_path / "own.run").write_bytes(b"SQLite format 3\0")
    file = tmp_path / given
    done = run(*command.split(), str(file) if file.exists() else given)
    assert done.returncode == 2
    assert said in done.stderr + done.stdout
    assert len((done.stderr + done.stdout).splitlines()) == 1


def test_the_right_command_is_named_for_stdin() -> None:
    done = run("solve", "-", text=COVER)
    assert done.returncode == 2
    assert done.stderr == "error: <stdin> is an exact cover problem: say `tilewright cover -`\n"


def test_a_mistake_in_the_right_kind_of_file_is_told(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.dlx"
    wrong.write_text("a b\na c\n")
    assert "unknown item 'c'" in run("cover", str(wrong)).stderr
    assert "exclude each other" in run("cover", "soma", "--all", "--count").stderr


OPTIONS = [["a", "d1"], ["b", "d1"], ["b"]]


@pytest.mark.parametrize(
    "asked",
    [
        lambda: tw.cover.from_options(OPTIONS, secondary="d1"),
        lambda: tw.cover.from_options(OPTIONS, primary="ab", secondary=["d1"]),
        lambda: tw.cover.from_options("ab"),
        lambda: tw.cover.from_matrix([[1, 0], [0, 1]], secondary="1"),
        lambda: list(tw.solve(tw.cover.from_options(OPTIONS), order="ab")),
        lambda: tw.design.judge(tw.load("ascii-3x3"), engines="bits"),
        lambda: tw.Piece("X", ((0, 0), (1, 0), (2, 0)), colours="red"),
        lambda: tw.Piece("X", ((0, 0),), motions="turn"),
        lambda: tw.puzzle.Marks(frozenset({"ab"})),
        lambda: tw.make_puzzle("square", "##", "##"),
        lambda: tw.design.LPanel("...."),
    ],
)
def test_a_string_is_not_taken_for_its_letters(asked: Callable[[], object]) -> None:
    with raises_text(tw.TilewrightError):
        asked()


@pytest.mark.parametrize(
    "ask", [tw.count, tw.solve, tw.shares, tw.best, tw.explain, outlook, judge, grade]
)
@pytest.mark.parametrize("given", ["soma", None, 3])
def test_what_is_no_puzzle_at_all_is_refused(ask: Callable[[Any], object], given: object) -> None:
    with pytest.raises(tw.TilewrightError, match=f"^a {type(given).__name__} is no"):
        ask(given)


@pytest.mark.parametrize("ask", [tw.shares, tw.best, outlook, judge, grade])
@pytest.mark.parametrize("given", [dominoes(2, 2), tw.load("stomachion")], ids=repr)
def test_puzzles_on_lattices_alone_are_looked_at_closely(
    ask: Callable[[Any], object], given: object
) -> None:
    with pytest.raises(PuzzleError, match=f"a {type(given).__name__} is not a puzzle on a lattice"):
        ask(given)


def test_a_puzzle_of_the_catalogue_is_no_file() -> None:
    done = run("solve", "soma.toml")
    assert done.returncode == 2
    assert "no file soma.toml; the puzzle of the catalogue is called soma" in done.stderr
