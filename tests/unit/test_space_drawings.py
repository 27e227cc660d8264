"""Drawings of puzzles in space: what is on them, and that they do not change by themselves."""

import math
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

import tilewright as tw
from tests.texts import raises_text
from tilewright.puzzle import Board, Piece, Puzzle
from tilewright.render import Ball, Lines, Patch, PictureError, Scene, Text, to_svg
from tilewright.render.outlines import straightened
from tilewright.render.space import (
    exploded_scene,
    iso_scene,
    solution_model,
    space_pieces_scene,
    space_scene,
)
from tilewright.render.space.bodies import cells_body
from tilewright.render.space.depth import gaps
from tilewright.render.space.order import assembly_moves
from tilewright.render.space.pieces import VIEWS, exploded, outline, pushed_aside
from tilewright.render.space.sheets import layer_scenes, step_scenes
from tilewright.render.space.sight import OBLIQUE, Sight, View
from tilewright.solutions import Placed, Solution

GOLDEN = Path(__file__).parent.parent / "golden" / "pictures"
SPATIAL = ["soma", "hex-prisms", "spheres-800", "discs-3-test", "slothouber-graatsma"]


def first_solution(name: str) -> Solution:
    return next(iter(tw.solve(tw.load(name))))


def whole(on: tw.Lattice, cells: list[tuple[int, ...]]) -> Solution:
    """A puzzle of one piece, solved."""
    puzzle = Puzzle(on, Board(tuple(cells)), (Piece("A", tuple(cells)),))
    return Solution(puzzle, (Placed("A", on.motions[0], tuple(cells)),))


def texts(scene: Scene) -> list[str]:
    return [element.text for element in scene.elements if isinstance(element, Text)]


def is_inside(scene: Scene) -> bool:
    """Is all that is drawn in the part that is seen?"""
    points = []
    for element in scene.elements:
        match element:
            case Patch(rings=rings):
                points += [p for ring in rings for p in ring]
            case Lines(lines=lines):
                points += [p for line in lines for p in line]
            case Ball():
                points += [element.box[:2], element.box[2:]]
            case Text():
                points.append(element.at)
    x, y = zip(*points, strict=True)
    box = scene.box
    return box.left <= min(x) <= max(x) <= box.right and box.bottom <= min(y) <= max(y) <= box.top


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("name", SPATIAL)
def test_nothing_is_cut_off(name: str, view: str) -> None:
    scene = space_scene(first_solution(name), view, labels=True)
    assert is_inside(scene)
    assert space_scene(first_solution(name), view, labels=True) == scene


def test_a_cube_shows_three_shades_and_all_its_edges() -> None:
    scene = iso_scene(solution_model(whole(tw.lattice("cube"), [(0, 0, 0)])))
    top, *others = sorted(
        (e for e in scene.elements if isinstance(e, Patch)),
        key=lambda e: -sum(bytes.fromhex(e.fill[1:])),
    )
    assert len({top.fill, *(patch.fill for patch in others)}) == 3
    assert max(y for ring in top.rings for _, y in ring) == pytest.approx(scene.box.top, abs=0.2)
    assert all(patch.stroke == "#222222" for patch in (top, *others))


def test_cells_of_one_piece_in_one_plane_are_one_patch() -> None:
    cells = [(x, y, 0) for x in range(3) for y in range(2)]
    scene = iso_scene(solution_model(whole(tw.lattice("cube"), cells)))
    assert [len(e.rings[0]) for e in scene.elements if isinstance(e, Patch)] == [4, 4, 4]
    assert len(scene.elements) == 3


def test_small_rings_keep_their_corners() -> None:
    ring = [(math.cos(k * math.tau / 48), math.sin(k * math.tau / 48)) for k in range(48)]
    for scale in (1, 0.01):
        scaled = [(scale * x, scale * y) for x, y in ring]
        middle = (scaled[0][0] + scaled[1][0]) / 2, (scaled[0][1] + scaled[1][1]) / 2
        assert straightened([scaled[0], middle, *scaled[1:]]) == tuple(scaled)


def test_faces_between_pieces_are_not_drawn() -> None:
    scene = iso_scene(solution_model(first_solution("soma")))
    areas = [abs(_area(ring)) for e in scene.elements if isinstance(e, Patch) for ring in e.rings]
    assert sum(areas) == pytest.approx(27 / 3**0.5)  # three sides of the cube, foreshortened


def test_spheres_are_balls_from_back_to_front() -> None:
    scene = iso_scene(solution_model(first_solution("spheres-800")))
    assert len(scene.elements) == 20
    assert all(isinstance(element, Ball) for element in scene.elements)


def test_exploded_pieces_do_not_cover_each_other() -> None:
    bodies = pushed_aside(exploded(solution_model(first_solution("bedlam")), 1.5).bodies, OBLIQUE)
    outlines = [outline(body, OBLIQUE) for body in bodies]
    for one, other in combinations(outlines, 2):
        most = max(len(one), len(other))
        pair = [
            np.pad(ring, ((0, most - len(ring)), (0, 0)), "edge")[None] for ring in (one, other)
        ]
        assert gaps(*pair)[0] > -0.05


def test_a_factor_is_obeyed_or_refused() -> None:
    model = solution_model(first_solution("soma"))
    near, far = exploded_scene(model, factor=1), exploded_scene(model, factor=3)
    assert far.box.width > 1.5 * near.box.width
    with raises_text(PictureError):
        exploded_scene(model, factor=0.5)


def test_exploded_pieces_have_their_names() -> None:
    assert sorted(texts(space_scene(first_solution("soma"), "exploded", labels=True))) == sorted(
        "VLTZABP"
    )


def test_how_much_is_seen_of_bodies() -> None:
    on = tw.lattice("cube")
    front, back, aside = (
        cells_body(on, [cell], "", 0, "#888888", turned=False)
        for cell in ((0, 0, 0), (0, -1, 0), (9, 0, 0))
    )
    sight = Sight([front, back, aside], View(0, 0))
    assert [sight.seen_of(body) for body in range(3)] == [1.0, 0.0, 1.0]


def test_layers_are_told_from_the_bottom() -> None:
    scene = space_scene(first_solution("soma"), "layers")
    assert texts(scene) == ["layer 1 (bottom)", "layer 2", "layer 3 (top)"]
    pyramid = layer_scenes(first_solution("spheres-800"))
    colourful = [
        sum(isinstance(e, Ball) and bool(e.title) for e in scene.elements) for scene in pyramid
    ]
    assert colourful == [10, 6, 3, 1]


def test_a_layer_shows_each_piece_of_it_in_its_colour() -> None:
    solution = first_solution("soma")
    colours = {body.name: body.colour for body in solution_model(solution).bodies}
    for layer, scene in zip((2, 1, 0), layer_scenes(solution), strict=True):
        there = {one.piece for one in solution.placed if any(c[2] == layer for c in one.cells)}
        shown = {e.title: e.fill for e in scene.elements if isinstance(e, Patch) and e.title}
        assert shown == {name: colours[name] for name in there}


@pytest.mark.parametrize("name", ["big-c", "spheres-900", "hex-prisms"])
def test_layers_of_an_empty_board(name: str) -> None:
    puzzle = tw.load(name)
    layers = len({cell[-1] for cell in puzzle.board.cells})
    scene = space_scene(puzzle, "layers")
    assert len(texts(scene)) == layers
    assert is_inside(scene)


def test_arrows_tell_where_a_piece_goes_on() -> None:
    on = tw.lattice("cube")
    low, high = layer_scenes(whole(on, [(0, 0, 0), (0, 0, 1), (1, 0, 1)]))
    assert [len(_arrows(scene)) for scene in (low, high)] == [1, 1]
    (up,), (down,) = _arrows(low), _arrows(high)
    assert [y for _, y in up].count(max(y for _, y in up)) == 1
    assert [y for _, y in down].count(min(y for _, y in down)) == 1


def test_steps_add_one_piece_each() -> None:
    solution = first_solution("soma")
    moves = assembly_moves(solution)
    order = [solution.placed[move.number].piece for move in moves]
    scenes = step_scenes(solution, moves)
    for count, scene in enumerate(scenes, 1):
        shown = {e.title for e in scene.elements if isinstance(e, Patch) and e.title}
        assert order[count - 1] in shown <= set(order[:count])
    assert len({scene.box for scene in scenes}) == 1
    captions = texts(space_scene(solution, "steps"))
    assert [caption.split()[0] for caption in captions] == [f"{k}:" for k in range(1, 8)]


def test_steps_of_flat_puzzles_are_flat_pictures() -> None:
    assert len(texts(space_scene(first_solution("pentominoes-3x20"), "steps"))) == 12
    assert "1: put" in texts(space_scene(first_solution("tangram-cat"), "steps"))[0]


def test_a_puzzle_shows_its_board_and_its_pieces() -> None:
    puzzle = tw.load("spheres-800")
    assert texts(space_scene(puzzle)) == ["N ×2", "I ×3"]
    assert texts(space_pieces_scene(puzzle)) == ["N ×2", "I ×3"]
    balls = [e for e in space_scene(puzzle).elements if isinstance(e, Ball)]
    assert len(balls) == 20 + 8
    assert is_inside(space_scene(puzzle))


def test_pieces_lie_as_flat_as_they_can() -> None:
    on = tw.lattice("cube")
    upright = Puzzle(on, Board(((0, 0, 0),)), (Piece("I", ((0, 0, 0), (0, 0, 1), (0, 0, 2))),))
    scene = space_pieces_scene(upright)
    patches = [element for element in scene.elements if isinstance(element, Patch)]
    x, y = zip(*(point for patch in patches for point in patch.rings[0]), strict=True)
    assert max(x) - min(x) > max(y) - min(y)


def test_colours_of_cells_are_dots_on_faces() -> None:
    scene = space_scene(first_solution("hex-prisms"))
    dots = [e for e in scene.elements if isinstance(e, Patch) and len(e.rings[0]) == 24]
    assert len(dots) > 30
    assert {dot.fill for dot in dots} == {"#f7f7f7", "#1f1f1f"}  # the same on all sides


@pytest.mark.parametrize("view", ["iso", "layers"])
def test_names_are_beside_dots_or_on_them(view: str) -> None:
    scene = space_scene(first_solution("hex-prisms"), view, labels=True)
    names = [e for e in scene.elements if isinstance(e, Text) and len(e.text) == 1]
    dots = [e.rings[0] for e in scene.elements if isinstance(e, Patch) and len(e.rings[0]) == 24]
    assert len(names) >= 8
    for name in names:
        (x, y), half = name.at, 0.3 * name.size
        corners = [(x + i * half, y + j * half) for i in (-1, 1) for j in (-1, 1)]
        for dot in dots:
            assert len({is_within(corner, dot) for corner in corners}) == 1


def is_within(point: tuple[float, float], ring: Sequence[tuple[float, float]]) -> bool:
    """Is a point inside of a convex ring?"""
    (x, y), turns = point, set()
    for (a, b), (c, d) in zip(ring, (*ring[1:], ring[0]), strict=True):
        turns.add((c - a) * (y - b) > (d - b) * (x - a))
    return len(turns) == 1


def test_names_keep_off_the_arrows_of_layers() -> None:
    scene = space_scene(first_solution("discs-12"), "layers", labels=True)
    arrows = [e.rings[0] for e in scene.elements if isinstance(e, Patch) and len(e.rings[0]) == 3]
    names = [e for e in scene.elements if isinstance(e, Text) and not e.text.startswith("layer")]
    assert arrows
    assert names
    for name in names:
        (x, y), wide, high = name.at, 0.2 * len(name.text) * name.size, 0.3 * name.size
        assert not any(
            abs(a - x) < wide and abs(b - y) < high for arrow in arrows for a, b in arrow
        )


def test_flat_puzzles_have_thickness() -> None:
    assert is_inside(space_scene(first_solution("pentominoes-6x10"), "iso"))
    assert is_inside(space_scene(first_solution("tangram-cat"), "exploded"))


def test_flat_puzzles_have_the_same_colours_in_space() -> None:
    solution = next(iter(tw.solve(tw.load("examples/rhombille-puzzle.toml"))))
    flat = [e.fill for e in tw.picture_of(solution).elements if isinstance(e, Patch) and e.title]
    assert [body.colour for body in solution_model(solution).bodies] == flat


def test_bad_requests_say_what_to_do() -> None:
    soma = tw.load("soma")
    with raises_text(PictureError):
        space_scene(soma, "top")
    with raises_text(PictureError):
        space_scene(soma, "steps")
    with raises_text(PictureError):
        space_scene(tw.load("tangram-cat"))
    with raises_text(PictureError):
        space_scene(Solution(soma, ()))
    with raises_text(PictureError):
        space_scene(first_solution("pentominoes-3x20"), "layers")


@pytest.mark.parametrize("view", ["iso", "exploded", "layers"])
def test_golden_pictures(view: str) -> None:
    """Made by `python -m tests.golden.make_space`; look at them before they are kept."""
    expected = (GOLDEN / f"soma-{view}.svg").read_text(encoding="utf-8")
    assert to_svg(space_scene(first_solution("soma"), view, labels=True), 240) == expected


def _area(ring: tuple[tuple[float, float], ...]) -> float:
    pairs = zip(ring, (*ring[1:], ring[0]), strict=True)
    return sum(a * d - b * c for (a, b), (c, d) in pairs) / 2


def _arrows(scene: Scene) -> list[tuple[tuple[float, float], ...]]:
    return [e.rings[0] for e in scene.elements if isinstance(e, Patch) and e.opacity == 0.6]


@pytest.mark.filterwarnings("error")
def test_free_cells_in_layers_need_no_names() -> None:
    on = tw.lattice("rhombic")
    cells = [on.kinds[0].at, next(iter(on.neighbours(on.kinds[0].at).values()))]
    puzzle = Puzzle(on, Board(tuple(cells)), (Piece("A", tuple(cells[:1])),))
    part = Solution(puzzle, (Placed("A", on.motions[0], tuple(cells[:1])),))
    assert "A" in texts(space_scene(part, "layers", labels=True))
