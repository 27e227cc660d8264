"""Every file in tests/regressions once went wrong, or looked as if it might."""

from pathlib import Path

import pytest

import tilewright as tw
from tilewright.engines import FrontierSearch, Reference, SearchOptions

FILES = sorted((Path(__file__).parents[1] / "regressions").glob("*.dlx"))


def test_there_are_regressions() -> None:
    assert FILES


@pytest.mark.parametrize("rule", ["fewest", "leftmost"])
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_regression(path: Path, rule: str) -> None:
    expected = int(path.read_text(encoding="utf-8").split()[1])
    problem = tw.cover.read_cover(path)
    search = tw.engines.search(problem, rule=rule)
    covers = [cover for batch in search for cover in batch]
    assert len(covers) == expected
    for cover in covers:
        tw.cover.check_cover(problem, cover)
    reference = Reference(problem, SearchOptions(rule=rule))
    assert covers == list(reference.covers())
    counters = search.counters
    assert (counters.nodes, counters.updates) == (sum(reference.nodes), sum(reference.updates))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_rest_of_a_list_is_in_order(path: Path) -> None:
    problem = tw.cover.read_cover(path)
    whole = [frozenset(cover) for batch in FrontierSearch(problem) for cover in batch]
    for most in range(len(whole)):
        search = FrontierSearch(problem, SearchOptions(max_solutions=most))
        listed = [cover for batch in search for cover in batch]
        for part in search.remainder():
            listed += [cover for batch in FrontierSearch(problem, start=part) for cover in batch]
        assert list(map(frozenset, listed)) == whole
