"""`tilewright solve` and `count` for free polygons, as a user calls them."""

import json
from pathlib import Path

import pytest

from tests.shell import answer, run
from tests.texts import check_text
from tilewright.cli.answers import DONE, INTERRUPTED, NONE, UNDECIDED, status_of
from tilewright.solving.polygons import PolygonCounting

NOISY = """
lattice = "polygon"
[board]
outline = [[0.001, -0.002], [4.003, 0.001], [3.998, 2.002], [-0.001, 1.999]]
[[pieces]]
set = "tangram"
"""
HOPELESS = """
lattice = "polygon"
[board]
outline = [[0, 0], [1, 0], [1, 1], [0, 1]]
[[piece]]
name = "strip"
outline = [[0.0, 0], [4, 0], [4, 0.25], [0, 0.25]]
"""


def file(folder: Path, text: str) -> str:
    path = folder / "puzzle.toml"
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_count_the_stomachion() -> None:
    done = run("count", "stomachion", "--json")
    answer = json.loads(done.stdout)
    assert (answer["solutions"], answer["up_to_symmetry"]) == (4288, 536)
    assert answer["up_to_rotation"] == 1072
    assert answer["certified"] is True
    assert answer["certificate"]["kind"] == "exact"
    assert answer["complete"] is True
    assert (done.returncode, done.stderr) == (0, "")


def test_a_total_that_is_known_is_an_answer_whatever_ends_the_rest(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert answer("count", "stomachion")["solutions_complete"] is True
    monkeypatch.setattr(PolygonCounting, "counts", None)  # as if a limit had ended the listing
    monkeypatch.setattr(PolygonCounting, "numbers", {})
    stopped = run("count", "stomachion")
    assert stopped.stdout.startswith("4,288 solutions in all, not certified")
    assert stopped.returncode == DONE
    assert status_of(4288, "limit", total_known=True) == DONE
    assert status_of(0, "limit", total_known=True) == NONE
    assert status_of(4288, "limit") == UNDECIDED
    assert status_of(4288, "interrupt", total_known=True) == INTERRUPTED


def test_count_for_people() -> None:
    done = run("count", "tangram-convex-square")
    assert done.stdout.splitlines()[:3] == [
        "8  solutions",
        "2  up to rotation (4 rotations)",
        "1  up to symmetry (8 symmetries)",
    ]
    assert "certified exactly" in done.stdout


def test_no_solution() -> None:
    for command in ("count", "solve"):
        done = run(command, "tangram-impossible-8x1")
        assert done.returncode == 1
        assert "0 " in done.stdout
    answer = json.loads(run("count", "tangram-impossible-8x1", "--json").stdout)
    assert (answer["solutions"], answer["up_to_symmetry"], answer["certified"]) == (0, 0, None)


@pytest.mark.parametrize("suffix", ["svg", "png"])
@pytest.mark.parametrize("name", ["tangram-kite", "tangram-square"])
def test_draw_a_solution(name: str, suffix: str, tmp_path: Path) -> None:
    picture = tmp_path / f"out.{suffix}"
    assert run("solve", name, "--render", str(picture)).returncode == 0
    start = picture.read_bytes()[:5]
    assert start == (b"<svg " if suffix == "svg" else b"\x89PNG\r")


def test_draw_all_solutions_on_a_sheet(tmp_path: Path) -> None:
    picture = tmp_path / "all.svg"
    done = run("solve", "elzzup-square", "--all", "--render", str(picture))
    assert "5 solutions up to symmetry" in done.stdout
    assert picture.read_text(encoding="utf-8").count("Trapezium") >= 5


def test_a_picture_with_a_bad_name_is_refused_before_the_search(tmp_path: Path) -> None:
    done = run("solve", "stomachion", "--all", "--render", str(tmp_path / "out.jpg"))
    assert done.returncode == 2
    assert "expected a name that ends in .svg, .png" in done.stderr
    assert done.stdout == ""


def test_solutions_as_json() -> None:
    answer = json.loads(run("solve", "tangram-cat", "--all", "--json").stdout)
    assert answer["found"] == 1
    assert answer["complete"] is True
    assert answer["certified"] is True
    placed = answer["solutions"][0]["placed"]
    assert len(placed) == 7
    assert all(abs(one["cos"] ** 2 + one["sin"] ** 2 - 1) < 1e-12 for one in placed)
    assert sum(len(one["rings"][0]) for one in placed) == 5 * 3 + 2 * 4


def test_a_measured_board(tmp_path: Path) -> None:
    done = run("solve", file(tmp_path, NOISY))
    assert done.returncode == 0
    assert "gaps and overlaps up to" in done.stdout
    assert "maybe more" in done.stdout
    answer = json.loads(run("solve", file(tmp_path, NOISY), "--json").stdout)
    assert answer["certified"] is False
    assert 1e-6 < answer["tolerance"] < 0.03
    assert 0 < answer["solutions"][0]["certificate"]["residual"] <= answer["tolerance"]
    assert answer["stopped_by"] is None


def test_not_found_is_not_no_solution(tmp_path: Path) -> None:
    for command in ("solve", "count"):
        done = run(command, file(tmp_path, HOPELESS))
        assert done.returncode == 3
        assert "not found at tolerance 0.03" in done.stdout
        assert "no solution" not in done.stdout
        assert "0 solutions" not in done.stdout


def test_one_tolerance(tmp_path: Path) -> None:
    done = run("solve", file(tmp_path, NOISY), "--tolerance", "0.00001")
    assert done.returncode == 3
    assert "not found at tolerance 1e-05" in done.stdout
    assert run("solve", file(tmp_path, NOISY), "--tolerance", "0.003").returncode == 0


@pytest.mark.parametrize("tolerance", ["0.015", "0.0025"])
def test_what_was_tried_in_vain_is_no_limit(tmp_path: Path, tolerance: str) -> None:
    hopeless = [file(tmp_path, HOPELESS), "--tolerance", tolerance]
    for command in ("solve", "count"):
        done = run(command, *hopeless)
        assert done.returncode == 3
        assert f"not found at tolerance {tolerance};" in done.stdout
        answer = json.loads(run(command, *hopeless, "--max-seconds", "60", "--json").stdout)
        assert answer["stopped_by"] is None
    answer = json.loads(run("solve", *hopeless, "--json").stdout)
    assert (answer["not_found_at"], answer["complete"]) == (float(tolerance), False)


def test_a_limit_of_nodes_holds_for_all_tolerances(tmp_path: Path) -> None:
    done = run("solve", file(tmp_path, NOISY), "--max-nodes", "3", "--json")
    answer = json.loads(done.stdout)
    assert (answer["found"], answer["nodes"], answer["stopped_by"]) == (0, 3, "limit")
    assert done.returncode == 3
    done = run("solve", file(tmp_path, NOISY), "--max-nodes", "3")
    assert "stopped by limit; larger tolerances were not tried" in done.stdout


def test_the_grid_warns() -> None:
    done = run("count", "tangram-convex-4x2", "--engine", "grid")
    assert done.returncode == 0
    assert "warning: solutions that are not on the grid are not found" in done.stderr
    assert done.stdout.startswith("36  solutions")


def test_lynning() -> None:
    done = run("count", "elzzup-triangle", "--strategy", "lynning", "--json")
    answer = json.loads(done.stdout)
    assert (answer["solutions"], answer["up_to_symmetry"]) == (41, 21)
    other = json.loads(run("count", "elzzup-triangle", "--json").stdout)
    assert other["nodes"] < answer["nodes"]


def test_trace(tmp_path: Path) -> None:
    picture = tmp_path / "trace.svg"
    done = run("solve", "tangram-swan", "--trace", "--render", str(picture))
    lines = done.stdout.splitlines()
    assert all(line.lstrip().startswith("+ ") for line in lines)
    assert lines[-1].startswith(" " * 12 + "+ ")  # the seventh piece
    assert picture.exists()


@pytest.mark.parametrize(
    "arguments",
    [
        ["solve", "stomachion", "--rule", "leftmost"],
        ["count", "stomachion", "--memory", "1G"],
        ["count", "stomachion", "--engine", "links"],
        ["solve", "haberdasher-square", "--engine", "grid"],
        ["solve", "soma", "--strategy", "lynning"],
        ["estimate", "stomachion"],
        ["sample", "stomachion"],
    ],
)
def test_refused(arguments: list[str]) -> None:
    done = run(*arguments)
    assert done.returncode == 2
    check_text(done.stderr)
    assert "Traceback" not in done.stderr
