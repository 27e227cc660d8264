"""The engine anchor: known trees, stranding, and hints that do not fit."""

import numpy as np
import pytest

import tilewright as tw
from tests.texts import check_text, raises_text
from tilewright.cover import CoverProblemError, Regions
from tilewright.cover.examples import langford, pentominoes_6x10, queens, scott
from tilewright.encoding import encode
from tilewright.engines import AnchorSearch, Estimate, LinksSearch, OptionError, SearchOptions

PIECES = "FILPNTUVWXYZ"


def with_regions(problem: tw.ExactCover) -> tw.ExactCover:
    """Pentominoes on squares that are named by rank and file, told which squares touch."""
    numbers = {str(item.name): k for k, item in enumerate(problem.items)}
    squares = {(int(n[0], 36), int(n[1], 36)): k for n, k in numbers.items() if n not in PIECES}
    touching = [
        (k, squares[other])
        for (rank, file), k in squares.items()
        for other in ((rank + 1, file), (rank, file + 1))
        if other in squares
    ]
    pieces = [numbers[piece] for piece in PIECES]
    return problem.with_parts(regions=Regions(list(squares.values()), touching, pieces))  # type: ignore[arg-type]


def file_by_file(problem: tw.ExactCover) -> list[str]:
    """The squares in the other order, along the short side of a board that is wide."""
    squares = [str(item.name) for item in problem.items if str(item.name) not in PIECES]
    return sorted(squares, key=lambda name: (name[1], name[0]))


@pytest.mark.parametrize(
    ("stranding", "nodes", "updates"),
    [
        ("none", 6_739_531, 77_690_607),
        ("smallest", 6_739_531, 43_783_035),
        ("sizes", 3_849_915, 21_458_947),
    ],
)
def test_scott_by_the_first_square(stranding: str, nodes: int, updates: int) -> None:
    problem = with_regions(scott((2, 3)))
    search = tw.engines.search(problem, engine="anchor", rule="leftmost", stranding=stranding)
    counters = search.run()
    assert (counters.solutions, counters.nodes, counters.updates) == (19, nodes, updates)


@pytest.mark.parametrize(("stranding", "nodes"), [("none", 904_969), ("sizes", 876_345)])
def test_6x10_by_fewest_ways(stranding: str, nodes: int) -> None:
    problem = with_regions(pentominoes_6x10())
    counters = tw.engines.search(problem, engine="anchor", stranding=stranding, collect=False).run()
    assert (counters.solutions, counters.nodes) == (2339, nodes)


def test_all_6x10_along_the_short_side() -> None:
    problem = with_regions(pentominoes_6x10(all_symmetric_copies=True))
    how = {"engine": "anchor", "rule": "leftmost", "order": file_by_file(problem)}
    counters = tw.engines.search(problem, collect=False, stranding="sizes", **how).run()
    assert (counters.solutions, counters.nodes) == (9356, 19_725_866)


def test_a_hint_is_no_part_of_the_problem() -> None:
    problem = scott((2, 3))
    hinted = with_regions(problem)
    assert hinted == problem
    assert hinted.fingerprint == problem.fingerprint
    assert repr(hinted.regions) == "<Regions: 60 cells, 100 pairs that touch, 12 pieces>"


def test_stranding_asks_for_regions_and_for_anchor() -> None:
    with pytest.raises(OptionError, match="give it `regions`"):
        AnchorSearch(queens(4), SearchOptions(stranding="sizes"))
    with pytest.raises(OptionError, match="use engine='anchor'"):
        tw.estimate(with_regions(scott()), stranding="smallest")
    for engine in ("links", "bits", "frontier"):
        with pytest.raises(OptionError, match="use engine='anchor'"):
            tw.engines.search(with_regions(scott()), engine=engine, stranding="smallest")
    assert tw.engines.search(with_regions(scott((2, 3))), stranding="smallest").run().stranded > 0


def test_cells_may_stay_empty() -> None:
    """Two cells that must be covered and one that may be: a piece of two is enough."""
    problem = tw.cover.from_options(
        [["a", "b", "P"], ["b", "c", "P"]], primary=["a", "b", "P"], secondary=["c"]
    )
    regions = Regions([0, 1, 3], [(0, 1), (1, 3)], [2])  # type: ignore[arg-type]
    for stranding in ("smallest", "sizes"):
        hinted = problem.with_parts(regions=regions)
        assert list(tw.solve(hinted, engine="anchor", stranding=stranding)) == [(0,)]


def test_options_in_two_parts_cannot_strand() -> None:
    problem = tw.cover.from_options([["a", "b"], ["b", "c"], ["c"], ["a", "c"]])
    a, b, c = (problem.item_numbers[name] for name in "abc")
    hinted = problem.with_parts(regions=Regions([a, b, c], [(a, b), (b, c)]))  # type: ignore[arg-type]
    assert len(list(tw.solve(hinted, engine="anchor"))) == 1
    with raises_text(OptionError):
        list(tw.solve(hinted, engine="anchor", stranding="smallest"))


@pytest.mark.parametrize(
    "regions",
    [
        {"cells": [0, 99]},
        {"pieces": [3]},
        {"cells": [0, 1], "pieces": [1]},
        {"cells": [0, 0]},
        {"cells": [0], "touching": [(0, 1)]},
        {"cells": [0, 1], "touching": [0, 1]},
        {"cells": [[0, 1]]},
        {"cells": [0.5]},
        {"cells": [-1]},
        {"pieces": [0, 1]},
    ],
)
def test_regions_that_do_not_fit(regions: dict[str, object]) -> None:
    problem = tw.cover.from_options([["a", "b"], ["c"]])
    with pytest.raises(CoverProblemError) as caught:
        problem.with_parts(regions=Regions(**regions))  # type: ignore[arg-type]
    check_text(str(caught.value))


def test_regions_do_not_change() -> None:
    cells = np.array([0, 1])
    regions = Regions(cells)  # type: ignore[arg-type]
    cells[0] = 7
    assert regions.cells.tolist() == [0, 1]
    with pytest.raises(ValueError, match="read-only"):
        regions.cells[0] = 7


def test_limits_are_kept_exactly() -> None:
    for rule in ("leftmost", "fewest"):
        search = tw.engines.search(langford(8), engine="anchor", rule=rule, max_nodes=1234)
        assert search.run().nodes == 1234
        assert 0 < search.fraction_explored < 1
        search = tw.engines.search(langford(8), engine="anchor", rule=rule, max_solutions=77)
        assert search.run().solutions == 77
        found = list(
            tw.solve(langford(8), engine="anchor", rule=rule, max_solutions=10, verify=True)
        )
        assert len(found) == 10


def test_the_path_is_what_is_chosen() -> None:
    for engine in (LinksSearch, AnchorSearch):
        search = engine(queens(6), SearchOptions(max_nodes=3), tw.cover.Subtree((1,)))
        assert search.path() == (1,)
        search.run()
        path = search.path()
        assert path[0] == 1
        assert len(path) == 4
        rest = search.remainder()
        assert search.path() == (1,)
        assert all(part.chosen[0] == 1 for part in rest)


def test_an_estimate_is_of_the_tree_that_anchor_searches() -> None:
    problem = scott((2, 3))
    figures: Estimate = tw.estimate(problem, rule="leftmost", samples=20_000)
    assert figures.nodes.high is not None
    assert figures.nodes.low < 6_739_531 < figures.nodes.high


def test_branches_leave_out_what_was_stranded() -> None:
    """Nothing fits a region smaller than every piece; so only branches tell a difference."""
    problem = encode(tw.load("soma")).problem
    counters = {
        stranding: tw.engines.search(
            problem, engine="anchor", rule="leftmost", stranding=stranding, collect=False
        ).run()
        for stranding in ("none", "smallest", "sizes")
    }
    assert {name: (c.nodes, c.branches) for name, c in counters.items()} == {
        "none": (861_284, 861_284),
        "smallest": (861_284, 481_831),
        "sizes": (727_068, 388_429),
    }
