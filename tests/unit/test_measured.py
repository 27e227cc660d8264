"""Measured puzzles that once crashed, ran out of memory, or were not found."""

from pathlib import Path

import pytest

import tilewright as tw
from tilewright.jigsaw import PolygonSearch
from tilewright.polygons import PolygonPuzzle
from tilewright.polygons.congruence import puzzle_size

FILES = sorted((Path(__file__).parents[1] / "regressions/measured").glob("*.toml"))
NOT_FOUND = {"sides-shorter-than-the-tolerance"}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_measured(path: Path) -> None:
    puzzle = tw.read_puzzle(path)
    assert isinstance(puzzle, PolygonPuzzle)
    search = PolygonSearch(puzzle, max_solutions=1)
    found = [one for batch in search for one in batch]
    assert not search.finished
    if path.stem in NOT_FOUND:
        assert not found
        assert search.tried
        return
    (solution,) = found
    assert solution.certificate is not None
    assert solution.certificate.kind == "measured"
    assert search.tolerance is not None
    width = 4 * search.tolerance * puzzle_size(puzzle)
    assert 0 < solution.certificate.residual <= width
