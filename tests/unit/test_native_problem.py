"""A problem is made in the core, checked there once, and taken by all engines as it is."""

import gc
import pickle
import signal
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

import tilewright as tw
from tilewright import _core
from tilewright.cover import ExactCover, Item
from tilewright.cover.examples import queens
from tilewright.encoding import encode
from tilewright.engines import AnchorSearch, LinksSearch, SearchOptions


def test_equal_problems_keep_their_own_regions() -> None:
    known = encode(tw.load("soma")).problem
    unknown = known.with_parts(regions=None)
    assert known == unknown
    LinksSearch(unknown, SearchOptions(max_nodes=1)).run()
    options = SearchOptions(stranding="sizes", max_nodes=1_000)
    assert AnchorSearch(known, options, collect=False).run().stranded > 0


def a_problem(**other: Any) -> tuple[_core.Problem, list[int]]:
    """Two primary items, one that may have a colour, and two options."""
    parts: dict[str, Any] = {
        "lo": [1, 1],
        "hi": [1, 1],
        "starts": [0, 2, 4],
        "items": [0, 2, 1, 2],
        "colours": [0, 2, 0, 2],
        "colour_count": 2,
        "costs": [0, 0],
        "cells": [0],
        "touching": [],
        "pieces": [1],
        "points": [],
    } | other
    wide = {"starts": np.uint64, "costs": np.int64, "points": np.int64}
    arrays = {
        name: np.array(part, wide.get(name, np.uint32)) if isinstance(part, list) else part
        for name, part in parts.items()
    }
    return _core.make_problem(3, **arrays)


def test_a_problem_is_written_in_one_way() -> None:
    problem, colours = a_problem()
    assert colours == [2]  # the second one that was given is the first that is met
    assert problem.colours.tolist() == [0, 1, 0, 1]
    assert problem.costs.tolist() == []  # they say nothing
    assert (problem.item_count, problem.primary, problem.option_count) == (3, 2, 2)
    plain, none = a_problem(colours=[0, 0, 0, 0], costs=[3, 0])
    assert none == plain.colours.tolist() == []
    assert plain.costs.tolist() == [3, 0]


@pytest.mark.parametrize(
    ("fault", "parts"),
    [
        (("size", 3, 4), {"lo": [1] * 4, "hi": [1] * 4}),
        (("bounds", 1, 0), {"lo": [1, 2]}),
        (("bounds", 0, 0), {"lo": [0, 1], "hi": [0, 1]}),
        (("bounds", 1, 0), {"hi": [1, 2**31]}),
        (("bounds", 1, 0), {"lo": [1]}),
        (("starts", 0, 0), {"starts": []}),
        (("starts", 0, 0), {"starts": [0, 2, 3]}),
        (("empty", 1, 0), {"starts": [0, 2, 2, 4]}),
        (("empty", 0, 0), {"starts": [0, 5, 4]}),
        (("item", 3, 3), {"items": [0, 3, 1, 2]}),
        (("twice", 1, 2), {"items": [0, 2, 2, 2]}),
        (("colour count", 1, 4), {"colours": [1]}),
        (("colour", 3, 2), {"colours": [0, 0, 0, 3]}),
        (("colour on primary", 1, 1), {"colours": [0, 1, 1, 1]}),
        (("cost count", 1, 2), {"costs": [4]}),
        (("cost", 1, 0), {"costs": [4, -1]}),
        (("cost", 0, 0), {"costs": [2**53 + 1, 0]}),
        (("region item", 3, 3), {"cells": [3]}),
        (("region twice", 1, 0), {"cells": [1]}),
        (("touching", 2, 0), {"touching": [0, 2]}),
        (("points", 3, 2), {"cells": [0, 2], "points": [1, 2, 3]}),
        (("pieces", 0, 0), {"cells": [], "pieces": [0, 2]}),
    ],
)
def test_what_is_wrong_with_a_problem(fault: tuple[str, int, int], parts: dict[str, Any]) -> None:
    with pytest.raises(_core.ProblemFault) as caught:
        a_problem(**parts)
    assert caught.value.args == fault


def test_names_may_come_late() -> None:
    known = encode(tw.load("soma")).problem
    asked = []

    def names() -> list[str]:
        asked.append("names")
        return [f"item {k}" for k in range(known.core.item_count)]

    late = ExactCover.from_core(known.core, names, labels=lambda: range(known.option_count))
    assert tw.count(late) == tw.count(known) == 11520
    assert not asked
    assert late.item_numbers["item 3"] == 3
    assert late.labelled([4, 2]) == [4, 2]
    assert asked == ["names"]
    renamed = known.with_parts(
        items=[
            Item(f"item {k}", one.lo, one.hi, one.secondary) for k, one in enumerate(known.items)
        ]
    )
    assert renamed == late
    assert (late.regions is not None) == (known.regions is not None)
    for part in ("cells", "touching", "pieces", "points"):
        np.testing.assert_array_equal(getattr(late.regions, part), getattr(known.regions, part))


def test_signals_are_handled_while_options_are_gathered() -> None:
    handled = []
    before = signal.signal(signal.SIGALRM, lambda *_: handled.append("alarm"))
    try:
        signal.setitimer(signal.ITIMER_REAL, 1e-3, 1e-3)
        problem = tw.cover.from_options([["a", "b", "c"]] * 1_000_000)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert problem.option_count == 1_000_000
    assert len(handled) > 2  # as it would not be if they had to wait for the end


def test_arrays_outlive_their_problem() -> None:
    entries = queens(6).entries
    gc.collect()
    assert entries.sum() == queens(6).entries.sum()


def test_a_problem_that_was_searched_can_be_sent_away() -> None:
    problem = encode(tw.load("soma")).problem
    sent = pickle.loads(pickle.dumps(problem))
    assert tw.count(sent) == tw.count(problem) == 11520
    assert sent == problem
    assert sent.items == problem.items
    assert not sent.entries.flags.writeable
    np.testing.assert_array_equal(sent.regions.points, problem.regions.points)


def test_threads_that_ask_at_once_are_all_answered() -> None:
    problems = [queens(6), queens(8)] * 20

    def count(problem: ExactCover) -> int:
        return LinksSearch(problem, collect=False).run().solutions

    with ThreadPoolExecutor(8) as threads:
        assert list(threads.map(count, problems)) == [4, 92] * 20
