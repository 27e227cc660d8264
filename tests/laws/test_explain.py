"""Explanations: never a reason why a solvable puzzle has no solution, and always some reason."""

from dataclasses import replace
from itertools import combinations, islice
from unittest.mock import patch

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.examples import examples
from tests.puzzle_strategies import EVERYTHING, Flavour, puzzles
from tilewright.encoding import Encoding, encode
from tilewright.engines import Reference
from tilewright.explanations import explain
from tilewright.explanations.conflict import conflict_holds, find_conflict
from tilewright.explanations.explanation import NO_SOLUTION
from tilewright.invariants.check import NotProved, adds_up, check_proof, ground_of
from tilewright.invariants.colouring import colourings
from tilewright.invariants.facts import Facts
from tilewright.invariants.forced import find_chain, find_end
from tilewright.invariants.proofs import Bare, Conflict, Nowhere, Weighing
from tilewright.invariants.weights import find_bounds, weighings
from tilewright.placements import place
from tilewright.puzzle import Puzzle, PuzzleError, box, make_puzzle

FEW = 200  # solutions that are worth listing
SHAPES = [(1, "#"), (2, "##"), (3, "##\n#."), (4, "###\n.#."), (4, "##.\n.##"), (4, "##\n##")]


@st.composite
def spoilt(draw: st.DrawFn, flavour: Flavour = EVERYTHING, most: int = 8) -> Puzzle:
    """A puzzle, often with one cell of its board moved: so that many have no solution."""
    puzzle = draw(puzzles(flavour=flavour, most=most))
    board = puzzle.board
    if puzzle.fixed or not draw(st.integers(0, 2)):
        return puzzle
    near = {c for cell in board.must for c in puzzle.lattice.neighbours(cell).values()}
    new = draw(st.sampled_from(sorted(near.difference(board.cells)) or [board.must[0]]))
    old = draw(st.sampled_from(board.must))
    must = {*board.must, new} - {old} if new != old else set(board.must)
    colours = {c: v for c, v in board.colours.items() if c != old}
    if old in board.colours and new != old:
        colours[new] = board.colours[old]
    return replace(puzzle, board=replace(board, must=tuple(must), colours=colours))


def _covers(puzzle: Puzzle) -> list[tuple[int, ...]]:
    found = []
    for cover in Reference(encode(puzzle).problem).covers():
        found.append(cover)
        assume(len(found) <= FEW)
    return found


@examples(30)
@given(spoilt())
def test_it_is_never_wrong(puzzle: Puzzle) -> None:
    try:
        explained = explain(puzzle)
    except PuzzleError:
        return  # what is no puzzle has no explanation
    try:
        covers = _covers(puzzle)
    except PuzzleError:
        covers = []
    assert explained.solvable == bool(covers)
    assert explained.kind in NO_SOLUTION or covers
    explained.check()
    assert str(explained)
    if explained.common is None:
        return
    placements = len(encode(puzzle).placements)
    used = [{k for k in cover if k < placements} for cover in covers]
    common = explained.common
    assert common.solutions == len(covers)
    assert (explained.kind == "unique") == (len(covers) == 1)
    assert len(common.same) == len(set.intersection(*used))
    assert common.never == placements - len(set.union(*used))


@examples(30)
@given(puzzles(), st.data())
def test_no_numbers_refute_a_solvable_puzzle(puzzle: Puzzle, data: st.DataObject) -> None:
    try:
        assume(next(Reference(encode(puzzle).problem).covers(), None) is not None)
    except PuzzleError:
        assume(False)
    cells = puzzle.board.cells
    numbers = data.draw(
        st.lists(st.integers(-3, 3), min_size=len(cells), max_size=len(cells)), label="weights"
    )
    modulus = data.draw(st.integers(0, 5), label="modulus")
    with pytest.raises(NotProved):
        check_proof(puzzle, Weighing(dict(zip(cells, numbers, strict=True)), modulus))


FEW_COLOURS = {1: 12, 2: 6, 3: 4}  # indices of colourings, by dimension


@examples(20)
@given(spoilt())
def test_what_is_found_is_proved(puzzle: Puzzle) -> None:
    try:
        facts = Facts.of(place(puzzle))
        encode(puzzle)
    except PuzzleError:
        return
    found = [find_end(facts), find_chain(facts, lambda: True)]
    with patch("tilewright.invariants.colouring.LARGEST_INDEX", FEW_COLOURS):
        found += islice(colourings(facts, lambda: True), 5)
    for proof in found:
        if proof is not None and _can_be_asked(puzzle):
            check_proof(puzzle, proof)
            assert not _covers(puzzle)
    for proof in weighings(facts, lambda: True):
        check_proof(puzzle, proof)
    pytest.importorskip("ortools")
    bounds = find_bounds(facts, lambda: True)
    if bounds is not None and not adds_up(ground_of(puzzle), bounds.weights):
        assert not _covers(puzzle)


def _can_be_asked(puzzle: Puzzle) -> bool:
    """Are fixed pieces where they fit?"""
    ground = ground_of(puzzle)
    return len(ground.must) + len(ground.may) + sum(
        len(fixed.cells) for fixed in puzzle.fixed
    ) == len(puzzle.board.cells)


@examples(20)
@given(spoilt(Flavour(may=False, fixed=False, marks=False), most=6))
def test_numbers_add_up_as_the_definition_says(puzzle: Puzzle) -> None:
    """Compare the sums with those of all multisets of places, whatever they cover."""
    ground = ground_of(puzzle)
    assume(ground.most is None and sum(len(stock.places) for stock in ground.stocks) <= 12)
    weights = {cell: (3 * sum(cell)) % 4 - 1 for cell in puzzle.board.cells}
    for modulus in (0, 2, 3):
        expected = _adds_up(puzzle, weights, modulus)
        assert adds_up(ground, weights, modulus) == expected


def _adds_up(puzzle: Puzzle, weights: dict[tuple[int, ...], int], modulus: int) -> bool:
    ground = ground_of(puzzle)
    states = {(0, 0)}
    for stock in ground.stocks:
        room = len(ground.must) // stock.size
        layers = [states]
        for _ in range(room if stock.hi is None else min(room, stock.hi)):
            layers.append(
                {
                    (covered + stock.size, total + sum(weights[cell] for cell in some))
                    for covered, total in layers[-1]
                    for some in stock.places
                }
            )
        states = set().union(*layers[stock.lo :])
    board = sum(weights[cell] for cell in ground.must)
    return any(
        covered == len(ground.must)
        and (total == board if not modulus else (total - board) % modulus == 0)
        for covered, total in states
    )


@st.composite
def small(draw: st.DrawFn) -> Puzzle:
    """A rectangle and pieces of the same size together, which seldom fit."""
    wide, high = draw(st.sampled_from([(2, 3), (2, 4), (3, 3), (2, 5)]))
    pieces: dict[str, str] = {}
    left = wide * high
    while left:
        size, shape = draw(st.sampled_from([pair for pair in SHAPES if pair[0] <= left]))
        pieces[f"p{len(pieces)}"] = shape
        left -= size
    return make_puzzle("square", box(wide, high), pieces)


@examples(8)
@given(small())
def test_a_minimal_conflict_is_minimal(puzzle: Puzzle) -> None:
    pytest.importorskip("ortools")
    encoding = encode(puzzle)
    assume(not _covers(puzzle) and find_end(Facts.of(encoding.placements)) is None)
    conflict = find_conflict(encoding)
    assert conflict is not None
    assert conflict.minimal
    assert conflict_holds(encoding, conflict)
    assert not _possible(encoding, conflict)
    for fewer in _one_less(conflict):
        assert _possible(encoding, fewer)


def _one_less(conflict: Conflict) -> list[Conflict]:
    return [
        replace(conflict, **{name: fewer})
        for name in ("cells", "least", "most")
        for some in [getattr(conflict, name)]
        for fewer in (combinations(some, len(some) - 1) if some else ())
    ]


def _possible(encoding: Encoding, conflict: Conflict) -> bool:
    """By the definition: is there a set of placements that does what is asked for?"""
    ground = ground_of(encoding.puzzle)
    wanted = set(conflict.cells)

    def put(left: list[tuple[int, frozenset[tuple[int, ...]]]], used: list[int], over: set) -> bool:
        if wanted <= over and all(
            used[k] >= stock.lo
            for k, stock in enumerate(ground.stocks)
            if set(stock.names) & set(conflict.least)
        ):
            return True
        for at, (k, some) in enumerate(left):
            stock = ground.stocks[k]
            full = stock.hi is not None and used[k] >= stock.hi
            if some & over or (full and set(stock.names) & set(conflict.most)):
                continue
            more = [n + (k == number) for number, n in enumerate(used)]
            if put(left[at + 1 :], more, over | some):
                return True
        return False

    places = [(k, frozenset(p)) for k, s in enumerate(ground.stocks) for p in s.places]
    return put(places, [0] * len(ground.stocks), set())


def test_the_checker_refuses_what_proves_nothing() -> None:
    puzzle = make_puzzle("square", box(3, 2), {"I": "###", "L": "##\n#."})
    for proof in (
        Weighing({}),
        Weighing({(0, 0): 1}, 2),
        Nowhere("I"),
        Bare((0, 0)),
    ):
        with pytest.raises(NotProved):
            check_proof(puzzle, proof)
    with pytest.raises(NotProved, match="not on the board"):
        check_proof(puzzle, Weighing({(9, 9): 1}))
    with pytest.raises(NotProved, match="no piece 'Z'"):
        check_proof(puzzle, Nowhere("Z"))
