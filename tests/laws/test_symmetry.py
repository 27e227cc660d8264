"""Orientations, symmetries of puzzles, and classes of solutions that symmetries join."""

from dataclasses import replace
from hashlib import sha256

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import tilewright as tw
from tests.examples import examples
from tests.laws.test_puzzles import few_answers
from tests.naive_puzzles import (
    Answer,
    at_home,
    classes_of,
    forms_of,
    lay_of,
    sign,
    symmetries_of,
    types_of,
)
from tests.plain_counts import domino_classes
from tests.puzzle_strategies import PLAINLY, Flavour, grow, moved, puzzles, symmetric_puzzles
from tilewright.encoding import encode
from tilewright.engines.registry import takes
from tilewright.execution.sieve import each
from tilewright.lattices import Motion
from tilewright.orientations import orientation_motions, orientations, piece_types, symmetries
from tilewright.puzzle import Board, Fixed
from tilewright.symmetry import Action, Burnside, burnside, fixed_problems, least_image

moderate = Flavour(fixed=False)
fewer = examples(50)


def answer_of(solution: tw.Solution) -> Answer:
    """A solution as the naive solver spells it."""
    puzzle = solution.puzzle
    same = {p.name: frozenset(q.name for q in s) for s in types_of(puzzle).values() for p in s}
    return frozenset(
        (
            same[one.piece],
            lay_of(puzzle.piece(one.piece)).moved((one.motion.matrix, one.motion.shift)),
        )
        for one in solution.placed
    )


@given(puzzles())
def test_orientations_are_an_orbit(puzzle: tw.Puzzle) -> None:
    lattice = puzzle.lattice
    for piece in puzzle.pieces:
        turned = orientations(lattice, piece)
        assert len(set(turned)) == len(turned)
        forms = forms_of(lattice, piece)
        assert {frozenset(o.cells) for o in turned} == {
            frozenset(
                tuple(a + b for a, b in zip(c, _home(lattice, f), strict=True)) for c in f.covered
            )
            for f in forms
        }
        assert len(turned) == len(forms)
        if piece.motions or not piece.turn:
            continue
        group = piece.allowed_motions(lattice)
        start = at_home(lattice, lay_of(piece))
        fixing = [m for m in group if at_home(lattice, start.moved((m.matrix, m.shift))) == start]
        assert len(turned) * len(fixing) == len(group)


def _home(lattice: tw.Lattice, form: object) -> tuple[int, ...]:
    return lattice.home(min(form.covered, key=lambda cell: cell[::-1]))


@given(puzzles())
def test_a_motion_brings_each_orientation_about(puzzle: tw.Puzzle) -> None:
    for piece in puzzle.pieces:
        for turned, motion in orientation_motions(puzzle.lattice, piece).items():
            lay = lay_of(piece).moved((motion.matrix, motion.shift))
            assert lay.covered == set(turned.cells)
            assert lay.marks == {(m.cell, m.step, m.mark) for m in turned.marks}
            colours = turned.colours or ("",) * len(turned.cells)
            assert lay.cells == set(zip(turned.cells, colours, strict=True))


@given(symmetric_puzzles() | puzzles())
def test_the_symmetries_are_those_of_the_definition(puzzle: tw.Puzzle) -> None:
    found = symmetries(puzzle, piece_types(puzzle))
    assert (found[0].matrix, found[0].shift) == _identity(puzzle)
    maps = [(motion.matrix, motion.shift) for motion in found]
    assert len(set(maps)) == len(maps)
    assert set(maps) == {by for by, _ in symmetries_of(puzzle)}
    for motion in found:
        assert motion.mirror == (sign(motion.matrix) < 0)


def _identity(puzzle: tw.Puzzle) -> tuple[object, object]:
    n = puzzle.lattice.dimension
    return tuple(tuple(int(r == c) for c in range(n)) for r in range(n)), (0,) * n


@fewer
@given(puzzles())
def test_symmetries_permute_the_options(puzzle: tw.Puzzle) -> None:
    action = Action.of(encode(puzzle))
    count = action.encoding.problem.option_count
    numbers = {m.matrix: k for k, m in enumerate(action.motions)}
    for permutation in action.permutations:
        assert sorted(permutation.tolist()) == list(range(count))
    for k, one in enumerate(action.motions):
        for j, other in enumerate(action.motions):
            together = action.permutations[numbers[one.after(other).matrix]]
            assert (together == action.permutations[k][action.permutations[j]]).all()
    cells = action.encoding.placements.ground.cells
    for motion, permutation in zip(action.motions, action.permutations, strict=True):
        for option in range(len(action.encoding.placements)):
            there = _cells(action, int(permutation[option]))
            assert there == {motion(cell) for cell in _cells(action, option)}
        for k, cell in enumerate(action.encoding.empty):
            image = action.encoding.empty[
                int(permutation[count - len(action.encoding.empty) + k]) - count
            ]
            assert cells[image] == motion(cells[cell])


def _cells(action: Action, option: int) -> set[tuple[int, ...]]:
    placements = action.encoding.placements
    block, row = placements.block_of(option)
    return {placements.ground.cells[k] for k in placements.cells(block)[row]}


@examples(100)
@given(symmetric_puzzles() | puzzles())
def test_counts_and_lists_agree_with_orbits(puzzle: tw.Puzzle) -> None:
    """Burnside's lemma, the list of representatives and plain orbits give the same numbers."""
    expected = few_answers(puzzle)
    counts = tw.solving.Counting(puzzle).run()
    assert counts.solutions == len(expected)
    everything = symmetries_of(puzzle)
    for up_to, mirrors in (("symmetry", True), ("rotation", False)):
        classes = classes_of(puzzle, expected, mirrors=mirrors, group=everything)
        assert set().union(*classes) == expected  # no symmetry leads out of the solutions
        assert sum(map(len, classes)) == len(expected)
        group = [by for by, _ in everything if mirrors or sign(by[0]) > 0]
        assert all(len(group) % len(some) == 0 for some in classes)
        search = tw.solving.PuzzleSearch(puzzle, up_to=up_to, verify=True)
        found = [answer_of(solution) for batch in search for solution in batch]
        assert search.finished
        assert search.solutions == len(found) == len(classes)
        for some in classes:
            assert len(some.intersection(found)) == 1
        burnside = counts.up_to_symmetry if mirrors else counts.up_to_rotation
        assert burnside == len(classes)
        assert number_of(puzzle, up_to) == len(classes)
        assert (counts.symmetries if mirrors else counts.rotations) == len(group)
    assert number_of(puzzle, "nothing") == len(expected)
    search = tw.solving.PuzzleSearch(puzzle, up_to="nothing")
    listed = [answer_of(solution) for batch in search for solution in batch]
    assert len(listed) == len(expected)
    assert set(listed) == expected


@st.composite
def boxes(draw: st.DrawFn) -> tw.Puzzle:
    """Boxes, on which many motions fix something, with pieces of which there are several."""
    on = draw(st.sampled_from(["square", "cube"]).map(tw.lattice))
    sides = st.tuples(st.integers(2, 6), st.integers(2, 4), st.integers(1, 2))
    board = tw.box(*draw(sides)[: 3 if on.name == "cube" else 2])
    counts = ["any", "any", "0..4", "1..3", "2..5", "3", "2"]
    pieces = []
    for number, size in enumerate(draw(st.lists(st.integers(1, 4), min_size=1, max_size=3))):
        cells = grow(on, board[0], draw(st.lists(st.integers(0, 9), max_size=size - 1)), set(board))
        pieces.append(tw.Piece(f"p{number}", tuple(cells), draw(st.sampled_from(counts))))
    may = board[: draw(st.integers(0, 1)) * draw(st.integers(0, 3))]
    return tw.Puzzle(on, Board(tuple(c for c in board if c not in may), tuple(may)), tuple(pieces))


@examples(200)
@given(boxes() | boxes() | symmetric_puzzles() | puzzles(), st.sampled_from([2000, 9, 3]))
def test_classes_by_sweep_are_classes_by_search(puzzle: tw.Puzzle, most_ways: int) -> None:
    """Orbits counted by merging states, and by searching, are those of a list and its images.

    However many ways there may be to add up the uses of pieces: in a problem for each of them, in
    one problem for all, or not by orbits.
    """
    encoding = encode(puzzle)
    search = tw.solving.PuzzleSearch(encoding, up_to="nothing", engine="links", max_nodes=20_000)
    covers = [cover for block in search.blocks() for _, some in block for cover in each(some)]
    assume(search.finished and len(covers) <= 5_000)
    action = Action.of(encoding)
    classes = {"nothing": len(covers)}
    for up_to, group in (("rotation", action.rotations), ("symmetry", action)):
        classes[up_to] = len({least_image(cover, group.permutations) for cover in covers})
    for engine in ("frontier", "bits", "links"):
        if takes(engine, encoding.problem):
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(burnside, "MOST_WAYS", most_ways)
                counts = tw.solving.Counting(encoding, engine=engine).run()
            assert counts.numbers == classes


def test_problems_of_before() -> None:
    """Runs of ways 1 and 2 have a problem for each way to add up: these are the same still."""
    encoding = encode(tw.load("tetris-5x8"))
    action = Action.of(encoding)
    problems = [
        problem
        for motion in Burnside(action).motions
        for problem in fixed_problems(encoding.problem, action.permutations[motion], merged=False)
    ]
    assert len(problems) == 12
    digest = sha256("".join(problem.fingerprint for problem in problems).encode())
    assert digest.hexdigest().startswith("0ce93fdb48bc8d9c24ab7d33362312a1")


def number_of(puzzle: tw.Puzzle, up_to: str) -> int:
    counting = tw.solving.Counting(puzzle, up_to=up_to)
    assert counting.run() is None
    (number,) = counting.numbers.values()
    return number


def test_symmetric_solutions_have_enough_pieces() -> None:
    """Of the solutions that a half turn keeps, only those count that use a piece often enough."""
    on = tw.lattice("square")
    dot = tw.Piece("o", ((0, 0),), "1..2")
    board = Board(((1, 0), (2, 0)), ((0, 0), (3, 0)))
    puzzle = tw.Puzzle(on, board, (tw.Piece("I", ((0, 0), (1, 0))), dot))
    expected = few_answers(puzzle)
    counts = tw.count(puzzle)
    assert (counts.solutions, counts.up_to_symmetry) == (7, 4)
    assert len(expected) == 7
    assert len(classes_of(puzzle, expected, mirrors=True)) == 4


@pytest.mark.parametrize("height", [2, 4, 6, 8])
def test_dominoes_by_columns(height: int) -> None:
    """Oblongs of any length: problems of orbits are swept along the board."""
    domino = tw.Piece("D", ((0, 0), (1, 0)), "any")
    for width in (10, 12, 22, 40, 100):
        counts = tw.count(tw.make_puzzle("square", tw.box(width, height), [domino]))
        numbers = (counts.solutions, counts.up_to_rotation, counts.up_to_symmetry)
        assert numbers == domino_classes(height, width)


def test_equal_items_are_one() -> None:
    """A half turn of 8 × 22 leaves half of the cells, and those lie in the left half."""
    domino = tw.Piece("D", ((0, 0), (1, 0)), "any")
    encoding = encode(tw.make_puzzle("square", tw.box(22, 8), [domino]))
    action = Action.of(encoding)
    for motion, permutation in zip(action.motions, action.permutations, strict=True):
        (quotient,) = fixed_problems(encoding.problem, permutation)
        if not motion.mirror and motion is not action.motions[0]:
            assert quotient.primary == 88
            assert quotient.regions.points[:, 0].max() == 10


def numbers_of(puzzle: tw.Puzzle) -> tuple[int, ...]:
    counts = tw.solving.Counting(puzzle, max_nodes=20_000)
    for _ in counts:
        pass
    assume(counts.counts is not None)
    got = counts.counts
    return (got.solutions, got.up_to_rotation, got.up_to_symmetry, got.rotations, got.symmetries)


@fewer
@given(puzzles(flavour=moderate), st.data())
def test_identical_pieces_are_not_permuted(puzzle: tw.Puzzle, data: st.DataObject) -> None:
    """Splitting the copies of a piece into pieces of their own changes no number."""
    pieces = []
    for piece in puzzle.pieces:
        lo, hi = piece.count.lo, piece.count.hi
        if hi is None or hi < 2:
            pieces.append(piece)
            continue
        one = data.draw(st.integers(1, hi - 1))
        least = max(0, lo - (hi - one))
        pieces.append(replace(piece, count=tw.puzzle.Count(least, one)))
        pieces.append(
            replace(piece, name=f"{piece.name}'", count=tw.puzzle.Count(lo - least, hi - one))
        )
    pieces = data.draw(st.permutations(pieces))
    assert numbers_of(replace(puzzle, pieces=tuple(pieces))) == numbers_of(puzzle)


@fewer
@given(puzzles(), st.data())
def test_names_and_order_do_not_matter(puzzle: tw.Puzzle, data: st.DataObject) -> None:
    pieces = data.draw(st.permutations(puzzle.pieces))
    pieces = [replace(piece, name=f"{piece.name}:é|") for piece in pieces]
    pieces = [_shuffled(piece, data) for piece in pieces]
    board = puzzle.board
    must = data.draw(st.permutations(board.must))
    changed = replace(
        puzzle,
        board=Board(tuple(must), board.may[::-1], dict(board.colours)),
        pieces=tuple(pieces),
        fixed=tuple(Fixed(f"{f.piece}:é|", f.cells[::-1]) for f in puzzle.fixed),
    )
    assert numbers_of(changed) == numbers_of(puzzle)


def _shuffled(piece: tw.Piece, data: st.DataObject) -> tw.Piece:
    order = data.draw(st.permutations(range(piece.size)))
    colours = tuple(piece.colours[k] for k in order) if piece.colours else ()
    return replace(piece, cells=tuple(piece.cells[k] for k in order), colours=colours)


@fewer
@given(puzzles(), st.data())
def test_moving_everything_changes_no_number(puzzle: tw.Puzzle, data: st.DataObject) -> None:
    """The board by any motion of the lattice; pieces that are not free are turned with it."""
    lattice = puzzle.lattice
    by = data.draw(st.sampled_from(lattice.motions))
    step = data.draw(st.sampled_from(lattice.translations.generators))
    by = Motion(by.matrix, tuple(a + b for a, b in zip(by.shift, step, strict=True)), by.mirror)
    (back,) = [m for m in lattice.motions if m.after(by).matrix == lattice.motions[0].matrix]
    words = {motion.matrix: " ".join(motion.word) for motion in lattice.motions}

    def turned(piece: tw.Piece) -> tw.Piece:
        made = piece.allowed_motions(lattice) if piece.motions else []
        inside_out = tuple(words[by.after(m).after(back).matrix] for m in made)
        return replace(moved(piece, by), motions=inside_out)

    board = puzzle.board
    changed = replace(
        puzzle,
        board=Board(
            tuple(map(by, board.must)),
            tuple(map(by, board.may)),
            {by(cell): colour for cell, colour in board.colours.items()},
        ),
        pieces=tuple(map(turned, puzzle.pieces)),
        fixed=tuple(Fixed(f.piece, tuple(map(by, f.cells))) for f in puzzle.fixed),
    )
    assert numbers_of(changed) == numbers_of(puzzle)


@fewer
@given(puzzles(flavour=replace(PLAINLY, counts=True)))
def test_a_free_piece_may_be_given_in_any_orientation(puzzle: tw.Puzzle) -> None:
    for motion in puzzle.lattice.motions[1:4]:
        if motion.mirror and not puzzle.lattice.flat:
            continue
        pieces = tuple(moved(piece, motion) for piece in puzzle.pieces)
        assert numbers_of(replace(puzzle, pieces=pieces)) == numbers_of(puzzle)


@fewer
@given(puzzles(flavour=moderate))
def test_every_symmetry_maps_covers_to_covers(puzzle: tw.Puzzle) -> None:
    few_answers(puzzle)  # not more than can be compared
    encoding = encode(puzzle)
    action = Action.of(encoding)
    covers = {frozenset(cover) for cover in tw.solve(encoding.problem)}
    assert len(action.motions) == len(symmetries_of(puzzle))
    for permutation in action.permutations:
        assert sorted(permutation.tolist()) == list(range(encoding.problem.option_count))
        assert {frozenset(int(permutation[k]) for k in cover) for cover in covers} == covers
