"""What is on cells and edges: colours, keys and locks."""

from dataclasses import replace

import pytest

import tilewright as tw
from tilewright.puzzle import NOTHING, Marks
from tilewright.render import Patch, Scene, Text, puzzle_scene, solution_scene
from tilewright.render.marks import SLIM, Joints
from tilewright.render.outlines import signed_area
from tilewright.render.signs import colour_named, sign_fills


def named(scene: Scene) -> dict[str, Patch]:
    return {e.title: e for e in scene.elements if isinstance(e, Patch) and e.title}


def signs(scene: Scene) -> list[Patch]:
    """Small patches without a title."""
    found = [e for e in scene.elements if isinstance(e, Patch) and not e.title and e.fill]
    return [patch for patch in found if len(patch.rings[0]) >= 13]


def letters(scene: Scene) -> list[str]:
    return [e.text for e in scene.elements if isinstance(e, Text)]


def jigsaw(fits: str, left: str, right: str, rest: str = "") -> tw.Puzzle:
    """Two squares, side by side, and what is marked where they meet."""
    return tw.parse_puzzle(f"""
lattice = "square"

[marks]
fits = {fits}
{rest}

[board]
box = [2, 1]

[[piece]]
name = "A"
drawing = "#"
turn = false
marks = {{ right = "{left}" }}

[[piece]]
name = "B"
drawing = "#"
turn = false
marks = {{ left = "{right}" }}
""")


def size(patch: Patch) -> float:
    return sum(map(signed_area, patch.rings))


@pytest.mark.parametrize(
    "pair", [("key", "lock"), ("tab", "slot"), ("a", "b"), ("male 1", "female 1"), ("x", "hole")]
)
def test_keys_go_into_locks(pair: tuple[str, str]) -> None:
    key, lock = pair
    (solution,) = tw.solve(jigsaw(f'[["{lock}", "{key}"]]', key, lock))
    placed = named(solution_scene(solution))
    bump = size(placed["A"]) - 1
    assert 0.03 < bump < 0.1
    assert size(placed["B"]) == pytest.approx(1 - bump)
    assert set(placed["B"].rings[0]) > set(placed["A"].rings[0]) - {(-0.5, -0.5), (-0.5, 0.5)}


def test_locks_that_fit_different_keys_have_different_forms() -> None:
    fits = frozenset({("key a", "lock a"), ("key b", "lock b"), ("joker", "lock a")})
    forms = Joints(tw.lattice("square"), Marks(fits | {("joker", "lock b")}))._forms
    assert {name for name, form in forms.items() if form[-1][1] > 0} == {"key a", "key b", "joker"}
    assert forms["lock a"] != forms["lock b"]
    for letter in "ab":
        assert forms[f"key {letter}"] == tuple((x, -y) for x, y in forms[f"lock {letter}"])
    assert forms["joker"] == SLIM
    equal = Joints(tw.lattice("square"), Marks(fits - {("key b", "lock b")}))._forms
    assert equal["joker"] == equal["key a"]  # they fit the same


@pytest.mark.parametrize("fits", ['[["red", "red"]]', '[["red", "b"], ["b", "c"], ["c", "red"]]'])
def test_marks_that_are_no_keys_are_half_discs(fits: str) -> None:
    other = "red" if "c" not in fits else "b"
    (solution,) = tw.solve(jigsaw(fits, "red", other))
    scene = solution_scene(solution)
    assert [size(patch) for patch in named(scene).values()] == [1, 1]
    one, two = signs(scene)
    assert one.fill == colour_named("red")
    assert (two.fill == one.fill) == (other == "red")
    assert max(x for x, _ in one.rings[0]) == pytest.approx(min(x for x, _ in two.rings[0]))


def test_a_border_with_locks_is_a_board_with_bumps() -> None:
    puzzle = tw.load("jigsaw-4x4-star")
    board = named(puzzle_scene(puzzle))["the board"]
    assert size(board) > 16.5
    solution = next(iter(tw.solve(puzzle)))
    scene = solution_scene(solution)
    placed = [e for e in scene.elements if isinstance(e, Patch) and e.title]
    assert sum(map(size, placed)) == pytest.approx(size(board))


def test_marks_turn_with_their_pieces() -> None:
    puzzle = tw.parse_puzzle("""
lattice = "triangle"

[marks]
fits = [["tab", "nothing"]]

[board]
cells = [[1, 1]]

[[piece]]
name = "A"
cells = [[2, 2]]
marks = [{ cell = [2, 2], edge = "-1 -1", mark = "tab" }]
""")
    assert puzzle.marks is not None
    assert puzzle.marks.fit("tab", NOTHING)
    for solution in tw.solve(puzzle):
        (half,) = signs(solution_scene(solution))
        assert size(half) > 0


COLOURED = """
lattice = "square"

[colours]
{fits}

[board]
drawing = "{board}"

[[piece]]
name = "p"
drawing = "{piece}"
"""


def coloured(board: str, piece: str, fits: str = "") -> tw.Puzzle:
    return tw.parse_puzzle(COLOURED.format(board=board, piece=piece, fits=fits))


def test_motions_that_do_not_lead_there() -> None:
    """Solutions may be made by hand, and fixed pieces have no motion."""
    puzzle = coloured("10", "01")
    (solution,) = tw.solve(puzzle)
    (one,) = solution.placed
    elsewhere = replace(one.motion, shift=(7, 7))
    by_hand = tw.Solution(puzzle, (replace(one, motion=elsewhere),))
    assert signs(solution_scene(by_hand)) == signs(solution_scene(solution))
    fixed = puzzle_scene(puzzle.with_fixed("p", one.cells))
    light, dark = sign_fills(puzzle).values()
    board, piece = signs(fixed)[:2], signs(fixed)[2:4]
    assert [patch.fill for patch in board] == [dark, light]
    assert {(p.fill, p.rings) for p in board} == {(p.fill, p.rings) for p in piece}
    bent = tw.Solution(puzzle, (replace(one, cells=((0, 0), (1, 1))),))
    assert [len(p.rings) for p in signs(solution_scene(bent))] == [1]  # of the board


def test_digits_are_dots_from_light_to_dark() -> None:
    puzzle = coloured("01", "01")
    light, dark = sign_fills(puzzle).values()
    assert int(light[1:], 16) > int(dark[1:], 16)
    (solution,) = tw.solve(puzzle)
    assert [patch.fill for patch in signs(solution_scene(solution))] == [light, dark]
    assert [p.fill for p in signs(puzzle_scene(puzzle))] == [light, dark, light, dark]


def test_the_colour_beneath_is_a_ring() -> None:
    puzzle = coloured("01", "00", 'fits = [["0", "0"], ["1", "0"]]')
    solution = next(iter(tw.solve(puzzle)))
    light, dark = sign_fills(puzzle).values()
    drawn = signs(solution_scene(solution))
    assert [(p.fill, len(p.rings)) for p in drawn] == [(light, 1), (dark, 2), (light, 1)]


def test_pieces_without_colours_show_what_is_beneath() -> None:
    puzzle = coloured("01", "##", 'fits = [["0", ""], ["1", ""]]')
    (solution,) = tw.solve(puzzle.without_flips().with_pieces([]))
    drawn = signs(solution_scene(solution))
    assert [(p.fill, len(p.rings)) for p in drawn] == [(f, 2) for f in sign_fills(puzzle).values()]


def test_letters_are_written() -> None:
    puzzle = coloured("CAT", "CAT")
    (solution,) = tw.solve(puzzle)
    assert letters(solution_scene(solution, labels=True)) == ["C", "A", "T"]
    assert letters(puzzle_scene(puzzle)) == [*"CAT", *"CAT", "p"]
    (empty,) = (tw.Solution(puzzle, ()),)
    assert letters(solution_scene(empty)) == ["C", "A", "T"]


def test_names_of_colours_are_colours() -> None:
    piece = tw.Piece("p", tw.box(3, 1), colours=("red", "Blue", "dark blue"))
    board = tw.Board(tw.box(3, 1), (), dict(zip(tw.box(3, 1), piece.colours, strict=True)))
    puzzle = tw.Puzzle(tw.lattice("square"), board, (piece,))
    scene = puzzle_scene(puzzle)
    assert [p.fill for p in signs(scene)] == [colour_named("red"), colour_named("blue")] * 2
    assert letters(scene) == ["r", "b", "db"] * 2 + ["p"]  # red is as bright as blue


def test_labels_keep_off_dots() -> None:
    puzzle = coloured("01", "01")
    (solution,) = tw.solve(puzzle)
    scene = solution_scene(solution, labels=True)
    (label,) = [e for e in scene.elements if isinstance(e, Text)]
    assert label.at[0] == pytest.approx(0.5, abs=0.1)
    assert label.size < 0.5
