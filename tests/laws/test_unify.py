"""The fewest hints are as few as trying all subsets says, and leave one solution."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations, product

from hypothesis import assume, given
from hypothesis import strategies as st

import tilewright as tw
from tests.examples import examples
from tests.laws.test_puzzles import few_answers
from tests.puzzle_strategies import Flavour, puzzles
from tilewright.design.hitting import branch_colouring, branch_hitting, fewest, paint
from tilewright.design.unifying import UnifyError
from tilewright.encoding import encode
from tilewright.engines import Reference
from tilewright.engines.cpsat.hitting import colouring, fewest_hitting
from tilewright.lattices import Cell
from tilewright.orientations import piece_types
from tilewright.solutions import Decoder, check_solution

Types = dict[Cell, int]

sets = st.lists(st.sets(st.integers(0, 6), min_size=1), max_size=8)
pairs = st.tuples(st.integers(0, 4), st.integers(0, 4)).filter(lambda pair: pair[0] < pair[1])
clauses = st.lists(st.lists(pairs, min_size=1, max_size=3), max_size=8)


@examples(25)
@given(sets)
def test_fewest_elements_that_meet_all_sets(some: list[set[int]]) -> None:
    bits = [sum(1 << k for k in one) for one in some]
    size = next(
        n
        for n in range(8)
        if any(all(one & set(chosen) for one in some) for chosen in combinations(range(7), n))
    )
    for found in (
        branch_hitting(bits),
        fewest(bits, 7, least=0, keep_going=lambda: True),
        fewest_hitting(some, 7) or [],
    ):
        assert len(found) == size
        assert all(one & set(found) for one in some)


@examples(25)
@given(clauses, st.integers(1, 3))
def test_colours_that_differ(some: list[list[tuple[int, int]]], colours: int) -> None:
    def fine(given: Sequence[int]) -> bool:
        return all(any(given[a] != given[b] for a, b in clause) for clause in some)

    able = any(fine(given) for given in product(range(colours), repeat=5))
    for found in (
        branch_colouring(some, 5, colours),
        paint(some, 5, colours, keep_going=lambda: True),
        colouring(some, 5, colours) or None,
    ):
        assert (found is not None) == able
        if isinstance(found, list):
            assert fine(found)
            assert set(found) <= set(range(colours))


def all_solutions(puzzle: tw.Puzzle) -> list[tw.Solution]:
    encoding = encode(puzzle)
    decoder = Decoder(encoding)
    return [decoder.solution(cover) for cover in Reference(encoding.problem).covers()]


def types_of(puzzle: tw.Puzzle) -> dict[str, int]:
    pieces = puzzle.pieces
    return {pieces[n].name: k for k, kind in enumerate(piece_types(puzzle)) for n in kind.pieces}


def cells_of(solution: tw.Solution) -> Types:
    kinds = types_of(solution.puzzle)
    return {cell: kinds[one.piece] for one in solution.placed for cell in one.cells}


def places_of(solution: tw.Solution) -> set[tuple[int, frozenset[Cell]]]:
    kinds = types_of(solution.puzzle)
    return {(kinds[one.piece], frozenset(one.cells)) for one in solution.placed}


def fewest_by_trying(told: Sequence[object], others: Sequence[set[object]]) -> int | None:
    """The size of the smallest subset that is part of none of the others."""
    for size in range(len(told) + 1):
        for chosen in combinations(told, size):
            if not any(set(chosen) <= other for other in others):
                return size
    return None


@st.composite
def with_solutions(draw: st.DrawFn) -> tuple[tw.Puzzle, tw.Solution, list[tw.Solution]]:
    """A puzzle, one of its solutions, and the others."""
    puzzle = draw(puzzles(flavour=Flavour(fixed=False)))
    few_answers(puzzle)
    try:
        found = all_solutions(puzzle)
    except tw.puzzle.PuzzleError:
        assume(False)
    assume(2 <= len(found) <= 40)
    number = draw(st.integers(0, len(found) - 1))
    return puzzle, found[number], found[:number] + found[number + 1 :]


def confirm(made: tw.design.Unified, solution: tw.Solution) -> None:
    assert made.optimal
    assert made.verdict.unique
    (only,) = all_solutions(made.puzzle)
    check_solution(made.puzzle, solution.placed)
    # Identical pieces may bear each other's names.
    assert places_of(replace(only, puzzle=solution.puzzle)) == places_of(solution)


@examples(20)
@given(with_solutions(), st.sampled_from(["cells", "pieces"]))
def test_fewest_hints(case: tuple[tw.Puzzle, tw.Solution, list[tw.Solution]], by: str) -> None:
    puzzle, solution, others = case
    if by == "cells":
        told: list[object] = list(cells_of(solution).items())
        different: list[set[object]] = [set(cells_of(other).items()) for other in others]
    else:
        told = list(places_of(solution))
        different = [set(places_of(other)) for other in others]
    size = fewest_by_trying(told, different)
    try:
        made = tw.design.unify(puzzle, solution, by=by)
    except UnifyError:
        assert size is None
    else:
        assert made.size == len(made.hints) == size
        confirm(made, solution)


@examples(12)
@given(with_solutions())
def test_fewest_colours(case: tuple[tw.Puzzle, tw.Solution, list[tw.Solution]]) -> None:
    puzzle, solution, others = case
    own, kinds = cells_of(solution), len(piece_types(puzzle))
    assume(kinds <= 4)
    different = list(map(cells_of, others))

    def alone(colours: Sequence[int]) -> bool:
        return not any(
            all(colours[kind] == colours[own.get(c, kind)] for c, kind in other.items())
            for other in different
        )

    able = [set(given) for given in product(range(kinds), repeat=kinds) if alone(given)]
    try:
        made = tw.design.unify(puzzle, solution, by="colours")
    except UnifyError:
        assert not able
    else:
        assert made.size == min(map(len, able))
        confirm(made, solution)
