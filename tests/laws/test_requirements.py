"""Special solutions are those of all solutions that have what is required."""

from hypothesis import assume, given
from hypothesis import strategies as st

import tilewright as tw
from tests import naive_requirements as naive
from tests.examples import examples
from tests.laws.test_symmetry import answer_of
from tests.naive_puzzles import Answer, TooMany, answers, classes_of, symmetries_of
from tests.puzzle_strategies import lattice_of, puzzles, symmetric_puzzles
from tilewright.encoding import encode
from tilewright.engines import OptionError
from tilewright.solutions.requirements import requirements
from tilewright.solutions.requirements.touching import colouring
from tilewright.solving import Counting, PuzzleSearch

fewer = examples(15)
PLANE = ("square", "triangle", "tangram", "square-sticks", "triangle-sticks", "hexagon")
plane = st.sampled_from(PLANE).map(lattice_of)


def few_answers(puzzle: tw.Puzzle) -> set[Answer]:
    try:
        return answers(puzzle, most=60)
    except TooMany:
        assume(False)
        raise


def listed(puzzle: tw.Puzzle, *require: str, up_to: str = "nothing") -> list[Answer]:
    search = PuzzleSearch(puzzle, require, up_to=up_to, verify=True)
    found = [answer_of(solution) for batch in search for solution in batch]
    assert search.finished
    assert search.solutions == len(found)
    return found


def compare(puzzle: tw.Puzzle, expected: set[Answer], *require: str) -> None:
    """Lists and counts, all copies and one of each class."""
    found = listed(puzzle, *require)
    assert len(found) == len(expected)
    assert set(found) == expected
    asked = requirements(puzzle, require)
    every = [s for batch in tw.solving.PuzzleSearch(puzzle, up_to="nothing") for s in batch]
    assert {answer_of(s) for s in every if all(one.holds(s) for one in asked)} == expected
    counts = Counting(encode(puzzle), require).run()
    assert counts.solutions == len(expected)
    group = symmetries_of(puzzle)
    for up_to, mirrors in (("symmetry", True), ("rotation", False)):
        classes = classes_of(puzzle, expected, mirrors=mirrors, group=group)
        some = listed(puzzle, *require, up_to=up_to)
        assert len(some) == len(classes)
        assert all(len(one.intersection(some)) == 1 for one in classes)
        assert set(some) <= expected
        number = counts.up_to_symmetry if mirrors else counts.up_to_rotation
        assert number == len(classes)


@fewer
@given(symmetric_puzzles() | puzzles())
def test_symmetric_solutions(puzzle: tw.Puzzle) -> None:
    maps = naive.board_maps(puzzle)
    if not maps:
        try:
            requirements(puzzle, "symmetric")
        except OptionError:
            return
        raise AssertionError("this board has no symmetry")
    holds = naive.symmetric(maps)
    compare(puzzle, {answer for answer in few_answers(puzzle) if holds(answer)}, "symmetric")


@fewer
@given(symmetric_puzzles(), st.data())
def test_solutions_symmetric_in_one_way(puzzle: tw.Puzzle, data: st.DataObject) -> None:
    maps = naive.board_maps(puzzle)
    assume(maps)
    by = data.draw(st.sampled_from(maps))
    word = next(" ".join(m.word) for m in puzzle.lattice.motions if m.matrix == by[0])
    holds = naive.symmetric([by])
    expected = {answer for answer in few_answers(puzzle) if holds(answer)}
    compare(puzzle, expected, f"symmetric:{word}")


@fewer
@given(puzzles(on=plane) | puzzles(on=st.just(lattice_of("square")), most=10))
def test_solutions_without_crossroads(puzzle: tw.Puzzle) -> None:
    holds = naive.no_crossroads(puzzle)
    compare(puzzle, {answer for answer in few_answers(puzzle) if holds(answer)}, "no-crossroads")


@fewer
@given(symmetric_puzzles() | puzzles(), st.data())
def test_solutions_whose_pieces_are_apart(puzzle: tw.Puzzle, data: st.DataObject) -> None:
    piece = data.draw(st.sampled_from(["", *(piece.name for piece in puzzle.pieces)]))
    holds = naive.apart(puzzle, piece)
    expected = {answer for answer in few_answers(puzzle) if holds(answer)}
    compare(puzzle, expected, f"apart:{piece}" if piece else "apart")


@fewer
@given(puzzles(), st.integers(1, 3))
def test_colourable_solutions(puzzle: tw.Puzzle, colours: int) -> None:
    holds = naive.colourable(puzzle, colours)
    expected = {answer for answer in few_answers(puzzle) if holds(answer)}
    compare(puzzle, expected, f"{colours}-colourable")


@fewer
@given(puzzles(on=plane), st.sets(st.sampled_from(["c", "n", "a", "s"]), min_size=2))
def test_several_requirements_mean_all_of_them(puzzle: tw.Puzzle, some: set[str]) -> None:
    maps = naive.board_maps(puzzle)
    known = {
        "c": ("2-colourable", naive.colourable(puzzle, 2)),
        "n": ("no-crossroads", naive.no_crossroads(puzzle)),
        "a": ("apart", naive.apart(puzzle)),
        "s": ("symmetric", naive.symmetric(maps)),
    }
    asked = [known[k] for k in sorted(some) if k != "s" or maps]
    expected = {a for a in few_answers(puzzle) if all(holds(a) for _, holds in asked)}
    compare(puzzle, expected, *(name for name, _ in asked))


graphs = st.integers(0, 9).flatmap(
    lambda n: st.sets(
        st.tuples(*[st.integers(0, max(0, n - 1))] * 2).filter(lambda e: e[0] < e[1])
    ).map(lambda edges: (n, edges))
)


@examples(50)
@given(graphs, st.integers(1, 4))
def test_colourings(graph: tuple[int, set[tuple[int, int]]], colours: int) -> None:
    n, edges = graph
    near = [{b for e in edges for b in e if a in e and b != a} for a in range(n)]
    found = colouring(near, colours)
    if found is not None:
        assert len(found) == n
        assert all(0 <= colour < colours for colour in found)
        assert all(found[a] != found[b] for a, b in edges)
    else:
        assert not _can_be_coloured(near, colours, [])


def _can_be_coloured(near: list[set[int]], colours: int, given: list[int]) -> bool:
    k = len(given)
    return k == len(near) or any(
        _can_be_coloured(near, colours, [*given, colour])
        for colour in range(colours)
        if all(given[other] != colour for other in near[k] if other < k)
    )
