"""Pictures of puzzles on flat lattices."""

from pathlib import Path

import pytest

import tilewright as tw
from tests.texts import raises_text
from tilewright.lattices import Cell
from tilewright.render import (
    Lines,
    Patch,
    PictureError,
    Scene,
    Text,
    gallery_scene,
    notebook_svg,
    picture_of,
    pieces_scene,
    puzzle_scene,
    solution_scene,
)
from tilewright.render.cells import outline
from tilewright.render.outlines import signed_area
from tilewright.render.palette import colour
from tilewright.render.tilings import EMPTY

EXAMPLES = Path(__file__).parents[2] / "examples"
BAR = tw.Piece("I", tw.box(2, 1))

# The area of one cell, as the lattices embed them.
CELLS = {"square": 1, "triangle": 3**0.5 / 4, "hexagon": 3**0.5 / 2, "tangram": 1 / 8}


def patches(scene: Scene) -> list[Patch]:
    return [element for element in scene.elements if isinstance(element, Patch) and element.title]


def area(rings: object) -> float:
    return sum(map(signed_area, rings))  # type: ignore[call-overload, no-any-return]


@pytest.mark.parametrize("name", CELLS)
def test_cells_become_polygons(name: str) -> None:
    on = tw.lattice(name)
    for kind in on.kinds:
        (ring,), borders = outline(on, [kind.at])
        assert len(ring) == len(kind.edges)
        assert area([ring]) == pytest.approx(CELLS[name])
        assert borders == ()


@pytest.mark.parametrize(
    ("name", "lattice"),
    [
        ("pentominoes-6x10", "square"),
        ("hexiamond-rhombus", "triangle"),
        ("tetrahexes-4x7", "hexagon"),
        ("tangram-square", "tangram"),
    ],
)
def test_areas_of_a_solution_add_up(name: str, lattice: str) -> None:
    solution = next(iter(tw.solve(tw.load(name))))
    scene = solution_scene(solution)
    placed = patches(scene)
    assert len(placed) == len(solution.placed)
    for patch, one in zip(placed, solution.placed, strict=True):
        assert area(patch.rings) == pytest.approx(len(one.cells) * CELLS[lattice])
        assert patch.title.split(",")[0] == one.piece
    board = [e for e in scene.elements if isinstance(e, Patch) and e.fill == EMPTY]
    cells = len(solution.puzzle.board.cells)
    assert sum(area(patch.rings) for patch in board) == pytest.approx(cells * CELLS[lattice])
    assert picture_of(solution) == scene
    assert notebook_svg(solution)


def ring_sizes(cells: list[Cell]) -> list[int]:
    return sorted(len(ring) for ring in outline(tw.lattice("square"), cells)[0])


def test_cells_are_joined() -> None:
    assert ring_sizes([(0, 0), (1, 0), (2, 0)]) == [4]
    assert ring_sizes([(0, 0), (1, 0), (1, 1)]) == [6]
    assert ring_sizes([(x, y) for x in range(3) for y in range(3) if (x, y) != (1, 1)]) == [4, 4]
    assert ring_sizes([(0, 0), (1, 1)]) == [4, 4]  # they touch in a corner
    pinched = [(x, y) for x in range(4) for y in range(4) if (x, y) not in ((1, 1), (2, 2))]
    assert area(outline(tw.lattice("square"), pinched)[0]) == 14
    assert outline(tw.lattice("square"), []) == ((), ())


def test_the_first_row_is_on_top() -> None:
    puzzle = tw.make_puzzle("square", "###\n##.", {"I": "###", "J": "##"})
    (solution,) = tw.solve(puzzle)
    first, second = patches(solution_scene(solution))
    assert first.title == "I"
    assert min(y for _, y in first.rings[0]) == max(y for _, y in second.rings[0])
    assert min(x for x, _ in first.rings[0]) == min(x for x, _ in second.rings[0])


def test_a_puzzle_shows_what_may_stay_empty() -> None:
    puzzle = tw.make_puzzle("square", "##?\n##?", [BAR.times("1..3")])
    scene = puzzle_scene(puzzle)
    assert [patch.title for patch in patches(scene)] == ["the board", "may stay empty", "I ×1..3"]
    assert [e.text for e in scene.elements if isinstance(e, Text)] == ["I ×1..3"]
    assert sum(isinstance(e, Lines) for e in scene.elements) == 2
    assert [patch.title for patch in patches(pieces_scene(puzzle))] == ["I ×1..3"]


def test_galleries() -> None:
    puzzle = tw.make_puzzle("square", "####\n####", [BAR.times(4)])
    solutions = list(tw.solve(puzzle))
    assert len(solutions) == 4
    assert len(patches(gallery_scene(solutions, labels=True))) == 16


@pytest.mark.parametrize("name", ["cube", "sphere", "disc"])
def test_lattices_in_space_have_no_outlines(name: str) -> None:
    on = tw.lattice(name)
    with pytest.raises(PictureError, match=rf"lattice '{name}' is not in the plane"):
        outline(on, [on.kinds[0].at])


OWN = """
name = "bricks"
translations = [[2, 0], [1, 1]]
{embedding}

[[kind]]
at = [0, 0]
shape = "polygon"
corners = {corners}
edges = {{ }}
"""
BRICK = '[[-1, "-1/2"], [0, "-1/2"], [1, "-1/2"], [1, "1/2"], [0, "1/2"], [-1, "1/2"]]'


def test_own_lattices_can_be_drawn() -> None:
    on = tw.parse_lattice(OWN.format(embedding="", corners=BRICK))
    rings, borders = outline(on, [(0, 0), (1, 1)])
    assert area(rings) == pytest.approx(4)
    assert [len(ring) for ring in rings] == [8]
    assert len(borders) == 1


def test_sides_of_cells_need_not_match() -> None:
    """Bricks whose corners are given without the points where others touch their sides."""
    plain = '[[-1, "-1/2"], [1, "-1/2"], [1, "1/2"], [-1, "1/2"]]'
    on = tw.parse_lattice(OWN.format(embedding="", corners=plain))
    rings, borders = outline(on, [(0, 0), (1, 1)])
    assert area(rings) == pytest.approx(4)
    assert [len(ring) for ring in rings] == [8]
    assert len(borders) == 1


def test_cells_need_not_be_convex() -> None:
    text = OWN.replace("[[2, 0], [1, 1]]", "[[2, 0], [0, 2]]")
    ell = "[[0, 0], [2, 0], [2, 1], [1, 1], [1, 2], [0, 2]]"
    on = tw.parse_lattice(text.format(embedding="", corners=ell))
    rings, _ = outline(on, [(0, 0), (2, 0)])
    assert area(rings) == pytest.approx(6)
    puzzle = tw.Puzzle(
        on, tw.Board(((0, 0), (2, 0))), (tw.Piece("one", ((0, 0),), tw.puzzle.Count(2, 2)),)
    )
    assert notebook_svg(puzzle)


def test_lattices_that_are_drawn_wrongly() -> None:
    spatial = "embedding = [[1, 0, 0], [0, 1, 0]]"
    on = tw.parse_lattice(OWN.format(embedding=spatial, corners=BRICK))
    with pytest.raises(PictureError, match="its embedding is not"):
        outline(on, [(0, 0)])
    wide = '[[-2, "-1/2"], [2, "-1/2"], [2, "1/2"], [0, "1/2"], [-2, "1/2"]]'
    on = tw.parse_lattice(OWN.format(embedding="", corners=wide))
    with raises_text(PictureError):
        outline(on, [(0, 0), (4, 0), (4, 0)])
    with pytest.raises(PictureError, match=r"no cell at \(1, 0\)"):
        outline(on, [(1, 0)])


@pytest.mark.parametrize("without", ['shape = "polygon"', f"corners = {BRICK}"])
def test_lattices_that_do_not_say_how_they_look(without: str) -> None:
    on = tw.parse_lattice(OWN.format(embedding="", corners=BRICK).replace(without, ""))
    with raises_text(PictureError):
        outline(on, [(0, 0)])


def test_what_is_not_placed_stays_empty() -> None:
    puzzle = tw.make_puzzle("square", "####\n####", [BAR.times(3), tw.Piece("O", tw.box(1, 2))])
    solution = next(iter(tw.solve(puzzle)))
    part = tw.Solution(puzzle, tuple(p for p in solution.placed if p.piece == "I")[:1])
    scene = solution_scene(part)
    assert [patch.title for patch in patches(scene)] == ["I"]
    assert scene.box == solution_scene(solution).box
    below = solution_scene(part, left_over=True)
    assert [patch.title for patch in patches(below)] == ["I", "I ×2", "O"]
    fills = [patch.fill for patch in patches(below)]
    assert fills[0] == fills[1] != fills[2] == colour(1)
    (grid,) = [e for e in scene.elements if isinstance(e, Lines) and len(e.lines) > 1]
    assert len(grid.lines) == 6  # borders between the cells that are free


def test_pieces_that_are_fixed_are_on_the_board() -> None:
    puzzle = tw.make_puzzle("square", "###", [BAR, tw.Piece("o", ((0, 0),))])
    puzzle = puzzle.with_fixed("o", [(2, 0)])
    scene = puzzle_scene(puzzle)
    assert [patch.title for patch in patches(scene)] == ["the board", "o, fixed", "I", "o"]
    board, fixed = patches(scene)[:2]
    assert max(fixed.rings[0]) == max(board.rings[0])
    assert fixed.fill == colour(1)


def test_pieces_that_the_puzzle_does_not_have() -> None:
    puzzle = tw.make_puzzle("square", "##", [BAR])
    (solution,) = tw.solve(puzzle)
    stray = tw.Solution(puzzle.without_pieces("I"), solution.placed)
    with raises_text(PictureError):
        solution_scene(stray)


def test_notebooks_show_pictures() -> None:
    """IPython asks for this method; where it gives None, the text is shown."""
    solution = next(iter(tw.solve(tw.load("tangram-square"))))
    for shown in (solution, solution.puzzle, tw.load("soma")):
        svg = shown._repr_svg_()  # type: ignore[attr-defined]
        assert svg == notebook_svg(shown)
        assert svg.startswith("<svg ")


def test_the_last_page_is_like_the_others() -> None:
    solutions = list(tw.solve(tw.load("pentominoes-3x20")))[:2]
    full = gallery_scene(2 * solutions, captions="abcd", places=4)
    last = gallery_scene(solutions, captions="ab", places=4)
    assert last.box == full.box
    assert last.pixels == full.pixels
    assert set(last.elements) < set(full.elements)


def test_captions_of_narrow_pictures_are_whole() -> None:
    (solution, *_) = tw.solve(tw.load("pentominoes-3x20"))
    scene = gallery_scene([solution, solution], captions=["spheres-805", "pentominoes-3x20"])
    texts = [element.text for element in scene.elements if isinstance(element, Text)]
    assert texts == ["spheres-805", "pentominoes-3x20"]


@pytest.mark.parametrize("name", ["3464", "rhombille"])
def test_cells_of_the_examples_meet_side_to_side(name: str) -> None:
    """Their corners are sums with square roots, so a wrong one would leave a gap."""
    puzzle = tw.read_puzzle(EXAMPLES / f"{name}-puzzle.toml")
    on = puzzle.lattice
    for kind in on.kinds:
        for step in kind.edges.values():
            there = tuple(a + b for a, b in zip(kind.at, step, strict=True))
            _, borders = outline(on, [kind.at, there])
            assert len(borders) == 1, (kind.name, step)
    whole = area(outline(on, puzzle.board.cells)[0])
    assert whole == pytest.approx(sum(area(outline(on, [c])[0]) for c in puzzle.board.cells))
    solution = next(iter(tw.solve(puzzle)))
    assert len(patches(solution_scene(solution))) == len(solution.placed)
