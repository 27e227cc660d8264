"""Generators: what they refuse, how they stop, and what the shell makes of it."""

from pathlib import Path
from typing import Any

import pytest

import tilewright as tw
from tests.shell import answer, interrupted, run
from tests.texts import raises_text
from tilewright.design.board_search import PatternBoard
from tilewright.design.boards import BlackCells, pattern_motions
from tilewright.design.generated import NothingMadeError, Tried
from tilewright.engines import OptionError
from tilewright.puzzle import Board, PuzzleError

ell = [piece.times("any") for piece in tw.piece_set("tetrominoes") if piece.name == "L"]
L_BOARD = ("generate", "board", "6x6", "--pieces", "tetrominoes:L", "--times", "any")


def stage(width: int, height: int, symmetry: str, pieces: list[tw.Piece]) -> PatternBoard:
    puzzle = tw.make_puzzle("square", tw.box(width, height), pieces)
    return PatternBoard(puzzle, pattern_motions(puzzle.lattice, puzzle.board, symmetry))


@pytest.mark.parametrize(
    ("size", "black", "symmetry"),
    [
        ((8, 8), 5, "none"),
        ((8, 8), 12, "half-turn"),
        ((9, 9), 1, "left-right"),
        ((8, 6), 8, "quarter-turn"),
        ((8, 8), 8, "spiral"),
        ((8, 8), 64, "none"),
    ],
)
def test_what_cannot_be(size: tuple[int, int], black: int, symmetry: str) -> None:
    with raises_text(PuzzleError):
        tw.design.generate_board(
            tw.box(*size), ell, black=black, symmetry=symmetry, up_to="nothing"
        )


def test_odd_numbers_of_black_cells_in_pairs() -> None:
    domino = [piece.times("any") for piece in tw.piece_set("monominoes")]
    with raises_text(PuzzleError):
        BlackCells(stage(4, 4, "half-turn", domino), symmetric_solution=False).choose(3)
    assert 3 not in BlackCells(stage(4, 4, "half-turn", domino), symmetric_solution=True).possible


def test_marked_pieces_and_unknown_levels_are_refused() -> None:
    marked = tw.Piece("M", ((0, 0), (1, 0)), marks=(tw.puzzle.EdgeMark((0, 0), (-1, 0), "key"),))
    with pytest.raises(PuzzleError, match="'M' has marks"):
        tw.design.generate_board(tw.box(2, 2), [marked])
    with pytest.raises(PuzzleError, match="has colours"):
        tw.design.generate_board(
            tw.box(2, 2), [tw.Piece("C", ((0, 0), (1, 0)), colours=("red", "red"))]
        )
    with raises_text(OptionError):
        tw.design.generate_board(tw.box(4, 4), ell, difficulty="nice")
    with pytest.raises(OptionError, match="up_to is 'colour'"):
        tw.design.cut_board(tw.box(4, 4), 4, up_to="colour")


@pytest.mark.parametrize("symmetry", ["none", "half-turn"])
def test_a_board_without_black_cells_is_what_it_is(symmetry: str) -> None:
    """It cannot be changed, so there is nothing to walk; once that was an IndexError."""
    wish: dict[str, Any] = {"black": 0, "symmetry": symmetry, "up_to": "symmetry"}
    with pytest.raises(NothingMadeError, match="1 puzzles: without black cells"):
        tw.design.generate_board(tw.box(4, 5), tw.piece_set("pentominoes")[:4], **wish)
    pieces = [tw.Piece("I", ((0, 0), (1, 0))), tw.Piece("O", ((0, 0),))]
    made = tw.design.generate_board(tw.box(3, 1), pieces, **wish)
    assert made.puzzle.board == Board(tw.box(3, 1))


@pytest.mark.parametrize(
    ("pieces", "sizes"),
    [
        (17, None),
        (4, (5, 6)),
        (None, (3, 2)),
    ],
)
def test_cuts_that_cannot_be(pieces: int | None, sizes: tuple[int, int] | None) -> None:
    with raises_text(PuzzleError):
        tw.design.cut_board(tw.box(4, 4), pieces, sizes=sizes)


def test_pieces_that_are_there_once() -> None:
    """On a symmetric board they have symmetric copies of the solution."""
    pieces = [piece for piece in tw.piece_set("pentominoes") if piece.name in "LPNVU"]
    made = tw.design.generate_board(
        tw.box(7, 5), pieces, symmetry="left-right", up_to="symmetry", seed=2
    )
    counts = tw.count(made.puzzle)
    assert (counts.solutions, counts.up_to_symmetry) == (2, 1)
    assert {placed.piece for placed in made.solution.placed} == set("LPNVU")


def test_other_lattices() -> None:
    hexagons = [cell for cell in tw.box(6, 5) if tw.lattice("hexagon").kind(cell)]
    pieces = [tw.piece_set("trihexes")[0].times("any")]
    made = tw.design.generate_board(
        hexagons, pieces, on="hexagon", symmetry="half-turn", black=12, seed=1
    )
    assert tw.count(made.puzzle).solutions == 1
    with raises_text(PuzzleError):
        tw.design.generate_board(hexagons, pieces, on="hexagon", symmetry="quarter-turn")


@pytest.mark.parametrize("level", ["easy", "medium"])
def test_difficulty(level: str) -> None:
    made = tw.design.generate_board(tw.box(7, 7), ell, black=13, difficulty=level, seed=1)
    assert made.grade.level == level
    assert made.tried.unique >= 1


def test_it_tells_and_stops() -> None:
    told: list[Tried] = []

    def keep_going() -> bool:
        return len(told) < 5

    with pytest.raises(NothingMadeError, match="interrupted: no such puzzle") as stopped:
        tw.design.generate_board(
            tw.box(12, 12), ell, black=4, seed=1, keep_going=keep_going, progress=told.append
        )
    assert stopped.value.stopped_by == "interrupt"
    assert [tried.looks for tried in told] == [1, 2, 3, 4, 5]
    with pytest.raises(NothingMadeError, match="the time is up") as stopped:
        tw.design.generate_board(tw.box(8, 8), ell, max_seconds=0)
    assert stopped.value.stopped_by == "limit"


def test_the_shell_makes_boards(tmp_path: Path) -> None:
    told = answer(*L_BOARD, "--black", "8", "--seed", "3", "--count", "2")
    assert [one["seed"] for one in told["puzzles"]] == [3, 4]
    assert told["stopped_by"] is None
    path = tmp_path / "new.toml"
    done = run(*L_BOARD, "--black", "8", "--seed", "3", "--count", "2", "-o", str(path))
    assert done.returncode == 0
    for one in told["puzzles"]:
        text = (tmp_path / f"new-{one['seed']}.toml").read_text()
        assert text == one["puzzle"]
        assert len(tw.parse_puzzle(text).board.must) == one["cells"] == 28
        assert tw.count(tw.parse_puzzle(text)).solutions == 1
    done = run(*L_BOARD, "--black", "8", "--seed", "3")
    assert done.stdout == told["puzzles"][0]["puzzle"]
    assert "one solution (" in done.stderr


def test_the_shell_makes_pieces() -> None:
    told = answer("generate", "pieces", "3x3x2", "--sizes", "3..6", "--different", "--seed", "2")
    puzzle = tw.parse_puzzle(told["puzzles"][0]["puzzle"])
    assert puzzle.lattice.name == "cube"
    assert tw.count(puzzle).up_to_symmetry == 1
    board = tw.load("ascii-3x3").board
    told = answer("generate", "pieces", "ascii-3x3", "--pieces", "2")
    assert tw.parse_puzzle(told["puzzles"][0]["puzzle"]).board == Board(board.must)


@pytest.mark.parametrize(
    ("arguments", "status", "words"),
    [
        ((*L_BOARD, "--black", "5"), 2, "cannot have 31 cells"),
        ((*L_BOARD, "--black", "0", "--max-seconds", "0"), 3, "the time is up"),
        ((*L_BOARD, "--count", "2"), 2, "add -o FILE, or --json"),
        (("generate", "board", "6x6", "--pieces", "tetrominoes:Q"), 2, "no piece 'Q'"),
        (("generate", "board", "6x6", "--pieces", "soma"), 2, "the pieces are on cube"),
        (("generate", "pieces", "6x6", "--sizes", "3.."), 2, "expected a number"),
        (
            ("generate", "pieces", "2x2", "--pieces", "2", "--different", "--sizes", "2"),
            3,
            "no such",
        ),
        (("generate", "pieces", "stomachion"), 2, "free polygons"),
    ],
)
def test_the_shell_says_why_not(arguments: tuple[str, ...], status: int, words: str) -> None:
    done = run(*arguments)
    assert done.returncode == status, done.stderr
    assert words in done.stderr
    assert done.stdout == ""


@pytest.mark.slow
def test_a_board_without_pieces(tmp_path: Path) -> None:
    board, cut = tmp_path / "ring.toml", tmp_path / "cut.toml"
    board.write_text('lattice = "square"\n[board]\ndrawing = "####\\n#..#\\n####"\n')
    done = run("generate", "pieces", str(board), "--pieces", "3", "-o", str(cut))
    assert done.returncode == 0, done.stderr
    puzzle = tw.load(cut)
    assert (puzzle.title, len(puzzle.board.must)) == ("ring in pieces, seed 1", 10)
    done = run("generate", "board", str(board))
    assert (done.returncode, done.stderr) == (
        2,
        f"error: {board}: there are no pieces: add [[piece]] tables, or a set of pieces\n",
    )


def test_pieces_that_are_there_once_have_no_symmetric_solution() -> None:
    for black, words in ((None, "for instance, if the pattern is"), (4, "4 black cells: if the")):
        with pytest.raises(PuzzleError, match=words) as error:
            tw.design.generate_board(
                tw.box(8, 8),
                tw.piece_set("pentominoes"),
                black=black,
                symmetry="half-turn",
                up_to="nothing",
            )
        assert str(error.value).endswith("counted as one (up to symmetry)")


def test_what_was_looked_for_in_vain_is_told() -> None:
    words = "none fiendish: try another number of black cells than 8, or another seed"
    with pytest.raises(NothingMadeError, match=words):
        tw.design.generate_board(tw.box(4, 4), ell, black=8, difficulty="fiendish", max_starts=2)


def test_patterns_that_nothing_fills_are_given_up_soon() -> None:
    """An odd number of Ls leaves rows uneven, and a half-turn keeps them even."""
    with pytest.raises(NothingMadeError, match="from 25 random starts"):
        tw.design.generate_board(tw.box(4, 4), ell, black=4, symmetry="half-turn")


def test_interrupt() -> None:
    done = interrupted("generate", "board", "8x8", "--pieces", "pentominoes")
    assert done.returncode == 130
    assert "interrupted" in done.stderr
