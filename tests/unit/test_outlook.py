"""What to expect of a puzzle: from Python, and in the shell."""

import json
import math

import numpy as np
import pytest

import tilewright as tw
from tests.shell import answer, interrupted, run
from tests.texts import raises_text
from tilewright.cover import from_options
from tilewright.cover.examples import dominoes, langford, queens, scott
from tilewright.encoding import encode
from tilewright.engines import (
    Descents,
    EstimateError,
    OptionError,
    SearchOptions,
    estimate_covers,
    sweep_cost,
    take_soundings,
)
from tilewright.engines.estimates import ThinnedSweeps, figure_of
from tilewright.engines.soundings import Soundings
from tilewright.solving import outlook
from tilewright.symmetry import Action, break_symmetries

ENGINES = ["bits", "links", "anchor", "frontier"]
NINE_BY_TEN = 41_761_732  # Wassermann, as in Knuth's "Dancing links"


# descents


@pytest.mark.parametrize("engine", ["links", "bits", "anchor"])
def test_descents_are_in_the_tree_of_the_engine(engine: str) -> None:
    problem = langford(8)
    truth = tw.engines.search(problem, engine=engine, collect=False).run()
    figures = tw.estimate(problem, engine=engine, samples=20_000)
    for name in ("nodes", "updates", "solutions"):
        assert abs(getattr(figures, name).mean / getattr(truth, name) - 1) < 0.1


def test_children_are_equally_likely() -> None:
    descents = Descents(queens(6), engine="bits", seed=3)
    ends = [descents.descend(2)[2] for _ in range(6_000)]
    counts = [ends.count(end) for end in set(ends)]
    assert len(counts) == 6
    assert min(counts) > 850
    assert max(counts) < 1150


def test_descents_of_a_seed_are_the_same_in_any_parts() -> None:
    problem = queens(6)
    apart = Descents(problem, engine="anchor", seed=5)
    parts = np.concatenate([apart.draw(10), apart.draw(20)])
    assert (parts == Descents(problem, engine="anchor", seed=5).draw(30)).all()
    assert not (parts == Descents(problem, engine="anchor", seed=6).draw(30)).all()
    assert Descents(problem).draw(0).shape == (0, 3)
    assert len(Descents(problem).draw(10**9, seconds=0)) == 1


def test_engines_refuse_descents_as_they_refuse_searches() -> None:
    with pytest.raises(OptionError, match="no tree to descend"):
        tw.estimate(queens(4), engine="frontier")
    with pytest.raises(OptionError, match="fewest options"):
        tw.estimate(queens(4), engine="bits", rule="leftmost")
    with pytest.raises(OptionError, match="what its regions are"):
        tw.estimate(scott(), engine="anchor", stranding="sizes")
    with pytest.raises(OptionError, match="use engine='anchor'"):
        tw.estimate(queens(4), engine="bits", stranding="sizes")


def test_stranding_makes_the_estimate_smaller() -> None:
    problem = encode(tw.load("soma")).problem
    sizes = {
        stranding: tw.estimate(
            problem, engine="anchor", rule="leftmost", stranding=stranding, samples=20_000
        ).nodes
        for stranding in ("none", "sizes")
    }
    for name, truth in (("none", 861_284), ("sizes", 727_068)):
        assert abs(sizes[name].mean / truth - 1) < 0.1


# soundings


def test_a_short_search_is_done() -> None:
    found = take_soundings(queens(8), engine="bits", max_seconds=60)
    assert found is not None
    assert found.exact
    assert found.solutions.low == found.solutions.high == 92
    assert (
        found.nodes.mean == tw.engines.search(queens(8), engine="bits", collect=False).run().nodes
    )


def test_parts_have_weights() -> None:
    _, parts = tw.engines.split(queens(6), levels=1)
    found = take_soundings(queens(6), None, [(part, 2) for part in parts], max_seconds=60)
    assert found is not None
    assert found.solutions.mean == 8


def test_a_long_search_is_sounded() -> None:
    found = take_soundings(queens(16), max_seconds=0.1, samples=5)
    assert found is not None
    assert not found.exact
    assert found.soundings <= 5
    assert found.nodes.mean > 0
    assert take_soundings(queens(16), max_seconds=9, keep_going=lambda: False) is None


def test_a_deep_tree_is_sounded() -> None:
    """Chances of subtrees 538 options deep were 0, all of them, and none could be drawn."""
    soundings = Soundings(dominoes(50, 50), until=1e150, max_nodes=100)
    assert np.isfinite(soundings.draw()).all()
    with raises_text(EstimateError):
        soundings.draw(lambda: False)


def test_a_tree_beyond_all_numbers_is_not_sounded() -> None:
    """What a part stands for became infinite, and infinitely many nothings no number."""
    soundings = Soundings(independent(1_100), until=1e300, max_nodes=100)
    with pytest.raises(EstimateError, match=r"exceeds 10\*\*308"):
        soundings.draw()


# thinned sweeps


def independent(number: int) -> tw.ExactCover:
    """So many items, each with two options: 2**number covers."""
    return from_options([[item] for item in range(number) for _ in "ab"])


def test_the_one_sided_pentominoes_on_9x10() -> None:
    encoding = encode(tw.load("pentominoes-9x10-one-sided"))
    weights = break_symmetries(Action.of(encoding)).weights
    sweeps = ThinnedSweeps(encoding.problem, weights=weights)
    drawn = [sweeps.sweep(1_000, seed)[0] for seed in range(12)]
    figure = figure_of(np.array(drawn), few=True)
    assert figure.high is not None
    assert figure.low < NINE_BY_TEN < figure.high
    assert figure.low > NINE_BY_TEN / 3
    assert figure.high < 3 * NINE_BY_TEN


def test_intervals_of_sweeps_hold_the_truth() -> None:
    """In 190 of 200 cases, on average; six standard deviations are 18."""
    sweeps = ThinnedSweeps(dominoes(6, 6))
    drawn = np.array([sweeps.sweep(8, seed)[0] for seed in range(2_000)]).reshape(200, 10)
    figures = [figure_of(row, few=True) for row in drawn]
    held = sum(f.low <= 6728 <= f.high for f in figures if f.high is not None)
    assert held >= 190 - 18
    assert abs(drawn.mean() / 6728 - 1) < 0.02


def test_sweeps_grow_until_one_is_exact() -> None:
    found = estimate_covers(dominoes(8, 8), max_seconds=60)
    assert found.exact
    assert found.covers.mean == found.covers.low == found.covers.high == 12_988_816


def test_sweeps_can_be_interrupted_and_refused() -> None:
    sweeps = ThinnedSweeps(encode(tw.load("one-sided-9x10")).problem)
    covers, exact = sweeps.sweep(100_000, 0, lambda: False)
    assert math.isnan(covers)
    assert not exact
    assert sweeps.sweep(10, 0) == sweeps.sweep(10, 0)
    with pytest.raises(OptionError, match="one state or more"):
        sweeps.sweep(0, 0)
    found = estimate_covers(encode(tw.load("one-sided-9x10")).problem, keep_going=lambda: False)
    assert found.covers.high is None


def test_more_covers_than_numbers_can_tell() -> None:
    """Where weights were infinite, no state was heavy enough to be kept, and there was no cover."""
    with pytest.raises(EstimateError, match=r"exceeds 10\*\*308"):
        estimate_covers(independent(1_100))
    for at_once in (1, 20):  # sums that are infinite, too, and states that are thinned out
        pairs = [[k, k + 1] for k in range(1_999)]
        problem = from_options([[k] for k in range(2_000)] + pairs * at_once)
        covers, _ = ThinnedSweeps(problem).sweep(1, seed=0)
        assert covers == math.inf


def test_the_cost_of_a_sweep() -> None:
    done = sweep_cost(dominoes(8, 8), max_seconds=60)
    assert done.exact
    assert (
        done.moves.mean
        == tw.engines.search(dominoes(8, 8), engine="frontier", collect=False).run().nodes
    )
    guess = sweep_cost(encode(tw.load("conway")).problem, max_seconds=0.2)
    assert not guess.exact
    assert guess.moves.high is not None
    assert guess.moves.low < guess.moves.mean < guess.moves.high


# puzzles


def test_a_small_puzzle_is_counted() -> None:
    view = outlook(tw.load("scott"), max_seconds=60)
    assert view.exact
    assert view.solutions is not None
    assert (view.solutions.mean, view.symmetries, view.up_to_symmetry) == (520, 8, 65)
    assert [engine.engine for engine in view.engines] == ENGINES
    counted = tw.solving.Counting(tw.load("scott"), engine="links")
    counted.run()
    assert view.engines[1].nodes is not None
    assert view.engines[1].nodes.mean == counted.counters.nodes


def test_a_puzzle_without_solutions() -> None:
    view = outlook(tw.load("ascii-3x3-nosol"))
    assert view.exact
    assert view.solutions is not None
    assert view.solutions.high == 0


def test_a_large_puzzle_is_estimated() -> None:
    view = outlook(tw.load("one-sided-9x10"), max_seconds=1, samples=10)
    assert not view.exact
    for engine in view.engines:
        assert engine.nodes is not None
        assert engine.seconds is not None
        assert engine.nodes.mean > 1e6
        assert engine.seconds.mean > 1


@pytest.mark.parametrize("sides", [(2, 2_000), (40, 40)])
def test_a_puzzle_beyond_all_numbers(sides: tuple[int, int]) -> None:
    """It ended in a traceback, or said nan."""
    (piece,) = tw.make_puzzle("square", tw.box(2, 1), {"I": "##"}).pieces
    board = tw.Board(tuple(tw.box(*sides)))
    view = outlook(tw.Puzzle(tw.lattice("square"), board, (piece.times("any"),)), max_seconds=1)
    figures = [view.solutions, *(f for e in view.engines for f in (e.nodes, e.seconds))]
    assert all(math.isfinite(f.mean) for f in figures if f)
    if sides[0] == 2:
        assert not view.solutions
        assert "more than 10**308" in view.source


def test_no_rule_for_engines_that_take_none() -> None:
    options = SearchOptions(rule="leftmost")
    view = outlook(tw.load("soma"), rule=options.rule, stranding="sizes")
    notes = {engine.engine: engine.note for engine in view.engines}
    assert notes["bits"] == notes["frontier"] == "no: it takes no rule"
    nodes = {engine.engine: engine.nodes for engine in view.engines}
    assert nodes["links"] is not None
    assert nodes["anchor"] is not None
    assert nodes["anchor"].mean < nodes["links"].mean


# the shell


def test_estimate() -> None:
    value = answer("estimate", "scott", "--samples", "500", "--seed", "1")
    assert value["samples"] == 500
    assert value["nodes"]["low"] > 0
    view = value["outlook"]
    assert view["solutions"]["mean"] == 520
    assert view["up_to_symmetry"] == 65
    assert [engine["engine"] for engine in view["engines"]] == ENGINES
    assert all(engine["seconds"]["mean"] > 0 for engine in view["engines"])
    lines = run("estimate", "soma").stdout.splitlines()
    assert lines[0] == "solutions: 11,520"
    assert lines[1].startswith("up to symmetry: at least 240, ")
    assert [line.split()[0] for line in lines[5:9]] == ENGINES
    assert all("measured" in line for line in lines[5:9])


def test_estimate_of_a_large_puzzle() -> None:
    done = run("estimate", "pentominoes-9x10-one-sided", "--max-seconds", "1")
    assert done.returncode == 0
    assert done.stdout.startswith("solutions: ")
    assert "time on one core" in done.stdout
    assert "95 % intervals" in done.stdout


def test_an_interrupt_prints_what_is_known() -> None:
    done = interrupted("estimate", "one-sided-9x10", "--json", "--max-seconds", "60", within=30)
    assert (done.returncode, done.stderr) == (130, "")
    notes = [engine["note"] for engine in json.loads(done.stdout)["outlook"]["engines"]]
    assert "not looked at: interrupted" in notes
