"""`tilewright best`, and `tilewright cover --best`."""

import json
from pathlib import Path

import pytest

from tests.shell import interrupted, run
from tests.texts import check_text

PUZZLE = '''format = 1
title = "P and L"
lattice = "square"
[board]
drawing = """
####
####
###.
"""
[[pieces]]
count = "any"
drawing = """
PP
PP
P.
"""
[[pieces]]
count = "any"
drawing = """
LL
L.
"""
'''
COVER = "a b c\na b |5\nc |2\na |1\nb c |4\na b c |6\n"


@pytest.fixture
def puzzle(tmp_path: Path) -> str:
    path = tmp_path / "pl.toml"
    path.write_text(PUZZLE)
    return str(path)


def test_the_fewest_pieces(puzzle: str) -> None:
    done = run("best", puzzle, "--aim", "fewest")
    assert done.returncode == 0
    assert done.stdout.startswith("solution 1: 3 pieces\n")
    assert "3 pieces; proved: no fewer can be; engine links, " in done.stdout


def test_the_cheapest_solutions_as_json(puzzle: str) -> None:
    done = run(
        "best", puzzle, "--aim", "cheapest", "--cost", "P=9", "--max-solutions", "2", "--json"
    )
    told = json.loads(done.stdout)
    assert done.returncode == 0
    assert (told["aim"], told["proved"], told["stopped_by"]) == ("cheapest", True, None)
    assert [solution["cost"] for solution in told["solutions"]] == [11, 11]
    assert [len(solution["placed"]) for solution in told["solutions"]] == [3, 3]


def test_coverage_shows_empty_cells_and_draws_them(tmp_path: Path, puzzle: str) -> None:
    Path(puzzle).write_text(PUZZLE.replace('"any"', "1"))
    picture = tmp_path / "best.svg"
    done = run("best", puzzle, "--render", str(picture), "--quiet")
    assert done.returncode == 0
    assert "8 of 11 cells covered; proved: no more can be" in done.stdout
    assert done.stdout.split("\n\n")[0].count(".") == 3
    assert picture.read_text().startswith("<svg")


def test_pieces_that_are_left_over_are_named(puzzle: str) -> None:
    short = PUZZLE.replace('count = "any"', "count = 1", 1).replace('count = "any"', "count = 4")
    Path(puzzle).write_text(short)
    done = run("best", puzzle, "--quiet")
    assert "\nleft over: L ×2\n" in done.stdout
    (told,) = json.loads(run("best", puzzle, "--json").stdout)["solutions"]
    assert told["left_over"] == {"L": 2}


def test_a_limit_before_the_proof_is_status_3() -> None:
    limit = ("--engine", "links", "--max-nodes", "1000000")
    done = run("best", "mutilated-chessboard", *limit)
    assert done.returncode == 3
    assert "60 of 62 cells covered; at most 62 by the bound" in done.stdout
    assert "stopped by limit: it is not proved that nothing is better" in done.stdout


def test_a_puzzle_without_solution_is_status_1() -> None:
    done = run("best", "ascii-3x3-nosol", "--aim", "fewest")
    assert (done.returncode, done.stdout.split(";")[0]) == (1, "no solution")


def test_spare_pieces_are_noted(tmp_path: Path) -> None:
    path = tmp_path / "spare.toml"
    path.write_text(PUZZLE.replace('"any"', "2").replace("title", "spare = 1\ntitle"))
    done = run("best", str(path))
    assert "note: spare = 1 is not looked at" in done.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ("--aim", "most"),
        ("--cost", "P"),
        ("--cost", "P=1", "--cost", "P=2"),
        ("--cost", "P=1"),
        ("--engine", "bits"),
    ],
)
def test_bad_arguments(puzzle: str, arguments: tuple[str, ...]) -> None:
    done = run("best", puzzle, *arguments)
    assert done.returncode == 2
    check_text(done.stderr)


def test_polygons_are_refused() -> None:
    done = run("best", "elzzup-square")
    assert done.returncode == 2
    assert "polygon" in done.stderr


def test_the_cheapest_covers() -> None:
    done = run("cover", "-", "--best", "--max-solutions", "2", text=COVER)
    assert done.returncode == 0
    assert done.stdout.startswith(
        "solution 1: cost 5\na |1\nb c |4\n\nsolution 2: cost 6\na b c |6\n"
    )
    assert "2 solutions; proved: none is cheaper; engine links, " in done.stdout


def test_the_cheapest_covers_as_json() -> None:
    done = run("cover", "-", "--best", "--json", text=COVER)
    told = json.loads(done.stdout)
    assert told["covers"] == [{"cost": 5, "options": [2, 3], "items": [["a"], ["b", "c"]]}]
    assert (told["proved"], told["bound"]) == (True, 5)


def test_no_cover_at_all() -> None:
    done = run("cover", "-", "--best", text="a b\na\n")
    assert done.returncode == 1
    assert done.stdout.startswith("0 solutions; proved: there is none;")


def test_a_cover_search_that_is_stopped_tells_a_bound() -> None:
    done = run("cover", "-", "--best", "--max-nodes", "0", text=COVER)
    assert done.returncode == 3
    assert "none costs less than " in done.stdout


@pytest.mark.parametrize(
    "option", [("--all",), ("--count",), ("--rule", "leftmost"), ("--profile",)]
)
def test_what_best_covers_do_not_take(option: tuple[str, ...]) -> None:
    done = run("cover", "-", "--best", *option, text=COVER)
    assert done.returncode == 2
    assert option[0] in done.stderr


@pytest.mark.alone
def test_ctrl_c_gives_the_best_so_far() -> None:
    done = interrupted("best", "mutilated-chessboard", "--engine", "links")
    assert done.returncode == 130
    assert "60 of 62 cells covered; at most 62 by the bound" in done.stdout
