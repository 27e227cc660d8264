"""Measured puzzles that once crashed, ran out of memory, were not found, or solved with a hole."""

from pathlib import Path

import pytest

import tilewright as tw
from tilewright.polygons import PolygonPuzzle
from tilewright.solving import PolygonSearch

FILES = sorted((Path(__file__).parents[1] / "regressions/measured").glob("*.toml"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_measured(path: Path) -> None:
    puzzle = tw.read_puzzle(path)
    assert isinstance(puzzle, PolygonPuzzle)
    search = PolygonSearch(puzzle, max_solutions=1)
    found = [one for batch in search for one in batch]
    assert not search.finished
    (solution,) = found
    assert solution.certificate is not None
    assert solution.certificate.kind == "measured"
    assert search.tolerance is not None
    assert 0 < solution.certificate.residual <= search.tolerance <= 0.007
