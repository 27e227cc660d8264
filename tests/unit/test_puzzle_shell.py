"""The commands for puzzles: what they print, how they end, interrupts and pipes."""

import json
import re
import signal
import subprocess
from pathlib import Path

import pytest

import tilewright as tw
from tests.catalogue_kinds import LATTICE_NAMES
from tests.plain_counts import domino_classes
from tests.shell import COMMAND, answer, interrupted, run
from tests.texts import check_text
from tilewright.catalogue import catalogue_names
from tilewright.cli.colour import Paper
from tilewright.cli.commands.show import lattice_entry, lattice_page
from tilewright.cli.pages import puzzle_entry, puzzle_page
from tilewright.cli.puzzles import given
from tilewright.execution.job import JobOrder, explore
from tilewright.placements import place
from tilewright.runs import create_run


@pytest.fixture
def puzzle(tmp_path: Path) -> str:
    """A puzzle with an odd piece, and without symmetry."""
    path = tmp_path / "odd.toml"
    path.write_text(
        'lattice = "square"\n[board]\nbox = [4, 1]\n[[piece]]\nname = "C"\ndrawing = "#.#"\n'
        '[[piece]]\nname = "O"\ncount = 2\ndrawing = "#"\n'
    )
    return str(path)


# list


def test_list_as_a_table() -> None:
    for width in (80, 120):
        lines = run("list", COLUMNS=str(width)).stdout.splitlines()
        assert max(map(len, lines)) <= width
        assert len(lines) == len(catalogue_names()) + 2
    (soma,) = [line for line in lines if line.startswith("soma ")]
    assert soma.split() == ["soma", "cube", "27", "7", "11,520", "240", "Soma", "cube"]


def test_list_what_was_asked_for() -> None:
    puzzles = answer("list", "PENTOMINOES", "--lattice", "cube")["puzzles"]
    assert {"pentominoes-6x5x2", "pentominoes-5x4x3"} <= {p["name"] for p in puzzles}
    assert {p["lattice"] for p in puzzles} == {"cube"}
    (soma,) = answer("list", "soma", "piet")["puzzles"]
    assert soma["known"] == {"solutions": 11520, "up_to_rotation": 480, "up_to_symmetry": 240}
    assert run("list", "no", "such", "thing").returncode == 1
    wrong = run("list", "--lattice", "sqare")
    assert (wrong.returncode, wrong.stdout) == (2, "")
    assert "did you mean 'square'?" in wrong.stderr


# show


def test_show_a_puzzle() -> None:
    page = run("show", "soma").stdout
    assert page.startswith("Soma cube (soma)\nSeven pieces fill 3×3×3.\nSource: Piet Hein")
    assert "L          1      4            24       24         144\n" in page
    assert "total                          92       92         688\n" in page
    assert "Symmetries: 24 rotations, 48 in all" in page
    assert "11,520 solutions, 480 up to rotation, 240 up to symmetry" in page
    more = run("show", "soma", "--orientations").stdout
    assert "L in 24 orientations" in more
    shown = answer("show", "soma")
    assert (shown["rotations"], shown["symmetries"], shown["placements"]) == (24, 48, 688)
    assert [p["placements"] for p in shown["piece_list"]] == [144, 144, 72, 72, 96, 96, 64]


def test_every_puzzle_can_be_shown() -> None:
    for name in LATTICE_NAMES:
        shown = given(name)
        placements = place(shown.puzzle)
        assert f"{len(placements):,}" in puzzle_page(shown, placements, Paper(120), turned=True)
        assert json.dumps(puzzle_entry(shown, placements))


def test_show_the_cover_problem() -> None:
    text = run("show", "soma", "--cover").stdout
    assert tw.cover.parse_cover(text).option_count == 688
    assert (
        json.loads(run("cover", "-", "--count", "--json", text=text).stdout)["solutions"] == 11520
    )


def test_show_lattices(tmp_path: Path) -> None:
    names = run("show", "--lattice").stdout.split()
    assert names == list(tw.lattice_names())
    for name in names:
        assert f"{len(tw.lattice(name).motions)} motion" in lattice_page(tw.lattice(name))
        assert json.dumps(lattice_entry(tw.lattice(name)))
    assert "Generator  order" in run("show", "--lattice", "cube").stdout
    own = tmp_path / "own.toml"
    own.write_text(
        'name = "strip"\ntranslations = [[1]]\npairs = [["l", "r"]]\n'
        "[[kind]]\nat = [0]\nedges = { l = [-1], r = [1] }\n"
    )
    assert answer("show", "--lattice", str(own))["motions"] == 1
    assert run("check", str(own)).stdout.endswith(
        "fine (a lattice of dimension 1, 1 kind of cells, 1 motion)\n"
    )
    assert "did you mean 'cube'" in run("show", "--lattice", "cub").stderr


def test_show_sets_of_pieces() -> None:
    assert "pentominoes" in run("show", "--set").stdout.split()
    assert "X          1      5             1\n" in run("show", "--set", "pentominoes").stdout
    assert len(answer("show", "--set", "tetrominoes")["pieces"]) == 5
    assert run("show", "--set", "pentomino").returncode == 2
    assert run("show", "--set", "--lattice").returncode == 2
    assert run("show").returncode == 2


def test_show_what_is_wrong(tmp_path: Path) -> None:
    path = tmp_path / "wrong.toml"
    path.write_text('lattice = "square"\n[board]\nbox = [2, 2]\n[[piece]]\ndrawing = "###"\n')
    done = run("show", str(path))
    assert done.returncode == 2
    assert f"error: {path}:2: the pieces cover 3 cells" in done.stderr
    assert "Board: 4 cells" in done.stdout


# solve


def test_solve_prints_letters() -> None:
    done = run("solve", "ascii-3x3", "--all")
    assert done.stdout.startswith("solution 1:\nCCC\nCBB\nCAB\n\nsolution 2:\n")
    assert done.stdout.splitlines()[-1].startswith("3 solutions up to symmetry; ")
    assert (done.returncode, done.stderr) == (0, "")
    assert "1 solution, maybe more; " in run("solve", "ascii-3x3").stdout


@pytest.mark.parametrize(
    ("options", "found"),
    [
        (["--all"], 3),
        (["--all", "--up-to", "rotation"], 4),
        (["--all", "--up-to", "nothing"], 16),
        (["--all", "--up-to", "nothing", "--rule", "leftmost", "--seed", "3"], 16),
        (["--max-solutions", "2"], 2),
        (["--max-solutions", "99"], 3),
        ([], 1),
    ],
)
def test_solve_as_json(options: list[str], found: int) -> None:
    value = answer("solve", "ascii-3x3", *options)
    assert value["found"] == len(value["solutions"]) == found
    assert value["stopped_by"] is None
    assert value["complete"] is ("--all" in options or "99" in options)
    assert value["puzzle"]["name"] == "ascii-3x3"
    shown = tw.load("ascii-3x3")
    for solution in value["solutions"]:
        cells = [tuple(cell) for placed in solution for cell in placed["cells"]]
        assert sorted(cells) == sorted(shown.board.cells)
        assert {placed["piece"] for placed in solution} == {"A", "B", "C"}
        assert all(set(p) == {"piece", "cells", "motion", "mirror"} for p in solution)


def test_statistics() -> None:
    text = run("solve", "soma", "--stats").stdout
    assert "orientations       92, 92 of them fit\n" in text
    assert "placements         688\n" in text
    value = answer("solve", "soma", "--max-solutions", "2", "--stats")
    assert value["stats"]["placements"] == 688
    assert 0 < value["stats"]["seconds_to_first"] <= value["seconds"]


def test_trace() -> None:
    lines = run("solve", "ascii-3x3", "--trace", "--max-solutions", "2").stdout.splitlines()
    assert lines[:4] == [
        "+ C (0,0) (1,0) (2,0) (0,1) (0,2)",
        "  + A (1,1)",
        "    + B (2,1) (1,2) (2,2)",
        "solution 1:",
    ]
    assert lines[8:11] == ["    - B", "  - A", "  + B (1,1) (1,2) (2,2)"]
    whole = run("solve", "ascii-3x3", "--trace", "--all").stdout
    assert whole.count("+ ") == whole.count("- ")
    assert whole.count("solution ") == 16
    assert run("solve", "soma", "--trace", "--max-nodes", "9", "--all").returncode == 3
    assert run("solve", "bedlam", "--trace", "--max-seconds", "0.2", "--all").returncode == 3


@pytest.mark.parametrize(
    "command", [["solve", "scott", "--all"], ["count", "scott"], ["solve", "scott", "--trace"]]
)
def test_any_number_of_threads(command: list[str]) -> None:
    outputs = {
        re.sub(r"\d+\.\d\d s", "", run(*command, "--threads", number).stdout)
        for number in ("0", "1", "3")
    }
    assert len(outputs) == 1
    assert "node" in outputs.pop()


def test_exit_statuses() -> None:
    for command in ("solve", "count"):
        assert run(command, "ascii-3x3").returncode == 0
        assert run(command, "ascii-3x3-nosol").returncode == 1
        for limit in (["--max-nodes", "100"], ["--max-seconds", "0.01"]):
            task = ["--all"] if command == "solve" else []
            stopped = answer(command, "bedlam", *task, *limit, status=3)
            assert stopped["stopped_by"] == "limit"
            assert stopped["complete"] is False
    assert "stopped by limit" in run("count", "bedlam", "--max-nodes", "10").stdout


@pytest.mark.parametrize(
    "arguments",
    [
        ["solve", "somma"],
        ["count", "no/such.toml"],
        ["solve", "."],
        ["solve", "soma", "--all", "--max-solutions", "2"],
        ["solve", "soma", "--up-to", "taste"],
        ["solve", "soma", "--engine", "steam"],
        ["solve", "soma", "--trace", "--json"],
        ["solve", "soma", "--trace", "--up-to", "symmetry"],
        ["solve", "soma", "--stranding", "beach"],
        ["count", "soma", "--rule", "best"],
        ["solve", "soma", "--max-solutions", "0"],
        ["show", "soma", "--cover", "--json"],
    ],
)
def test_bad_options(arguments: list[str]) -> None:
    done = run(*arguments)
    assert done.returncode == 2
    check_text(done.stderr)
    assert done.stdout == ""


# count


def test_count() -> None:
    lines = run("count", "soma").stdout.splitlines()
    assert lines[:3] == [
        "11,520  solutions",
        "   480  up to rotation (24 rotations)",
        "   240  up to symmetry (48 symmetries)",
    ]
    value = answer("count", "pent-8x8-hole")  # another name of scott
    assert value["puzzle"]["name"] == "scott"
    numbers = ("solutions", "up_to_rotation", "up_to_symmetry", "rotations", "symmetries")
    assert [value[name] for name in numbers] == [520, 130, 65, 4, 8]
    assert value["complete"] is True
    anchored = answer("count", "scott", "--engine", "anchor", "--stranding", "sizes")
    assert [anchored[name] for name in numbers] == [520, 130, 65, 4, 8]
    assert anchored["nodes"] < answer("count", "scott", "--engine", "links")["nodes"]
    part = answer("count", "scott", "--max-nodes", "1000", status=3)
    assert part["up_to_rotation"] is part["up_to_symmetry"] is None
    assert part["nodes"] == 1000


def test_warnings_do_not_stop_a_count(puzzle: str) -> None:
    done = run("count", puzzle, "--json")
    assert done.returncode == 0
    assert (
        done.stderr == f"warning: {puzzle}:4: piece 'C' is in several parts, which move together\n"
    )
    assert json.loads(done.stdout)["solutions"] == 2
    assert run("solve", puzzle).returncode == 0


# interrupts and pipes


@pytest.mark.alone
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("command", [["solve", "--all"], ["count"], ["solve", "--all", "--trace"]])
def test_an_interrupt_keeps_what_was_found(command: list[str], number: signal.Signals) -> None:
    puzzle = "hexiamond-hexagon" if command == ["count"] else "kanoodle-5x11"
    as_json = "--trace" not in command
    done = interrupted(
        *(command[0], puzzle, *command[1:], *["--json"] * as_json),
        number=number,
        out=subprocess.PIPE if as_json else subprocess.DEVNULL,
    )
    assert (done.returncode, done.stderr) == (130, "")
    if as_json:
        value = json.loads(done.stdout)
        assert value["stopped_by"] == "interrupt"
        assert value["complete"] is False
        if command[0] == "solve":
            assert len(value["solutions"]) == value["found"] > 0
        else:
            assert value["solutions"] > 0


def test_a_closed_pipe_is_no_error() -> None:
    for command in ("list", "show soma --cover", "solve dudeney --all", "solve soma --trace --all"):
        script = f"{COMMAND} {command} | head -n 2; exit ${{PIPESTATUS[0]}}"
        done = subprocess.run(
            ["bash", "-c", script], capture_output=True, text=True, timeout=60, check=False
        )
        assert done.stderr == ""
        assert len(done.stdout.splitlines()) == 2
        assert done.returncode in (0, 141)  # 0 if all of it went into the pipe


def test_a_count_that_lacks_only_the_classes_says_what_is_known(tmp_path: Path) -> None:
    """It said "6,728 solutions so far", "roughly 1e+02 % explored", and that it did not know."""
    path = tmp_path / "dominoes.toml"
    path.write_text(
        'lattice = "square"\n[board]\nbox = [6, 6]\n'
        '[[piece]]\nname = "I"\ncount = "any"\ndrawing = "##"\n'
    )
    count = ("count", str(path), "--engine", "links")
    whole = answer(*count)
    limit = ("--max-nodes", str(whole["nodes"] + 1))
    done = run(*count, *limit)
    assert done.returncode == 0
    assert done.stdout.startswith("6,728 solutions in all;")
    assert done.stdout.endswith("stopped by limit before they were counted up to symmetry\n")
    part = answer(*count, *limit)
    assert (part["solutions"], part["solutions_complete"]) == (6728, True)
    assert (part["complete"], part["stopped_by"], part["up_to_symmetry"]) == (False, "limit", None)
    less = ("--max-nodes", str(whole["nodes"] - 1))
    assert answer(*count, *less, status=3)["solutions_complete"] is False
    said = run(*count, *less).stdout
    assert " so far;" in said
    assert "roughly 99.9 % explored" in said


def test_one_number_only() -> None:
    """What it is not asked for is not counted: of the Soma cube, only turns that fix something."""
    names = {"nothing": "solutions", "rotation": "up_to_rotation", "symmetry": "up_to_symmetry"}
    numbers = {"nothing": 11520, "rotation": 480, "symmetry": 240}
    for up_to, number in numbers.items():
        done = run("count", "soma", "--up-to", up_to)
        assert done.returncode == 0
        assert done.stdout.startswith(f"{number:,}  ")
        assert len(done.stdout.splitlines()) == 2
        told = answer("count", "soma", "--up-to", up_to)
        assert (told["up_to"], told["solutions"], told["complete"]) == (up_to, 11520, True)
        for other in ("rotation", "symmetry"):
            assert told[names[other]] == (number if other == up_to else None)
    assert run("count", "soma", "--up-to", "x").returncode == 2


def test_long_boards(tmp_path: Path) -> None:
    """Dominoes on 8×40: three numbers took hours, and one is known at once."""
    path = tmp_path / "dominoes.toml"
    path.write_text(
        'lattice = "square"\n[board]\nbox = [40, 8]\n'
        '[[piece]]\nname = "I"\ncount = "any"\ndrawing = "##"\n'
    )
    numbers = domino_classes(8, 40)
    told = answer("count", str(path))
    assert (told["solutions"], told["up_to_rotation"], told["up_to_symmetry"]) == numbers
    assert run("count", str(path), "--up-to", "nothing").stdout.startswith(f"{numbers[0]:,} ")


def test_one_number_of_polygons() -> None:
    for up_to, number in {"nothing": 8, "rotation": 2, "symmetry": 1}.items():
        done = run("count", "tangram-convex-square", "--up-to", up_to)
        assert done.stdout.startswith(f"{number}  ")
        told = answer("count", "tangram-convex-square", "--up-to", up_to)
        assert (told["certified"] is True) == (up_to != "nothing")


def test_a_run_whose_classes_are_not_counted_says_what_is_known(tmp_path: Path) -> None:
    """The time ends before, in the middle of, or after the count; what it says is always true."""
    path, stored = tmp_path / "dominoes.toml", tmp_path / "a.run"
    path.write_text(
        'lattice = "square"\n[board]\nbox = [8, 6]\n'
        '[[piece]]\nname = "I"\ncount = "any"\ndrawing = "##"\n'
    )
    with create_run(stored, tw.load(path), engine="links") as begun:
        plan = begun.plan
        while not begun.total_known:
            job = begun.open.pop(0)
            made = explore(plan.stages[job.stage], JobOrder(job.stage, job.starts), "a test")
            begun.record([(job, made, [])])
        assert begun.open
        assert begun.numbers == {}
        assert (begun.counts, begun.solutions) == (None, 167089)
    stopped = run("resume", str(stored), "--max-seconds", "0")
    assert stopped.returncode == 3
    assert stopped.stdout.startswith("167,089 solutions in all;")
    assert "stopped by limit before they were counted up to symmetry; to resume" in stopped.stdout
    done = run("resume", str(stored))
    assert done.returncode == 0
    assert [line.split()[0] for line in done.stdout.splitlines()[:3]] == [
        f"{number:,}" for number in domino_classes(6, 8)
    ]


def test_where_there_is_nothing_no_classes_are_counted(tmp_path: Path) -> None:
    path = tmp_path / "none.toml"
    path.write_text(
        'lattice = "square"\n[board]\ndrawing = """\n###.\n####\n####\n.###\n"""\n'
        '[[piece]]\nname = "I"\ncount = "any"\ndrawing = "##"\n'
    )
    count = ("count", str(path), "--engine", "links")
    nodes = answer(*count, status=1)["nodes"]
    assert answer(*count, "--max-nodes", str(nodes + 1), status=1)["complete"] is True
