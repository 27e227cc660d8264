"""Generated puzzles have one solution, and are as they were wanted."""

from hypothesis import given
from hypothesis import strategies as st

import tilewright as tw
from tests.examples import examples
from tests.naive_puzzles import answers, classes_of
from tilewright.design.boards import pattern_motions
from tilewright.design.generated import NothingMadeError
from tilewright.encoding import encode
from tilewright.engines import Reference
from tilewright.puzzle import Board, PuzzleError
from tilewright.puzzle.polyforms import canonical

few = examples(15)
fewer = examples(7)
ENOUGH = 1_000_000

ell = [piece.times("any") for piece in tw.piece_set("tetrominoes") if piece.name == "L"]
trominoes = [piece.times("any") for piece in tw.piece_set("trominoes")]
symmetries = st.sampled_from(
    ["none", "half-turn", "quarter-turn", "left-right", "top-bottom", "both", "diagonal"]
)


@few
@given(
    st.integers(4, 6),
    st.integers(4, 6),
    st.sampled_from([ell, trominoes]),
    st.one_of(st.none(), st.integers(4, 16)),
    symmetries,
    st.integers(0, 1000),
)
def test_boards(
    width: int, height: int, pieces: list[tw.Piece], black: int | None, symmetry: str, seed: int
) -> None:
    cells = tw.box(width, height)
    wish = {
        "black": black,
        "symmetry": symmetry,
        "seed": seed,
        "up_to": "nothing",
        "max_starts": 2,
    }
    try:
        made = tw.design.generate_board(cells, pieces, **wish)  # type: ignore[arg-type]
    except (PuzzleError, NothingMadeError):
        return
    puzzle = made.puzzle
    white = set(puzzle.board.must)
    assert white <= set(cells)
    assert black is None or len(white) == len(cells) - black
    for motion in pattern_motions(puzzle.lattice, Board(cells), symmetry):
        assert set(map(motion, white)) == white
    assert len(list(Reference(encode(puzzle).problem).covers())) == 1
    tw.check_solution(puzzle, made.solution.placed)
    assert len(set(made.engines)) == 2
    again = tw.design.generate_board(cells, pieces, **wish)  # type: ignore[arg-type]
    assert (again.puzzle, again.grade, again.tried) == (puzzle, made.grade, made.tried)


@fewer
@given(
    st.sampled_from([("square", (4, 4)), ("square", (5, 3)), ("cube", (2, 2, 3))]),
    st.integers(3, 5),
    st.booleans(),
    st.sampled_from([None, False]),
    st.integers(0, 1000),
)
def test_pieces(
    where: tuple[str, tuple[int, ...]], pieces: int, different: bool, flip: bool | None, seed: int
) -> None:
    on, sides = where
    cells = tw.box(*sides)
    wish = {"on": on, "different": different, "flip": flip, "seed": seed, "max_starts": 2}
    try:
        made = tw.design.cut_board(cells, pieces, **wish)  # type: ignore[arg-type]
    except NothingMadeError:
        return
    puzzle = made.puzzle
    assert puzzle.board == Board(cells)
    assert len(puzzle.pieces) == pieces
    assert sum(piece.size for piece in puzzle.pieces) == len(cells)
    sides_of = "one-sided" if flip is False or not puzzle.lattice.flat else "free"
    for piece in puzzle.pieces:
        assert puzzle.lattice.is_connected(piece.cells)
        assert piece.cells == canonical(puzzle.lattice, piece.cells, sides_of)  # type: ignore[arg-type]
    if different:
        assert len({piece.cells for piece in puzzle.pieces}) == pieces
    assert len(classes_of(puzzle, answers(puzzle, ENOUGH), mirrors=True)) == 1
    again = tw.design.cut_board(cells, pieces, **wish)  # type: ignore[arg-type]
    assert (again.puzzle, again.grade, again.tried) == (puzzle, made.grade, made.tried)
