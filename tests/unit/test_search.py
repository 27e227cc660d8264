"""Searching from Python: tasks, limits, mistakes, streaming."""

import itertools
import pickle
import time

import pytest

import tilewright as tw
from tests.texts import check_text, raises_text
from tilewright.cover import Subtree, SubtreeError
from tilewright.cover.examples import dominoes, langford, queens, scott
from tilewright.document import FileError
from tilewright.engines import EstimateError, LinksSearch, OptionError, SearchOptions


def test_first_n_all_and_count() -> None:
    problem = queens(6)
    everything = list(tw.solve(problem))
    assert len(everything) == tw.count(problem) == 4
    assert list(tw.solve(problem, max_solutions=2)) == everything[:2]
    assert next(tw.solve(problem, engine="links")) == everything[0]


def test_limits_are_kept_exactly() -> None:
    problem = queens(10)
    assert tw.engines.search(problem, max_nodes=1234).run().nodes == 1234
    assert tw.engines.search(problem, max_solutions=77).run().solutions == 77
    assert tw.engines.search(problem, max_solutions=0).run().solutions == 0
    assert tw.engines.search(problem, max_nodes=0).run().nodes == 0
    search = tw.engines.search(problem, max_nodes=1234, collect=False)
    search.run()
    assert not search.finished
    assert 0 < search.fraction_explored < 1


@pytest.mark.alone
def test_time_limit() -> None:
    search = tw.engines.search(queens(40), max_seconds=0.3, collect=False)
    began = time.monotonic()
    search.run()
    assert 0.2 < time.monotonic() - began < 2
    assert not search.finished


def test_levels_and_being_finished() -> None:
    shallow = tw.engines.search(tw.cover.parse_cover("a b\na\nb\n"), max_levels=2)
    assert shallow.run().solutions == 1
    assert shallow.finished
    deep = tw.engines.search(queens(6), max_levels=2)
    deep.run()
    assert not deep.finished
    assert deep.remainder()


def test_the_first_cover_comes_at_once() -> None:
    """Batches begin small: a search of years gives its first covers in no time."""
    began = time.monotonic()
    covers = list(itertools.islice(tw.solve(dominoes(20, 20)), 5))
    assert len(covers) == 5
    assert time.monotonic() - began < 5


def test_leaving_a_generator_early_is_fine() -> None:
    for _ in range(50):
        assert next(tw.solve(dominoes(20, 20))) is not None


def test_batches() -> None:
    problem = queens(7)
    search = tw.engines.search(problem)
    covers, choices = [], []
    for batch in search:
        covers += list(batch)
        choices += list(batch.choices())
        assert len(batch) == len(batch.ends)
    assert [tuple(option for option, _ in cover) for cover in choices] == covers
    for cover in choices:
        for option, item in cover:
            assert problem.items[item].name in problem.option(option).items


def test_counters_add_up() -> None:
    one = tw.engines.Counters((1, 2), (3, 4), 5)
    assert one + tw.engines.Counters((1,), (1,), 1) == tw.engines.Counters((2, 2), (4, 4), 6)
    assert (one.nodes, one.updates) == (3, 7)


def test_depth_of_ten_thousand_levels() -> None:
    problem = tw.cover.from_options([[k] for k in range(10_000)])
    (cover,) = tw.solve(problem, rule="leftmost")
    assert cover == tuple(range(10_000))
    half = tw.engines.search(problem, rule="leftmost", max_nodes=5_000)
    half.run()
    (rest,) = half.remainder()
    assert len(rest.chosen) == 5_001


def test_order_by_name() -> None:
    search = tw.engines.search(scott((2, 3)), rule="leftmost", order=["X"])
    assert search.run().nodes == 103_005


@pytest.mark.parametrize(
    "options",
    [
        {"rule": "best"},
        {"seed": -1},
        {"seed": 2**64},
        {"max_nodes": -1},
        {"max_seconds": float("nan")},
        {"seed": 1.5},
        {"max_nodes": 10**20},
        {"max_nodes": "x"},
        {"order": ["nobody"]},
        {"order": ["A1"]},
        {"order": ["R0", "R0"]},
        {"engine": "steam"},
        {"stranding": "often"},
        {"colour": "red"},
    ],
)
def test_options_that_cannot_be(options: dict[str, object]) -> None:
    with pytest.raises(OptionError) as caught:
        tw.engines.search(queens(4), **options)  # type: ignore[arg-type]
    check_text(str(caught.value))


def test_a_partial_order_by_number_is_refused() -> None:
    with raises_text(OptionError):
        LinksSearch(queens(4), SearchOptions(order=(0,)))


def test_counts_and_estimates_have_no_limits() -> None:
    with raises_text(OptionError):
        tw.count(queens(4), max_nodes=5)
    with raises_text(OptionError):
        tw.estimate(queens(4), max_levels=5)


def test_what_solve_and_split_do_not_take() -> None:
    with raises_text(OptionError):
        tw.solve(queens(4), collect=False)
    with raises_text(OptionError):
        tw.engines.split(queens(4), levels=1, collect=False)
    with raises_text(OptionError):
        tw.engines.split(queens(4), levels=1, max_levels=1)
    with raises_text(OptionError):
        tw.count(queens(4), collect=True)


def test_errors_about_texts_can_be_sent_to_other_processes() -> None:
    with pytest.raises(FileError) as caught:
        tw.cover.parse_cover("a b\na x\n", name="file")
    again = pickle.loads(pickle.dumps(caught.value))
    assert isinstance(again, FileError)
    assert str(again) == str(caught.value)
    assert (again.name, again.line, again.column) == ("file", 2, 3)


def test_counting_several_parts() -> None:
    _, parts = tw.engines.split(queens(6), levels=2)
    assert tw.count(queens(6), start=parts) == 4


def test_parts_that_a_limit_is_too_narrow_for_are_left() -> None:
    """A sweep needs some nodes to begin: what it cannot begin it gives back, and ends."""
    parts = [Subtree((n,)) for n in range(3)]
    search = tw.engines.search(queens(6), engine="frontier", start=parts, max_nodes=1)
    assert len(list(itertools.islice(search, 100))) < 100
    assert search.counters.nodes == 0
    assert search.remainder() == parts


@pytest.mark.alone
def test_a_time_limit_is_wall_time() -> None:
    """What is done with the covers takes time, too."""
    began = time.monotonic()
    for start in (None, [Subtree()]):
        for batch in tw.engines.search(dominoes(8, 8), start=start, max_seconds=0.3):
            time.sleep(0.02 * len(batch.ends[:1]))
    assert time.monotonic() - began < 3


def test_what_is_no_problem_and_no_subtree() -> None:
    with raises_text(OptionError):
        list(tw.solve([["a"]]))  # type: ignore[arg-type]
    for start in ([0], (0,), [None]):
        with pytest.raises(SubtreeError, match="expected subtrees"):
            tw.count(queens(6), start=start)  # type: ignore[arg-type]
    with pytest.raises(SubtreeError, match="whole numbers"):
        tw.engines.search(queens(6), start=Subtree((-1,)))
    with raises_text(OptionError):
        tw.estimate(queens(4), sample_seed=-1)


@pytest.mark.parametrize("bounds", [{}, {"wide": (1, 1), "extra": (0, 2)}])
def test_problems_too_wide_for_narrow_links(bounds: dict[str, tuple[int, int]]) -> None:
    """65,535 nodes and more: the same search with 32-bit links."""
    small = queens(7)
    spelt = [list(option.items) for option in small.options()]
    padding = [f"x{k}" for k in range(70_000)]
    wide = tw.cover.from_options(
        [*spelt, ["wide", *padding], *([["extra"]] if bounds else [])],
        primary=[*(i.name for i in small.items if not i.secondary), "wide", *list(bounds)[1:]],
        secondary=[*(i.name for i in small.items if i.secondary), *padding],
        bounds=bounds,
    )
    assert tw.count(wide) == (80 if bounds else 40)
    search = tw.engines.search(wide, max_nodes=50)
    covers = [cover for batch in search for cover in batch]
    covers += list(tw.solve(wide, start=search.remainder()))
    assert covers == list(tw.solve(wide, verify=True))


def test_limits_of_nothing() -> None:
    assert list(tw.solve(tw.cover.from_options([]), max_solutions=0)) == []
    parts = tw.engines.split(queens(6), levels=1)[1]
    assert tw.engines.search(queens(6), start=parts, max_solutions=1).run().solutions == 1


def test_a_tree_too_large_for_a_number() -> None:
    problem = tw.cover.from_options([[k] for k in range(2000) for _ in (0, 1)])
    with pytest.raises(EstimateError, match="too large"):
        tw.estimate(problem, samples=2)


def test_splitting_takes_at_least_one_level() -> None:
    with pytest.raises(OptionError, match="levels is 0"):
        tw.engines.split(queens(4), levels=0)


@pytest.mark.parametrize(
    ("subtree", "said"),
    [
        (Subtree((99,)), "option 99 of only 16"),
        (Subtree((0, 0)), "option 0 twice"),
        (Subtree((0, 1)), "conflicts with an earlier one"),
        (Subtree((0,), (0,)), "option 0 twice"),
        (Subtree((0,), (), 5), "which is not a primary item of it"),
        (Subtree((), (), 0), "but has none"),
    ],
)
def test_subtrees_that_do_not_fit(subtree: Subtree, said: str) -> None:
    with pytest.raises(SubtreeError) as caught:
        tw.engines.search(queens(4), start=subtree)
    assert said in str(caught.value)


@pytest.mark.parametrize(
    "value",
    [
        None,
        [],
        {},
        {"chosen": "x"},
        {"chosen": [-1]},
        {"chosen": [True]},
        {"chosen": [], "via": "a"},
        {"chosen": [], "excluded": [1.5]},
    ],
)
def test_json_that_is_no_subtree(value: object) -> None:
    with pytest.raises(SubtreeError):
        Subtree.from_json(value)


def test_estimates() -> None:
    problem = langford(8)
    truth = tw.engines.search(problem, engine="links").run()
    figures = tw.estimate(problem, samples=20_000)
    assert figures == tw.estimate(problem, samples=20_000)
    assert figures != tw.estimate(problem, samples=20_000, sample_seed=1)
    for name, figure in (("nodes", figures.nodes), ("updates", figures.updates)):
        assert figure.high is not None
        assert figure.low < getattr(truth, name) < figure.high
        assert abs(figure.mean / getattr(truth, name) - 1) < 0.1
    assert figures.samples == 20_000
    assert 2 <= tw.estimate(queens(200), samples=5_000_000, max_seconds=0.1).samples < 5_000_000


def test_estimates_of_parts_add_up_to_the_whole() -> None:
    problem = queens(7)
    _, parts = tw.engines.split(problem, levels=1)
    exact = sum(tw.engines.search(problem, engine="links", start=p).run().nodes for p in parts)
    estimated = sum(tw.estimate(problem, start=part, samples=5000).nodes.mean for part in parts)
    assert abs(estimated / exact - 1) < 0.05


def test_what_no_descent_met_has_no_upper_bound() -> None:
    figures = tw.estimate(scott((2, 3)), samples=2)
    assert figures.solutions.high is None
    assert "cannot be told" in str(figures.solutions)
    with pytest.raises(OptionError, match="at least 2 samples"):
        tw.estimate(queens(4), samples=1)


def test_a_search_without_choices_is_estimated_exactly() -> None:
    figures = tw.estimate(tw.cover.from_options([["a"], ["b"]]), samples=10)
    assert (figures.nodes.low, figures.nodes.mean, figures.nodes.high) == (2, 2, 2)
    assert figures.solutions.mean == 1
