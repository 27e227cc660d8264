"""Searches for polygons keep the promises of all searches, so that runs can rely on them."""

from collections.abc import Iterator
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import tilewright as tw
from tests.examples import examples
from tests.polygon_classes import classify
from tests.runs.jigsaws import FEW, few_solutions
from tilewright.engines import Batch, SearchOptions, native
from tilewright.execution.polygon_sieve import PlaceSieve, symmetry_group
from tilewright.polygons import PolygonPuzzle
from tilewright.polygons.model.arrangements import Arrangements
from tilewright.polygons.model.congruence import puzzle_size
from tilewright.polygons.search.corners import CornerSearch, replay
from tilewright.polygons.search.jigsaw import Jigsaw, make_jigsaw
from tilewright.runs.forecast import CornerDescents

STRATEGIES = st.sampled_from(["fewest", "lynning"])
STOMACHION = make_jigsaw(tw.load("stomachion"))  # type: ignore[arg-type]


def covers_of(search: CornerSearch) -> list[tw.engines.Cover]:
    return [cover for batch in search for cover in batch]


def in_one_go(
    jigsaw: Jigsaw, strategy: str = "fewest"
) -> tuple[list[tw.engines.Cover], tw.engines.Counters]:
    search = CornerSearch(jigsaw, strategy=strategy)
    return covers_of(search), search.counters


@given(few_solutions(), STRATEGIES, st.integers(0, 40))
@examples(60)
def test_stopped_search_and_rest_make_the_whole(
    puzzle: PolygonPuzzle, strategy: str, nodes: int
) -> None:
    jigsaw = make_jigsaw(puzzle)
    whole = in_one_go(jigsaw, strategy)
    search = CornerSearch(jigsaw, SearchOptions(max_nodes=nodes), strategy=strategy)
    covers, counters = covers_of(search), search.counters
    assert counters.nodes <= nodes
    for subtree in search.remainder():
        assert subtree.excluded == ()
        part = CornerSearch(jigsaw, start=subtree, strategy=strategy)
        covers += covers_of(part)
        counters += part.counters
    assert (covers, counters) == whole


@given(few_solutions(), st.integers(1, 6))
@examples(60)
def test_pieces_of_pieces_make_the_whole(puzzle: PolygonPuzzle, nodes: int) -> None:
    jigsaw = make_jigsaw(puzzle)
    covers: list[tw.engines.Cover] = []
    counters = tw.engines.Counters()
    waiting = [tw.cover.Subtree()]
    while waiting:
        search = CornerSearch(jigsaw, SearchOptions(max_nodes=nodes), waiting.pop())
        covers += covers_of(search)
        counters += search.counters
        waiting += search.remainder()[::-1]
    assert (covers, counters) == in_one_go(jigsaw)


@given(few_solutions(), st.integers(0, 4))
@examples(60)
def test_splitting_by_levels_makes_the_whole(puzzle: PolygonPuzzle, levels: int) -> None:
    jigsaw = make_jigsaw(puzzle)
    top = CornerSearch(jigsaw, SearchOptions(max_levels=levels))
    covers, counters = covers_of(top), top.counters
    for subtree in top.remainder():
        assert len(subtree.chosen) == levels + 1
        part = CornerSearch(jigsaw, start=subtree)
        covers += covers_of(part)
        counters += part.counters
    whole, whole_counters = in_one_go(jigsaw)
    assert sorted(covers) == sorted(whole)
    assert counters == whole_counters


@pytest.fixture(scope="module")
def eager() -> Iterator[None]:
    """Threads share the work after every node, so that even tiny searches change hands."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(native, "EAGER", True)
        yield


@pytest.mark.usefixtures("eager")
@given(few_solutions(), st.sampled_from([2, 3]), st.integers(0, 8))
@examples(60)
def test_threads_come_to_the_same(puzzle: PolygonPuzzle, threads: int, nodes: int) -> None:
    jigsaw = make_jigsaw(puzzle)
    starts = CornerSearch(jigsaw, SearchOptions(max_nodes=nodes)).remainder()
    for start in (tw.cover.Subtree(), *starts):
        one = CornerSearch(jigsaw, start=start)
        several = CornerSearch(jigsaw, SearchOptions(threads=threads), start)
        assert covers_of(several) == covers_of(one)
        assert several.counters == one.counters
        assert several.finished


@pytest.mark.usefixtures("eager")
@given(few_solutions(), st.integers(0, 4))
@examples(60)
def test_stopped_threads_and_rest_make_the_whole(puzzle: PolygonPuzzle, batches: int) -> None:
    jigsaw = make_jigsaw(puzzle)
    search = CornerSearch(jigsaw, SearchOptions(threads=2))
    covers: list[tw.engines.Cover] = []
    for _, batch in zip(range(batches), search, strict=False):
        covers += batch
    rest = search.remainder()
    counters = search.counters
    for subtree in rest:
        part = CornerSearch(jigsaw, start=subtree)
        covers += covers_of(part)
        counters += part.counters
    assert (covers, counters) == in_one_go(jigsaw)


@pytest.fixture(scope="module")
def whole_counters() -> tw.engines.Counters:
    return in_one_go(STOMACHION)[1]


@given(nodes=st.integers(0, 213_069))
@examples(5)
def test_a_real_puzzle_too(whole_counters: tw.engines.Counters, nodes: int) -> None:
    search = CornerSearch(STOMACHION, SearchOptions(max_nodes=nodes))
    covers, counters = covers_of(search), search.counters
    assert counters.nodes == nodes
    for subtree in search.remainder():
        part = CornerSearch(STOMACHION, start=subtree)
        covers += covers_of(part)
        counters += part.counters
    assert (len(covers), len(set(covers)), counters.nodes) == (4288, 4288, 213_069)
    assert counters == whole_counters


@given(few_solutions(), STRATEGIES)
@examples(60)
def test_the_options_tell_where_the_pieces_are(puzzle: PolygonPuzzle, strategy: str) -> None:
    jigsaw = make_jigsaw(puzzle)
    search = CornerSearch(jigsaw, strategy=strategy)
    for batch in search:
        for cover, placed in zip(batch, search.placed(batch), strict=True):
            again = replay(jigsaw, cover, strategy=strategy)
            assert [one.piece for one in again] == [one.piece for one in placed]
            for one, other in zip(again, placed, strict=True):
                assert one.flipped == other.flipped
                numbers = [(x.cos, x.sin, x.dx, x.dy) for x in (one, other)]
                assert np.allclose(*numbers, rtol=0, atol=1e-9 * puzzle_size(puzzle))


def found(jigsaw: Jigsaw) -> Arrangements:
    search = CornerSearch(jigsaw)
    batches = [Batch(b.options.copy(), b.items.copy(), b.ends.copy()) for b in search]
    return search.arrangements(batches)


@given(few_solutions())
@examples(60)
def test_one_of_each_class_passes(puzzle: PolygonPuzzle) -> None:
    """As many as there are classes, and no two of one class."""
    solutions = found(make_jigsaw(puzzle))
    classes = classify(puzzle, solutions)
    numbers = (classes.different, classes.up_to_rotation, classes.up_to_symmetry)
    for up_to, number in zip(("nothing", "rotation", "symmetry"), numbers, strict=True):
        group = symmetry_group(puzzle, up_to)
        passes = PlaceSieve(puzzle, group).passes(solutions)
        assert passes.sum() == number
        some = classify(puzzle, Arrangements(solutions.table, solutions.rows[passes]))
        assert (
            number
            == {
                "nothing": some.different,
                "rotation": some.up_to_rotation,
                "symmetry": some.up_to_symmetry,
            }[up_to]
        )


@given(few_solutions(), st.data())
@examples(60)
def test_whether_one_passes_depends_on_nothing_else(
    puzzle: PolygonPuzzle, data: st.DataObject
) -> None:
    """Not on those that were found with it, nor on the way in which it was found."""
    jigsaw = make_jigsaw(puzzle)
    sieve = PlaceSieve(puzzle, symmetry_group(puzzle, "symmetry"))
    whole = sieve.passes(found(jigsaw)).tolist()
    covers, _ = in_one_go(jigsaw)
    cuts = data.draw(st.sets(st.integers(1, len(covers) - 1)) if len(covers) > 1 else st.just([]))
    again: list[bool] = []
    for a, b in pairwise([0, *sorted(cuts), len(covers)]):
        some = Arrangements.of([replay(jigsaw, cover) for cover in covers[a:b]])
        again += sieve.passes(some).tolist()
    assert again == whole


@pytest.mark.parametrize("puzzle", FEW[-2:], ids=lambda puzzle: puzzle.title)
def test_descents_count_what_the_search_counts(puzzle: PolygonPuzzle) -> None:
    """On average, from anywhere, and down to any level."""
    jigsaw = make_jigsaw(puzzle)
    start = CornerSearch(jigsaw, SearchOptions(max_nodes=9)).remainder()[-1]
    for first, level in ((tw.cover.Subtree(), None), (tw.cover.Subtree(), 3), (start, None)):
        descents = CornerDescents(jigsaw, first, seed=1)
        drawn = []
        for _ in range(400):
            above, weight, below = descents.descend(level)
            total = above
            if below is not None:
                assert len(below.chosen) == level
                inside = CornerSearch(jigsaw, start=below).run()
                total = above + weight * np.array(
                    [inside.nodes, inside.updates, inside.solutions], dtype=float
                )
            drawn.append(total)
        whole = CornerSearch(jigsaw, start=first).run()
        expected = np.array([whole.nodes, whole.updates, whole.solutions])
        error = np.std(drawn, axis=0) / np.sqrt(len(drawn))
        assert (np.abs(np.mean(drawn, axis=0) - expected) <= 4 * error + 1e-9).all()
