"""A second order of engine frontier: that it is another one, and comes to the same numbers."""

from dataclasses import replace

import pytest

import tilewright as tw
from tests.texts import raises_text
from tilewright.dataset import entries, entry
from tilewright.encoding import encode
from tilewright.engines import OptionError, SearchOptions
from tilewright.engines.frontier import frontier_order
from tilewright.puzzle import Puzzle, box, make_puzzle
from tools.recount import Recount, WayError, engines_for, two_engines
from tools.slanted import has_slanted_order, slanted_order

SMALL = (
    "dominoes-4x4",
    "hexiamond-rhombus",
    "one-sided-pentominoes-3x30-leaning",
    "pairs-of-rhombs-2",
    "pentominoes-and-trominoes-3x22",
    "pentominoes-6x10",
    "soma",
    "tetrahexes-4x7",
    "tetrasticks-without-h-4x7-ring",
)


def swept(puzzle: Puzzle, options: SearchOptions) -> list[int]:
    """The cells in the order in which the engine takes them."""
    problem = encode(puzzle).problem
    assert problem.regions is not None
    cells = set(problem.regions.cells.tolist())
    return [item for item in frontier_order(problem, options) if item in cells]


def lattice_puzzle(name: str) -> Puzzle:
    puzzle = entry(name).puzzle()
    assert isinstance(puzzle, Puzzle)
    return puzzle


@pytest.mark.parametrize("name", SMALL)
def test_the_order_is_another_one(name: str) -> None:
    puzzle = lattice_puzzle(name)
    own = swept(puzzle, SearchOptions())
    other = swept(puzzle, SearchOptions(order=slanted_order(encode(puzzle))))
    assert sorted(other) == sorted(own)
    assert other not in (own, own[::-1])


@pytest.mark.parametrize("name", SMALL)
def test_it_comes_to_the_same_numbers(name: str) -> None:
    puzzle = lattice_puzzle(name)
    assert "frontier-slanted" in engines_for(puzzle)
    assert Recount(puzzle, "frontier-slanted").run() == entry(name).numbers


def test_rows_and_columns_are_not_slanted() -> None:
    puzzle = lattice_puzzle("dominoes-4x5")
    problem = encode(puzzle).problem
    assert problem.regions is not None
    points = dict(zip(problem.regions.cells.tolist(), problem.regions.points.tolist(), strict=True))
    order = [points[item] for item in slanted_order(encode(puzzle))]
    for axis in (0, 1):
        lines = [point[axis] for point in order]
        assert lines not in (sorted(lines), sorted(lines, reverse=True))


def test_a_row_has_no_other_order() -> None:
    puzzle = make_puzzle("square", box(4, 1), {"I": "##", "J": "##"})
    assert not has_slanted_order(encode(puzzle).problem)
    assert "frontier-slanted" not in engines_for(puzzle)
    with raises_text(WayError):
        Recount(puzzle, "frontier-slanted")


def test_the_device_is_asked_for_only_where_the_way_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    given: list[dict[str, object]] = []

    def note(_encoding: object, **options: object) -> None:
        given.append(options)

    monkeypatch.setattr("tools.recount.Counting", note)
    for way in ("frontier", "frontier-slanted", "frontier-cuda", "frontier-slanted-cuda"):
        Recount(lattice_puzzle("soma"), way)
    assert [how["engine"] for how in given] == ["frontier"] * 4
    assert [how.get("device") for how in given] == [None, None, "cuda", "cuda"]
    assert ["order" in how for how in given] == [False, True, False, True]
    assert given[1]["order"] == given[3]["order"]


def test_confirmed_by_engines_or_by_orders() -> None:
    one = entry("soma")

    def by(*ways: str) -> str | None:
        return replace(one, seconds=dict.fromkeys(ways, 1.0)).confirmed_by

    assert by("frontier") is None
    assert by("frontier", "frontier-cuda") is None
    assert by("frontier", "frontier-slanted") == "two orders"
    assert by("frontier-cuda", "frontier-slanted-cuda") == "two orders"
    assert by("frontier", "frontier-slanted", "bits") == "two engines"
    assert by("frontier-cuda", "bits") == "two engines"


def test_what_is_counted_again() -> None:
    one = entry("soma")

    def ways(**seconds: float) -> tuple[str, ...]:
        named = {way.replace("_", "-"): s for way, s in seconds.items()}
        return two_engines(replace(one, seconds=named))

    assert ways(frontier=1, frontier_slanted=2, bits=3) == ("frontier", "bits")
    assert ways(bits=1, links=2, frontier_slanted=3) == ("bits", "frontier-slanted")
    assert ways(frontier=2, frontier_slanted=1) == ("frontier-slanted", "frontier")
    assert ways(frontier_cuda=1, frontier_slanted_cuda=2) == ("frontier", "frontier-slanted")
    assert ways(frontier_cuda=1) == ("frontier",)


def test_an_order_of_a_puzzle_that_is_counted_up_to_symmetry() -> None:
    puzzle = lattice_puzzle("pentominoes-6x10")
    items = encode(puzzle).problem.items
    order = [items[k].name for k in slanted_order(encode(puzzle))]
    for engine in ("frontier", "bits"):
        counts = tw.count(puzzle, engine=engine, order=order)
        assert (counts.solutions, counts.up_to_symmetry) == (9356, 2339)
    with pytest.raises(OptionError, match="not a primary item"):
        tw.count(puzzle, engine="frontier", order=["xyzzy"])


def test_enough_counts_of_our_own() -> None:
    own = [one for one in entries().values() if one.source == "counted here"]
    assert sum(one.confirmed for one in own) >= 20
    assert all(one.solutions > 0 for one in own)
