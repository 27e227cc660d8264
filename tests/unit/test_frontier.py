"""The frontier engine on known puzzles, at its limits, and when it is stopped."""

import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Callable

import numpy as np
import pytest

import tilewright as tw
from tests.texts import raises_text
from tilewright.cover import CoverProblemError, ExactCover, Regions
from tilewright.cover.examples import queens
from tilewright.encoding import encode
from tilewright.engines import (
    FrontierError,
    FrontierSearch,
    FrontierTable,
    LinksSearch,
    OptionError,
    SearchOptions,
    frontier_probe,
    frontier_refusal,
    frontier_saving,
)
from tilewright.lattices import lattice
from tilewright.puzzle import box, make_puzzle, piece_of_drawing


def filled_with(width: int, height: int, drawing: str, count: int) -> ExactCover:
    piece = piece_of_drawing(lattice("square"), "P", drawing, count)
    return encode(make_puzzle("square", box(width, height), [piece])).problem


def dominoes(width: int, height: int) -> ExactCover:
    return filled_with(width, height, "##", width * height // 2)


def puzzle(name: str) -> ExactCover:
    return encode(tw.load(name)).problem


@pytest.mark.parametrize(
    ("problem", "expected"),
    [
        (lambda: dominoes(8, 8), 12_988_816),
        (lambda: dominoes(16, 16), 2_444_888_770_250_892_795_802_079_170_816),  # over 2**64
        (lambda: queens(8), 92),
        (lambda: puzzle("soma"), 11_520),
        (lambda: puzzle("pentominoes-6x10"), 9_356),
        (lambda: puzzle("hexiamond-rhombus"), 624),
        (lambda: puzzle("one-sided-3x30"), 184),
        (lambda: filled_with(15, 15, "####\n.#..", 45), 1_696),
    ],
)
def test_known_counts(problem: Callable[[], ExactCover], expected: int) -> None:
    assert FrontierSearch(problem(), collect=False).run().solutions == expected


@pytest.mark.slow
def test_dominoes_on_a_board_of_20x20() -> None:
    expected = 1269984011256235834242602753102293934298576249856
    assert FrontierSearch(dominoes(20, 20), collect=False).run().solutions == expected


@pytest.mark.parametrize(
    ("name", "saving", "nodes", "updates"),
    [
        ("pentominoes-6x10", 4, 335_577, 241_812),  # of 1,300,520 and 1,046,292
        ("one-sided-3x30", 4, 163_768, 90_055),  # of 655,746 and 386,626
        ("hexiamond-rhombus", 1, 895_298, 644_015),  # its half-turn leaves options in the middle
    ],
)
def test_symmetric_boards_take_fewer_states(
    name: str, saving: int, nodes: int, updates: int
) -> None:
    problem = puzzle(name)
    assert frontier_saving(problem) == saving
    assert frontier_saving(problem, SearchOptions(device="cuda")) == 1
    counters = FrontierSearch(problem, collect=False).run()
    assert (counters.nodes, counters.updates) == (nodes, updates)


def test_weights_that_differ_are_no_symmetry() -> None:
    problem = dominoes(4, 6)
    weights = [1 + k % 3 for k in range(problem.option_count)]
    plain = FrontierSearch(problem, collect=False).run()
    weighted = FrontierSearch(problem, collect=False, weights=weights).run()
    assert weighted.nodes > plain.nodes
    same = FrontierSearch(problem, collect=False, weights=[3] * problem.option_count).run()
    assert (same.nodes, same.solutions) == (plain.nodes, 3**12 * plain.solutions)


def test_little_memory_means_disk_and_the_same_count() -> None:
    problem = puzzle("pentominoes-6x10")
    for threads in (1, 3):
        options = SearchOptions(max_memory=2**20, threads=threads)
        search = FrontierSearch(problem, options, collect=False)
        assert search.run().solutions == 9_356
        assert search.most_bytes[1] > 2**20


ASK_PEAK = """
import resource
import tilewright as tw
from tilewright.encoding import encode
from tilewright.engines import FrontierSearch, SearchOptions

def count(name, memory):
    problem = encode(tw.load(name)).problem
    options = SearchOptions(max_memory=memory, threads=2)
    return FrontierSearch(problem, options, collect=False).run().solutions

def peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

count("pentominoes-6x10", 2**20)
before = peak()
print(count("dudeney", MEMORY), peak() - before)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="ru_maxrss is in kilobytes on Linux")
@pytest.mark.parametrize("mebi", [16, 48])
def test_memory_is_a_limit_of_the_process(mebi: int) -> None:
    source = ASK_PEAK.replace("MEMORY", str(mebi << 20))
    asked = subprocess.run(
        [sys.executable, "-c", source], capture_output=True, text=True, check=True
    )
    solutions, kibi = map(int, asked.stdout.split())
    assert solutions == 129_168
    assert kibi < (mebi + 16) << 10


def test_too_little_memory_and_disk_is_refused_with_numbers() -> None:
    problem = puzzle("pentominoes-6x10")
    search = FrontierSearch(problem, SearchOptions(max_memory=2**14), collect=False)
    with raises_text(FrontierError):
        search.run()
    with raises_text(FrontierError):
        FrontierTable(problem, SearchOptions(max_memory=2**20))


def test_samples_are_uniform() -> None:
    table = FrontierTable(dominoes(4, 4))
    assert table.count == 36
    seen = Counter(frozenset(cover) for cover in table.sample(36_000, seed=1))
    assert len(seen) == 36
    chi_square = sum((times - 1000) ** 2 / 1000 for times in seen.values())
    assert chi_square < 66.6  # 35 degrees of freedom, 1 in 1000
    assert table.sample(10, seed=1) == table.sample(10, seed=1) != table.sample(10, seed=2)


def test_samples_follow_the_weights() -> None:
    problem = tw.cover.parse_cover("a b\na\na b\nb\n")
    drawn = Counter(FrontierTable(problem, weights=[2, 3, 1]).sample(10_000, seed=3))
    assert drawn.keys() == {(0, 2), (1,)}
    assert abs(drawn[(1,)] - 6_000) < 250


def test_shares_of_the_cells_of_a_square() -> None:
    table = FrontierTable(dominoes(4, 4))
    uses = table.uses()
    covers = list(table.covers())
    assert uses == [sum(option in cover for cover in covers) for option in range(len(uses))]
    assert sum(uses) == 36 * 8


def test_covers_and_limits() -> None:
    problem = dominoes(4, 4)
    search = FrontierSearch(problem, SearchOptions(max_solutions=10))
    first = [cover for batch in search for cover in batch]
    assert len(first) == search.counters.solutions == 10
    assert not search.finished
    others = [
        cover
        for part in search.remainder()
        for batch in LinksSearch(problem, start=part)
        for cover in batch
    ]
    assert len(others) == 26
    assert len({frozenset(cover) for cover in [*first, *others]}) == 36
    assert search.remainder() == search.remainder()


def test_a_count_that_is_stopped_has_counted_nothing() -> None:
    problem = dominoes(20, 20)
    start = tw.cover.Subtree((0,))
    for options in (SearchOptions(max_nodes=100), SearchOptions(max_seconds=0)):
        search = FrontierSearch(problem, options, start, collect=False)
        assert search.run().solutions == 0
        assert not search.finished
        assert 0 <= search.fraction_explored < 1
        assert search.remainder() == [start]
    search = FrontierSearch(problem, collect=False)
    timer = threading.Timer(0.1, search.stop)
    timer.start()
    search.run()
    timer.join()
    assert not search.finished
    small = FrontierSearch(dominoes(8, 8), collect=False)
    small.stop()
    small.run()
    assert small.run().solutions == 12_988_816  # it goes on where it was


def test_an_order_of_ones_own() -> None:
    problem = dominoes(4, 4)
    order = tuple(reversed(range(16)))
    search = FrontierSearch(problem, SearchOptions(order=order), collect=False)
    assert search.run().solutions == 36
    with pytest.raises(OptionError, match="order names item 16"):
        FrontierSearch(problem, SearchOptions(order=(16,)), collect=False)


def test_what_cannot_be_done_is_said() -> None:
    assert frontier_refusal(dominoes(8, 8)) is None
    wide = tw.cover.from_options(
        [[f"a{k}", f"b{(7 * k) % 1200}"] for k in range(1200)],
        primary=[*(f"a{k}" for k in range(1200)), *(f"b{k}" for k in range(1200))],
    )
    assert frontier_refusal(wide) is None  # nothing is in the way of anything for long
    crossing = tw.cover.from_options(
        [[f"a{k}", f"b{j}"] for k in range(600) for j in (k, 599 - k)],
        primary=[*(f"a{k}" for k in range(600)), *(f"b{k}" for k in range(600))],
    )
    refusal = frontier_refusal(crossing)
    assert refusal is not None
    assert "bits in the best order found, and at most 511" in refusal
    with pytest.raises(OptionError, match="use another engine"):
        FrontierSearch(crossing, collect=False)
    with pytest.raises(OptionError, match="has no levels"):
        FrontierSearch(dominoes(2, 2), SearchOptions(max_levels=1))
    with pytest.raises(OptionError, match="3 weights for 4 options"):
        FrontierSearch(dominoes(2, 2), weights=[1, 1, 1])
    with pytest.raises(OptionError, match="weight of option 2 is -1"):
        FrontierSearch(dominoes(2, 2), weights=[1, 1, -1, 1])


def test_the_probe_is_near_the_truth() -> None:
    problem = puzzle("pentominoes-6x10")
    probe = frontier_probe(problem, max_states=2_000)
    counters = FrontierSearch(problem, collect=False).run()
    assert counters.nodes / 4 < probe.moves < 4 * counters.nodes
    assert counters.updates / 4 < probe.states < 4 * counters.updates
    assert probe == frontier_probe(problem, max_states=2_000)
    exact = frontier_probe(dominoes(8, 8))
    assert exact.moves == FrontierSearch(dominoes(8, 8), collect=False).run().nodes


@pytest.mark.parametrize("side", [30, 60])
def test_the_probe_guesses_no_more_states_than_there_are_bits_for(side: int) -> None:
    """It guessed 10**27 for 30×30, and no number for 60×60."""
    probe = frontier_probe(dominoes(side, side), max_states=500)
    assert 2**side < probe.states < side**2 * 2**probe.width


def test_points_are_a_row_for_each_cell() -> None:
    points = [[0, 0], [0, 1]]
    assert Regions(cells=[0, 1], points=points).points.tolist() == points
    assert Regions(cells=[0, 1]).points.size == 0
    with raises_text(CoverProblemError):
        Regions(cells=[0, 1], points=[[0, 0]])
    with pytest.raises(CoverProblemError, match="float64"):
        Regions(cells=[0, 1], points=np.array([[0.5], [1.0]]))


def test_a_weight_of_nothing_makes_nothing_of_any_others() -> None:
    """The weights of the start were multiplied before the 0 was seen, and did not fit."""
    problem = tw.cover.parse_cover("a b c\na\nb\nc\n")
    start = tw.cover.Subtree((1, 2, 0))
    weights = [0, 2**31, 2**40]
    search = FrontierSearch(problem, start=start, collect=False, weights=weights)
    assert search.run().solutions == 0
