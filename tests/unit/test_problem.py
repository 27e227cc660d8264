"""Building problems, and what is said of those that contradict themselves."""

from collections import deque
from typing import Any

import numpy as np
import pytest
import scipy.sparse as sparse

import tilewright as tw
from tests.texts import check_text, raises_text
from tilewright.cover import CoverProblemError, Item, NotACover, check_cover
from tilewright.cover.examples import sudoku


def test_items_in_order_of_first_appearance() -> None:
    problem = tw.cover.from_options([["b", "a"], ["c", "b", "z"]], secondary=["z"])
    assert [item.name for item in problem.items] == ["b", "a", "c", "z"]
    assert problem.items[3] == Item("z", 0, 1, secondary=True)
    assert problem.primary == 3


def test_any_hashable_can_be_an_item() -> None:
    problem = tw.cover.from_options([[(0, 0), 7], [None, "x"], [(0, 0), None], [7]])
    assert [item.name for item in problem.items] == [(0, 0), 7, None, "x"]
    assert list(tw.solve(problem)) == [(1, 0)]


def test_dense_and_sparse_matrices_agree() -> None:
    dense = np.array([[1, 0, 1, 0], [0, 1, 0, 1], [1, 1, 0, 0], [0, 0, 1, 0]], dtype=np.int8)
    kinds = [
        dense,
        dense.astype(bool),
        dense.tolist(),
        sparse.csr_matrix(dense),
        sparse.csc_array(dense),
        sparse.coo_array(dense.astype(float)),
    ]
    built = [tw.cover.from_matrix(kind, secondary=[3]) for kind in kinds]
    assert len({problem.fingerprint for problem in built}) == 1
    assert list(tw.solve(built[0])) == [(0, 1), (2, 3)]
    assert [item.name for item in built[0].items] == [0, 1, 2, 3]


def test_secondary_columns_move_behind() -> None:
    problem = tw.cover.from_matrix([[1, 1, 0], [0, 0, 1]], secondary=[0])
    assert [item.name for item in problem.items] == [1, 2, 0]
    assert problem.option(0).items == (0, 1)
    assert list(tw.solve(problem)) == [(0, 1)]


def test_colours_may_come_late() -> None:
    options = [["a"], {"a": None, "s": "red"}, {"b": None}, ["b", "s"], {"s": "red", "b": None}]
    problem = tw.cover.from_options(options, secondary=["s"])
    assert [str(option) for option in problem.options()] == ["a", "a s:red", "b", "b s", "s:red b"]
    found = {frozenset(cover) for cover in tw.solve(problem)}
    assert found == {frozenset(c) for c in ({0, 2}, {0, 3}, {0, 4}, {1, 2}, {1, 4})}


def test_costs_may_be_an_array() -> None:
    problem = tw.cover.from_options([["a"], ["b"]], costs=np.array([3, 4]))
    assert [option.cost for option in problem.options()] == [3, 4]


def test_bounds() -> None:
    options = [["a", "b"], ["a"], ["a", "c"], ["b"], ["c"]]
    twice = tw.cover.from_options(options, bounds={"a": 2})
    assert sorted(map(sorted, tw.solve(twice))) == [[0, 1, 4], [0, 2], [1, 2, 3]]
    upto = tw.cover.from_options(options, bounds={"a": (0, 3)})
    assert tw.count(upto) == 8  # b, c: two ways each; the second option or not


def test_an_optional_primary_item_differs_from_a_secondary_one() -> None:
    options = [["a"], ["x"]]
    assert tw.count(tw.cover.from_options(options, bounds={"x": (0, 1)})) == 2
    idle = tw.cover.from_options(options, secondary=["x"])
    assert tw.count(idle) == 1
    assert idle.idle_options == (1,)


def test_no_items_and_no_options() -> None:
    assert list(tw.solve(tw.cover.from_options([]))) == [()]
    assert list(tw.solve(tw.cover.from_options([], primary=["a"]))) == []
    assert list(tw.solve(tw.cover.from_options([["x"]], secondary=["x"]))) == [()]


def test_equal_problems_have_equal_fingerprints() -> None:
    one = tw.cover.from_options(
        [{"a": None, "s": "red"}, {"a": None, "s": "blue"}], secondary=["s"]
    )
    two = tw.cover.from_options(
        [{"a": None, "s": "red"}, {"a": None, "s": "blue"}], secondary=["s"]
    )
    other = tw.cover.from_options(
        [{"a": None, "s": "blue"}, {"a": None, "s": "red"}], secondary=["s"]
    )
    assert one == two
    assert hash(one) == hash(two)
    assert one != other
    assert one != "something else"
    assert one == tw.ExactCover(
        items=one.items,
        starts=one.starts,
        entries=one.entries,
        entry_colours=np.array([0, 3, 0, 1], dtype=np.uint32),
        colours=("blue", "unused", "red"),
        costs=np.zeros(2, dtype=np.int64),
    )


def test_covers_by_labels_or_by_items() -> None:
    options = {"x": ["a"], "y": ["b", "c"], "z": ["c"]}
    labelled = tw.cover.from_options(options)
    assert [labelled.labelled(cover) for cover in tw.solve(labelled)] == [["x", "y"]]
    plain = tw.cover.from_options(options.values())
    assert [plain.labelled(cover) for cover in tw.solve(plain)] == [[("a",), ("b", "c")]]
    with pytest.raises(IndexError):
        plain.labelled([3])


def test_other_parts_make_another_problem() -> None:
    one = tw.cover.from_options({"x": ["a"], "y": ["a", "b"], "z": ["b"]}, costs=[1, 2, 3])
    dear = one.with_parts(costs=[4, 5, 6], labels=())
    assert (dear.costs.tolist(), dear.labels, dear.items) == ([4, 5, 6], (), one.items)
    assert dear.with_parts(costs=one.costs) == one != dear
    with pytest.raises(CoverProblemError):
        one.with_parts(labels=("x", "y"))


def test_options_of_any_kind() -> None:
    lists = [["a", "b"], ["b", "c"], ["c"], ["a"]]
    expected = tw.cover.from_options(lists)
    for kind in (tuple, iter, dict.fromkeys, frozenset, deque):
        assert tw.cover.from_options(map(kind, lists)) == expected
    assert tw.cover.from_options(iter(lists)) == tw.cover.from_options(tuple(lists)) == expected


def test_values_cannot_be_changed() -> None:
    problem = tw.cover.from_options([["a"]])
    with pytest.raises(ValueError, match="read-only"):
        problem.entries[0] = 1
    with pytest.raises(AttributeError):
        problem.items = ()  # type: ignore[misc]


@pytest.mark.parametrize(
    "build",
    [
        lambda: tw.cover.from_options([["a", "b"], ["a", "a"]]),
        lambda: tw.cover.from_options([["a"], []]),
        lambda: tw.cover.from_options(["ab"]),
        lambda: tw.cover.from_options([5]),
        lambda: tw.cover.from_options([["a"], [["b"]]]),
        lambda: tw.cover.from_options([["a", ["b"]]]),
        lambda: tw.cover.from_options([["a"]], primary=["b"]),
        lambda: tw.cover.from_options([["a"]], primary=["a", "a"]),
        lambda: tw.cover.from_options([["a"]], primary=["a"], secondary=["a"]),
        lambda: tw.cover.from_options([{"a": "red"}]),
        lambda: tw.cover.from_options([["a"]], bounds={"b": 2}),
        lambda: tw.cover.from_options([["a"]], bounds={"a": (3, 2)}),
        lambda: tw.cover.from_options([["a"]], bounds={"a": 0}),
        lambda: tw.cover.from_options([["a"]], bounds={"a": (1, 2**40)}),
        lambda: tw.cover.from_options([["a"]], bounds={"a": "many"}),
        lambda: tw.cover.from_options([["a"]], costs=[1, 2]),
        lambda: tw.cover.from_options([["a"]], costs=[-1]),
        lambda: tw.cover.from_options([["a"]], costs=[0.5]),
        lambda: tw.cover.from_matrix([1, 0]),
        lambda: tw.cover.from_matrix([[1, 2]]),
        lambda: tw.cover.from_matrix([[1], [0]]),
        lambda: tw.cover.from_matrix([[1], [0, 1]]),
        lambda: tw.cover.from_matrix([[1]], secondary=[1]),
        lambda: Item("a", 1, 1, secondary=True),
        lambda: sudoku("123"),
        lambda: sudoku("11" + "." * 79),
        lambda: tw.cover.from_options([["a"], {"b": ["red"]}], secondary=["b"]),
        lambda: tw.cover.from_options([["a"]], secondary=["b", "b"]),
        lambda: tw.cover.from_matrix([[1, 1]], secondary=[1, 1]),
    ],
)
def test_contradictions_are_named(build: object) -> None:
    with pytest.raises(CoverProblemError) as caught:
        build()  # type: ignore[operator]
    check_text(str(caught.value))


def test_sudoku() -> None:
    clues = """
        53..7.... 6..195... .98....6. 8...6...3 4..8.3..1 7...2...6 .6....28. ...419..5 ....8..79
    """
    problem = sudoku(clues)
    (cover,) = tw.solve(problem, verify=True)
    filled = {problem.labels[k][:2]: problem.labels[k][2] for k in cover}  # type: ignore[index]
    assert [filled[0, c] for c in (2, 3, 5, 6, 7, 8)] == [4, 6, 8, 9, 1, 2]


@pytest.mark.parametrize(
    "chosen",
    [
        [0],
        [0, 0, 1],
        [0, 1, 9],
        [0, 1, 2],
        [0, 3],
        [0, 4],
        [0, 1, 5],
    ],
)
def test_the_checker_says_what_is_wrong(chosen: list[int]) -> None:
    problem = tw.cover.parse_cover("a b | s\na s:1\nb s:1\na\nb s:2\nb s\ns:1\n")
    check_cover(problem, [0, 1])
    with pytest.raises(NotACover) as caught:
        check_cover(problem, chosen)
    check_text(str(caught.value))


def test_costs_by_label() -> None:
    options = {"x": ["a"], "y": ["b"]}
    problem = tw.cover.from_options(options, costs={"y": 3, "x": 5})
    assert problem.costs.tolist() == [5, 3]


@pytest.mark.parametrize(
    ("options", "costs"),
    [
        ([["a"], ["b"]], {0: 1, 1: 1}),
        ({"x": ["a"], "y": ["b"]}, {"x": 1}),
        ({"x": ["a"]}, {"x": 1, "z": 1}),
    ],
)
def test_costs_by_label_that_do_not_fit(options: Any, costs: dict[Any, int]) -> None:
    with raises_text(tw.TilewrightError):
        tw.cover.from_options(options, costs=costs)


LABELS = {"x": ["a"], "y": ["b"]}


@pytest.mark.parametrize("options", [list(LABELS.values()), LABELS], ids=["plain", "labelled"])
def test_options_that_are_not_there(options: Any) -> None:
    problem = tw.cover.from_options(options)
    assert len(problem.labelled([np.uint32(1), 0])) == 2
    for number in (-1, 2, 2**70):
        with pytest.raises(IndexError, match=f"option {number}: there are 2, numbered from 0"):
            problem.labelled([0, number])
    with pytest.raises(TypeError, match="'float' object"):
        problem.labelled([1.0])  # type: ignore[list-item]


@pytest.mark.parametrize("kind", ["primary", "secondary"])
def test_a_name_that_cannot_be_hashed(kind: str) -> None:
    with raises_text(CoverProblemError):
        tw.cover.from_options([["a"]], **{kind: [["a"]]})


@pytest.mark.parametrize(
    "parts",
    [
        {"starts": [0, 1.7]},
        {"entries": [0.9]},
        {"entries": [[0]]},
        {"entries": [-1]},
        {"costs": [1.5]},
        {"costs": [2**63]},
        {"costs": [2**64]},
        {"entries": [2**63, -1]},
    ],
)
def test_numbers_that_are_not_whole(parts: dict[str, Any]) -> None:
    with raises_text(CoverProblemError):
        tw.ExactCover([Item("a")], **({"starts": [0, 1], "entries": [0]} | parts))


def test_bounds_that_are_not_whole() -> None:
    with raises_text(CoverProblemError):
        Item("a", 0.5, 1.5)  # type: ignore[arg-type]
    assert Item("a", np.int64(1), np.uint8(2)).hi == 2  # type: ignore[arg-type]
