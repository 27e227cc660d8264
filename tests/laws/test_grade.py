"""Uniqueness is what listing everything says; a grade does not depend on names and directions."""

from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import tilewright as tw
from tests.examples import examples
from tests.laws.test_puzzles import few_answers
from tests.puzzle_strategies import PLAINLY, puzzles, symmetric_puzzles
from tilewright.design.common import members
from tilewright.design.grading import GradeError, reason
from tilewright.design.reasoning import BitProblem, ForcedOption
from tilewright.encoding import encode
from tilewright.engines import Reference
from tilewright.symmetry import Action, least_image


@examples(15)
@given(puzzles() | symmetric_puzzles(), st.sampled_from(["nothing", "rotation", "symmetry"]))
def test_judges_find_none_one_or_several(puzzle: tw.Puzzle, up_to: str) -> None:
    few_answers(puzzle)
    encoding = encode(puzzle)
    action = Action.of(encoding)
    images = (action.rotations if up_to == "rotation" else action).permutations
    covers = {tuple(sorted(cover)) for cover in Reference(encoding.problem).covers()}
    if up_to != "nothing":
        covers = {least_image(cover, images) for cover in covers}
    verdict = tw.design.judge(encoding, up_to=up_to)
    assert verdict.complete
    assert len(verdict.engines) == 2
    assert len(verdict.solutions) == min(2, len(covers))
    assert verdict.unique == (len(covers) == 1)
    assert len({solution.placed for solution in verdict.solutions}) == len(verdict.solutions)


@st.composite
def only_one_solution(draw: st.DrawFn) -> tw.Puzzle:
    puzzle = draw(puzzles(flavour=PLAINLY, most=10))
    assume(tw.design.judge(encode(puzzle), engines=["links"], up_to="nothing").unique)
    return puzzle


@examples(20)
@given(only_one_solution(), st.randoms(use_true_random=False))
def test_a_grade_depends_on_the_shape_alone(puzzle: tw.Puzzle, random: st.DataObject) -> None:
    motion = random.choice(puzzle.lattice.motions)  # type: ignore[attr-defined]
    pieces = [
        replace(piece, name=f"q{number}", cells=tuple(map(motion, piece.cells)))
        for number, piece in enumerate(puzzle.pieces)
    ]
    random.shuffle(pieces)  # type: ignore[attr-defined]
    board = tw.Board(tuple(map(motion, puzzle.board.must)))
    assume(all(puzzle.lattice.kind(cell) is not None for cell in board.must))
    assert tw.design.grade(replace(puzzle, board=board, pieces=tuple(pieces))) == tw.design.grade(
        puzzle
    )


@examples(30)
@given(puzzles())
def test_reasoning_ends_at_the_solution(puzzle: tw.Puzzle) -> None:
    few_answers(puzzle)
    encoding = encode(puzzle)
    covers = list(Reference(encoding.problem).covers())
    if len(covers) != 1:
        classes = {least_image(cover, Action.of(encoding).permutations) for cover in covers}
        if len(classes) != 1:
            with pytest.raises(GradeError):
                reason(encoding)
        return
    reasoning = reason(encoding)
    assert not reasoning.given_up
    placed = [s.option for s in reasoning.steps if isinstance(s, ForcedOption)]
    assert sorted(placed) == sorted(covers[0])


@examples(30)
@given(puzzles())
def test_what_is_fatal_is_what_leaves_nothing(puzzle: tw.Puzzle) -> None:
    table = BitProblem(encode(puzzle).problem)
    position = table.start()
    assume(table.look(position)[0] is None)
    plainly = {
        option
        for option in members(position.alive)
        if table.look(table.place(position, option))[0] is not None
    }
    assert set(table.fatal(position)) == plainly
