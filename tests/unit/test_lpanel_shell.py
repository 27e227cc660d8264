"""`tilewright lpanel` in the shell: solve and check."""

import json
import random
import re
from pathlib import Path
from typing import Any

import pytest

import tilewright as tw
from tests.lpanel_boards import SEVERAL, UNIQUE
from tests.shell import interrupted, run
from tests.texts import check_text
from tilewright.design.lpanel import LPanel

NONE = "......\n......\n"


def solved(text: str, *arguments: str, status: int = 0) -> Any:
    done = run("lpanel", "solve", "-", "--json", *arguments, text=text)
    assert done.returncode == status, done.stderr
    return json.loads(done.stdout)


def test_the_only_solution() -> None:
    done = run("lpanel", "solve", "-", text=UNIQUE)
    assert done.returncode == 0
    assert done.stdout == (
        "3×4, 4 black cells, 8 white cells\n\nsolution 1:\nAA\nA B\nA B\n BB\n\n"
        "one solution: cpsat and bits agree\n"
    )


def test_several_solutions() -> None:
    done = run("lpanel", "solve", "-", text=SEVERAL)
    assert done.returncode == 0
    assert done.stdout.endswith("solution 2:\nABBB\nAAAB\n\nmore than one solution\n")


def test_no_solution() -> None:
    done = run("lpanel", "solve", "-", text=NONE)
    assert done.returncode == 1
    assert "no solution:\n- 12 white cells need 3 Ls" in done.stdout


def test_many_reasons_are_not_all_printed() -> None:
    done = run("lpanel", "solve", "-", text=".#" * 12)
    assert done.stdout.count("- the region at") == 3
    assert "- and 9 more of that kind\n" in done.stdout
    answer = solved(".#" * 12, status=1)
    assert [reason["kind"] for reason in answer["reasons"]] == ["region"] * 12


@pytest.mark.parametrize("engine", ["auto", "bits", "links", "anchor", "frontier", "cpsat"])
def test_json(engine: str) -> None:
    answer = solved(UNIQUE, "--engine", engine)
    assert (answer["unique"], answer["confirmed"], answer["complete"]) == (True, True, True)
    assert answer["board"] == UNIQUE.split()
    assert (answer["width"], answer["height"], answer["white"], answer["black"]) == (3, 4, 8, 4)
    assert len(answer["engines"]) == 2
    assert "cpsat" in answer["engines"]
    cells = [cell for one in answer["solutions"][0] for cell in one["cells"]]
    assert sorted(map(tuple, cells)) == sorted(LPanel.parse(UNIQUE).white)
    assert (answer["found"], answer["stopped_by"], answer["reasons"]) == (1, None, [])


def test_json_of_none_and_several() -> None:
    several, none = solved(SEVERAL), solved(NONE, status=1)
    assert (several["unique"], several["confirmed"], several["found"]) == (False, True, 2)
    assert (none["unique"], none["confirmed"], none["solutions"]) == (False, True, [])
    assert none["reasons"][0]["kind"] == "stripes"


def test_all_solutions() -> None:
    board = "....\n" * 4
    total = tw.count(LPanel.parse(board).puzzle).solutions
    assert solved(board, "--all")["found"] == total
    assert solved(board, "--max-solutions", "3")["found"] == 3
    assert solved(board, "--max-solutions", "1")["found"] == 1
    assert solved(board)["found"] == 2
    assert solved(UNIQUE, "--all")["found"] == 1
    assert run("lpanel", "solve", "-", "--all", text=board).stdout.count("solution ") == total


def test_files(tmp_path: Path) -> None:
    text, toml = tmp_path / "board.txt", tmp_path / "board.toml"
    text.write_text(f"\n; my board\n{UNIQUE}", newline="\r\n")
    tw.write_puzzle(LPanel.parse(UNIQUE).puzzle, toml)
    told = [run("lpanel", "solve", str(path)).stdout for path in (text, toml)]
    assert told[0] == told[1] == run("lpanel", "solve", "-", text=toml.read_text()).stdout


def test_several_boards_in_a_file() -> None:
    text = f"{UNIQUE}\n{SEVERAL}\n{NONE}"
    done = run("lpanel", "solve", "-", text=text)
    assert (done.returncode, done.stderr) == (
        2,
        "error: - holds 3 boards: say which, with --board N\n",
    )
    assert solved(text, "--board", "2")["board"] == SEVERAL.split()
    done = run("lpanel", "solve", "-", "--board", "4", text=text)
    assert (done.returncode, done.stderr) == (2, "error: --board 4: - holds 3 boards\n")
    done = run("lpanel", "check", "-", text=text)
    assert done.returncode == 1
    assert done.stdout.splitlines()[:3] == [
        "board 1: 3×4, 4 black cells, 8 white cells: one solution: cpsat and bits agree",
        "board 2: 4×2, 0 black cells, 8 white cells: more than one solution",
        "board 3: 6×2, 0 black cells, 12 white cells: no solution:",
    ]


def test_check() -> None:
    assert run("lpanel", "check", "-", text=UNIQUE).returncode == 0
    assert run("lpanel", "check", "-", text=SEVERAL).returncode == 1
    assert run("lpanel", "check", "-", text=NONE).returncode == 1
    done = run("lpanel", "check", "-", "--json", text=f"{UNIQUE}\n{NONE}")
    one, none = json.loads(done.stdout)["boards"]
    assert (one["unique"], one["confirmed"], one["solutions"]) == (True, True, 1)
    assert (none["unique"], none["solutions"]) == (False, 0)
    assert none["reasons"][0]["kind"] == "stripes"


def test_limits() -> None:
    answer = solved(UNIQUE, "--max-seconds", "0", status=3)
    assert (answer["unique"], answer["stopped_by"], answer["found"]) == (None, "limit", 0)
    done = run("lpanel", "check", "-", "--max-seconds", "0", text=UNIQUE)
    assert (done.returncode, done.stdout.count("no solution found so far")) == (3, 1)


def test_ctrl_c(tmp_path: Path) -> None:
    """A board with so many solutions that listing them takes long."""
    board = tmp_path / "board.txt"
    board.write_text(("." * 12 + "\n") * 12)
    done = interrupted("lpanel", "solve", str(board), "--all", "--json", "--engine", "bits")
    assert done.returncode == 130
    answer = json.loads(done.stdout)
    assert (answer["stopped_by"], answer["everything"]) == ("interrupt", False)
    assert answer["found"] == len(answer["solutions"])


def test_ctrl_c_while_one_is_looked_for(tmp_path: Path) -> None:
    """On a board so large that dancing links hardly ever come to an end."""
    board = tmp_path / "board.txt"
    cells = [(x, y) for x in range(24) for y in range(24)]
    black = set(random.Random(4).sample(cells, 16))
    board.write_text(str(LPanel.of_white(set(cells) - black, 24, 24)))
    done = interrupted("lpanel", "solve", str(board), "--json", "--engine", "links")
    assert done.returncode == 130
    answer = json.loads(done.stdout)
    assert (answer["unique"], answer["stopped_by"], answer["found"]) == (None, "interrupt", 0)


@pytest.mark.parametrize(
    ("text", "arguments"),
    [
        ("..x\n", []),
        ("", []),
        (UNIQUE, ["--engine", "dancing"]),
        (UNIQUE, ["--all", "--max-solutions", "3"]),
        (UNIQUE, ["--render", "b.xyz"]),
    ],
)
def test_mistakes(text: str, arguments: list[str]) -> None:
    done = run("lpanel", "solve", "-", *arguments, text=text)
    assert done.returncode == 2
    check_text(done.stderr)
    assert done.stdout == ""


def test_other_puzzles() -> None:
    done = run("lpanel", "solve", "soma")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("error: this is no L-Panel: expected a board of squares")
    assert "error: no puzzle 'lpanel-none'" in run("lpanel", "check", "lpanel-none").stderr


def test_render(tmp_path: Path) -> None:
    path = tmp_path / "board.svg"
    assert run("lpanel", "solve", "-", "--render", str(path), text=UNIQUE).returncode == 0
    assert path.read_text().startswith("<svg")


def test_boards_are_drawn(tmp_path: Path) -> None:
    boards, empty, solved = (tmp_path / name for name in ("a.txt", "b.svg", "c.svg"))
    boards.write_text(f"{SEVERAL}\n{UNIQUE}")
    done = run("lpanel", "render", str(boards), "-o", str(empty))
    assert (done.returncode, done.stdout, done.stderr) == (0, f"{empty}: 2 boards\n", "")
    done = run("lpanel", "render", str(boards), "--solved", "-o", str(solved))
    assert (done.returncode, done.stdout) == (0, f"{solved}: 2 solved boards\n")
    assert done.stderr == "note: board 1 has more than one solution\n"
    assert "L, turned over" in solved.read_text()
    assert "L, turned over" not in empty.read_text()
    done = run("lpanel", "render", str(boards), "--board", "2", "--solved", "-o", str(solved))
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        (["--solved", "-o", "a.svg"], 1),
        (["-o", "a.stl"], 2),
        (["--board", "2", "-o", "a.svg"], 2),
    ],
)
def test_boards_that_are_not_drawn(arguments: list[str], status: int) -> None:
    done = run("lpanel", "render", "-", *arguments, text=NONE)
    assert (done.returncode, done.stdout) == (status, "")
    check_text(done.stderr)
    assert not Path("a.svg").exists()


def test_solutions_can_be_drawn_afterwards(tmp_path: Path) -> None:
    answer, puzzle, picture = (tmp_path / name for name in ("a.json", "b.toml", "c.svg"))
    tw.write_puzzle(LPanel.parse(UNIQUE).puzzle, puzzle)
    answer.write_text(run("lpanel", "solve", "-", "--json", text=UNIQUE).stdout)
    done = run("render", str(answer), "--puzzle", str(puzzle), "-o", str(picture))
    assert (done.returncode, done.stderr) == (0, "")


def made(*arguments: str, status: int = 0) -> Any:
    done = run("lpanel", "generate", "--json", *arguments)
    assert done.returncode == status, done.stderr
    return json.loads(done.stdout)


def test_what_is_made_has_one_solution() -> None:
    """The bar."""
    done = run("lpanel", "generate", "--size", "8x8", "--seed", "1")
    assert done.returncode == 0
    answer = solved(done.stdout)
    assert (answer["unique"], answer["confirmed"]) == (True, True)
    assert len(answer["engines"]) == 2
    assert (answer["width"], answer["height"]) == (8, 8)
    assert run("lpanel", "generate", "--size", "8x8", "--seed", "1").stdout == done.stdout


def test_wishes() -> None:
    wishes = ["--size", "7x6", "--black", "10", "--symmetry", "half-turn", "--seed", "3"]
    (one,) = made(*wishes)["boards"]
    rows = one["board"]
    assert (one["width"], one["height"], one["black"], one["white"]) == (7, 6, 10, 32)
    assert rows == [row[::-1] for row in rows[::-1]]
    assert one["seed"] == 3
    assert (one["unique"], one["confirmed"]) == (True, True)
    assert len(one["solution"]) == 8


@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
def test_difficulties(level: str) -> None:
    (one,) = made("--size", "8x8", "--seed", "2", "--difficulty", level)["boards"]
    assert one["grade"]["level"] == level


def test_several_are_made_with_seeds_that_follow(tmp_path: Path) -> None:
    boards, picture = tmp_path / "boards.txt", tmp_path / "boards.pdf"
    wishes = ["--size", "6x6", "--count", "3", "--seed", "5"]
    done = run("lpanel", "generate", *wishes, "-o", str(boards), "--render", str(picture))
    assert (done.returncode, done.stdout) == (0, "")
    assert picture.read_bytes().startswith(b"%PDF")
    assert run("lpanel", "check", str(boards)).stdout.count("one solution") == 3
    (last,) = made("--size", "6x6", "--seed", "7")["boards"]
    assert boards.read_text().endswith("\n".join(last["board"]) + "\n")


def test_a_puzzle_file_is_made(tmp_path: Path) -> None:
    file = tmp_path / "board.toml"
    assert run("lpanel", "generate", "--size", "6x6", "-o", str(file)).returncode == 0
    assert file.read_text() == run("lpanel", "generate", "--size", "6x6", "--toml").stdout
    assert run("count", str(file)).stdout.startswith("1  solution")
    puzzle = tw.read_puzzle(file)
    assert puzzle.title.startswith("L-Panel 6×6, ")
    command = puzzle.about.split("`")[1].split()[1:]
    assert run(*command, "--toml").stdout == file.read_text()


@pytest.mark.parametrize(
    "arguments",
    [
        ["--size", "8"],
        ["--size", "0x8"],
        ["--size", "8x99"],
        ["--black", "13"],
        ["--symmetry", "none at all"],
        ["--difficulty", "nice"],
        ["--size", "8x6", "--symmetry", "quarter-turn"],
        ["--toml", "--count", "2"],
        ["--toml", "--json"],
        ["--render", "b.gif"],
    ],
)
def test_impossible_wishes(arguments: list[str]) -> None:
    done = run("lpanel", "generate", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    check_text(done.stderr)


def test_nothing_is_made_in_no_time() -> None:
    assert made("--max-seconds", "0", status=3) == {
        "boards": [],
        "stopped_by": "limit",
        "seconds": pytest.approx(0, abs=60),
    }


TUTORIAL = Path(__file__).parents[2] / "docs" / "tutorial" / "l-panel.md"
SHOWN = re.findall(r"^\$ (.+)\n((?:(?!\$ |```).*\n)*)", TUTORIAL.read_text(), re.MULTILINE)


@pytest.mark.parametrize(("line", "output"), SHOWN, ids=[line for line, _ in SHOWN])
def test_the_tutorial_is_true(line: str, output: str) -> None:
    *given, command = line.split(" | ")
    text = given[0].removeprefix("printf '").removesuffix("'").replace("\\n", "\n") if given else ""
    assert run(*command.split()[1:], text=text).stdout == output
