"""Searches and counts in memory that are cut off in the middle, and resumed."""

from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest

import tilewright as tw
from tilewright.engines import Batch, OptionError
from tilewright.execution import Request
from tilewright.execution import planner as make
from tilewright.execution.job import CoverSifting
from tilewright.execution.plan import BurnsideClasses
from tilewright.execution.sieve import Covers
from tilewright.polygons.exact.certify import Certifier
from tilewright.polygons.exact.prover import NotCertified
from tilewright.symmetry import TooManyWays

DOMINOES = tw.make_puzzle(
    "square", tw.box(6, 4), [tw.Piece("I", ((0, 0), (1, 0)), tw.puzzle.Count(12, 12))]
)


class Interrupting:
    """Raises at the n-th call, once."""

    def __init__(self, work: Any, number: int, error: type[BaseException]) -> None:
        self._work, self._left, self._error = work, number, error

    def __call__(self, *arguments: Any, **options: Any) -> Any:
        self._left -= 1
        if self._left == 0:
            raise self._error("now")
        return self._work(*arguments, **options)


@pytest.mark.parametrize("number", [1, 2, 3, 5])
@pytest.mark.parametrize("require", [(), ("3-colourable",)])
def test_a_count_goes_on_as_if_nothing_had_been(
    monkeypatch: pytest.MonkeyPatch, number: int, require: tuple[str, ...]
) -> None:
    whole = tw.solving.Counting(DOMINOES, require, engine="links")
    whole.run()
    sift = Interrupting(CoverSifting.sift, number, KeyboardInterrupt)

    def sifting(self: CoverSifting, batch: Batch) -> Covers:
        covers: Covers = sift(self, batch)
        return covers

    monkeypatch.setattr(CoverSifting, "sift", sifting)
    counting = tw.solving.Counting(DOMINOES, require, engine="links")
    with suppress(KeyboardInterrupt):  # which never comes, where there are few batches
        counting.run()
    counting.run()
    assert (counting.counts, counting.counters) == (whole.counts, whole.counters)


def test_a_listing_does_not_say_that_it_is_complete(monkeypatch: pytest.MonkeyPatch) -> None:
    """Some of it was given out; what comes after is not known."""
    sift = Interrupting(CoverSifting.sift, 2, KeyboardInterrupt)
    monkeypatch.setattr(CoverSifting, "sift", lambda self, batch: sift(self, batch))
    search = tw.solving.PuzzleSearch(DOMINOES, up_to="nothing", engine="links")
    with pytest.raises(KeyboardInterrupt):
        list(search)
    assert list(search) == []
    assert not search.finished


def test_what_cannot_be_begun_is_refused_each_time() -> None:
    """It went on for ever the second time."""
    with pytest.raises(OptionError):
        tw.solving.Counting(DOMINOES, engine="links", rule="nonsense")
    counting = tw.solving.Counting(DOMINOES, engine="bits", seed=3)
    for _ in range(2):
        with pytest.raises(OptionError):
            counting.run()
    assert counting.counts is None


def test_classes_that_could_not_be_begun() -> None:
    counting = tw.solving.Counting(DOMINOES, engine="links")
    classes = counting.plan.classes
    assert isinstance(classes, BurnsideClasses)
    make_stages = Interrupting(classes.make, 1, KeyboardInterrupt)
    counting.__dict__["plan"] = replace(counting.plan, classes=replace(classes, make=make_stages))
    with pytest.raises(KeyboardInterrupt):
        counting.run()
    assert (counting.finished, counting.counts, counting.numbers) == (False, None, {})
    assert (counting.total_known, counting.solutions) == (True, tw.count(DOMINOES).solutions)
    assert counting.run() == tw.count(DOMINOES)


def test_a_total_is_known_before_its_classes() -> None:
    whole = tw.solving.Counting(DOMINOES, engine="links")
    assert whole.run() is not None
    nodes = whole.counters.nodes
    for up_to in (None, "symmetry"):
        counting = tw.solving.Counting(DOMINOES, up_to=up_to, engine="links", max_nodes=nodes + 1)
        assert counting.run() is None
        assert (counting.finished, counting.numbers) == (False, {})
        assert (counting.total_known, counting.solutions) == (True, whole.solutions)
    for engine in ("links", "frontier"):  # stopped, as by Ctrl-C, once that is known
        counting = tw.solving.Counting(DOMINOES, engine=engine)
        for _ in counting:
            if counting.total_known:
                counting.stop()
        assert (counting.finished, counting.numbers) == (False, {})
        assert (counting.total_known, counting.solutions) == (True, whole.solutions)
        assert counting.run() == whole.counts
    less = tw.solving.Counting(DOMINOES, engine="links", max_nodes=nodes - 1)
    assert less.run() is None
    assert not less.total_known
    # That number needs no classes, and is through.
    alone = tw.solving.Counting(DOMINOES, up_to="nothing", engine="links", max_nodes=nodes + 1)
    alone.run()
    assert (alone.finished, alone.numbers) == (True, {"nothing": whole.solutions})
    assert alone.plan.classes is None


def test_polygons_are_listed_on_after_a_stop() -> None:
    search = tw.solving.PolygonSearch(tw.load("tangram-convex-4x2"))
    found = []
    for batch in search:
        found += batch
        search.stop()
    while not search.finished:
        for batch in search:
            found += batch
    assert len(found) == search.solutions == 9


def test_polygons_that_are_not_proved(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = tw.load("tangram-convex-4x2")
    certify = Interrupting(Certifier.certify_many, 2, NotCertified)
    monkeypatch.setattr(Certifier, "certify_many", lambda self, found: certify(self, found))
    counting = tw.solving.PolygonCounting(puzzle)
    with pytest.raises(NotCertified):
        counting.run()
    assert counting.counts is None
    assert str(counting.run()) == "36 solutions, 18 up to rotation, 9 up to symmetry"


def test_an_order_where_symmetries_are_looked_at_one_by_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The numbers of one problem's items were taken for the names of another's."""
    calls = iter(range(100))
    real = make.fixed_problems

    def fixed_problems(*arguments: Any, **how: Any) -> Any:
        if next(calls) == 1:
            raise TooManyWays
        return real(*arguments, **how)

    monkeypatch.setattr(make, "fixed_problems", fixed_problems)
    order = [item.name for item in tw.encoding.encode(DOMINOES).problem.items[:3]]
    counting = tw.solving.Counting(DOMINOES, engine="links", order=order)
    assert counting.run() == tw.count(DOMINOES, engine="bits")


@pytest.mark.parametrize("name", ["threads", "max_solutions", "max_levels"])
def test_limits_are_no_options(name: str) -> None:
    with pytest.raises(OptionError, match=f"{name} is 2: that has no place here"):
        Request.of((), {name: 2})
