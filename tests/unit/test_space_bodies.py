"""Cells as solids, and pieces as bodies."""

import math
from collections.abc import Iterable
from itertools import pairwise

import pytest

import tilewright as tw
from tests.texts import raises_text
from tilewright.lattices.model import plus
from tilewright.render import PictureError
from tilewright.render.space import Body, Model, SolidBall, board_body, pieces_model, solution_model
from tilewright.render.space.bodies import is_turned_over, normal_of
from tilewright.render.space.solids import Face, Solid, area_solids, cell_solids, cross, dot

# The volume of one cell of each kind.
VOLUMES = {
    "cube": 1,
    "hexagon-prism": 3**0.5 / 2,
    "triangle-prism": 3**0.5 / 4,
    "rhombic": 1 / 24,
    "square": 0.3,
    "triangle": 0.3 * 3**0.5 / 4,
    "hexagon": 0.3 * 3**0.5 / 2,
    "tangram": 0.3 / 8,
}


def volume(faces: Iterable[Face]) -> float:
    total = 0.0
    for face in faces:
        for a, b in pairwise(face[1:]):
            total += dot(face[0], cross(a, b)) / 6
    return total


def first_solution(name: str) -> tw.Solution:
    return next(iter(tw.solve(tw.load(name))))


@pytest.mark.parametrize("name", VOLUMES)
def test_volumes_of_cells(name: str) -> None:
    on = tw.lattice(name)
    for kind in on.kinds:
        faces = [face for part in cell_solids(on, kind.at) for face in part.faces]
        assert volume(faces) == pytest.approx(VOLUMES[name])


def test_tetrahedra_and_corners_fill_a_cube() -> None:
    on = tw.lattice("tetra-octa")
    sizes = [volume(part.faces) for kind in on.kinds for part in cell_solids(on, kind.at)]
    assert sum(sizes) == pytest.approx(2)  # two unit cubes, one of each parity
    assert sorted({round(size * 6) for size in sizes}) == [1, 2]


def test_a_disc_is_round() -> None:
    on = tw.lattice("disc")
    faces = [f for kind in on.kinds for part in cell_solids(on, kind.at) for f in part.faces]
    assert volume(faces) == pytest.approx(24 * math.sin(math.tau / 48) * 2.5**2)
    assert {round(math.hypot(x, y), 6) for face in faces for x, y, _ in face} == {1, 2.5}


@pytest.mark.parametrize(
    "name", ["cube", "hexagon-prism", "triangle-prism", "rhombic", "tetra-octa", "square", "disc"]
)
def test_neighbours_share_faces(name: str) -> None:
    on = tw.lattice(name)
    for kind in on.kinds:
        own = {frozenset(face) for part in cell_solids(on, kind.at) for face in part.faces}
        for label, step in kind.edges.items():
            there = plus(kind.at, step)
            near = {frozenset(face) for part in cell_solids(on, there) for face in part.faces}
            assert own & near, (kind.name, label)


def test_spheres_touch() -> None:
    on = tw.lattice("sphere")
    (ball,) = cell_solids(on, (0, 0, 0))
    assert isinstance(ball, SolidBall)
    for step in on.kinds[0].edges.values():
        (other,) = cell_solids(on, step)
        assert math.dist(ball.centre, other.centre) == pytest.approx(2 * ball.radius)


@pytest.mark.parametrize(
    ("name", "each"), [("soma", 1), ("hex-prisms", 3**0.5 / 2), ("pentominoes-6x10", 0.3)]
)
def test_bodies_fill_the_board(name: str, each: float) -> None:
    solution = first_solution(name)
    model = solution_model(solution)
    assert [body.name for body in model.bodies] == [one.piece for one in solution.placed]
    for body, one in zip(model.bodies, solution.placed, strict=True):
        assert body.cells == one.cells
        assert volume(body.faces) == pytest.approx(each * len(one.cells))
    board = board_body(solution.puzzle)
    cells = len(solution.puzzle.board.cells)
    assert volume(board.faces) == pytest.approx(each * cells)
    assert board.box == model.box


def test_a_box_has_twelve_edges() -> None:
    board = board_body(tw.load("pentominoes-5x4x3"))
    assert len(board.faces) == 2 * (5 * 4 + 5 * 3 + 4 * 3)
    lengths = sum(math.dist(*edge) for edge in board.edges)
    assert lengths == pytest.approx(4 * (5 + 4 + 3))


def test_nothing_is_mirrored() -> None:
    """A chiral piece has the same hand in space as its cells have in the lattice."""
    cells = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)]
    piece = tw.Piece("T", tuple(cells))
    for drawing in ("##\n##\n\n##\n##", "##\n##\n\n#.\n.."):
        puzzle = tw.make_puzzle("cube", drawing, [piece])
        (body,) = pieces_model(puzzle).bodies
        middles = [
            tuple(sum(axis) / 24 for axis in zip(*(p for f in s.faces for p in f), strict=True))
            for s in body.solids
        ]
        a, b, c = (
            tuple(x - y for x, y in zip(middle, middles[0], strict=True)) for middle in middles[1:]
        )
        assert dot(a, cross(b, c)) == pytest.approx(1)  # type: ignore[arg-type]


def test_pyramids_stand_on_their_base() -> None:
    puzzle = tw.load("spheres-805")
    assert is_turned_over(puzzle)
    heights = [round(ball.centre[2], 6) for ball in board_body(puzzle).balls]
    assert heights.count(min(heights)) > heights.count(max(heights)) == 1
    assert not is_turned_over(tw.load("soma"))


def test_neighbours_have_different_colours() -> None:
    solution = first_solution("slothouber-graatsma")  # six blocks of one kind among nine
    model = solution_model(solution)
    for one in model.bodies:
        for other in model.bodies:
            shared = {frozenset(f) for f in one.faces} & {frozenset(f) for f in other.faces}
            assert one is other or not shared or one.colour != other.colour


@pytest.mark.parametrize("name", ["soma", "spheres-1", "discs-3-test", "stomachion", "scott"])
def test_pieces_lie_apart_on_the_ground(name: str) -> None:
    model = pieces_model(tw.load(name))
    boxes = [body.box for body in model.bodies]
    for k, (low, high) in enumerate(boxes):
        assert low[2] == pytest.approx(0)
        for left, right in boxes[:k]:
            assert any(high[i] < left[i] or right[i] < low[i] for i in (0, 1))


def test_faces_look_outwards() -> None:
    on = tw.lattice("rhombic")
    for kind in on.kinds:
        (part,) = cell_solids(on, kind.at)
        assert isinstance(part, Solid)
        points = [p for face in part.faces for p in face]
        middle = tuple(sum(axis) / len(points) for axis in zip(*points, strict=True))
        for face in part.faces:
            outwards = tuple(a - b for a, b in zip(face[0], middle, strict=True))
            assert dot(normal_of(face), outwards) > 0  # type: ignore[arg-type]


def test_areas_with_holes_become_plates() -> None:
    frame = (((0, 0), (4, 0), (4, 4), (0, 4)), ((1, 1), (1, 3), (3, 3), (3, 1)))
    body = Body("frame", 0, "#000000", area_solids(frame, 0.5))
    assert volume(body.faces) == pytest.approx(6)
    assert sum(math.dist(*edge) for edge in body.edges) == pytest.approx(2 * 16 + 2 * 8 + 8 * 0.5)


def test_what_cannot_be_shown() -> None:
    with pytest.raises(PictureError, match="at least one body"):
        Model(())
    text = (
        'name = "bare"\ntranslations = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]\npairs = [["l", "r"]]\n'
        '[[kind]]\nname = "thing"\nedges = { l = [-1, 0, 0], r = [1, 0, 0] }\n'
    )
    with raises_text(PictureError):
        cell_solids(tw.parse_lattice(text), (0, 0, 0))
