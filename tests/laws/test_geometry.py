"""The core's geometry gives the same values as plain Python, in the same order."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import tilewright as tw
from tests.plain_geometry import action as plain_action
from tests.plain_geometry import encoding as plain_encoding
from tests.plain_geometry import orientations as plain
from tests.plain_geometry import placements as plainly
from tests.puzzle_strategies import crossing_puzzles, puzzles, symmetric_puzzles
from tilewright import orientations as geometry
from tilewright.catalogue import catalogue_names, load
from tilewright.cover import CoverProblemError
from tilewright.encoding import encode
from tilewright.lattices import Junction, Motion, Translations, Vector
from tilewright.placements import find_placements
from tilewright.puzzle import Board, EdgeMark, Fixed, PuzzleError
from tilewright.symmetry import Action

EXAMPLES = sorted((Path(__file__).parents[2] / "examples").glob("*-puzzle.toml"))
assert len(EXAMPLES) == 2
NAMES = ["soma", "bedlam", "pentominoes-6x10", "stairs"]


def named() -> Iterator[tw.Puzzle]:
    yield from map(load, NAMES)
    yield from map(tw.read_puzzle, EXAMPLES)


def parts(one: geometry.Orientation | plain.Orientation) -> tuple[object, ...]:
    return one.cells, one.colours, one.marks


def check_pieces(puzzle: tw.Puzzle) -> None:
    for piece in puzzle.pieces:
        found = geometry.orientation_motions(puzzle.lattice, piece)
        expected = plain.orientation_motions(puzzle.lattice, piece)
        assert [(parts(o), m) for o, m in found.items()] == [
            (parts(o), m) for o, m in expected.items()
        ]
    types, expected_types = geometry.piece_types(puzzle), plain.piece_types(puzzle)
    assert [(t.pieces, t.count, t.name, t.size) for t in types] == [
        (t.pieces, t.count, t.name, t.size) for t in expected_types
    ]
    for kind, expected_kind in zip(types, expected_types, strict=True):
        assert list(map(parts, kind.orientations)) == list(map(parts, expected_kind.orientations))


def check_placements(puzzle: tw.Puzzle) -> None:
    found, expected = find_placements(puzzle), plainly.find_placements(puzzle)
    assert np.array_equal(found.starts, expected.starts)
    assert np.array_equal(found.ground.places, expected.ground.places)
    for block, other in zip(found.blocks, expected.blocks, strict=True):
        assert (block.type, parts(block.orientation)) == (other.type, parts(other.orientation))
        assert np.array_equal(block.anchors, other.anchors)
        assert np.array_equal(found.cells(block), expected.cells(other))
    for number in range(len(found)):
        block, row = found.block_of(number)
        assert found.core.row(number) == found.cells(block)[row].tolist()
    covered = {cell for block in expected.blocks for cell in expected.cells(block).flat}
    assert found.core.bare() == sorted(set(range(len(found.ground.cells))) - covered)
    assert np.array_equal(found.ground.touching(), expected.ground.touching())


def check_symmetries(puzzle: tw.Puzzle) -> None:
    lattice, board = puzzle.lattice, puzzle.board
    motions = geometry.board_motions(lattice, board)
    assert motions == plain.board_motions(lattice, board)
    found = geometry.symmetries(puzzle, geometry.piece_types(puzzle))
    assert found == plain.symmetries(puzzle, plain.piece_types(puzzle))
    ground, expected = find_placements(puzzle).ground, plainly.BoardCells(lattice, board)
    for motion in motions:
        assert np.array_equal(ground.moved_by(motion), expected.moved_by(motion))


def check_encoding(puzzle: tw.Puzzle) -> None:
    found, expected = (
        problem_or_refusal(encode, puzzle),
        problem_or_refusal(plain_encoding.encode, puzzle),
    )
    if isinstance(expected, Exception):
        assert (type(found), str(found)) == (type(expected), str(expected))
        return
    assert found.problem == expected.problem
    assert found.problem.items == expected.problem.items
    assert found.empty == expected.empty
    assert np.array_equal(found.type_of_option, expected.type_of_option)
    for name in ("cells", "touching", "pieces", "points"):
        own, other = (getattr(one.problem.regions, name) for one in (found, expected))
        assert np.array_equal(own, other)


def problem_or_refusal(how: Callable[[tw.Puzzle], Any], puzzle: tw.Puzzle) -> Any:
    try:
        return how(puzzle)
    except (PuzzleError, CoverProblemError) as error:
        return error


def check_permutations(puzzle: tw.Puzzle) -> None:
    encoding = problem_or_refusal(encode, puzzle)
    if isinstance(encoding, Exception):
        return
    found, expected = Action.of(encoding), plain_action.Action.of(plain_encoding.encode(puzzle))
    assert found.motions == expected.motions
    for own, other in zip(found.permutations, expected.permutations, strict=True):
        assert own.dtype == other.dtype
        assert np.array_equal(own, other)


CHECKS = [check_pieces, check_placements, check_symmetries, check_encoding, check_permutations]


@given(puzzles())
def test_random_puzzles(puzzle: tw.Puzzle) -> None:
    for check in CHECKS:
        check(puzzle)


@st.composite
def skewed_puzzles(draw: st.DrawFn) -> tw.Puzzle:
    """A puzzle on a lattice that nobody drew: one in which other vectors are the unit vectors."""
    puzzle = draw(puzzles())
    on = puzzle.lattice
    n = on.dimension
    there = back = np.eye(n, dtype=np.int64)
    for _ in range(draw(st.integers(1, 4))):
        i, j = draw(st.permutations(range(n)))[:2]
        times = draw(st.integers(-2, 2))
        shear = np.eye(n, dtype=np.int64)
        shear[i, j] = times
        there = shear @ there
        shear[i, j] = -times
        back = back @ shear
    offset = np.array(draw(st.lists(st.integers(-9, 9), min_size=n, max_size=n)))

    def step(vector: Vector) -> Vector:
        return tuple((there @ vector).tolist())

    def at(cell: Vector) -> Vector:
        return tuple((there @ cell + offset).tolist())

    def motion(one: Motion) -> Motion:
        matrix = there @ one.matrix @ back
        shift = there @ one.shift + offset - matrix @ offset
        return replace(one, matrix=tuple(map(tuple, matrix.tolist())), shift=tuple(shift.tolist()))

    def piece(one: tw.Piece) -> tw.Piece:
        marks = (EdgeMark(at(m.cell), step(m.step), m.mark) for m in one.marks)
        return replace(one, cells=tuple(map(at, one.cells)), marks=tuple(marks))

    skewed = replace(
        on,
        name=f"skewed {on.name}",
        translations=Translations(tuple(map(step, on.translations.generators)), n),
        kinds=tuple(
            replace(k, at=at(k.at), edges={label: step(s) for label, s in k.edges.items()})
            for k in on.kinds
        ),
        motions=tuple(map(motion, on.motions)),
        generators={name: motion(one) for name, one in on.generators.items()},
        junctions=tuple(Junction(at(j.at), tuple(map(step, j.sticks))) for j in on.junctions),
    )
    board = puzzle.board
    return replace(
        puzzle,
        lattice=skewed,
        board=Board(
            tuple(map(at, board.must)),
            tuple(map(at, board.may)),
            {at(cell): colour for cell, colour in board.colours.items()},
        ),
        pieces=tuple(map(piece, puzzle.pieces)),
        fixed=tuple(Fixed(one.piece, tuple(map(at, one.cells))) for one in puzzle.fixed),
    )


@given(skewed_puzzles())
def test_skewed_lattices(puzzle: tw.Puzzle) -> None:
    for check in CHECKS:
        check(puzzle)


@given(symmetric_puzzles())
def test_symmetric_puzzles(puzzle: tw.Puzzle) -> None:
    for check in CHECKS:
        check(puzzle)


@given(crossing_puzzles())
def test_crossing_puzzles(puzzle: tw.Puzzle) -> None:
    for check in CHECKS:
        check(puzzle)


@pytest.mark.parametrize("check", CHECKS)
def test_puzzles_with_names(check: object) -> None:
    for puzzle in named():
        check(puzzle)


def test_a_piece_called_like_a_cell_that_may_stay_empty() -> None:
    board = Board(tuple(tw.box(2, 2)), ((2, 0), (2, 1)))
    pieces = (tw.Piece("2,0", tuple(tw.box(3, 1))), tw.Piece("I", tuple(tw.box(2, 1))))
    check_encoding(
        tw.Puzzle(tw.lattice("square"), board, pieces, fixed=(Fixed("I", [(0, 0), (1, 0)]),))
    )


@pytest.mark.slow
@pytest.mark.parametrize("name", catalogue_names())
def test_the_whole_catalogue(name: str) -> None:
    puzzle = load(name)
    if isinstance(puzzle, tw.Puzzle):
        for check in CHECKS:
            check(puzzle)
