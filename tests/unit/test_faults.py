"""Puzzles that contradict themselves are told so, with the place and a remedy."""

from dataclasses import replace

import pytest

import tilewright as tw
from tests.texts import raises_text
from tilewright.faults import find_faults, sound_placements
from tilewright.formats import parse_file
from tilewright.lattices import lattice
from tilewright.puzzle import Board, Count, EdgeMark, Fixed, Marks, Piece, Puzzle
from tilewright.solutions import NotASolution, check_solution

SQUARE = lattice("square")
I2 = Piece("I", ((0, 0), (1, 0)))
DOT = Piece("o", ((0, 0),))
ROW = Board(((0, 0), (1, 0)))


def puzzle(board: Board = ROW, *pieces: Piece, **rules: object) -> Puzzle:
    return Puzzle(SQUARE, board, pieces or (I2,), **rules)


def marked(*marks: EdgeMark) -> Piece:
    return replace(I2, marks=marks)


KEY = EdgeMark((0, 0), (-1, 0), "key")

# The puzzle, where the fault is, what is said of it, and whether it is serious.
FAULTY = {
    "empty board": (puzzle(Board(())), "board", "the board is empty", True),
    "nothing to fill": (
        puzzle(Board((), ROW.must)), "board", "only cells that may stay empty", False,
    ),
    "no pieces": (Puzzle(SQUARE, ROW, ()), "pieces", "there are no pieces", True),
    "board in space": (
        puzzle(Board(((0, 0, 0),))), "board", "cells of 'square' have 2 coordinates", True,
    ),
    "piece beside the cells": (
        Puzzle(lattice("triangle"), Board(((1, 1),)), (DOT,)),
        "piece", "'triangle' has no cell there; its first ones are at (2, 2), (1, 1)", True,
    ),
    "unknown motion": (
        puzzle(ROW, replace(I2, motions=("spin",))), "piece", "has no symmetry 'spin'", True,
    ),
    "flip without turn": (
        puzzle(ROW, replace(I2, turn=False, flip=True)), "piece", "flipped but not turned", True,
    ),
    "too few cells": (
        puzzle(Board(tw.box(3, 1))),
        "board", "the pieces cover 2 cells, the board has 3", True,
    ),
    "too many cells": (
        puzzle(ROW, I2, DOT), "board", "the pieces cover 3 cells, the board has 2", True,
    ),
    "no sum of sizes": (
        puzzle(Board(tw.box(3, 1)), I2.times("any")),
        "board", "no choice of pieces has exactly that size", True,
    ),
    "spare of an endless piece": (
        puzzle(ROW, I2.times("any"), spare=Count(1, 1)), "piece", "spare pieces mean", True,
    ),
    "more spare than there are": (
        puzzle(ROW, spare=Count(2, 2)), "spare", "the pieces are 1 in all", True,
    ),
    "all spare": (
        puzzle(ROW, spare=Count(1, 1)), "board", "with 1 spare cover 0 to 2 cells", True,
    ),
    "colour on a piece only": (
        puzzle(ROW, replace(I2, colours=("red", ""))), "piece", "cells of colour 'red'", True,
    ),
    "colour on a piece that need not be used": (
        puzzle(ROW, I2, replace(DOT, colours=("red",), count=Count(0, 2))),
        "piece", "cells of colour 'red', which have no partner", False,
    ),
    "colour on a piece that may be left over": (
        puzzle(ROW, I2, replace(DOT, colours=("red",)), spare=Count(1, 1)),
        "piece", "as it is, this piece is never used", False,
    ),
    "colour on pieces of which too few may be left over": (
        puzzle(ROW, I2, replace(DOT, colours=("red",), count=Count(2, 2)), spare=Count(1, 1)),
        "piece", "cells of colour 'red', which have no partner", True,
    ),
    "colour on the board only": (
        puzzle(replace(ROW, colours={(0, 0): "red"}), I2),
        "board", "the board has cells of colour 'red', which have no partner", True,
    ),
    "mark that fits nothing": (
        puzzle(ROW, marked(KEY), marks=Marks(frozenset({("keys", "nothing")}))),
        "piece", "has the mark 'key', which fits nothing: list what it may face in marks.fits; "
        "did you mean 'keys'?", True,
    ),
    "mark that fits nothing, on a piece that need not be used": (
        puzzle(ROW, I2, replace(marked(KEY), name="k", count=Count(0, None))),
        "piece", "has the mark 'key', which fits nothing", False,
    ),
    "mark on no edge": (
        puzzle(ROW, marked(EdgeMark((0, 0), (1, 1), "plane")), marks=Marks(
            frozenset({("plane", "nothing")}))),
        "piece", "towards (1, 1): it has no such edge", True,
    ),
    "mark on no cell": (
        puzzle(ROW, marked(EdgeMark((5, 0), (1, 0), "k")), marks=Marks(
            frozenset({("k", "nothing")}))),
        "piece", "at (5, 0) towards (1, 0): it has no such edge", True,
    ),
    "mark inside": (
        puzzle(ROW, marked(EdgeMark((0, 0), (1, 0), "k")), marks=Marks(
            frozenset({("k", "nothing")}))),
        "piece", "inside itself: only edges that lead out can be marked", True,
    ),
    "two marks on an edge": (
        puzzle(ROW, marked(KEY, replace(KEY, mark="k")), marks=Marks(
            frozenset({("k", "nothing"), ("key", "nothing")}))),
        "piece", "has two marks at (0, 0) towards (-1, 0)", True,
    ),
    "crossing where nothing crosses": (
        puzzle(ROW, crossing=False), "crossing", "'square' has no junctions", False,
    ),
    "piece in two parts": (
        puzzle(Board(tw.box(3, 1)), Piece("II", ((0, 0), (2, 0))), DOT),
        "piece", "in several parts, which move together", False,
    ),
    "piece that fits nowhere": (
        puzzle(Board(tw.box(2, 2)), Piece("I4", tw.box(4, 1))),
        "piece", "piece 'I4' (4 cells) fits nowhere on the board, in none of its 2 orientations: "
        "draw a larger board", True,
    ),
    "piece that would fit if turned": (
        puzzle(ROW, Piece("I", ((0, 0), (0, 1)), turn=False)), "piece", "allow more motions", True,
    ),
    "piece that would fit if flipped": (
        puzzle(
            Board(((0, 0), (1, 0), (2, 0), (2, 1))),
            Piece("L", ((0, 0), (1, 0), (2, 0), (0, 1)), flip=False),
        ),
        "piece", "allow it to be flipped", True,
    ),
    "piece that need not fit": (
        puzzle(ROW, I2, Piece("L", tw.box(4, 1), Count(0, 1))), "piece", "fits nowhere", False,
    ),
    "cell that nothing covers": (
        puzzle(Board(((0, 0), (1, 0), (5, 5), (6, 6), (9, 9), (9, 10))), I2.times(3)),
        "board", "no piece can cover the cell (5, 5), nor 1 more", False,
    ),
    "unknown fixed piece": (
        puzzle(ROW, fixed=(Fixed("J", ROW.must),)), "fixed", "there is no such piece", True,
    ),
    "fixed more often than there are": (
        puzzle(
            ROW, fixed=(Fixed("I", ((0, 0), (1, 0))), Fixed("I", ((1, 0), (2, 0))))
        ), "fixed", "piece 'I' is fixed 2 times, but its count is at most 1", True,
    ),
    "fixed where it does not fit": (
        puzzle(ROW, fixed=(Fixed("I", ((0, 0), (0, 1))),)), "fixed", "does not fit", True,
    ),
    "two fixed on a cell": (
        puzzle(Board(tw.box(3, 1), ((3, 0),)), I2.times(2), fixed=(
            Fixed("I", ((0, 0), (1, 0))), Fixed("I", ((1, 0), (2, 0))))),
        "fixed", "pieces 'I' and 'I' are both fixed on (1, 0)", True,
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", FAULTY)
def test_faults(case: str) -> None:
    wrong, place, message, serious = FAULTY[case]
    told = [(f.place[0], f.message, f.serious) for f in find_faults(wrong)]
    assert any(p == place and message in m and s == serious for p, m, s in told), told
    if serious:
        with pytest.raises(tw.puzzle.PuzzleError):
            tw.count(wrong)
        with pytest.raises(tw.puzzle.PuzzleError):
            tw.solve(wrong)
    else:
        sound_placements(wrong)


def test_a_good_puzzle_has_none() -> None:
    assert find_faults(puzzle()) == []
    assert find_faults(puzzle(ROW, I2, DOT.times("0..2"))) == []
    assert find_faults(puzzle(ROW, I2, DOT.times(3), spare=Count(1, 3))) == []


def test_a_piece_without_partner_is_told_of_once() -> None:
    red = replace(DOT, colours=("red",), count=Count(0, 2))
    assert len(find_faults(puzzle(ROW, I2, red))) == 1


def test_twenty_thousand_pieces_are_looked_over_at_once() -> None:
    """Comparing each name with all others took half a minute."""

    class Name(str):
        """Counts how often names are compared."""

        compared = 0
        __slots__ = ()
        __hash__ = str.__hash__

        def __eq__(self, other: object) -> bool:
            Name.compared += 1
            return str.__eq__(self, other)

    many = 20_000
    pieces = [replace(I2, name=Name(f"I{k}")) for k in range(many)]
    assert find_faults(puzzle(Board(tw.box(200, 2 * many // 200)), *pieces)) == []
    assert Name.compared < 10 * many


def test_faults_have_lines() -> None:
    text = 'lattice = "square"\n[board]\nbox = [3, 1]\n[[piece]]\nname = "I"\ndrawing = "#.#"\n'
    file = parse_file(text, "x.toml", None)
    told = {(line, fault.serious) for line, fault in file.faults()}
    assert (2, True) in told  # the sizes, at the board
    assert (4, False) in told  # two parts, at the piece
    with raises_text(tw.TilewrightError):
        tw.parse_puzzle(text, "x.toml")


@pytest.mark.parametrize(
    ("given", "lo", "hi", "spelt"),
    [
        (0, 0, 0, "0"),
        (3, 3, 3, "3"),
        ("3", 3, 3, "3"),
        (" 2 .. 5 ", 2, 5, "2..5"),
        ("2..", 2, None, "2.."),
        ("0..", 0, None, "any"),
        ("any", 0, None, "any"),
        (Count(1, 2), 1, 2, "1..2"),
    ],
)
def test_counts(given: object, lo: int, hi: int | None, spelt: str) -> None:
    count = Count.of(given)
    assert (count.lo, count.hi) == (lo, hi)
    assert str(count) == spelt
    assert Count.of(str(count)) == count


@pytest.mark.parametrize(
    "given", ["", "..", "..3", "5..2", "-1", -1, True, 1.5, None, "1...2", "x"]
)
def test_bad_counts(given: object) -> None:
    with pytest.raises(tw.puzzle.PuzzleError):
        Count.of(given)


def test_counts_add_up() -> None:
    assert Count(1, 2) + Count(0, 3) == Count(1, 5)
    assert Count(1, 2) + Count(2, None) == Count(3, None)
    most = Count.of(999_999_999)
    assert str(most + most) == "1999999998"
    for given in (most + most, 10**9, Count(10**9, None)):
        with raises_text(tw.puzzle.PuzzleError):
            Count.of(given)


def test_marks_fit_both_ways() -> None:
    marks = Marks(frozenset({("key", "lock")}), border="wall")
    assert marks.fit("key", "lock")
    assert marks.fit("lock", "key")
    assert not marks.fit("key", "key")
    assert marks.fit("plain", "plain")
    assert marks.fit("nothing", "plain")
    assert not marks.fit("plain", "wall")
    assert not marks.fit("key", "plain")
    assert marks.names == {"key", "lock", "plain", "nothing", "wall"}
    assert Marks(frozenset({("lock", "key")}), border="wall") == marks


def test_a_mark_that_says_plain_is_none() -> None:
    assert marked(replace(KEY, mark="plain")).marks == ()


def test_marks_alone_make_a_table() -> None:
    assert puzzle(ROW, marked(KEY)).marks == Marks()
    assert puzzle().marks is None


@pytest.mark.parametrize(
    "make",
    [
        lambda: Piece("x", ()),
        lambda: Fixed("x", ()),
        lambda: Piece("x", ((0, 0), (0, 0))),
        lambda: Piece("x", ((0, 0),), colours=("a", "b")),
        lambda: Board(((0, 0),), ((0, 0),)),
        lambda: Board(((0, 0),), (), {(1, 0): "a"}),
        lambda: puzzle(ROW, DOT, DOT),
        lambda: puzzle().piece("q"),
        lambda: puzzle().without_pieces("q"),
        lambda: tw.box(3, 0),
        lambda: tw.box(),
    ],
)
def test_values_are_checked_at_birth(make: object) -> None:
    with raises_text(tw.puzzle.PuzzleError):
        make()


def test_another_piece_in_a_fixed_place_is_no_solution() -> None:
    """The same shape is not enough: this one is marked."""
    pair = Board(tw.box(2, 1))
    plain, keyed = DOT, Piece("k", ((0, 0),), marks=(EdgeMark((0, 0), (0, 1), "key"),))
    marks = Marks(frozenset({("key", "nothing"), ("key", "plain")}))
    free = puzzle(pair, plain, keyed, marks=marks)
    fixed = replace(free, fixed=(Fixed("k", ((1, 0),)),))
    for solution in tw.solve(free, up_to="nothing"):
        right = any(one.piece == "k" and one.cells == ((1, 0),) for one in solution.placed)
        if right:
            check_solution(fixed, solution.placed)
        else:
            with raises_text(NotASolution):
                check_solution(fixed, solution.placed)
    assert tw.count(free).solutions == 8
    assert tw.count(fixed).solutions == 4


def test_spare_pieces_without_number_are_added_up_at_once() -> None:
    pieces = [replace(I2, name=f"I{k}", count=Count(0, 999_999_999)) for k in range(30)]
    many = puzzle(Board(tw.box(30, 30)), *pieces, spare=Count(0, None))
    assert "cover" not in " ".join(fault.message for fault in find_faults(many, lambda: None))
    odd = replace(many, board=Board(tw.box(31, 29)))
    assert any("no choice of pieces" in fault.message for fault in find_faults(odd, lambda: None))


@pytest.mark.parametrize(
    ("spare", "fits"), [("0", False), ("1", True), ("2", False), ("1..2", True), ("2..", False)]
)
def test_as_many_pieces_are_left_over_as_are_spare(spare: str, fits: bool) -> None:
    one = puzzle(Board(tw.box(3, 1)), I2, replace(DOT, count=Count.of(2)), spare=Count.of(spare))
    found = [fault.message for fault in find_faults(one, lambda: None)]
    assert any("spare cover" in message for message in found) != fits
