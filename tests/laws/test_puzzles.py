"""Placements and solutions are what a naive solver finds, straight from the definitions."""

from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import tilewright as tw
from tests.examples import examples
from tests.naive_puzzles import (
    Answer,
    Laid,
    Lay,
    TooMany,
    allowed,
    answers,
    is_translation,
    lay_of,
    lays_of,
    minus,
    types_of,
)
from tests.puzzle_strategies import (
    PLAINLY,
    Flavour,
    crossing_puzzles,
    grow,
    lattice_of,
    puzzles,
)
from tests.strategies import rules
from tilewright.encoding import Encoding, encode
from tilewright.faults import find_faults
from tilewright.lattices import Motion
from tilewright.placements import place
from tilewright.puzzle import Board, Count, EdgeMark, Marks
from tilewright.solutions import Decoder, NotASolution, Placed, check_solution

fewer = examples(75)


def few_answers(puzzle: tw.Puzzle) -> set[Answer]:
    try:
        return answers(puzzle)
    except TooMany:
        assume(False)
        raise


@st.composite
def with_idle_piece(draw: st.DrawFn) -> tw.Puzzle:
    """One more piece that need not be used, and that perhaps nothing goes with."""
    puzzle = draw(puzzles())
    counts = [Count(0, 2), Count(0, None)] if puzzle.spare is None else [Count(1, 1)]
    lay = draw(st.sampled_from(puzzle.pieces))
    idle = replace(lay, name="idle", count=draw(st.sampled_from(counts)), marks=())
    how = draw(st.sampled_from(["colour", "mark", "size", "nothing"]))
    if how == "colour":
        idle = replace(idle, colours=("mauve",) * idle.size)
    elif how == "mark":
        own = [(c, s) for c in idle.cells for s in puzzle.lattice.neighbours(c)]
        out = [(c, s) for c, s in own if tuple(map(sum, zip(c, s, strict=True))) not in idle.cells]
        idle = replace(idle, marks=(EdgeMark(*draw(st.sampled_from(out)), "odd"),))
    elif how == "size":
        idle = replace(idle, cells=grow(puzzle.lattice, idle.cells[0], range(12), None), colours=())
    spare = puzzle.spare and puzzle.spare + Count(0, 1)
    board = puzzle.board
    if draw(st.integers(0, 4)) == 0:
        board = replace(board, must=(), may=board.cells)
    crossing = puzzle.crossing and draw(st.booleans())
    pieces = (*puzzle.pieces, idle)
    return replace(puzzle, pieces=pieces, spare=spare, board=board, crossing=crossing)


@given(with_idle_piece())
@fewer
def test_a_puzzle_with_solutions_is_not_refused(puzzle: tw.Puzzle) -> None:
    expected = few_answers(puzzle)
    serious = [fault.message for fault in find_faults(puzzle) if fault.serious]
    if expected:
        assert not serious
    if not serious:
        assert tw.count(puzzle).solutions == len(expected)


def laid(encoding: Encoding, option: int) -> Laid | None:
    """What an option says; None for a cell left empty."""
    placements = encoding.placements
    if option >= len(placements):
        return None
    block, row = placements.block_of(option)
    cells = [placements.ground.cells[k] for k in placements.cells(block)[row]]
    turned = block.orientation
    step = tuple(a - b for a, b in zip(cells[0], turned.cells[0], strict=True))
    marks = {
        (tuple(a + b for a, b in zip(m.cell, step, strict=True)), m.step, m.mark)
        for m in turned.marks
    }
    colours = turned.colours or ("",) * len(cells)
    names = {encoding.puzzle.pieces[n].name for n in placements.types[block.type].pieces}
    lay = Lay(frozenset(zip(cells, colours, strict=True)), frozenset(marks))
    return frozenset(names), lay


def answer_of(encoding: Encoding, cover: Sequence[int]) -> Answer:
    options = [laid(encoding, option) for option in cover]
    pieces = [one for one in options if one is not None]
    answer = frozenset(pieces)
    assert len(answer) == len(pieces)
    return answer


@given(puzzles())
def test_placements_are_all_motions_and_translations_into_the_board(puzzle: tw.Puzzle) -> None:
    encoding = encode(puzzle)
    found = [laid(encoding, option) for option in range(len(encoding.placements))]
    assert len(found) == len(set(found))
    expected = {
        (frozenset(piece.name for piece in pieces), lay)
        for forms, pieces in types_of(puzzle).items()
        for lay in lays_of(puzzle, forms)
    }
    assert set(found) == expected


@given(puzzles() | crossing_puzzles())
def test_covers_are_the_solutions(puzzle: tw.Puzzle) -> None:
    expected = few_answers(puzzle)
    encoding = encode(puzzle)
    covers = list(tw.solve(encoding.problem, verify=True))
    found = [answer_of(encoding, cover) for cover in covers]
    assert len(found) == len(set(found))
    assert set(found) == expected
    decoder = Decoder(encoding)
    for cover, answer in zip(covers, found, strict=True):
        solution = decoder.solution(cover)
        check_solution(puzzle, solution.placed)
        placed = {frozenset(one.cells): one for one in solution.placed}
        assert len(placed) == len(solution.placed)
        assert set(placed) == {lay.covered for _, lay in answer}
        for names, lay in answer:
            one = placed[lay.covered]
            assert one.piece in names
            motion = (one.motion.matrix, one.motion.shift)
            assert lay_of(puzzle.piece(one.piece)).moved(motion) == lay


@given(puzzles() | crossing_puzzles(), rules(), st.sampled_from(["none", "smallest", "sizes"]))
def test_every_engine_finds_them(
    puzzle: tw.Puzzle, rule: dict[str, object], stranding: str
) -> None:
    """Every rule of a puzzle, every engine; stranding only where pieces hang together."""
    expected = few_answers(puzzle)
    encoding = encode(puzzle)
    if not all(puzzle.lattice.is_connected(piece.cells) for piece in puzzle.pieces):
        stranding = "none"
    for how in ({"engine": "links"}, {"engine": "anchor", "stranding": stranding}):
        covers = list(tw.solve(encoding.problem, verify=True, **how, **rule))
        assert len(covers) == len(set(map(frozenset, covers)))
        assert {answer_of(encoding, cover) for cover in covers} == expected


@given(puzzles(), st.data())
def test_mutilated_solutions_are_refused(puzzle: tw.Puzzle, data: st.DataObject) -> None:
    """A change makes a solution another solution or none; the checker knows which."""
    expected = few_answers(puzzle)
    assume(expected)
    solution = next(iter(tw.solving.PuzzleSearch(puzzle, up_to="nothing", max_solutions=1)))[0]
    placed = list(solution.placed)
    names = {
        p.name: frozenset(q.name for q in same) for same in types_of(puzzle).values() for p in same
    }
    number = data.draw(st.integers(0, len(placed) - 1))
    one = placed[number]
    how = data.draw(st.sampled_from(["drop", "twice", "shift", "turn", "rename", "trim", "swap"]))
    if how == "drop":
        del placed[number]
    elif how == "twice":
        placed.append(one)
    elif how == "shift":
        step = data.draw(st.sampled_from(puzzle.lattice.translations.generators))
        placed[number] = _moved(one, Motion(puzzle.lattice.motions[0].matrix, step, mirror=False))
    elif how == "turn":
        placed[number] = _moved(one, data.draw(st.sampled_from(puzzle.lattice.motions)))
    elif how == "rename":
        placed[number] = replace(one, piece=data.draw(st.sampled_from(puzzle.pieces)).name)
    elif how == "trim":
        placed[number] = replace(one, cells=one.cells[:-1])
    else:
        other = data.draw(st.integers(0, len(placed) - 1))
        placed[number] = replace(one, piece=placed[other].piece)
        placed[other] = replace(placed[other], piece=one.piece)
    answer = []
    sound = True
    for this in placed:
        piece = puzzle.piece(this.piece)
        lay = lay_of(piece).moved((this.motion.matrix, this.motion.shift))
        sound &= lay.covered == set(this.cells) and any(
            matrix == this.motion.matrix
            and is_translation(puzzle.lattice, minus(this.motion.shift, shift))
            for matrix, shift in allowed(puzzle.lattice, piece)
        )
        sound &= piece.count.hi != 0
        answer.append((names.get(this.piece, frozenset()), lay))
    used = [this.piece for this in placed]
    for piece in puzzle.pieces:
        most = len(used) if piece.count.hi is None else piece.count.hi
        least = 0 if puzzle.spare else piece.count.lo
        sound &= least <= used.count(piece.name) <= most
    if sound and len(set(answer)) == len(answer) and frozenset(answer) in expected:
        check_solution(puzzle, placed)
    else:
        with pytest.raises(NotASolution):
            check_solution(puzzle, placed)


def _moved(one: Placed, by: Motion) -> Placed:
    return Placed(one.piece, by.after(one.motion), tuple(map(by, one.cells)))


@given(puzzles(flavour=Flavour(counts=False, freedom=False, may=False)))
def test_a_planted_solution_is_found(puzzle: tw.Puzzle) -> None:
    assume(puzzle.marks is None and puzzle.crossing)
    assert tw.count(encode(puzzle).problem) >= 1


@fewer
@given(puzzles(flavour=replace(PLAINLY, counts=True, may=True), most=7), st.data())
def test_a_joker_fits_what_the_table_says(puzzle: tw.Puzzle, data: st.DataObject) -> None:
    """Marks at random on the cells of any pieces, under any table."""
    pairs = [(a, b) for a in "klj" for b in ("k", "l", "j", "plain", "nothing")]
    fits = frozenset(data.draw(st.sets(st.sampled_from(pairs), min_size=3)))
    marked = []
    for piece in puzzle.pieces:
        out = [
            (cell, step)
            for cell in piece.cells
            for step, there in puzzle.lattice.neighbours(cell).items()
            if there not in piece.cells
        ]
        drawn = data.draw(st.lists(st.sampled_from(["", "", "k", "l", "j"]), max_size=6))
        marks = [
            tw.puzzle.EdgeMark(cell, step, mark)
            for (cell, step), mark in zip(out, drawn, strict=False)
            if mark
        ]
        marked.append(replace(piece, marks=tuple(marks)))
    puzzle = replace(puzzle, pieces=tuple(marked), marks=Marks(fits))
    expected = few_answers(puzzle)
    encoding = encode(puzzle)
    assert {answer_of(encoding, c) for c in tw.solve(encoding.problem)} == expected


def test_a_cell_far_away_is_still_a_cell() -> None:
    """Boards need not hang together, nor be near the origin."""
    far = 2**18
    cells = [(0, 0, 0), (1, 0, 0), (far, far, far), (far, far + 1, far), (-far, far, -far)]
    pieces = (tw.Piece("I", ((0, 0, 0), (1, 0, 0)), 2), tw.Piece("o", ((0, 0, 0),)))
    puzzle = tw.Puzzle(lattice_of("cube"), Board(tuple(cells)), pieces)
    assert len(place(puzzle)) == 2 + 5
    assert tw.count(puzzle).solutions == 1


def test_what_is_too_far_is_refused() -> None:
    cells = ((0, 0, 0), (2**30, 2**30, 2**30))
    pieces = (tw.Piece("o", ((0, 0, 0),), 2),)
    with pytest.raises(tw.puzzle.PuzzleError, match="too far"):
        place(tw.Puzzle(lattice_of("cube"), Board(cells), pieces))
