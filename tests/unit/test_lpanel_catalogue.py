"""The L-Panels of the catalogue: each has one solution, and can be made again from its seed."""

import re

import pytest

from tests.shell import run
from tilewright.catalogue import catalogue_names, load
from tilewright.design.grading import grade
from tilewright.design.lpanel import LPanel, judge_panel, parse_panels
from tilewright.design.lpanel.make import GENERATOR
from tilewright.formats import require_lattice
from tilewright.puzzle import Puzzle

NAMES = [name for name in catalogue_names() if name.startswith("lpanel-")]
QUICK = {"lpanel-01", "lpanel-05", "lpanel-09"}  # to be made; the others are left to `make slow`


def puzzle(name: str) -> Puzzle:
    return require_lattice(load(name), name)


def test_they_are_numbered() -> None:
    assert [f"lpanel-{number:02}" for number in range(1, 16)] == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_there_is_one_solution(name: str) -> None:
    verdict = judge_panel(LPanel.of_puzzle(puzzle(name)))
    assert (verdict.unique, verdict.confirmed) == (True, True)


@pytest.mark.parametrize("name", NAMES)
def test_titles_are_true(name: str) -> None:
    given = puzzle(name)
    panel = LPanel.of_puzzle(given)
    number = int(name.removeprefix("lpanel-"))
    size = f"{panel.width}×{panel.height}"
    assert given.title == f"L-Panel {number}: {size}, {grade(given).level}"


@pytest.mark.parametrize(
    "name", [pytest.param(n, marks=[] if n in QUICK else [pytest.mark.slow]) for n in NAMES]
)
def test_they_can_be_made_again(name: str) -> None:
    given = puzzle(name)
    made = re.search(r"`tilewright (.*)` \(generator (\d+)\)", given.about)
    assert made is not None
    assert int(made[2]) == GENERATOR
    assert parse_panels(run(*made[1].split()).stdout) == (LPanel.of_puzzle(given),)


def test_the_shell_knows_them() -> None:
    done = run("lpanel", "solve", "lpanel-01")
    assert done.returncode == 0
    assert done.stdout.startswith("6×6, 8 black cells, 28 white cells\n")
    assert done.stdout.endswith("one solution: cpsat and bits agree\n")
    assert run("solve", "lpanel-01", "--all").stdout.count("solution ") == 2
