"""Which engine is chosen for well-known problems, and what is said about it."""

import math
import pickle
from typing import Any

import pytest

import tilewright as tw
from tests.shell import answer, run
from tests.texts import raises_text
from tilewright.cover import Subtree
from tilewright.cover.examples import dominoes, queens
from tilewright.engines import Choice, Counters, OptionError, SearchOptions
from tilewright.engines import contract as engine
from tilewright.engines.choice import TRIAL_NODES, ReconsideredCount
from tilewright.engines.native import LinksSearch
from tilewright.solving import Counting, PuzzleSearch


def test_few_options_are_left_to_links() -> None:
    chosen = tw.engines.choose(queens(4))
    assert chosen.engine == "links"
    assert chosen.reason == "for so few options nothing is faster to set up"


def test_what_a_trial_finished_is_handed_on_once() -> None:
    problem = queens(8)
    chosen = tw.engines.choose(problem, collect=False)
    assert chosen.reason == "the trial searched all 702 nodes"
    done = tw.engines.search(problem, engine="bits", collect=False).run()

    def begun(problem: tw.ExactCover, *, collect: bool = False, **options: Any) -> Counters:
        return tw.engines.search(problem, engine=chosen, collect=collect, **options).counters

    assert begun(queens(8)).nodes == 0  # equal, but another one
    assert begun(problem, collect=True).nodes == 0
    assert begun(problem, max_nodes=5).nodes == 0
    assert begun(problem, start=Subtree((1,))).nodes == 0
    assert begun(problem, max_seconds=9) == done
    assert begun(problem).nodes == 0


@pytest.mark.parametrize("other", [{"rule": "leftmost"}, {"seed": 7}, {"stranding": "sizes"}])
def test_no_trial_goes_on_under_another_rule(other: dict[str, Any]) -> None:
    problem = queens(8)
    chosen = tw.engines.choose(problem, collect=False)
    for _ in range(2):  # the first time there is a trial that could
        with pytest.raises(OptionError):
            tw.engines.search(problem, engine=chosen, collect=False, **other)
    assert tw.engines.search(problem, engine=chosen, collect=False).counters.nodes == 702


@pytest.mark.parametrize("collect", [False, True])
def test_no_more_is_tried_than_is_wanted(collect: bool) -> None:
    problem = queens(30)
    chosen = tw.engines.choose(problem, collect=collect, max_solutions=2)
    assert chosen.reason == "the trial found as many covers as are wanted"
    alone = tw.engines.search(problem, engine="bits", collect=collect, max_solutions=2)
    search = tw.engines.search(problem, engine=chosen, collect=collect, max_solutions=2)
    assert search.run() == alone.run()
    assert search.run().solutions == 2
    assert search.remainder() == alone.remainder()
    # More than two can be had of it, but not one.
    for most, taken in ((1, False), (3, True)):
        chosen = tw.engines.choose(problem, collect=collect, max_solutions=2)
        more = tw.engines.search(problem, engine=chosen, collect=collect, max_solutions=most)
        assert (more.counters.nodes > 0) == taken
        assert more.run().solutions == most


@pytest.mark.parametrize("collect", [False, True])
def test_a_search_goes_on_from_its_trial(collect: bool) -> None:
    search = tw.engines.search(queens(11), collect=collect)
    assert search.counters.nodes == TRIAL_NODES
    assert (search.counters.solutions == 0) == collect  # none has been handed out
    assert sum(len(batch) for batch in search) == (2680 if collect else 0)
    whole = tw.engines.search(queens(11), engine="bits", collect=collect).run()
    assert whole.solutions == 2680
    assert search.counters == whole


def test_a_trial_stays_behind_when_a_choice_is_sent_away() -> None:
    problem = queens(8)
    chosen = tw.engines.choose(problem)
    sent = pickle.loads(pickle.dumps(chosen))
    assert sent == chosen
    assert tw.engines.search(problem, engine=sent).counters.nodes == 0


def test_rules_and_regions_decide_by_themselves() -> None:
    assert tw.engines.choose(queens(12), rule="leftmost").engine == "links"
    assert tw.engines.choose(queens(12), seed=1).engine == "links"
    assert tw.engines.choose(queens(12), stranding="sizes").engine == "anchor"


@pytest.mark.parametrize(
    ("name", "engine"),
    [
        ("pentominoes-6x10", "bits"),
        ("pentominoes-6x5x2", "bits"),
        ("dudeney", "bits"),
        ("one-sided-3x30", "frontier"),
        ("y-15x15", "frontier"),
        ("soma", "bits"),
        ("ascii-3x3", "bits"),
    ],
)
def test_engines_for_known_puzzles(name: str, engine: str) -> None:
    counting = Counting(tw.load(name))
    assert counting.choice is not None
    assert counting.engine == counting.choice.engine == engine


def test_dominoes_are_merged_and_queens_are_searched() -> None:
    assert tw.engines.choose(dominoes(8, 8), collect=False).engine == "frontier"
    assert tw.count(dominoes(20, 20)) == 1269984011256235834242602753102293934298576249856
    assert tw.engines.choose(queens(12), collect=False).engine == "bits"


def test_what_cannot_be_used_is_named() -> None:
    several = tw.cover.from_options(
        [[f"a{k}", "b"] for k in range(30)] + [["b"]],
        primary=["b", *(f"a{k}" for k in range(30))],
        bounds={"b": (0, 31), **{f"a{k}": (0, 1) for k in range(30)}},
    )
    chosen = tw.engines.choose(several, collect=False)
    refused = {c.engine: c.note for c in chosen.candidates if c.seconds is None}
    assert "no item that must be covered exactly once" in refused["bits"]
    assert chosen.engine != "bits"


def test_some_covers_are_not_looked_for_by_merging() -> None:
    chosen = tw.engines.choose(dominoes(8, 8), max_solutions=5)
    assert chosen.engine != "frontier"
    assert len(list(tw.solve(dominoes(8, 8), max_solutions=5))) == 5


def test_a_choice_can_be_handed_on() -> None:
    search = tw.engines.search(queens(8), engine=Choice("bits", "because"))
    assert search.run() == tw.engines.search(queens(8), engine="bits").run()
    assert PuzzleSearch(tw.load("soma"), engine="links").choice is None


def test_weights_are_for_one_engine() -> None:
    problem = tw.cover.from_options([["a"], ["a", "b"], ["b"]])
    assert (
        tw.engines.search(problem, engine="frontier", collect=False, weights=[2, 5, 3])
        .run()
        .solutions
        == 11
    )
    with raises_text(OptionError):
        tw.engines.search(problem, engine="bits", weights=[1, 1, 1])


def test_a_count_that_thinks_again_can_be_stopped() -> None:
    guess = Choice("links", "a guess", nodes=10)
    search = ReconsideredCount(queens(40), SearchOptions(), None, guess, LinksSearch)
    for k, _ in enumerate(search):
        if k == 3:
            search.stop()
    assert not search.finished
    assert search.remainder()


def test_nodes_of_a_sweep_are_not_guessed() -> None:
    assert tw.engines.choose(dominoes(8, 8), collect=False).nodes == math.inf
    assert engine.SearchOptions().max_memory == 2**30


def test_the_shell_explains() -> None:
    told = run("count", "one-sided-3x30", "--explain-choice")
    assert told.returncode == 0
    lines = told.stdout.splitlines()
    assert lines[0].startswith("engine frontier: so many states are alike")
    assert [line.split(":")[0].strip() for line in lines[1:4]] == ["bits", "links", "frontier"]
    told = run("count", "soma", "--engine", "links", "--explain-choice")
    assert told.stdout.startswith("engine links: as you asked for\n")
    assert answer("count", "soma")["engine"] == "bits"
    told = run("solve", "soma", "--explain-choice", "--quiet")
    assert told.stdout.startswith("engine ")
    told = run("cover", "-", "--explain-choice", text="a\na\n")
    assert told.stdout.startswith("engine links: for so few options")


@pytest.mark.parametrize(("size", "status"), [("500M", 0), ("2G", 0), ("lots", 2), ("-1", 2)])
def test_memory_in_the_shell(size: str, status: int) -> None:
    told = run("count", "tetrahexes-4x7", "--engine", "frontier", f"--memory={size}")
    assert told.returncode == status
    if status:
        assert told.stderr == (
            f"error: --memory is {size!r}: expected a size such as 500M or 12G\n"
        )
