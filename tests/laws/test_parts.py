"""Breaking symmetries: each class is found in one part, and counted as often as it is large."""

from collections import Counter
from dataclasses import replace

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

import tilewright as tw
from tests.laws.test_puzzles import few_answers
from tests.puzzle_strategies import puzzles, symmetric_puzzles
from tilewright.encoding import encode
from tilewright.symmetry import Action, break_symmetries, least_image, parts_of


@st.composite
def pieces_that_are_there_once(draw: st.DrawFn) -> tw.Puzzle:
    """Most symmetries are broken by such pieces, some by two, and some by cells."""
    puzzle = draw(symmetric_puzzles() | puzzles())
    once = draw(st.sets(st.sampled_from(puzzle.pieces).map(lambda piece: piece.name)))
    pieces = [
        replace(p, count=tw.puzzle.Count(1, 1)) if p.name in once else p for p in puzzle.pieces
    ]
    return replace(puzzle, pieces=tuple(pieces), fixed=())


@given(pieces_that_are_there_once(), st.booleans())
def test_parts_find_each_class_once(puzzle: tw.Puzzle, rotations: bool) -> None:
    few_answers(puzzle)  # not more than can be compared
    encoding = encode(puzzle)
    action = Action.of(encoding)
    action = action.rotations if rotations else action
    covers = [tuple(sorted(cover)) for cover in tw.solve(encoding.problem)]
    orbits = Counter(least_image(cover, action.permutations) for cover in covers)
    weighed: Counter[tuple[int, ...]] = Counter()
    for part in parts_of(action):
        found = list(tw.solve(encoding.problem, start=part.start))
        images = {least_image(cover, part.group) for cover in found}
        classes = {least_image(cover, action.permutations) for cover in found}
        assert len(images) == len(classes)  # what is alike is alike by what is left of the group
        assert classes.isdisjoint(weighed)
        for cover in found:
            weighed[least_image(cover, action.permutations)] += part.weight
    assert weighed == orbits


@given(pieces_that_are_there_once())
def test_weights_of_options_count_all_solutions(puzzle: tw.Puzzle) -> None:
    few_answers(puzzle)
    encoding = encode(puzzle)
    weights = break_symmetries(Action.of(encoding)).weights
    if weights is None:
        return
    covers = list(tw.solve(encoding.problem))
    assert sum(int(np.prod(weights[list(cover)])) for cover in covers) == len(covers)
