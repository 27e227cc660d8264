"""Every puzzle file in tests/regressions once went wrong; its first line says what is right."""

import re
from pathlib import Path

import pytest

import tilewright as tw
from tests.naive_puzzles import answers, classes_of

FILES = sorted((Path(__file__).parents[1] / "regressions").glob("*.toml"))


def test_there_are_regressions() -> None:
    assert FILES


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_regression(path: Path) -> None:
    first = path.read_text(encoding="utf-8").splitlines()[0]
    said = re.fullmatch(r"# solutions (\d+), up to rotation (\d+), up to symmetry (\d+)", first)
    assert said
    solutions, rotation, symmetry = map(int, said.groups())
    puzzle = tw.read_puzzle(path)
    counts = tw.count(puzzle)
    assert counts.solutions == solutions
    assert counts.up_to_rotation == rotation
    assert counts.up_to_symmetry == symmetry
    for up_to, expected in (("nothing", solutions), ("rotation", rotation), ("symmetry", symmetry)):
        assert len(list(tw.solve(puzzle, up_to=up_to, verify=True))) == expected
    naive = answers(puzzle)
    assert len(naive) == solutions
    assert len(classes_of(puzzle, naive, mirrors=False)) == rotation
    assert len(classes_of(puzzle, naive, mirrors=True)) == symmetry
    assert tw.parse_puzzle(tw.format_puzzle(puzzle)) == puzzle
