"""Classic puzzles without a solution get the reason that books give."""

import json
import sys
from dataclasses import replace
from pathlib import Path
from unittest.mock import patch

import pytest

import tilewright as tw
from tests.shell import answer, interrupted, run
from tilewright.explanations.common import Common, find_common
from tilewright.explanations.conflict import find_conflict
from tilewright.explanations.picture import BLACK, COLOURED, picture_of_explanation
from tilewright.invariants.check import NotProved, check_proof
from tilewright.invariants.colouring import colourings
from tilewright.invariants.facts import Facts
from tilewright.invariants.proofs import Chain, ForcedMove, Nowhere, Searched, Weighing
from tilewright.invariants.weights import weighings
from tilewright.invariants.words import tell_colouring, tell_weights
from tilewright.placements import place
from tilewright.puzzle import Board, Count, Piece, Puzzle
from tilewright.render.scene import Patch

TETROMINOES = {"I": "####", "O": "##\n##", "T": "###\n.#.", "L": "###\n#..", "S": "##.\n.##"}


def _bar(size: int, count: int | str, name: str = "bar") -> Piece:
    return Piece(name, tuple((x, 0) for x in range(size)), Count.of(count))


def _board(wide: int, high: int, *holes: tuple[int, int]) -> Board:
    return Board(tuple(cell for cell in tw.box(wide, high) if cell not in holes))


def _square(board: Board, *pieces: Piece) -> Puzzle:
    return tw.make_puzzle("square", board, pieces)


def _explained(puzzle: Puzzle, kind: str) -> tw.Explanation:
    explained = tw.explain(puzzle)
    assert explained.kind == kind, explained
    explained.check()
    return explained


def test_the_mutilated_chessboard() -> None:
    explained = _explained(tw.load("mutilated-chessboard"), "colouring")
    assert explained.solvable is False
    assert explained.sentences == (
        "Colour the cells black and white like a chessboard.",
        "Every domino covers one black and one white cell, however it lies.",
        "31 dominoes would cover 31 black and 31 white cells, but the board has 30 and 32.",
    )
    assert explained.drawing().splitlines()[0] == " WBWBWBW"


@pytest.mark.parametrize("count", [449, "any"])
def test_a_large_mutilated_chessboard(count: int | str) -> None:
    puzzle = _square(_board(30, 30, (0, 0), (29, 29)), _bar(2, count, "domino"))
    assert "has 448 and 450" in str(_explained(puzzle, "colouring"))


def test_five_tetrominoes_fill_no_rectangle() -> None:
    for sides in ((5, 4), (10, 2)):
        puzzle = tw.make_puzzle("square", tw.box(*sides), TETROMINOES)
        explained = _explained(puzzle, "colouring")
        assert explained.proof == Weighing(explained.proof.weights, 2)
        assert "T covers an odd number of black cells" in explained.sentences[1]


def test_straight_trominoes_leave_one_of_four_cells() -> None:
    good = {(2, 2), (2, 5), (5, 2), (5, 5)}
    for hole in ((0, 0), (1, 1), (3, 2), (2, 2), (4, 4), (5, 2)):
        explained = tw.explain(_square(_board(8, 8, hole), _bar(3, 21)))
        assert explained.kind == ("many" if hole in good else "colouring")


@pytest.mark.parametrize(("sides", "size"), [((10, 10), 4), ((14, 6), 4), ((10, 15), 6)])
def test_bars_in_a_rectangle(sides: tuple[int, int], size: int) -> None:
    _explained(_square(_board(*sides), _bar(size, "any")), "colouring")


def test_bricks_in_a_box() -> None:
    brick = Piece("brick", tuple((x, y, 0) for x in range(4) for y in range(2)), Count.of(27))
    explained = _explained(tw.make_puzzle("cube", tw.box(6, 6, 6), [brick]), "colouring")
    assert "covers two black and six white cells" in explained.sentences[1]
    scene = picture_of_explanation(explained)
    assert any(isinstance(one, Patch) and one.fill == COLOURED[BLACK] for one in scene.elements)


def test_triangles_that_point_up_and_down() -> None:
    on = tw.lattice("triangle")
    start = on.kinds[0].at
    rhombus = Piece("rhombus", (start, next(iter(on.neighbours(start).values()))))
    cells = {start, *on.neighbours(start).values()}  # a larger triangle: three and one
    puzzle = tw.make_puzzle(on, cells, [rhombus.times(2)])
    assert _explained(puzzle, "forced").sentences[-1].startswith("But then nothing can cover")
    proof = next(colourings(Facts.of(place(puzzle)), lambda: True))
    check_proof(puzzle, proof)
    assert tell_colouring(puzzle, proof)[0].startswith("Colour the cells of kind ")
    assert "but the board has" in tell_colouring(puzzle, proof)[-1]


def test_hexagons_in_three_colours() -> None:
    on = tw.lattice("hexagon")
    bar = Piece("bar", tuple((x, 0) for x in range(3)), Count.of("any"))
    cells = {(0, 0)}
    for _ in range(2):
        cells |= {there for cell in cells for there in on.neighbours(cell).values()}
    assert len(cells) == 19
    _explained(tw.make_puzzle(on, cells - {(1, 0)}, [bar]), "colouring")


def test_sizes() -> None:
    explained = _explained(_square(_board(5, 5), _bar(2, "any")), "sizes")
    assert "no choice of pieces has exactly that size" in explained.sentences[0]


def test_a_piece_that_fits_nowhere() -> None:
    explained = _explained(_square(_board(3, 3), _bar(4, 1, "I"), _bar(1, 5)), "nowhere")
    assert explained.proof == Nowhere("I")
    assert explained.sentences == (
        "The piece I (4 cells) fits nowhere on the board, in none of its 2 orientations.",
    )


def test_a_cell_that_nothing_covers() -> None:
    board = Board((*tw.box(3, 1), (5, 5)))
    explained = _explained(_square(board, _bar(2, 2)), "uncovered")
    assert explained.sentences == ("No piece can cover the cell (5, 5).",)


def test_a_region_of_the_wrong_size() -> None:
    board = Board((*tw.box(3, 3), *((x + 10, y) for x, y in tw.box(5, 3))))
    explained = _explained(_square(board, _bar(2, "any")), "region")
    assert "marked *, has 9 cells, which pieces of 2 cells cannot fill" in explained.sentences[0]


def test_colours_of_the_board() -> None:
    explained = _explained(tw.load("checkers-6x6"), "colours")
    assert explained.sentences[-1] == (
        "All pieces together would cover 17 '0' cells, but the board has 18."
    )


def test_forced_moves() -> None:
    puzzle = tw.make_puzzle("square", "#..\n##.\n###\n##.", {"a": "##", "b": "##\n##", "c": "##"})
    explained = _explained(puzzle, "forced")
    assert isinstance(explained.proof, Chain)
    assert explained.sentences[-1].startswith("But then ")


def test_as_many_black_as_white() -> None:
    domino, ell = _bar(2, "any", "domino"), Piece("L", ((0, 0), (1, 0), (2, 0), (2, 1)), "any")
    puzzle = tw.make_puzzle("square", "####\n##.#\n####\n####\n..#.", [ell, domino])
    explained = _explained(puzzle, "colouring")
    assert explained.sentences[1:] == (
        "Every piece covers as many black as white cells, however it lies.",
        "But the board has 9 black and 7 white cells.",
    )


@pytest.mark.parametrize(
    ("puzzle", "modulus"),
    [
        (tw.load("mutilated-chessboard"), 0),
        (tw.make_puzzle("square", tw.box(5, 4), TETROMINOES), 2),
        (_square(_board(8, 8, (0, 0)), _bar(3, "any")), 0),
    ],
)
def test_numbers_by_linear_algebra(puzzle: Puzzle, modulus: int) -> None:
    proof = next(weighings(Facts.of(place(puzzle)), lambda: True))
    assert proof.modulus == modulus
    check_proof(puzzle, proof)
    assert max(map(abs, proof.weights.values())) == 1
    told = tell_weights(puzzle, proof)
    assert told[0] == "Write the numbers below on the cells, and 0 where no number is."
    assert "but the board has" in told[-1]


def test_numbers_of_which_pieces_cover_too_little() -> None:
    pytest.importorskip("ortools")
    pieces = {"T": "###\n.#.", "W": "#..\n##.\n.##", "I": "####"}
    made = tw.make_puzzle("square", "###..\n#####\n#####\n...#.", pieces)
    puzzle = tw.make_puzzle("square", made.board, [piece.times("any") for piece in made.pieces])
    explained = _explained(puzzle, "weights")
    assert explained.sentences[1] == "Every piece covers at most the sum 0."
    assert explained.proof.modulus == 0


def test_pieces_that_exclude_each_other() -> None:
    pytest.importorskip("ortools")
    explained = _explained(tw.load("ascii-3x3-nosol"), "conflict")
    assert explained.proof.least == ("A", "B")
    assert explained.proof.minimal
    assert explained.sentences[0].startswith("The pieces A and B cannot both be on the board")


def test_conflicts_depend_on_work_not_on_time() -> None:
    pytest.importorskip("ortools")
    hard = tw.encoding.encode(tw.load("tetrahexes-triangle"))
    assert find_conflict(hard, max_work=0.01) is None
    found = [find_conflict(hard, max_work=0.3) for _ in range(2)]
    assert found[0] is not None
    assert not found[0].minimal
    assert found[0] == found[1]


def test_without_or_tools_it_searches() -> None:
    with patch.dict(sys.modules, {"ortools.sat.python": None}):
        explained = _explained(tw.load("ascii-3x3-nosol"), "search")
    assert isinstance(explained.proof, Searched)


def test_without_or_tools_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tilewright.engines.cpsat.solver.find_spec", lambda _: None)
    with patch.dict(sys.modules, {"ortools.sat.python": None}):
        explained = tw.explain(tw.load("ascii-3x3-nosol"))
    assert "pip install '.[cpsat]' in the checkout" in explained.sentences[-1]


def test_one_solution() -> None:
    explained = _explained(tw.make_puzzle("square", tw.box(1, 3), {"a": "#\n#\n#"}), "unique")
    assert explained.sentences == ("There is exactly one solution.",)
    assert explained.drawing() == "a\na\na"


def _asked(puzzle: Puzzle, example: tw.Solution) -> Common:
    """As if going through all solutions took long."""
    with (
        patch("tilewright.explanations.common.QUICK", -1.0),
        patch("tilewright.explanations.common.SMALL", 0),
    ):
        return find_common(tw.encoding.encode(puzzle), example)


def test_one_solution_found_by_asking() -> None:
    puzzle = tw.load("lpanel-01")
    asked = _asked(puzzle, next(iter(tw.solve(puzzle))))
    assert asked == tw.explain(puzzle).common
    assert asked.solutions == 1


def test_where_cells_may_stay_empty_more_may_fit() -> None:
    """All of one solution is in all of them, and yet there is another one."""
    board = Board(((0, 0), (1, 0)), may=((3, 0), (4, 0)))
    puzzle = _square(board, _bar(2, "1..2"))
    assert _explained(puzzle, "many").common.solutions == 2
    asked = _asked(puzzle, next(iter(tw.solve(puzzle))))
    assert asked.solutions is None
    assert asked.complete


def test_what_is_known_when_it_is_stopped() -> None:
    doing: list[str] = []
    stopped = tw.explain(
        tw.load("scott"), progress=doing.append, keep_going=lambda: "in common" not in doing[-1]
    )
    assert (stopped.kind, stopped.solvable, stopped.complete) == ("some", True, False)
    assert stopped.sentences[0].startswith("There is a solution; it is not known whether")


def test_what_is_the_same_in_all() -> None:
    pieces = {"a": "###", "b": "##", "c": "##"}
    puzzle = tw.make_puzzle("square", "###.##\n....##", pieces)
    explained = _explained(puzzle, "many")
    common = explained.common
    assert common is not None
    asked = _asked(puzzle, common.example)
    assert [placed.piece for placed in common.same] == ["a"]
    assert explained.drawing() == "aaa bb\n    bb"
    assert asked.complete
    assert asked.several
    assert asked.solutions is None
    assert {placed.cells for placed in asked.same} == {placed.cells for placed in common.same}


def test_polygons() -> None:
    explained = tw.explain(tw.load("tangram-square"))
    assert explained.solvable
    explained = tw.explain(tw.load("tangram-impossible-8x1"))
    assert explained.kind == "search"
    assert "free polygons" in explained.sentences[-1]


def test_what_is_no_puzzle_is_refused() -> None:
    puzzle = _square(_board(3, 1), _bar(3, 1)).with_fixed("bar", [(7, 7)])
    with pytest.raises(tw.puzzle.PuzzleError, match="fixed"):
        tw.explain(puzzle)


def test_an_exact_cover_problem_is_refused() -> None:
    with pytest.raises(tw.puzzle.PuzzleError, match="ExactCover is no puzzle"):
        tw.explain(tw.cover.parse_cover("a\na\n"))  # type: ignore[arg-type]


def test_steps_must_be_forced() -> None:
    puzzle = _square(_board(4, 1), _bar(2, 2))
    free = Chain((ForcedMove("bar", ((1, 0), (2, 0)), (1, 0)),), Nowhere("bar"))
    with pytest.raises(NotProved, match="step 1 is not forced"):
        check_proof(puzzle, free)


def test_a_limit() -> None:
    explained = tw.explain(tw.load("snake-5x5x5"), keep_going=lambda: False)
    assert explained.solvable in (None, False)
    assert tw.explain(tw.load("y-15x15"), max_seconds=0).kind in ("unknown", "many")


def test_the_shell(tmp_path: Path) -> None:
    done = run("explain", "mutilated-chessboard", "--render", str(tmp_path / "a.png"))
    assert done.returncode == 1
    assert "31 black and 31 white cells, but the board has 30 and 32" in done.stdout
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")
    told = answer("explain", "mutilated-chessboard", status=1)
    assert (told["kind"], told["solvable"], told["proof"]["modulus"]) == ("colouring", False, 0)
    assert len(told["proof"]["weights"]) == 30
    told = answer("explain", "ascii-3x3")
    assert (told["kind"], told["common"]["solutions"]) == ("many", 16)
    done = run("explain", "y-15x15", "--max-seconds", "0")
    assert done.returncode == 3
    assert "It is not known whether there is a solution" in done.stdout
    done = run("explain", "soma", "--render", str(tmp_path / "a.txt"))
    assert done.returncode == 2
    assert "expected a name that ends in .svg, .png, .pdf" in done.stderr


def test_an_interrupt() -> None:
    done = interrupted("explain", "tetrahexes-triangle", "--json")
    assert done.returncode == 130
    told = json.loads(done.stdout)
    assert (told["kind"], told["solvable"]) == ("search", False)  # and now a shorter reason
    assert (told["complete"], told["stopped_by"]) == (False, "interrupt")


PENTOMINOES = {
    "F": ".##\n##.\n.#.",
    "L": "####\n#...",
    "P": "##\n##\n#.",
    "T": "###\n.#.\n.#.",
    "U": "#.#\n###",
    "V": "###\n#..\n#..",
    "W": "#..\n##.\n.##",
    "X": ".#.\n###\n.#.",
    "Z": "##.\n.#.\n.##",
}


def _six(names: str) -> Puzzle:
    drawings = {f"{name}{n}": PENTOMINOES[name] for n, name in enumerate(names)}
    return tw.make_puzzle("square", tw.box(6, 5), drawings)


def test_numbers_are_told_so_that_few_are_below_zero() -> None:
    pytest.importorskip("ortools")
    explained = _explained(_six("ZZZPPP"), "weights")
    assert explained.sentences[-1].startswith("So all pieces together cover at least the sum 3,")
    assert isinstance(explained.proof, Weighing)
    assert explained.proof.upright() == explained.proof
    modular = Weighing({(0, 0): -1}, 3)
    assert modular.upright() is modular


def test_identical_pieces_of_a_conflict_are_counted() -> None:
    pytest.importorskip("ortools")
    explained = _explained(_six("XXPPVV"), "conflict")
    assert explained.sentences[0].startswith(
        "The piece X0 (2 times) cannot be on the board while the four cells marked * are covered"
    )


def test_a_conflict_of_all_pieces_is_no_reason() -> None:
    pieces = {"a": "##.\n.##", "b": "##.\n.##", "I": "####"}
    explained = _explained(tw.make_puzzle("square", tw.box(4, 3), pieces), "search")
    assert explained.sentences[-1] == "No shorter reason was found."


def test_odd_pieces_are_counted() -> None:
    pieces = {"a": "###\n.#.", "b": "###\n.#.", "c": "####", "d": "###\n.#."}
    explained = _explained(tw.make_puzzle("square", tw.box(4, 4), pieces), "colouring")
    assert explained.sentences[-1].startswith("Three of these numbers are odd, so all pieces")


def test_small_numbers_are_spelt_alike() -> None:
    hexagon = "  # # #\n # # # #\n# # # # #\n # # # #\n  # # #"
    puzzle = tw.make_puzzle("hexagon", hexagon, {"t": "# #\n #", "p": "# #\n # #"})
    puzzle = replace(puzzle, pieces=(puzzle.pieces[0].times(5), puzzle.pieces[1]))
    explained = _explained(puzzle, "colouring")
    assert "at most six black cells, but the board has seven." in explained.sentences[-1]
    pieces = {"d": ["A", "B"], "e": ["A", "A"]}
    painted = tw.make_puzzle(
        "square",
        "ABABAB\nABABAB\nABABAB",
        [Piece(n, ((0, 0), (1, 0)), Count.of(4 + (n == "e")), pieces[n]) for n in "de"],
    )
    explained = _explained(painted, "colours")
    assert "cover 14 'A' cells, but the board has 9." in explained.sentences[-1]
